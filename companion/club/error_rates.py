"""The error rates of players, from the analyses of their matches.

Only what one engine judged at one depth is comparable: that of most matches counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.club.models import Analysis, Player
from companion.coach.error_rates import ErrorRate, error_rate

_NEWEST: Final = 500
"""Matches of a player: more would hold the page up, and are of long ago."""


@dataclass(frozen=True, slots=True)
class Judged:
    """``rates``: of a player, or of light and dark; None without decisions, and ``with_help`` from the coach.

    ``apart``: matches that were judged by another engine or at another depth, and do not count.
    """

    engine: str
    ply: int
    rates: tuple[ErrorRate | None, ...]
    with_help: tuple[bool, ...] = ()
    apart: int = 0


def rate_of(player: Player) -> Judged | None:
    """Return how many errors a player made in the newest matches, None if none was judged."""
    light, dark = (
        Analysis.objects.filter(**{f"match__result__{side}": player, f"{side}__isnull": False}).values_list(
            "match", "engine", "ply", side
        )
        for side in ("light", "dark")
    )
    found: dict[tuple[str, int], list[Sequence[float]]] = defaultdict(list)
    for _, engine, ply, losses in light.union(dark, all=True).order_by("-match")[:_NEWEST]:
        if losses:
            found[engine, ply].append(losses)
    if not found:
        return None
    (engine, ply), counted = max(found.items(), key=lambda one: len(one[1]))
    return Judged(engine, ply, (error_rate(counted),), apart=sum(map(len, found.values())) - len(counted))


def rates_in(match: int) -> Judged | None:
    """Return the error rates of light and dark in a match, None if it was not judged."""
    analysis = Analysis.objects.filter(pk=match).first()
    if analysis is None:
        return None
    lost = (analysis.light, analysis.dark)
    rates = tuple(error_rate([losses or []]) for losses in lost)
    return Judged(analysis.engine, analysis.ply, rates, tuple(losses is None for losses in lost))
