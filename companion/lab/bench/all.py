"""Measures the yardsticks, figures that no later work may worsen, and compares them with those of an earlier run.

Each part is the short form of a bench; all of them take some minutes on two cores.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.lab.bench.compared import FigureChange, as_lines, compared, missing
from companion.lab.bench.figure import Figure, as_json, from_json
from companion.lab.bench.grids import is_cell
from companion.lab.bench.measuring import NotMeasuredError, figures_of_casebook, figures_of_command

SEEDS: Final = ("tuning-1", "tuning-2")
"""Of the simulated matches: seeds whose failures anybody may look at and learn from.  What judges are other ones."""

_SIMULATED: Final = ("--turns", "2000", "--matches", "4", "--jobs", "2", "--half", "fitting")
"""Of each seed.  With both there are some 5,800 turns, as many as the figures on the referee's page are from."""

_KILLS: Final = "20"
"""Half of the bench's own: each takes about a second."""
_EVERY: Final = "16"
"""Every sixteenth byte: a fault in the journal's commits shows over hundreds of bytes on end."""

Measure = Callable[[], list[Figure]]


@dataclass(frozen=True, slots=True)
class Part:
    """A yardstick.  ``runs``: what is measured, each with the name that its figures begin with."""

    name: str
    runs: dict[str, Measure]


@dataclass(slots=True)
class Measured:
    """The measurements so far.  ``failures``: by a run's name, why it was not measured."""

    figures: list[Figure] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)


PARTS: Final = ("casebook", "replay", "rules", "reading", "durability", "simulate")


def parts(options: argparse.Namespace) -> list[Part]:
    """All parts in their order, the quickest ones first."""
    disk = ["--data-dir", str(options.data_dir.resolve())] if options.data_dir else []
    shared = ["--shared", str(options.shared.resolve())] if options.shared else []
    kills = ["bench", "durability", "--kills", _KILLS, "--every", _EVERY, *disk]
    simulated = {f"simulate {seed}": _of(["simulate", *_SIMULATED, "--seed", seed]) for seed in SEEDS}
    return [
        Part("casebook", {"casebook": figures_of_casebook}),
        *(Part(name, {name: _of(["bench", name, *shared])}) for name in ("replay", "rules", "reading")),
        Part("durability", {"durability": _of(kills)}),
        Part("simulate", simulated),
    ]


def _of(words: Sequence[str]) -> Measure:
    return partial(figures_of_command, words)


def run(options: argparse.Namespace) -> int:
    """Measure the requested parts and print each as soon as it is done; return 1 if a figure misses its limit."""
    before = _earlier(options.before)
    asked = [part for part in parts(options) if part.name in (options.only or PARTS)]
    say = partial(print, file=sys.stderr if options.json else sys.stdout, flush=True)
    done = Measured()
    for part in asked:
        for name, measure in part.runs.items():
            begun_s = time.monotonic()
            found = _measured(name, measure, done)
            say(f"{name}: {time.monotonic() - begun_s:.0f} s")
            if not options.json:
                say("\n".join([*as_lines(compared(before, found), with_before=bool(before)), ""]))
            _keep(options.out, done)
    say(summary([figure for figure in before if _part_of(figure) in {part.name for part in asked}], done))
    if options.json:
        print(as_json("all", done.figures))
    return 0 if all(figure.ok for figure in done.figures) else 1


def _measured(name: str, measure: Measure, done: Measured) -> list[Figure]:
    """The figures of one run, and added to what is done; where it fails, a figure that says so."""
    try:
        found = [figure for figure in measure() if not is_cell(figure)]
    except NotMeasuredError as error:
        done.failures[name] = str(error)
        found = [Figure.exactly("runs that were not measured", 1, "", 0)]
    named = [Figure(f"{name}: {f.name}", f.value, f.unit, f.limit, f.ok) for f in found]
    done.figures += named
    return named


def summary(before: Sequence[Figure], done: Measured) -> str:
    """The figures that got worse, miss their limit, or are no longer measured, and the failures."""
    rows = compared(before, done.figures)
    lists = {
        "not measured": [f"{name}: {why}" for name, why in done.failures.items()],
        "limits missed": [f"{f.name}: {f.value:.5g} {f.unit} ({f.limit})" for f in done.figures if not f.ok],
    }
    if before:
        lists["no longer measured"] = [figure.name for figure in missing(before, done.figures)]
        for change in (FigureChange.BETTER, FigureChange.WORSE):
            lists[f"{change.value.lower()} than before"] = [
                f"{row.now.name}: {row.before.value:.5g} before, {row.now.value:.5g} now {row.now.unit}".rstrip()
                for row in rows
                if row.change is change and row.before
            ]
    return "\n".join(
        line for name, lines in lists.items() for line in (f"{name}: {len(lines)}", *(f"  {one}" for one in lines))
    )


def _part_of(figure: Figure) -> str:
    return figure.name.split(":")[0].split()[0]


def _earlier(path: Path | None) -> list[Figure]:
    if path is None:
        return []
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"--before {str(path)!r}: expected a file that companion bench all --out wrote") from error


def _keep(path: Path | None, done: Measured) -> None:
    """After each run: who stops the rest keeps what is measured."""
    if path is not None:
        path.write_text(as_json("all", done.figures) + "\n", encoding="utf-8")
