"""``companion verify``: replays match files and checks them against the rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.app.arguments import add_encoding_argument
from companion.app.match_files import MatchFile, files_of
from companion.app.progress_bar import with_progress
from companion.errors import InputError
from companion.record.checking import problems_of
from companion.record.files.any_game import Opened, read_file
from companion.record.files.contents import ENDINGS
from companion.record.files.pdn_reading import ReadGames
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Roll
from companion.settings.reading import load_settings
from companion.texts import many

_DONE, _BROKEN, _BAD_INPUT = 0, 1, 2
_USUAL: Final = ("utf-8", "ascii")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="MATCH", help=f"{', '.join(ENDINGS)}, the same as .txt "
                        "or with any other ending, or a folder")  # fmt: skip
    add_encoding_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Report on every file; return 1 if a play is illegal or the record is broken, 2 if a named file is no match."""
    files = tuple(files_of(options.files))
    status = _DONE
    no_matches: list[str] = []
    language = _language(options) if not options.json else ""
    for report in with_progress(partial(_judged, encoding=options.encoding), files, quiet=options.json):
        if options.json:
            print(json.dumps(report.values(), ensure_ascii=False), flush=True)
        else:
            print("\n".join(report.lines(language)), flush=True)
        status = max(status, report.status)
        if report.status == _BAD_INPUT:
            no_matches.append(report.parts[0].problems[0].reason)
    if no_matches:
        print(f"companion verify: {'; '.join(no_matches)}", file=sys.stderr)
    return status


def _language(options: argparse.Namespace) -> str:
    settings = load_settings(
        getattr(options, "settings", None), data_dir=getattr(options, "data_dir", None), warns=False
    )
    return settings.screen.language.value


# --- what is wrong in them ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """One match of a file, or its games of draughts.  ``acts``: how many rolls or moves there are."""

    problems: tuple[Problem, ...]
    games: int = 0
    acts: int = 0
    title: str = ""

    @property
    def ok(self) -> bool:
        return all(not problem.is_fault or self._is_cut_short(problem) for problem in self.problems)

    def _is_cut_short(self, problem: Problem) -> bool:
        # An unfinished last game is reported but is no fault: people stop in the middle of a game.
        return problem.kind == "no-winner-line" and problem.game == self.games


@dataclass(frozen=True, slots=True)
class _Report:
    """``acts``: what is counted, rolls or moves."""

    file: MatchFile
    parts: tuple[_Part, ...]
    acts: str = "rolls"
    encoding: str = _USUAL[0]
    is_unreadable: bool = False

    @property
    def ok(self) -> bool:
        return all(part.ok for part in self.parts)

    @property
    def status(self) -> int:
        if self.is_unreadable and self.file.named:
            return _BAD_INPUT
        return _DONE if self.ok else _BROKEN

    def values(self) -> dict[str, Any]:
        """Return the report for programs; what is the same for most files is left out."""
        found = [(number, problem) for number, part in self._numbered() for problem in part.problems]
        values: dict[str, Any] = {
            "file": str(self.file.path),
            "ok": self.ok,
            "games": sum(part.games for part in self.parts),
            self.acts: sum(part.acts for part in self.parts),
            "problems": [_values(number, problem) for number, problem in found if not _is_note(problem)],
        }
        if notes := [_values(number, problem) for number, problem in found if _is_note(problem)]:
            values["notes"] = notes
        if len(self.parts) > 1:
            values["matches"] = [
                {"title": part.title, "ok": part.ok, "games": part.games, self.acts: part.acts} for part in self.parts
            ]
        if self.encoding not in _USUAL:
            values["encoding"] = self.encoding
        if self.file.last_of is not None and self.file.last_of.passed_over:
            values["passed_over"] = self.file.last_of.values()
        return values

    def lines(self, language: str) -> Iterator[str]:
        """Return the report for a person, with the sentences of the screen."""
        whole = _Part((), sum(part.games for part in self.parts), sum(part.acts for part in self.parts))
        several = f"{many(len(self.parts), 'match', 'matches')}, " if len(self.parts) > 1 else ""
        yield f"{self.file.path}: {_verdict(self.ok)}, {several}{self._played(whole)}"
        for number, part in self._numbered():
            if number is not None:
                yield f"  match {number}, {part.title}: {_verdict(part.ok)}, {self._played(part)}"
            for problem in part.problems:
                yield f"  {_where(number, problem)}{'note: ' if _is_note(problem) else ''}{problem.text(language)}"
        if self.file.last_of is not None:
            yield from self.file.last_of.sentences()

    def _played(self, part: _Part) -> str:
        return f"{many(part.games, 'game')}, {many(part.acts, self.acts.removesuffix('s'))}"

    def _numbered(self) -> Iterator[tuple[int | None, _Part]]:
        """The parts with their numbers, None for a file that holds only one."""
        for number, part in enumerate(self.parts, start=1):
            yield number if len(self.parts) > 1 else None, part


def _judged(file: MatchFile, encoding: str | None) -> _Report:
    try:
        opened = read_file(file.path, encoding=encoding)
    except InputError as error:
        problem = Problem(None, None, "unreadable", str(error))
        return _Report(file, (_Part((problem,)),), is_unreadable=True)
    return _report(file, opened)


def _report(file: MatchFile, opened: Opened) -> _Report:
    match opened.found:
        case ReadGames() as games:
            moves = sum(len(game.moves) for game in games.games)
            part = _Part(games.problems, len(games.games), moves)
            return _Report(file, (part,), "moves", opened.encoding)
        case matches:
            return _Report(file, tuple(map(_part, matches)), encoding=opened.encoding)


def _part(reading: ReadMatch) -> _Part:
    match = reading.match
    rolls = sum(isinstance(action, Roll) for game in match.games for action in game.actions)
    length = f"to {match.length}" if match.length else "money play"
    return _Part(problems_of(reading), len(match.games), rolls, f"{' - '.join(match.names)}, {length}")


# --- the words -----------------------------------------------------------------------------------


def _verdict(ok: bool) -> str:
    return "ok" if ok else "not ok"


def _is_note(problem: Problem) -> bool:
    return problem.kind == "note"


def _values(match: int | None, problem: Problem) -> dict[str, Any]:
    values: dict[str, Any] = {"match": match} if match is not None else {}
    values |= {"game": problem.game, "line": problem.line, "kind": problem.kind, "reason": problem.reason}
    if problem.column is not None:
        values["column"] = problem.column
    if problem.said is not None:
        values["key"] = problem.said.key
    return values


def _where(match: int | None, problem: Problem) -> str:
    places = (("match", match), ("game", problem.game), ("line", problem.line), ("column", problem.column))
    words: Sequence[str] = [f"{name} {place}" for name, place in places if place is not None]
    return f"{', '.join(words)}: " if words else ""
