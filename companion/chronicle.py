"""Puts what happened on record: each function answers the state after it and the entries that tell it.

The rules of the game as such (whose turn, cube, score, end of a game) are applied here and nowhere
else, so that every way in (looks, button, answers) leads to the same record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.accounts import Account, TurnSeen
from companion.band import Band
from companion.events import Entry, Kind
from companion.games.backgammon import START, Dice, Explanation, Play, Position
from companion.games.backgammon.cube import Act, Cube, is_pointless
from companion.games.backgammon.scoring import Result, points, points_dropped, points_won
from companion.games.rules import BAR, Picture, Side, Stack
from companion.record.folding import ACCEPTED, REFUSED, RESIGNATION
from companion.record.scores import is_crawford, points_needed
from companion.referee import Reading
from companion.state import Finished, Phase, Standing, State, Wrong
from companion.throw import Throw, certain_throw

Step = tuple[State, list[Entry]]

_CHECKERS: Final = 15
_NONE: Final = Stack(0, 0)


def noted(state: State, kind: Kind, **facts: object) -> Step:
    """Adds one entry at the state's time; facts not given stay empty."""
    position = facts.pop("position", None)
    if position is None and state.phase is not Phase.START:
        position = state.position.id()
    entry = Entry(n=state.n + 1, t=round(state.t, 3), event=kind, position=position, **facts)  # type: ignore[arg-type]
    return replace(state, n=entry.n), [entry]


def started(state: State, frame: int | None, confidence: float | None = None) -> Step:
    """The start position stands on the board: a game begins."""
    has_crawford = state.terms.rules.rules.crawford and not state.crawford_played
    crawford = has_crawford and is_crawford(state.terms.length, state.score, earlier=())
    fresh = replace(
        state, phase=Phase.OPENING, position=START, cube=Cube(), crawford=crawford, turn=None, last=None, wrong=None,
        crawford_played=state.crawford_played or crawford, game=state.game + 1, question=None, band=None, result=None,
        earlier=None, reserved=(), unclear_looks=0, rolls=_NONE, borne_off=_NONE, ties=0, resignation=None,
    )  # fmt: skip
    return _started(fresh, frame, confidence)


def _started(state: State, frame: int | None, confidence: float | None) -> Step:
    details: dict[str, object] = {"game": state.game, "score": list(state.score), "crawford": state.crawford}
    if state.cube != Cube():
        details["cube"] = state.cube.value
    return noted(state, Kind.START, frame=frame, confidence=_rounded(confidence), details=details)


def tied(state: State, number: int, frame: int | None, confidence: float | None = None) -> Step:
    """The opening rolls are equal and are thrown again, under some rules for twice the stake."""
    rules, ties = state.terms.rules.rules, state.ties + 1
    cube = Cube.at_start(rules, ties=ties, money=state.money)
    raised = cube != state.cube
    state, entries = noted(replace(state, ties=ties, cube=cube), Kind.NOTE, details={"roll_off_tied": number})
    if raised:
        state, more = _started(state, frame, confidence)
        entries += more
    return state, entries


def told(
    state: State, account: Account, frame: int | None, confidence: float, margin: float, *, sure: bool = True
) -> Step:
    """Everything that an account tells, in order; ``sure`` False marks its plays as uncertain."""
    entries: list[Entry] = []
    if account.redone:
        state, more = undone(state)
        entries += more
    if account.stood:
        state, more = stood(state, frame)
        entries += more
    if account.passed:
        state, more = passed(state)
        entries += more
    for turn in account.turns:
        state, more = _turn_told(state, turn, frame, confidence, margin, sure=sure)
        entries += more
    return state, entries


def _turn_told(
    state: State, turn: TurnSeen, frame: int | None, confidence: float, margin: float, *, sure: bool
) -> Step:
    if turn.side is None:
        return state, []
    state = replace(state, position=replace(state.position, on_roll=turn.side))
    state, entries = _roll_told(state, turn, frame)
    if turn.play is not None and state.phase in (Phase.PLAYING, Phase.CORRECTING):
        sure = sure and turn.throw is not None
        state, more = played(state, turn.play, turn.end, frame, confidence, margin, sure=sure)
        entries += more
    return state, entries


def _roll_told(state: State, turn: TurnSeen, frame: int | None) -> Step:
    recorded = state.turn.dice if state.turn and state.phase in (Phase.PLAYING, Phase.CORRECTING) else None
    if recorded is not None and recorded.same_numbers(turn.roll):
        return state, []
    throw = turn.throw or replace(certain_throw(turn.roll, at_s=0.0), frame=frame or 0)
    if recorded is not None:
        return roll_corrected(state, throw, turn.roll, frame)
    seen_in = turn.throw.frame if turn.throw else frame
    return rolled(state, throw, turn.roll, seen_in, blind=turn.throw is None)


def rolled(state: State, throw: Throw, roll: Dice, frame: int | None, *, blind: bool = False) -> Step:
    """A roll of the side to act; where nothing can be played with it, the turn passes at once."""
    state = replace(
        state, phase=Phase.PLAYING, turn=Standing(throw, roll), wrong=None, unclear_looks=0, question=None, band=None,
        awaiting_dice=False, lifted=False, cocked=False, moved_unrolled=False, rolls=_one_more(state.rolls, state.side),
    )  # fmt: skip
    confidence = throw.confidence if not blind else 0.0
    state, entries = noted(
        state, Kind.ROLL, frame=frame, side=state.side, dice=_numbers(roll), confidence=_rounded(confidence),
        margin=_rounded(throw.margin) if not blind else None, details={"unseen": True} if blind else None,
    )  # fmt: skip
    (end, play), *others = state.terms.rules.legal_ends(state.position, roll).items()
    if not others and not play.steps:
        state, more = played(state, play, end, frame, confidence, None)
        entries += more
    return state, entries


def roll_corrected(state: State, throw: Throw, roll: Dice, frame: int | None) -> Step:
    """The roll on record was misread, or thrown again: the record says what it was taken for."""
    was = state.turn.dice if state.turn else None
    details = {"was": list(_numbers(was))} if was else None
    state = replace(state, turn=Standing(throw, roll))
    return noted(
        state, Kind.EDIT, frame=frame, side=state.side, dice=_numbers(roll), reason="dice-changed",
        confidence=_rounded(throw.confidence), details=details,
    )  # fmt: skip


def played(
    state: State, play: Play, end: Position, frame: int | None, confidence: float | None, margin: float | None, *,
    sure: bool = True,
) -> Step:  # fmt: skip
    """The standing roll is played legally, or nothing can be played; it may put an illegal play right."""
    assert state.turn is not None
    assert state.turn.dice is not None
    dice, side, corrects = state.turn.dice, state.side, state.phase is Phase.CORRECTING
    after = replace(
        state, phase=Phase.ROLLING, position=end, turn=None, wrong=None, unclear_looks=0, question=None, band=None,
        last=Finished(state.position, side, state.turn.throw, dice, play, sure), earlier=state,
        borne_off=_with_those_of(state, end),
    )  # fmt: skip
    if not play.steps:
        after = replace(after, band=Band("notice.no-move", {"dice": str(dice)}, alarm=False))
    details: dict[str, object] = {}
    if not sure:
        details["uncertain"] = True
    after, entries = noted(
        after, Kind.CORRECTED if corrects else Kind.PLAY, frame=frame, side=side, dice=_numbers(dice), play=play.text(),
        confidence=_rounded(confidence), margin=_rounded(margin), details=details or None,
    )  # fmt: skip
    if end.winner is not None:
        after, more = _game_won(after, *_points(after, end), frame)
        entries += more
    return after, entries


def passed(state: State) -> Step:
    """The side to act is shut out and need not roll; a throw that was taken for its roll is none."""
    side = state.side
    after = replace(
        state, phase=Phase.ROLLING, position=replace(state.position, on_roll=side.other), turn=None,
        band=Band("notice.shut-out", alarm=False), earlier=state,
    )  # fmt: skip
    return noted(after, Kind.PLAY, side=side)


def found_illegal(
    state: State, reading: Reading, why: Explanation, frame: int | None, confidence: float, margin: float
) -> Step:
    """The standing roll was played against the rules; the position on record stays as before the play."""
    assert state.turn is not None
    assert state.turn.dice is not None
    key, dice = why.reason.value, state.turn.dice
    wrong = Wrong(reading.picture, position_read(state.position, reading.picture), key)
    state = replace(
        state, phase=Phase.CORRECTING, wrong=wrong, unclear_looks=0,
        band=Band(why.text_key, why.values, why.points, alarm=True),
    )  # fmt: skip
    details = {
        "text": why.text_key, "points": list(why.points), "values": dict(why.values),
        "seen": {str(spot): list(stack) for spot, stack in reading.picture.items() if sum(stack)},
    }  # fmt: skip
    return noted(
        state, Kind.ILLEGAL, frame=frame, side=state.side, dice=_numbers(dice), reason=key,
        confidence=_rounded(confidence), margin=_rounded(margin), details=details,
    )  # fmt: skip


def stood(state: State, frame: int | None) -> Step:
    """The opponent rolled before the illegal play was put right: it stands, exactly as it lies there."""
    assert state.wrong is not None
    assert state.wrong.position is not None
    assert state.turn is not None
    assert state.turn.dice is not None
    side, dice, reason = state.side, state.turn.dice, state.wrong.reason
    play = literal_play(state.position, state.wrong.position, side)
    end = replace(state.wrong.position, on_roll=side.other)
    after = replace(
        state, phase=Phase.ROLLING, position=end, turn=None, wrong=None, band=None, earlier=state,
        last=Finished(state.position, side, None, dice, play or Play()),
    )  # fmt: skip
    written = play.text() if play else None
    after, entries = noted(after, Kind.STOOD, frame=frame, side=side, dice=_numbers(dice), reason=reason, play=written)
    if end.winner is not None:
        after, more = _game_won(after, *_points(after, end), frame)
        entries += more
    return after, entries


def undone(state: State) -> Step:
    """The last play is taken back; its roll stands, and so does one thrown since, for its own turn."""
    before = state.earlier
    assert before is not None
    thrown_since = state.turn.dice if state.turn and state.turn.dice else None
    keep = (thrown_since, *state.reserved) if thrown_since else state.reserved
    back = replace(
        before, n=state.n, t=state.t, look=state.look, hand=state.hand, habits=state.habits, lifted=state.lifted,
        camera_lost=state.camera_lost, reserved=keep, band=Band("notice.undone", alarm=False), question=None,
    )  # fmt: skip
    dice = _numbers(back.turn.dice) if back.turn and back.turn.dice else None
    return noted(back, Kind.UNDO, side=back.side, dice=dice)


def doubled(state: State, frame: int | None, confidence: float | None) -> Step:
    """The side to act offers a double; one that can gain it nothing is told to be so, and stands."""
    needed = points_needed(state.terms.length, state.score, state.side)
    band = Band("notice.cube-pointless", alarm=False) if is_pointless(state.cube, needed) else None
    return _cube_turned(replace(state, phase=Phase.DOUBLED, earlier=None, band=band), state.side, frame, confidence)


def doubled_back(state: State, frame: int | None, confidence: float | None) -> Step:
    """Who is to answer turns the cube once more: a beaver, or a raccoon that answers one."""
    assert state.cube.offer is not None
    return _cube_turned(state, state.cube.offer.to, frame, confidence)


def _cube_turned(state: State, side: Side, frame: int | None, confidence: float | None) -> Step:
    cube = state.cube.turn(side)
    assert cube.offer is not None
    details: dict[str, object] = {"value": cube.offer.value}
    if cube.offer.act is not Act.DOUBLE:
        details[cube.offer.act.value] = True
    state = replace(state, cube=cube)
    return noted(state, Kind.DOUBLE, frame=frame, side=side, confidence=_rounded(confidence), details=details)


def taken(state: State, frame: int | None, confidence: float | None, *, sure: bool = True) -> Step:
    assert state.cube.offer is not None
    taker = state.cube.offer.to
    state = replace(state, phase=Phase.ROLLING, cube=state.cube.take(), question=None, band=None)
    details: dict[str, object] = {"value": state.cube.value}
    if not sure:
        details["uncertain"] = True
    return noted(state, Kind.TAKE, frame=frame, side=taker, confidence=_rounded(confidence), details=details)


def dropped(state: State, frame: int | None) -> Step:
    """What was offered last is refused: who offered it wins the stake before it."""
    assert state.cube.offer is not None
    winner = state.cube.offer.by
    state, entries = noted(replace(state, cube=state.cube.drop()), Kind.DROP, frame=frame, side=winner.other)
    state, more = _game_won(state, winner, points_dropped(state.cube, state.terms.rules.rules), frame)
    return state, entries + more


def resigned(state: State, side: Side, result: Result) -> Step:
    """A side offers to lose the game as a single one, a gammon or a backgammon."""
    state = replace(state, resignation=(side, result))
    return noted(state, Kind.RESIGN, side=side, details={"result": result.name.lower()})


def resignation_answered(state: State, *, accepted: bool) -> Step:
    """The offer to lose is accepted, and the game over; or refused, and the game goes on as it was."""
    assert state.resignation is not None
    loser, result = state.resignation
    details = {RESIGNATION: ACCEPTED if accepted else REFUSED}
    state, entries = noted(replace(state, resignation=None), Kind.ANSWERED, side=loser.other, details=details)
    if accepted:
        worth = points(result, state.cube, state.terms.rules.rules, money=state.money)
        state, more = _game_won(state, loser.other, worth, None)
        entries += more
    return state, entries


def position_read(before: Position, picture: Picture) -> Position | None:
    """A read board as a position, the same side on roll; None where both sides lie on one point."""
    stacks = [picture.get(point, Stack(0, 0)) for point in range(1, 25)]
    if any(stack.light and stack.dark for stack in stacks):
        return None
    bar = picture.get(BAR, before.bar)
    light = bar.light + sum(stack.light for stack in stacks)
    dark = bar.dark + sum(stack.dark for stack in stacks)
    if light > _CHECKERS or dark > _CHECKERS:
        return None
    off = Stack(_CHECKERS - light, _CHECKERS - dark)
    return Position(tuple(stack.light - stack.dark for stack in stacks), bar, off, before.on_roll)


def literal_play(before: Position, after: Position, side: Side) -> Play | None:
    """What a side did with its checkers, farthest first, whatever the dice; None where one went backward."""
    was, now = before.counts(side), after.counts(side)
    left = [k + 1 for k in range(24, -1, -1) for _ in range(max(was[k] - now[k], 0))]
    came = [k + 1 for k in range(24, -1, -1) for _ in range(max(now[k] - was[k], 0))]
    came += [0] * (len(left) - len(came))
    if len(came) != len(left) or any(start <= end for start, end in zip(left, came, strict=True)):
        return None
    words = [f"{_name(start)}/{_name(end)}" for start, end in zip(left, came, strict=True)]
    return Play.from_text(" ".join(words)) if words else Play()


def _name(point: int) -> str:
    return {25: "bar", 0: "off"}.get(point, str(point))


def _one_more(rolls: Stack, side: Side) -> Stack:
    return Stack(rolls.light + (side is Side.LIGHT), rolls.dark + (side is Side.DARK))


def _with_those_of(state: State, end: Position) -> Stack:
    """What has been borne off legally once a legal play has led to ``end``."""
    was, now, before = state.position.off, end.off, state.borne_off
    return Stack(before.light + now.light - was.light, before.dark + now.dark - was.dark)


def _points(state: State, end: Position) -> tuple[Side, int]:
    return points_won(end, state.terms.rules.rules, cube=state.cube, borne_off=state.borne_off, money=state.money)


def _game_won(state: State, winner: Side, points: int, frame: int | None) -> Step:
    light, dark = state.score
    score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
    state = replace(state, phase=Phase.OVER, score=score, result=(winner, points), question=None)
    state, entries = noted(
        state, Kind.GAME_OVER, frame=frame, side=winner, details={"points": points, "score": list(score)}
    )
    if state.match_over:
        state, more = noted(state, Kind.MATCH_OVER, frame=frame, side=winner, details={"score": list(score)})
        entries += more
    return state, entries


def _numbers(dice: Dice) -> tuple[int, int]:
    return (dice.first, dice.second)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
