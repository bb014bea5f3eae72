"""The log of electronic rolls: counts each number, and compares with the usual range of fair dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement
from typing import Final

from companion.texts import many

CENTRAL: Final = 0.99
_FACES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")


@dataclass(frozen=True, slots=True)
class Draw:
    """An electronic roll as it was drawn.

    ``drawn``: ISO 8601 with the offset from UTC.  ``first`` and ``second``: the numbers in the order drawn.
    ``entry_n``: the entry of its match that used it, None until then.  ``turn``: the number of that roll in the
    match, from 1; None if it is no roll.  ``recorded``: the dice of that entry, None if it has none.
    """

    id: int
    drawn: str
    match_id: int
    first: int
    second: int
    entry_n: int | None = None
    turn: int | None = None
    recorded: tuple[int, int] | None = None

    @property
    def numbers(self) -> tuple[int, int]:
        return self.first, self.second

    @property
    def is_kept(self) -> bool:
        """Whether the record has the roll that was drawn, if it has one."""
        return self.recorded is None or sorted(self.recorded) == sorted(self.numbers)


@dataclass(frozen=True, slots=True)
class Count:
    """A count; ``usual``: the range within which fair dice keep it in 99 of 100 such logs."""

    name: str
    count: int
    of: int
    usual: tuple[int, int]

    @property
    def is_usual(self) -> bool:
        return self.usual[0] <= self.count <= self.usual[1]

    def text(self) -> str:
        """Return the count in plain words.

        >>> Count("sixes", 57, 300, (34, 67)).text()
        'sixes: 57 of 300, usual 34 to 67'
        """
        low, high = self.usual
        note = "" if self.is_usual else "  (unusual)"
        return f"{self.name}: {self.count} of {self.of}, usual {low} to {high}{note}"


def usual_range(of: int, chance: Fraction, *, central: float = CENTRAL) -> tuple[int, int]:
    """Return the range of counts of the middle 99 % of fair logs: ``of`` trials of this chance each.

    ``central``: another share than 99 %.

    Computed from the exact binomial distribution, term by term, not from the normal approximation.

    >>> usual_range(300, Fraction(1, 6))
    (34, 67)
    """
    tail = (1 - central) / 2
    below = list(accumulate(chance_of(k, of, chance) for k in range(of + 1)))
    low = next(k for k, total in enumerate(below) if total > tail)
    high = next((k for k, total in enumerate(below) if total >= 1 - tail), of)
    return low, high


def chance_of(k: int, of: int, chance: Fraction) -> float:
    """Return the probability of exactly ``k`` successes in this many trials of this chance."""
    p = float(chance)
    ways = math.lgamma(of + 1) - math.lgamma(k + 1) - math.lgamma(of - k + 1)
    return math.exp(ways + k * math.log(p) + (of - k) * math.log1p(-p))


def counted(draws: Sequence[Draw]) -> tuple[Count, ...]:
    """Return the counts of faces, doubles, sums and each of the 21 rolls."""
    return (*_faces(draws), _doubles(draws), *_sums(draws), *_rolls(draws))


def _faces(draws: Sequence[Draw]) -> Iterator[Count]:
    seen = Counter(number for draw in draws for number in draw.numbers)
    usual = usual_range(2 * len(draws), Fraction(1, 6))
    for face, name in enumerate(_FACES, start=1):
        yield Count(name, seen[face], 2 * len(draws), usual)


def _doubles(draws: Sequence[Draw]) -> Count:
    seen = sum(draw.first == draw.second for draw in draws)
    return Count("doubles", seen, len(draws), usual_range(len(draws), Fraction(1, 6)))


def _sums(draws: Sequence[Draw]) -> Iterator[Count]:
    seen = Counter(sum(draw.numbers) for draw in draws)
    for total in range(2, 13):
        chance = Fraction(6 - abs(7 - total), 36)
        yield Count(f"sum {total}", seen[total], len(draws), usual_range(len(draws), chance))


def _rolls(draws: Sequence[Draw]) -> Iterator[Count]:
    seen = Counter((max(draw.numbers), min(draw.numbers)) for draw in draws)
    ranges = {chance: usual_range(len(draws), chance) for chance in (Fraction(1, 36), Fraction(1, 18))}
    for low, high in combinations_with_replacement(range(1, 7), 2):
        chance = Fraction(1, 36) if low == high else Fraction(1, 18)
        yield Count(f"roll {high}{low}", seen[high, low], len(draws), ranges[chance])


def verdict(draws: Sequence[Draw], counts: Sequence[Count]) -> str:
    """Return one line on the whole log."""
    changed = [draw for draw in draws if not draw.is_kept]
    if changed:
        places = ", ".join(f"match {draw.match_id} turn {draw.turn}" for draw in changed[:3])
        return f"{many(len(changed), 'roll')} on record is not the one that was drawn: {places}"
    if not draws:
        return "no electronic roll was drawn"
    return _of_counts(counts)


def _of_counts(counts: Sequence[Count]) -> str:
    unusual = [count.name for count in counts if not count.is_usual]
    # Of this many counts a few are outside by chance, each with a probability of one in a hundred.
    _, most = usual_range(len(counts), Fraction(1, 100))
    if not unusual:
        return f"as fair dice fall: all {len(counts)} counts are usual"
    counted = f"{len(unusual)} of {len(counts)} counts unusual ({', '.join(unusual)}), with fair dice up to {most} are"
    return f"as fair dice fall: {counted}" if len(unusual) <= most else f"not as fair dice fall: {counted}"


def never_used(draws: Iterable[Draw]) -> tuple[Draw, ...]:
    """Return the draws that are in no record."""
    return tuple(draw for draw in draws if draw.entry_n is None)
