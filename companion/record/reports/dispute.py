"""Writes the record of one turn to a folder for a director: pictures, roll, times, rulings, positions.

The folder holds ``index.html``, which is self-contained and can be printed, the pictures, and ``entries.jsonl``: the
journal's entries about the turn, one JSON object each.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from pathlib import Path
from typing import Final

from companion.errors import InputError, StorageError
from companion.games.backgammon import Dice, Position, RuleSet, picture_of
from companion.games.catalogue import Game
from companion.games.draughts import Position as DraughtsPosition
from companion.games.draughts import picture_of as draughts_picture
from companion.games.draughts.position import squares_of
from companion.games.rules import Picture, Side
from companion.record.archive import TurnEntries, turn_entries
from companion.record.entries import Entry, Kind
from companion.record.facts import Fault
from companion.record.journal import Header, Journal
from companion.record.lines import row_of_entry
from companion.record.reports.board_svg import board_svg
from companion.record.reports.draughts_svg import draughts_svg
from companion.record.reports.transcripts import transcript_lines
from companion.record.snapshot_files import TIMES_FILE, Kept, SnapshotFacts, SnapshotKind, facts_in, kept

PAGE: Final = "index.html"
ENTRIES_FILE: Final = "entries.jsonl"

_MOVED: Final = (
    Kind.START, Kind.ROLL, Kind.PLAY, Kind.CORRECTED, Kind.STOOD, Kind.EDIT, Kind.UNDO, Kind.RESTORED,
)  # fmt: skip
_CAPTIONS: Final = {
    SnapshotKind.BEFORE.value: "the board before the roll",
    SnapshotKind.ROLL.value: "the roll as it was read",
    SnapshotKind.AFTER.value: "the board as it was judged",
    SnapshotKind.DISPUTE.value: "",
}

_STYLE: Final = """
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222 }
h1 { font-size: 1.4em } h2 { font-size: 1.05em; margin: 1.6em 0 .4em; border-top: 1px solid #bbb; padding-top: .6em }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em } dt { color: #666 } dd { margin: 0 }
figure { display: inline-block; margin: .4em 1em .4em 0; vertical-align: top }
figure img, figure svg { width: 27em; max-width: 100% } figcaption { color: #666; font-size: .85em }
.moments figure img { width: 13em }
@media print { body { margin: 0 } section, figure { break-inside: avoid } }
"""


def dispute_pack(journal: Journal, data_dir: Path, match_id: int, turn: int, out: Path) -> Path:
    """Write everything about a turn (counted by rolls over the match, from 1) to a new folder, whole or not at all.

    Raises :class:`InputError` if there is no such turn or the folder cannot be a new one, and
    :class:`StorageError` if there is no such match or the disk fails.
    """
    header = journal.header(match_id)
    entries = journal.entries(match_id)
    disputed = turn_entries(header, entries, turn)
    said = dict(zip((entry.n for entry in entries), transcript_lines(header, entries), strict=True))
    pictures = [one for one in kept(data_dir, match_id) if one.turn == turn]
    _check(out)
    part = out.with_name(f".{out.name}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        shots = _copied(pictures, part)
        (part / ENTRIES_FILE).write_text("".join(_lines(disputed.entries)), encoding="utf-8")
        (part / PAGE).write_text(_page(header, disputed, shots, said), encoding="utf-8")
        part.replace(out)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise StorageError(f"{out}: cannot be written ({error.strerror})") from error
    return out


def _check(out: Path) -> None:
    if out.suffix.lower() == ".pdf":
        raise InputError(f"{out}: expected a folder; its {PAGE} can be printed to a PDF file")
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise InputError(f"{out}: is there already, expected the name of a new folder")
    if not out.parent.is_dir():
        raise InputError(f"{out}: there is no folder {out.parent}")


@dataclass(frozen=True, slots=True)
class _Shot:
    """A picture as the page shows it: ``name`` relative to the page; ``facts`` None if it has no metadata."""

    name: str
    what: SnapshotKind
    facts: SnapshotFacts | None


def _copied(pictures: Sequence[Kept], folder: Path) -> list[_Shot]:
    shots: list[_Shot] = []
    for one in pictures:
        if one.what is SnapshotKind.DISPUTE:
            shutil.copytree(one.path, folder / one.path.name)
            files = sorted(path for path in (folder / one.path.name).iterdir() if path.name != TIMES_FILE)
        else:
            files = [Path(shutil.copy2(one.path, folder / one.path.name))]
        names = [file.relative_to(folder).as_posix() for file in files]
        shots += [_Shot(name, one.what, facts_in(file.read_bytes())) for name, file in zip(names, files, strict=True)]
    return shots


def _lines(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        yield json.dumps(row_of_entry(entry), ensure_ascii=False) + "\n"


# --- the page ------------------------------------------------------------------------------------


def _page(header: Header, disputed: TurnEntries, shots: Sequence[_Shot], said: Mapping[int, str]) -> str:
    title = f"Match {header.id}, game {disputed.game}, turn {disputed.in_game}"
    moments = [shot for shot in shots if shot.what is SnapshotKind.DISPUTE]
    body = [
        f"<h1>{title}</h1>",
        _facts(header, disputed),
        *(_section(header, entry, shots, said[entry.n]) for entry in disputed.entries),
        _moments(header, moments) if moments else "",
    ]
    if not shots:
        body.insert(2, "<p>No pictures of this turn were kept.</p>")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _facts(header: Header, disputed: TurnEntries) -> str:
    roll = disputed.roll
    light, dark = header.names
    facts = {
        "Players": f"{light} (light) and {dark} (dark)",
        "Match": _length(header),
        "Rules": header.rules,
        "Mode": header.mode.value,
        "Began": header.started + (" (by a clock that was not sure of the time)" if header.clock_doubtful else ""),
        **(_of_roll(header, roll) if roll is not None else {}),
        "Turn": f"{disputed.number} of the match, counted by {_COUNTED[header.game]}; "
        f"{disputed.in_game} of game {disputed.game}",
    }
    rows = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items())
    return f"<dl>{rows}</dl>"


_COUNTED: Final = {Game.BACKGAMMON: "rolls", Game.DRAUGHTS: "moves"}
_LENGTH: Final = {Game.BACKGAMMON: ("to {} points", "money play"), Game.DRAUGHTS: ("games: {}", "an open match")}


def _length(header: Header) -> str:
    length, open_ = _LENGTH[header.game]
    return length.format(header.length) if header.length else open_


def _of_roll(header: Header, roll: Entry) -> dict[str, str]:
    dice = {"Roll": f"{Dice(*roll.dice)} by {_name(header, roll.side)}"} if roll.dice else {}
    return {**dice, "At": _time(header, roll)}


def _section(header: Header, entry: Entry, shots: Sequence[_Shot], line: str) -> str:
    said = line.split(None, 2 if entry.frame is None else 3)[-1]
    mine = [
        shot for shot in shots if shot.facts and shot.facts.entry == entry.n and shot.what is not SnapshotKind.DISPUTE
    ]
    drawn = _DRAWN[header.game](header, entry)
    return (
        f"<section><h2>{escape(said)}</h2><p>{escape(_time(header, entry))}</p>"
        f"{''.join(_figure(header, shot) for shot in mine)}{drawn}</section>"
    )


def _backgammon_drawn(header: Header, entry: Entry) -> str:
    board, caption = _board(entry)
    if not board:
        return ""
    rules = RuleSet.from_text(header.rules)
    return _drawn(board_svg(board, label=caption, numbered_for=entry.side or Side.LIGHT, rules=rules), caption)


def _draughts_drawn(header: Header, entry: Entry) -> str:
    del header
    if isinstance(entry.facts, Fault) and entry.facts.seen is not None:
        return _drawn(draughts_svg(entry.facts.seen, label=_AS_READ), _AS_READ)
    if entry.position is None or entry.event not in _MOVED:
        return ""
    position = DraughtsPosition.from_fen(entry.position)
    kings = frozenset(squares_of(position.kings))
    return _drawn(draughts_svg(draughts_picture(position), label=_ON_RECORD, kings=kings), _ON_RECORD)


def _drawn(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


_DRAWN: Final = {Game.BACKGAMMON: _backgammon_drawn, Game.DRAUGHTS: _draughts_drawn}
_AS_READ: Final = "the board as it was read"
_ON_RECORD: Final = "the position on record after this"


def _board(entry: Entry) -> tuple[Picture | None, str]:
    """The board of an entry: as seen for an illegal play, else as recorded."""
    if isinstance(entry.facts, Fault) and entry.facts.seen is not None:
        return entry.facts.seen, _AS_READ
    if entry.position is None or entry.event not in _MOVED:
        return None, ""
    on_roll = entry.side or Side.LIGHT
    if entry.event in (Kind.PLAY, Kind.CORRECTED, Kind.STOOD):
        on_roll = on_roll.other
    return picture_of(Position.from_id(entry.position, on_roll)), _ON_RECORD


def _moments(header: Header, shots: Sequence[_Shot]) -> str:
    figures = "".join(_figure(header, shot) for shot in shots)
    return f'<section class="moments"><h2>The moments before the dispute</h2>{figures}</section>'


def _figure(header: Header, shot: _Shot) -> str:
    words = [_CAPTIONS[shot.what.value]]
    if shot.facts is not None:
        words += [_of_day(header, shot.facts.taken), f"picture {shot.facts.frame}"]
    caption = escape(", ".join(word for word in words if word))
    return f'<figure><img src="{escape(shot.name)}" alt="{caption}"><figcaption>{caption}</figcaption></figure>'


def _name(header: Header, side: Side | None) -> str:
    return "nobody" if side is None else header.names[0 if side is Side.LIGHT else 1]


def _time(header: Header, entry: Entry) -> str:
    began = datetime.fromisoformat(header.started)
    about = (began + timedelta(seconds=entry.t)).strftime("%H:%M:%S")
    return f"{entry.t:.1f} s after the match began, about {about}"


def _of_day(header: Header, taken: str) -> str:
    try:
        zone = datetime.fromisoformat(header.started).tzinfo
        return datetime.fromisoformat(taken).astimezone(zone).strftime("%H:%M:%S.%f")[:-4]
    except ValueError:
        return ""
