"""The commands of the lab, each in a module as in :mod:`companion.commands`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "simulate": "matches of scripted people through the real session; ends with 1 where a figure is missed",
        "bench": "figures with their limits; ends with 1 where one misses its limit",
    }
)
"""Each command and what it does, in the order of the help page."""
