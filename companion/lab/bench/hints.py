"""Measures how good and how fast the engines are: equity lost against a deep reference, by play and by cube decision.

The reference is GNU Backgammon's 2-ply evaluation of every legal play.  The loss of an engine's choice is counted
in thousandths of a point.  Each engine runs in processes of its own on one thread, so its times are those of a
busy device; those of GNU Backgammon are of two processes side by side.
The waiting time of a player is measured at a table (:mod:`.coaching`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from companion.coach.engines.choosing import ENGINES, available, engine_named
from companion.coach.evaluation import MILLI, CubeAdvice, Doubling
from companion.coach.evaluator import Evaluator
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.situation import Situation
from companion.lab.bench import coaching
from companion.lab.bench.figure import Figure
from companion.lab.bench.reference import rows_of

Row: TypeAlias = Mapping[str, Any]

_PLIES: Final = {"gnubg": (0, 2), "sage": (0, 1), "builtin": (0, 1)}
"""The default depth of each engine."""
_MOST_LOST: Final = {("gnubg", 2): 0.5, ("sage", 0): 6, ("sage", 1): 6, ("builtin", 0): 25, ("builtin", 1): 15}
_MOST_LOST_BY_CUBE: Final = {("builtin", 0): 10, ("builtin", 1): 10}
_MOST_MS: Final = {("builtin", 0): 5, ("builtin", 1): 120}
_BLUNDER_MP: Final = 80
_PROCESSES: Final = {"gnubg": 2}
# The libraries take these when they are loaded, which is why the measuring needs a process of its own.
_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
_EVERY: int = 1  # row of the reference data; a test takes fewer


class PlayedGame(NamedTuple):
    """One play chosen: in what phase of the game, what it lost, and how long the choice took."""

    phase: str
    lost_mp: float
    took_s: float


class Doubled(NamedTuple):
    """One cube decision: the loss of the double or its absence, and of the answer.

    ``may``: whether a double is allowed; ``believed``: whether the engine thinks so.
    """

    double_lost_mp: float
    take_lost_mp: float
    took_s: float
    may: bool
    believed: bool


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Losses in millipoints and times in milliseconds of each engine that is here, or of those named.

    ``options.shared``: the folder of the reference data; ``options.engine``, ``options.ply``: measure these alone, and
    with a depth named, nothing at the table.  ``options.at_the_table``: measure that alone.  Raises
    :class:`EngineError` for a named engine that is missing.
    """
    here = available()
    if not options.at_the_table:
        yield from _alone(options, here)
    if options.ply is None:
        yield from coaching.figures(options.engine or here)


def _alone(options: argparse.Namespace, here: Sequence[str]) -> Iterator[Figure]:
    folder = Path(options.shared) / "data" / "oracle"
    plays, cubes = (rows_of(folder / f"{name}.jsonl.gz")[::_EVERY] for name in ("hints", "cubes"))
    for name in options.engine or ENGINES:
        yield Figure.unlimited(f"{name} is installed", float(name in here), "")
        if name not in here and not options.engine:
            continue
        for ply in _PLIES[name] if options.ply is None else (options.ply,):
            yield from _of_plays(name, ply, _shared_out(played, name, ply, plays))
            yield from _of_cubes(name, ply, _shared_out(doubled, name, ply, cubes))


def played(engine: Evaluator, ply: int, rows: Sequence[Row]) -> list[PlayedGame]:
    """An engine's choices in these rows of ``hints.jsonl.gz``."""
    found = []
    for row in rows:
        situation, dice = Situation.from_text(row["gnubgid"]), Dice(*row["dice"])
        start = time.perf_counter()
        best = engine.ranking(situation, dice, ply=ply).best
        took_s = time.perf_counter() - start
        worth = {tuple(move["result"]): move["eq2"] for move in row["moves"]}
        found.append(PlayedGame(row["phase"], MILLI * (row["best_eq"] - worth[_as_who_played(best.end)]), took_s))
    return found


def doubled(engine: Evaluator, ply: int, rows: Sequence[Row]) -> list[Doubled]:
    """An engine's advice in these rows of ``cubes.jsonl.gz``."""
    found = []
    for row in rows:
        situation = Situation.from_text(row["gnubgid"])
        start = time.perf_counter()
        advice = engine.cube(situation, ply=ply)
        found.append(_doubled(row, advice, time.perf_counter() - start))
    return found


def _doubled(row: Row, advice: CubeAdvice, took_s: float) -> Doubled:
    no_double, taken, dropped = (row["eq"][key] for key in ("nd", "dt", "dp"))
    double, answer = min(taken, dropped), taken if advice.takes else dropped
    chosen = double if advice.doubling is Doubling.DOUBLE else no_double
    double_lost, take_lost = max(no_double, double) - chosen, answer - double
    return Doubled(MILLI * double_lost, MILLI * take_lost, took_s, row["double_legal"], advice.allowed)


def _as_who_played(end: Position) -> tuple[int, ...]:
    """The board after a play as the rows have it, in the view of who made it."""
    view = view_of(end)
    return tuple(-count for count in reversed(view))


def _shared_out(measure: Any, name: str, ply: int, rows: Sequence[Row]) -> list[Any]:
    """All that is measured, by as many processes as the engine gets."""
    number = _PROCESSES.get(name, 1)
    work = partial(_by_engine, measure, name, ply)
    with _environment(_ONE_THREAD), ProcessPoolExecutor(number, multiprocessing.get_context("spawn")) as pool:
        return [one for share in pool.map(work, [rows[k::number] for k in range(number)]) for one in share]


def _by_engine(measure: Any, name: str, ply: int, rows: Sequence[Row]) -> list[Any]:
    with engine_named(name) as engine:
        found: list[Any] = measure(engine, ply, rows)
    return found


@contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _of_plays(name: str, ply: int, found: Sequence[PlayedGame]) -> Iterator[Figure]:
    who, losses = f"{name} {ply}-ply", [play.lost_mp for play in found]
    took_ms = statistics.median(MILLI * play.took_s for play in found)
    yield _limited(
        f"{who}: mean loss of {len(found)} plays", statistics.mean(losses), "mp", _MOST_LOST.get((name, ply))
    )
    yield _limited(f"{who}: time of a play, median", took_ms, "ms", _MOST_MS.get((name, ply)))
    for phase in ("contact", "race", "bearoff"):
        if those := [play.lost_mp for play in found if play.phase == phase]:
            yield Figure.unlimited(f"plays, {who}: {phase} mp", statistics.mean(those), "mp")
    yield Figure.unlimited(f"plays, {who}: best %", _percent(loss <= 0 for loss in losses), "%")
    yield Figure.unlimited(f"plays, {who}: blunders %", _percent(loss > _BLUNDER_MP for loss in losses), "%")
    yield Figure.unlimited(f"plays, {who}: worst mp", max(losses), "mp")
    yield Figure.unlimited(f"plays, {who}: slowest ms", MILLI * max(play.took_s for play in found), "ms")


def _of_cubes(name: str, ply: int, found: Sequence[Doubled]) -> Iterator[Figure]:
    who, most = f"{name} {ply}-ply", _MOST_LOST_BY_CUBE.get((name, ply))
    those = [cube for cube in found if cube.may]
    double = statistics.mean(cube.double_lost_mp for cube in those)
    take = statistics.mean(cube.take_lost_mp for cube in those)
    yield _limited(f"{who}: mean loss of {len(those)} doubles", double, "mp", most)
    yield _limited(f"{who}: mean loss of {len(those)} takes", take, "mp", most)
    wrong = sum(cube.believed is not cube.may for cube in found)
    yield Figure.exactly(f"{who}: wrong about who may double, of {len(found)}", wrong, "cases", 0)
    took_ms = statistics.median(MILLI * cube.took_s for cube in found)
    yield Figure.unlimited(f"{who}: time of a cube decision, median", took_ms, "ms")


def _limited(name: str, value: float, unit: str, most: float | None) -> Figure:
    return Figure.unlimited(name, value, unit) if most is None else Figure.at_most(name, value, unit, most)


def _percent(those: Iterator[bool]) -> float:
    found = list(those)
    return 100 * sum(found) / len(found)
