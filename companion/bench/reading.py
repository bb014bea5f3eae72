"""How well boards are read: against the exact truth of rendered games and stills."""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.bench.figure import Figure
from companion.bench.rendered import TruthFrame, games, stills
from vision.calibration import calibrate, guessed
from vision.corners import find_board
from vision.observation import BAR, POINTS, Observation, Orientation
from vision.pictures import load_picture
from vision.reader import BoardReader


@dataclass
class Tally:
    """Counts of what was read right and wrong."""

    points: int = 0
    points_right: int = 0
    boards: int = 0
    boards_right: int = 0
    rolls: int = 0
    rolls_right: int = 0
    looks: int = 0
    hands_right: int = 0
    times_ms: list[float] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in (
            "points",
            "points_right",
            "boards",
            "boards_right",
            "rolls",
            "rolls_right",
            "looks",
            "hands_right",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.times_ms += other.times_ms
        self.sure += other.sure


def figures(options: argparse.Namespace) -> list[Figure]:
    """Figures on the development games (corners given, calibrated on the first frame) and on the stills."""
    rows: list[Figure] = []
    total = Tally()
    for name, frames in games(options.shared):
        tally = _game(frames)
        rows += _rows(name, tally)
        total.add(tally)
    rows += [
        *_rows("all games", total),
        Figure.at_least("all games: hands told from clear boards", _share(total.hands_right, total.looks), "%", 97),
        Figure.at_most("all games: gap between confidence and truth", 100 * _reliability_gap(total.sure), "%", 5),
        Figure.at_most("all games: one look, median", statistics.median(total.times_ms), "ms", 1000),
    ]
    return rows + _still_rows(stills(options.shared))


def _rows(name: str, tally: Tally) -> list[Figure]:
    return [
        Figure.at_least(f"{name}: points exactly right", _share(tally.points_right, tally.points), "%", 97),
        Figure.unlimited(f"{name}: whole boards exactly right", _share(tally.boards_right, tally.boards), "%"),
        Figure.at_least(f"{name}: dice exactly right", _share(tally.rolls_right, tally.rolls), "%", 95),
    ]


def _game(frames: list[TruthFrame]) -> Tally:
    reader = BoardReader(calibrate(load_picture(frames[0].picture), frames[0].corners()))
    tally = Tally()
    for frame in frames:
        image = load_picture(frame.picture)
        begin = time.perf_counter()
        seen = reader.look(image, seen_at_s=0.0)
        tally.times_ms.append((time.perf_counter() - begin) * 1000)
        tally.looks += 1
        tally.hands_right += seen.hand != frame.is_clear
        if frame.is_clear:
            _compare(seen, frame, tally)
    return tally


def _compare(seen: Observation, frame: TruthFrame, tally: Tally) -> None:
    counts = frame.counts()
    right = {spot: seen.spot(spot).best == counts[spot] for spot in (*POINTS, BAR)}
    tally.points += len(POINTS)
    tally.points_right += sum(right[point] for point in POINTS)
    tally.boards += 1
    tally.boards_right += all(right.values())
    tally.rolls += 1
    tally.rolls_right += sorted(die.value for die in seen.dice) == frame.dice
    tally.sure += [(seen.spot(point).confidence, right[point]) for point in POINTS if seen.spot(point).seen]


def _still_rows(pictures: Iterable[TruthFrame]) -> list[Figure]:
    """Single pictures, nothing known of the board but its corners; and how well corners are found."""
    tally, errors = Tally(), []
    for frame in (f for f in pictures if f.is_clear):
        image = load_picture(frame.picture)
        corners = frame.corners()
        calibration = guessed(image, corners)
        seen = BoardReader(calibration).look(image, seen_at_s=0.0)
        seen = _numbered_as(seen, frame)
        _compare(seen, frame, tally)
        found = find_board(image).corners_px
        span = math.dist(corners[0], corners[1])
        # A board may be named from either of its long sides, or from the left on one seen from its side.
        turns = [found[k:] + found[:k] for k in range(4)]
        errors.append(min(max(math.dist(a, b) for a, b in zip(turn, corners, strict=True)) for turn in turns) / span)
    return [
        Figure.unlimited("stills, corners given: points exactly right", _share(tally.points_right, tally.points), "%"),
        Figure.unlimited(
            "stills, corners given: whole boards exactly right", _share(tally.boards_right, tally.boards), "%"
        ),
        Figure.unlimited("stills, corners given: dice exactly right", _share(tally.rolls_right, tally.rolls), "%"),
        Figure.unlimited(
            "stills: boards found, worst corner within 2 % of the width",
            _share(sum(e < 0.02 for e in errors), len(errors)),
            "%",
        ),
        Figure.unlimited("stills: worst corner, median", 100 * statistics.median(errors), "% width"),
    ]


def _numbered_as(seen: Observation, frame: TruthFrame) -> Observation:
    """A reading whose points are numbered by chance, numbered as the truth's are: only the counts are measured."""
    bottom_is_light = frame.corners()[3] == tuple(frame.truth["field_corners"][0])
    truly = Orientation(bottom_is_light, (frame.truth["home"] == "right") == bottom_is_light)
    evidence = dict(seen.evidence)
    for point in POINTS:
        evidence[point] = seen.spot(seen.orientation.point(*truly.cell(point)))
    return replace(seen, evidence=evidence, orientation=truly)


def _share(right: int, total: int) -> float:
    return 100 * right / total if total else math.nan


def _reliability_gap(sure: list[tuple[float, bool]]) -> float:
    """Expected calibration error: |confidence - share right| over ten bins, weighted by their size (Naeini 2015)."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in sure:
        bins.setdefault(min(9, int(confidence * 10)), []).append((confidence, right))
    gaps = (abs(sum(c for c, _ in b) / len(b) - sum(r for _, r in b) / len(b)) * len(b) for b in bins.values())
    return sum(gaps) / len(sure) if sure else math.nan
