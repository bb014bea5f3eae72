"""Both sides' checkers apart, as the mover counts them: a board that breaks rules can be held too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.backgammon.generator import View
from companion.games.backgammon.position import Position
from companion.games.rules import BAR, TRAY, Picture, Side, Spot

PLACES: Final = 26
POINTS: Final = range(1, 25)
OWN_OFF: Final = 0
OWN_BAR: Final = 25
OTHER_BAR: Final = 0
OTHER_OFF: Final = 25


@dataclass(frozen=True, slots=True)
class Table:
    """All checkers, 26 places a side in the mover's own numbering of the points.

    ``own``: 0 = off, 25 = bar.  ``other``: the opponent's, 0 = bar, 25 = off (his own numbering
    runs the other way).  Both sides may stand on one point.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]

    def totals(self) -> tuple[int, int]:
        return sum(self.own), sum(self.other)


def table_of(position: Position, mover: Side) -> Table:
    """A position as ``mover`` counts it."""
    return Table(_places(position, mover), _places(position, mover.other)[::-1])


def after_view(view: View, before: Table) -> Table:
    """The table of a view that the mover reached from ``before``."""
    own = [max(count, 0) for count in view]
    other = [max(-count, 0) for count in view]
    own[OWN_OFF] = sum(before.own) - sum(own)
    other[OTHER_OFF] = before.other[OTHER_OFF]
    return Table(tuple(own), tuple(other))


def completions(picture: Picture, mover: Side, models: Iterable[Table]) -> Iterator[Table]:
    """The ways to complete a picture that nobody's checkers are lost in.

    Unseen spots are taken from each model in turn, the first being the table before the turn; an
    unseen tray holds what is missing.  Nothing comes where the counts cannot be made to agree.
    """
    before: Table | None = None
    known: set[Table] = set()
    for model in models:
        before = before or model
        table = _filled(picture, mover, model, before)
        agrees = table.totals() == before.totals() and (TRAY in picture or _tray_agrees(table, before))
        if agrees and table not in known:
            known.add(table)
            yield table


def seen_counts(picture: Picture, mover: Side) -> tuple[int, int]:
    """How many checkers of (mover, opponent) the picture shows, tray included where it was seen."""
    return sum(stack.of(mover) for stack in picture.values()), sum(stack.of(mover.other) for stack in picture.values())


def spot_of(place: int, mover: Side) -> Spot:
    """The spot of one of the mover's own places."""
    if place == OWN_BAR:
        return BAR
    if place == OWN_OFF:
        return TRAY
    return place if mover is Side.LIGHT else 25 - place


def _places(position: Position, side: Side) -> tuple[int, ...]:
    *points, bar = position.counts(side)
    return (position.off.of(side), *points, bar)


def _filled(picture: Picture, mover: Side, model: Table, before: Table) -> Table:
    own, other = list(model.own), list(model.other)
    for spot, stack in picture.items():
        place = OWN_BAR if spot == BAR else OWN_OFF if spot == TRAY else spot if mover is Side.LIGHT else 25 - spot
        own[place] = stack.of(mover)
        other[{OWN_BAR: OTHER_BAR, OWN_OFF: OTHER_OFF}.get(place, place)] = stack.of(mover.other)
    if TRAY not in picture:
        own[OWN_OFF] += sum(before.own) - sum(own)
        other[OTHER_OFF] += sum(before.other) - sum(other)
    return Table(tuple(own), tuple(other))


def _tray_agrees(table: Table, before: Table) -> bool:
    """Whether an inferred tray is possible: nobody takes checkers back from a tray that nobody sees."""
    return table.own[OWN_OFF] >= before.own[OWN_OFF] and table.other[OTHER_OFF] >= before.other[OTHER_OFF]
