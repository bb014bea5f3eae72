"""Checks a pack: whether every byte of it is as written, and which files are not.

Nothing is unpacked to the disk, and one part of a file at a time is in memory, whatever the file says of itself.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, BinaryIO, Final

from companion.errors import InputError
from companion.record.canonical import canonical, first_hash, next_hash
from companion.record.pack import manifest
from companion.record.pack.manifest import Manifest
from companion.record.pack.stored_zip import CHUNK, Walked, directory_bytes, local_header, walked

JOURNAL: Final = "journal.jsonl"
STRUCTURE: Final = "(the zip file itself)"
"""Named where every file in it is as it was written, and the bytes around them are not."""

_MOST_DIRECTORY: Final = 32 * 2**20
"""Bytes: a longer list of files is not read into memory."""
_LONGEST_LINE: Final = 2**20
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those that are unpacked a part at a time; others may need any memory."""
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


@dataclass(frozen=True, slots=True)
class Checked:
    """The state of a pack: the names of files ``altered``, ``missing`` and ``added`` since it was written.

    ``seal``: the SHA-256 of its manifest, which names all that is in it.
    """

    files: int
    altered: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]
    seal: str
    manifest: Manifest | None

    @property
    def ok(self) -> bool:
        return not (self.altered or self.missing or self.added)


def checked(path: Path) -> Checked:
    """Check a pack.  Raises :class:`InputError` for what cannot be read or is no pack."""
    try:
        with path.open("rb") as file:
            found = walked(file)
            walk = _Walk(file, found)
            is_reached = not found.fault and bool(found.files) and found.files[-1].name == manifest.NAME
            if is_reached or (found.whole and manifest.NAME in walk.names):
                return _compared(path, walk, whole=found.whole)
            with _directory(file) as listed:
                for source in (listed, walk):
                    if source is not None and manifest.NAME in source.names:
                        return _compared(path, source, whole=False)
            if found.fault == manifest.NAME:
                return Checked(len(found.files), (manifest.NAME,), (), (), "", None)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    raise InputError(
        f"{path}: is no pack, expected a .zip file with a {manifest.NAME} that archive export --pack wrote"
    )


def _compared(path: Path, source: _Walk | _Listed, *, whole: bool) -> Checked:
    """The files compared with the manifest."""
    files = sum(source.names.values())
    try:
        content = b"".join(source.chunks(manifest.NAME, manifest.MOST_BYTES + 1))
    except _BROKEN:
        return Checked(files, (manifest.NAME,), (), (), "", None)
    seal = sha256(content).hexdigest()
    try:
        listing = Manifest.from_text(content.decode())
    except ValueError as error:
        raise InputError(f"{path}: is no pack: its {manifest.NAME} {error}") from None
    altered = [
        one.name
        for one in listing.files
        if one.name in source.names and source.sum_of(one.name, one.size) != one.sha256
    ]
    if listing.text().encode() != content:
        altered.append(manifest.NAME)
    if JOURNAL in source.names and JOURNAL not in altered and not _is_chained(source, listing):
        altered.append(JOURNAL)
    known = {manifest.NAME, *(one.name for one in listing.files)}
    missing = [one.name for one in listing.files if one.name not in source.names]
    added = [name for name, count in source.names.items() for _ in range(count - (name in known))]
    if not (altered or missing or added or whole):
        altered += source.misplaced or [STRUCTURE]
    return Checked(files, tuple(sorted(altered)), tuple(missing), tuple(sorted(added)), seal, listing)


def _is_chained(source: _Walk | _Listed, listing: Manifest) -> bool:
    """Whether every line of the journal is a canonical entry with the hash that follows from those before it."""
    size = next((one.size for one in listing.files if one.name == JOURNAL), 0)
    found, count = first_hash(listing.uuid, listing.epoch), 0
    try:
        for line in _lines(source.chunks(JOURNAL, size)):
            values = json.loads(line)
            found, count = next_hash(found, values["entry"]), count + 1
            if line != canonical({"entry": values["entry"], "hash": found}):
                return False
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    return (found, count) == (listing.last_hash, listing.entries)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Whole lines.  Raises :class:`ValueError` for one that no entry is as long as, or that does not end."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
        if len(rest) > _LONGEST_LINE:
            raise ValueError("no entry is as long as that")
    if rest:
        raise ValueError("the last line does not end")


# --- two ways to the files in it -----------------------------------------------------------------


class _Walk:
    """The files from the first byte on, as our own packs have them; what was not reached is not there."""

    def __init__(self, file: BinaryIO, found: Walked) -> None:
        self._file: Final = file
        self._files: Final = {one.name: one for one in found.files}
        self.names: Final = Counter(one.name for one in found.files)
        self.misplaced: Final[list[str]] = []

    def sum_of(self, name: str, most: int) -> str | None:
        """The SHA-256 of a file; None if it is longer than ``most``."""
        one = self._files[name]
        return one.sha256 if one.size <= most else None

    def chunks(self, name: str, most: int) -> Iterator[bytes]:
        one = self._files[name]
        self._file.seek(one.start)
        left = min(one.size, most)
        while left and (chunk := self._file.read(min(CHUNK, left))):
            left -= len(chunk)
            yield chunk


class _Listed:
    """The files by the list at the end, as any program has packed them."""

    def __init__(self, file: BinaryIO, archive: zipfile.ZipFile) -> None:
        self._archive: Final = archive
        files = [one for one in archive.infolist() if not one.is_dir()]
        self._files: Final = {one.filename: one for one in files}
        self.names: Final = Counter(one.filename for one in files)
        # Another program that packs the files again writes other bytes before each of them.
        strange = [one.filename for one in files if not _is_headed(file, one)]
        self.misplaced: Final = strange if len(strange) < len(files) else []

    def sum_of(self, name: str, most: int) -> str | None:
        """The SHA-256 of a file; None if it is longer than ``most``, or cannot be read."""
        summed, size = sha256(), 0
        try:
            for chunk in self.chunks(name, most + 1):
                summed.update(chunk)
                size += len(chunk)
        except _BROKEN:
            return None
        return summed.hexdigest() if size <= most else None

    def chunks(self, name: str, most: int) -> Iterator[bytes]:
        facts = self._files[name]
        if facts.compress_type not in _METHODS:
            raise NotImplementedError(f"{name}: packed by method {facts.compress_type}")
        with self._archive.open(facts) as content:
            yield from _parts(content, most)


def _parts(content: IO[bytes], most: int) -> Iterator[bytes]:
    while most > 0 and (chunk := content.read(min(CHUNK, most))):
        most -= len(chunk)
        yield chunk


def _is_headed(file: BinaryIO, one: zipfile.ZipInfo) -> bool:
    """Whether the bytes before a file are as we write them."""
    with suppress(ValueError, OSError):
        expected = local_header(one.filename, one.file_size, one.CRC)
        file.seek(one.header_offset)
        return file.read(len(expected)) == expected
    return False


@contextmanager
def _directory(file: BinaryIO) -> Iterator[_Listed | None]:
    """The files by the list at the end; None if it cannot be read in bounded memory."""
    size = directory_bytes(file)
    if size is None or size > _MOST_DIRECTORY:
        yield None
        return
    try:
        archive = zipfile.ZipFile(file)
    except _BROKEN:
        yield None
        return
    with archive:
        yield _Listed(file, archive)
