"""Reads and writes journal entries as lines of JSON: for the ``--events`` file, the export and the live page.

The keys and their order are those of the events schema; :attr:`Entry.details` stay in the journal.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from companion.closing import Closes
from companion.errors import InputError, StorageError, quoted
from companion.games.rules import Side
from companion.record.entries import Entry, Kind

KEYS: Final = (
    "n", "t", "frame", "event", "side", "dice", "play", "position", "reason", "confidence", "margin", "latency_ms",
)  # fmt: skip


def line(entry: Entry) -> dict[str, object]:
    """Return an entry in the events schema, all keys present and in order; a number that is not finite is left out.

    >>> list(line(Entry(1, 0.5, Kind.ROLL, side=Side.LIGHT, dice=(3, 1))).values())[:6]
    [1, 0.5, None, 'roll', 'light', [3, 1]]
    """
    return {
        "n": entry.n,
        "t": float(entry.t),
        "frame": entry.frame,
        "event": entry.event.value,
        "side": entry.side.value if entry.side else None,
        "dice": list(entry.dice) if entry.dice else None,
        "play": entry.play,
        "position": entry.position,
        "reason": entry.reason,
        "confidence": _finite(entry.confidence),
        "margin": _finite(entry.margin),
        "latency_ms": _finite(entry.latency_ms),
    }


_NEEDED: Final = frozenset({"n", "t", "event"})
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "n": int, "frame": int, "dice": (list, tuple),
    **dict.fromkeys(("t", "confidence", "margin", "latency_ms"), (int, float)),
}  # fmt: skip
_MOST: Final = 2**53
"""Beyond it neighbouring whole numbers are the same float."""

Row: TypeAlias = dict[str, object]
"""An entry as values for JSON: its line, and under ``details`` what has no key of its own."""


def row_of_entry(entry: Entry) -> Row:
    """Return everything that the journal stores of an entry; as :meth:`companion.record.Journal.rows` returns it."""
    return line(entry) | {"details": entry.details}


def entry_from_line(values: Mapping[str, object], details: Mapping[str, object] | None = None) -> Entry:
    """Return the entry of a line; the inverse of :func:`line`.  Raises :class:`InputError` naming a malformed line."""
    try:
        fields = {key: values[key] for key in KEYS}
        _check(fields)
        fields["event"] = Kind(fields["event"])
        fields["side"] = Side(fields["side"]) if fields["side"] is not None else None
        fields["dice"] = _dice(fields["dice"])
        return Entry(**fields).with_details(details)  # type: ignore[arg-type]
    except (KeyError, ValueError, TypeError, ArithmeticError) as error:
        raise InputError(f"event line {quoted(dict(values))}: expected the keys {', '.join(KEYS)} ({error})") from None


class EventLog(Closes):
    """A file of event lines, one JSON object each, on disk when :meth:`write` returns.

    Call it only after the journal has committed the entry: a reader of the file may act on it.
    A line that could not be written whole is removed, so that it can be written again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise StorageError(f"events file {path}: cannot be written ({error.strerror})") from error

    def write(self, entry: Entry) -> None:
        """Add one line.  Raises :class:`StorageError` if the disk is full or gone."""
        content = (json.dumps(line(entry), ensure_ascii=False) + "\n").encode()
        whole = self._file.tell()
        try:
            self._write(content)
        except OSError as error:
            with suppress(OSError):
                self._file.seek(whole)
                self._file.truncate()
            raise StorageError(f"events file {self._path}: entry {entry.n} not written ({error.strerror})") from error

    def _write(self, content: bytes) -> None:
        while content:
            content = content[self._file.write(content) or 0 :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def _finite(number: float | None) -> float | None:
    # JSON has no infinity, which is the margin without a runner-up.
    return float(number) if number is not None and math.isfinite(number) else None


def _check(fields: Mapping[str, object]) -> None:
    """Raise :class:`ValueError` for a value of another type than an entry has."""
    for key, value in fields.items():
        kinds = _KINDS.get(key, str)
        if value is None and key not in _NEEDED:
            continue
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError(f"{key} is {quoted(value)}")
        # The margin without a runner-up is infinite in entries of early versions.
        is_open = isinstance(value, float) and key not in _NEEDED
        if isinstance(value, int | float) and not (is_open or -_MOST <= value <= _MOST):
            raise ValueError(f"{key} is {quoted(value)}")


def _dice(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"dice {value!r}")
    return int(value[0]), int(value[1])
