"""What people choose of dice and turns at their table: whose rolls count, and what ends a turn."""

from __future__ import annotations

from enum import Enum


class EndOfTurn(Enum):
    """What ends a turn, so that it is judged."""

    STILL = "still"  # a still look without a hand: for pictures that somebody chose to take
    LIFTED = "lifted"  # the dice taken up, or the opponent's roll; of a roll that nobody saw, the button
    BUTTON = "button"  # button or clock, the dice lying where they lie


class DiceSource(Enum):
    """Whose rolls count: those the camera sees, those of the button, or of either, whichever comes first."""

    CAMERA = "camera"
    ELECTRONIC = "electronic"
    BOTH = "both"

    @property
    def seen(self) -> bool:
        return self is not DiceSource.ELECTRONIC

    @property
    def electronic(self) -> bool:
        return self is not DiceSource.CAMERA
