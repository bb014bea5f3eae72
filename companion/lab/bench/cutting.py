"""Cuts a journal's write-ahead log anywhere, as by a power cut: exactly the commits before the cut must open.

It copies the database file and its log ``-wal`` while the journal is written; then it cuts the log
and opens the copies.  Since each commit only adds to the log, exactly the commits that are whole
before the cut must open.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME

TAIL: Final = 64 * 1024
"""The last bytes of the log, at each of which it is cut."""
_FRAME_HEADER: Final = 24
_LOG_HEADER: Final = 32


@dataclass(frozen=True, slots=True)
class CutWritten:
    """The journal on disk during writing.

    ``ends``: after each commit, the length of the log; ``entries``: and the number of entries.
    """

    database: bytes
    log: bytes
    ends: tuple[int, ...]
    entries: tuple[int, ...]

    def whole_before(self, cut: int) -> int:
        """The number of entries that were committed before this byte of the log."""
        return self.entries[bisect_right(self.ends, cut) - 1]

    def every_byte(self, step: int = 1) -> range:
        """The cuts in the tail of the log, from its end back."""
        return range(len(self.log), len(self.log) - TAIL - 1, -step)

    def boundaries(self) -> list[int]:
        """The cuts at the frames of the tail, and a byte before and behind each."""
        page = int.from_bytes(self.log[8:12], "big")
        frames = range(_LOG_HEADER, len(self.log) + 1, _FRAME_HEADER + page)
        near = {end + off for end in frames for off in (-1, 0, 1)}
        return sorted(cut for cut in near if len(self.log) - TAIL <= cut <= len(self.log))


def written(folder: Path) -> CutWritten:
    """Write steps of one to four entries until the log is longer than what is cut of it."""
    Journal(folder).close()  # so that the tables are in the database and not in the log
    path, log = folder / FILE_NAME, folder / f"{FILE_NAME}-wal"
    with Journal(folder) as journal:
        journal.begin()
        ends, entries = [0, log.stat().st_size], [0, 0]
        while ends[-1] < TAIL + 4096:
            fresh = range(entries[-1] + 1, entries[-1] + 2 + len(ends) % 4)
            journal.append_all([Entry(n, n / 4, Kind.NOTE, others={"step": len(ends)}) for n in fresh])
            ends.append(log.stat().st_size)
            entries.append(fresh[-1])
        return CutWritten(path.read_bytes(), log.read_bytes(), tuple(ends), tuple(entries))


def cut_wrong(made: CutWritten, scratch: Path, cuts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The cuts that open to something else than the whole commits before them, with their numbers of entries."""
    for cut in cuts:
        found = _opened(made, scratch, made.log[:cut])
        if found != made.whole_before(cut):
            yield cut, found


def blanked_wrong(made: CutWritten, scratch: Path, cuts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The same where the file has its length already, and nothing was written behind the cut."""
    for cut in cuts:
        found = _opened(made, scratch, made.log[:cut] + bytes(len(made.log) - cut))
        same = len(made.log) - len(made.log[cut:].lstrip(b"\0"))  # zeros that were there are there
        if found != made.whole_before(same):
            yield cut, found


def opened_wrong(made: CutWritten, scratch: Path, cuts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The same through the companion's own opening, which then continues writing."""
    for cut in cuts:
        _put(made, scratch, made.log[:cut])
        with Journal(scratch) as journal:
            headers = journal.matches()
            entries = journal.entries(headers[0].id) if headers else ()
            whole = journal.notice is None and [entry.n for entry in entries] == list(range(1, len(entries) + 1))
            if headers:
                journal.resume(headers[0].id)
                journal.append(Entry(len(entries) + 1, 0.0, Kind.NOTE))
        if not whole or len(entries) != made.whole_before(cut):
            yield cut, len(entries)


def _opened(made: CutWritten, scratch: Path, log: bytes) -> int:
    """The number of entries, -1 if they are not a whole beginning."""
    path = _put(made, scratch, log)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")  # the measured data are on disk already
        last, number = database.execute("SELECT coalesce(max(n), 0), count(*) FROM entries").fetchone()
        return int(last) if last == number else -1


def _put(made: CutWritten, scratch: Path, log: bytes) -> Path:
    path = scratch / FILE_NAME
    for suffix, content in (("", made.database), ("-wal", log)):
        (scratch / f"{FILE_NAME}{suffix}").write_bytes(content)
    (scratch / f"{FILE_NAME}-shm").unlink(missing_ok=True)
    return path
