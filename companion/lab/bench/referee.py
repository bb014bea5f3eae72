"""``companion bench referee``: films, simulated turns with planted acts and whole matches, in one table."""

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
from companion.lab.simulation import calibration
from companion.lab.simulation.behaviour import CLEAN, Behaviour
from companion.lab.simulation.noise import Bank, Half
from companion.lab.simulation.playing import played_match
from companion.lab.simulation.results import figures_of
from companion.lab.simulation.scoring import SimulationScore, scored

_SLICE: Final = 150
"""Turns of one match with planted acts."""


@dataclass(frozen=True, slots=True)
class _Task:
    """One film, or one simulated match: ``most_turns`` None = to its end, by people who plant nothing."""

    name: str
    film: Path | None = None
    most_turns: int | None = None


def run(options: argparse.Namespace) -> int:
    """Print the figures of each set, side by side, and how sure it was; 0, for they are there to be compared."""
    films = [film.folder for folder in options.films for film in films_in(folder)]
    if not films and not options.turns and not options.matches:
        raise InputError("bench referee: expected films (--films), --turns or --matches to measure")
    sets: dict[str, SimulationScore] = {}
    with multiprocessing.Pool() as pool:
        for name, score in pool.imap(_one, _tasks(options, films)):
            sets.setdefault(name, SimulationScore()).add(score)
    table = _rows(sets)
    print(json.dumps(table) if options.json else "\n".join(_lines(table, list(sets))))
    if not options.json:
        for name, score in sets.items():
            print("\n".join(["", f"{name}:", *calibration.table(score.held)]))
    return 0


def _tasks(options: argparse.Namespace, films: Sequence[Path]) -> Iterator[tuple[str, _Task]]:
    for film in films:
        yield "films", _Task(film.name, film)
    for k in range(-(-options.turns // _SLICE)):
        yield "simulated", _Task(f"{options.seed}-{k}", most_turns=_SLICE)
    for k in range(options.matches):
        yield "whole", _Task(f"{options.seed}-whole-{k}")


def _one(named: tuple[str, _Task]) -> tuple[str, SimulationScore]:
    name, task = named
    if task.film is not None:
        played = Projection(films_in(task.film)[0]).show()
    else:
        bank = Bank.load().half(Half.FITTING)  # who looks at this goes on fitting
        behaviour = CLEAN if task.most_turns is None else Behaviour()
        played = played_match(task.name, terms_for("both"), bank, behaviour=behaviour, most_turns=task.most_turns)
    print(task.name, file=sys.stderr, flush=True)
    return name, scored(played)


def _rows(sets: dict[str, SimulationScore]) -> dict[str, dict[str, float]]:
    """For each figure its value by set; of those that only some have, too."""
    found: dict[str, dict[str, float]] = {}
    for name, score in sets.items():
        for figure in figures_of(score):
            found.setdefault(f"{figure.name} {figure.unit}".strip(), {})[name] = figure.value
        found.setdefault("crashes", {})[name] = float(score.count("crash"))
    return found


def _lines(table: dict[str, dict[str, float]], names: Sequence[str]) -> Iterator[str]:
    yield " " * 40 + "".join(f"{name:>12}" for name in names)
    for figure, values in table.items():
        yield f"{figure:<40}" + "".join(f"{values[name]:>12.3g}" if name in values else f"{'-':>12}" for name in names)
