"""The events of a session: frozen values only.

Threads post events to the inbox; ``session.step`` is the only reader.

``by``: the chair from which a person acts, if known; see :mod:`companion.match.consent`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A look at a still board, clear or covered.

    ``frame``: number of the picture in its sequence.  ``unmoved``: nothing has moved since the look before.
    """

    observation: Observation
    frame: int
    at_s: float
    unmoved: bool = False


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The button, or a field that does the same.  ``side``: whose it is, where each player has one."""

    at_s: float
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passes: posted about once a second."""

    at_s: float


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The electronic dice have fallen; drawn before it is posted, shown only once it is on disk."""

    first: int
    second: int
    at_s: float


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """The last play is to be taken back."""

    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class ChangeUndone:
    """By touch: the change that the notice reports is undone."""

    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's answer to the standing question: the index of the choice."""

    choice: int
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class CameraLost:
    reason: str
    at_s: float


@dataclass(frozen=True, slots=True)
class CameraBack:
    at_s: float


@dataclass(frozen=True, slots=True)
class FramesEnded:
    """A recorded sequence is over: close the standing turn."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Paused:
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The match continues after a break of the program; a clock that ran until then stands until the players resume."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Disputed:
    """A player disputes the turn: the clock stops, and what was seen of it is kept."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player's claim about the disputed turn: a text key, or own words; it replaces the last one."""

    side: Side
    claim: str
    at_s: float


@dataclass(frozen=True, slots=True)
class LeftToDirector:
    """The players keep the disputed turn for the director and continue with the record."""

    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class RollEntered:
    """By touch: this is the roll of the side to act, in place of one that was seen otherwise or not at all."""

    first: int
    second: int
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PlayEntered:
    """By touch: the standing roll was played so (standard notation), and the turn is over."""

    play: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PlayPrepared:
    """By touch: the drawn board holds this play of the current roll (standard notation; None: no whole play).

    Without a camera the button ends the turn with it.
    """

    play: str | None
    at_s: float


@dataclass(frozen=True, slots=True)
class PositionSet:
    """By touch: so the checkers lie (Position ID, ``on_roll`` to act), whatever is on record."""

    position: str
    on_roll: Side
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """By touch: the record of a roll of this game is wrong.

    ``turn``: number of the roll in the game, from 1.  ``dice`` or ``play``: the correction.
    """

    turn: int
    at_s: float
    dice: tuple[int, int] | None = None
    play: str | None = None
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class CubeActed:
    """By touch: a side doubles, takes, drops, or doubles back."""

    act: Act
    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class Resigned:
    """By touch: a side offers to lose the game; the other side answers."""

    side: Side
    result: Result
    at_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """By touch: both agree that the game is over, and how."""

    winner: Side
    result: Result
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PutBackAsked:
    """By touch: the board was disturbed and is to be restored.

    ``seen``: no person asked; a look differs from the record of a resumed match.
    """

    at_s: float
    by: Side | None = None
    seen: bool = False


@dataclass(frozen=True, slots=True)
class RulingAsked:
    """By touch: was the last play legal?"""

    at_s: float


@dataclass(frozen=True, slots=True)
class Condoned:
    """By touch of the opponent: the illegal play stands."""

    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class NextGame:
    """By touch: the result is right."""

    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Awarded:
    """The director gives a side the game, with so many points, or the match.

    ``winner``: None in draughts for a drawn game.  ``points``: 0 = the match; a game of draughts has fixed points.
    """

    winner: Side | None
    points: int
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class TimeAdjusted:
    """The director gives a player so many seconds, or takes them where they are negative."""

    player: Side
    seconds: float
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class Directed:
    """Behind the director's PIN: the director does this, or with an :class:`Answered` decides what is asked."""

    act: Event
    at_s: float


# --- at a draughts board, besides what happens at any board -------------------------------------


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """By touch: the side to move plays this move (``c3-d4``, ``c3xe5xg3``), and the turn is over."""

    move: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class MoveEdited:
    """By touch: the move with this number of the game (from 0) was another one; what follows is played again."""

    number: int
    move: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PositionEntered:
    """By touch: the pieces lie so (FEN, with the side to move), whatever is on record."""

    fen: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """By touch: a side offers a draw; the other side answers, or declines by its next move."""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class GameResigned:
    """By touch: a side gives the game up."""

    side: Side
    at_s: float


class LayerEvent:
    """An event that only a layer knows, see :class:`companion.match.any_session.Layer`; the match lets it pass."""

    __slots__ = ()
    at_s: float


class LayerEffect:
    """Base of what a layer round the match asks for, see :class:`companion.match.any_session.Layer`."""

    __slots__ = ()


Event: TypeAlias = (
    BoardSeen | ButtonPressed | Ticked | UndoAsked | ChangeUndone | Answered | CameraLost | CameraBack | FramesEnded
    | Paused | Resumed | TakenUp | Disputed | Claimed | LeftToDirector | PutBackAsked | NextGame | Awarded
    | TimeAdjusted | Directed | LayerEvent | DiceRolled | RollEntered | PlayEntered | PlayPrepared | PositionSet
    | Edited | CubeActed | Resigned | Ended | RulingAsked | Condoned | MoveEntered | MoveEdited | PositionEntered
    | DrawOffered | GameResigned
)  # fmt: skip
"""Whatever happens at a table; what another game is about is answered as what cannot be done now."""
