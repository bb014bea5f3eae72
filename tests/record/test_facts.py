"""The facts of entries are values inside, and the same rows on disk as ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games.backgammon.scoring import Result
from companion.record.entries import Entry, Kind
from companion.record.fact_rows import facts_of, row_of
from companion.record.facts import Facts, GameBegun, Halted, OfferAnswered, Offered, PlayMade
from companion.record.lines import entry_from_line, line

ROWS = Path(__file__).with_name("rows_of_schema_3.jsonl")
"""A row of each shape that the program wrote when its tables had version 3."""


def rows() -> list[dict[str, object]]:
    return [json.loads(text) for text in ROWS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['event']} {' '.join(row['details'])}")
def test_a_row_of_an_earlier_program_is_known_whole_and_written_again_letter_by_letter(row: dict[str, object]) -> None:
    details = row["details"]
    assert isinstance(details, dict)
    entry = entry_from_line(row, details)
    assert entry.others is None
    assert entry.facts is not None or set(details) == {"clock"}
    assert json.dumps(line(entry) | {"details": entry.details}) == json.dumps(row)


@pytest.mark.parametrize(
    ("kind", "facts", "row"),
    [
        (Kind.START, GameBegun(2, (1, 0), crawford=False), {"game": 2, "score": [1, 0], "crawford": False}),
        (Kind.RESIGN, Offered(Result.GAMMON), {"result": "gammon"}),
        (Kind.ANSWERED, OfferAnswered("accepted"), {"resignation": "accepted"}),
        (Kind.PLAY, PlayMade(uncertain=True), {"uncertain": True}),
        (Kind.NOTE, Halted("pause", "paused", idle=True), {"halted": "pause", "phase": "paused", "idle": True}),
    ],
)
def test_facts_are_rows_of_json_values(kind: Kind, facts: Facts, row: dict[str, object]) -> None:
    assert row_of(facts) == row
    assert facts_of(kind, row) == (facts, {})


def test_what_another_version_has_written_is_kept_as_it_is() -> None:
    row = {"seconds": 2.5, "swiftly": [1, 2], "draw": 7}
    entry = Entry(1, 0.0, Kind.PLAY).with_details(row)
    assert (entry.facts, entry.draw, entry.others) == (PlayMade(2.5), 7, {"swiftly": [1, 2]})
    assert entry.details == row
    strange = {"points": "many", "clock": "cuckoo"}
    assert Entry(1, 0.0, Kind.GAME_OVER).with_details(strange).details == strange
