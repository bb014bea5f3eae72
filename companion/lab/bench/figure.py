"""A measured figure, its limit, and how figures are printed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement.

    ``limit``: as printed, such as ``<= 20`` or ``>= 97``; None where there is none yet.
    ``ok``: whether the value keeps to the limit.
    """

    name: str
    value: float
    unit: str
    limit: str | None
    ok: bool

    @classmethod
    def at_most(cls, name: str, value: float, unit: str, limit: float) -> Figure:
        return cls(name, value, unit, f"<= {limit:g}", value <= limit)

    @classmethod
    def at_least(cls, name: str, value: float, unit: str, limit: float) -> Figure:
        return cls(name, value, unit, f">= {limit:g}", value >= limit)

    @classmethod
    def exactly(cls, name: str, value: float, unit: str, limit: float) -> Figure:
        return cls(name, value, unit, f"= {limit:g}", value == limit)

    @classmethod
    def unlimited(cls, name: str, value: float, unit: str) -> Figure:
        """A figure that is only reported."""
        return cls(name, value, unit, None, True)


def as_json(bench: str, figures: Sequence[Figure]) -> str:
    """The figures as one JSON object: ``{"bench", "figures": [{"name", "value", "unit", "limit", "ok"}]}``."""
    rows = [{"name": f.name, "value": round(f.value, 4), "unit": f.unit, "limit": f.limit, "ok": f.ok} for f in figures]
    return json.dumps({"bench": bench, "figures": rows}, ensure_ascii=False)


def from_json(text: str) -> list[Figure]:
    """The figures of what a command printed with ``--json``; raises ValueError where that is something else."""
    try:
        return [
            Figure(str(row["name"]), float(row["value"]), str(row["unit"]), row["limit"], bool(row["ok"]))
            for row in json.loads(text)["figures"]
        ]
    except (KeyError, TypeError) as error:
        raise ValueError("expected an object with figures: name, value, unit, limit, ok") from error


def as_table(figures: Sequence[Figure]) -> str:
    """The figures as lines for a person: name, value, unit, limit, verdict."""
    width = max((len(figure.name) for figure in figures), default=0)
    return "\n".join(
        f"{f.name:<{width}}  {f.value:>12.5g} {f.unit:<8} {f.limit or '':<10} {_verdict(f)}".rstrip() for f in figures
    )


def _verdict(figure: Figure) -> str:
    if figure.limit is None:
        return ""
    return "ok" if figure.ok else "MISSED"
