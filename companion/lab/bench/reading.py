"""Measures how well boards are read (rendered and photographed, dice, hands), how surely, how fast, in what memory."""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from companion.lab.bench import changing, hard, learning, pace
from companion.lab.bench.figure import Figure
from companion.lab.bench.marking import RowMark
from companion.lab.bench.material import Material
from vision.observation import TRAY

_CLOSE: Final = 0.25
"""A board is found where its worst corner is nearer to its place than this, in widths of a point."""

_BINS: Final = 10

Share = Callable[[Sequence[RowMark]], float]


def figures(options: argparse.Namespace) -> list[Figure]:
    """The figures of the parts asked for, board by board and over all; ``options``: those of ``companion bench``."""
    material = Material(options)
    work: dict[str, Callable[[Material], Iterator[Figure]]] = {
        "stills": _of_stills,
        "games": _of_games,
        "photos": _of_photographs,
        "dice": _of_dice,
        "hands": _of_hands,
        "change": lambda material: changing.figures(material.changes),
        "learned": lambda material: learning.figures(material.learned),
        "speed": lambda _: pace.figures(options),
    }
    parts = [part for part in work if part in (options.only or work)]
    rows = [figure for part in parts for figure in work[part](material)]
    stated = [mark for part in ("stills", "photos") if part in parts for mark in material.single_pictures(part)]
    rows += _of_confidence([point for mark in stated for point in mark.points if point[0] > 0])
    return [row for row in rows if not math.isnan(row.value)]


def _of_stills(material: Material) -> Iterator[Figure]:
    yield from _of_renders("stills", material.stills, material.stills_found)
    if material.renders:
        yield from _of_sets(material)


def _of_renders(name: str, given: Sequence[RowMark], found: Sequence[RowMark]) -> Iterator[Figure]:
    """Single rendered pictures: the rates of all of them."""
    yield from _by_board(name, given, found)
    yield Figure.at_least(f"{name} with corners given: points right", points_right(given), "%", 99.9)
    yield Figure.at_least(f"{name} with corners given: whole boards exact", boards_exact(given), "%", 98)
    yield Figure.at_least(f"{name} with corners found: within a quarter of a point", corners_close(found), "%", 95)
    yield Figure.at_least(f"{name} with corners found: whole boards exact", boards_exact(found), "%", 96)


def _of_sets(material: Material) -> Iterator[Figure]:
    """Pictures of one's own: each folder is a set of boards that nothing learned from."""
    for name in dict.fromkeys(mark.picture.parent.name for mark in material.renders):
        given, found = (
            [mark for mark in marks if mark.picture.parent.name == name]
            for marks in (material.renders, material.renders_found)
        )
        yield from _of_renders(name, given, found)
        swapped = sum(mark.swapped for mark in given)
        yield Figure.unlimited(f"{name}: sides named the other way round, about equally light", swapped, "pictures")
        yield Figure.at_least(f"{name}: both dice exact", dice_exact(given), "%", 99)
        phantoms = share(mark.phantom for mark in given)
        yield Figure.at_most(f"{name}: pictures with a die that is not there", phantoms, "%", 0.5)
        yield from _of_cocked(name, [mark.cocked for mark in given if mark.cocked is not None])
        yield Figure.at_least(f"{name}: number on the cube read", cubes_read(given), "%", 98)
        invented = share(mark.invented for mark in [*given, *found])
        yield Figure.at_most(f"{name}: empty boards with invented checkers", invented, "%", 0)


def _of_games(material: Material) -> Iterator[Figure]:
    yield from _by_board("games", material.games, [])
    yield Figure.unlimited("games without the rules: points right", points_right(material.games), "%")
    yield Figure.at_least("games without the rules: whole boards exact", boards_exact(material.games), "%", 99.5)


def _of_photographs(material: Material) -> Iterator[Figure]:
    """Photographs: the mean over the boards, each with its own rate."""
    given, found = material.photographs, material.photographs_found
    yield from _by_board("photographs", given, found)
    for kind, marks, least in (("given", given, 85), ("found", found, 70)):
        name = f"photographs with corners {kind}"
        points = Figure.at_least if kind == "given" else _without_limit
        yield points(f"{name}: points right", board_mean(marks, points_right), "%", 98.5)
        yield Figure.at_least(f"{name}: whole boards exact", board_mean(marks, boards_exact), "%", least)
    close = board_mean(found, corners_close)
    yield Figure.unlimited("photographs with corners found: within a quarter of a point", close, "%")
    yield Figure.unlimited("photographs: dice exact", board_mean(given, dice_exact), "%")
    counted = [mark.found for mark in material.hard_photographs if mark.use == "count" and mark.found]
    name = "photographs to count with corners found: whole boards exact"
    yield Figure.at_least(name, board_mean([*found, *counted], boards_exact), "%", 92)
    yield from hard.figures(material.hard_photographs)
    swapped = sum(mark.swapped for mark in given)
    yield Figure.unlimited("photographs: sides named the other way round, equally light", swapped, "pictures")


def _of_dice(material: Material) -> Iterator[Figure]:
    """Dice and cube in all rendered pictures that were read with their corners given, and photographs of dice."""
    marks, name = material.rendered, "rendered"
    yield Figure.at_least(f"{name}: both dice exact", dice_exact(marks), "%", 99)
    phantoms = share(mark.phantom for mark in marks)
    yield Figure.at_most(f"{name}: pictures with a die that is not there", phantoms, "%", 0.5)
    yield from _of_cocked(name, [mark.cocked for mark in marks if mark.cocked is not None])
    yield Figure.at_least(f"{name}: number on the cube read", cubes_read(marks), "%", 98)
    loose = [bool(mark.dice) for mark in material.loose_dice]
    yield Figure.at_least(f"photographs of dice read, of {len(loose)}", sum(loose), "pictures", 7)


def _of_cocked(name: str, cocked: Sequence[tuple[bool, bool]]) -> Iterator[Figure]:
    there, flat = [seen for is_one, seen in cocked if is_one], [seen for is_one, seen in cocked if not is_one]
    yield Figure.at_least(f"{name}: cocked dice noticed", share(there), "%", 80)
    yield Figure.at_most(f"{name}: flat dice taken for cocked", share(flat), "%", 1)
    yield Figure.unlimited(f"{name}: pictures with a cocked die", len(there), "pictures")
    yield Figure.unlimited(f"{name}: pictures without", len(flat), "pictures")


def _of_hands(material: Material) -> Iterator[Figure]:
    hands = [mark.hand for mark in [*material.rendered, *material.clips] if mark.hand is not None]
    there, clear = [seen for is_one, seen in hands if is_one], [seen for is_one, seen in hands if not is_one]
    yield Figure.at_least("hands over the board noticed", share(there), "%", 99.5)
    yield Figure.at_most("clear boards taken for a hand", share(clear), "%", 1)
    yield Figure.unlimited("pictures with a hand over the board", len(there), "pictures")
    yield Figure.unlimited("pictures of clear boards", len(clear), "pictures")


def _of_confidence(points: Sequence[tuple[float, bool]]) -> Iterator[Figure]:
    """The reliability curve of the points of single pictures, corners given, and its error."""
    for number, members in binned(points).items():
        name = f"confidence, {100 * number // _BINS}-{100 * (number + 1) // _BINS} %"
        yield Figure.unlimited(f"{name}: stated", 100 * statistics.fmean(stated for stated, _ in members), "%")
        yield Figure.unlimited(f"{name}: right", share(right for _, right in members), "%")
        yield Figure.unlimited(f"{name}: points", len(members), "points")
    yield Figure.at_most("confidence: mean gap to the truth", 100 * calibration_error(points), "%", 1)


def _by_board(name: str, given: Sequence[RowMark], found: Sequence[RowMark]) -> Iterator[Figure]:
    """One row a board of the table that is printed."""
    columns: tuple[tuple[str, Sequence[RowMark], Share], ...] = (
        ("points", given, points_right),
        ("boards", given, boards_exact),
        ("but for the tray", given, boards_but_for_the_tray),
        ("dice", given, dice_exact),
        ("cube", given, cubes_read),
        ("corners found", found, corners_close),
        ("boards found", found, boards_exact),
    )
    for board in dict.fromkeys(mark.board for mark in given):
        clear = sum(mark.board == board and mark.exact is not None for mark in given)
        yield Figure.unlimited(f"{name}, {board}: pictures", clear, "pictures")
        for column, marks, rate in columns:
            value = rate([mark for mark in marks if mark.board == board])
            yield Figure.unlimited(f"{name}, {board}: {column}", value, "%")


# --- rates of some pictures, in per cent; nan where there is nothing to count -----------------------


def share(answers: Iterable[bool | None]) -> float:
    """How many are true of those that are known."""
    known = [answer for answer in answers if answer is not None]
    return 100 * sum(known) / len(known) if known else math.nan


def points_right(marks: Sequence[RowMark]) -> float:
    return share(right for mark in marks for _, right in mark.points)


def boards_exact(marks: Sequence[RowMark]) -> float:
    return share(mark.exact for mark in marks)


def boards_but_for_the_tray(marks: Sequence[RowMark]) -> float:
    """The same, borne-off checkers left out."""
    return share(None if mark.exact is None else mark.exact or set(mark.wrong) == {TRAY} for mark in marks)


def dice_exact(marks: Sequence[RowMark]) -> float:
    return share(mark.dice for mark in marks)


def cubes_read(marks: Sequence[RowMark]) -> float:
    return share(mark.cube for mark in marks)


def corners_close(marks: Sequence[RowMark]) -> float:
    return share(None if mark.corner is None else mark.corner <= _CLOSE for mark in marks)


def board_mean(marks: Sequence[RowMark], rate: Share) -> float:
    """The mean of the boards' rates, however many pictures there are of each."""
    boards = dict.fromkeys(mark.board for mark in marks)
    rates = [rate([mark for mark in marks if mark.board == board]) for board in boards]
    known = [value for value in rates if not math.isnan(value)]
    return statistics.fmean(known) if known else math.nan


def binned(points: Iterable[tuple[float, bool]]) -> dict[int, list[tuple[float, bool]]]:
    """(stated confidence, right) in ten bins of equal width, those that are empty left out."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for stated, right in sorted(points):
        bins.setdefault(min(_BINS - 1, int(stated * _BINS)), []).append((stated, right))
    return bins


def calibration_error(points: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error: |mean stated - share right| over the bins, weighted by their size (Naeini 2015)."""
    gaps = (abs(sum(stated - right for stated, right in members)) for members in binned(points).values())
    return sum(gaps) / len(points) if points else math.nan


def _without_limit(name: str, value: float, unit: str, _: float) -> Figure:
    return Figure.unlimited(name, value, unit)
