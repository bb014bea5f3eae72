"""The push button between a pin and ground."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

import gpiozero

from hardware import gpio

log = logging.getLogger(__name__)

SETTLE_S: Final = 0.03
"""How long a contact has to be still before the next press counts; common switches bounce for under 10 ms."""
HANGS_S: Final = 30.0
"""No finger stays on a button for this long."""
_HELD_S: Final = 0.25
"""How often a closed contact is looked at; closing the device may wait for so long."""


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
    pin library, so it should do no more than post an event.  A contact that is closed from the start,
    or for ``hangs_s`` seconds, hangs: that is logged, and is no press.  Raises
    :class:`GpioError` if the pin cannot be used.
    """

    def __init__(
        self,
        pin: int,
        on_press: Callable[[float], None],
        *,
        settle_s: float = SETTLE_S,
        hangs_s: float = HANGS_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pin = pin
        self._debounce = Debounce(settle_s)
        self._on_press = on_press
        self._clock = clock
        self._hangs_s = hangs_s
        self._closed_at_s = math.inf
        self._hangs = False
        # No bounce time: mock pins would ignore it, so that nothing could be said of it by a test.
        self._button = gpio.claimed(
            "button", pin, gpiozero.Button, pull_up=True, bounce_time=None, hold_time=_HELD_S, hold_repeat=True
        )
        self._button.when_pressed = self._closed
        self._button.when_released = self._opened
        self._button.when_held = self._held
        if self._button.is_pressed:
            self._tell_that_it_hangs()

    def _closed(self) -> None:
        at_s = self._closed_at_s = self._clock()
        if self._debounce.closed(at_s):
            self._on_press(at_s)

    def _opened(self) -> None:
        self._debounce.opened(self._clock())
        if self._hangs:
            self._hangs = False
            log.info("the button on GPIO %d is free again", self._pin)

    def _held(self) -> None:
        if self._clock() - self._closed_at_s >= self._hangs_s:
            self._tell_that_it_hangs()

    def _tell_that_it_hangs(self) -> None:
        if not self._hangs:
            self._hangs = True
            log.warning("the button on GPIO %d hangs: its contact stays closed; is something lying on it?", self._pin)

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
    """The button on ``pin`` (BCM number, 0 = none), or None after one line in the log where there is no usable GPIO."""
    return gpio.opened(
        pin,
        lambda pin: PushButton(pin, on_press, settle_s=settle_s, clock=clock),
        "the screen's buttons do the same",
    )
