"""Backs up all matches with their pictures into one file, and restores them.

The file is a ``.zip`` that holds ``journal.sqlite3``, a consistent copy even while a match is
played, and the folder ``pictures``.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from companion.errors import InputError, StorageError
from companion.record.alone import alone_with
from companion.record.epochs import begin_epochs_in
from companion.record.exchange import FILE_NAME, PICTURES, PLAN, STAGED, alone_in, exchange
from companion.record.migrations import SCHEMA, copy, migrate, version
from companion.record.salvage import kept_as_copy, put_in_place
from companion.record.saving import sync
from companion.record.strangers import taken_over

_RECEIVED: Final = "received.sqlite3"
_MOST_LISTED: Final = 32 * 2**20
"""Bytes of the list of files in a backup, which is read into memory: some 300,000 pictures."""
_NEWER: Final = "newer"
_COPY: Final = re.compile(r"\.schema(\d+)(?:-(\d+))?$")
"""The name of the copy that :func:`companion.record.migrations.migrate` makes first."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The number of matches and pictures in a backup."""

    path: Path
    matches: int
    pictures: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The numbers of what was restored, and the names under which the former data is kept."""

    matches: int
    pictures: int
    kept: tuple[Path, ...]


def backup(folder: Path, file: Path, *, pictures: bool = True) -> Backup:
    """Write all matches of a data folder into one file, whole or not at all; a match may be played meanwhile.

    Raises :class:`InputError` if there is no journal or already such a file, and :class:`StorageError`
    if the journal is damaged or the file cannot be written.
    """
    journal = folder / FILE_NAME
    if not journal.exists():
        raise InputError(f"{folder}: there is no {FILE_NAME} in it, expected the data folder of a companion")
    if file.exists():
        raise InputError(f"{file}: is there already, expected a new name")
    part = file.with_name(f".{file.name}.part")
    with _naming(file, "was not written"), tempfile.TemporaryDirectory(dir=file.parent) as scratch:
        consistent = Path(scratch) / FILE_NAME
        with closing(sqlite3.connect(journal)) as database:
            copy(database, consistent)
        matches = _checked(consistent, journal)
        found = list(_files_below(folder / PICTURES)) if pictures else []
        try:
            # A machine whose clock was never set writes files of 1970, a date that a .zip cannot hold.
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
                archive.write(consistent, FILE_NAME)
                for picture in found:
                    with suppress(FileNotFoundError):  # pruned meanwhile
                        archive.write(picture, picture.relative_to(folder).as_posix(), zipfile.ZIP_STORED)
            sync(part)
            os.replace(part, file)
            sync(file.parent)
        finally:
            part.unlink(missing_ok=True)
    return Backup(file, matches, len(found))


def restore(folder: Path, file: Path) -> Restored:
    """Replace a data folder's matches by a backup; the former matches are kept under another name.

    Every restored match begins a new epoch (:mod:`companion.record.epochs`), and no tombstone is lost.  The whole
    backup is checked before anything is changed, and its journal is copied row by row, since anybody may have written
    it (:mod:`companion.record.strangers`).  After a kill the next start finishes the exchange or takes all back
    (:mod:`companion.record.exchange`).  Raises :class:`InputError` for a file that is no whole backup, and
    :class:`StorageError` if the journal is in use or the disk fails.
    """
    with _naming(folder, "was not restored"):
        folder.mkdir(parents=True, exist_ok=True)
        with alone_with(folder), alone_in(folder), _staged(folder) as staged:
            _unpack(file, staged)
            received = staged / FILE_NAME
            received.rename(staged / _RECEIVED)
            taken_over(staged / _RECEIVED, received, file)
            (staged / _RECEIVED).unlink()
            _refuse_in_use(folder / FILE_NAME)
            matches = _begin_new_epochs(received, former=folder / FILE_NAME)
            pictures = len(list(_files_below(staged / PICTURES)))
            _sync_all(staged)
            kept = exchange(staged, folder)
    return Restored(matches, pictures, kept)


def going_back_to(journal: Path, schema: int) -> Path | None:
    """Replace the journal by the copy that was made before a newer companion changed the tables.

    ``schema``: the newest version of the tables that the older companion reads.  The newer journal is kept under the
    returned name; None if the older companion can read it as it is.  Raises :class:`StorageError` if the journal
    is in use or damaged, or if there is no such copy; then nothing has changed.
    """
    with _naming(journal, "was not put back"):
        with closing(sqlite3.connect(journal)) as database:
            if version(database) <= schema:
                return None
        copies = [
            (int(found[1]), int(found[2] or 1), path)
            for path in journal.parent.glob(f"{journal.name}.schema*")
            if (found := _COPY.search(path.name)) and int(found[1]) <= schema
        ]
        if not copies:
            raise StorageError(f"{journal}: the older companion cannot read it, and no copy from before is beside it")
        _refuse_in_use(journal)
        begin_epochs_in(max(copies)[2], former=journal)
        kept = kept_as_copy(journal, _NEWER)
        put_in_place(max(copies)[2], journal)
        return kept


def newer_put_back(journal: Path, kept: Path) -> None:
    """Undo :func:`going_back_to`: the journal that it kept is the journal again, and the copy has its own name."""
    if not kept.samefile(journal):
        with closing(sqlite3.connect(journal)) as database:
            copied = journal.with_name(f"{journal.name}.schema{version(database)}")
        if not copied.exists():
            copied.hardlink_to(journal)
        put_in_place(kept, journal)
    for suffix in ("", "-wal", "-shm"):
        Path(f"{kept}{suffix}").unlink(missing_ok=True)
    sync(journal.parent)


@contextmanager
def _staged(folder: Path) -> Iterator[Path]:
    """A folder for what is restored; it is removed unless the next start has to finish the exchange."""
    staged = Path(tempfile.mkdtemp(dir=folder, prefix=STAGED))
    try:
        yield staged
    finally:
        if not (folder / PLAN).exists():
            shutil.rmtree(staged, ignore_errors=True)


def _begin_new_epochs(journal: Path, *, former: Path) -> int:
    """Bring an unpacked journal up to date, let its matches begin new epochs, and return how many there are."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as database:
        migrate(database, journal, keeps=False)
    begin_epochs_in(journal, former=former)
    with closing(sqlite3.connect(journal)) as database:
        (matches,) = database.execute("SELECT count(*) FROM matches").fetchone()
    return int(matches)


def _sync_all(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        sync(path)


def _unpack(file: Path, into: Path) -> None:
    if not file.exists():
        raise InputError(f"{file}: there is no such file, expected a backup")
    try:
        if _list_bytes(file) > _MOST_LISTED:
            raise InputError(f"{file}: is no backup of a companion, its list of files is too long")
        with zipfile.ZipFile(file) as archive:
            names = [member for member in archive.namelist() if not member.endswith("/")]
            if FILE_NAME not in names or not all(_is_ours(name) for name in names):
                raise InputError(f"{file}: is no backup of a companion, expected {FILE_NAME} and {PICTURES} in it")
            size = sum(member.file_size for member in archive.infolist())
            if size > shutil.disk_usage(into).free:
                raise StorageError(f"{file}: has {size:,} bytes unpacked, there is no room for them in {into.parent}")
            for name in names:
                archive.extract(name, into)  # checks each member's checksum
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise InputError(f"{file}: is damaged or no backup of a companion ({error})") from error


def _list_bytes(file: Path) -> int:
    """The length of a .zip file's list of files by its own record; 0 if there is none.

    From the end record, or for a large file from the record that the locator before it names (APPNOTE.TXT, 4.3.14-16).
    """
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - 22 - 0xFFFF - 20))
        tail = opened.read()
        at = tail.rfind(b"PK\5\6")
        if at < 0 or len(tail) < at + 22:
            return 0
        if at >= 20 and tail[at - 20 : at].startswith(b"PK\6\7"):
            opened.seek(min(int.from_bytes(tail[at - 12 : at - 4], "little"), size))
            return int.from_bytes(opened.read(56)[40:48], "little")
        return int.from_bytes(tail[at + 12 : at + 16], "little")


def _is_ours(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return name == FILE_NAME or (len(parts) > 1 and parts[0] == PICTURES and ".." not in parts and "\\" not in name)


def _checked(journal: Path, named: Path) -> int:
    """Check a whole copy of the journal, and return its number of matches."""
    try:
        with closing(sqlite3.connect(journal)) as database:
            found = version(database)
            if not 0 < found <= SCHEMA:
                raise InputError(f"{named}: its journal is of schema {found}, expected 1 to {SCHEMA}")
            (damage,) = database.execute("PRAGMA integrity_check (1)").fetchone()
            if damage != "ok":
                raise InputError(f"{named}: its journal is damaged ({damage})")
            (matches,) = database.execute("SELECT count(*) FROM matches").fetchone()
            return int(matches)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise InputError(f"{named}: its journal is damaged ({error})") from error


def _refuse_in_use(journal: Path) -> None:
    if not journal.exists():
        return
    try:
        with closing(sqlite3.connect(journal, timeout=0)) as database:
            database.execute("PRAGMA journal_mode = DELETE")  # possible only while nobody else has it open
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            return
        raise StorageError(f"{journal}: is in use, expected that no companion runs") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return  # damaged: that is what backups are for


def _files_below(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file())


@contextmanager
def _naming(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except (InputError, StorageError):
        raise
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        cause = error.strerror if isinstance(error, OSError) else str(error)
        raise StorageError(f"{path}: {what} ({cause})") from error
