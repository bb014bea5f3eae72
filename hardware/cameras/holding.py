"""Decides when a live camera's exposure, white balance and focus are held, and when it may choose again."""

from __future__ import annotations

import logging
from typing import Final

from hardware.cameras.frame import Frame
from hardware.cameras.live import Live

log = logging.getLogger(__name__)

CHOSEN_S: Final = 3.0
"""A camera that was opened, or whose light has changed, has chosen its exposure and focus after so long."""
_OTHER_LIGHT: Final = 0.3
"""By so much of its lightness the whole picture has to change before a held exposure is chosen again ..."""
_OTHER_LIGHT_S: Final = 5.0
"""... and for so long: a hand or a sleeve is gone by then."""


class Holder:
    """Holds exposure, white balance and focus of a live camera once the board is known.

    Colours that were learned stay what they are then, and nothing seems to move when the camera thinks
    again.  When the light in the room has become another one the camera may choose once more.
    """

    def __init__(self, camera: Live) -> None:
        self._camera: Final = camera
        self._free_since_s: float | None = None
        self._lightness: float | None = None
        self._other_since_s: float | None = None

    def see(self, frame: Frame, *, known: bool) -> None:
        """Take a still frame.  ``known``: the board has been learned."""
        now_s = frame.seen_at_s
        if not self._camera.held:
            self._lightness = None
            if self._free_since_s is None:
                self._free_since_s = now_s
            self._camera.hold(known and now_s - self._free_since_s >= CHOSEN_S)
            return
        self._free_since_s = None
        lightness = float(frame.glance().mean())
        if self._lightness is None:
            self._lightness = lightness
        if abs(lightness - self._lightness) <= _OTHER_LIGHT * self._lightness:
            self._other_since_s = None
        elif self._other_since_s is None:
            self._other_since_s = now_s
        elif now_s - self._other_since_s >= _OTHER_LIGHT_S:
            self._other_since_s = None
            log.info("the light has changed: the camera chooses its exposure anew")
            self._camera.hold(False)
