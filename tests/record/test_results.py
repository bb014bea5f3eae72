"""The result of a match from few entries is that of the whole record, whatever was taken back in it."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.rules import Side
from companion.record import Header, Journal
from companion.record.entries import Entry, Kind
from companion.record.facts import PointsWon
from companion.record.match import Cause
from companion.record.recorded import Result, quick_result, recorded_match, result_of
from tests.archived import entries_of_match
from tests.record.playing import random_match

BEGAN = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


def numbered(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(entry, n=n) for n, entry in enumerate(entries, start=1))


def with_changes(seed: int, length: int) -> tuple[Entry, ...]:
    """A match in which ends of games are taken back, changed and restored, cut off anywhere."""
    chance = random.Random(seed)
    entries: list[Entry] = []
    for entry in entries_of_match(random_match(seed, length, games=4)):
        entries.append(entry)
        if entry.event is Kind.GAME_OVER and chance.random() < 0.6:
            undo = Entry(0, entry.t, Kind.UNDO, side=entry.side)
            changed = Entry(0, entry.t, Kind.GAME_OVER, side=Side.DARK).with_details({"points": 2})
            lost = Entry(0, entry.t, Kind.MATCH_OVER, side=Side.DARK, reason="forfeited")
            back = Entry(0, entry.t, Kind.RESTORED).with_details({"to": len(entries) - chance.randrange(3)})
            entries += chance.choice(
                ([undo], [changed], [undo, entry], [changed, back], [undo, back], [lost], [lost, undo])
            )
    return numbered(entries[: chance.randrange(len(entries) // 2, len(entries) + 1)])


@pytest.mark.parametrize("seed", range(4))
def test_few_entries_give_the_result_of_the_whole_record(tmp_path: Path, seed: int) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(length=seed % 4, started=BEGAN)
        entries = with_changes(seed, header.length)
        journal.append_all(entries)
        quick = quick_result(header, journal.scoring()[header.id])
        whole = result_of(recorded_match(header, journal.entries(header.id)))
    assert quick in (whole, None)
    assert quick is not None or header.length == 0 or any(entry.event is Kind.MATCH_OVER for entry in entries)


def test_a_match_is_won_when_the_others_time_runs_out() -> None:
    entries = (
        Entry(1, 0.0, Kind.START),
        Entry(9, 0.0, Kind.GAME_OVER, side=Side.LIGHT, facts=PointsWon(2)),
        Entry(10, 0.0, Kind.START),
        Entry(20, 0.0, Kind.MATCH_OVER, side=Side.DARK, reason="time"),
    )
    header = Header(1, BEGAN.isoformat(), length=7)
    assert quick_result(header, entries) == Result((2, 0), finished=True, winner=Side.DARK, cause=Cause.TIME)


@pytest.mark.parametrize(
    "entries",
    [
        (),
        (Entry(4, 0.0, Kind.GAME_OVER, side=Side.LIGHT, facts=PointsWon(1)),),
        (Entry(1, 0.0, Kind.START), Entry(4, 0.0, Kind.GAME_OVER, side=Side.LIGHT)),
    ],
    ids=["nothing", "no start", "no points"],
)
def test_what_does_not_suffice_is_folded_in_full(entries: tuple[Entry, ...]) -> None:
    assert quick_result(Header(1, BEGAN.isoformat(), length=3), entries) is None


def test_a_match_by_rules_that_nobody_knows_has_no_result() -> None:
    header = Header(3, BEGAN.isoformat(), length=3, rules="no rules")
    assert quick_result(header, entries_of_match(random_match(1, 1))) is None
