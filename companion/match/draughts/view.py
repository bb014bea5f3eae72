"""The view of a draughts board and the match on it, as plain values and text keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.draughts import Move, Position, legal_moves
from companion.games.draughts.squares import DARK_SQUARES, Square
from companion.games.rules import Picture, Side, Stack
from companion.match.any_view import LIKELY, AnyQuestionShown, AnyView, Bgr, at_any_board
from companion.match.draughts.state import DraughtsState, way_of
from companion.match.phases import IN_GAME, Phase
from companion.record.draughts import Played
from companion.record.match import Cause
from vision.observation import Observation

_MATCH_OVER: Final = "phase.match-over"
_PHASES: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.SETTING_UP: "phase.start",
        Phase.TRYING: "phase.play",
        Phase.CORRECTING: "phase.correct",
        Phase.GAME_OVER: "phase.over",
        Phase.BETWEEN_GAMES: "phase.next-game",
        Phase.MATCH_OVER: "phase.match-over",
        Phase.PAUSED: "phase.paused",
        Phase.PUTTING_BACK: "phase.put-back",
    }
)


@dataclass(frozen=True, slots=True)
class MoveAnswerShown:
    """One answer to a question: a text key or words; the move and the board that it means, where it means one."""

    text: str
    move: Move | None = None
    end: Position | None = None


class MoveQuestionShown(AnyQuestionShown[MoveAnswerShown]):
    """A question in draughts."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MoveShown:
    """One move of this game: ``number`` from 0 as ``MoveEdited.number`` counts; ``text``: as PDN writes it."""

    number: int
    side: Side
    move: Move
    text: str
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class IllegalMoveShown:
    """The board on which an illegal move is to be corrected.

    ``way``: the squares from the origin of the offending piece to its place, if known.  ``squares``: those of the
    warning.
    """

    picture: Picture
    side: Side
    way: tuple[Square, ...] = ()
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveDisputeShown:
    """A turn in dispute: ``last``: the move before, None at the start; ``claims``: what (light, dark) say."""

    side: Side
    before: Position
    last: MoveShown | None = None
    claims: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class DraughtsView(AnyView):
    """The table at one moment.

    ``position``: as recorded.  ``phase``: text key of what is awaited.  ``to_move``: None while no side is.  ``last``:
    the last move of this game.  ``games``: (light, dark) points of the match, a win 2 and a draw 1; ``length``: games
    of the match, 0 if it is open.  ``result``: of the finished game in PDN.  ``moves``: those of this game, oldest
    first.  ``legal``: the legal moves.  ``crown``: squares of men to be crowned by hand.  ``put_back``: squares that do
    not match the record yet.  ``board_read``: the last look, by square.  ``draw_offered_by``: the side whose offer
    waits.
    """

    position: Position
    phase: str
    to_move: Side | None = None
    last: MoveShown | None = None
    games: tuple[int, int] = (0, 0)
    length: int = 1
    moves: tuple[MoveShown, ...] = ()
    legal: tuple[Move, ...] = ()
    question: MoveQuestionShown | None = None
    illegal: IllegalMoveShown | None = None
    crown: tuple[Square, ...] = ()
    result: str | None = None
    draw_offered_by: Side | None = None
    dispute: MoveDisputeShown | None = None
    put_back: tuple[Square, ...] | None = None
    board_read: Picture | None = None

    @property
    def terms(self) -> str:
        """The rule set whose words are used, see :func:`companion.texts.sentence`."""
        return ""


def is_won(view: DraughtsView) -> bool:
    """Whether who won the game has won the match with it."""
    if view.phase != _MATCH_OVER or view.winner is None:
        return False
    own, other = view.games if view.winner is Side.LIGHT else view.games[::-1]
    return own > other


def view_of(
    state: DraughtsState, checker_bgr: tuple[Bgr, Bgr] | None = None, *, trouble: str | None = None,
    layers: Mapping[type, object] = MappingProxyType({}),
) -> DraughtsView:  # fmt: skip
    """The table as a session knows it; arguments as of :func:`companion.match.view.view_of`."""
    record = state.record
    moves = tuple(_move(number, move) for number, move in enumerate(record.moves))
    look = state.seen.look.observation if state.seen.look is not None else None
    outcome = record.outcome
    in_play = state.phase in IN_GAME
    at_bottom = look.orientation.light_at_bottom if look is not None else True
    return DraughtsView(
        **at_any_board(state, checker_bgr, trouble),
        position=record.position,
        phase=_PHASES[state.phase],
        to_move=state.side if in_play else None,
        last=moves[-1] if moves else None,
        games=record.points,
        length=state.terms.length,
        moves=moves,
        legal=tuple(legal_moves(record.position)) if in_play else (),
        question=_question(state),
        illegal=_illegal(state),
        crown=state.shown.crown,
        winner=outcome.winner if outcome is not None else None,
        result=outcome.text if outcome is not None else None,
        cause=outcome.cause if outcome is not None else Cause.PLAY,
        draw_offered_by=record.offer,
        dispute=_dispute(state, moves),
        put_back=state.shown.back.left if state.shown.back is not None else None,
        board_read=_board_read(look) if look is not None else None,
        awaits_look=state.is_ended,
        light_at_bottom=at_bottom is not record.turned,
        layers=layers,
    )


def _move(number: int, played: Played) -> MoveShown:
    return MoveShown(number, played.side, played.move, played.text, played.before, played.after)


def _question(state: DraughtsState) -> MoveQuestionShown | None:
    question = state.shown.question
    if question is None:
        return None
    answers = tuple(
        MoveAnswerShown(one.text, one.meaning if isinstance(one.meaning, Move) else None, one.end)
        for one in question.answers
    )
    return MoveQuestionShown(
        question.key, answers, question.to or frozenset(Side), question.values, of_consent=question.wanted is not None
    )


def _illegal(state: DraughtsState) -> IllegalMoveShown | None:
    """The subject of the shown warning."""
    wrong, message = state.record.wrong, state.shown.alarm
    if state.phase is not Phase.CORRECTING or wrong is None or message is None:
        return None
    picture = dict(wrong.picture)
    if state.seen.look is not None and not state.seen.blind:
        seen = {square: state.seen.look.observation.spot(square) for square in DARK_SQUARES}
        picture |= {square: Stack(*one.best) for square, one in seen.items() if one.confidence > LIKELY}
    picture = {square: stack for square, stack in picture.items() if sum(stack)}
    return IllegalMoveShown(picture, state.side, way_of(state.record.position, picture), message.points)


def _dispute(state: DraughtsState, moves: tuple[MoveShown, ...]) -> MoveDisputeShown | None:
    dispute = state.record.dispute
    if dispute is None:
        return None
    return MoveDisputeShown(state.side, state.record.position, moves[-1] if moves else None, dispute.claims)


def _board_read(look: Observation) -> Picture:
    seen = {square: look.spot(square) for square in look.evidence}
    return {square: Stack(*one.best) for square, one in seen.items() if one.seen}
