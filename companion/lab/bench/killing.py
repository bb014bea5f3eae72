"""Kills a process that writes a match, at any moment, and compares the disk with its output.

The process plays by touch through the real session, recorder and journal.  It reports through a pipe what it is about
to write and, afterwards, what it showed.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sqlite3
import warnings
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.app.recorder import Recorder
from companion.errors import CompanionError
from companion.lab.bench.by_touch import TERMS, next_touch
from companion.match.actions import appended
from companion.match.events import Event
from companion.match.session import Effect, State, begun, resumed, step
from companion.record import Journal, line
from companion.record.dice_log import Draw
from companion.record.entries import Entry, Kind
from companion.record.journal import FILE_NAME
from hardware.dice_source import fair_roll

_EARLY_S: Final = 0.06
"""A third of the kills come so soon after the start: while the journal is opened and the match resumed."""
_MOST_SAID: Final = 150
_LATE_S: Final = 0.01
"""The others come so soon after the process has said a number of things: while it plays."""
_PATIENCE_S: Final = 10.0
_KILLS_A_MATCH: Final = 20
_MORE: Final = 3


@dataclass(slots=True)
class Toll:
    """The result of kills.

    ``shown``: entries that were shown; ``steps`` that had begun; ``rolls`` drawn.  All others should be zero: entries
    ``lost`` or changed, journals with a ``torn`` step at their end, ``damaged`` ones, rolls ``passed_over`` for another
    one, matches ``unresumed``, and processes that ``crashed``.
    """

    kills: int = 0
    shown: int = 0
    steps: int = 0
    rolls: int = 0
    lost: int = 0
    torn: int = 0
    damaged: int = 0
    passed_over: int = 0
    unresumed: int = 0
    crashed: int = 0
    where: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Output:
    """The output of killed processes: the last numbers of the steps they began, and sums of what they had shown."""

    steps: frozenset[int] = frozenset({0})
    shown: Mapping[int, int] = field(default_factory=dict)

    def and_then(self, other: Output) -> Output:
        return Output(self.steps | other.steps, {**self.shown, **other.shown})


def killed(scratch: Path, source: random.Random, kills: int) -> Iterator[Toll]:
    """Play and kill so often; the toll after each kill.  A match begins in an empty folder and continues over many
    kills.
    """
    toll, output, rolls = Toll(), Output(), 0
    for number in range(kills):
        folder = scratch / str(number // _KILLS_A_MATCH)
        if number % _KILLS_A_MATCH == 0:
            output, rolls = Output(), 0
        early = source.random() < 1 / 3
        lines = 0 if early else source.randint(1, _MOST_SAID)
        after_s = source.uniform(0, _EARLY_S if early else _LATE_S)
        said, crashed = _killed_once(folder, source.random(), lines, after_s)
        new = _output(said)
        output = output.and_then(new)
        toll.kills += 1
        toll.crashed += crashed
        toll.shown += len(new.shown)
        toll.steps += len(new.steps)
        toll.rolls -= rolls
        rolls = _look_through(folder, output, toll)
        toll.rolls += rolls
        yield toll


def _killed_once(folder: Path, seed: float, lines: int, after_s: float) -> tuple[bytes, bool]:
    """The output of a process killed so many seconds after so many lines; and whether it had crashed."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # The child starts no thread and takes no lock of the parent's.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            _play(folder, writing, random.Random(seed))
        finally:
            os._exit(1)
    os.close(writing)
    with open(reading, "rb", buffering=0) as pipe:
        said = b""
        while said.count(b"\n") < lines and select.select([pipe], [], [], _PATIENCE_S)[0]:
            more = pipe.read(4096)
            said += more
            if not more:
                break
        select.select([], [], [], after_s)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        return said + pipe.readall(), not os.WIFSIGNALED(status)


def _play(folder: Path, pipe: int, source: random.Random) -> None:
    """Play until killed; a match is resumed as after a power cut."""

    def announced(state: State, event: Event) -> tuple[State, list[Effect]]:
        state, effects = step(state, event)
        entries = [effect for effect in effects if isinstance(effect, Entry)]
        if not entries:
            return state, effects
        # Most steps are one entry; with three more, a step that is torn shows more often.
        for place in range(_MORE):
            state, notes = appended(state, Kind.NOTE, others={"more": place})
            entries += notes
            effects = [*effects, *notes]
        _say(pipe, ["step", entries[-1].n])
        return state, effects

    def shown(entry: Entry) -> None:
        _say(pipe, ["shown", entry.n, _sum_of(entry)])

    with Journal(folder) as journal:
        begun_before = journal.matches()
        header = journal.resume(begun_before[-1].id) if begun_before else journal.begin()
        entries = journal.entries(header.id)
        state = resumed(TERMS, entries) if entries else begun(TERMS)
        recorder = Recorder(state, journal, announced, so_far=entries, on_entry=shown, roll=lambda: fair_roll(source))
        at_s = 0.0
        while True:
            at_s += 1.0
            recorder.take(next_touch(recorder.state, source, at_s))


def _say(pipe: int, words: list[object]) -> None:
    os.write(pipe, f"{json.dumps(words)}\n".encode())


def _sum_of(entry: Entry) -> int:
    details = json.dumps(entry.details, sort_keys=True) if entry.details is not None else ""
    return zlib.crc32(f"{json.dumps(line(entry))}{details}".encode())


def _output(content: bytes) -> Output:
    whole, _, _ = content.rpartition(b"\n")  # what was being said when the kill came, counts as not said
    words = [json.loads(text) for text in whole.splitlines()]
    steps = frozenset(rest[0] for what, *rest in words if what == "step")
    return Output(steps, {rest[0]: rest[1] for what, *rest in words if what == "shown"})


def _look_through(folder: Path, output: Output, toll: Toll) -> int:
    """Compare the disk with the output, and add to the toll; return the number of rolls drawn."""
    with Journal(folder) as journal:
        entries = tuple(entry for header in journal.matches() for entry in journal.entries(header.id))
        draws = journal.draws()
        damaged = journal.notice is not None or not _is_whole(folder / FILE_NAME)
    found = {entry.n: _sum_of(entry) for entry in entries}
    lost = [n for n, total in output.shown.items() if found.get(n) != total]
    torn = len(entries) not in output.steps or list(found) != list(range(1, len(entries) + 1))
    passed_over = _passed_over(draws)
    unresumed = not _goes_on(entries)
    toll.lost += len(lost)
    toll.torn += torn
    toll.damaged += damaged
    toll.passed_over += passed_over
    toll.unresumed += unresumed
    if lost or torn or damaged or passed_over or unresumed:
        toll.where.append(
            f"kill {toll.kills} in {folder}: {len(entries)} entries, lost {lost}, torn {torn}, "
            f"damaged {damaged}, rolls passed over {passed_over}, cannot go on {unresumed}"
        )
    return len(draws)


def _passed_over(draws: Sequence[Draw]) -> int:
    """Rolls that were drawn and not used, though another one was drawn after; and rolls recorded otherwise."""
    return sum(draw.entry_n is None for draw in draws[:-1]) + sum(not draw.is_kept for draw in draws)


def _goes_on(entries: Sequence[Entry]) -> bool:
    if not entries:
        return True
    try:
        return resumed(TERMS, entries).n == len(entries)
    except (CompanionError, AssertionError):
        return False


def _is_whole(journal: Path) -> bool:
    with closing(sqlite3.connect(journal)) as database:
        return bool(database.execute("PRAGMA integrity_check").fetchone() == ("ok",))
