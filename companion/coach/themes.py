"""The themes of reasons: what a player may look out for next time."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.coach.evaluation import PlayReason

_SIMPLE: Final = ".simple"


class ErrorTheme(Enum):
    """The classes that reasons, and so errors, fall into; a value is the end of its text keys."""

    SAFETY = "safety"  # blots and shots
    HITTING = "hitting"
    POINTS = "points"  # making and keeping them, and bringing up checkers for them
    PRIMING = "priming"  # points in a row before an opposing checker
    ANCHORS = "anchors"  # points in the opponent's home
    BACK = "back"  # moving up the farthest checkers and getting them away
    RACE = "race"
    BEAR_OFF = "bear-off"
    GAMMONS = "gammons"
    CUBE = "cube"
    LOOKING = "looking"  # no fact tells the plays apart, only the evaluation does

    @property
    def advice(self) -> PlayReason:
        """One thing to try next time, as a text."""
        return PlayReason(f"coach.try.{self.value}")


THEMES: Final = MappingProxyType(
    {
        name: theme
        for theme, names in {
            ErrorTheme.SAFETY: ("safe", "shots", "blots", "no-blots"),
            ErrorTheme.HITTING: ("hit", "hit-more", "hit-point", "hit-far", "hit-safe", "hit-shots", "stay-out"),
            ErrorTheme.POINTS: (
                *("make-more", "make-home", "make-point", "cover", "keep", "make-safe", "make-shots"),
                *("closed", "slot", "builder", "in-play", "stack"),
            ),
            ErrorTheme.PRIMING: ("prime", "keep-prime"),
            ErrorTheme.ANCHORS: ("make-anchor", "keep-anchor"),
            ErrorTheme.BACK: ("up", "out", "past", "contact"),
            ErrorTheme.RACE: ("home",),
            ErrorTheme.BEAR_OFF: ("win", "off", "fill"),
            ErrorTheme.GAMMONS: ("gammons", "gammons-saved"),
        }.items()
        for name in names
    }
)
"""The themes of the claims of :mod:`companion.coach.claims` and their pairs, by name."""


def theme_of(reason: PlayReason) -> ErrorTheme:
    """The theme of a reason; ``LOOKING`` if it comes from the evaluation alone."""
    area, _, name = reason.key.removesuffix(_SIMPLE).rpartition(".")
    return ErrorTheme.CUBE if area == "coach.cube" else THEMES.get(name, ErrorTheme.LOOKING)


def theme_named(name: str) -> ErrorTheme | None:
    """A theme by its value, or None: a newer companion may know others."""
    return next((theme for theme in ErrorTheme if theme.value == name), None)


def simply(reason: PlayReason) -> PlayReason:
    """The same in simple words, for children and beginners; every text of the coach's reasons has some."""
    return PlayReason(reason.key.removesuffix(_SIMPLE) + _SIMPLE, reason.values, reason.spots)
