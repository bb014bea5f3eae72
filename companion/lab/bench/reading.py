"""Measures how well boards are read (alone and in a match, dice, hands), how surely, how fast, in what memory."""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from companion.lab.bench import pace, photographed, shown
from companion.lab.bench.figure import Figure
from companion.lab.bench.marking import RowMark
from companion.lab.bench.material import Material
from vision.observation import TRAY

_CLOSE: Final = 0.25
"""A board is found where its worst corner is nearer to its place than this, in widths of a point."""
_BINS: Final = 10
_SUREST: Final = 0.999
_RIGHT_OF: Final = 5000
"""Of so many spots that are read as surely at most one may be wrong."""

Share = Callable[[Sequence[RowMark]], float]
Stated = Sequence[tuple[float, bool]]
"""(stated confidence, right) of some spots."""


def figures(options: argparse.Namespace) -> list[Figure]:
    """The figures of the parts asked for, board by board and over all; ``options``: those of ``companion bench``."""
    material = Material(options)
    work: dict[str, Callable[[Material], Iterator[Figure]]] = {
        "stills": _of_stills,
        "games": _of_games,
        "films": lambda material: shown.of_films(material.films),
        "photos": lambda material: photographed.figures(material.photographs),
        "dice": _of_dice,
        "hands": _of_hands,
        "speed": lambda _: pace.figures(options),
    }
    parts = [part for part in work if part in (options.only or work)]
    rows = [figure for part in parts for figure in work[part](material)]
    alone = [mark for marks in material.given.values() for mark in marks] if "stills" in parts else []
    if "photos" in parts:
        alone += [mark.given for mark in material.photographs if mark.given is not None]
    rows += of_confidence("alone", _stated(alone))
    in_match = [mark for game in material.games for mark in game.marks] if "games" in parts else []
    of_films = shown.stated(material.films) if "films" in parts else []
    rows += of_confidence("in a match", [*_stated(in_match), *of_films])
    return [row for row in rows if not math.isnan(row.value)]


def _of_stills(material: Material) -> Iterator[Figure]:
    """Single rendered pictures, set by set; a folder of one's own is a set of boards that nothing learned from."""
    for name, given in material.given.items():
        found = material.found[name]
        if name == "stills":
            yield from _by_board(name, given, found)
        yield Figure.at_least(f"{name}, corners given: exact", boards_exact(given), "%", 95)
        yield Figure.at_least(f"{name}, corners found: exact", boards_exact(found), "%", 92)
        for ways, marks in (("given", given), ("found", found)):
            title = f"{name}, corners {ways}"
            yield Figure.unlimited(f"{title}: exact but for the tray", boards_but_for_the_tray(marks), "%")
            yield Figure.unlimited(f"{title}: spots right", spots_right(marks), "%")
        yield Figure.at_least(f"{name}, corners found: within a quarter of a point", corners_close(found), "%", 95)
        swapped = sum(mark.swapped for mark in given)
        yield Figure.unlimited(f"{name}: sides named the other way round, about equally light", swapped, "pictures")
        yield from _of_things(name, given)
        invented = share(mark.invented for mark in [*given, *found])
        yield Figure.at_most(f"{name}: empty boards with invented checkers", invented, "%", 0)


def _of_games(material: Material) -> Iterator[Figure]:
    marks = [mark for game in material.games for mark in game.marks]
    yield from _by_board("games", marks, [])
    yield Figure.at_least("games, shown: looks exact", boards_exact(marks), "%", 99.5)
    yield Figure.at_least("games, shown: spots right", spots_right(marks), "%", 99.95)
    yield from shown.of_wrong_layouts(material.games)


def _of_dice(material: Material) -> Iterator[Figure]:
    """Dice and cube in all rendered pictures that were read with their corners given, and photographs of dice."""
    yield from _of_things("rendered", material.rendered)
    loose = [bool(mark.dice) for mark in material.loose_dice]
    yield Figure.at_least(f"photographs of dice read, of {len(loose)}", sum(loose), "pictures", 7)


def _of_things(name: str, marks: Sequence[RowMark]) -> Iterator[Figure]:
    yield Figure.at_least(f"{name}: both dice exact", dice_exact(marks), "%", 99)
    phantoms = share(mark.phantom for mark in marks)
    yield Figure.at_most(f"{name}: pictures with a die that is not there", phantoms, "%", 0.5)
    cocked = [mark.cocked for mark in marks if mark.cocked is not None]
    there, flat = [seen for is_one, seen in cocked if is_one], [seen for is_one, seen in cocked if not is_one]
    yield Figure.at_least(f"{name}: cocked dice noticed", share(there), "%", 80)
    yield Figure.at_most(f"{name}: flat dice taken for cocked", share(flat), "%", 1)
    yield Figure.at_least(f"{name}: number on the cube read", cubes_read(marks), "%", 98)


def _of_hands(material: Material) -> Iterator[Figure]:
    hands = [mark.hand for mark in [*material.rendered, *material.clips] if mark.hand is not None]
    there, clear = [seen for is_one, seen in hands if is_one], [seen for is_one, seen in hands if not is_one]
    yield Figure.at_least("hands over the board noticed", share(there), "%", 99.5)
    yield Figure.at_most("clear boards taken for a hand", share(clear), "%", 1)
    yield Figure.unlimited("pictures with a hand over the board", len(there), "pictures")
    yield Figure.unlimited("pictures of clear boards", len(clear), "pictures")


def of_confidence(name: str, spots: Stated) -> Iterator[Figure]:
    """The reliability curve, its error, and what the surest readings are worth."""
    if not spots:
        return
    for number, members in binned(spots).items():
        row = f"confidence {name}, {100 * number // _BINS}-{100 * (number + 1) // _BINS} %"
        yield Figure.unlimited(f"{row}: stated", 100 * statistics.fmean(stated for stated, _ in members), "%")
        yield Figure.unlimited(f"{row}: right", share(right for _, right in members), "%")
        yield Figure.unlimited(f"{row}: spots", len(members), "spots")
    yield Figure.at_most(f"confidence {name}: mean gap to the truth", 100 * calibration_error(spots), "%", 1)
    surest = [right for stated, right in spots if stated >= _SUREST]
    wrong = _RIGHT_OF * surest.count(False) / len(surest) if surest else math.nan
    yield Figure.at_most(f"confidence {name}: wrong of {_RIGHT_OF} read at 99.9 % or more", wrong, "", 1)
    yield Figure.unlimited(f"confidence {name}: read at 99.9 % or more", 100 * len(surest) / len(spots), "%")


def _by_board(name: str, given: Sequence[RowMark], found: Sequence[RowMark]) -> Iterator[Figure]:
    """One row a board of the table that is printed."""
    columns: tuple[tuple[str, Sequence[RowMark], Share], ...] = (
        ("spots", given, spots_right),
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
    """The share of true ones among those that are known."""
    known = [answer for answer in answers if answer is not None]
    return 100 * sum(known) / len(known) if known else math.nan


def spots_right(marks: Sequence[RowMark]) -> float:
    return share(right for mark in marks for _, right in mark.spots)


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


def _stated(marks: Sequence[RowMark]) -> Stated:
    """Of the spots that were seen."""
    return [spot for mark in marks for spot in mark.spots if spot[0] > 0]


def binned(spots: Iterable[tuple[float, bool]]) -> dict[int, list[tuple[float, bool]]]:
    """(stated confidence, right) in ten bins of equal width, those that are empty left out."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for stated, right in sorted(spots):
        bins.setdefault(min(_BINS - 1, int(stated * _BINS)), []).append((stated, right))
    return bins


def calibration_error(spots: Stated) -> float:
    """Expected calibration error: |mean stated - share right| over the bins, weighted by their size (Naeini 2015)."""
    gaps = (abs(sum(stated - right for stated, right in members)) for members in binned(spots).values())
    return sum(gaps) / len(spots) if spots else math.nan
