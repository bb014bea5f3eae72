"""Measures how surely the reader tells what has changed on the board since the last settled turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.lab.bench.figure import Figure
from companion.lab.bench.rendered import TruthFrame
from vision.calibration import calibrate
from vision.errors import VisionError
from vision.observation import BAR, POINTS, Counts, SeenDie
from vision.pictures import load_picture
from vision.reader import BoardReader

_LIKELY: Final = 0.5
_SAME_CM: Final = 0.1  # the renderer puts what nobody touched exactly where it was
_NEAR_PX: Final = 30.0


@dataclass(slots=True)
class ChangeMarks:
    """Of a film: (has it changed, was it said to have) for spots and dice; ``silent``: spots that could not be told."""

    film: str
    spots: list[tuple[bool, bool]] = field(default_factory=list)
    dice: list[tuple[bool, bool]] = field(default_factory=list)
    silent: int = 0


def marks_of(film: str, frames: Sequence[TruthFrame]) -> ChangeMarks | None:
    """Every still look is compared with the look on which the last turn was settled; None without a start position."""
    marks = ChangeMarks(film)
    try:
        reader = BoardReader(calibrate(load_picture(frames[0].picture), frames[0].corners()))
    except VisionError:
        return None
    settled: TruthFrame | None = None
    for number, frame in enumerate(frames):
        if not frame.is_clear:
            continue
        seen = reader.look(load_picture(frame.picture), seen_at_s=float(number))
        if settled is not None and seen.changes is not None:
            before, now = settled.counts(), frame.counts()
            for spot in (*POINTS, BAR):
                likely = seen.changes.spot(spot)
                if likely is None:
                    marks.silent += 1
                else:
                    marks.spots.append((_differ(before[spot], now[spot]), likely > _LIKELY))
            marks.dice += _dice(settled.truth, frame.truth, seen.dice, seen.changes.dice)
        if frame.truth.get("kind") in ("start", "after_move"):
            reader.compare(float(number))
            settled = frame
    return marks


def _differ(one: Counts, other: Counts) -> bool:
    return one != other


def _dice(
    before: Mapping[str, Any], now: Mapping[str, Any], seen: Sequence[SeenDie], likely: Sequence[float]
) -> Iterator[tuple[bool, bool]]:
    for die, p in zip(seen, likely, strict=True):
        there = [d for d in now["dice"] if math.dist(d["center"], die.center_px) < _NEAR_PX]
        if there:
            yield not any(_is_same(there[0], old) for old in before["dice"]), p > _LIKELY


def _is_same(die: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return bool(die["value"] == other["value"] and math.dist(die["xyz"], other["xyz"]) < _SAME_CM)


def figures(films: Sequence[ChangeMarks]) -> Iterator[Figure]:
    """Over all films; a film that shows no start position is left out by who made the marks."""
    for film in films:
        yield from _rates(f"change, {film.film}", [film], limited=False)
    yield from _rates("change", films, limited=True)
    spots, silent = sum(len(film.spots) for film in films), sum(film.silent for film in films)
    if spots:
        yield Figure.unlimited("change: spots that could not be compared", 100 * silent / (spots + silent), "%")


def _rates(name: str, films: Sequence[ChangeMarks], *, limited: bool) -> Iterator[Figure]:
    for what, pairs in (("spots", [p for f in films for p in f.spots]), ("dice", [p for f in films for p in f.dice])):
        changed, same = [told for is_one, told in pairs if is_one], [told for is_one, told in pairs if not is_one]
        if changed:
            value, called = 100 * sum(changed) / len(changed), f"{name}: changed {what} noticed"
            yield Figure.at_least(called, value, "%", 99.8) if limited else Figure.unlimited(called, value, "%")
            yield Figure.unlimited(f"{name}: changed {what}", len(changed), what)
        if same:
            value, called = 100 * sum(same) / len(same), f"{name}: unchanged {what} called changed"
            yield Figure.at_most(called, value, "%", 0.2) if limited else Figure.unlimited(called, value, "%")
            yield Figure.unlimited(f"{name}: unchanged {what}", len(same), what)
