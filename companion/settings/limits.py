"""Between which numbers a setting may lie, in the settings file, on the command line, in a code and on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

LONGEST_TEXT: Final = 1000
"""Letters of a text, which is as long as a whole code that sets up a match may be."""
MOST: Final = 1_000_000.0
"""More than any number in a settings file; neither infinity nor what is no number lies within."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``step``: the usual difference on the screen, None where it follows from the number itself.

    ``expected``: in words, where that is more than a number between these two.
    """

    least: float = 0.0
    most: float = MOST
    step: float | None = None
    expected: str = ""

    def hold(self, number: float) -> bool:
        """Whether a number lies within."""
        return self.least <= number <= self.most

    def text(self) -> str:
        """What was expected, as a sentence has it.

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
        "match.length": Limits(0, 64, 1),  # GNU Backgammon plays no longer match (MAXSCORE of its eval.h)
        "table.idle_s": Limits(0, 3600, 60),
        "table.looks_before_asking": Limits(1, 20, 1),
        "table.same_place": Limits(0, 1),  # a share of the field
        "referee.least_seen": Limits(0, 24, 1),
        "camera.rate": Limits(1, 120),  # the Pi's camera 3 gives no more pictures a second
        "button.pin": _PIN,
        "button.second_pin": _PIN,
        "lamps.pin": _PIN,
        "lamps.second_pin": _PIN,
        "buzzer.pin": _PIN,
        "sound.volume": Limits(0, 1, 0.1),
        "sound.speed": Limits(80, 450, 10, "words a minute, 80 to 450"),  # what espeak-ng can do, as its manual says
        "light.help": Limits(0, 4, 1),
        "dark.help": Limits(0, 4, 1),
        "coach.threshold": Limits(0, 3, 0.05),  # a backgammon, in points
    }
)


def limits_of(key: str) -> Limits:
    """Those of a setting such as ``match.length``."""
    return _LIMITS.get(key, Limits())
