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
    position = None if state.phase is Phase.SETTING_UP else state.position.id()
    clock = None if state.clock is None else state.clock.as_details(state.t)
    entry = Entry(state.n + 1, round(state.t, 3), kind, position=position, facts=facts, clock=clock, **columns)
    return replace(state, n=entry.n), [entry]


def started(state: State, frame: int | None, confidence: float | None = None) -> Appended:
    """Begins a game: the start position is on the board."""
    has_crawford = state.terms.rules.rules.crawford and not state.crawford_played
    crawford = has_crawford and is_crawford(state.terms.length, state.score, earlier=())
    fresh = state.entering(
        Phase.OPENING, position=START, cube=Cube(), crawford=crawford, turn=None, last=None, wrong=None,
        crawford_played=state.crawford_played or crawford, game=state.game + 1, question=None, message=None,
        result=None, earlier=None, reserved=(), rolls=NONE, borne_off=NONE, ties=0, resignation=None,
        resumes=None, ended_t=None, back=None, odd_looks=0, awaiting_dice=False,
    )  # fmt: skip
    return _started(fresh, frame, confidence)


def _started(state: State, frame: int | None, confidence: float | None) -> Appended:
    facts = GameBegun(
        state.game, state.score, state.crawford, state.seating.mirrored, state.seating.swapped,
        cube=state.cube.value if state.cube != Cube() else None,
    )  # fmt: skip
    return appended(state, Kind.START, facts, frame=frame, confidence=_rounded(confidence))


def tied(state: State, number: int, frame: int | None, confidence: float | None = None) -> Appended:
    """Records equal opening rolls, which are rolled again, under some rules for twice the stake."""
    rules, ties = state.terms.rules.rules, state.ties + 1
    cube = Cube.at_start(rules, ties=ties, money=state.money)
    raised = cube != state.cube
    state, entries = appended(replace(state, ties=ties, cube=cube), Kind.NOTE, RollOff(number))
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
    again = bool(state.reserved) and state.reserved[0].same_numbers(roll)
    state = state.entering(
        Phase.TRYING, turn=CurrentRoll(roll, drawn=drawn, seen=seen), wrong=None, **_lasting(state), unchecked=False,
        awaiting_dice=False, cocked=False, ended_t=None, pressed=False, odd_looks=0,
        rolls=_one_more(state.rolls, state.side), turns=state.turns + 1, rolled_t=state.t, rejected=(),
        reserved=state.reserved[1:] if again else state.reserved,
    )  # fmt: skip
    if state.clock is not None and not state.clock.runs:
        state = replace(state, clock=state.clock.running(state.side, state.t))
    confidence, margin = (0.0, None) if blind else (confidence, margin)
    source = RollSource(unseen=True) if blind else RollSource(electronic=True) if drawn else None
    state, entries = appended(
        state, Kind.ROLL, source, frame=frame, side=state.side, dice=_numbers(roll), confidence=_rounded(confidence),
        margin=_rounded(margin),
    )  # fmt: skip
    (end, play), *others = state.terms.rules.legal_ends(state.position, roll).items()
    if others or play.steps:
        return state, entries
    if passes:
        state, more = played(state, play, end, frame, confidence, None)
        return state, entries + more
    state = replace(state, message=Message("notice.no-move", {"dice": str(roll)}, alarm=False))
    return state, entries


def roll_corrected(
    state: State, roll: Dice, frame: int | None, *, seen: bool = False, confidence: float | None = 1.0
) -> Appended:
    """Corrects the recorded roll, which was misread or rolled again; the entry keeps the earlier reading."""
    was = RollReread(_numbers(state.turn.dice)) if state.turn else None
    state = replace(state, turn=CurrentRoll(roll, seen=seen))
    return appended(
        state, Kind.EDIT, was, frame=frame, side=state.side, dice=_numbers(roll), reason="dice-changed",
        confidence=_rounded(confidence),
    )  # fmt: skip


def roll_entered_anew(state: State, roll: Dice) -> Appended:
    """Replaces the current roll as a person says; what was recorded of its play so far is void."""
    state, entries = roll_corrected(state, roll, None, seen=state.turn is not None and state.turn.seen)
    state = replace(state, phase=Phase.TRYING, wrong=None, question=None, message=None, ended_t=None, rejected=())
    (end, play), *others = state.terms.rules.legal_ends(state.position, roll).items()
    if not others and not play.steps:
        state, more = played(state, play, end, None, 1.0, None)
        entries += more
    return state, entries


def amended(state: State, turn: int, was: dict[str, object], dice: Dice, play: Play) -> Appended:
    """Changes an earlier turn of this game; ``was``: the turn as recorded until now."""
    state = replace(state, message=Message("notice.amended", {"turn": str(turn)}, alarm=False))
    return appended(state, Kind.EDIT, TurnAmended(turn, was), dice=_numbers(dice), play=play.text())


def not_now(state: State, what: str, *, side: str | None = None, why: str | None = None) -> Appended:
    """Notes a request that cannot be met now, and changes nothing else."""
    return appended(state, Kind.NOTE, NotNow(what, state.phase.value, side, why))


def disputed(state: State) -> Appended:
    """Records that the last turn is disputed after the game."""
    return appended(state, Kind.NOTE, TurnDisputed(state.turns))


def played(
    state: State, play: Play, end: Position, frame: int | None, confidence: float | None, margin: float | None, *,
    sure: bool = True,
) -> Appended:  # fmt: skip
    """Records a legal play of the current roll, or a dance; it may correct an illegal play."""
    assert state.turn is not None
    dice, side, corrects = state.turn.dice, state.side, state.phase in WRONG
    after = to_roll(
        state, position=end, turn=None, wrong=None, **_lasting(state),
        last=Finished(state.position, side, dice, play, sure=sure, t=state.t, corrects=corrects),
        borne_off=_with_those_of(state, end), ended_t=None, odd_looks=0, earlier=_kept(state),
    )  # fmt: skip
    if not play.steps and after.question is None:
        after = replace(after, message=Message("notice.no-move", {"dice": str(dice)}, alarm=False))
    after = _next_ones_time(after)
    made = PlayMade(round(state.t - state.rolled_t, 1) if play.steps else None, uncertain=not sure)
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
    question: Question | None = state.question if state.question and state.question.turn else None
    return {"question": question, "message": state.message if question else None}


def passed(state: State) -> Appended:
    """Passes the turn of a closed-out side, which need not roll; dice taken for its roll are not its roll."""
    side = state.side
    after = to_roll(
        state, position=replace(state.position, on_roll=side.other), turn=None,
        message=Message("notice.shut-out", alarm=False), earlier=_kept(state),
    )  # fmt: skip
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
    assert state.turn is not None
    dice, rules = state.turn.dice, state.terms.rules.rules
    told = state.terms.mode is not Mode.RECORDED and players_are_told(rules, asked=False)
    wrong = Wrong(picture, position_read(state.position, picture), key, message, told)
    state = state.entering(
        Phase.CORRECTING, wrong=wrong, odd_looks=0, question=None, message=message if told else None,
        rejected=(),
    )  # fmt: skip
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
    assert state.wrong is not None
    outcome = outcome_of_illegal_play(state.terms.rules.rules, opponent_acted=False)
    chosen = outcome is ConductOutcome.OPPONENT_CHOOSES and state.wrong.position is not None
    wrong = replace(state.wrong, told=True)
    clock = None if state.clock is None else state.clock.correcting(state.side, state.t)
    state = state.entering(Phase.RULED if chosen else Phase.CORRECTING, wrong=wrong, message=wrong.message, clock=clock)
    return appended(state, Kind.NOTE, RulingTold())


def correction_demanded(state: State) -> Appended:
    """Records that the opponent demands the correction of an illegal play."""
    state = state.entering(Phase.CORRECTING, message=state.wrong.message if state.wrong else None)
    return appended(state, Kind.NOTE, CorrectionDemanded())


def stood(state: State, frame: int | None) -> Appended:
    """Condones an illegal play, exactly as it is on the board: the opponent rolled before it was corrected."""
    assert state.wrong is not None
    assert state.wrong.position is not None
    assert state.turn is not None
    side, dice, reason = state.side, state.turn.dice, state.wrong.reason
    play = literal_play(state.position, state.wrong.position, side)
    end = replace(state.wrong.position, on_roll=side.other)
    after = to_roll(
        state, position=end, turn=None, wrong=None, message=None, earlier=_kept(state), question=None,
        last=Finished(state.position, side, dice, play or Play(), legal=False), ended_t=None, odd_looks=0,
    )  # fmt: skip
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
    before = state.earlier
    assert before is not None
    thrown_since = state.turn.dice if state.turn else None
    keep = (thrown_since, *state.reserved) if thrown_since else state.reserved
    phase = Phase.TRYING if before.phase in PLAYING | WRONG else before.phase
    back = replace(
        before, **_as_seen_now(state), phase=phase, reserved=keep, wrong=None, ended_t=None,
        message=Message("notice.undone", alarm=False), question=None,
        clock=None if state.clock is None else state.clock.correcting(before.side, state.t),
    )  # fmt: skip
    dice = _numbers(back.turn.dice) if back.turn else None
    return appended(back, Kind.UNDO, side=back.side, dice=dice)


def _as_seen_now(state: State) -> dict[str, Any]:
    """The fields that undo does not change: the time, the record's length, and what is seen."""
    names = (
        "n", "t", "started_at_s", "look", "hand", "camera_lost", "blind", "stirred_t", "turns", "belief", "told",
        "settled", "early_throw",
    )  # fmt: skip
    return {name: getattr(state, name) for name in names}


def _kept(state: State) -> State:
    """The state as it is kept for undo: without the looks it was decided from."""
    return replace(state, look=None, message=None, question=None, deferred=(), belief=None, told=(), settled=None)


def doubled(state: State, frame: int | None, confidence: float | None) -> Appended:
    """Records a double by the side on roll; a double that can gain nothing is reported as such, and stands."""
    needed = points_needed(state.terms.length, state.score, state.side)
    message = Message("notice.cube-pointless", alarm=False) if is_pointless(state.cube, needed) else None
    return _cube_turned(state.entering(Phase.DOUBLED, message=message), state.side, frame, confidence)


def doubled_back(state: State, frame: int | None, confidence: float | None) -> Appended:
    """Records a redouble by the answering player: a beaver, or a raccoon that answers one."""
    assert state.cube.offer is not None
    return _cube_turned(state, state.cube.offer.to, frame, confidence)


def _cube_turned(state: State, side: Side, frame: int | None, confidence: float | None) -> Appended:
    cube = state.cube.turn(side)
    assert cube.offer is not None
    act, value = cube.offer.act, cube.offer.value
    turned = CubeTurned(value, beaver=act is Act.BEAVER, raccoon=act is Act.RACCOON)
    state = replace(state, cube=cube)
    if state.clock is not None:
        state = replace(state, clock=state.clock.running(cube.offer.to, state.t))
    return appended(state, Kind.DOUBLE, turned, frame=frame, side=side, confidence=_rounded(confidence))


def taken(state: State, frame: int | None, confidence: float | None, *, sure: bool = True) -> Appended:
    assert state.cube.offer is not None
    taker = state.cube.offer.to
    state = _next_ones_time(to_roll(state, cube=state.cube.take(), question=None, message=None))
    turned = CubeTurned(state.cube.value, uncertain=not sure)
    return appended(state, Kind.TAKE, turned, frame=frame, side=taker, confidence=_rounded(confidence))


def dropped(state: State, frame: int | None) -> Appended:
    """Records a drop: the player who offered wins the stake before the offer."""
    assert state.cube.offer is not None
    winner = state.cube.offer.by
    state, entries = appended(replace(state, cube=state.cube.drop()), Kind.DROP, frame=frame, side=winner.other)
    state, more = _game_won(state, winner, points_dropped(state.cube, state.terms.rules.rules), frame)
    return state, entries + more


def resigned(state: State, side: Side, result: Result) -> Appended:
    """Records that a side offers to resign a single game, a gammon or a backgammon."""
    state = replace(state, resignation=(side, result))
    return appended(state, Kind.RESIGN, Offered(result), side=side)


def resignation_answered(state: State, *, accepted: bool) -> Appended:
    """Records the answer to a resignation: accepted, the game is over; refused, the game continues."""
    assert state.resignation is not None
    loser, result = state.resignation
    answer = OfferAnswered(ACCEPTED if accepted else REFUSED)
    state, entries = appended(replace(state, resignation=None), Kind.ANSWERED, answer, side=loser.other)
    if accepted:
        worth = points(result, state.cube, state.terms.rules.rules, money=state.money)
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
    was, now, before = state.position.off, end.off, state.borne_off
    return Stack(before.light + now.light - was.light, before.dark + now.dark - was.dark)


def _points(state: State, end: Position) -> tuple[Side, int]:
    return points_won(end, state.terms.rules.rules, cube=state.cube, borne_off=state.borne_off, money=state.money)


def given_up(state: State, winner: Side, result: Result) -> Appended:
    """Ends the game as the players say: a resignation that was offered and accepted."""
    if state.phase in ASIDE:
        state = replace(state, phase=state.resumes or Phase.ROLLING, resumes=None, question=None, message=None)
    state, entries = resigned(state, winner.other, result)
    state, more = resignation_answered(state, accepted=True)
    return state, entries + more


def lost_on_time(state: State, loser: Side) -> Appended:
    """Ends the match on time, if the rules say so: a player with no reserve left has lost it."""
    clock = state.clock.stopped(state.t) if state.clock else None
    state = state.entering(Phase.MATCH_OVER, clock=clock, question=None, message=None, result=(loser.other, 0))
    return appended(state, Kind.MATCH_OVER, FinalScore(state.score), side=loser.other, reason="time")


def result_changed(state: State, winner: Side, result: Result) -> Appended:
    """Changes the result of a finished game to what the players say."""
    assert state.result is not None
    worth = points(result, state.cube, state.terms.rules.rules, money=state.money)
    return points_changed(state, winner, worth)


def points_changed(state: State, winner: Side, worth: int) -> Appended:
    """Does as :func:`result_changed`, by the points that the game counts."""
    assert state.result is not None
    before, counted = state.result
    light, dark = state.score
    score = (light - counted, dark) if before is Side.LIGHT else (light, dark - counted)
    # Whether the game is over is open once more.
    return _game_won(replace(state, score=score, phase=Phase.CLEARED), winner, worth, None, said=True)


def confirmed(state: State) -> Appended:
    """Records that the players agree with the result."""
    state = state.entering(Phase.BETWEEN_GAMES, message=None)
    return appended(state, Kind.NOTE, ResultConfirmed())


def halted(
    state: State, why: Stop, *, phase: Phase = Phase.PAUSED, idle: bool = False, dispute: int | None = None,
    time_out: Side | None = None,
) -> Appended:  # fmt: skip
    """Pauses the game until the players resume; nothing is ruled or recorded meanwhile."""
    resumes = state.resumes if state.phase in ASIDE else state.phase
    clock = None if state.clock is None else state.clock.stopped(state.t, why)
    state = state.entering(
        phase, resumes=resumes, clock=clock, question=None, odd_looks=0, idle=idle,
        back=Back(state.position) if phase is Phase.PUTTING_BACK else None, deferred=making_way(state),
    )  # fmt: skip
    return appended(state, Kind.NOTE, Halted(why.value, phase.value, idle, dispute, time_out))


def resumed(state: State) -> Appended:
    """Resumes a paused game."""
    assert state.resumes is not None
    clock = None if state.clock is None else state.clock.going_on(state.t)
    state = state.entering(
        state.resumes, resumes=None, clock=clock, message=None, back=None, question=None, odd_looks=0,
        stirred_t=state.t,
    )  # fmt: skip
    return appended(coming_back(state), Kind.NOTE, GoneOn())


def placed(state: State, position: Position) -> Appended:
    """Sets the position and the turn as a person says; a turn that was being played is void."""
    off = Stack(*(max(0, position.off.of(side) - _absent(state).of(side)) for side in Side))
    was, turn = state.position, state.turn
    undone_roll = (turn.dice, *state.reserved) if turn and was.on_roll is position.on_roll else ()
    after = to_roll(
        replace(state, phase=Phase.ROLLING), position=replace(position, off=off), turn=None, borne_off=off,
        wrong=None, ended_t=None, question=None, message=None, earlier=_kept(state), reserved=undone_roll, last=None,
        resumes=None, back=None, cube=replace(state.cube, offer=None),
    )  # fmt: skip
    return appended(_next_ones_time(after), Kind.EDIT, Replaced(placed=True, was=was.id()), side=position.on_roll)


def _absent(state: State) -> Stack:
    """How many checkers each side plays without, after a wrong start position was condoned."""
    light, dark = (_CHECKERS - state.position.checkers(side) - state.position.off.of(side) for side in Side)
    return Stack(light, dark)


def _game_won(state: State, winner: Side, points: int, frame: int | None, *, said: bool = False) -> Appended:
    light, dark = state.score
    score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
    over = match_winner(state.terms.length, score) is not None
    state = state.entering(
        Phase.MATCH_OVER if over else Phase.GAME_OVER, score=score, result=(winner, points), question=None, turn=None,
        resumes=None,
        clock=None if state.clock is None else state.clock.stopped(state.t),
    )  # fmt: skip
    state, entries = appended(state, Kind.GAME_OVER, PointsWon(points, score, said), frame=frame, side=winner)
    if over:
        state, more = appended(state, Kind.MATCH_OVER, FinalScore(score), frame=frame, side=winner)
        entries += more
    return state, entries


def _numbers(dice: Dice) -> tuple[int, int]:
    return (dice.first, dice.second)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
