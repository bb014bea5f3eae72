"""Rescues entries that could not be written before the program ended: keeps them in a file until the next start.

The file has a line of JSON with the facts of the match, then one for each entry.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError, StorageError
from companion.record.entries import Entry
from companion.record.journal import Header, Journal, Mode
from companion.record.lines import entry_from_line, row_of_entry
from companion.record.saving import save
from companion.record.whole_numbers import loads

_NAME: Final = "unwritten-*.jsonl"
_ENDING: Final = ".taken-in"


def rescue(folders: Sequence[Path], header: Header, entries: Sequence[Entry]) -> Path:
    """Write entries into a new file in the first folder that takes it.   Raises :class:`StorageError` if none does."""
    content = "".join(f"{json.dumps(values, ensure_ascii=False)}\n" for values in _lines(header, entries))
    moment = "".join(sign for sign in header.started if sign.isdigit())
    failed = ""
    for folder in folders:
        path = folder / f"unwritten-{moment}-{entries[0].n}-to-{entries[-1].n}.jsonl"
        try:
            save(path, content)
        except StorageError as error:
            failed = str(error)
            continue
        return path
    raise StorageError(f"match {header.id}: entries {entries[0].n} to {entries[-1].n} are lost; {failed}")


def rescued(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files that wait to be read into the journal, oldest match first."""
    found = (path for folder in folders if folder.is_dir() for path in folder.glob(_NAME))
    return tuple(sorted(found, key=lambda path: path.name))


def take_in(journal: Journal, path: Path) -> Header:
    """Write the entries of a file into the journal, to their match or a new one; then rename the file.

    Raises :class:`InputError` if it is no such file, and :class:`StorageError` if the entries do not follow those of
    their match.
    """
    header, entries = _read(path)
    mine = next((match for match in journal.matches() if _is_of(header, match)), None)
    if mine is not None:
        journal.resume(mine.id)
    else:
        journal.begin(
            names=header.names, length=header.length, mode=header.mode, rules=header.rules, terms=header.terms,
            started=header.began, program=header.program,
        )  # fmt: skip
    if not journal.holds(entries):
        journal.append_all(entries)
    path.rename(path.with_name(f"{path.name}{_ENDING}"))
    assert journal.standing is not None
    return journal.standing


def _is_of(other: Header, match: Header) -> bool:
    """Whether a file belongs to a match; an older companion has written no UUID."""
    if other.uuid:
        return other.uuid == match.uuid
    return (other.id, other.started) == (match.id, match.first_started or match.started)


def _lines(header: Header, entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    yield {
        "id": header.id, "started": header.first_started or header.started, "names": list(header.names),
        "length": header.length, "mode": header.mode.value, "rules": header.rules, "terms": dict(header.terms),
        "uuid": header.uuid, "program": header.program,
    }  # fmt: skip
    for entry in entries:
        yield row_of_entry(entry)


def _read(path: Path) -> tuple[Header, tuple[Entry, ...]]:
    try:
        first, *rest = [loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
        light, dark = first["names"]
        header = Header(
            int(first["id"]), str(first["started"]), (str(light), str(dark)), int(first["length"]), Mode(first["mode"]),
            str(first["rules"]), terms=dict(first["terms"]), uuid=str(first.get("uuid", "")),
            program=str(first.get("program", "")),
        )  # fmt: skip
        assert header.began
        return header, tuple(entry_from_line(values, values.pop("details")) for values in rest)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise InputError(f"{path}: is no file of unwritten entries ({error})") from error
