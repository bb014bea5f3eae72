"""The file of results (``docs/figures.json``): the last measurement of each command, for the pages that quote it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.lab.bench.figure import Figure, as_json, from_json
from companion.lab.bench.measuring import figures_of_command

FILE: Final = Path("docs") / "figures.json"
"""Beside the pages, in the folder of the project."""

_PROGRAM: Final = "companion"


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The figures of one command.  ``command``: as typed, with its seed, if any."""

    command: str
    figures: tuple[Figure, ...]

    def figure(self, pattern: str) -> Figure:
        """The one figure whose whole name fits a regular expression; raises InputError if there is none, or more."""
        found = self.all(pattern)
        if len(found) != 1:
            raise InputError(f"{FILE}: {self.command}: expected one figure {pattern!r}, found {len(found)}")
        return found[0]

    def value(self, pattern: str) -> float:
        return self.figure(pattern).value

    def all(self, pattern: str) -> list[Figure]:
        """The figures whose whole names fit a regular expression."""
        return [figure for figure in self.figures if re.fullmatch(pattern, figure.name)]

    def measured_again(self) -> BenchResult:
        """By the same command; raises NotMeasuredError, or InputError where it is none of the companion."""
        program, *words = shlex.split(self.command) or [""]
        if program != _PROGRAM:
            raise InputError(f"{FILE}: {self.command!r}: expected a command that begins with {_PROGRAM}")
        return replace(self, figures=tuple(figures_of_command(words)))


Results = Mapping[str, BenchResult]
"""By a short name, which is that of the bench."""


def read_results(path: Path) -> dict[str, BenchResult]:
    """The content of the file; raises InputError if it is no such file."""
    try:
        content: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        return {
            name: BenchResult(str(entry["command"]), tuple(from_json(json.dumps(entry))))
            for name, entry in content.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: expected a file of results: by name, a command and its figures") from error


def write_results(path: Path, results: Results) -> None:
    """A line for each figure, so that it shows which of them changed."""
    entries = [
        f'{json.dumps(name)}: {{"command": {json.dumps(result.command)}, "figures": [\n{_rows(result.figures)}\n]}}'
        for name, result in results.items()
    ]
    path.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")


def _rows(figures: Sequence[Figure]) -> str:
    rows = json.loads(as_json("", figures))["figures"]
    plain = [row | {"value": int(row["value"])} if row["value"] % 1 == 0 else row for row in rows]
    return ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in plain)


def with_printed(results: Results, name: str, path: Path) -> dict[str, BenchResult]:
    """The results with what a command printed with ``--json``, kept in a file, in place of an earlier result."""
    try:
        figures = from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: expected what a bench or simulate prints with --json") from error
    return dict(results) | {name: replace(named(results, name), figures=tuple(figures))}


def named(results: Results, name: str) -> BenchResult:
    """The result of this name; raises InputError where the file has none."""
    if name not in results:
        raise InputError(f"{FILE}: there is no {name!r}, expected one of {', '.join(results)}")
    return results[name]
