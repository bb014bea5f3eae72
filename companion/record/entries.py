"""The entry, one line of a match's journal, and its kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.rules import Side

RESTORED_TO: Final = "to"
"""The key of the details by which an entry restores the record as it was after the entry of that number."""


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
    RESTORED = "restored"
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
    """One line of the journal: an event that must never be lost.

    ``n``: running number from 1.  ``t``: seconds since the start of the sequence or session.
    ``frame``: number of the picture it was seen in, None if no picture was involved.
    ``play``: in standard notation.  ``position``: Position ID after the event, the side to play next on roll.
    ``margin``: difference of log-likelihood to the runner-up.  ``details``: values without a field of their own
    (points of a reason, choices of a question, a value of the cube).
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


def restored_to(entry: Entry) -> int | None:
    """Return the number of the entry after which everything is as this one restores it, None for any other entry."""
    to = (entry.details or {}).get(RESTORED_TO)
    return to if entry.event is Kind.RESTORED and isinstance(to, int) and to >= 0 else None
