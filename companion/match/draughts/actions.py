"""The actions of a match of draughts: each returns the state after it and the entries that record it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.draughts import START, Move, Position, after, draw_of, legal_moves
from companion.games.draughts.notation import text
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.reason import Explanation
from companion.games.draughts.squares import Square, name
from companion.games.rules import Picture, Side
from companion.match import any_game
from companion.match.any_game import appended as appended
from companion.match.any_game import asked as asked
from companion.match.any_game import confirmed as confirmed
from companion.match.any_game import found_wrong, then
from companion.match.any_game import not_now as not_now
from companion.match.any_game import resumed as resumed
from companion.match.draughts.state import Change, DraughtsInPlay, DraughtsState, Step
from companion.match.message import Message
from companion.match.phases import Phase
from companion.record.draughts import DraughtsGame, Outcome, Placed, is_decided, points_of, winner_of
from companion.record.entries import Entry, Kind
from companion.record.facts import FinalScore, GameBegun, GameScored, MoveAmended, PlayMade, Replaced

# --- the course of a game --------------------------------------------------------------------------------


def started(
    state: DraughtsState, frame: int | None, *, turned: bool | None = None, confidence: float | None = None
) -> Step:
    """Begins a game with exchanged colours.

    ``turned``: how the board is set up, by default so that the players keep their seats.
    """
    record = state.record
    exchanged = record.game > 0 and not record.exchanged
    turned = (record.turned != (record.game > 0)) if turned is None else turned
    facts = GameBegun(record.game + 1, record.score, mirrored=turned, swapped=exchanged)
    state, entries = appended(state, Kind.START, facts, frame=frame, confidence=confidence, position=START.fen())
    state = state.checked().with_seen(ended_t=None)
    return state.with_shown(question=None, message=None, back=None, crown=()), entries


def moved(
    state: DraughtsState, move: Move, frame: int | None = None, *, confidence: float | None = 1.0,
    margin: float | None = None, sure: bool = True,
) -> Step:  # fmt: skip
    """Records a legal move of the side to move; it may correct an illegal one.  It may end the game."""
    before, side, offered = state.record.position, state.side, state.record.offer
    facts = PlayMade(uncertain=True) if not sure else None
    kind = Kind.CORRECTED if state.phase is Phase.CORRECTING else Kind.PLAY
    state, entries = appended(
        state, kind, facts, frame=frame, side=side, play=text(move, before), confidence=confidence,
        margin=margin, position=after(before, move).fen(),
    )  # fmt: skip
    state = _in_turn(state)
    for square in _crowned(before, move):
        crown = Message("notice.crown", {"square": name(square)}, (square,), alarm=False)
        state = state.with_shown(crown=(square,), message=crown)
    if state.record.offer is not None and offered is not None:
        state = state.with_shown(message=offer_notice(state, offered))
    return _with_outcome(state, entries, frame)


def _crowned(before: Position, move: Move) -> tuple[Square, ...]:
    """The square on which the move has made a king of a man."""
    is_crowned = not before.is_king(move.start) and FAR_ROW[before.to_move] >> move.end & 1
    return (move.end,) if is_crowned else ()


def _in_turn(state: DraughtsState) -> DraughtsState:
    """The state without messages and questions of an earlier turn."""
    state = state.checked().with_seen(ended_t=None, rejected=(), in_a_row={})
    return state.with_shown(message=None, question=None, back=None, crown=())


def _with_outcome(state: DraughtsState, entries: list[Entry], frame: int | None) -> Step:
    """The game is over where the side to move has no move, or where the rules call it drawn."""
    outcome = outcome_of(state)
    return (state, entries) if outcome is None else then((state, entries), lambda state: scored(state, outcome, frame))


def outcome_of(state: DraughtsState) -> Outcome | None:
    """The end of the game by the recorded position, or None."""
    position = state.record.position
    if not position.of(position.to_move):
        return Outcome(position.to_move.other, "no-pieces")
    if not legal_moves(position):
        return Outcome(position.to_move.other, "no-move")
    placed = [k for k, act in enumerate(state.record.games[-1].acts) if isinstance(act, Placed)]
    positions = state.record.games[-1].positions[placed[-1] + 1 if placed else 0 :]
    draw = draw_of(positions, state.terms.rules.rules)
    return None if draw is None else Outcome(None, draw.value)


def scored(state: DraughtsState, outcome: Outcome, frame: int | None = None, *, said: bool = False) -> Step:
    """Ends the game, and the match with it where it is decided."""
    games = _games_with(state, outcome)
    facts = GameScored(outcome.why, points_of(games), said)
    state = state.with_shown(question=None, message=None, back=None)
    step = appended(state, Kind.GAME_OVER, facts, frame=frame, side=outcome.winner)
    if not is_decided(state.terms.length, games):
        return step
    over, side = FinalScore(points_of(games)), _winner_of_match(games)
    return then(step, lambda state: appended(state, Kind.MATCH_OVER, over, frame=frame, side=side))


def _games_with(state: DraughtsState, outcome: Outcome) -> tuple[DraughtsGame, ...]:
    *earlier, last = state.record.games
    return (*earlier, replace(last, outcome=outcome))


def _winner_of_match(games: tuple[DraughtsGame, ...]) -> Side | None:
    """The winner of a decided match, by the men in its last game; None if it is drawn."""
    place = winner_of(games)
    if place is None:
        return None
    return Side.LIGHT if (place is Side.LIGHT) is not games[-1].exchanged else Side.DARK


def found_illegal(
    state: DraughtsState, picture: Picture, why: Explanation, frame: int | None, confidence: float | None,
    margin: float | None = None,
) -> Step:  # fmt: skip
    """Records an illegal move; the recorded position stays as before it.  A quiet match says nothing of it."""
    message = Message(why.text_key, why.values, why.squares, alarm=True)
    state = state.with_seen(ended_t=None)
    return found_wrong(state, picture, message, why.reason.value, frame, confidence=confidence, margin=margin)


def stood(state: DraughtsState, board: Position, frame: int | None) -> Step:
    """Records that an illegal move stands: the opponent has moved before it was corrected."""
    reason = state.record.wrong.reason if state.record.wrong is not None else None
    state, entries = appended(state, Kind.STOOD, frame=frame, side=state.side, reason=reason, position=board.fen())
    return _with_outcome(_in_turn(state), entries, frame)


def draw_offered(state: DraughtsState, side: Side) -> Step:
    state, entries = appended(state, Kind.DRAW_OFFERED, side=side)
    return state.with_shown(message=offer_notice(state, side)), entries


def offer_notice(state: DraughtsState, side: Side) -> Message:
    return Message("notice.draw-offered", {"name": state.name_of(side)}, alarm=False)


def resigned(state: DraughtsState, side: Side) -> Step:
    return then(appended(state, Kind.RESIGN, side=side), lambda state: scored(state, Outcome(side.other, "resigned")))


def undone(state: DraughtsState, back: int = 1) -> Step:
    """Takes back a number of moves."""
    step: Step = state, []
    for _ in range(back):
        step = then(step, _last_undone)
    state, entries = step
    return state.saying("notice.undone"), entries


def _last_undone(state: DraughtsState) -> Step:
    last = state.record.last
    side, play = (last.side, last.text) if last is not None else (None, None)
    return appended(_in_turn(state), Kind.UNDO, side=side, play=play)


def amended(state: DraughtsState, number: int, move: str) -> Step:
    """Changes an earlier move of this game.  Raises :class:`companion.errors.InputError` where that cannot be."""
    was = state.record.moves[number].text
    game = state.record.games[-1].amended(number, move)
    facts = MoveAmended(number, was)
    state = _in_turn(state)
    return appended(state, Kind.EDIT, facts, side=game.moves[number].side, play=game.moves[number].text)


def placed(state: DraughtsState, position: Position) -> Step:
    """Sets the position and the side to move as a person says."""
    was = state.record.position.fen()
    state, entries = appended(
        _in_turn(state), Kind.EDIT, Replaced(placed=True, was=was), side=position.to_move, position=position.fen()
    )
    return _with_outcome(state, entries, None)


def restored(state: DraughtsState, change: Change[DraughtsInPlay]) -> Step:
    """Undoes a change of the record: all that is on record is again as it was before it."""
    return any_game.restored(_in_turn(state), change)


def refused(state: DraughtsState, what: str, why: str, explained: Explanation | None = None) -> Step:
    """Notes a request that cannot be met now, and says why: in the words of the rule if that is known."""
    state = state.saying("notice.refused", why=why)
    if explained is not None:
        message = Message(explained.text_key, explained.values, explained.squares, alarm=False)
        state = state.with_shown(message=message)
    return not_now(state, what, why=why)
