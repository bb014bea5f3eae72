"""The limits of numeric settings, for the settings file, the command line, a match code and the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

LONGEST_TEXT: Final = 1000
"""The greatest length of a text, in characters: that of a whole match code."""
MOST: Final = 1_000_000.0
"""More than any number in a settings file; neither infinity nor NaN is within."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``step``: the usual difference on the screen, None if it follows from the number itself.

    ``expected``: in words, if more than a number between these two is required.
    """

    least: float = 0.0
    most: float = MOST
    step: float | None = None
    expected: str = ""

    def hold(self, number: float) -> bool:
        """Return whether a number is within the limits."""
        return self.least <= number <= self.most

    def text(self) -> str:
        """Return what was expected, as part of a sentence.

        >>> Limits().text()
        'a number from 0 to 1,000,000'
        """
        if self.expected:
            return self.expected
        least, most = (f"{end:,.0f}" if end == int(end) else f"{end:g}" for end in (self.least, self.most))
        return f"a number from {least} to {most}"


GPIO: Final = range(2, 28)
"""The pins of the header that are free; 0 and 1 are kept for the name of an extension board."""
_PIN: Final = Limits(0, GPIO[-1], 1, f"the number of a free pin, {GPIO[0]} to {GPIO[-1]}, or 0 = none")
_LIMITS: Final[Mapping[str, Limits]] = MappingProxyType(
    {
        "match.length": Limits(0, 64, 1),  # the longest match of GNU Backgammon (MAXSCORE of its eval.h)
        "match.minutes": Limits(1, 180, 1),
        "match.increment_s": Limits(0, 60, 1),
        "table.idle_s": Limits(0, 3600, 60),
        "camera.rate": Limits(1, 120),  # the Pi's camera 3 takes no more pictures a second
        "button.pin": _PIN,
        "button.second_pin": _PIN,
        "lamps.pin": _PIN,
        "lamps.second_pin": _PIN,
        "buzzer.pin": _PIN,
        "sound.volume": Limits(0, 1, 0.1),
        "sound.speed": Limits(80, 450, 10, "words a minute, 80 to 450"),  # what espeak-ng can do, as its manual says
        "light.help": Limits(0, 4, 1),
        "dark.help": Limits(0, 4, 1),
        "screen.entry_hints": Limits(0, 9, 1),
        "live.port": Limits(1024, 65535, 1),  # below, only root may open one
        "live.delay_turns": Limits(0, 50, 1),
        "live.delay_minutes": Limits(0, 120, 1),
        "broker.port": Limits(0, 65535, 1),
        "coach.threshold": Limits(0, 3, 0.05),  # a backgammon, in points
    }
)


def limits_of(key: str) -> Limits:
    """Return the limits of a setting such as ``match.length``."""
    return _LIMITS.get(key, Limits())
