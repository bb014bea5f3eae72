"""``companion convert``: writes matches in another format."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.app.match_files import matches_in
from companion.app.progress_bar import with_progress
from companion.errors import CompanionError, InputError
from companion.record.files.draughts_formats import PDN, check_games_ending, is_pdn, read_games, write_games
from companion.record.files.formats import ENDINGS, check_ending, content_of, read, write_match
from companion.record.files.reading import Problem
from companion.record.files.short import PREFIX, Short, is_short, match_of_short
from companion.record.match import Match

_DONE, _BAD_INPUT = 0, 2
_ENDINGS: Final = (*ENDINGS, PDN)
_TEXT: Final = ".txt"
"""The ending of a file with the text of a code."""
_SHOWN: Final = 12
"""So many letters of a code are named after its beginning."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", type=Path, metavar="IN", help=f"{', '.join(_ENDINGS)}, or a folder of such files; the "
                        f"text of a match's QR code, {PREFIX}…, or a {_TEXT} file with it")  # fmt: skip
    parser.add_argument("output", type=Path, metavar="OUT", help="the file to write, its ending says the format; "
                        "or the folder to write to")  # fmt: skip
    parser.add_argument("--to", metavar="ENDING", help=f"the format of the files in a folder: {', '.join(_ENDINGS)}")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert every file, whatever its rulings; return 2 if one could not be read or written; the others are."""
    tasks = list(_tasks(options.input, options.output, options.to))
    status = _DONE
    for report in with_progress(_converted, tasks, quiet=options.json):
        if "error" in report:
            status = _BAD_INPUT
            print(f"companion convert: {report['error']}", file=sys.stderr)
        if options.json:
            print(json.dumps(report, ensure_ascii=False), flush=True)
        elif "error" not in report:
            print(_plain(report), flush=True)
    return status


@dataclass(frozen=True, slots=True)
class _Task:
    """``error``: why the output file cannot be written.  ``code``: what the QR code of a match holds."""

    source: Path
    target: Path
    error: str | None = None
    code: Short | None = None


def _tasks(source: Path, target: Path, to: str | None) -> Iterator[_Task]:
    ending = _ending(to)
    if is_short(str(source)) or source.suffix.lower() == _TEXT:
        yield _task_of_code(source, target, ending)
    elif source.is_dir():
        if ending is None:
            raise InputError(f"{source}: a folder is written in one format, say which with --to {'|'.join(ENDINGS)}")
        if target.exists() and not target.is_dir():
            raise InputError(f"{target}: expected a folder, as {source} is one")
        sources = matches_in(source, _ENDINGS)
        yield from _apart([_Task(file, target / file.relative_to(source).with_suffix(ending)) for file in sources])
    elif target.is_dir():
        if ending is None:
            raise InputError(f"{target}: is a folder, say the format with --to {'|'.join(ENDINGS)}")
        yield from _apart([_Task(source, target / source.with_suffix(ending).name)])
    else:
        if ending is not None and target.suffix.lower() != ending:
            raise InputError(f"{target}: expected a name that ends in {ending}, as --to says")
        (check_games_ending if is_pdn(source) else check_ending)(target)
        yield from _apart([_Task(source, target)])


def _task_of_code(source: Path, target: Path, ending: str | None) -> _Task:
    text = str(source) if is_short(str(source)) else _text_in(source)
    name = str(source) if source.suffix.lower() == _TEXT else f"{text.strip()[: len(PREFIX) + _SHOWN]}…"
    try:
        match = match_of_short(text)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    endings = ENDINGS if isinstance(match, Match) else (PDN, ".json")
    if target.suffix.lower() not in endings or ending not in (None, target.suffix.lower()):
        raise InputError(
            f"{target}: expected a name that ends in {' or '.join(endings)}, as the code holds such a match"
        )
    return _Task(Path(name), target, code=match)


def _text_in(path: Path) -> str:
    try:
        return content_of(path).decode("utf-8", errors="replace").lstrip("\ufeff")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _ending(to: str | None) -> str | None:
    ending = f".{to.lower().removeprefix('.')}" if to is not None else None
    if ending not in (None, *_ENDINGS):
        raise InputError(f"--to {to!r}: expected one of {', '.join(_ENDINGS)}")
    return ending


def _apart(tasks: list[_Task]) -> Iterator[_Task]:
    """The tasks; those that would overwrite an input file, or the output of another one, are marked."""
    sources = {task.source.resolve() for task in tasks}
    written: dict[Path, Path] = {}
    for task in tasks:
        target = task.target.resolve()
        if target in sources or _is_same_file(task.source, target):
            yield _Task(task.source, task.target, f"{task.target}: is read from, expected another file to write")
        elif target in written:
            reason = f"{task.source}: {task.target} is written from {written[target]} already"
            yield _Task(task.source, task.target, reason)
        else:
            written[target] = task.source
            yield task


def _is_same_file(source: Path, target: Path) -> bool:
    return source.exists() and target.exists() and source.samefile(target)


def _converted(task: _Task) -> dict[str, Any]:
    try:
        if task.error is not None:
            raise InputError(task.error)
        games, problems = _CONVERTING[_kind(task)](task)
    except CompanionError as error:
        return {"file": str(task.source), "error": str(error)}
    except OSError as error:
        return {"file": str(task.source), "error": f"{task.target.parent}: cannot be made ({error.strerror})"}
    listed = [{"game": p.game, "line": p.line, "kind": p.kind, "reason": p.reason} for p in problems]
    return {"file": str(task.source), "out": str(task.target), "games": games, "problems": listed}


def _backgammon(task: _Task) -> tuple[int, Sequence[Problem]]:
    """Convert a match; return the number of its games, and what was not understood."""
    reading = read(task.source)
    task.target.parent.mkdir(parents=True, exist_ok=True)
    write_match(reading.match, task.target)
    return len(reading.match.games), reading.problems


def _draughts(task: _Task) -> tuple[int, Sequence[Problem]]:
    reading = read_games(task.source)
    check_games_ending(task.target)
    task.target.parent.mkdir(parents=True, exist_ok=True)
    write_games(reading.games, task.target)
    return len(reading.games), reading.problems


def _code(task: _Task) -> tuple[int, Sequence[Problem]]:
    match = task.code
    assert match is not None
    task.target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(match, Match):
        write_match(match, task.target)
        return len(match.games), ()
    write_games(match, task.target)
    return len(match), ()


def _kind(task: _Task) -> str:
    return _TEXT if task.code is not None else PDN if is_pdn(task.source) else ""


_CONVERTING: Final = {_TEXT: _code, PDN: _draughts, "": _backgammon}


def _plain(report: dict[str, Any]) -> str:
    lines = sorted({problem["line"] for problem in report["problems"] if problem["line"] is not None})
    left_out = f", not understood: line {_listed(lines)}" if lines else ""
    return f"{report['file']} -> {report['out']}: {report['games']} games{left_out}"


def _listed(lines: Iterable[int]) -> str:
    return ", ".join(str(line) for line in lines)
