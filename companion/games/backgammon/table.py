"""The table: each side's checkers separately, as the mover counts them, even for a board that breaks rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    runs the other way).  Both sides may have checkers on one point.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]


def table_of(position: Position, mover: Side) -> Table:
    """Return a position as ``mover`` counts it."""
    return Table(_places(position, mover), _places(position, mover.other)[::-1])


def after_view(view: View, before: Table) -> Table:
    """Return the table of a view that the mover reached from ``before``."""
    own = [max(count, 0) for count in view]
    other = [max(-count, 0) for count in view]
    own[OWN_OFF] = sum(before.own) - sum(own)
    other[OTHER_OFF] = before.other[OTHER_OFF]
    return Table(tuple(own), tuple(other))


def view_of_table(table: Table) -> View:
    """Return the generator's view of a table on which no point holds both sides."""
    signed = [own - other for own, other in zip(table.own[1:OWN_BAR], table.other[1:OTHER_OFF], strict=True)]
    return (-table.other[OTHER_BAR], *signed, table.own[OWN_BAR])


def completions(picture: Picture, mover: Side, models: Sequence[Table]) -> Iterator[Table]:
    """Yield the ways to complete a picture without losing a checker.

    Unseen spots are taken from each model in turn, the first being the table before the turn; they are
    empty of a side whose checkers are all seen elsewhere.  An unseen tray holds what is missing.
    There are none if the counts cannot be made to agree.
    """
    before = models[0]
    own_seen = {place_of(spot, mover): stack.of(mover) for spot, stack in picture.items()}
    other_seen = {_others(place_of(spot, mover)): stack.of(mover.other) for spot, stack in picture.items()}
    is_whole = picture.keys() >= {*POINTS, BAR}
    known: set[Table] = set()
    for model in models[:1] if is_whole else models:
        own = _completed(own_seen, model.own, before.own, OWN_OFF)
        other = _completed(other_seen, model.other, before.other, OTHER_OFF)
        table = Table(own, other) if own and other else None
        if table and table not in known:
            known.add(table)
            yield table


def spot_of(place: int, mover: Side) -> Spot:
    """Return the spot of one of the mover's own places."""
    if place == OWN_BAR:
        return BAR
    if place == OWN_OFF:
        return TRAY
    return place if mover is Side.LIGHT else 25 - place


def place_of(spot: Spot, mover: Side) -> int:
    """Return the mover's own place of a spot."""
    if spot == BAR:
        return OWN_BAR
    if spot == TRAY:
        return OWN_OFF
    return spot if mover is Side.LIGHT else 25 - spot


def _places(position: Position, side: Side) -> tuple[int, ...]:
    *points, bar = position.counts(side)
    return (position.off.of(side), *points, bar)


def _completed(
    seen: Mapping[int, int], model: tuple[int, ...], before: tuple[int, ...], tray: int
) -> tuple[int, ...] | None:
    """One side's places, None if they do not add up: nobody takes checkers back from an unseen tray."""
    in_all = sum(before)
    all_seen = sum(seen.values()) + (0 if tray in seen else before[tray]) >= in_all
    counts = [seen.get(place, 0 if all_seen else model[place]) for place in range(PLACES)]
    if tray not in seen:
        counts[tray] += in_all - sum(counts)
        if counts[tray] < before[tray]:
            return None
    return tuple(counts) if sum(counts) == in_all else None


def _others(place: int) -> int:
    """The place at which the opponent's checkers of a spot are counted: his bar and tray are the other way round."""
    return {OWN_BAR: OTHER_BAR, OWN_OFF: OTHER_OFF}.get(place, place)
