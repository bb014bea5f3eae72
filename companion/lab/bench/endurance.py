"""Measures what lasts: a day of play in fast motion, an archive of a thousand matches, a folder of match files.

The day is one process: the table with its record on disk, the window and its pages, the reader with pictures, the
coach, and the live page with its spectators (:mod:`companion.lab.bench.screen_day`).
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.archive import StoredArchive
from companion.app.current_match import CurrentMatch
from companion.lab.bench.by_touch import TERMS, next_touch
from companion.lab.bench.figure import Figure
from companion.lab.bench.screen import measured
from companion.match.phases import Phase
from companion.record import Header, Journal
from companion.record.backup import backup, restore
from companion.record.entries import Entry
from companion.record.exporting import save_match
from companion.record.recorded import recorded_match

_MATCHES: Final = 1000
_PLAYED: Final = 10
"""The number of matches that are really played, at random, to three points; each is written a hundred times."""
_PLAYERS: Final = 40
_FEW_FILES: Final = 200
_FILES: Final = 2000
_SEED: Final = 9

Played = tuple[Header, tuple[Entry, ...]]


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Archive and files first: they take a minute, the day takes half an hour."""
    del options
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as scratch:
        folder = Path(scratch)
        matches = list(played(folder / "played"))
        yield from archived(folder / "archive", matches)
        yield from verified(folder / "files", matches)
    yield from _day()


def played(folder: Path) -> Iterator[Played]:
    source = random.Random(_SEED)

    def roll() -> tuple[int, int]:
        return source.randint(1, 6), source.randint(1, 6)

    with Journal(folder) as journal:
        table = CurrentMatch(journal, folders=(folder,), roll=roll, blind=True)
        for _ in range(_PLAYED):
            table.begin(replace(TERMS, length=3), {})
            while table.state.phase is not Phase.MATCH_OVER:
                table.recorder.take(next_touch(table.state, source, time.monotonic()))
            # Without the numbers of their electronic rolls, which are those of that journal.
            yield table.header, tuple(replace(entry, draw=None) for entry in table.on_disk)


class _NoTable:
    """A table without a match."""

    number = 0
    unwritten: tuple[Entry, ...] = ()


def archived(folder: Path, matches: Sequence[Played]) -> Iterator[Figure]:
    with Journal(folder) as journal:
        for number in range(_MATCHES):
            header, entries = matches[number % _PLAYED]
            names = f"Player {number % _PLAYERS}", f"Player {(7 * number + 1) % _PLAYERS}"
            journal.begin(
                names=names, length=header.length, mode=header.mode, rules=header.rules, terms=header.terms,
                program=header.program,
            )  # fmt: skip
            journal.append_all(entries)
    starts = measured("start", data=folder)
    yield Figure.at_most(f"ready to play with {_MATCHES} matches in the archive", starts["ready"], "s", 3)
    archive = StoredArchive(folder, _NoTable())  # type: ignore[arg-type]
    began_s = time.perf_counter()
    listed = list(archive.listed(archive.headers()))
    yield Figure.at_most(f"list of {_MATCHES} matches", time.perf_counter() - began_s, "s", 0.5)
    began_s = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--data-dir", str(folder), "archive", "list"],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    yield Figure.unlimited("the same as a command, from the start of the process", time.perf_counter() - began_s, "s")
    missing = _MATCHES - min(len(listed), len(done.stdout.splitlines()))
    yield Figure.exactly("matches that are not listed", missing, "", 0)
    yield from kept(folder, matches, folder.parent)


def kept(folder: Path, matches: Sequence[Played], scratch: Path) -> Iterator[Figure]:
    """The archive after a backup and a restore in another folder."""
    file, other = scratch / "backup.zip", scratch / "restored"
    other.mkdir(parents=True)
    began_s = time.perf_counter()
    backup(folder, file)
    written_s = time.perf_counter()
    restore(other, file)
    yield Figure.unlimited("backup of them", written_s - began_s, "s")
    yield Figure.unlimited("restoring it", time.perf_counter() - written_s, "s")
    with Journal(other) as journal:
        restored = [journal.entries(header.id) for header in journal.matches()]
    wrong = sum(entries != matches[number % _PLAYED][1] for number, entries in enumerate(restored))
    wrong += _MATCHES - len(restored)
    yield Figure.exactly("matches that are not as they were after backup and restore", wrong, "", 0)


def verified(folder: Path, matches: Sequence[Played]) -> Iterator[Figure]:
    """Memory of ``companion verify`` over a folder, which must not grow with its content."""
    endings = ("mat", "sgf")
    found = {}
    for many in (_FEW_FILES, _FILES):
        inside = folder / str(many)
        inside.mkdir(parents=True)
        for number in range(many):
            header, entries = matches[number % _PLAYED]
            save_match(recorded_match(header, entries), inside / f"{number:04d}.{endings[number % 2]}")
        found[many] = _in_a_process(inside)
    right, memory_mb = found[_FILES]
    yield Figure.exactly("files of a folder that verify did not find right", _FILES - right, "", 0)
    growth_mb = memory_mb - found[_FEW_FILES][1]
    yield Figure.at_most(f"memory of verify: {_FILES} files more than {_FEW_FILES}", growth_mb, "MB", 20)


_IN_A_PROCESS: Final = """
import resource, sys
from companion.cli import main
code = main(["verify", sys.argv[1]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def _in_a_process(folder: Path) -> tuple[int, float]:
    """The number of right files, and the most memory of the command, in megabytes."""
    words = [sys.executable, "-c", _IN_A_PROCESS, str(folder)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    *lines, memory = done.stdout.splitlines()
    return sum(": ok, " in line for line in lines), float(memory)


def _day() -> Iterator[Figure]:
    found = measured("day", draws=False)
    after = "from hour 1 to hour 24"
    yield Figure.unlimited("turns played in a day in fast motion", found["turns"], "")
    yield Figure.at_most(
        "memory but the driver's: how far the hours after the first lie apart", found["memory"], "MB", 20
    )
    for what in ("threads", "descriptors", "files"):
        yield Figure.at_most(f"{what} left over {after}", found[what], "", 0)
    yield Figure.exactly(f"messages that {found['spectators']:.0f} spectators did not get", found["missing"], "", 0)
    yield Figure.unlimited("memory in its last hour", found["memory after"], "MB")
