"""The kinds of entries in a match's journal."""

from __future__ import annotations

from enum import Enum
from typing import Final


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
    DRAW_OFFERED = "draw_offered"
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


SET_UP: Final = frozenset({Kind.CALIBRATED, Kind.START, Kind.NOTE, Kind.HAND, Kind.CAMERA_LOST, Kind.CAMERA_BACK})
"""The kinds of entries that a match may have in which nothing has happened yet: it waits for its first roll."""
