"""The dice statistics of a session: the rolls of each player, and what is usual for that many rolls.

All ranges are computed from the exact distributions: the binomial one for counts, the sum of all rolls for pips.
Opening rolls are left out: they are never doubles, so they are no fair sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from typing import Final

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.record.dice_log import chance_of, usual_range
from companion.record.match import Match, Roll

CENTRAL: Final = 0.9
"""The share of sessions that are called usual: one of twenty is above it, and one below."""
RARE: Final = ((999, 1000), (99, 100), (19, 20))
"""The steps of rarity, in words: more than in 19 of 20 sessions."""
_NEGLIGIBLE: Final = 1e-13


class StatisticKind(Enum):
    """The things that are counted."""

    PIPS = "pips"
    DOUBLES = "doubles"
    SIXES = "sixes"
    SIX_FIVES = "six-fives"


@dataclass(frozen=True, slots=True)
class RollCount:
    """One count: ``got``, and the range that holds it in 18 of 20 sessions of fair dice.

    Pips are given as the mean of a roll.  ``rare``: it exceeds so many of so many sessions, None if it is usual;
    ``more``: it is higher than in those, else lower.
    """

    what: StatisticKind
    got: float
    usual: tuple[float, float]
    rare: tuple[int, int] | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class DiceStatistics:
    """The rolls of one player: their number and the counts, empty if there were none."""

    name: str
    rolls: int
    tallies: tuple[RollCount, ...] = ()


def dice_statistics_of(name: str, matches: Iterable[Match]) -> DiceStatistics:
    """Return all rolls of a player in these matches, on either side."""
    rolls = [roll for match in matches for roll in _rolls(name, match)]
    return DiceStatistics(name, len(rolls), tuple(_tallies(rolls)) if rolls else ())


def _rolls(name: str, match: Match) -> Iterator[Dice]:
    sides = {side for side, player in zip(Side, match.names, strict=True) if player == name}
    for game in match.games:
        rolls = [action for action in game.actions if isinstance(action, Roll)]
        yield from (roll.dice for roll in rolls[1:] if roll.side in sides)


def _tallies(rolls: Sequence[Dice]) -> Iterator[RollCount]:
    yield _pips(rolls)
    doubles = sum(roll.first == roll.second for roll in rolls)
    sixes = sum((roll.first == 6) + (roll.second == 6) for roll in rolls)
    six_fives = sum({roll.first, roll.second} == {5, 6} for roll in rolls)
    yield _counted(StatisticKind.DOUBLES, doubles, len(rolls), Fraction(1, 6))
    yield _counted(StatisticKind.SIXES, sixes, 2 * len(rolls), Fraction(1, 6))
    yield _counted(StatisticKind.SIX_FIVES, six_fives, len(rolls), Fraction(1, 18))


def _counted(what: StatisticKind, got: int, of: int, chance: Fraction) -> RollCount:
    below = sum(chance_of(k, of, chance) for k in range(got))
    above = 1 - below - chance_of(got, of, chance)
    return RollCount(what, got, usual_range(of, chance, central=CENTRAL), *_rarity(below, above))


def _rarity(below: float, above: float) -> tuple[tuple[int, int] | None, bool]:
    """The rarity of a count, from the share of sessions with less and the share with more."""
    more = below > above
    share = max(below, above)
    return next((rare for rare in RARE if share >= Fraction(*rare)), None), more


# --- pips ----------------------------------------------------------------------------------------


def pips(roll: Dice) -> int:
    """Return the pips of a roll: a double counts four times."""
    return 2 * (roll.first + roll.second) if roll.first == roll.second else roll.first + roll.second


def _pips(rolls: Sequence[Dice]) -> RollCount:
    got, of = sum(pips(roll) for roll in rolls), len(rolls)
    lowest, chances = _sum_of(of)
    below = sum(chance for total, chance in enumerate(chances, start=lowest) if total < got)
    above = sum(chance for total, chance in enumerate(chances, start=lowest) if total > got)
    tail = (1 - CENTRAL) / 2
    shares = list(accumulate(chances))
    low = lowest + next(k for k, share in enumerate(shares) if share > tail)
    high = lowest + next((k for k, share in enumerate(shares) if share >= 1 - tail), len(shares) - 1)
    return RollCount(StatisticKind.PIPS, got / of, (low / of, high / of), *_rarity(below, above))


_Chances = tuple[int, tuple[float, ...]]
"""The lowest total, and the probabilities of it and each following total."""


@lru_cache(maxsize=64)
def _sum_of(rolls: int) -> _Chances:
    """The distribution of the pips of this many rolls, convolved from those of half as many."""
    if rolls == 1:
        return _one_roll()
    half = _sum_of(rolls // 2)
    both = _together(half, half)
    return _together(both, _one_roll()) if rolls % 2 else both


def _one_roll() -> _Chances:
    totals = [pips(Dice(*faces)) for faces in product(range(1, 7), repeat=2)]
    lowest = min(totals)
    return lowest, tuple(totals.count(total) / len(totals) for total in range(lowest, max(totals) + 1))


def _together(one: _Chances, other: _Chances) -> _Chances:
    (first, chances), (second, others) = one, other
    sums = [0.0] * (len(chances) + len(others) - 1)
    for place, chance in enumerate(chances):
        if chance:
            for at, factor in enumerate(others, start=place):
                sums[at] += chance * factor
    return _trimmed(first + second, sums)


def _trimmed(lowest: int, chances: list[float]) -> _Chances:
    """The distribution without its negligible ends, which would make long sums slow."""
    begin = next(k for k, chance in enumerate(chances) if chance > _NEGLIGIBLE)
    end = next(k for k in range(len(chances), 0, -1) if chances[k - 1] > _NEGLIGIBLE)
    return lowest + begin, tuple(chances[begin:end])
