"""``companion verify``: replays match files and checks them against the rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.app.match_files import matches_in
from companion.app.progress_bar import with_progress
from companion.errors import InputError
from companion.record.checking import problems_of
from companion.record.files.draughts_formats import PDN, is_pdn, read_games
from companion.record.files.formats import ENDINGS, read
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Roll

_DONE, _BROKEN, _BAD_INPUT = 0, 1, 2
_ENDINGS: Final = (*ENDINGS, PDN)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="MATCH", help=f"{', '.join(_ENDINGS)}, or a folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Report on every file; return 1 if a play is illegal or the record is broken, 2 if a named file is no match."""
    files = [file for path in options.files for file in _files(path)]
    status = _DONE
    no_matches: list[str] = []
    for report, outcome in with_progress(_judged, files, quiet=options.json):
        print(json.dumps(report, ensure_ascii=False) if options.json else _plain(report), flush=True)
        status = max(status, outcome)
        if outcome == _BAD_INPUT:
            no_matches.append(report["problems"][0]["reason"])
    if no_matches:
        print(f"companion verify: {'; '.join(no_matches)}", file=sys.stderr)
    return status


@dataclass(frozen=True, slots=True)
class _File:
    """``named``: given on the command line itself, not found in a folder."""

    path: Path
    named: bool


def _files(path: Path) -> list[_File]:
    return (
        [_File(file, named=False) for file in matches_in(path, _ENDINGS)]
        if path.is_dir()
        else [_File(path, named=True)]
    )


def _judged(file: _File) -> tuple[dict[str, Any], int]:
    try:
        report = _draughts(file.path) if is_pdn(file.path) else _backgammon(file.path)
    except InputError as error:
        problem = Problem(None, None, "unreadable", str(error))
        return _report(file.path, None, [problem]), _BAD_INPUT if file.named else _BROKEN
    return report, _DONE if report["ok"] else _BROKEN


def _backgammon(path: Path) -> dict[str, Any]:
    reading = read(path)
    return _report(path, reading, problems_of(reading))


def _draughts(path: Path) -> dict[str, Any]:
    reading = read_games(path)
    moves = sum(len(game.moves) for game in reading.games)
    return {
        "file": str(path),
        "ok": not any(problem.is_fault for problem in reading.problems),
        "games": len(reading.games),
        "moves": moves,
        "problems": _listed(reading.problems),
    }


def _listed(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    return [{"game": p.game, "line": p.line, "kind": p.kind, "reason": p.reason} for p in problems]


def _report(path: Path, reading: ReadMatch | None, problems: Sequence[Problem]) -> dict[str, Any]:
    games = reading.match.games if reading else ()
    rolls = sum(isinstance(action, Roll) for game in games for action in game.actions)
    ok = all(not problem.is_fault or _is_cut_short(problem, len(games)) for problem in problems)
    return {"file": str(path), "ok": ok, "games": len(games), "rolls": rolls, "problems": _listed(problems)}


def _is_cut_short(problem: Problem, games: int) -> bool:
    # An unfinished last game is reported but is no fault: people stop in the middle of a game.
    return problem.kind == "no-winner-line" and problem.game == games


def _plain(report: dict[str, Any]) -> str:
    played = f"{report['moves']} moves" if "moves" in report else f"{report['rolls']} rolls"
    verdict = "ok" if report["ok"] else "not ok"
    lines = [f"{report['file']}: {verdict}, {report['games']} games, {played}"]
    lines += [f"  {_where(problem)}{problem['kind']}: {problem['reason']}" for problem in report["problems"]]
    return "\n".join(lines)


def _where(problem: dict[str, Any]) -> str:
    places = [f"{name} {problem[name]}" for name in ("game", "line") if problem[name] is not None]
    return f"{', '.join(places)}: " if places else ""
