"""``companion verify``: replays match files by the rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from companion.record.checking import problems_of
from companion.record.document import FORMAT
from companion.record.files import ENDINGS, read
from companion.record.match import Roll
from companion.record.reading import Problem, Reading

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_DONE, _BROKEN, _UNREADABLE = 0, 1, 2


def add(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("verify", help="replay match files by the rules")
    parser.add_argument("files", nargs="+", type=Path, metavar="MATCH", help=f"{', '.join(ENDINGS)}, or a folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Report on every file; 1 where a play is illegal or the record is broken, 2 where one cannot be read."""
    paths = [file for path in options.files for file in _walked(path)]
    status = _DONE
    unreadable: list[str] = []
    for path in _with_progress(paths):
        report, outcome = _judged(path)
        print(json.dumps(report, ensure_ascii=False) if options.json else _plain(report), flush=True)
        status = max(status, outcome)
        if outcome == _UNREADABLE:
            unreadable.append(report["problems"][0]["reason"])
    if unreadable:
        print(f"companion verify: {'; '.join(unreadable)}", file=sys.stderr)
    return status


def _walked(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS and _is_match(file))
    if not found:
        raise InputError(f"{path}: holds no match files, expected some that end in {', '.join(ENDINGS)}")
    return found


def _is_match(path: Path) -> bool:
    # Folders hold many JSON files that are none of ours.
    if path.suffix.lower() != ".json":
        return path.is_file()
    with path.open("rb") as file:
        return FORMAT.encode() in file.read(200)


def _judged(path: Path) -> tuple[dict[str, Any], int]:
    try:
        reading = read(path)
    except InputError as error:
        return _report(path, None, (Problem(None, None, "unreadable", str(error)),)), _UNREADABLE
    problems = problems_of(reading)
    return _report(path, reading, problems), _BROKEN if problems else _DONE


def _report(path: Path, reading: Reading | None, problems: Iterable[Problem]) -> dict[str, Any]:
    listed = [{"game": p.game, "line": p.line, "kind": p.kind, "reason": p.reason} for p in problems]
    games = reading.match.games if reading else ()
    rolls = sum(isinstance(action, Roll) for game in games for action in game.actions)
    return {"file": str(path), "ok": not listed, "games": len(games), "rolls": rolls, "problems": listed}


def _plain(report: dict[str, Any]) -> str:
    verdict = "ok" if report["ok"] else "not ok"
    lines = [f"{report['file']}: {verdict}, {report['games']} games, {report['rolls']} rolls"]
    lines += [f"  {_where(problem)}{problem['kind']}: {problem['reason']}" for problem in report["problems"]]
    return "\n".join(lines)


def _where(problem: dict[str, Any]) -> str:
    places = [f"{name} {problem[name]}" for name in ("game", "line") if problem[name] is not None]
    return f"{', '.join(places)}: " if places else ""


def _with_progress(paths: list[Path]) -> Iterator[Path]:
    shown = len(paths) > 1 and sys.stderr.isatty() and not sys.stdout.isatty()
    for done, path in enumerate(paths):
        if shown:
            print(f"\r{done * 40 // len(paths) * '#':.<40} {done}/{len(paths)}", end="", file=sys.stderr, flush=True)
        yield path
    if shown:
        print(f"\r{'#' * 40} {len(paths)}/{len(paths)}", file=sys.stderr)
