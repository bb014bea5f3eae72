"""The scrolling of long lists: they move on after a finger, and spring back at their ends."""

from __future__ import annotations

from typing import Final

from kivy.effects.dampedscroll import DampedScrollEffect

_LONGEST_FRAME_S: Final = 0.05
"""The longest step for which the spring is stable; with longer ones it swings farther each time."""


class ScrollSpring(DampedScrollEffect):  # type: ignore[misc]
    """Kivy's spring, kept stable through a long frame."""

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, _LONGEST_FRAME_S))
