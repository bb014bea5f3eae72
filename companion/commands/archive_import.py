"""``companion archive import``: takes the matches of other people's files into the archive."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.app.match_files import MatchFile, files_of
from companion.errors import InputError
from companion.record import Journal
from companion.record.files.any_game import read_file
from companion.record.importing import ForeignMatch, Importer, TakenIn, foreign_matches
from companion.texts import many

_DONE, _REFUSED, _BAD_INPUT = 0, 1, 2


def import_files(options: argparse.Namespace, data_dir: Path) -> int:
    """Import every match that can be kept; return 1 if one cannot, 2 if a named file is no match.

    Raises :class:`companion.errors.StorageError` if the disk fails; what was reported before is in the archive.
    """
    files = tuple(files_of(options.files))
    status = _DONE
    with Journal(data_dir) as journal:
        importer = Importer(journal)
        for file in files:
            report = _taken_in(importer, file, options.encoding)
            if options.json:
                print(json.dumps(report.values(), ensure_ascii=False), flush=True)
            else:
                print("".join(f"{line}\n" for line in report.lines()), end="", flush=True)
            for sentence in report.troubles():
                print(f"companion archive import: {sentence}", file=sys.stderr, flush=True)
            status = max(status, report.status)
    return status


@dataclass(slots=True)
class _Report:
    """The result of the matches of a file.  ``error``: why it holds none."""

    file: MatchFile
    taken: list[tuple[ForeignMatch, TakenIn]] = field(default_factory=list)
    refused: list[tuple[ForeignMatch, str]] = field(default_factory=list)
    error: str | None = None

    @property
    def status(self) -> int:
        if self.error is not None and self.file.named:
            return _BAD_INPUT
        return _REFUSED if self.refused or self.error is not None else _DONE

    def values(self) -> dict[str, Any]:
        """Return the report for programs; what is the same for most files is left out."""
        values: dict[str, Any] = {"file": str(self.file.path)}
        if self.error is not None:
            values["error"] = self.error
        values["matches"] = [_values(one, taken) for one, taken in self.taken if taken.new]
        if known := [_values(one, taken) for one, taken in self.taken if not taken.new]:
            values["known"] = known
        if self.refused:
            values["refused"] = [{"title": one.title, "reason": reason} for one, reason in self.refused]
        if self.file.last_of is not None and self.file.last_of.passed_over:
            values["passed_over"] = self.file.last_of.values()
        return values

    def lines(self) -> Iterator[str]:
        """Return the report for a person, but for the troubles."""
        for one, taken in self.taken:
            number = taken.header.id
            if taken.new:
                yield f"{self.file.path}: imported as match {number}: {_title(one)}"
            elif taken.header.deleted_at is not None:
                yield (f"{self.file.path}: passed over, as match {number} is the same and in the trash; "
                       f"companion archive undelete {number} brings it back")  # fmt: skip
            else:
                yield f"{self.file.path}: passed over, as match {number} is the same: {one.title}"
        if self.file.last_of is not None:
            yield from self.file.last_of.sentences()

    def troubles(self) -> Iterator[str]:
        if self.error is not None:
            yield self.error
        yield from (f"{self.file.path}: {one.title}: not imported: {reason}" for one, reason in self.refused)


def _taken_in(importer: Importer, file: MatchFile, encoding: str | None) -> _Report:
    report = _Report(file)
    try:
        opened = read_file(file.path, encoding=encoding)
    except InputError as error:
        report.error = str(error)
        return report
    now = datetime.now(UTC)
    for one in foreign_matches(opened.found):
        try:
            report.taken.append((one, importer.take_in(one, file.path, now)))
        except InputError as error:
            report.refused.append((one, str(error)))
    return report


def _title(one: ForeignMatch) -> str:
    return f"{one.title}, {many(len(one.match.games), 'game')}"


def _values(one: ForeignMatch, taken: TakenIn) -> dict[str, Any]:
    return {"id": taken.header.id, "title": one.title, "games": len(one.match.games)}
