"""Whether a reason is true, told from the two positions alone and by other means than the coach's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from companion.coach.evaluation import Candidate, PlayReason, Ranking
from companion.games.backgammon import STANDARD, Dice, Position, RuleSet, legal_plays
from companion.games.rules import Side


@dataclass(frozen=True)
class Seen:
    """A position as one side sees it: ``own`` and ``their`` map points 1 to 24 to checkers."""

    own: dict[int, int]
    their: dict[int, int]
    bar: int
    their_bar: int
    off: int

    @classmethod
    def of(cls, position: Position, side: Side) -> Seen:
        sign = 1 if side is Side.LIGHT else -1
        points = {k if sign == 1 else 25 - k: sign * n for k, n in enumerate(position.points, start=1)}
        return cls(
            {point: n for point, n in points.items() if n > 0},
            {point: -n for point, n in points.items() if n < 0},
            position.bar.of(side),
            position.bar.of(side.other),
            position.off.of(side),
        )

    @property
    def points(self) -> set[int]:
        return {point for point, n in self.own.items() if n >= 2}

    @property
    def blots(self) -> set[int]:
        return {point for point, n in self.own.items() if n == 1}

    @property
    def touches(self) -> bool:
        """Whether anybody may still be hit."""
        behind = [point for point in self.own for there in self.their if point > there]
        return bool(behind or (self.bar and (self.their or self.their_bar)) or (self.their_bar and self.own))

    def longest(self) -> int:
        """Points in a row with an opposing checker behind the first of them."""
        runs = [length for start in range(1, 25) for length in range(1, 25 - start + 1) if self._row(start, length)]
        return max(runs, default=0)

    def _row(self, start: int, length: int) -> bool:
        behind = self.their_bar or any(point < start for point in self.their)
        return bool(behind) and all(point in self.points for point in range(start, start + length))


@dataclass(frozen=True)
class Case:
    """A turn that led to ``best_end`` or to ``other_end``, and what was said of it; -1 where no number was."""

    side: Side
    position: Position
    best_end: Position
    other_end: Position
    rules: RuleSet
    n: int
    m: int
    point: int

    @property
    def before(self) -> Seen:
        return Seen.of(self.position, self.side)

    @property
    def best(self) -> Seen:
        return Seen.of(self.best_end, self.side)

    @property
    def other(self) -> Seen:
        return Seen.of(self.other_end, self.side)

    def hits(self, end: Position) -> set[int]:
        """Points from which an opposing checker has gone."""
        before, after = self.before, Seen.of(end, self.side)
        return {point for point, n in before.their.items() if after.their.get(point, 0) < n}

    def pips_lost(self, end: Position) -> int:
        return end.pip_count(self.side.other) - self.position.pip_count(self.side.other)

    def shots(self, end: Position) -> int:
        """Rolls of 36 after which a checker of ``side`` may lie on the bar that did not."""
        bar = end.bar.of(self.side)
        return sum(
            any(then.bar.of(self.side) > bar for then in legal_plays(end, Dice(a, b), self.rules))
            for a, b in product(range(1, 7), repeat=2)
        )

    def kept_out(self, end: Position) -> int:
        """Rolls of 36 that bring in none of the opponent's waiting checkers."""
        waiting = end.bar.of(self.side.other)
        return sum(
            waiting > 0
            and all(then.bar.of(self.side.other) == waiting for then in legal_plays(end, Dice(a, b), self.rules))
            for a, b in product(range(1, 7), repeat=2)
        )

    def lead(self, end: Position) -> int:
        return end.pip_count(self.side.other) - end.pip_count(self.side)

    def home(self, seen: Seen) -> int:
        return seen.off + sum(n for point, n in seen.own.items() if point <= self.rules.home_size)


def is_true(reason: PlayReason, ranking: Ranking, candidate: Candidate | None, rules: RuleSet = STANDARD) -> bool:
    """Whether what is said holds: of the best play, and of another one where it is named.

    Of "instead of" it is enough that some play of the roll is so.
    """
    side = ranking.position.on_roll
    others = [each for each in ranking.candidates if each is not ranking.best] if candidate is None else [candidate]
    said = _number(reason, "n"), _number(reason, "m"), _point(reason, side, rules)
    cases = [Case(side, ranking.position, ranking.best.end, other.end, rules, *said) for other in others]
    name = reason.key.rpartition(".")[2]
    if name in _EVALUATED:
        return any(_EVALUATED[name](said[0], ranking.best, other) for other in others)
    if name in ("forced", "no-move"):
        ends = legal_plays(ranking.position, ranking.dice, rules)
        return len(ends) == 1 and (name == "forced") is any(play.steps for play in ends.values())
    if name == "even":
        return all(ranking.best.equity - other.equity < 0.01 for other in others)
    if name == "best":
        return candidate is not None and candidate.end == ranking.best.end
    return any(_TRUE[name](case) for case in cases)


def _number(reason: PlayReason, name: str) -> int:
    return int(reason.values.get(name, "-1"))


def _point(reason: PlayReason, side: Side, rules: RuleSet) -> int:
    """The point named, in the mover's numbering, and the same as the first one marked."""
    if "point" not in reason.values:
        return 0
    spot = reason.spots[0]
    point = spot if side is Side.LIGHT else 25 - spot
    turned = {"light-path": Side.LIGHT, "dark-path": Side.DARK}.get(rules.numbering.value)
    written = 25 - point if side is turned else point
    assert reason.values["point"] == str(written)
    return point


def _makes(case: Case, point: int) -> bool:
    return point in case.best.points and point not in case.before.points


_Check = Callable[[Case], bool]
_TRUE: dict[str, _Check] = {
    "win": lambda c: c.best_end.winner is c.side,
    "hit-more": lambda c: len(c.hits(c.best_end)) == c.n >= 2 and c.point in c.hits(c.best_end),
    "hit-point": lambda c: c.point in c.hits(c.best_end) and _makes(c, c.point) and c.point <= 6,
    "hit": lambda c: c.point in c.hits(c.best_end) and not c.hits(c.other_end),
    "hit-safe": lambda c: c.point in c.hits(c.best_end) and c.shots(c.best_end) == 0,
    "hit-shots": lambda c: (
        c.point in c.hits(c.best_end) and c.shots(c.best_end) == c.n and c.shots(c.other_end) == c.m > c.n
    ),
    "hit-far": lambda c: c.pips_lost(c.best_end) == c.n > c.m == c.pips_lost(c.other_end),
    "closed": lambda c: c.kept_out(c.best_end) == 36 and c.best.points >= {1, 2, 3, 4, 5, 6},
    "stay-out": lambda c: c.kept_out(c.best_end) == c.n > c.m == c.kept_out(c.other_end),
    "safe": lambda c: c.shots(c.best_end) == 0 and (c.n < 0 or c.shots(c.other_end) == c.n > 0),
    "shots": lambda c: c.shots(c.best_end) == c.n and c.shots(c.other_end) == c.m > c.n and c.point in c.best.blots,
    "blots": lambda c: len(c.best.blots) == c.n and len(c.other.blots) == c.m > c.n,
    "no-blots": lambda c: not c.best.blots and len(c.other.blots) == c.m,
    "make-more": lambda c: len(c.best.points - c.before.points - {1, 2}) == c.n >= 2,
    "make-home": lambda c: _makes(c, c.point) and c.point <= 6 and c.point not in c.other.points,
    "make-point": lambda c: _makes(c, c.point) and c.point not in c.other.points,
    "make-anchor": lambda c: _makes(c, c.point) and c.point >= 19 and c.point not in c.other.points,
    "make-safe": lambda c: _makes(c, c.point) and c.shots(c.best_end) == 0,
    "make-shots": lambda c: _makes(c, c.point) and c.shots(c.best_end) == c.n and c.shots(c.other_end) == c.m > c.n,
    "cover": lambda c: _makes(c, c.point) and c.point in c.before.blots,
    "keep": lambda c: c.point in c.before.points & c.best.points and c.point not in c.other.points,
    "keep-anchor": lambda c: c.point in c.before.points & c.best.points - c.other.points and c.point >= 19,
    "prime": lambda c: c.best.longest() == c.n > c.before.longest() and c.other.longest() == c.m < c.n,
    "keep-prime": lambda c: c.best.longest() == c.n <= c.before.longest() and c.other.longest() == c.m < c.n,
    "past": lambda c: not c.best.touches and c.other.touches and c.lead(c.best_end) == c.n > 0,
    "contact": lambda c: c.best.touches and not c.other.touches and c.lead(c.best_end) == -c.n < 0,
    "out": lambda c: _back(c.best) < _back(c.before) and _back(c.best) < _back(c.other),
    "off": lambda c: c.best.off - c.before.off == c.n > 0 and (c.m < 0 or c.other.off - c.before.off == c.m < c.n),
    "home": lambda c: c.home(c.best) - c.home(c.before) == c.n > c.home(c.other) - c.home(c.before),
    "fill": lambda c: (
        c.point <= 6 and c.point in c.best.own and c.point not in c.before.own and c.point not in c.other.own
    ),
    "up": lambda c: (
        c.point >= 19 and c.best.own.get(c.point, 0) > c.before.own.get(c.point, 0) >= c.other.own.get(c.point, 0)
    ),
    "slot": lambda c: c.point in c.best.blots and c.point not in c.before.own and c.point not in c.other.own,
    "builder": lambda c: 7 <= c.point <= 12 and c.best.own.get(c.point, 0) > c.before.own.get(c.point, 0),
    "in-play": lambda c: _deep(c.best) <= _deep(c.before) < _deep(c.other),
    "stack": lambda c: (
        c.before.own[c.point] == c.n == max(c.before.own.values())
        and c.best.own.get(c.point, 0) < c.n <= c.other.own.get(c.point, 0)
    ),
}


def _back(seen: Seen) -> int:
    return seen.bar + sum(n for point, n in seen.own.items() if point >= 19)


def _deep(seen: Seen) -> int:
    return seen.own.get(1, 0) + seen.own.get(2, 0)


_EVALUATED: dict[str, Callable[[int, Candidate, Candidate], bool]] = {
    "games": lambda n, best, other: round(100 * (best.chances.win - other.chances.win)) == n > 0,
    "gammons": lambda n, best, other: round(100 * (best.chances.win_gammon - other.chances.win_gammon)) == n > 0,
    "gammons-saved": lambda n, best, other: (
        round(100 * (other.chances.lose_gammon - best.chances.lose_gammon)) == n > 0
    ),
    "unclear": lambda _, best, other: best.equity - other.equity >= 0.01,
}
"""Those drawn from the evaluation."""
EVERY_NAME = frozenset({*_TRUE, *_EVALUATED, "even", "best", "forced", "no-move"})
