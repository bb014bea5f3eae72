"""The errors of a player over the analysed matches: rates, trend, and the commonest kinds.

Only figures of the same engine at the same depth are comparable: those of most analysed matches count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.coach.analysis_sums import ErrorKind, SummedUp
from companion.coach.error_rates import ErrorRate, Trend, error_rate, trend
from companion.games.rules import Side
from companion.record.players import PlayerRecord, PlayersMatch

_ENOUGH: Final = 30
"""Decisions in a match that is called the best or the worst."""


@dataclass(frozen=True, slots=True)
class KindCount:
    """The number of errors of a kind, and their total loss in points of equity."""

    kind: ErrorKind
    errors: int
    lost: float


@dataclass(frozen=True, slots=True)
class PlayerErrors:
    """The errors of a player as one engine at one depth judges them.

    ``rate``: over all matches; ``matches``: in each, by its number, the first match first.  ``kinds``: the costliest
    first.  ``apart``: the number of matches that were analysed by another engine or at another depth only.
    """

    engine: str
    ply: int
    rate: ErrorRate
    matches: Mapping[int, ErrorRate]
    trend: Trend | None
    kinds: tuple[KindCount, ...]
    apart: int = 0

    @property
    def best(self) -> int | None:
        """The number of the match with the lowest rate, None where there are not two long enough to compare."""
        return self._first(by=1)

    @property
    def worst(self) -> int | None:
        return self._first(by=-1)

    def _first(self, *, by: int) -> int | None:
        rates = {number: by * one.rate for number, one in self.matches.items() if one.decisions >= _ENOUGH}
        return min(rates, key=rates.__getitem__) if len(rates) > 1 else None


def player_errors(
    record: PlayerRecord, saved: Mapping[int, Sequence[SummedUp]], helped: Collection[tuple[int, str]] = ()
) -> PlayerErrors | None:
    """Return the errors of a player in the saved analyses, None if there are none.

    A match counts if it is finished, was analysed as recorded, and the coach did not help the player in it: ``helped``
    has the numbers of matches and the sides, as :meth:`companion.record.journal.Journal.helped` answers.
    """
    found = [
        (match, one)
        for match in record.matches
        if match.finished and (match.header.id, match.side.value) not in helped
        for one in _newest_of_each_engine(match, saved.get(match.header.id, ()))
    ]
    if not found:
        return None
    (engine, ply), _ = Counter((one.engine, one.ply) for _, one in found).most_common(1)[0]
    counted = [(match, one) for match, one in found if (one.engine, one.ply) == (engine, ply)]
    losses = {one.number: one.losses[match.side] for match, one in counted}
    rates = {number: rate for number, one in losses.items() if (rate := error_rate([one])) is not None}
    over_all = error_rate(list(losses.values()))
    assert over_all is not None
    return PlayerErrors(
        engine, ply, over_all, rates, trend(list(losses.values())),
        _kinds(one.errors[match.side] for match, one in counted), len({one.number for _, one in found}) - len(counted),
    )  # fmt: skip


def _newest_of_each_engine(match: PlayersMatch, saved: Sequence[SummedUp]) -> Iterator[SummedUp]:
    score = match.score if match.side is Side.LIGHT else match.score[::-1]
    seen = set[tuple[str, int]]()
    for one in saved:
        if one.score == score and one.losses[match.side] and (one.engine, one.ply) not in seen:
            seen.add((one.engine, one.ply))
            yield one


def _kinds(matches: Iterable[Mapping[ErrorKind, tuple[int, float]]]) -> tuple[KindCount, ...]:
    totals: dict[ErrorKind, KindCount] = {}
    for errors in matches:
        for kind, (number, lost) in errors.items():
            before = totals.get(kind, KindCount(kind, 0, 0.0))
            totals[kind] = KindCount(kind, before.errors + number, before.lost + lost)
    return tuple(sorted(totals.values(), key=lambda one: -one.lost))
