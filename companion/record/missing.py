"""Finds missing entries: those between others, and those at the end of the match that was written last.

The number of its entries is kept in ``journal.sqlite3.count`` after each commit.  If bytes of the write-ahead log are
damaged, SQLite silently ends before them; this file then counts more entries.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

_SUFFIX: Final = ".count"
_SELECT_GAPS: Final = """
SELECT match_id, m.uuid, min(n), max(n), count(*) FROM entries JOIN matches m ON m.id = match_id
GROUP BY match_id HAVING min(n) <> 1 OR max(n) <> count(*)
"""
_SELECT_WRITTEN: Final = """
SELECT m.id, m.epoch, (SELECT coalesce(max(n), 0) FROM entries WHERE match_id = m.id) FROM matches m WHERE m.uuid = ?
"""
_MOST: Final = 100
"""Gaps that are remembered."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Entries of a match that were on disk and are no longer: numbers ``first`` to ``last``."""

    match: int
    uuid: str
    first: int
    last: int

    def sentence(self) -> str:
        which = f"entry {self.first} is" if self.first == self.last else f"entries {self.first} to {self.last} are"
        return f"match {self.match}: {which} missing, because the file was damaged"


class WrittenCount:
    """The number of written entries of the current match.  A failure to keep it does not stop the match."""

    def __init__(self, journal: Path) -> None:
        self._path: Final = Path(f"{journal}{_SUFFIX}")
        self._file: int | None = None
        self._found: tuple[Missing, ...] | None = None

    def wrote(self, uuid: str, epoch: int, n: int) -> None:
        """Keep that entry ``n`` is on disk."""
        if self._found is None:
            self._found = _stored(self._path)[1]
        content = json.dumps({"uuid": uuid, "epoch": epoch, "n": n, "missing": [asdict(one) for one in self._found]})
        with suppress(OSError):
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            os.pwrite(self._file, content.encode(), 0)
            os.ftruncate(self._file, len(content.encode()))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def look(self, database: sqlite3.Connection, *, salvaged: bool) -> tuple[Missing, ...]:
        """Return what is missing at the end of the match written last, and remember it for :func:`missing_in`.

        The match begins a new epoch, since it may continue differently.  ``salvaged``: it has done so already.
        """
        (uuid, epoch, n), before = _stored(self._path)
        row = database.execute(_SELECT_WRITTEN, (uuid,)).fetchone()
        if row is None or row[1] != epoch + salvaged or row[2] >= n:
            return ()
        number, known, last = row
        if not salvaged:
            database.execute("UPDATE matches SET epoch = epoch + 1 WHERE id = ?", (number,))
            known += 1
        found = Missing(number, uuid, last + 1, n)
        self._found = (*before, found)[-_MOST:]
        self.wrote(uuid, known, last)
        return (found,)


def missing_in(database: sqlite3.Connection, journal: Path) -> tuple[Missing, ...]:
    """Return all entries that are missing in a journal, by match, as far as that is known."""
    numbers = dict(database.execute("SELECT uuid, id FROM matches").fetchall())
    (uuid, epoch, n), before = _stored(Path(f"{journal}{_SUFFIX}"))
    found = [Missing(numbers[one.uuid], one.uuid, one.first, one.last) for one in before if one.uuid in numbers]
    row = database.execute(_SELECT_WRITTEN, (uuid,)).fetchone()
    if row is not None and row[1] == epoch and row[2] < n:
        found.append(Missing(row[0], uuid, row[2] + 1, n))
    return tuple(sorted({*found, *gaps_in(database)}, key=lambda one: (one.match, one.first)))


def gaps_in(database: sqlite3.Connection) -> tuple[Missing, ...]:
    """Return the entries that are missing before the last one of their match."""
    found = []
    for match, uuid, *_ in database.execute(_SELECT_GAPS).fetchall():
        numbers = database.execute("SELECT n FROM entries WHERE match_id = ? ORDER BY n", (match,))
        before = 0
        for (n,) in numbers:
            if n > before + 1:
                found.append(Missing(match, str(uuid), before + 1, n - 1))
            before = n
    return tuple(found)


def _stored(path: Path) -> tuple[tuple[str, int, int], tuple[Missing, ...]]:
    """UUID, epoch and last entry of the match written last, and what was found missing; nothing where that is lost."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        found = tuple(Missing(**one) for one in values["missing"])
        return (str(values["uuid"]), int(values["epoch"]), int(values["n"])), found
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        return ("", 0, 0), ()
