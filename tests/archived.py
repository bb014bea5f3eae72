"""Whole matches as a journal tells them, made from random games; and an evening that stands at no table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from companion.record import Header, Journal, Match, Mode
from companion.record.entries import Entry, Kind
from companion.record.match import Double, Drop, Game, Roll, Take
from companion.record.replaying import turns
from companion.record.scores import match_winner, score_after
from tests.record.playing import random_match

SECONDS_A_TURN = 30.0
BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def entries_of_match(match: Match) -> tuple[Entry, ...]:
    """The entries that tell a match, half a minute a turn."""
    told = (entry for number, game in enumerate(match.games, start=1) for entry in _told(number, game))
    entries = [replace(entry, n=n, t=SECONDS_A_TURN * n / 2) for n, entry in enumerate(told, start=1)]
    winner = match_winner(match.length, score_after(match.games[-1]))
    if winner is not None:
        last = entries[-1]
        score = list(score_after(match.games[-1]))
        entries.append(Entry(last.n + 1, last.t, Kind.MATCH_OVER, side=winner).with_details({"score": score}))
    return tuple(entries)


@cache
def random_entries(seed: int, length: int, games: int = 100) -> tuple[Entry, ...]:
    """The entries that tell a random match of at most so many games."""
    return entries_of_match(random_match(seed, length, games=games))


def _told(number: int, game: Game) -> Iterator[Entry]:
    yield Entry(0, 0.0, Kind.START).with_details({"game": number, "score": list(game.score), "crawford": game.crawford})
    played = {turn.index: turn for turn in turns(game)}
    for index, action in enumerate(game.actions):
        match action:
            case Roll(side=side, dice=dice):
                turn = played[index]
                assert turn.after is not None
                numbers = (dice.first, dice.second)
                yield Entry(0, 0.0, Kind.ROLL, side=side, dice=numbers, position=turn.before.id())
                yield Entry(
                    0, 0.0, Kind.PLAY, side=side, dice=numbers, play=turn.play.text() if turn.play else "",
                    position=turn.after.id(),
                )  # fmt: skip
            case Double(side=side, value=value):
                yield Entry(0, 0.0, Kind.DOUBLE, side=side).with_details({"value": value})
            case Take(side=side):
                yield Entry(0, 0.0, Kind.TAKE, side=side)
            case Drop(side=side):
                yield Entry(0, 0.0, Kind.DROP, side=side)
    if game.win is not None:
        yield Entry(0, 0.0, Kind.GAME_OVER, side=game.win.side).with_details({"points": game.win.points})


def fill(
    journal: Journal, seed: int, *, names: tuple[str, str] = ("Anna", "Łukasz"), length: int = 3,
    mode: Mode = Mode.TRAINING, began: datetime = BEGAN, most_entries: int | None = None, games: int = 100,
) -> Header:  # fmt: skip
    """One match in a journal, of at most so many games; ``most_entries``: it was left unfinished then."""
    header = journal.begin(names=names, length=length, mode=mode, started=began, terms={"asks": True})
    journal.append_all(random_entries(seed, length, games)[:most_entries])
    return header


@dataclass
class NobodyRecords:
    """A recorder that has written everything."""

    unwritten: tuple[Entry, ...] = ()


@dataclass
class AtTable:
    """An evening as the shelf sees it: whose match is at the table."""

    header: Header = field(default_factory=lambda: Header(0, BEGAN.isoformat()))
    recorder: Any = field(default_factory=NobodyRecords)

    @property
    def number(self) -> int:
        return self.header.id

    @property
    def unwritten(self) -> tuple[Entry, ...]:
        return tuple(self.recorder.unwritten)


def evenings(folder: Path, count: int, *, length: int = 3) -> None:
    """So many matches, two an evening."""
    with Journal(folder) as journal:
        for number in range(count):
            players = (("Anna", "Łukasz"), ("Anna", "Zoë"), ("Bob", "Łukasz"))[number % 3]
            began = BEGAN + timedelta(days=number // 2, hours=number % 2)
            fill(journal, number, names=players, length=length, began=began)
