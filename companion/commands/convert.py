"""``companion convert``: writes matches in another format."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.app.arguments import add_encoding_argument
from companion.app.match_files import Found, matches_in, places_in_words
from companion.app.progress_bar import with_progress
from companion.errors import CompanionError, InputError
from companion.record.draughts_game import WrittenGame
from companion.record.files.any_game import ReadFile, read_code, read_file
from companion.record.files.contents import ENDINGS
from companion.record.files.draughts_formats import GAME_ENDINGS, PDN, check_games_ending, write_games
from companion.record.files.formats import ENDINGS as MATCH_ENDINGS
from companion.record.files.formats import check_ending, write_match
from companion.record.files.pdn_reading import ReadGames
from companion.record.files.reading import NO_FAULTS, Problem
from companion.record.files.short import PREFIX, is_short
from companion.record.match import Match
from companion.texts import many

_DONE, _BAD_INPUT = 0, 2
_SHOWN: Final = 12
"""The number of first letters by which a code is named."""

_Written: TypeAlias = Match | tuple[WrittenGame, ...]
"""The content of one file: a match of backgammon, or games of draughts."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=f"{', '.join(ENDINGS)}, the same as .txt or with any "
                        "other ending, or a folder of such files; the text of a match's QR code, "
                        f"{PREFIX}…, or a file with it")  # fmt: skip
    parser.add_argument("output", type=Path, metavar="OUT", help="the file to write, its ending says the format; of "
                        "several matches in one file each is written to its own, OUT-1, OUT-2 and so on; or the "
                        "folder to write to")  # fmt: skip
    parser.add_argument("--to", metavar="ENDING", help=f"the format of the files in a folder: {', '.join(ENDINGS)}")
    add_encoding_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert every file, whatever its rulings; return 2 if one could not be read or written; the others are."""
    work = _work(options)
    status = _DONE
    converting = _Converting(options.encoding, {task.source.resolve() for task in work.tasks if task.code is None})
    for report in with_progress(converting.converted, work.tasks, quiet=options.json):
        if "error" in report:
            status = _BAD_INPUT
            print(f"companion convert: {report['error']}", file=sys.stderr)
        last = work.folder if report["file"] == str(work.tasks[-1].source) else None
        if options.json:
            passed_over = {"passed_over": last.values()} if last is not None and last.passed_over else {}
            print(json.dumps(report | passed_over, ensure_ascii=False), flush=True)
        else:
            lines = _plain(report) if "error" not in report else ()
            print("".join(f"{line}\n" for line in (*lines, *(last.sentences() if last else ()))), end="", flush=True)
    return status


# --- what is converted -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Task:
    """``code``: what the QR code of a match on the command line holds, in place of a file."""

    source: Path
    target: Path
    code: ReadFile | None = None


@dataclass(frozen=True, slots=True)
class _Work:
    """``folder``: where the files were found, if they were not named one by one."""

    tasks: Sequence[_Task]
    folder: Found | None = None


def _work(options: argparse.Namespace) -> _Work:
    source, target, ending = options.input, options.output, _ending(options.to)
    if is_short(str(source)):
        return _Work([_task_of_code(str(source), target, ending)])
    if source.is_dir():
        if ending is None:
            raise InputError(f"{source}: a folder is written in one format, say which with --to {'|'.join(ENDINGS)}")
        if target.exists() and not target.is_dir():
            raise InputError(f"{target}: give a folder, as {source} is one")
        found = matches_in(source)
        tasks = [_Task(file, target / _renamed(file.relative_to(source), ending)) for file in found.files]
        return _Work(tasks, found)
    if target.is_dir():
        if ending is None:
            raise InputError(f"{target}: is a folder, say the format with --to {'|'.join(ENDINGS)}")
        return _Work([_Task(source, target / _renamed(source, ending).name)])
    if ending is not None and target.suffix.lower() != ending:
        raise InputError(f"{target}: expected a name that ends in {ending}, as --to says")
    if target.suffix.lower() != PDN:
        check_ending(target)
    return _Work([_Task(source, target)])


def _task_of_code(text: str, target: Path, ending: str | None) -> _Task:
    name = f"{text.strip()[: len(PREFIX) + _SHOWN]}…"
    try:
        code = read_code(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    endings = GAME_ENDINGS if isinstance(code, ReadGames) else MATCH_ENDINGS
    if target.suffix.lower() not in endings or ending not in (None, target.suffix.lower()):
        raise InputError(
            f"{target}: expected a name that ends in {' or '.join(endings)}, as the code holds such a match"
        )
    return _Task(Path(name), target, code)


def _renamed(source: Path, ending: str) -> Path:
    """The name with another ending; what is no ending, such as the year of ``Anna 1.5.2026``, stays."""
    is_ending = source.suffix[1:].isalpha()
    return source.with_suffix(ending) if is_ending else source.with_name(f"{source.name}{ending}")


def _ending(to: str | None) -> str | None:
    ending = f".{to.lower().removeprefix('.')}" if to is not None else None
    if ending not in (None, *ENDINGS):
        raise InputError(f"--to {to!r}: expected one of {', '.join(ENDINGS)}")
    return ending


# --- converting --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Converting:
    """``sources``: every file that is read.  ``written``: every file that was written, and from which."""

    encoding: str | None
    sources: set[Path]
    written: dict[Path, Path] = field(default_factory=dict)

    def converted(self, task: _Task) -> dict[str, Any]:
        """Write what a file holds, each match of it whole or not at all, and report it."""
        try:
            read = task.code if task.code is not None else read_file(task.source, encoding=self.encoding).found
            parts, problems = _contents(read)
            targets = _targets(task.target, len(parts))
            for part, target in zip(parts, targets, strict=True):
                self._check(task.source, part, target)
            task.target.parent.mkdir(parents=True, exist_ok=True)
            for part, target in zip(parts, targets, strict=True):
                _write(part, target)
        except CompanionError as error:
            return {"file": str(task.source), "error": str(error)}
        except OSError as error:
            return {"file": str(task.source), "error": f"{task.target.parent}: cannot be made ({error.strerror})"}
        games = sum(len(part.games) if isinstance(part, Match) else len(part) for part in parts)
        report: dict[str, Any] = {"file": str(task.source), "out": str(targets[0]), "games": games}
        if len(targets) > 1:
            report["outs"] = [str(target) for target in targets]
        return report | {"problems": [_values(problem) for problem in problems]}

    def _check(self, source: Path, part: _Written, target: Path) -> None:
        """Raise :class:`InputError` for a file of another game's format, one that is read, and one that is written."""
        (check_ending if isinstance(part, Match) else check_games_ending)(target)
        place = target.resolve()
        if place in self.sources or _is_same_file(source, place):
            raise InputError(f"{target}: is read from; give another file to write")
        if place in self.written:
            raise InputError(f"{source}: {target} is written from {self.written[place]} already")
        self.written[place] = source


def _contents(read: ReadFile) -> tuple[Sequence[_Written], Sequence[Problem]]:
    if isinstance(read, ReadGames):
        return [read.games], read.problems
    return [one.match for one in read], [problem for one in read for problem in one.problems]


def _targets(target: Path, number: int) -> list[Path]:
    """The files of so many matches: the one that was named, or each with its number before the ending."""
    if number == 1:
        return [target]
    return [target.with_stem(f"{target.stem}-{place}") for place in range(1, number + 1)]


def _is_same_file(source: Path, target: Path) -> bool:
    return source.exists() and target.exists() and source.samefile(target)


def _write(part: _Written, target: Path) -> None:
    if isinstance(part, Match):
        write_match(part, target)
    else:
        write_games(part, target)


# --- the words -----------------------------------------------------------------------------------


def _values(problem: Problem) -> dict[str, Any]:
    column = {"column": problem.column} if problem.column is not None else {}
    return {"game": problem.game, "line": problem.line, "kind": problem.kind, "reason": problem.reason} | column


def _plain(report: dict[str, Any]) -> Iterator[str]:
    places = [(problem["line"], problem["kind"] not in NO_FAULTS) for problem in report["problems"]]
    outs = report.get("outs", [report["out"]])
    matches = f"{many(len(outs), 'match', 'matches')}, " if len(outs) > 1 else ""
    problems = f", {problems}" if (problems := places_in_words(places)) else ""
    yield f"{report['file']} -> {', '.join(outs)}: {matches}{many(report['games'], 'game')}{problems}"
    yield from (
        f"  {problem['kind']}: {problem['reason']}" for problem in report["problems"] if problem["line"] is None
    )
