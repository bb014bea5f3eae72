"""``companion archive list`` and ``show``: a line for each match, and all that happened in one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from companion.commands.archive_match import recorded
from companion.errors import InputError
from companion.games.catalogue import Game
from companion.games.rules import Side, Stack
from companion.record import Header, Journal
from companion.record.archive import ListedMatch, is_sought, listed, listed_matches
from companion.record.draughts import DraughtsMatch, points_of
from companion.record.entries import Entry
from companion.record.helping import helped
from companion.record.journal import FILE_NAME, Mode
from companion.record.match import CAUSES, Cause
from companion.record.match import Game as BackgammonGame
from companion.record.recorded import AnyMatch
from companion.record.snapshot_files import kept
from companion.texts import many


def list_matches(options: argparse.Namespace, data_dir: Path) -> int:
    """Print a line for each match.  Raises :class:`InputError` and :class:`StorageError`."""
    since = _day(options.since)
    lines = _listed(data_dir, options.player, since, deleted=options.deleted)
    if options.json:
        for one in lines:
            print(json.dumps(one.values(), ensure_ascii=False), flush=True)
        return 0
    found = list(lines)
    print("\n".join(_table(found)) if found else "no matches")
    return 0


def _listed(data_dir: Path, player: str | None, since: date | None, *, deleted: bool) -> Iterator[ListedMatch]:
    if not (data_dir / FILE_NAME).exists():
        return  # nothing has been recorded yet, and reading creates no journal
    with Journal(data_dir) as journal:
        begun = journal.begun()
        headers = (
            header
            for header in journal.matches(deleted=deleted)
            if header.id in begun and is_sought(header, player=player, since=since)
        )
        yield from listed_matches(
            journal, headers, lambda header: listed(header, _readable_entries(journal, header.id))
        )


def _readable_entries(journal: Journal, match_id: int) -> tuple[Entry, ...]:
    try:
        return journal.entries(match_id)
    except ValueError as error:
        print(f"companion archive: match {match_id}: cannot be read: {error}", file=sys.stderr)
        return ()


_OPEN: Final = {Game.BACKGAMMON: "money", Game.DRAUGHTS: "open"}
"""The word for a match without a length."""
_LENGTHS: Final = {Game.BACKGAMMON: "to {} points", Game.DRAUGHTS: "games: {}"}


def _table(found: Sequence[ListedMatch]) -> Iterator[str]:
    rows = [("ID", "BEGAN", "PLAYERS", "LENGTH", "SCORE", "MODE", "RULES", ""), *map(_row, found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(one: ListedMatch) -> tuple[str, ...]:
    header = one.header
    score = f"{one.score[0]}-{one.score[1]}" if one.score is not None else "damaged"
    return (
        str(header.id), _began(header), f"{header.names[0]} - {header.names[1]}",
        str(header.length) if header.length else _OPEN[header.game], score, header.mode.value, header.rules,
        _state(one),
    )  # fmt: skip


def _state(one: ListedMatch) -> str:
    from companion.record.reports.transcript import ended_in_words

    imported = "imported" if one.header.imported is not None else ""
    finished = f"finished{ended_in_words(one.cause)}" if one.finished else ""
    return ", ".join(filter(None, (imported, finished)))


def _began(header: Header) -> str:
    """The start of a match; of an imported one the day in its file, if any."""
    if header.imported is not None:
        return "unknown" if header.imported.day is None else header.imported.day.isoformat()
    return header.started[:16].replace("T", " ") + ("?" if header.clock_doubtful else "")


def show_match(options: argparse.Namespace, data_dir: Path) -> int:
    """Print all about one match.  Raises :class:`InputError` and :class:`StorageError`."""
    from companion.record.reports.transcripts import transcript_lines

    header, entries, match = recorded(data_dir, options.id)
    about, help_had = listed(header, entries), helped(entries)
    games = _games(match)
    pictures = len(kept(data_dir, header.id))
    if options.json:
        facts: dict[str, object] = {"boot": header.boot, "clock_doubtful": header.clock_doubtful}
        facts |= {"deleted": header.deleted_at, "helped": list(help_had), "uuid": header.uuid, "epoch": header.epoch}
        print(json.dumps(about.values() | facts | {"games": games, "pictures": pictures}, ensure_ascii=False))
        return 0
    print("\n".join(_shown(about, help_had, games, pictures)))
    for line in transcript_lines(header, entries):
        print(line)
    return 0


def _games(match: AnyMatch) -> list[dict[str, Any]]:
    if isinstance(match, DraughtsMatch):
        return [_draughts_values(match, number) for number in range(1, len(match.games) + 1)]
    return [_game_values(number, game) for number, game in enumerate(match.games, start=1)]


def _draughts_values(match: DraughtsMatch, number: int) -> dict[str, Any]:
    """Those of a game of draughts: scores are of the players in the order of their names, sides those of its men."""
    game = match.games[number - 1]
    outcome = game.outcome
    return {
        "game": number,
        "score": list(points_of(match.games[: number - 1])),
        "light": match.names[1 if game.exchanged else 0],
        "dark": match.names[0 if game.exchanged else 1],
        "actions": len(game.acts),
        "result": outcome.text if outcome is not None else None,
        "why": outcome.why if outcome is not None else None,
    }


def _game_values(number: int, game: BackgammonGame) -> dict[str, Any]:
    from companion.record.files.document import win_values

    return {
        "game": number,
        "score": list(game.score),
        "crawford": game.crawford,
        "actions": len(game.actions),
        "win": win_values(game.win) if game.win else None,
    }


def _shown(about: ListedMatch, help_had: Stack, games: Sequence[Mapping[str, Any]], pictures: int) -> Iterator[str]:
    from companion.record.reports.transcript import ended_in_words

    header = about.header
    light, dark = header.names
    yield f"match {header.id}: {light} (light) and {dark} (dark)"
    length = _LENGTHS[header.game].format(header.length) if header.length else _OPEN[header.game] + " play"
    yield f"{length}, rules {header.rules}, {header.mode.value}, began {_began_in_words(header)}"
    if (origin := header.imported) is not None:
        yield f"imported from {origin.file}, which has no times and no pictures"
    elif header.clock_doubtful:
        yield "the clock was not sure of the time when it began"
    if header.deleted_at is not None:
        yield f"marked as deleted since {header.deleted_at}; companion archive undelete {header.id} brings it back"
    if header.mode is Mode.TRAINING:
        yield f"help of the coach: {light} in {many(help_had.light, 'turn')}, {dark} in {help_had.dark}"
    if about.score is not None:
        won = f", {light if about.winner is Side.LIGHT else dark} wins the match" if about.winner is not None else ""
        how = ended_in_words(about.cause) if won else ""
        yield f"score {about.score[0]}-{about.score[1]}, {'finished' if about.finished else 'not finished'}{won}{how}"
    for game in games:
        if "result" in game:
            yield _draughts_line(game)
            continue
        win, (at_light, at_dark) = game["win"], game["score"]
        winner = (light if win["side"] == "light" else dark) if win else None
        cause = CAUSES[win.get("cause", Cause.PLAY.value)] if win else Cause.PLAY
        points = "the match" if cause.decides_match else win["points"] if win else ""
        result = f"{winner} wins {points}{ended_in_words(cause)}" if win else "not finished"
        crawford = ", the Crawford game" if game["crawford"] else ""
        yield f"  game {game['game']} at {at_light}-{at_dark}{crawford}: {result}"
    yield f"{many(pictures, 'picture')} kept" if pictures else "no pictures are kept"


def _began_in_words(header: Header) -> str:
    return header.started if header.imported is None else _began(header)


def _draughts_line(game: Mapping[str, Any]) -> str:
    result = f"{game['result']} ({game['why']})" if game["result"] else "not finished"
    at = "-".join(map(str, game["score"]))
    return f"  game {game['game']} at {at}, {game['light']} (light) and {game['dark']} (dark): {result}"


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--since {text!r}: expected a day such as 2026-11-20") from None
