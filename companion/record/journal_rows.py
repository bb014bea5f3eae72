"""The rows of the journal: the queries for them, and the values that they hold."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from companion.errors import InputError, quoted
from companion.games.rules import Side
from companion.record.dice_log import Draw
from companion.record.entries import SET_UP, Entry, Kind
from companion.record.facts import PointsWon, RestoredTo, RollOff
from companion.record.header import Header, Mode, Origin
from companion.record.lines import KEYS, Row, entry_from_line, line
from companion.record.match import CAUSES, Cause
from companion.record.whole_numbers import loads

_IMPORTED: Final = "imported"
"""The key, among the match settings, of where a match comes from that was not played here."""
_HEADER_COLUMNS: Final = (
    "id, started, light, dark, length, mode, rules, boot, clock_doubtful, terms, deleted_at, first_started, "
    "uuid, epoch, program"
)
SELECT_HEADER: Final = f"SELECT {_HEADER_COLUMNS} FROM headers"
_SELECT_SURE_START: Final = "SELECT started FROM headers WHERE NOT clock_doubtful ORDER BY id DESC LIMIT 1"
INSERT_MATCH: Final = """
INSERT INTO matches (started, light, dark, length, mode, rules, terms, program, boot, clock_doubtful)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
PUT_BACK_MATCH: Final = """
INSERT OR IGNORE INTO matches
    (started, light, dark, length, mode, rules, terms, program, clock_doubtful, id, uuid, epoch)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
KEEP_TOMBSTONE: Final = """
INSERT OR IGNORE INTO tombstones (uuid, epoch, deleted) SELECT uuid, epoch, deleted_at FROM matches WHERE id = ?
"""
BRING_BACK: Final = "UPDATE matches SET deleted_at = NULL, epoch = epoch + 1 WHERE id = ? AND deleted_at IS NOT NULL"
SELECT_ENTRIES: Final = f"SELECT {', '.join(KEYS)}, details FROM entries WHERE match_id = ? ORDER BY n"
SELECT_SOME: Final = (
    f"SELECT {', '.join(KEYS)}, details FROM entries WHERE match_id = ? AND n BETWEEN ? AND ? ORDER BY n"
)
_SCORING: Final = (Kind.START, Kind.GAME_OVER, Kind.UNDO, Kind.RESTORED, Kind.MATCH_OVER)
"""The kinds of entries that decide the score, see :func:`companion.record.recorded.quick_result`."""
_KINDS: Final = {kind.value: kind for kind in _SCORING}
_SIDES: Final = {side.value: side for side in Side}
_FACT: Final = "iif(json_valid(details), json_extract(details, '$.{}'), NULL)"
SELECT_SCORING: Final = f"""
SELECT match_id, n, event, side, reason,
    CASE event WHEN 'game_over' THEN {_FACT.format("points")} WHEN 'restored' THEN {_FACT.format("to")} END,
    CASE event WHEN 'game_over' THEN {_FACT.format("cause")} END
FROM entries NOT INDEXED WHERE event IN ({", ".join(f"'{kind.value}'" for kind in _SCORING)}) ORDER BY match_id, n
"""
"""The table is read through: to look each row up by the index, in order, takes longer than to sort these few."""
SELECT_HELPED: Final = f"""
SELECT DISTINCT match_id, side FROM entries
WHERE match_id IN (SELECT id FROM matches WHERE mode = 'training')
    AND event = 'note' AND side IS NOT NULL AND {_FACT.format("help")} IS NOT NULL
"""
SELECT_IN_TURN: Final = "SELECT match_id FROM entries GROUP BY match_id ORDER BY max(rowid)"
ROLL_OFF: Final = f'"{fields(RollOff)[0].name}"'
SELECT_BEGUN: Final = f"""
SELECT DISTINCT match_id FROM entries
WHERE event NOT IN ({", ".join("?" * len(SET_UP))}) OR instr(coalesce(details, ''), ?)
"""
SELECT_LAST: Final = "SELECT coalesce(max(n), 0) FROM entries WHERE match_id = ?"
SELECT_UNUSED: Final = """
SELECT id, drawn, match_id, first, second FROM draws WHERE match_id = ? AND entry_n IS NULL ORDER BY id LIMIT 1
"""
SELECT_DRAWS: Final = """
SELECT d.id, d.drawn, d.match_id, d.first, d.second, d.entry_n, r.turn, r.dice
FROM draws d
LEFT JOIN (
    SELECT match_id, n, dice, row_number() OVER (PARTITION BY match_id ORDER BY n) AS turn
    FROM entries WHERE event = 'roll'
) r ON r.match_id = d.match_id AND r.n = d.entry_n
WHERE ? IS NULL OR d.match_id = ?
ORDER BY d.id
"""
USE_DRAW: Final = "UPDATE draws SET entry_n = ? WHERE id = ? AND match_id = ? AND entry_n IS NULL"

# The number is checked in the same statement, so that no other process can come in between.
INSERT_ENTRY: Final = f"""
INSERT INTO entries (match_id, {", ".join(KEYS)}, details)
SELECT {", ".join("?" * (len(KEYS) + 2))}
WHERE ? = 1 + (SELECT coalesce(max(n), 0) FROM entries WHERE match_id = ?)
"""


def header_of(row: tuple[object, ...]) -> Header:
    """Raises :class:`InputError` naming the match if no companion can have written its row."""
    try:
        header = _header_of(row)
        if header.began.tzinfo is None:
            raise ValueError("it began at a time without an offset from UTC")
    except ValueError as error:
        raise InputError(f"match {quoted(row[0])}: cannot be read ({error})") from None
    return header


def _header_of(row: tuple[object, ...]) -> Header:
    number, started, light, dark, length, mode, rules, boot, doubtful, terms, deleted_at, first, *names = row
    uuid, epoch, program = names
    stored = loads(str(terms))
    if not isinstance(stored, dict):
        raise ValueError("its match settings are no JSON object")
    origin = stored.pop(_IMPORTED, None)
    if not isinstance(origin, dict | None):
        raise ValueError("where it was imported from is no JSON object")
    return Header(
        int(str(number)), str(started), (str(light), str(dark)), int(str(length)), Mode(mode), str(rules),
        boot=None if boot is None else int(str(boot)), clock_doubtful=bool(doubtful), terms=stored,
        deleted_at=None if deleted_at is None else str(deleted_at),
        first_started=None if first is None else str(first), uuid=str(uuid), epoch=int(str(epoch)),
        program=str(program), imported=None if origin is None else Origin.from_values(origin),
    )  # fmt: skip


def header_values(header: Header) -> tuple[object, ...]:
    origin = {} if header.imported is None else {_IMPORTED: header.imported.values()}
    started, terms = header.first_started or header.started, json.dumps({**header.terms, **origin}, ensure_ascii=False)
    return (started, *header.names, header.length, header.mode.value, header.rules, terms, header.program)


def row_of(row: tuple[object, ...]) -> Row:
    """Raises :class:`InputError` naming the entry for what is no JSON, or has numbers that no companion writes."""
    values = dict(zip((*KEYS, "details"), row, strict=True))
    try:
        for key in ("dice", "details"):
            values[key] = loads(str(values[key])) if values[key] is not None else None
        if not isinstance(values["details"], dict | None):
            raise ValueError("its details are no JSON object")
    except ValueError as error:
        raise InputError(f"entry {quoted(values['n'])}: cannot be read ({error})") from None
    return values


def entry_of(row: tuple[object, ...]) -> Entry:
    values = row_of(row)
    details: Any = values.pop("details")
    return entry_from_line(values, details)


def scoring_entry(n: int, event: str, side: str | None, reason: str | None, number: object, cause: str | None) -> Entry:
    """Return an entry with nothing but what decides the score; ``number``: of points, or of the entry restored."""
    kind = _KINDS[event]
    facts: PointsWon | RestoredTo | None = None
    if isinstance(number, int) and kind is Kind.RESTORED:
        facts = RestoredTo(number)
    elif isinstance(number, int) and (ended_by := CAUSES.get(cause or Cause.PLAY.value)) is not None:
        facts = PointsWon(number, cause=ended_by)
    return Entry(n, 0.0, kind, side=_SIDES.get(side or ""), reason=reason, facts=facts)


def entry_values(entry: Entry) -> tuple[object, ...]:
    return (*line(entry).values(), details_text(entry))


def details_text(entry: Entry) -> str | None:
    details = entry.details
    return json.dumps(details) if details is not None else None


def draw_of(row: tuple[int, str, int, int, int, int | None, int | None, str | None]) -> Draw:
    *fields, recorded = row
    first, second = loads(str(recorded)) if recorded else (None, None)
    return Draw(*fields, recorded=(first, second) if recorded else None)  # type: ignore[misc, arg-type]


def named(entries: Sequence[Entry]) -> str:
    first, last = entries[0].n, entries[-1].n
    return f"entry {first} was" if first == last else f"entries {first} to {last} were"


def boot_number(database: sqlite3.Connection, kernel_id: str, now: str) -> int:
    """Return the number of this start of the machine; a new one if the kernel's name for it is new."""
    row = database.execute("SELECT number, kernel_id FROM boots ORDER BY number DESC LIMIT 1").fetchone()
    if row is not None and row[1] == kernel_id:
        return int(row[0])
    added = database.execute("INSERT INTO boots (kernel_id, first_seen) VALUES (?, ?)", (kernel_id, now))
    assert added.lastrowid is not None
    return added.lastrowid


def last_sure_start(database: sqlite3.Connection) -> datetime | None:
    """Return when the last match began of which that is not doubtful; None where it cannot be read."""
    row = database.execute(_SELECT_SURE_START).fetchone()
    try:
        sure = datetime.fromisoformat(row[0]) if row else None
    except (ValueError, TypeError):
        return None
    return sure if sure is not None and sure.tzinfo is not None else None
