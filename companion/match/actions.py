"""The actions of a match: each returns the state after it and the entries that record it.

:mod:`companion.match.fold` says what an entry means for the record.  Every input (looks, button, answers) uses these
actions, so that it leads to the same record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Explanation, Play, Position
from companion.games.backgammon.cube import Act, Cube, is_pointless
from companion.games.backgammon.reading import literal_play
from companion.games.backgammon.scoring import Result, points, points_dropped, points_won
from companion.games.rules import Picture, Side
from companion.match import any_game
from companion.match.any_game import appended as appended
from companion.match.any_game import confirmed as confirmed
from companion.match.any_game import found_wrong, then
from companion.match.any_game import halted as halted
from companion.match.any_game import not_now as not_now
from companion.match.any_game import resumed as resumed
from companion.match.any_seen import Odd
from companion.match.events import Edited
from companion.match.fold import amended, crawford_next
from companion.match.message import Message
from companion.match.orientation import BoardOrientation
from companion.match.phases import INTERRUPTED, OVER, WRONG, Phase
from companion.match.state import Change, MatchInPlay, Question, State, Step
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ACCEPTED,
    REFUSED,
    CorrectionDemanded,
    CubeTurned,
    FinalScore,
    GameBegun,
    OfferAnswered,
    Offered,
    PlayCame,
    PlayMade,
    PointsWon,
    Replaced,
    RollOff,
    RollReread,
    RollSource,
    RulingTold,
)
from companion.record.match import Cause, Win
from companion.record.scores import match_winner, points_needed, score_after


def started(
    state: State, frame: int | None, confidence: float | None = None, *, seating: BoardOrientation | None = None
) -> Step:
    """Begins a game: the start position is on the board, set up like this or as before."""
    record, seating = state.record, seating or state.record.seating
    facts = GameBegun(
        record.game + 1, record.score, crawford_next(state.terms, record), seating.mirrored, seating.swapped
    )
    state, entries = appended(state, Kind.START, facts, frame=frame, confidence=confidence, position=START.id())
    return _calm(state).with_shown(question=None, message=None, back=None, awaiting_dice=False), entries


def _calm(state: State) -> State:
    """The state in which no end of a turn was signalled, and no odd board was seen."""
    return state.with_seen(ended_t=None).counting(Odd.BOARD, shown=False)


def tied(state: State, number: int, frame: int | None, confidence: float | None = None) -> Step:
    """Records equal opening rolls, which are rolled again, under some rules for twice the stake."""
    state, entries = appended(state, Kind.NOTE, RollOff(number))
    record = state.record
    value = Cube.at_start(state.terms.rules.rules, ties=len(record.ties), money=state.terms.money).value
    if value != record.cube.value:
        seating = record.seating
        facts = GameBegun(record.game, record.score, record.crawford, seating.mirrored, seating.swapped, value)
        state, more = appended(state, Kind.START, facts, frame=frame, confidence=confidence)
        entries += more
    return state, entries


def rolled_early(state: State, side: Side, roll: Dice, frame: int | None) -> Step:
    """Records that a side rolled before the turn ahead of it was over; its roll, which follows, stands."""
    return appended(state, Kind.PREMATURE, frame=frame, side=side, dice=_numbers(roll))


def rolled(
    state: State, roll: Dice, frame: int | None, *, passes: bool, side: Side | None = None, drawn: bool = False,
    seen: bool = False, blind: bool = False, confidence: float | None = 1.0, margin: float | None = None,
) -> Step:  # fmt: skip
    """Records a roll of a side, by default of the one on roll.

    ``passes``: an unplayable roll passes the turn at once; else lifting the dice does, since a misread die may leave a
    legal play.  ``drawn``: it is electronic.  ``seen``: its dice are on the board.  ``blind``: its dice were not seen.
    """
    lasting = _lasting(state)
    confidence, margin = (0.0, None) if blind else (confidence, margin)
    source = RollSource(unseen=True) if blind else RollSource(electronic=True) if drawn else None
    state, entries = appended(
        state, Kind.ROLL, source, frame=frame, side=side or state.side, dice=_numbers(roll),
        confidence=confidence, margin=margin,
    )  # fmt: skip
    state = _with_turn(state, seen=seen, t=state.t)
    state = _calm(state.checked()).counting(Odd.COCKED, shown=False).with_seen(pressed=False, rejected=())
    state = state.with_shown(awaiting_dice=False, **lasting)
    (end, play), *others = state.terms.rules.legal_ends(state.record.position, roll).items()
    if others or play.steps:
        return state, entries
    if passes:
        return then((state, entries), lambda state: played(state, play, end, frame, confidence, None))
    return state.saying("notice.no-move", dice=str(roll)), entries


def roll_corrected(
    state: State, roll: Dice, frame: int | None, *, side: Side | None = None, seen: bool = False,
    confidence: float | None = 1.0,
) -> Step:  # fmt: skip
    """Corrects the recorded roll, which was misread or rolled again; the entry keeps the earlier reading."""
    assert state.record.turn is not None
    was = RollReread(_numbers(state.record.turn.dice))
    state, entries = appended(
        state, Kind.EDIT, was, frame=frame, side=side or state.side, dice=_numbers(roll), reason="dice-changed",
        confidence=confidence,
    )  # fmt: skip
    return _with_turn(state, seen=seen), entries


def _with_turn(state: State, **changes: Any) -> State:
    assert state.record.turn is not None
    return state.with_record(turn=replace(state.record.turn, **changes))


def roll_entered_again(state: State, roll: Dice) -> Step:
    """Replaces the current roll as a person says; what was recorded of its play so far is void."""
    state, entries = roll_corrected(state, roll, None, seen=state.record.turn is not None and state.record.turn.seen)
    state = state.with_seen(ended_t=None, rejected=())
    state = state.with_shown(question=None, message=None)
    (end, play), *others = state.terms.rules.legal_ends(state.record.position, roll).items()
    if others or play.steps:
        return state, entries
    return then((state, entries), lambda state: played(state, play, end, None, 1.0, None))


def edited(state: State, wanted: Edited) -> Step:
    """Changes the roll or the play of an earlier turn of this game.

    Refuses with a sentence if there is no such turn, if the play is illegal, or if a later play would become illegal.
    """
    try:
        facts, dice, play = amended(state.terms, state.record, wanted.turn, wanted.dice, wanted.play)
    except InputError as error:
        refused = state.saying("notice.refused", why=str(error))
        return not_now(refused, Edited.__name__, why=str(error))
    state = state.saying("notice.amended", turn=str(wanted.turn))
    return appended(state, Kind.EDIT, facts, dice=_numbers(dice), play=play.text())


def came(state: State, phase: Phase) -> Step:
    """Records how far the play of the standing roll has come, where it had come less far, or farther."""
    return (state, []) if phase is state.phase else appended(state, Kind.NOTE, PlayCame(phase.value))


def played(
    state: State, play: Play, end: Position, frame: int | None, confidence: float | None, margin: float | None, *,
    sure: bool = True,
) -> Step:  # fmt: skip
    """Records a legal play of the current roll, or a dance; it may correct an illegal play."""
    assert state.record.turn is not None
    turn, side, lasting = state.record.turn, state.side, _lasting(state)
    facts = PlayMade(round(state.t - turn.t, 1) if play.steps else None, uncertain=not sure)
    made = facts if facts != PlayMade() else None  # of a dance there is nothing to tell
    after, entries = appended(
        state, Kind.CORRECTED if state.phase in WRONG else Kind.PLAY, made, frame=frame, side=side,
        dice=_numbers(turn.dice), play=play.text(), position=end.id(), confidence=confidence,
        margin=margin,
    )  # fmt: skip
    after = _calm(after).with_shown(**lasting)
    if not play.steps and after.shown.question is None:
        after = after.saying("notice.no-move", dice=str(turn.dice))
    return _borne_off(after, entries, end, frame)


def _borne_off(state: State, entries: list[Entry], end: Position, frame: int | None) -> Step:
    if end.winner is None:
        return state, entries
    winner, won = points_won(
        end, state.terms.rules.rules, cube=state.record.cube, borne_off=state.record.borne_off, money=state.terms.money
    )
    return then((state, entries), lambda state: _game_won(state, winner, won, frame))


def _lasting(state: State) -> dict[str, Any]:
    """Keeps a question about an earlier turn, with its words, until it is answered."""
    question: Question | None = state.shown.question if state.shown.question and state.shown.question.turn else None
    return {"question": question, "message": state.shown.message if question else None}


def passed(state: State) -> Step:
    """Passes the turn of a closed-out side, which need not roll; dice taken for its roll are not its roll."""
    state = state.saying("notice.shut-out")
    return appended(state, Kind.PLAY, side=state.side)


def found_illegal(
    state: State, picture: Picture, why: Explanation, frame: int | None, confidence: float, margin: float | None
) -> Step:
    """Records an illegal play of the current roll; the recorded position stays as before the play."""
    assert state.record.turn is not None
    message = Message(why.text_key, why.values, why.points, alarm=True)
    dice = _numbers(state.record.turn.dice)
    state = state.with_seen(rejected=()).counting(Odd.BOARD, shown=False)
    return found_wrong(
        state, picture, message, why.reason.value, frame, dice=dice, confidence=confidence, margin=margin
    )


def ruling_reported(state: State) -> Step:
    """Reports on request what was wrong; by some rules the opponent then decides about it."""
    assert state.record.wrong is not None
    return appended(state.with_shown(message=state.record.wrong.message), Kind.NOTE, RulingTold())


def correction_demanded(state: State) -> Step:
    """Records that the opponent demands the correction of an illegal play."""
    wrong = state.record.wrong
    state = state.with_shown(message=wrong.message if wrong is not None else None)
    return appended(state, Kind.NOTE, CorrectionDemanded())


def stood(state: State, frame: int | None, *, position: Position | None = None) -> Step:
    """Condones an illegal play exactly as it is on the board: the opponent rolled before it was corrected.

    ``position``: the board, if it is known better now than when the play was found.
    """
    wrong, turn, side = state.record.wrong, state.record.turn, state.side
    assert wrong is not None
    assert turn is not None
    position = position or wrong.position
    assert position is not None
    play, end = literal_play(state.record.position, position, side), replace(position, on_roll=side.other)
    after, entries = appended(
        state, Kind.STOOD, frame=frame, side=side, dice=_numbers(turn.dice), reason=wrong.reason,
        play=play.text() if play else None, position=end.id(),
    )  # fmt: skip
    after = _calm(after).with_shown(message=None, question=None)
    return _borne_off(after, entries, end, frame)


def undone(state: State, back: int = 1) -> Step:
    """Takes back a number of plays; their rolls stand, and so does a roll made since."""
    step: Step = state, []
    for _ in range(back):
        step = then(step, _last_undone)
    return step


def _last_undone(state: State) -> Step:
    before = state.record.moments[-1]
    state = _calm(state).with_seen(pressed=False, rejected=())
    wishes = tuple(one for one in state.shown.deferred if one.wanted is not None)
    state = state.with_shown(
        message=Message("notice.undone", alarm=False), question=None, deferred=wishes, back=None, awaiting_dice=False
    )
    dice = _numbers(before.turn.dice) if before.turn else None
    return appended(state, Kind.UNDO, side=before.position.on_roll, dice=dice)


def restored(state: State, change: Change[MatchInPlay]) -> Step:
    """Undoes a change of the record: all that is on record is again as it was before it."""
    state = _calm(state).with_seen(pressed=False, rejected=())
    return any_game.restored(state, change, change.record.side)


def doubled(state: State, frame: int | None, confidence: float | None) -> Step:
    """Records a double by the side on roll; a double that can gain nothing is reported as such, and stands."""
    needed = points_needed(state.terms.length, state.record.score, state.side)
    message = Message("notice.cube-pointless", alarm=False) if is_pointless(state.record.cube, needed) else None
    return _cube_turned(state.with_shown(message=message), state.side, frame, confidence)


def doubled_back(state: State, frame: int | None, confidence: float | None) -> Step:
    """Records a redouble by the answering player: a beaver, or a raccoon that answers one."""
    assert state.record.cube.offer is not None
    return _cube_turned(state, state.record.cube.offer.to, frame, confidence)


def _cube_turned(state: State, side: Side, frame: int | None, confidence: float | None) -> Step:
    cube = state.record.cube.turn(side)
    assert cube.offer is not None
    act, value = cube.offer.act, cube.offer.value
    turned = CubeTurned(value, beaver=act is Act.BEAVER, raccoon=act is Act.RACCOON)
    return appended(state, Kind.DOUBLE, turned, frame=frame, side=side, confidence=confidence)


def taken(state: State, frame: int | None, confidence: float | None, *, sure: bool = True) -> Step:
    assert state.record.cube.offer is not None
    turned = CubeTurned(state.record.cube.take().value, uncertain=not sure)
    taker, state = state.record.cube.offer.to, state.with_shown(question=None, message=None)
    return appended(state, Kind.TAKE, turned, frame=frame, side=taker, confidence=confidence)


def dropped(state: State, frame: int | None) -> Step:
    """Records a drop: the player who offered wins the stake before the offer."""
    assert state.record.cube.offer is not None
    winner = state.record.cube.offer.by
    worth = points_dropped(state.record.cube.drop(), state.terms.rules.rules)
    step = appended(state, Kind.DROP, frame=frame, side=winner.other)
    return then(step, lambda state: _game_won(state, winner, worth, frame))


def resigned(state: State, side: Side, result: Result) -> Step:
    """Records that a side offers to resign a single game, a gammon or a backgammon."""
    return appended(state, Kind.RESIGN, Offered(result), side=side)


def resignation_answered(state: State, *, accepted: bool) -> Step:
    """Records the answer to a resignation: accepted, the game is over; refused, the game continues."""
    assert state.record.resignation is not None
    loser, result = state.record.resignation
    answer = OfferAnswered(ACCEPTED if accepted else REFUSED)
    step = appended(state, Kind.ANSWERED, answer, side=loser.other)
    worth = points(result, state.record.cube, state.terms.rules.rules, money=state.terms.money)
    return then(step, lambda state: _game_won(state, loser.other, worth, None)) if accepted else step


def given_up(state: State, winner: Side, result: Result) -> Step:
    """Ends the game as the players say: a resignation that was offered and accepted."""
    if state.phase in INTERRUPTED:
        state = state.with_shown(question=None, message=None)
    return then(resigned(state, winner.other, result), lambda state: resignation_answered(state, accepted=True))


def decided(state: State, winner: Side, cause: Cause) -> Step:
    """Ends the match without changing its score.

    With :attr:`Cause.TIME` a player without reserve has lost it, if the rules say so.
    """
    state = state.with_shown(question=None, message=None, deferred=(), back=None, awaiting_dice=False)
    return appended(state, Kind.MATCH_OVER, FinalScore(state.record.score), side=winner, reason=cause.value)


def awarded(state: State, winner: Side, points: int) -> Step:
    """Ends the game with the points that the director gives, or gives the game that is over these points."""
    state = state.with_shown(question=None, message=None, deferred=(), back=None, awaiting_dice=False)
    return _game_won(state, winner, points, None, said=state.phase in OVER, cause=Cause.AWARDED)


def result_changed(state: State, winner: Side, result: Result) -> Step:
    """Changes the result of a finished game to what the players say."""
    assert state.record.result is not None
    worth = points(result, state.record.cube, state.terms.rules.rules, money=state.terms.money)
    return _game_won(state, winner, worth, None, said=True)


def placed(state: State, position: Position) -> Step:
    """Sets the position and the turn as a person says; a turn that was being played is void."""
    was, state = state.record.position.id(), state.with_seen(ended_t=None)
    state = state.with_shown(question=None, message=None, back=None)
    facts = Replaced(placed=True, was=was)
    return appended(state, Kind.EDIT, facts, side=position.on_roll, position=position.id())


def _game_won(
    state: State, winner: Side, points: int, frame: int | None, *, said: bool = False, cause: Cause = Cause.PLAY
) -> Step:
    score = score_after(replace(state.record.games[-1], win=Win(winner, points, cause)))
    facts, state = PointsWon(points, score, said, cause), state.with_shown(question=None)
    step = appended(state, Kind.GAME_OVER, facts, frame=frame, side=winner)
    side, reason = match_winner(state.terms.length, score), None if cause is Cause.PLAY else cause.value
    if side is None:
        return step
    over = FinalScore(score)
    return then(step, lambda state: appended(state, Kind.MATCH_OVER, over, frame=frame, side=side, reason=reason))


def _numbers(dice: Dice) -> tuple[int, int]:
    return (dice.first, dice.second)
