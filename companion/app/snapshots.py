"""Keeps the pictures of each turn, and those before a dispute.

For each turn: the still in which the roll was read, the one before it, and the one in which the play was judged; on a
dispute the last seconds before it.  Only the board's rectangle is kept, not the room.  A thread of its own compresses
and writes them: a picture that cannot be kept is reported once, and play never waits for it.  Without consent to
pictures none is kept, in memory or on disk.
"""

from __future__ import annotations

import logging
import queue
import shutil
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self, TypeAlias

from companion.errors import StorageError
from companion.record.archive import disputed
from companion.record.entries import Entry, Kind, is_move
from companion.record.machine import Machine
from companion.record.snapshot_files import (
    FOLDER,
    SnapshotFacts,
    SnapshotKind,
    all_kept,
    clear_parts,
    delete,
    keep,
    keep_dispute,
    kept,
    too_many,
    too_old,
)
from hardware.camera import Frame
from hardware.errors import FramesError
from hardware.pictures import Box, jpeg

log = logging.getLogger(__name__)

Corners: TypeAlias = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]

MOST_BYTES: Final = 45_000
"""The bytes of one picture with its metadata: dice are easy to read, and the pictures of a long match fit."""
RING_S: Final = 30.0
"""The seconds before a dispute that are kept."""
APART_S: Final = 0.5
"""Frames that were not read are kept this many seconds apart."""

_FACTS_BYTES: Final = 400
_HELD_S: Final = 120.0
"""Readings are held for longer than a dispute needs: a question may be answered late, and names its frame."""
_MOST_HELD: Final = 360
_JITTER_S: Final = 0.02
_MARGIN: Final = 0.08
"""Bar, trays and dice outside the field."""
_MOST_WAITING: Final = 256
_MOST_FRAMES_WAITING: Final = 8
"""Frames wait uncompressed, some megabytes each; the newest is dropped if more would wait."""
_MOST_LOOKS_WAITING: Final = 16
_STOPPING_S: Final = 5.0
_MEGABYTE: Final = 1_000_000

_JUDGED: Final = (Kind.PLAY, Kind.ILLEGAL, Kind.STOOD, Kind.CORRECTED)


@dataclass(frozen=True, slots=True)
class SnapshotLimits:
    """The limits of what is kept: bytes for a match, for how long, and bytes left free on the disk."""

    per_match_mb: float = 40
    days: float = 90
    free_mb: float = 500


def board_box(corners_px: Corners, *, margin: float = _MARGIN) -> Box:
    """Return the rectangle of the field with its margin, in pixels; it may reach beyond the picture."""
    across, down = ([corner[axis] for corner in corners_px] for axis in (0, 1))
    side_margin, above = margin * (max(across) - min(across)), margin * (max(down) - min(down))
    return (
        max(0, round(min(across) - side_margin)), max(0, round(min(down) - above)),
        round(max(across) + side_margin), round(max(down) + above),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture of the board in memory; ``looked``: it was read."""

    content: bytes
    frame: int
    seen_at_s: float
    taken: str
    looked: bool


class SnapshotWriter:
    """Holds the newest pictures and writes those that entries name; on one thread.

    Raises :class:`StorageError`, and for a broken frame :class:`FramesError`, if a picture cannot be kept; the writer
    still works then.  ``free``: returns the bytes free on the disk of a folder.  ``machine``: its clock gives the time
    of day, and the age of a picture if the clock can be trusted.
    """

    def __init__(
        self,
        data_dir: Path,
        limits: SnapshotLimits = SnapshotLimits(),
        *,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        machine: Machine | None = None,
    ) -> None:
        self._data_dir: Final = data_dir
        self._limits: Final = limits
        self._free: Final = free
        self._machine: Final = machine or Machine()
        self._match: int | None = None
        self._turn = 0
        self._size = 0
        self._shots: deque[Shot] = deque(maxlen=_MOST_HELD)

    def forget(self) -> None:
        """Drop all pictures, and keep no more."""
        self._match = None
        self._shots.clear()

    def begin(self, match_id: int, entries: Iterable[Entry] = ()) -> None:
        """Keep the pictures of this match from now on; ``entries``: those already on record."""
        self._match = match_id
        self._turn = sum(entry.event is Kind.ROLL or is_move(entry) for entry in entries)
        clear_parts(self._data_dir, match_id)
        if self._machine.keeps_time():
            now_s = self._machine.now().timestamp()
            delete(too_old(all_kept(self._data_dir), days=self._limits.days, now_s=now_s))
        self._size = sum(one.size for one in kept(self._data_dir, match_id))

    def shown(self, frame: Frame, corners_px: Corners, *, looked: bool) -> None:
        """Hold a frame."""
        last = self._shots[-1] if self._shots else None
        if last is not None and (last.frame, last.seen_at_s) == (frame.number, frame.seen_at_s):
            self._shots[-1] = replace(last, looked=last.looked or looked)
            return
        content = jpeg(frame.image_bgr, board_box(corners_px), most_bytes=MOST_BYTES - _FACTS_BYTES)
        taken = self._machine.now().isoformat(timespec="milliseconds")
        self._shots.append(Shot(content, frame.number, frame.seen_at_s, taken, looked))
        self._shots = deque((one for one in self._shots if _is_held(one, frame.seen_at_s)), maxlen=_MOST_HELD)

    def on_entry(self, entry: Entry) -> None:
        """Keep the pictures that a journal entry is about."""
        if entry.event is Kind.ROLL:
            self._turn += 1
            at = self._place(entry.frame)
            if at is not None:
                self._keep(SnapshotKind.BEFORE, entry, self._look_before(at if entry.frame is not None else at + 1))
                if entry.frame is not None:  # electronic dice have no picture
                    self._keep(SnapshotKind.ROLL, entry, self._shots[at])
        elif entry.event in _JUDGED:
            self._turn += is_move(entry)
            at = self._place(entry.frame)
            self._keep(SnapshotKind.AFTER, entry, None if at is None else self._shots[at])
        elif entry.event is Kind.EDIT and entry.frame is not None:
            at = self._place(entry.frame)  # the dice, if they read otherwise after all
            self._keep(SnapshotKind.ROLL, entry, None if at is None else self._shots[at])
        elif entry.event is Kind.NOTE:
            turn = disputed(entry)
            if turn is not None:
                self._keep_dispute(turn, entry)

    def _place(self, frame: int | None) -> int | None:
        """The place of the picture of this number, of the newest reading for None; None if it is not held."""
        places = range(len(self._shots) - 1, -1, -1)
        if frame is None:
            return next((at for at in places if self._shots[at].looked), None)
        return next((at for at in places if self._shots[at].frame == frame), None)

    def _look_before(self, place: int) -> Shot | None:
        return next((self._shots[at] for at in range(place - 1, -1, -1) if self._shots[at].looked), None)

    def _keep(self, what: SnapshotKind, entry: Entry, shot: Shot | None) -> None:
        if shot is None or self._match is None:
            return
        self._make_room(len(shot.content))
        # An illegal move belongs to the turn that it has not ended.
        turn = self._turn + (entry.event is Kind.ILLEGAL and entry.dice is None)
        path = keep(self._data_dir, shot.content, self._facts(what, turn, entry, shot))
        self._kept(path.stat().st_size)

    def _keep_dispute(self, turn: int, entry: Entry) -> None:
        if self._match is None or not self._shots:
            return
        shots = _apart(self._shots)
        self._make_room(sum(len(shot.content) for shot in shots))
        pictures = [(shot.content, self._facts(SnapshotKind.DISPUTE, turn, entry, shot)) for shot in shots]
        keep_dispute(self._data_dir, pictures, self._match, turn)
        self._kept(sum(len(content) for content, _ in pictures))

    def _facts(self, what: SnapshotKind, turn: int, entry: Entry, shot: Shot) -> SnapshotFacts:
        assert self._match is not None
        return SnapshotFacts(self._match, turn, what.value, entry.n, shot.frame, shot.seen_at_s, shot.taken)

    def _make_room(self, size: int) -> None:
        """Leave the agreed space free, whatever evidence it costs: the record goes before its pictures."""
        wanted = round(self._limits.free_mb * _MEGABYTE) + size - self._free(self._data_dir)
        if wanted <= 0:
            return
        if delete(too_many(all_kept(self._data_dir), excess=wanted)) < wanted:
            raise StorageError(
                f"pictures {self._data_dir / FOLDER}: less than {self._limits.free_mb:g} MB are free on the disk, "
                "expected as much before a picture is kept"
            )

    def _kept(self, size: int) -> None:
        """Trim a match to nine tenths of its cap at once, so that it is not measured for each picture."""
        assert self._match is not None
        self._size += size
        cap = round(self._limits.per_match_mb * _MEGABYTE)
        if self._size <= cap:
            return
        mine = kept(self._data_dir, self._match)
        self._size = sum(one.size for one in mine)
        if self._size > cap:
            self._size -= delete(too_many(mine, excess=self._size - cap * 9 // 10))


def _is_held(shot: Shot, now_s: float) -> bool:
    return 0 <= now_s - shot.seen_at_s <= (_HELD_S if shot.looked else RING_S)


def _apart(shots: Sequence[Shot]) -> list[Shot]:
    """The pictures of the last seconds, at least the agreed time apart, oldest first."""
    newest_s = shots[-1].seen_at_s
    taken: list[Shot] = []
    for shot in reversed(shots):
        near = taken and taken[-1].seen_at_s - shot.seen_at_s < APART_S - _JITTER_S
        if 0 <= newest_s - shot.seen_at_s <= RING_S and not near:
            taken.append(shot)
    return taken[::-1]


@dataclass(frozen=True, slots=True)
class _Begun:
    """``match_id`` None: the players want no pictures."""

    match_id: int | None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    frame: Frame
    corners_px: Corners
    looked: bool


_Task: TypeAlias = _Begun | _Shown | Entry | None


class SnapshotThread:
    """A writer on its own thread; a context manager.  All methods return at once and never fail.

    Nothing is kept before :meth:`begin`.  ``stop`` may be called twice; waiting pictures are still written.
    """

    def __init__(self, keeper: SnapshotWriter) -> None:
        self._keeper: Final = keeper
        self._tasks: Final[queue.Queue[_Task]] = queue.Queue(_MOST_WAITING)
        self._thread: Final = threading.Thread(target=self._run, name="evidence", daemon=True)
        self._stopping: Final = threading.Event()
        self._keeping = False
        self._corners_px: Corners | None = None
        self._passed_s: float | None = None
        self._in_trouble = False

    def begin(self, match_id: int, entries: Iterable[Entry] = (), *, wanted: bool) -> None:
        """Begin or resume a match.  ``wanted`` False: its players want no pictures."""
        self._keeping = wanted
        self._put(_Begun(match_id, tuple(entries)) if wanted else _Begun(None))

    def frame(self, frame: Frame) -> None:
        """Take a frame of the camera, whether or not it is read."""
        if not self._keeping or self._corners_px is None:
            return
        passed_s = None if self._passed_s is None else frame.seen_at_s - self._passed_s
        if passed_s is None or not 0 <= passed_s < APART_S - _JITTER_S:
            self._passed_s = frame.seen_at_s
            if self._tasks.qsize() < _MOST_FRAMES_WAITING:
                self._put(_Shown(frame, self._corners_px, looked=False))

    def looked(self, frame: Frame, corners_px: Corners) -> None:
        """Take a frame that was read, and where the field is in it."""
        self._corners_px = corners_px
        if self._keeping and self._tasks.qsize() < _MOST_LOOKS_WAITING:
            self._passed_s = frame.seen_at_s
            self._put(_Shown(frame, corners_px, looked=True))

    def on_entry(self, entry: Entry) -> None:
        """Take an entry that is durable."""
        if self._keeping and (entry.event in (Kind.ROLL, Kind.EDIT, *_JUDGED) or disputed(entry) is not None):
            self._put(entry)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._keeping = False
        self._stopping.set()
        if self._thread.is_alive():
            with suppress(queue.Full):  # else the thread notices once it has caught up
                self._tasks.put_nowait(None)
            self._thread.join(_STOPPING_S)

    def _put(self, task: _Task) -> None:
        try:
            self._tasks.put_nowait(task)
        except queue.Full:
            self._report("too much waits to be written")

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                self._do(task)
            except (StorageError, FramesError) as error:
                self._report(str(error))
            except Exception:
                if not self._in_trouble:
                    log.exception("keeping a picture failed")
                self._in_trouble = True
            if self._stopping.is_set() and self._tasks.empty():
                return

    def _do(self, task: _Begun | _Shown | Entry) -> None:
        match task:
            case _Begun(None):
                self._keeper.forget()
            case _Begun(int(match_id), entries):
                self._keeper.begin(match_id, entries)
            case _Shown(frame, corners_px, looked):
                self._keeper.shown(frame, corners_px, looked=looked)
            case Entry():
                self._keeper.on_entry(task)
                if self._in_trouble:
                    self._in_trouble = False
                    log.warning("pictures are kept again")

    def _report(self, reason: str) -> None:
        if not self._in_trouble:
            self._in_trouble = True
            log.warning("a picture was not kept: %s; play goes on", reason)
