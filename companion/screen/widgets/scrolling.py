"""How what is longer than its place moves on after a finger, and springs back at its ends."""

from __future__ import annotations

from typing import Final

from kivy.effects.dampedscroll import DampedScrollEffect

_LONGEST_FRAME_S: Final = 0.05
"""The spring's steps are good for so long; with longer ones it swings farther each time, and all flies out of sight."""


class Spring(DampedScrollEffect):  # type: ignore[misc]
    """Kivy's spring, which a frame that takes long does not throw off."""

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, _LONGEST_FRAME_S))
