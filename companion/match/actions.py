"""Records what happened: each function returns the state after it and the entries that report it.

The rules of the game as such (whose turn, cube, score, end of a game) are applied here and nowhere
else, so that every input (looks, button, answers) leads to the same record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Explanation, Play, Position
from companion.games.backgammon.conduct import ConductOutcome, outcome_of_illegal_play, players_are_told
from companion.games.backgammon.cube import Act, Cube, is_pointless
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.scoring import Result, points, points_dropped, points_won
from companion.games.rules import BAR, Picture, Side, Stack
from companion.match.clock import Stop
from companion.match.message import Message
from companion.match.phases import ASIDE, PLAYING, WRONG, Phase
from companion.match.questions import coming_back, making_way
from companion.match.state import Back, CurrentRoll, Finished, Question, State, Wrong, to_roll
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ACCEPTED,
    REFUSED,
    CorrectionDemanded,
    CubeTurned,
    Facts,
    Fault,
    FinalScore,
    GameBegun,
    GoneOn,
    Halted,
    NotNow,
    OfferAnswered,
    Offered,
    PlayMade,
    PointsWon,
    Replaced,
    ResultConfirmed,
    RollOff,
    RollReread,
    RollSource,
    RulingTold,
    TurnAmended,
    TurnDisputed,
)
from companion.record.journal import Mode
from companion.record.scores import is_crawford, match_winner, points_needed

Appended = tuple[State, list[Entry]]

_CHECKERS: Final = 15
NONE: Final = Stack(0, 0)


def appended(state: State, kind: Kind, facts: Facts | None = None, **columns: Any) -> Appended:
    """Appends one entry at the state's time; columns that are not given stay empty."""
    position = None if state.phase is Phase.SETTING_UP else state.record.position.id()
    clock = None if state.clock is None else state.clock.as_details(state.t)
    entry = Entry(state.n + 1, round(state.t, 3), kind, position=position, facts=facts, clock=clock, **columns)
    return replace(state, n=entry.n), [entry]


def started(state: State, frame: int | None, confidence: float | None = None) -> Appended:
    """Begins a game: the start position is on the board."""
    has_crawford = state.terms.rules.rules.crawford and not state.record.crawford_played
    crawford = has_crawford and is_crawford(state.terms.length, state.record.score, earlier=())
    fresh = state.entering(
        Phase.OPENING, position=START, cube=Cube(), crawford=crawford, turn=None, last=None, wrong=None,
        crawford_played=state.record.crawford_played or crawford, game=state.record.game + 1, result=None, moments=(),
        reserved=(), rolls=NONE, borne_off=NONE, ties=0, resignation=None, resumes=None,
    )  # fmt: skip
    fresh = fresh.with_seen(ended_t=None, odd_looks=0)
    fresh = fresh.with_shown(question=None, message=None, back=None, awaiting_dice=False)
    return _started(fresh, frame, confidence)


def _started(state: State, frame: int | None, confidence: float | None) -> Appended:
    record = state.record
    facts = GameBegun(
        record.game, record.score, record.crawford, record.seating.mirrored, record.seating.swapped,
        cube=record.cube.value if record.cube != Cube() else None,
    )  # fmt: skip
    return appended(state, Kind.START, facts, frame=frame, confidence=_rounded(confidence))


def tied(state: State, number: int, frame: int | None, confidence: float | None = None) -> Appended:
    """Records equal opening rolls, which are rolled again, under some rules for twice the stake."""
    rules, ties = state.terms.rules.rules, state.record.ties + 1
    cube = Cube.at_start(rules, ties=ties, money=state.money)
    raised = cube != state.record.cube
    state, entries = appended(state.with_record(ties=ties, cube=cube), Kind.NOTE, RollOff(number))
    if raised:
        state, more = _started(state, frame, confidence)
        entries += more
    return state, entries


def rolled_early(state: State, side: Side, roll: Dice, frame: int | None) -> Appended:
    """Records that a side rolled before the turn ahead of it was over; its roll, which follows, stands."""
    return appended(state, Kind.PREMATURE, frame=frame, side=side, dice=_numbers(roll))


def rolled(
    state: State, roll: Dice, frame: int | None, *, passes: bool, drawn: bool = False, seen: bool = False,
    blind: bool = False, confidence: float | None = 1.0, margin: float | None = None,
) -> Appended:  # fmt: skip
    """Records a roll of the side to play.

    ``passes``: the turn passes at once if nothing can be played; else it passes when the dice are lifted,
    as every turn does where lifting ends it: a misread die may leave a legal play after all.
    ``drawn``: it is electronic.  ``seen``: its dice lie on the board.  ``blind``: nobody knows what they showed.
    """
    again = bool(state.record.reserved) and state.record.reserved[0].same_numbers(roll)
    lasting = _lasting(state)
    state = state.entering(
        Phase.TRYING, turn=CurrentRoll(roll, drawn=drawn, seen=seen), wrong=None, rolled_t=state.t,
        rolls=_one_more(state.record.rolls, state.side), turns=state.record.turns + 1,
        reserved=state.record.reserved[1:] if again else state.record.reserved,
    )  # fmt: skip
    state = state.with_seen(unchecked=False, cocked=False, ended_t=None, pressed=False, odd_looks=0, rejected=())
    state = state.with_shown(awaiting_dice=False, **lasting)
    if state.clock is not None and not state.clock.runs:
        state = replace(state, clock=state.clock.running(state.side, state.t))
    confidence, margin = (0.0, None) if blind else (confidence, margin)
    source = RollSource(unseen=True) if blind else RollSource(electronic=True) if drawn else None
    state, entries = appended(
        state, Kind.ROLL, source, frame=frame, side=state.side, dice=_numbers(roll), confidence=_rounded(confidence),
        margin=_rounded(margin),
    )  # fmt: skip
    (end, play), *others = state.terms.rules.legal_ends(state.record.position, roll).items()
    if others or play.steps:
        return state, entries
    if passes:
        state, more = played(state, play, end, frame, confidence, None)
        return state, entries + more
    state = state.with_shown(message=Message("notice.no-move", {"dice": str(roll)}, alarm=False))
    return state, entries


def roll_corrected(
    state: State, roll: Dice, frame: int | None, *, seen: bool = False, confidence: float | None = 1.0
) -> Appended:
    """Corrects the recorded roll, which was misread or rolled again; the entry keeps the earlier reading."""
    was = RollReread(_numbers(state.record.turn.dice)) if state.record.turn else None
    state = state.with_record(turn=CurrentRoll(roll, seen=seen))
    return appended(
        state, Kind.EDIT, was, frame=frame, side=state.side, dice=_numbers(roll), reason="dice-changed",
        confidence=_rounded(confidence),
    )  # fmt: skip


def roll_entered_anew(state: State, roll: Dice) -> Appended:
    """Replaces the current roll as a person says; what was recorded of its play so far is void."""
    state, entries = roll_corrected(state, roll, None, seen=state.record.turn is not None and state.record.turn.seen)
    state = (
        state.with_record(phase=Phase.TRYING, wrong=None)
        .with_seen(ended_t=None, rejected=())
        .with_shown(question=None, message=None)
    )
    (end, play), *others = state.terms.rules.legal_ends(state.record.position, roll).items()
    if not others and not play.steps:
        state, more = played(state, play, end, None, 1.0, None)
        entries += more
    return state, entries


def amended(state: State, turn: int, was: dict[str, object], dice: Dice, play: Play) -> Appended:
    """Changes an earlier turn of this game; ``was``: the turn as recorded until now."""
    state = state.with_shown(message=Message("notice.amended", {"turn": str(turn)}, alarm=False))
    return appended(state, Kind.EDIT, TurnAmended(turn, was), dice=_numbers(dice), play=play.text())


def not_now(state: State, what: str, *, side: str | None = None, why: str | None = None) -> Appended:
    """Notes a request that cannot be met now, and changes nothing else."""
    return appended(state, Kind.NOTE, NotNow(what, state.phase.value, side, why))


def disputed(state: State) -> Appended:
    """Records that the last turn is disputed after the game."""
    return appended(state, Kind.NOTE, TurnDisputed(state.record.turns))


def played(
    state: State, play: Play, end: Position, frame: int | None, confidence: float | None, margin: float | None, *,
    sure: bool = True,
) -> Appended:  # fmt: skip
    """Records a legal play of the current roll, or a dance; it may correct an illegal play."""
    assert state.record.turn is not None
    dice, side, corrects = state.record.turn.dice, state.side, state.phase in WRONG
    after = to_roll(
        state, position=end, turn=None, wrong=None, borne_off=_with_those_of(state, end), moments=state.record.kept,
        last=Finished(state.record.position, side, dice, play, sure=sure, t=state.t, corrects=corrects),
    )  # fmt: skip
    after = after.with_seen(ended_t=None, odd_looks=0).with_shown(**_lasting(state))
    if not play.steps and after.shown.question is None:
        after = after.with_shown(message=Message("notice.no-move", {"dice": str(dice)}, alarm=False))
    after = _next_ones_time(after)
    made = PlayMade(round(state.t - state.record.rolled_t, 1) if play.steps else None, uncertain=not sure)
    after, entries = appended(
        after, Kind.CORRECTED if corrects else Kind.PLAY, made, frame=frame, side=side, dice=_numbers(dice),
        play=play.text(), confidence=_rounded(confidence), margin=_rounded(margin),
    )  # fmt: skip
    if end.winner is not None:
        after, more = _game_won(after, *_points(after, end), frame)
        entries += more
    return after, entries


def _lasting(state: State) -> dict[str, Any]:
    """Keeps a question about an earlier turn, with its words, until it is answered."""
    question: Question | None = state.shown.question if state.shown.question and state.shown.question.turn else None
    return {"question": question, "message": state.shown.message if question else None}


def passed(state: State) -> Appended:
    """Passes the turn of a closed-out side, which need not roll; dice taken for its roll are not its roll."""
    side = state.side
    position = replace(state.record.position, on_roll=side.other)
    after = to_roll(state, position=position, turn=None, moments=state.record.kept)
    after = after.with_shown(message=Message("notice.shut-out", alarm=False))
    return appended(_next_ones_time(after), Kind.PLAY, side=side)


def _next_ones_time(state: State) -> State:
    return state if state.clock is None else replace(state, clock=state.clock.running(state.side, state.t))


def found_illegal(
    state: State, picture: Picture, why: Explanation, frame: int | None, confidence: float, margin: float
) -> Appended:
    """Records an illegal play of the current roll; the recorded position stays as before the play."""
    message = Message(why.text_key, why.values, why.points, alarm=True)
    return found_wrong(state, picture, why.reason.value, message, frame, confidence, margin)


def found_wrong(
    state: State,
    picture: Picture,
    key: str,
    message: Message,
    frame: int | None,
    confidence: float | None,
    margin: float | None,
) -> Appended:
    """Does as :func:`found_illegal`, by the key of the reason and the values in its words."""
    assert state.record.turn is not None
    dice, rules = state.record.turn.dice, state.terms.rules.rules
    told = state.terms.mode is not Mode.RECORDED and players_are_told(rules, asked=False)
    wrong = Wrong(picture, position_read(state.record.position, picture), key, message, told)
    state = state.entering(Phase.CORRECTING, wrong=wrong).with_seen(odd_looks=0, rejected=())
    state = state.with_shown(question=None, message=message if told else None)
    if state.clock is not None:  # where nothing is said, the time of who is to roll runs
        clock, side = state.clock, state.side
        clock = clock.correcting(side, state.t) if told else clock.running(side.other, state.t)
        state = replace(state, clock=clock)
    seen = {spot: stack for spot, stack in picture.items() if sum(stack)}
    fault = Fault(message.key, message.points, message.values, seen)
    return appended(
        state, Kind.ILLEGAL, fault, frame=frame, side=state.side, dice=_numbers(dice), reason=key,
        confidence=_rounded(confidence), margin=_rounded(margin),
    )  # fmt: skip


def ruling_told(state: State) -> Appended:
    """Reports on request what was wrong; by some rules the opponent then decides about it."""
    assert state.record.wrong is not None
    outcome = outcome_of_illegal_play(state.terms.rules.rules, opponent_acted=False)
    chosen = outcome is ConductOutcome.OPPONENT_CHOOSES and state.record.wrong.position is not None
    wrong = replace(state.record.wrong, told=True)
    clock = None if state.clock is None else state.clock.correcting(state.side, state.t)
    state = state.entering(Phase.RULED if chosen else Phase.CORRECTING, wrong=wrong)
    state = replace(state, clock=clock).with_shown(message=wrong.message)
    return appended(state, Kind.NOTE, RulingTold())


def correction_demanded(state: State) -> Appended:
    """Records that the opponent demands the correction of an illegal play."""
    state = state.entering(Phase.CORRECTING).with_shown(
        message=state.record.wrong.message if state.record.wrong else None
    )
    return appended(state, Kind.NOTE, CorrectionDemanded())


def stood(state: State, frame: int | None) -> Appended:
    """Condones an illegal play, exactly as it is on the board: the opponent rolled before it was corrected."""
    assert state.record.wrong is not None
    assert state.record.wrong.position is not None
    assert state.record.turn is not None
    side, dice, reason = state.side, state.record.turn.dice, state.record.wrong.reason
    play = literal_play(state.record.position, state.record.wrong.position, side)
    end = replace(state.record.wrong.position, on_roll=side.other)
    after = to_roll(
        state, position=end, turn=None, wrong=None, moments=state.record.kept,
        last=Finished(state.record.position, side, dice, play or Play(), legal=False),
    )  # fmt: skip
    after = after.with_seen(ended_t=None, odd_looks=0).with_shown(message=None, question=None)
    written = play.text() if play else None
    after = _next_ones_time(after)
    after, entries = appended(
        after, Kind.STOOD, frame=frame, side=side, dice=_numbers(dice), reason=reason, play=written
    )
    if end.winner is not None:
        after, more = _game_won(after, *_points(after, end), frame)
        entries += more
    return after, entries


def undone(state: State, back: int = 1) -> Appended:
    """Takes back a number of plays; their rolls stand, and so does a roll made since."""
    entries: list[Entry] = []
    for _ in range(back):
        state, more = _last_undone(state)
        entries += more
    return state, entries


def _last_undone(state: State) -> Appended:
    *earlier, before = state.record.moments
    thrown_since = state.record.turn.dice if state.record.turn else None
    keep = (thrown_since, *state.record.reserved) if thrown_since else state.record.reserved
    phase = Phase.TRYING if before.phase in PLAYING | WRONG else before.phase
    record = replace(before, phase=phase, reserved=keep, wrong=None, turns=state.record.turns, moments=tuple(earlier))
    clock = None if state.clock is None else state.clock.correcting(before.position.on_roll, state.t)
    back = replace(state, record=record, clock=clock)
    back = back.with_seen(ended_t=None, pressed=False, odd_looks=0, rejected=())
    back = back.with_shown(
        message=Message("notice.undone", alarm=False), question=None, deferred=(), back=None, awaiting_dice=False
    )
    dice = _numbers(record.turn.dice) if record.turn else None
    return appended(back, Kind.UNDO, side=back.side, dice=dice)


def doubled(state: State, frame: int | None, confidence: float | None) -> Appended:
    """Records a double by the side on roll; a double that can gain nothing is reported as such, and stands."""
    needed = points_needed(state.terms.length, state.record.score, state.side)
    message = Message("notice.cube-pointless", alarm=False) if is_pointless(state.record.cube, needed) else None
    return _cube_turned(state.entering(Phase.DOUBLED).with_shown(message=message), state.side, frame, confidence)


def doubled_back(state: State, frame: int | None, confidence: float | None) -> Appended:
    """Records a redouble by the answering player: a beaver, or a raccoon that answers one."""
    assert state.record.cube.offer is not None
    return _cube_turned(state, state.record.cube.offer.to, frame, confidence)


def _cube_turned(state: State, side: Side, frame: int | None, confidence: float | None) -> Appended:
    cube = state.record.cube.turn(side)
    assert cube.offer is not None
    act, value = cube.offer.act, cube.offer.value
    turned = CubeTurned(value, beaver=act is Act.BEAVER, raccoon=act is Act.RACCOON)
    state = state.with_record(cube=cube)
    if state.clock is not None:
        state = replace(state, clock=state.clock.running(cube.offer.to, state.t))
    return appended(state, Kind.DOUBLE, turned, frame=frame, side=side, confidence=_rounded(confidence))


def taken(state: State, frame: int | None, confidence: float | None, *, sure: bool = True) -> Appended:
    assert state.record.cube.offer is not None
    taker = state.record.cube.offer.to
    state = _next_ones_time(to_roll(state, cube=state.record.cube.take()).with_shown(question=None, message=None))
    turned = CubeTurned(state.record.cube.value, uncertain=not sure)
    return appended(state, Kind.TAKE, turned, frame=frame, side=taker, confidence=_rounded(confidence))


def dropped(state: State, frame: int | None) -> Appended:
    """Records a drop: the player who offered wins the stake before the offer."""
    assert state.record.cube.offer is not None
    winner = state.record.cube.offer.by
    state, entries = appended(
        state.with_record(cube=state.record.cube.drop()), Kind.DROP, frame=frame, side=winner.other
    )
    state, more = _game_won(state, winner, points_dropped(state.record.cube, state.terms.rules.rules), frame)
    return state, entries + more


def resigned(state: State, side: Side, result: Result) -> Appended:
    """Records that a side offers to resign a single game, a gammon or a backgammon."""
    state = state.with_record(resignation=(side, result))
    return appended(state, Kind.RESIGN, Offered(result), side=side)


def resignation_answered(state: State, *, accepted: bool) -> Appended:
    """Records the answer to a resignation: accepted, the game is over; refused, the game continues."""
    assert state.record.resignation is not None
    loser, result = state.record.resignation
    answer = OfferAnswered(ACCEPTED if accepted else REFUSED)
    state, entries = appended(state.with_record(resignation=None), Kind.ANSWERED, answer, side=loser.other)
    if accepted:
        worth = points(result, state.record.cube, state.terms.rules.rules, money=state.money)
        state, more = _game_won(state, loser.other, worth, None)
        entries += more
    return state, entries


def position_read(before: Position, picture: Picture) -> Position | None:
    """A read board as a position with the same side on roll; None if both sides share a point."""
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
    """The moves of a side's checkers, farthest first, ignoring the dice.

    None if a checker went backward, or if the moves do not explain the whole board.
    """
    was, now = before.counts(side), after.counts(side)
    left = [k + 1 for k in range(24, -1, -1) for _ in range(max(was[k] - now[k], 0))]
    came = [k + 1 for k in range(24, -1, -1) for _ in range(max(now[k] - was[k], 0))]
    came += [0] * (len(left) - len(came))
    if len(came) != len(left) or any(start <= end for start, end in zip(left, came, strict=True)):
        return None
    words = [f"{_name(start)}/{_name(end)}" for start, end in zip(left, came, strict=True)]
    play = Play.from_text(" ".join(words)) if words else Play()
    return play if _leads_to(before, play, after, side) else None


def _leads_to(before: Position, play: Play, after: Position, side: Side) -> bool:
    """Whether a play explains the whole board: the other side's checkers may have been moved too."""
    try:
        end = resolve(replace(before, on_roll=side), play)
    except InputError:
        return False
    return (end.points, end.bar) == (after.points, after.bar)


def _name(point: int) -> str:
    return {25: "bar", 0: "off"}.get(point, str(point))


def _one_more(rolls: Stack, side: Side) -> Stack:
    return Stack(rolls.light + (side is Side.LIGHT), rolls.dark + (side is Side.DARK))


def _with_those_of(state: State, end: Position) -> Stack:
    """The checkers legally borne off after a legal play has led to ``end``."""
    was, now, before = state.record.position.off, end.off, state.record.borne_off
    return Stack(before.light + now.light - was.light, before.dark + now.dark - was.dark)


def _points(state: State, end: Position) -> tuple[Side, int]:
    return points_won(
        end, state.terms.rules.rules, cube=state.record.cube, borne_off=state.record.borne_off, money=state.money
    )


def given_up(state: State, winner: Side, result: Result) -> Appended:
    """Ends the game as the players say: a resignation that was offered and accepted."""
    if state.phase in ASIDE:
        state = state.with_record(phase=state.record.resumes or Phase.ROLLING, resumes=None).with_shown(
            question=None, message=None
        )
    state, entries = resigned(state, winner.other, result)
    state, more = resignation_answered(state, accepted=True)
    return state, entries + more


def lost_on_time(state: State, loser: Side) -> Appended:
    """Ends the match on time, if the rules say so: a player with no reserve left has lost it."""
    clock = state.clock.stopped(state.t) if state.clock else None
    state = replace(state.entering(Phase.MATCH_OVER, result=(loser.other, 0)), clock=clock)
    state = state.with_shown(question=None, message=None)
    return appended(state, Kind.MATCH_OVER, FinalScore(state.record.score), side=loser.other, reason="time")


def result_changed(state: State, winner: Side, result: Result) -> Appended:
    """Changes the result of a finished game to what the players say."""
    assert state.record.result is not None
    worth = points(result, state.record.cube, state.terms.rules.rules, money=state.money)
    return points_changed(state, winner, worth)


def points_changed(state: State, winner: Side, worth: int) -> Appended:
    """Does as :func:`result_changed`, by the points that the game counts."""
    assert state.record.result is not None
    before, counted = state.record.result
    light, dark = state.record.score
    score = (light - counted, dark) if before is Side.LIGHT else (light, dark - counted)
    # Whether the game is over is open once more.
    return _game_won(state.with_record(score=score, phase=Phase.CLEARED), winner, worth, None, said=True)


def confirmed(state: State) -> Appended:
    """Records that the players agree with the result."""
    state = state.entering(Phase.BETWEEN_GAMES).with_shown(message=None)
    return appended(state, Kind.NOTE, ResultConfirmed())


def halted(
    state: State, why: Stop, *, phase: Phase = Phase.PAUSED, idle: bool = False, dispute: int | None = None,
    time_out: Side | None = None,
) -> Appended:  # fmt: skip
    """Pauses the game until the players resume; nothing is ruled or recorded meanwhile."""
    resumes = state.record.resumes if state.phase in ASIDE else state.phase
    clock = None if state.clock is None else state.clock.stopped(state.t, why)
    back, deferred = Back(state.record.position) if phase is Phase.PUTTING_BACK else None, making_way(state)
    state = replace(state.entering(phase, resumes=resumes, idle=idle), clock=clock).with_seen(odd_looks=0)
    state = state.with_shown(question=None, back=back, deferred=deferred)
    return appended(state, Kind.NOTE, Halted(why.value, phase.value, idle, dispute, time_out))


def resumed(state: State) -> Appended:
    """Resumes a paused game."""
    assert state.record.resumes is not None
    clock = None if state.clock is None else state.clock.going_on(state.t)
    state = replace(state.entering(state.record.resumes, resumes=None), clock=clock, stirred_t=state.t)
    state = state.with_seen(odd_looks=0).with_shown(message=None, back=None, question=None)
    return appended(coming_back(state), Kind.NOTE, GoneOn())


def placed(state: State, position: Position) -> Appended:
    """Sets the position and the turn as a person says; a turn that was being played is void."""
    off = Stack(*(max(0, position.off.of(side) - _absent(state).of(side)) for side in Side))
    was, turn = state.record.position, state.record.turn
    undone_roll = (turn.dice, *state.record.reserved) if turn and was.on_roll is position.on_roll else ()
    after = to_roll(
        state.with_record(phase=Phase.ROLLING), position=replace(position, off=off), turn=None, borne_off=off,
        wrong=None, moments=state.record.kept, reserved=undone_roll, last=None, resumes=None,
        cube=replace(state.record.cube, offer=None),
    )  # fmt: skip
    after = after.with_seen(ended_t=None).with_shown(question=None, message=None, back=None)
    return appended(_next_ones_time(after), Kind.EDIT, Replaced(placed=True, was=was.id()), side=position.on_roll)


def _absent(state: State) -> Stack:
    """How many checkers each side plays without, after a wrong start position was condoned."""
    light, dark = (
        _CHECKERS - state.record.position.checkers(side) - state.record.position.off.of(side) for side in Side
    )
    return Stack(light, dark)


def _game_won(state: State, winner: Side, points: int, frame: int | None, *, said: bool = False) -> Appended:
    light, dark = state.record.score
    score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
    over = match_winner(state.terms.length, score) is not None
    phase, clock = Phase.MATCH_OVER if over else Phase.GAME_OVER, state.clock
    state = state.entering(phase, score=score, result=(winner, points), turn=None, resumes=None)
    state = replace(state, clock=None if clock is None else clock.stopped(state.t)).with_shown(question=None)
    state, entries = appended(state, Kind.GAME_OVER, PointsWon(points, score, said), frame=frame, side=winner)
    if over:
        state, more = appended(state, Kind.MATCH_OVER, FinalScore(score), frame=frame, side=winner)
        entries += more
    return state, entries


def _numbers(dice: Dice) -> tuple[int, int]:
    return (dice.first, dice.second)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
