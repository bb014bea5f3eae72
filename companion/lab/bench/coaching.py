"""Measures the coach at the table: the delay of a list of plays, the rate of readings, the cost of an engine crash.

The match is real, with the coach's own process (:mod:`.training_table`); only window, camera and players are not.
"""

from __future__ import annotations

import math
import os
import signal
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import MILLI
from companion.coach.teaching import Decision
from companion.coach.worker import Coach
from companion.errors import EngineError
from companion.games.backgammon import START, Dice, legal_plays
from companion.games.backgammon.dice import FACES
from companion.games.backgammon.situation import Situation
from companion.lab.bench.figure import Figure
from companion.lab.bench.training_table import PATIENCE_S, POLL_S, TrainingTable, list_of, training_table
from companion.match.view import View
from vision.calibration import calibrate
from vision.pictures import load_picture
from vision.reader import BoardReader

DECISIONS: int = 60
DEATHS: int = 10
ROUNDS: int = 10
"""A test takes fewer."""
PACE_S: Final = 1.0
"""Between an answer of the coach and the next question; no game is played so fast."""
_MOST_MS: Final = 300
_LEAST_SHARE: Final = 0.9
_LATEST_S: Final = 0.05
_WORKER: Final = b"companion.coach.worker"
_CLIP: Final = Path(__file__).parents[2] / "demo" / "clip"


class Waited(NamedTuple):
    """From the roll until a view shows the list of plays, and until it is the deeper engine's."""

    first_ms: float
    refined_ms: float


def figures(engines: Sequence[str]) -> Iterator[Figure]:
    """Milliseconds, and shares of the rate of reading, with each of these engines behind the coach.

    Raises :class:`EngineError` for a missing one, in whose place the built-in one would answer.
    """
    for name in engines:
        engine_named(name).close()
        with training_table(name, seed=6) as table:
            cold, *warm = waits(table, 1 + DECISIONS)
        yield Figure.unlimited(f"{name} at the table: first list where the match begins with it", cold.first_ms, "ms")
        yield from _of_waits(name, warm)
        with training_table(name, seed=7) as table:
            lost = deaths(table, DEATHS)
        yield Figure.exactly(f"{name} at the table: answers lost in {DEATHS} deaths", lost, "answers", 0)
        share = share_of_reading(name, ROUNDS, pause_s=PACE_S)
        yield Figure.at_least(f"{name} at the table: boards read beside it, share", share, "", _LEAST_SHARE)
        share = share_of_reading(name, ROUNDS, pause_s=0.0)
        yield Figure.unlimited(f"{name} at the table: the same, asked without a pause", share, "")


def waits(table: TrainingTable, number: int) -> list[Waited]:
    """So many decisions of one match after the other."""
    found = []
    for _ in range(number):
        dice = table.roll_with_a_choice()
        began_s = time.monotonic()
        table.tell(dice)
        assert table.until(lambda view: list_of(view) is not None), "no list is shown"
        first_s = time.monotonic()
        assert table.until(_is_refined), "no deeper answer is shown"
        found.append(Waited(MILLI * (first_s - began_s), MILLI * (time.monotonic() - began_s)))
    return found


def deaths(table: TrainingTable, number: int) -> int:
    """The number of decisions without an answer of the deeper engine when a process is killed during each of them.

    It is the coach's own process, and in turn its engine's.
    """
    chance, lost = Random(number), 0
    for turn in range(number):
        table.tell(table.roll_with_a_choice())
        time.sleep(chance.uniform(0.0, _LATEST_S))
        coach = _worker()
        engine = next(iter(_children(coach)), coach)
        os.kill(engine if turn % 2 else coach, signal.SIGKILL)
        lost += not table.until(_is_refined)
    return lost


def share_of_reading(engine: str, rounds: int, *, pause_s: float) -> float:
    """The rate at which boards are read while the coach is asked, as a share of that without it.

    ``pause_s``: between an answer and the next question.  Both rates are measured in turn, several times: other
    programs disturb them alike.
    """
    images = [load_picture(path) for path in sorted(_CLIP.glob("*.jpg"))]
    reader = BoardReader(calibrate(images[0]))

    def took_s() -> float:
        began_s = time.perf_counter()
        for image in images:
            reader.look(image, seen_at_s=0.0)
        return time.perf_counter() - began_s

    took_s()  # the first look loads the nets
    questions = list(islice(decisions(seed=8), DECISIONS))
    answered = threading.Event()
    alone_s = at_table_s = 0.0
    with Coach(lambda ready: answered.set() if ready.refined else None, engine=engine) as coach:
        for _ in range(rounds):
            with _kept_busy(coach, questions, answered, pause_s):
                at_table_s += took_s()
            alone_s += took_s()
    return alone_s / at_table_s


@contextmanager
def _kept_busy(
    coach: Coach, questions: Sequence[Decision], answered: threading.Event, pause_s: float
) -> Iterator[None]:
    """The coach is asked its next question a pause after it has answered the one before; at the end nothing is open."""
    enough = threading.Event()

    def ask() -> None:
        for turn, decision in enumerate(cycle(questions)):
            answered.clear()
            coach.ask(replace(decision, turn=turn))
            answered.wait(PATIENCE_S)
            if enough.wait(pause_s):
                return

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    try:
        yield
    finally:
        enough.set()
        asking.join()


def decisions(*, seed: int) -> Iterator[Decision]:
    """The decisions of games in which every play is made at random."""
    chance, position = Random(seed), START
    while True:
        dice = Dice(chance.choice(FACES), chance.choice(FACES))
        ends = list(legal_plays(position, dice))
        if len(ends) > 1:
            yield Decision(0, Situation.from_text(position.id(), position.on_roll), dice)
        position = chance.choice(ends)
        position = START if position.winner else position


def _of_waits(name: str, waited: Sequence[Waited]) -> Iterator[Figure]:
    first, refined = (sorted(column) for column in zip(*waited, strict=True))
    yield Figure.unlimited(f"{name} at the table: roll to the first list, median", statistics.median(first), "ms")
    yield Figure.at_most(f"{name} at the table: roll to the first list, 95 of 100", _of_95(first), "ms", _MOST_MS)
    yield Figure.unlimited(f"{name} at the table: roll to the first list, slowest", first[-1], "ms")
    yield Figure.unlimited(f"{name} at the table: roll to the refined list, median", statistics.median(refined), "ms")
    yield Figure.unlimited(f"{name} at the table: roll to the refined list, 95 of 100", _of_95(refined), "ms")


def _of_95(ranked: Sequence[float]) -> float:
    return ranked[math.ceil(len(ranked) * 0.95) - 1]


def _is_refined(view: View) -> bool:
    shown = list_of(view)
    return shown is not None and shown.refined


def _worker() -> int:
    """The coach's process, waited for: a thread of its own starts it."""
    given_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < given_up_s:
        if found := [pid for pid in _children(os.getpid()) if _WORKER in _command(pid)]:
            return found[0]
        time.sleep(POLL_S)
    raise EngineError(f"the coach's process has not started within {PATIENCE_S:g} s")


def _children(pid: int) -> list[int]:
    """The processes that a process has started, by any of its threads."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found += map(int, listed.read_text(encoding="ascii").split())
    return found


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
