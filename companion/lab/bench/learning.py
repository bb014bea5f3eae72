"""Measures what the reader gains by learning a board while it is played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.lab.bench.figure import Figure
from companion.lab.bench.rendered import TruthFrame
from vision.calibration import Calibration, calibrate
from vision.errors import VisionError
from vision.observation import BAR, POINTS, Counts, Observation, Spot
from vision.pictures import load_picture
from vision.reader import BoardReader

TURNS: Final = 20
_SPOTS: Final = (*POINTS, BAR)


@dataclass(frozen=True, slots=True)
class LearnedMarks:
    """Spots misread in a film, (by a reader that learns, by one that does not): after 20 settled turns, and before."""

    film: str
    after: tuple[int, int]
    before: tuple[int, int]
    looks_after: int


def marks_of(film: str, frames: Sequence[TruthFrame]) -> Iterator[LearnedMarks]:
    """The film read twice, by readers that learn and that do not; none if its start position cannot be learned."""
    try:
        known = calibrate(load_picture(frames[0].picture), frames[0].corners())
    except VisionError:
        return
    yield _read_twice(film, frames, known)


def _read_twice(film: str, frames: Sequence[TruthFrame], known: Calibration) -> LearnedMarks:
    learning, plain = BoardReader(known), BoardReader(known)
    wrong, turns, looks = {True: [0, 0], False: [0, 0]}, 0, 0
    for moment, frame in enumerate(frames):
        if not frame.is_clear:
            continue
        image, counts = load_picture(frame.picture), frame.counts()
        late = turns >= TURNS
        looks += late
        for number, reader in enumerate((learning, plain)):
            wrong[late][number] += _misread(reader.look(image, seen_at_s=float(moment)), counts)
        if frame.truth.get("kind") in ("start", "after_move"):
            learning.settle(float(moment))
            learning.confirm(float(moment), {spot: counts[spot] for spot in _SPOTS})
            turns += 1
    after, before = wrong[True], wrong[False]
    return LearnedMarks(film, (after[0], after[1]), (before[0], before[1]), looks)


def _misread(seen: Observation, counts: Mapping[Spot, Counts]) -> int:
    return sum(seen.unbiased[spot].best != counts[spot] for spot in _SPOTS if seen.unbiased[spot].seen)


def figures(films: Sequence[LearnedMarks]) -> Iterator[Figure]:
    """Film by film, and all together: at most a fifth of the misread spots may be left, and never more than without."""
    for film in films:
        name = f"learned, {film.film}"
        yield Figure.unlimited(f"{name}: misread after {TURNS} turns", film.after[0], "spots")
        yield Figure.unlimited(f"{name}: without learning", film.after[1], "spots")
        yield Figure.unlimited(f"{name}: misread before", film.before[0], "spots")
        yield Figure.unlimited(f"{name}: before, without learning", film.before[1], "spots")
    learned, plain = (sum(film.after[k] for film in films) for k in (0, 1))
    if plain:
        name = f"learned: spots misread after {TURNS} turns, of those without learning"
        yield Figure.at_most(name, 100 * learned / plain, "%", 20)
    worse = sum(film.after[0] + film.before[0] > film.after[1] + film.before[1] for film in films)
    yield Figure.at_most("learned: films read worse than without learning", worse, "films", 0)
