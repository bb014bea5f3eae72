"""The table of priors: the log-probability of each human action, and its origin."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Prior:
    """A log-probability.

    ``of``: its meaning.  ``count``: cases of trials, ``counted_in`` a source; ``interval``: 95 % of that share.  A
    guess with a count uses another number than the counted one.
    """

    value: float
    origin: Literal["measured", "guess"]
    of: str
    count: tuple[int, int] | None = None
    interval: tuple[float, float] | None = None
    counted_in: str = ""


def priors_of(file: Path) -> Mapping[str, Prior]:
    """The priors of a data file, by name."""
    sections = tomllib.loads(file.read_text(encoding="utf-8")).values()
    return {name: _prior(row) for section in sections for name, row in section.items()}


def _prior(row: Mapping[str, Any]) -> Prior:
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Prior(**plain)
