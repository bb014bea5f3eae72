"""Unpacks a release file and checks every byte of it before it counts as a release."""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from companion.errors import InputError, StorageError
from companion.updating.manifest import LONGEST, NAME, ListedFile, Manifest

_CHUNK: Final = 2**20
_SPARE: Final = 50 * 2**20
"""Bytes that must be left free on the disk."""


def peeked(file: Path) -> Manifest:
    """Return the manifest of a release file without checking its content.  Raises :class:`InputError`."""
    with _opened(file) as (archive, _):
        manifest, _ = _first(archive, file)
        return manifest


def unpack(file: Path, into: Path) -> Manifest:
    """Unpack a release file into an empty folder, compare every file with its manifest, and return that.

    Raises :class:`InputError` for a file that is damaged, cut short or changed, and :class:`StorageError`
    if the disk has no room.  The content of ``into`` is then unusable.
    """
    with _opened(file) as (archive, packed), _naming_the_disk(into):
        manifest, folder = _first(archive, file)
        refuse_full(into, manifest.size(), f"{file.name} has {_mb(manifest.size())} MB unpacked")
        left = dict(manifest.files)
        while (member := archive.next()) is not None:
            path = member.name.removeprefix(f"{folder}/")
            listed = left.pop(path, None)
            if listed is None or not member.isreg() or member.size != listed.size:
                raise InputError(f"{file}: holds {member.name!r}, which is not as its {NAME} says; fetch it again")
            content = archive.extractfile(member)
            assert content is not None, "a regular file has contents"
            _write(content, into / path, listed, file)
        while packed.read(_CHUNK):
            pass  # to the checksum at the end
        if left:
            raise InputError(f"{file}: is not whole, {len(left)} of its {len(manifest.files)} files are missing")
        (into / NAME).write_text(manifest.text(), encoding="utf-8")
    return manifest


def refuse_full(folder: Path, needed: int, why: str) -> None:
    """Raise :class:`StorageError` if a disk has less free than what is needed, in bytes."""
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        raise StorageError(f"{folder}: has {_mb(free)} MB free, expected {_mb(needed + _SPARE)}: {why}")


def _mb(size: int) -> int:
    return -(-size // 1_000_000)


def _first(archive: tarfile.TarFile, file: Path) -> tuple[Manifest, str]:
    """The manifest, which comes first, and the folder that contains everything."""
    member = archive.next()
    folder, _, name = member.name.rpartition("/") if member else ("", "", "")
    if member is None or name != NAME or not folder or not member.isreg() or member.size > LONGEST:
        raise InputError(f"{file}: is no release of the companion, expected a file that 'companion release' wrote")
    content = archive.extractfile(member)
    assert content is not None, "a regular file has contents"
    try:
        return Manifest.from_text(content.read().decode(), str(file)), folder
    except UnicodeDecodeError:
        raise InputError(f"{file}: its {NAME} is damaged, expected JSON") from None


def _write(content: IO[bytes], path: Path, listed: ListedFile, file: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    summed = hashlib.sha256()
    with path.open("xb") as written:
        while chunk := content.read(_CHUNK):
            summed.update(chunk)
            written.write(chunk)
    if summed.hexdigest() != listed.sha256:
        raise InputError(f"{file}: {path.name} in it is damaged or was changed; fetch it again")
    path.chmod(0o755 if listed.program else 0o644)


@contextmanager
def _opened(file: Path) -> Iterator[tuple[tarfile.TarFile, gzip.GzipFile]]:
    """Open a stream that is read once from its beginning to its end."""
    try:
        with gzip.open(file) as packed, tarfile.open(fileobj=packed, mode="r|") as archive:
            yield archive, packed
    except (FileNotFoundError, IsADirectoryError):
        raise InputError(f"{file}: not found; give a release of the companion") from None
    except (tarfile.TarError, zlib.error, EOFError, UnicodeError):
        raise InputError(
            f"{file}: is cut short, damaged or no release of the companion; copy it to the USB stick again"
        ) from None
    except (InputError, StorageError):
        raise
    except OSError as error:  # gzip raises this too for a file that is no gzip file
        said = error.strerror or str(error)
        raise InputError(f"{file}: cannot be read ({said})") from error


@contextmanager
def _naming_the_disk(folder: Path) -> Iterator[None]:
    """Name the disk, not the file that is read, in the error of a full disk."""
    try:
        yield
    except (InputError, StorageError):
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM):
            raise StorageError(f"{folder}: cannot be written to ({os.strerror(error.errno)})") from error
        raise
