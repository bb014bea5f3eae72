"""Measures how correct and how fast the backgammon rules are.

Correct: the legal ends of every case of the reference data, under every rule set that plays as
tournaments do, and under the box leaflet if its own rules do not matter.

Fast: over game positions of the reference data, each with one random roll.  The time of a case is the
best of a few, so that other programs on the machine do not count.  Where another program that lists
legal plays is installed, its time is compared on the same cases.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.games.backgammon import RULE_SETS, STANDARD, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.generator import View, ends
from companion.games.rules import Side, Stack
from companion.lab.bench.draughts_rules import draughts_figures
from companion.lab.bench.figure import Figure
from companion.lab.bench.reference import lines_of, rows_of

_POSITIONS: Final = 3000
_REPEATS: Final = 5
_SEED: Final = 2026
_EVERY: int = 1  # case of the reference data; a test takes fewer

_AS_TOURNAMENTS_PLAY: Final = ("tournament", "tactic", "djeco", "gamez")
_BOX: Final = RULE_SETS["box-leaflet"]


def figures(options: argparse.Namespace) -> list[Figure]:
    """Differences to the reference data, times in microseconds, and ratios to other programs' times.

    ``options.shared``: the folder of the reference data.
    """
    folder = Path(options.shared) / "data" / "oracle"
    counts = lines_of(folder / "legal_counts.tsv.gz")[1::_EVERY]
    cases = _timed_cases(counts)
    return [*_differences(folder, counts), *_times(cases), *_ratios(cases), *draughts_figures()]


def _differences(folder: Path, counts: Sequence[str]) -> Iterator[Figure]:
    for name in ("legal_moves", "legal_patho"):
        rows = rows_of(folder / f"{name}.jsonl.gz")[::_EVERY]
        for rules in map(RULE_SETS.__getitem__, _AS_TOURNAMENTS_PLAY):
            wrong = sum(not agrees(row, rules) for row in rows)
            yield Figure.exactly(f"differences in {len(rows)} cases of {name}, {rules.name}", wrong, "cases", 0)
        kept = [row for row in rows if plays_alike(tuple(row["board"]), row["dice"], row["dice_used"])]
        wrong = sum(not agrees(row, _BOX) for row in kept)
        yield Figure.exactly(f"differences in {len(kept)} cases of {name}, {_BOX.name}", wrong, "cases", 0)
    for rules in map(RULE_SETS.__getitem__, _AS_TOURNAMENTS_PLAY):
        wrong = sum(not agrees_in_number(line, rules) for line in counts)
        yield Figure.exactly(f"differences in {len(counts)} cases of legal_counts, {rules.name}", wrong, "cases", 0)
    alike = [line for line in counts if _line_plays_alike(line)]
    wrong = sum(not agrees_in_number(line, _BOX) for line in alike)
    yield Figure.exactly(f"differences in {len(alike)} cases of legal_counts, {_BOX.name}", wrong, "cases", 0)


def agrees(row: Mapping[str, Any], rules: RuleSet = STANDARD) -> bool:
    """Return whether the legal ends of a case are those of the reference."""
    known = {tuple(move["result"]) for move in row["moves"]} or {tuple(row["board"])}
    first, second = row["dice"]
    return set(ends(tuple(row["board"]), first, second, rules)) == known


def agrees_in_number(line: str, rules: RuleSet = STANDARD) -> bool:
    """Return whether number and digest of the legal ends are those of a line of the counts file."""
    board, first, second, number, used, digest = line.split("\t")
    found = ends(_view(board), int(first), int(second), rules)
    played = {len(steps) for steps in found.values()}
    results = sorted(",".join(map(str, end)) for end in found) if played != {0} else []
    found_digest = hashlib.sha1("|".join(results).encode()).hexdigest()[:12]
    return (len(results), played, found_digest) == (int(number), {int(used)}, digest)


def plays_alike(view: View, dice: Sequence[int], used: int) -> bool:
    """Return whether the box leaflet surely allows the same as tournaments do.

    Not where one of two different numbers is all that can be played: which one is free there.  And not
    where the mover may come to bear off from twelve points: all checkers are home already on six, or
    they are so far back that the roll, less the number to bear off with, does not bring them to twelve.
    """
    is_double = dice[0] == dice[1]
    if used == 1 and not is_double:
        return False
    farthest = max((point for point, count in enumerate(view) if count > 0), default=0)
    to_come = sum(
        count * (point - _BOX.home_size) for point, count in enumerate(view) if point > _BOX.home_size and count > 0
    )
    before_the_last = 3 * dice[0] if is_double else max(dice)
    return farthest <= STANDARD.home_size or to_come > before_the_last


def _line_plays_alike(line: str) -> bool:
    board, first, second, _, used, _ = line.split("\t")
    return plays_alike(_view(board), (int(first), int(second)), int(used))


def _timed_cases(counts: Sequence[str]) -> list[tuple[View, Dice]]:
    chance = random.Random(_SEED)
    boards = sorted({line.split("\t")[0] for line in counts})
    views = [_view(board) for board in chance.sample(boards, min(_POSITIONS, len(boards)))]
    return [(view, Dice(chance.randint(1, 6), chance.randint(1, 6))) for view in views]


def _times(cases: Sequence[tuple[View, Dice]]) -> Iterator[Figure]:
    inner = [(dice.is_double, _time_us(partial(ends, view, dice.first, dice.second))) for view, dice in cases]
    of_doubles = [time_us for is_double, time_us in inner if is_double]
    all_times = [time_us for _, time_us in inner]
    public = _public_times(cases)
    yield Figure.at_most("inner generator, median", statistics.median(all_times), "us", 20)
    yield Figure.at_most("inner generator, 95th percentile", _percentile(all_times, 95), "us", 80)
    yield Figure.at_most("inner generator, doubles, median", statistics.median(of_doubles), "us", 200)
    yield Figure.at_most("legal_plays, median", statistics.median(public), "us", 150)
    yield Figure.unlimited("legal_plays, 95th percentile", _percentile(public, 95), "us")


def _ratios(cases: Sequence[tuple[View, Dice]]) -> Iterator[Figure]:
    """Our time for all cases to that of each program that is installed; below 1 we are faster.

    ``bgsage`` (compiled) lists the boards a turn may end in: so does the inner generator, which notes
    the steps as well; ``legal_plays`` makes positions and plays of them.
    """
    if not importlib.util.find_spec("bgsage"):
        return
    possible_moves = importlib.import_module("bgsage").possible_moves
    boards = [[-view[0], *view[1:]] for view, _ in cases]  # there the opponent's bar counts up
    calls = [partial(possible_moves, board, d.first, d.second) for board, (_, d) in zip(boards, cases, strict=True)]
    theirs = sum(map(_time_us, calls))
    inner = sum(_time_us(partial(ends, view, dice.first, dice.second)) for view, dice in cases)
    differing = sum(_differs(call(), view, dice) for call, (view, dice) in zip(calls, cases, strict=True))
    yield Figure.unlimited("inner generator to bgsage.possible_moves", inner / theirs, "times")
    yield Figure.unlimited("legal_plays to bgsage.possible_moves", sum(_public_times(cases)) / theirs, "times")
    yield Figure.unlimited(f"bgsage finds other ends in {len(cases)} cases", differing, "cases")


def _differs(theirs: Sequence[Sequence[int]], view: View, dice: Dice) -> bool:
    known = {(-board[0], *board[1:]) for board in theirs} or {view}
    return known != set(ends(view, dice.first, dice.second))


def _public_times(cases: Sequence[tuple[View, Dice]]) -> list[float]:
    """The time of ``legal_plays`` in every case, the sides taking turns."""
    turned = [(_position(view, Side.DARK if k % 2 else Side.LIGHT), dice) for k, (view, dice) in enumerate(cases)]
    return [_time_us(partial(legal_plays, position, dice)) for position, dice in turned]


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
