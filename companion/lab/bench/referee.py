"""``companion bench referee``: the shipped referee and the one beside it, on the same films and simulated matches."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.lab.bench.filmed import Projection, films_in
from companion.lab.commands.simulate import terms_for
from companion.lab.referees import REFEREES, referee
from companion.lab.simulation.habits import CLEAN, Habits
from companion.lab.simulation.noise import Bank
from companion.lab.simulation.playing import played_match
from companion.lab.simulation.results import figures_of
from companion.lab.simulation.scoring import SimulationScore, scored

_SLICE: Final = 150
"""Turns of one match with planted acts."""


@dataclass(frozen=True, slots=True)
class _Task:
    """One film, or one simulated match: ``most_turns`` None = to its end, by people who plant nothing."""

    name: str
    referee: str
    film: Path | None = None
    most_turns: int | None = None


def run(options: argparse.Namespace) -> int:
    """Print for each set the figures of both, side by side; 0, for they are there to be compared."""
    films = [film.folder for folder in options.films for film in films_in(folder)]
    if not films and not options.turns and not options.matches:
        raise InputError("bench referee: expected films (--films), --turns or --matches to measure")
    sets: dict[str, dict[str, SimulationScore]] = {}
    with multiprocessing.Pool() as pool:
        for name, judge, score in pool.imap(_one, _tasks(options, films)):
            sets.setdefault(name, {one: SimulationScore() for one in REFEREES})[judge].add(score)
    table = {name: _rows(scores) for name, scores in sets.items()}
    print(json.dumps(table) if options.json else "\n".join(_lines(table)))
    return 0


def _tasks(options: argparse.Namespace, films: Sequence[Path]) -> Iterator[tuple[str, _Task]]:
    for judge in REFEREES:
        for film in films:
            yield "films", _Task(film.name, judge, film)
        for k in range(-(-options.turns // _SLICE)):
            yield "simulated", _Task(f"{options.seed}-{k}", judge, most_turns=_SLICE)
        for k in range(options.matches):
            yield "whole matches", _Task(f"{options.seed}-whole-{k}", judge)


def _one(named: tuple[str, _Task]) -> tuple[str, str, SimulationScore]:
    name, task = named
    step = referee(task.referee)
    if task.film is not None:
        played = Projection(films_in(task.film)[0], step=step).show()
    else:
        habits = CLEAN if task.most_turns is None else Habits()
        played = played_match(
            task.name, terms_for("camera"), Bank.load(), habits=habits, most_turns=task.most_turns, step=step
        )
    print(f"{task.name} {task.referee}", file=sys.stderr, flush=True)
    return name, task.referee, scored(played)


def _rows(scores: dict[str, SimulationScore]) -> dict[str, dict[str, float]]:
    """For each figure its value by referee; of those that only one has, too."""
    found: dict[str, dict[str, float]] = {}
    for judge, score in scores.items():
        for figure in figures_of(score):
            found.setdefault(f"{figure.name} {figure.unit}".strip(), {})[judge] = figure.value
        found.setdefault("crashes", {})[judge] = float(score.count("crash"))
    return found


def _lines(table: dict[str, dict[str, dict[str, float]]]) -> Iterator[str]:
    for name, rows in table.items():
        yield f"{name:<40}" + "".join(f"{judge:>12}" for judge in REFEREES)
        for figure, values in rows.items():
            yield f"  {figure:<38}" + "".join(
                f"{values[judge]:>12.3g}" if judge in values else f"{'-':>12}" for judge in REFEREES
            )
