"""The push button between a pin and ground."""

from __future__ import annotations

import logging
import math
import os
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import gpiozero
from gpiozero.exc import PinFactoryFallback

from hardware.errors import GpioError

log = logging.getLogger(__name__)

SETTLE_S: Final = 0.03
"""How long a contact has to lie still before the next press counts; common switches bounce for under 10 ms."""


@dataclass(slots=True)
class Debounce:
    """Turns the edges of a bouncing contact into presses.

    The first closing counts at once, so a press is never late.  It counts only if the contact had
    not changed for ``settle_s`` before: whatever follows sooner, after a closing or an opening, is
    the same movement of the hand.
    """

    settle_s: float = SETTLE_S
    _changed_at_s: float = -math.inf

    def closed(self, at_s: float) -> bool:
        """The contact has closed; True if that is a new press."""
        settled = at_s - self._changed_at_s >= self.settle_s
        self._changed_at_s = at_s
        return settled

    def opened(self, at_s: float) -> None:
        """The contact has opened."""
        self._changed_at_s = at_s


class PushButton:
    """One button on one pin, as a context manager; ``close`` may be called twice.

    ``on_press(at_s)`` is called once for each press with the ``clock``'s time, on the thread of the
    pin library, so it should do no more than post an event.  Raises :class:`GpioError` where the
    pin cannot be used.
    """

    def __init__(
        self,
        pin: int,
        on_press: Callable[[float], None],
        *,
        settle_s: float = SETTLE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._debounce = Debounce(settle_s)
        self._on_press = on_press
        self._clock = clock
        self._button = _claimed(pin)
        self._button.when_pressed = self._closed
        self._button.when_released = self._opened

    def _closed(self) -> None:
        at_s = self._clock()
        if self._debounce.closed(at_s):
            self._on_press(at_s)

    def _opened(self) -> None:
        self._debounce.opened(self._clock())

    def close(self) -> None:
        self._button.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()


def open_button(
    pin: int,
    on_press: Callable[[float], None],
    *,
    settle_s: float = SETTLE_S,
    clock: Callable[[], float] = time.monotonic,
) -> PushButton | None:
    """The button on ``pin`` (BCM number), or None after one line in the log where there is no usable GPIO."""
    try:
        return PushButton(pin, on_press, settle_s=settle_s, clock=clock)
    except GpioError as error:
        log.warning("%s; the screen's buttons do the same", error)
        return None


def _claimed(pin: int) -> gpiozero.Button:
    """The pin as an input with its pull-up on; no bounce time, since mock pins would ignore it."""
    _keep_fifo_out_of_working_directory()
    try:
        with warnings.catch_warnings():
            # Each pin library that is not installed would be one more paragraph about one missing button.
            warnings.simplefilter("ignore", PinFactoryFallback)
            return gpiozero.Button(pin, pull_up=True, bounce_time=None)
    except Exception as error:  # the pin libraries under gpiozero raise bare exceptions of their own
        raise GpioError(f"no button on GPIO {pin}: {error} ({type(error).__name__})") from error


def _keep_fifo_out_of_working_directory() -> None:
    """``import lgpio`` drops a FIFO in the working directory unless ``LG_WD`` names another one."""
    if "LG_WD" not in os.environ:
        folder = Path(tempfile.gettempdir()) / f"companion-gpio-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ["LG_WD"] = str(folder)
