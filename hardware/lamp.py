"""A lamp at a player's chair: a light-emitting diode with its resistor, between a pin and ground."""

from __future__ import annotations

from typing import Final, Self

import gpiozero

from hardware import gpio

BLINK_S: Final = 0.25
"""Half a blink: two a second are seen from the corner of the eye, and are far from what harms (3 to 30 a second)."""


class Lamp:
    """One lamp, as a context manager; ``close`` puts it out and may be called twice.

    Blinking goes on by itself, on a thread of the pin library.  Raises :class:`GpioError` where the
    pin cannot be used.
    """

    def __init__(self, pin: int) -> None:
        self._led: Final = gpio.claimed("lamp", pin, gpiozero.LED)
        self._attempt: Final = gpio.Attempt(f"the lamp on GPIO {pin}")

    def on(self) -> None:
        self._attempt(self._led.on)

    def off(self) -> None:
        self._attempt(self._led.off)

    def blink(self) -> None:
        """Blink until the next call."""
        self._attempt(self._led.blink, on_time=BLINK_S, off_time=BLINK_S)

    def close(self) -> None:
        if not self._led.closed:
            self._attempt(self._led.off)  # on some boards a pin that is let go keeps its level
            self._attempt(self._led.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()


def open_lamp(pin: int) -> Lamp | None:
    """The lamp on ``pin`` (BCM number, 0 = none), or None after one line in the log where there is no usable GPIO."""
    return gpio.opened(pin, Lamp, "the screen shows whose turn it is")
