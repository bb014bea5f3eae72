"""An active buzzer, which sounds as long as its pin is high: for warnings only."""

from __future__ import annotations

from typing import Final, Self

import gpiozero

from hardware import gpio

BEEPS: Final = 3
BEEP_S: Final = 0.15
PAUSE_S: Final = 0.1


class Buzzer:
    """One buzzer, as a context manager; ``close`` may be called twice.

    Raises :class:`GpioError` where the pin cannot be used.
    """

    def __init__(self, pin: int) -> None:
        self._buzzer: Final = gpio.claimed("buzzer", pin, gpiozero.Buzzer)
        self._attempt: Final = gpio.Attempt(f"the buzzer on GPIO {pin}")

    def buzz(self) -> None:
        """A few short beeps, on a thread of the pin library; those that still sound begin again."""
        self._attempt(self._buzzer.beep, on_time=BEEP_S, off_time=PAUSE_S, n=BEEPS)

    def silence(self) -> None:
        self._attempt(self._buzzer.off)

    def close(self) -> None:
        if not self._buzzer.closed:
            self._attempt(self._buzzer.off)  # on some boards a pin that is let go keeps its level
            self._attempt(self._buzzer.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()


def open_buzzer(pin: int) -> Buzzer | None:
    """The buzzer on ``pin`` (BCM number, 0 = none), or None after one line in the log where there is no usable GPIO."""
    return gpio.opened(pin, Buzzer, "the screen shows warnings")
