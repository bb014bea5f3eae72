"""What can happen to a session, and what a session writes down: frozen values only.

Threads post events to the inbox; ``session.step`` is the only reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from companion.games.rules import Side
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A still, clear or covered, look at the board.  ``frame``: number of the picture in its sequence."""

    observation: Observation
    frame: int
    at_s: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    at_s: float


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The electronic dice have fallen; drawn before it is posted, shown only once it is on disk."""

    first: int
    second: int
    at_s: float


@dataclass(frozen=True, slots=True)
class UndoAsked:
    at_s: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A person's answer to the standing question: the index of the choice."""

    choice: int
    at_s: float


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


Event: TypeAlias = BoardSeen | ButtonPressed | DiceRolled | UndoAsked | Answered | CameraLost | CameraBack | FramesEnded


class Kind(Enum):
    """The kinds of entries in a match's journal."""

    CALIBRATED = "calibrated"
    START = "start"
    ROLL = "roll"
    PLAY = "play"
    ILLEGAL = "illegal"
    CORRECTED = "corrected"
    STOOD = "stood"
    ASKED = "asked"
    ANSWERED = "answered"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"
    UNDO = "undo"
    EDIT = "edit"
    PREMATURE = "premature"
    COCKED = "cocked"
    HAND = "hand"
    UNSEEN = "unseen"
    CAMERA_LOST = "camera_lost"
    CAMERA_BACK = "camera_back"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: something that happened and that must never be lost.

    ``n``: running number from 1.  ``t``: seconds since the start of the sequence or session.
    ``frame``: number of the picture it was seen in, None where no picture was involved.
    ``play``: in standard notation.  ``position``: Position ID after the event, next to act on roll.
    ``margin``: difference of log-likelihood to the runner-up.  ``details``: what the fixed fields
    have no place for (points of a reason, choices of a question, a value of the cube).
    """

    n: int
    t: float
    event: Kind
    frame: int | None = None
    side: Side | None = None
    dice: tuple[int, int] | None = None
    play: str | None = None
    position: str | None = None
    reason: str | None = None
    confidence: float | None = None
    margin: float | None = None
    latency_ms: float | None = None
    details: Mapping[str, object] | None = None
