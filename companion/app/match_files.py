"""Finds the match files named on the command line: single ones, and all in a folder, with what is passed over there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.record.files.contents import ENDINGS, LOOKED_AT_BYTES, Form, form_of, is_draughts

_SURE: Final = frozenset({Form.MAT.value, Form.SGF.value, Form.PDN.value})
"""Endings of files that are always read, so that a damaged one is reported."""
_NAMED: Final = 12
"""The most files, or lines of a file, that are named for each reason."""
_KINDS: Final = (("not understood", True), ("noted", False))


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file of a folder that is not read.  ``reason``: what it is, as a phrase."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """The files of a folder and its subfolders, in order: those with a match in them, and the others."""

    folder: Path
    files: tuple[Path, ...]
    passed_over: tuple[PassedOver, ...] = ()

    def sentences(self) -> Iterator[str]:
        """Return a line for each reason why files were passed over, with their number and their names."""
        reasons = Counter(one.reason for one in self.passed_over)
        for reason, number in reasons.items():
            names = [str(one.path.relative_to(self.folder)) for one in self.passed_over if one.reason == reason]
            what = "a file" if number == 1 else f"{number} files"
            yield f"{self.folder}: passed over {what}: {_some(names)}: {reason}"

    def values(self) -> list[dict[str, Any]]:
        """Return the files that were passed over as values for JSON."""
        return [{"file": str(one.path), "reason": one.reason} for one in self.passed_over]


@dataclass(frozen=True, slots=True)
class MatchFile:
    """``named``: given on the command line itself, not found in a folder.  ``last_of``: the folder it ends."""

    path: Path
    named: bool
    last_of: Found | None = None


def files_of(paths: Iterable[Path]) -> Iterator[MatchFile]:
    """Yield the files of a command line, those of a folder in its place.  Raises as :func:`matches_in`."""
    for path in paths:
        if not path.is_dir():
            yield MatchFile(path, named=True)
            continue
        found = matches_in(path)
        *others, last = found.files
        yield from (MatchFile(file, named=False) for file in others)
        yield MatchFile(last, named=False, last_of=found)


def places_in_words(problems: Iterable[tuple[int | None, bool]]) -> str:
    """Return the lines of a file with faults and with notes, in words; empty if there are none.

    ``problems``: the line of each, and whether it is a fault.

    >>> places_in_words([(5, True), (9, False), (5, True), (None, False)])
    'not understood: line 5, noted: line 9'
    """
    faults = [(line, fault) for line, fault in problems if line is not None]
    lines = {what: sorted({line for line, fault in faults if fault is is_fault}) for what, is_fault in _KINDS}
    return ", ".join(f"{what}: line {_some(found)}" for what, found in lines.items() if found)


def _some(names: Sequence[object]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{', '.join(map(str, names[:_NAMED]))}{more}"


def matches_in(folder: Path, *, draughts: bool = True) -> Found:
    """Return the match files of a folder and its subfolders by their content, and the files that are passed over.

    Hidden files are left out.  ``draughts``: include files of draughts.  Raises :class:`InputError` if there are no
    match files.
    """
    files: list[Path] = []
    others: list[PassedOver] = []
    for path in sorted(folder.rglob("*")):
        if _is_hidden(path.relative_to(folder)) or not path.is_file():
            continue
        reason = _not_read(path, draughts=draughts)
        if reason is None:
            files.append(path)
        else:
            others.append(PassedOver(path, reason))
    found = Found(folder, tuple(files), tuple(others))
    if not files:
        said = "; ".join(line.removeprefix(f"{folder}: ") for line in found.sentences())
        raise InputError(f"{folder}: holds no match files, expected some that end in {', '.join(ENDINGS)}, or text"
                         f"{f'; {said}' if said else ''}")  # fmt: skip
    return found


def _is_hidden(within: Path) -> bool:
    return any(part.startswith(".") for part in within.parts)


def _not_read(path: Path, *, draughts: bool) -> str | None:
    """Why a file is passed over; None for one that is read."""
    try:
        with path.open("rb") as file:
            form = form_of(file.read(LOOKED_AT_BYTES), "" if path.suffix.lower() in ENDINGS else path.suffix)
    except OSError as error:
        return None if _is_sure(path, draughts=draughts) else f"cannot be read ({error.strerror})"
    except InputError as error:
        return None if _is_sure(path, draughts=draughts) else str(error)
    if is_draughts(form) and not draughts:
        return "holds games of draughts, expected a match of backgammon"
    return None


def _is_sure(path: Path, *, draughts: bool) -> bool:
    ending = path.suffix.lower()
    return ending in _SURE and (draughts or ending != Form.PDN.value)
