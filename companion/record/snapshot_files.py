"""The pictures of matches on disk: ``pictures/MATCH/0012-roll.jpg``, and ``pictures/MATCH/dispute-12/``.

A picture's name gives its turn (the number of rolls in the match until then, from 1) and its purpose:
``before`` the roll, the ``roll``, and the board ``after`` it, when the play was judged.  A second
picture for the same purpose has the suffix ``-2``; none is ever overwritten.  A dispute's folder holds
the last seconds before it, in the form of any recorded sequence (``frames.jsonl`` with the times).  The facts of
a picture are in it, as a comment that any viewer of JPEG files shows.  All are written whole or not at all.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.record.machine import RELEASED
from companion.record.saving import sync

FOLDER: Final = "pictures"
TIMES_FILE: Final = "frames.jsonl"

_NAME: Final = re.compile(r"(\d{4,})-(before|roll|after)(?:-\d+)?\.jpg")
_DISPUTE: Final = re.compile(r"dispute-(\d+)(?:-\d+)?")
_PART: Final = ".part"

_START_OF_PICTURE: Final = b"\xff\xd8"
_COMMENT: Final = b"\xff\xfe"
_LONGEST_COMMENT: Final = 65_533

_DAY_S: Final = 86_400.0


class SnapshotKind(Enum):
    """The purpose of a picture."""

    BEFORE = "before"
    ROLL = "roll"
    AFTER = "after"
    DISPUTE = "dispute"


@dataclass(frozen=True, slots=True)
class SnapshotFacts:
    """The facts of a picture: ``entry`` of the journal it belongs to, ``frame`` and ``seen_at_s`` as in its sequence.

    ``taken``: the time of day by the device's clock, ISO 8601.
    """

    match: int
    turn: int
    what: str
    entry: int
    frame: int
    seen_at_s: float
    taken: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture, or the folder of a dispute, on disk; ``disputed``: its turn is in dispute."""

    path: Path
    match: int
    turn: int
    what: SnapshotKind
    size: int
    changed_s: float
    disputed: bool = False


# --- what is there -------------------------------------------------------------------------------


def kept(data_dir: Path, match_id: int) -> tuple[Kept, ...]:
    """Return the pictures of a match, oldest turn first; empty if none were kept."""
    found = [one for path in _listed(data_dir / FOLDER / str(match_id)) if (one := _kept(path, match_id))]
    disputed = {one.turn for one in found if one.what is SnapshotKind.DISPUTE}
    marked = [replace(one, disputed=one.turn in disputed) for one in found]
    return tuple(
        sorted(marked, key=lambda one: (one.turn, one.what is SnapshotKind.DISPUTE, one.changed_s, one.path.name))
    )


def all_kept(data_dir: Path) -> tuple[Kept, ...]:
    """Return the pictures of all matches, oldest match and turn first."""
    numbers = sorted(int(path.name) for path in _listed(data_dir / FOLDER) if path.name.isdecimal())
    return tuple(one for number in numbers for one in kept(data_dir, number))


def facts_in(content: bytes) -> SnapshotFacts | None:
    """Return what :func:`with_facts` wrote into a picture; None if there is nothing."""
    if content[:4] != _START_OF_PICTURE + _COMMENT:
        return None
    length = int.from_bytes(content[4:6], "big")
    try:
        return SnapshotFacts(**json.loads(content[6 : 4 + length]))
    except (ValueError, TypeError):
        return None


# --- keeping -------------------------------------------------------------------------------------


def with_facts(content: bytes, facts: SnapshotFacts) -> bytes:
    """Return a JPEG picture with its facts as a comment."""
    assert content[:2] == _START_OF_PICTURE, "no JPEG picture"
    comment = json.dumps(asdict(facts)).encode("ascii")[:_LONGEST_COMMENT]
    return _START_OF_PICTURE + _COMMENT + (len(comment) + 2).to_bytes(2, "big") + comment + content[2:]


def keep(data_dir: Path, content: bytes, facts: SnapshotFacts) -> Path:
    """Keep a picture of a turn.  Raises :class:`StorageError` naming the folder and the cause."""
    folder = data_dir / FOLDER / str(facts.match)
    with _storage(folder):
        folder.mkdir(parents=True, exist_ok=True)
        path = _free(folder, f"{facts.turn:04}-{facts.what}", ".jpg")
        part = folder / f".{path.name}{_PART}"
        try:
            part.write_bytes(with_facts(content, facts))
            sync(part)
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    return path


def keep_dispute(data_dir: Path, pictures: Sequence[tuple[bytes, SnapshotFacts]], match_id: int, turn: int) -> Path:
    """Keep the moments before a dispute, oldest first.  Raises :class:`StorageError` as :func:`keep` does."""
    folder = data_dir / FOLDER / str(match_id)
    with _storage(folder):
        folder.mkdir(parents=True, exist_ok=True)
        path = _free(folder, f"dispute-{turn}", "")
        part = folder / f".{path.name}{_PART}"
        shutil.rmtree(part, ignore_errors=True)
        try:
            part.mkdir()
            names = [f"{at:04}.jpg" for at in range(len(pictures))]
            for name, (content, facts) in zip(names, pictures, strict=True):
                (part / name).write_bytes(with_facts(content, facts))
            times = [{"file": name, "t": facts.seen_at_s} for name, (_, facts) in zip(names, pictures, strict=True)]
            (part / TIMES_FILE).write_text("".join(f"{json.dumps(time)}\n" for time in times), encoding="ascii")
            for name in (*names, TIMES_FILE):  # all are written by then: a slow card syncs only once
                sync(part / name)
            os.replace(part, path)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
    return path


# --- deleting ----------------------------------------------------------------------------------


def too_old(pictures: Iterable[Kept], *, days: float, now_s: float) -> list[Kept]:
    """Return those older than this many days; a date before this program existed came from a wrong clock."""
    return [one for one in pictures if RELEASED.timestamp() < one.changed_s < now_s - days * _DAY_S]


def too_many(pictures: Sequence[Kept], *, excess: int) -> list[Kept]:
    """Return the pictures to delete for this many bytes: the oldest first, those of disputed turns last."""
    given_up: list[Kept] = []
    for one in sorted(pictures, key=lambda one: (one.disputed, one.match, one.turn)):
        if excess <= 0:
            break
        given_up.append(one)
        excess -= one.size
    return given_up


def delete(pictures: Iterable[Kept]) -> int:
    """Delete these; return the bytes freed.  Raises :class:`StorageError` naming the one that could not be deleted."""
    freed = 0
    for one in pictures:
        with _storage(one.path):
            if one.what is SnapshotKind.DISPUTE:
                shutil.rmtree(one.path)
            else:
                one.path.unlink(missing_ok=True)
            freed += one.size
        with suppress(OSError):  # not empty yet
            one.path.parent.rmdir()
    return freed


def delete_match(data_dir: Path, match_id: int) -> None:
    """Delete all pictures of a match.  Raises :class:`StorageError` naming the folder that could not be deleted."""
    folder = data_dir / FOLDER / str(match_id)
    with _storage(folder):
        if folder.exists():
            shutil.rmtree(folder)


def clear_parts(data_dir: Path, match_id: int) -> None:
    """Delete what was half written when the power failed."""
    for path in _listed(data_dir / FOLDER / str(match_id)):
        if path.name.endswith(_PART):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()


# --- files ---------------------------------------------------------------------------------------


def _listed(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise StorageError(f"pictures {folder}: cannot be listed ({error.strerror})") from error


def _kept(path: Path, match_id: int) -> Kept | None:
    try:
        if found := _NAME.fullmatch(path.name):
            facts = path.stat()
            return Kept(path, match_id, int(found[1]), SnapshotKind(found[2]), facts.st_size, facts.st_mtime)
        if (found := _DISPUTE.fullmatch(path.name)) and path.is_dir():
            size = sum(entry.stat().st_size for entry in path.iterdir())
            return Kept(path, match_id, int(found[1]), SnapshotKind.DISPUTE, size, path.stat().st_mtime)
    except FileNotFoundError:  # deleted this moment
        return None
    return None


def _free(folder: Path, stem: str, ending: str) -> Path:
    path, more = folder / f"{stem}{ending}", 1
    while path.exists():
        more += 1
        path = folder / f"{stem}-{more}{ending}"
    return path


@contextmanager
def _storage(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(f"pictures {place}: cannot be written or deleted ({error.strerror})") from error
