"""Lists every setting as an entry: its key, its value, its allowed values, and when a change takes effect."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from companion.settings.limits import limits_of
from companion.settings.tree import Settings, written

FILE_ONLY: Final = frozenset({"broker"})
"""Groups for a person who knows their network, in the file and not on the screen: nobody at the table sees them."""


class Holds(Enum):
    """When a change takes effect."""

    AT_ONCE = "at-once"
    NEXT_MATCH = "next-match"
    NEXT_START = "next-start"


@dataclass(frozen=True, slots=True)
class SettingEntry:
    """One setting.

    ``kind``: bool, int, float, str, Path or an Enum.  ``value``, ``delivered`` (the default): as a settings file has
    them.  ``choices``: of an Enum.  ``least``, ``most``, ``step``: of a number, ``step`` the usual difference.
    """

    key: str
    kind: type
    value: object
    delivered: object
    choices: tuple[str, ...]
    least: float
    most: float
    step: float
    holds: Holds

    @property
    def group(self) -> str:
        """The table of the settings file, empty for a key outside any table."""
        return self.key.rpartition(".")[0]

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the default."""
        return self.value != self.delivered


def entries(settings: Settings) -> tuple[SettingEntry, ...]:
    """Return all settings in the order of the file."""
    delivered = Settings()
    return tuple(_entry(settings, delivered, key, kind) for key, kind in _keys())


@cache
def _keys() -> tuple[tuple[str, Any], ...]:
    return tuple(_leaves(Settings, ""))


def _leaves(tree: type, prefix: str) -> Iterator[tuple[str, Any]]:
    for name, kind in get_type_hints(tree).items():
        if is_dataclass(kind) and isinstance(kind, type):
            yield from _leaves(kind, f"{prefix}{name}.")
        else:
            yield prefix + name, kind


def _entry(settings: Settings, delivered: Settings, key: str, kind: Any) -> SettingEntry:
    usual = written(delivered, key)
    limits = limits_of(key)
    return SettingEntry(
        key=key,
        kind=kind,
        value=written(settings, key),
        delivered=usual,
        choices=tuple(member.value for member in kind) if issubclass(kind, Enum) else (),
        least=limits.least,
        most=limits.most,
        step=_step(usual) if limits.step is None else limits.step,
        holds=_holds(key),
    )


def _step(usual: object) -> float:
    """The power of ten at or below a number: 0.04 changes in steps of 0.01."""
    if isinstance(usual, bool) or not isinstance(usual, int | float) or usual <= 0:
        return 1.0
    return float(10 ** math.floor(math.log10(usual)))


def _holds(key: str) -> Holds:
    group = key.partition(".")[0]
    return _KEYS.get(key, _GROUPS.get(group, Holds.NEXT_START))


_GROUPS: Final[Mapping[str, Holds]] = MappingProxyType(
    {
        "match": Holds.NEXT_MATCH,
        "table": Holds.NEXT_MATCH,
        "sound": Holds.AT_ONCE,
        "screen": Holds.AT_ONCE,
        "light": Holds.AT_ONCE,
        "dark": Holds.AT_ONCE,
        "director": Holds.AT_ONCE,
        "live": Holds.AT_ONCE,
    }
)
_KEYS: Final[Mapping[str, Holds]] = MappingProxyType(
    {
        "screen.fullscreen": Holds.NEXT_START,
        "screen.first_steps": Holds.NEXT_START,
        "pictures.keep": Holds.NEXT_MATCH,
        **{f"{side}.{key}": Holds.NEXT_MATCH for side in ("light", "dark") for key in ("help", "words", "guard")},
        "coach.speaks": Holds.NEXT_MATCH,
        "coach.threshold": Holds.NEXT_MATCH,
        "coach.pips": Holds.NEXT_MATCH,
    }
)
