"""How fast and how right the backgammon rules are.

Measured over game positions of the reference data (``oracle/legal_counts.tsv.gz``), each with one
random roll.  The time of a case is the best of a few, so that other programs on the machine do not count.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.bench.figure import Figure
from companion.errors import InputError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.generator import View, ends
from companion.games.rules import Side, Stack

_POSITIONS: Final = 3000
_REPEATS: Final = 5
_SEED: Final = 2026
_EVERY: Final = 20  # of the counts file, for the comparison


def figures(options: argparse.Namespace) -> list[Figure]:
    """Differences to the reference data, and times in microseconds.  ``options.shared``: the data's folder."""
    folder = Path(options.shared) / "data" / "oracle"
    return [*_differences(folder), *_times(folder)]


def _differences(folder: Path) -> Iterator[Figure]:
    for name in ("legal_moves", "legal_patho"):
        rows = [json.loads(line) for line in _lines(folder / f"{name}.jsonl.gz")]
        wrong = sum(not agrees(row) for row in rows)
        yield Figure.exactly(f"differences in {len(rows)} cases of {name}", wrong, "cases", 0)
    sample = _lines(folder / "legal_counts.tsv.gz")[1::_EVERY]
    wrong = sum(not agrees_in_number(line) for line in sample)
    yield Figure.exactly(f"differences in {len(sample)} cases of legal_counts", wrong, "cases", 0)


def agrees(row: dict[str, Any]) -> bool:
    """Whether the legal ends of a case are those of the reference."""
    known = {tuple(move["result"]) for move in row["moves"]} or {tuple(row["board"])}
    return set(ends(tuple(row["board"]), *row["dice"])) == known


def agrees_in_number(line: str) -> bool:
    """Whether number and digest of the legal ends are those of a line of the counts file."""
    board, first, second, number, used, digest = line.split("\t")
    found = ends(_view(board), int(first), int(second))
    played = {len(steps) for steps in found.values()}
    results = sorted(",".join(map(str, end)) for end in found) if played != {0} else []
    found_digest = hashlib.sha1("|".join(results).encode()).hexdigest()[:12]
    return (len(results), played, found_digest) == (int(number), {int(used)}, digest)


def _times(folder: Path) -> Iterator[Figure]:
    chance = random.Random(_SEED)
    boards = sorted({line.split("\t")[0] for line in _lines(folder / "legal_counts.tsv.gz")[1:]})
    views = [_view(board) for board in chance.sample(boards, min(_POSITIONS, len(boards)))]
    cases = [(view, Dice(chance.randint(1, 6), chance.randint(1, 6))) for view in views]
    inner = [(dice.is_double, _time_us(partial(ends, view, dice.first, dice.second))) for view, dice in cases]
    of_doubles = [time_us for is_double, time_us in inner if is_double]
    all_times = [time_us for _, time_us in inner]
    turned = [(_position(view, Side.DARK if k % 2 else Side.LIGHT), dice) for k, (view, dice) in enumerate(cases)]
    public = [_time_us(partial(legal_plays, position, dice)) for position, dice in turned]
    yield Figure.at_most("inner generator, median", statistics.median(all_times), "us", 20)
    yield Figure.at_most("inner generator, 95th percentile", _percentile(all_times, 95), "us", 80)
    yield Figure.at_most("inner generator, doubles, median", statistics.median(of_doubles), "us", 200)
    yield Figure.at_most("legal_plays, median", statistics.median(public), "us", 150)
    yield Figure.unlimited("legal_plays, 95th percentile", _percentile(public, 95), "us")


def _time_us(call: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(_REPEATS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def _percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


def _view(board: str) -> View:
    return tuple(int(count) for count in board.split(","))


def _position(view: View, mover: Side) -> Position:
    """A view as a position with ``mover`` on roll, missing checkers borne off."""
    own = 15 - sum(count for count in view if count > 0)
    other = 15 + sum(count for count in view if count < 0)
    position = Position(view[1:25], Stack(view[25], -view[0]), Stack(own, other))
    return position if mover is Side.LIGHT else position.mirrored()


def _lines(path: Path) -> list[str]:
    try:
        return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
    except FileNotFoundError:
        raise InputError(f"test data {str(path)!r}: there is no such file; name its folder with --shared DIR") from None
