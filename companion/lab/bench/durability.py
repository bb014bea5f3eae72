"""Measures what a match's record survives (kills, power cuts, full and broken disks), and times commit and resume."""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.progress_bar import with_progress
from companion.app.recorder import Recorder
from companion.lab.bench.by_touch import TERMS, next_touch
from companion.lab.bench.cutting import CutWritten, blanked_wrong, cut_wrong, opened_wrong, written
from companion.lab.bench.failing import FAILURES, Disk, blanked, failing
from companion.lab.bench.figure import Figure
from companion.lab.bench.killing import killed
from companion.match.events import Event
from companion.match.session import Effect, State, begun, resumed, step
from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from hardware.dice_source import fair_roll

_SEED: Final = 20
_COMMITS: Final = 300
_LONG: Final = 5_000  # entries: an evening of matches to many points
_RESUME_S: Final = 30
_TOUCHES: Final = 60  # before a failure, in it, and after
_DAMAGED: Final = 40  # journals
_IN_MEMORY: Final = Path("/dev/shm")

Cut = Callable[[CutWritten, Path, Sequence[int]], Iterator[tuple[int, int]]]


def figures(options: argparse.Namespace) -> list[Figure]:
    """Losses, which should be none, and times on the disk of ``options.data_dir`` or of temporary files.

    ``options.kills``: their number; ``options.every``: the log is cut at every n-th byte.  Failures go to standard
    error.
    """
    disk = options.data_dir
    with _scratch(disk) as folder:
        return [
            *_kills(folder / "kills", options.kills, quiet=options.json),
            *_cuts(options.every, quiet=options.json),
            *_failures(folder / "failures"),
            *_damages(),
            *_times(folder / "times"),
        ]


@contextmanager
def _scratch(parent: Path | None) -> Iterator[Path]:
    if parent is not None:
        parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix="durability-") as name:
        yield Path(name)


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr)


# --- killed ----------------------------------------------------------------------------------------


def _kills(folder: Path, kills: int, *, quiet: bool) -> Iterator[Figure]:
    going = killed(folder, random.Random(_SEED), kills)
    toll = list(with_progress(lambda _: next(going), range(kills), quiet=quiet))[-1]
    for sentence in toll.where:
        _report(sentence)
    yield Figure.unlimited("kill -9: kills of a writing process", toll.kills, "")
    yield Figure.unlimited("kill -9: entries shown until then", toll.shown, "")
    yield Figure.unlimited("kill -9: rolls drawn until then", toll.rolls, "")
    yield Figure.exactly("kill -9: entries shown and not on disk", toll.lost, "", 0)
    yield Figure.exactly("kill -9: journals that end within a step", toll.torn, "", 0)
    yield Figure.exactly("kill -9: damaged journals", toll.damaged, "", 0)
    yield Figure.exactly("kill -9: rolls shown and rolled anew", toll.passed_over, "", 0)
    yield Figure.exactly("kill -9: matches that cannot go on", toll.unresumed, "", 0)
    yield Figure.exactly("kill -9: processes that crashed before", toll.crashed, "", 0)


# --- cut -------------------------------------------------------------------------------------------


def _cuts(every: int, *, quiet: bool) -> Iterator[Figure]:
    # What is on disk is given here, so that the disk need not take part: in memory it goes faster.
    with _scratch(_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        made = written(folder)
        scratch = folder / "cut"
        scratch.mkdir()
        ways: tuple[tuple[str, Cut, Sequence[int]], ...] = (
            ("log cut at a byte of its last 64 kB", cut_wrong, made.every_byte(every)),
            ("log blank from a byte of its last 64 kB on", blanked_wrong, made.every_byte(61 * every)),
            ("log cut at a frame, opened and gone on with", opened_wrong, made.boundaries()),
        )
        for name, way, cuts in ways:
            wrong = _wrong(way, made, scratch, cuts, quiet=quiet)
            for cut, found in wrong:
                _report(f"{name}: {cut} of {len(made.log)} bytes: {found} entries, not {made.whole_before(cut)}")
            yield Figure.exactly(f"{name}: not the whole commits before it ({len(cuts)} cuts)", len(wrong), "", 0)


def _wrong(way: Cut, made: CutWritten, scratch: Path, cuts: Sequence[int], *, quiet: bool) -> list[tuple[int, int]]:
    parts = [cuts[start : start + 1000] for start in range(0, len(cuts), 1000)]
    return [wrong for found in with_progress(lambda part: list(way(made, scratch, part)), parts, quiet=quiet)
            for wrong in found]  # fmt: skip


# --- failing disks, damaged files ------------------------------------------------------------------


def _failures(folder: Path) -> Iterator[Figure]:
    for name in FAILURES:
        happened, kept, still_failing = _played_while(name, folder / name.replace(" ", "-"))
        missing = sum(kept.get(n) != entry for n, entry in happened.items()) + still_failing
        yield Figure.exactly(f"{name}: entries missing or changed of {len(happened)}", missing, "", 0)


def _played_while(failure: str, folder: Path) -> tuple[dict[int, Entry], dict[int, Entry], bool]:
    """The events while the disk failed for a time, the journal's entries of them, and whether it did not recover."""
    source, disk = random.Random(_SEED), Disk()
    happened: dict[int, Entry] = {}

    def noticed(state: State, event: Event) -> tuple[State, list[Effect]]:
        state, effects = step(state, event)
        happened.update((effect.n, effect) for effect in effects if isinstance(effect, Entry))
        return state, effects

    with _hushed(), Journal(folder, connect=disk.connect, patience_s=0.0) as journal:
        header = journal.begin()
        recorder = Recorder(begun(TERMS), journal, noticed, goes_on=True, roll=lambda: fair_roll(source))
        _play(recorder, source, _TOUCHES)
        with failing(failure, disk, folder / FILE_NAME):
            _play(recorder, source, 200, until=lambda: recorder.trouble is not None)
            _play(recorder, source, _TOUCHES)
            failed = bool(recorder.unwritten)
        recorder.retry()
        _play(recorder, source, _TOUCHES)
        kept = {entry.n: _without_draw(entry) for entry in journal.entries(header.id)}
        return happened, kept, not failed or recorder.trouble is not None


def _without_draw(entry: Entry) -> Entry:
    """The entry as the session made it, without the number of its roll, which is added when it is written."""
    return replace(entry, draw=None)


def _play(
    recorder: Recorder[State], source: random.Random, touches: int, until: Callable[[], bool] = lambda: False
) -> None:
    for _ in range(touches):
        if until():
            return
        recorder.take(next_touch(recorder.state, source, recorder.state.t + 1.0))


def _damages() -> Iterator[Figure]:
    """One page of a journal is lost: it opens all the same, with a whole beginning of each match."""
    source = random.Random(_SEED)
    with _scratch(_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        whole = _of_notes(folder / "whole")
        content = (folder / "whole" / FILE_NAME).read_bytes()
        unopened, kept, of = 0, 0, 0
        for number in range(_DAMAGED):
            place = folder / str(number)
            place.mkdir()
            (place / FILE_NAME).write_bytes(content)
            page = number if number < 2 else source.randrange(len(content) // 4096)
            blanked(place / FILE_NAME, page)
            found = _salvaged(place)
            if found is None or any(whole[: len(entries)] != entries for entries in found):
                _report(f"damaged at page {page}: {'not opened' if found is None else 'holes in a match'}")
                unopened += 1
            kept += sum(len(entries) for entries in found or ())
            of += 3 * len(whole)
    yield Figure.exactly(f"journals with a lost page: not opened, or holes in a match ({_DAMAGED})", unopened, "", 0)
    yield Figure.unlimited("journals with a lost page: entries that were read all the same", 100 * kept / of, "%")


def _of_notes(folder: Path) -> tuple[Entry, ...]:
    entries = tuple(Entry(n, n / 4, Kind.NOTE, others={"told": f"{n} " * 30}) for n in range(1, 301))
    with Journal(folder) as journal:
        for _ in range(3):
            journal.begin()
            journal.append_all(entries)
    return entries


def _salvaged(folder: Path) -> list[tuple[Entry, ...]] | None:
    try:
        with _hushed(), Journal(folder) as journal:
            return [journal.entries(header.id) for header in journal.matches()]
    except OSError:
        return None


@contextmanager
def _hushed() -> Iterator[None]:
    """Silence the log of failures on purpose."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


# --- times -----------------------------------------------------------------------------------------


def _times(folder: Path) -> Iterator[Figure]:
    took_ms = _commits_ms(folder / "commits")
    yield Figure.at_most(f"commit of a step, median of {_COMMITS}", statistics.median(took_ms), "ms", 50)
    yield Figure.at_most("commit of a step, 99 of 100 within", statistics.quantiles(took_ms, n=100)[-1], "ms", 250)
    entries = _long_match(folder / "long")
    begun_s = time.perf_counter()
    with Journal(folder / "long") as journal:
        found = journal.entries(journal.matches()[-1].id)
        read_s = time.perf_counter() - begun_s
        state = resumed(TERMS, found)
    took_s = time.perf_counter() - begun_s
    yield Figure.exactly(f"match of {entries} entries: entries missing after it goes on", entries - state.n, "", 0)
    yield Figure.unlimited(f"match of {entries} entries: journal opened and read", read_s, "s")
    yield Figure.at_most(f"match of {entries} entries: opened, read and gone on with", took_s, "s", _RESUME_S)


def _commits_ms(folder: Path) -> list[float]:
    took_ms = []
    with Journal(folder) as journal:
        journal.begin()
        for number in range(_COMMITS):
            step = [Entry(3 * number + place, 0.0, Kind.NOTE, others={"place": place}) for place in (1, 2, 3)]
            begun_s = time.perf_counter()
            journal.append_all(step)
            took_ms.append(1000 * (time.perf_counter() - begun_s))
    return took_ms


def _long_match(folder: Path) -> int:
    """Play so many entries; in memory, for how fast they are written is measured elsewhere."""
    source = random.Random(_SEED)
    with _scratch(_IN_MEMORY if _IN_MEMORY.is_dir() else None) as scratch:
        with Journal(scratch) as journal:
            journal.begin()
            recorder = Recorder(begun(TERMS), journal, step, roll=lambda: fair_roll(source))
            while recorder.state.n < _LONG:
                _play(recorder, source, 1)
        shutil.copytree(scratch, folder)
        return recorder.state.n
