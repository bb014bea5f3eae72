"""Writes the pack of a match: match files, journal with hashes, turns, corrections, rulings, pictures, page, manifest.

It is written whole or not at all.  The same match is the same bytes, whenever and wherever it is packed by one version
of the program in one language.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.errors import InputError, StorageError
from companion.record.archive import listed
from companion.record.canonical import canonical, first_hash, hashes
from companion.record.entries import Entry
from companion.record.exporting import export_text, forms_of
from companion.record.header import Header
from companion.record.lines import Row, entry_from_line
from companion.record.pack import manifest, page
from companion.record.pack.acts import Correction, corrections, is_ruling
from companion.record.pack.checking import JOURNAL
from companion.record.pack.manifest import Manifest
from companion.record.pack.page import PackedPicture, PageContent, Program, time_of
from companion.record.pack.stored_zip import CHUNK, TooLargeError, ZipWriter
from companion.record.pack.turns import PackedTurn, packed_match
from companion.record.recorded import recorded_match
from companion.record.saving import whole
from companion.record.snapshot_files import FOLDER, TIMES_FILE, Kept, SnapshotKind, facts_in

TURNS: Final = "turns.json"
CORRECTIONS: Final = "corrections.json"
RULINGS: Final = "rulings.json"
ABOUT: Final = "about.json"

_STAGES: Final = tuple(SnapshotKind)
_HEAD: Final = 2**16 + 4
"""Bytes of a picture in which its facts are."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A pack on disk.  ``seal``: the SHA-256 of its manifest, by which the pack can be recognised."""

    path: Path
    files: int
    pictures: int
    last_hash: str
    seal: str


def pack(
    header: Header, rows: Sequence[Row], pictures: Sequence[Kept], out: Path, *, program: Program, language: str = "en"
) -> Packed:
    """Write the pack of a match; a file already there stays whole on failure.

    ``rows``: as :meth:`companion.record.Journal.rows` returns them.  ``language``: of the page.  Raises
    :class:`InputError` for a match that cannot be read or was only set up, and :class:`StorageError` naming the file
    and the cause, also for a picture that was deleted meanwhile.
    """
    try:
        contents = _Contents(header, rows, pictures, program, language)
        with whole(out) as file:
            return _write(file, contents, out)
    except TooLargeError as error:
        raise StorageError(f"{out}: was not written, the pack is too large ({error})") from error
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"{out}: was not written ({error.strerror})") from error


def _write(file: BinaryIO, contents: _Contents, out: Path) -> Packed:
    archive = ZipWriter(file)
    for name, text in contents.texts():
        archive.add(name, [text.encode(errors="surrogatepass")])
    archive.add(JOURNAL, contents.journal())
    for picture, path in contents.pictures:
        archive.add(picture, _chunks(path))
    header = contents.header
    files = manifest.listed([(one.name, one.size, one.sha256) for one in archive.files])
    listing = Manifest(header.uuid, header.epoch, len(contents.entries), contents.last_hash, files)
    sealed = archive.add(manifest.NAME, [listing.text().encode()])
    archive.end()
    return Packed(out, len(archive.files), len(contents.shown), contents.last_hash, sealed.sha256)


class _Contents:
    """The content of a pack.  ``pictures``: the path in it and that on the disk; ``shown``: those that are pictures."""

    def __init__(
        self, header: Header, rows: Sequence[Row], pictures: Sequence[Kept], program: Program, language: str
    ) -> None:
        self.header: Final = header
        self._rows: Final = rows
        self.entries: Final = tuple(_entry(row) for row in rows)
        if not rows:
            raise InputError("there is no entry in it, expected a match that has begun")
        self._match: Final = recorded_match(header, self.entries)
        self._turns: Final = packed_match(header, self.entries, language)
        self._corrections: Final = corrections(self.entries)
        self._program: Final = program
        self._language: Final = language
        self.last_hash: Final = list(hashes(header.uuid, header.epoch, rows))[-1]
        # Not by the time of the files, which a restored backup does not keep.
        ordered = sorted(pictures, key=lambda one: (one.turn, _STAGES.index(one.what), one.path.name))
        self.pictures: Final = tuple(_files(ordered))
        self.shown: Final = tuple(_shown(header, ordered))

    def texts(self) -> Iterator[tuple[str, str]]:
        content = PageContent(
            self.header, self.entries, self._turns, self._corrections, self.shown, self._program, self.last_hash,
            self._language,
        )  # fmt: skip
        yield page.NAME, page.page_of(content)
        for form in forms_of(self._match):
            with suppress(InputError):  # the document with all events holds what another format cannot
                yield f"match.{form}", export_text(form, self._match, self.entries, self.header)
        yield TURNS, _json([self._turn(turn) for turn in self._turns.turns])
        yield CORRECTIONS, _json([self._correction(one) for one in self._corrections])
        yield RULINGS, _json([self._ruling(entry) for entry in self.entries if is_ruling(entry)])
        yield ABOUT, _json(self._about())

    def journal(self) -> Iterator[bytes]:
        """The entries, each in a line with its hash."""
        chain = hashes(self.header.uuid, self.header.epoch, self._rows)
        for row, found in zip(self._rows, chain, strict=True):
            yield canonical({"entry": row, "hash": found}) + b"\n"

    # --- the facts for programs ------------------------------------------------------------------

    def _turn(self, turn: PackedTurn) -> dict[str, Any]:
        clock = turn.clock
        return {
            "game": turn.game, "turn": turn.number, "side": turn.side.value, "player": turn.player,
            "dice": turn.dice or None, "play": turn.play or None, "before": turn.before or None,
            "after": turn.after or None, "t": turn.began_s,
            "time": (turn.began_s is not None and time_of(self.header, turn.began_s)) or None, "seconds": turn.seconds,
            "left_s": None if clock is None or clock.left is None else list(clock.left),
            "spent_s": None if clock is None else list(clock.spent), "marks": [mark.value for mark in turn.marks],
            "entries": [entry.n for entry in turn.entries],
            "pictures": [one.path for one in self.shown if one.counted in turn.counted],
        }  # fmt: skip

    def _correction(self, one: Correction) -> dict[str, Any]:
        who = {"by": one.by, "agreed": one.agreed}
        sides = {key: None if side is None else side.value for key, side in who.items()}
        return self._ruling(one.entry) | sides | {"before": one.before or None, "after": one.after or None}

    def _ruling(self, entry: Entry) -> dict[str, Any]:
        places = (turn for turn in self._turns.turns if any(one.n == entry.n for one in turn.entries))
        turn = next(places, None)
        return {
            "n": entry.n, "t": entry.t, "time": time_of(self.header, entry.t) or None,
            "game": None if turn is None else turn.game, "turn": None if turn is None else turn.number,
            "event": entry.event.value, "side": None if entry.side is None else entry.side.value,
            "reason": entry.reason, "text": self._turns.said[entry.n],
        }  # fmt: skip

    def _about(self) -> dict[str, Any]:
        header = self.header
        about = listed(header, self.entries)
        return {
            **about.values(), "uuid": header.uuid, "epoch": header.epoch, "game": header.game.value,
            "first_started": header.first_started, "clock_doubtful": header.clock_doubtful, "boot": header.boot,
            "settings": dict(header.terms), "entries": len(self.entries),
            "first_hash": first_hash(header.uuid, header.epoch), "last_hash": self.last_hash,
            "recorded_by": {"version": header.program or None},
            "packed_by": {"version": self._program.version, "models": dict(self._program.models)},
        }  # fmt: skip


def _entry(row: Row) -> Entry:
    details: Any = row["details"]
    return entry_from_line(row, details)


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


# --- pictures --------------------------------------------------------------------------------------


def _files(pictures: Iterable[Kept]) -> Iterator[tuple[str, Path]]:
    for one in pictures:
        if one.what is not SnapshotKind.DISPUTE:
            yield f"{FOLDER}/{one.path.name}", one.path
            continue
        for path in sorted(one.path.iterdir()):
            yield f"{FOLDER}/{one.path.name}/{path.name}", path


def _shown(header: Header, pictures: Iterable[Kept]) -> Iterator[PackedPicture]:
    for one in pictures:
        for name, path in _files([one]):
            if path.name != TIMES_FILE:
                yield PackedPicture(name, one.turn, one.what, _taken(header, path))


def _taken(header: Header, path: Path) -> str:
    """When a picture was taken, as its metadata says."""
    with path.open("rb") as file:
        facts = facts_in(file.read(_HEAD))
    try:
        return (
            "" if facts is None else f"{datetime.fromisoformat(facts.taken).astimezone(header.began.tzinfo):%H:%M:%S}"
        )
    except ValueError:
        return ""


def _chunks(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
    except OSError as error:
        raise StorageError(f"{path}: cannot be read any more ({error.strerror}), expected to pack it again") from error
