"""What a screen needs to draw a draughts board and the match on it, as plain values and text keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.draughts import Move, Position
from companion.games.draughts.squares import Square
from companion.games.rules import Picture, Side
from companion.match.message import Message, alarm_in
from companion.match.view import Bgr, ClockShown
from companion.record.journal import Mode
from companion.record.match import Cause

_MATCH_OVER: Final = "phase.match-over"
UNKNOWN_BGR: Final[tuple[Bgr, Bgr]] = ((200, 225, 240), (40, 35, 35))
"""The colours of the pieces (light, dark) where none were learned."""


@dataclass(frozen=True, slots=True)
class MoveAnswerShown:
    """One answer to a question: a text key or words; the move and the board that it means, where it means one."""

    text: str
    move: Move | None = None
    end: Position | None = None


@dataclass(frozen=True, slots=True)
class MoveQuestionShown:
    """What is asked, of whom, and the answers in the order of ``Answered.choice``.

    ``of_consent``: it is whether somebody agrees to what another one wants.
    """

    key: str
    answers: tuple[MoveAnswerShown, ...]
    to: frozenset[Side] = frozenset(Side)
    values: Mapping[str, str] = field(default_factory=dict)
    of_consent: bool = False

    @property
    def with_boards(self) -> bool:
        """Whether any answer is shown as a board."""
        return any(answer.end is not None for answer in self.answers)


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
    """The board on which an illegal move is to be put right, as it lies now.

    ``way``: the squares of the offending piece from where it stood to where it lies, where that is known.
    ``squares``: those that the warning names.
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
class DraughtsView:
    """The table at one moment.

    ``position``: as on record.  ``phase``: text key of what is awaited.  ``to_move``: None while nobody is.
    ``last``: the last move of this game.  ``games``: (light, dark) points of the match, a win 2 and a draw 1;
    ``length``: games of the match, 0 where it is open.  ``result``: of the finished game, as PDN writes it;
    ``cause``: what ended it.  ``moves``: those of this game, oldest first.  ``legal``: what the side to move may play.
    ``crown``: squares on which a man is to be crowned by hand: a reminder.
    ``put_back``: squares that do not lie as on record yet.  ``lies``: what the last look read, by square.
    ``draw_offered_by``: whose offer of a draw waits.  ``light_at_bottom``: the board as the camera sees it.
    ``blind``: no camera sees the board.  ``sealed``: refereed, so that nothing is shown that helps to play.
    ``said_t``, ``may_undo``, ``awaits_look``: see :class:`companion.match.view.View`.
    ``trouble``: why the record is in memory only, as a sentence.
    ``dimmed``: a clock runs, and nothing has happened for so long that the screen may rest meanwhile.
    ``beside``: what layers show, by type, see :class:`companion.match.layer.Layer`.
    """

    names: tuple[str, str]
    position: Position
    phase: str
    to_move: Side | None = None
    last: MoveShown | None = None
    games: tuple[int, int] = (0, 0)
    length: int = 1
    moves: tuple[MoveShown, ...] = ()
    legal: tuple[Move, ...] = ()
    message: Message | None = None
    said_t: float = 0.0
    question: MoveQuestionShown | None = None
    illegal: IllegalMoveShown | None = None
    crown: tuple[Square, ...] = ()
    clock: ClockShown | None = None
    winner: Side | None = None
    result: str | None = None
    cause: Cause = Cause.PLAY
    dimmed: bool = False
    draw_offered_by: Side | None = None
    dispute: MoveDisputeShown | None = None
    put_back: tuple[Square, ...] | None = None
    lies: Picture | None = None
    hand: bool = False
    camera_lost: bool = False
    blind: bool = False
    mode: Mode = Mode.REFEREED
    may_undo: bool = False
    awaits_look: bool = False
    trouble: str | None = None
    checker_bgr: tuple[Bgr, Bgr] = UNKNOWN_BGR
    light_at_bottom: bool = True
    beside: Mapping[type, object] = field(default_factory=dict)

    @property
    def sealed(self) -> bool:
        """Whether hints are locked."""
        return self.mode is Mode.REFEREED

    @property
    def terms(self) -> str:
        """Whose words are used, see :func:`companion.texts.sentence`."""
        return ""

    @property
    def alarm(self) -> Message | None:
        """The warning that stands, also where a notice stands before it."""
        return alarm_in(self.message)

    @property
    def at_bottom(self) -> Side:
        """Who sits where the camera's picture and the screen have their lower edge."""
        return Side.LIGHT if self.light_at_bottom else Side.DARK


def is_won(view: DraughtsView) -> bool:
    """Whether who won the game has won the match with it."""
    if view.phase != _MATCH_OVER or view.winner is None:
        return False
    own, other = view.games if view.winner is Side.LIGHT else view.games[::-1]
    return own > other
