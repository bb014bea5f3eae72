"""``companion archive export --pack`` and ``archive check``: a match with its evidence, and whether it is unchanged."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from companion.app.software import program
from companion.commands import in_full
from companion.errors import InputError, StorageError, quoted
from companion.record import Journal
from companion.record.journal import FILE_NAME
from companion.record.missing import Missing
from companion.record.pack.checking import Checked, checked
from companion.record.pack.writing import pack
from companion.record.snapshot_files import kept
from companion.settings.reading import load_settings
from companion.texts import many

_DONE, _NO = 0, 1


def export_pack(options: argparse.Namespace, data_dir: Path, journal: Journal, number: int) -> int:
    """Write the pack of a match.  Raises :class:`InputError` and :class:`StorageError`."""
    language = load_settings(options.settings, data_dir=options.data_dir, warns=False).screen.language
    header, out = journal.header(number), options.pack
    try:
        rows = journal.rows(number)
        done = pack(header, rows, kept(data_dir, number), out, program=program(), language=language.value)
    except InputError as error:
        raise InputError(f"match {number}: {error}") from None
    except ValueError as error:
        raise StorageError(f"match {number}: its record is damaged: {error}") from None
    if options.json:
        facts = {"id": number, "out": str(out), "uuid": header.uuid, "epoch": header.epoch, "entries": len(rows)}
        facts |= {"files": done.files, "pictures": done.pictures, "last_hash": done.last_hash, "seal": done.seal}
        print(json.dumps(facts))
    else:
        print(
            f"written: {in_full(out)}, {many(done.files, 'file')}, {done.pictures} of them pictures; seal {done.seal}"
        )
    return _DONE


def check_pack(options: argparse.Namespace) -> int:
    """Say whether a pack is as it was written.  Raises :class:`InputError` for what is none."""
    path: Path = options.file
    found = checked(path)
    if options.json:
        print(json.dumps(_values(path, found), ensure_ascii=False))
    elif found.ok:
        print(f"{path}: {many(found.files, 'file')}, all as written; seal {found.seal}")
    else:
        print(f"{path}: is not as it was written")
        for what, names in (("altered", found.altered), ("missing", found.missing), ("added", found.added)):
            for name in names:
                print(f"{what}: {name if name.isprintable() else quoted(name)}")
    return _DONE if found.ok else _NO


def check_journal(options: argparse.Namespace, data_dir: Path) -> int:
    """Say which entries of the recorded matches are missing.  Raises :class:`StorageError` for a damaged journal."""
    path = data_dir / FILE_NAME
    matches, missing = 0, tuple[Missing, ...]()
    if path.exists():
        with Journal(data_dir) as journal:
            matches, missing = len(journal.lengths()), journal.missing_entries()
    if options.json:
        print(json.dumps({"matches": matches, "missing": [asdict(one) for one in missing]}))
    else:
        print("\n".join(one.sentence() for one in missing) or f"no entry is missing; matches: {matches}")
    return _NO if missing else _DONE


def _values(path: Path, found: Checked) -> dict[str, object]:
    listing = found.manifest
    return {
        "file": str(path), "ok": found.ok, "files": found.files, "altered": list(found.altered),
        "missing": list(found.missing), "added": list(found.added), "seal": found.seal or None,
        "uuid": listing.uuid if listing else None, "epoch": listing.epoch if listing else None,
        "entries": listing.entries if listing else None, "last_hash": listing.last_hash if listing else None,
    }  # fmt: skip
