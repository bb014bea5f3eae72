"""The choices of a table about dice and turns: whose rolls count, and what ends a turn."""

from __future__ import annotations

from enum import Enum


class EndOfTurn(Enum):
    """The event that ends a turn, so that it is judged."""

    STILL = "still"  # a still look without a hand: for pictures that somebody chose to take
    LIFTED = "lifted"  # the dice taken up, or the opponent's roll; of a roll that nobody saw, the button
    BUTTON = "button"  # button or clock, with the dice left on the board


class DiceSource(Enum):
    """The source of valid rolls: the camera, the button, or whichever comes first."""

    CAMERA = "camera"
    ELECTRONIC = "electronic"
    BOTH = "both"

    @property
    def seen(self) -> bool:
        return self is not DiceSource.ELECTRONIC

    @property
    def electronic(self) -> bool:
        return self is not DiceSource.CAMERA
