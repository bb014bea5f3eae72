"""One spelling for one entry, and a chain of hashes in which every later change shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rules import Side
from companion.record import Journal
from companion.record.canonical import canonical, first_hash, hashes
from companion.record.entries import Entry, Kind
from companion.record.lines import Row, row_of_entry
from tests.record.recorded import MATCH

UUID: Final = "0f8fad5b-d9cb-469f-a165-70867728950e"
ENTRIES: Final = (
    Entry(1, 0.0, Kind.START, 0, position="4HPwATDgc/ABMA").with_details({"game": 1}),
    Entry(
        2, 4.25, Kind.ROLL, side=Side.DARK, dice=(3, 1), confidence=0.98, margin=12.5, latency_ms=140.0
    ).with_details({"ü": None, "clock": {"left_s": [0.1, 1e22]}}),
)  # fmt: skip
ROWS_OF_SCHEMA_3: Final = Path(__file__).with_name("rows_of_schema_3.jsonl")


def test_the_form_is_sorted_without_spaces_and_with_every_key() -> None:
    assert canonical(row_of_entry(ENTRIES[1])).decode() == (
        '{"confidence":0.98,"details":{"clock":{"left_s":[0.1,1e+22]},"ü":null},"dice":[3,1],"event":"roll",'
        '"frame":null,"latency_ms":140.0,"margin":12.5,"n":2,"play":null,"position":null,"reason":null,'
        '"side":"dark","t":4.25}'
    )


def test_the_chain_has_the_hashes_that_another_program_finds() -> None:
    # By printf and sha256sum.
    assert first_hash(UUID, 2) == "433e860ef1006e6e379117f2ccdbc73199ab0766eeaf5076308c9919dbad3a12"
    assert list(hashes(UUID, 2, map(row_of_entry, ENTRIES))) == [
        "5ca964cf8737db429a4014aa9987f72fc9738d3262665304c67174a202f38e9a",
        "e889c66d955b6f2ebc37484a1311eacf7decbc21448c57a7d7ddc152819c03eb",
    ]


def changes(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of a match as they were never recorded."""
    another = {**rows[2], "t": 9.125}
    return {
        "another time": [*rows[:2], another, *rows[3:]],
        "other details": [{**rows[0], "details": {"game": 2}}, *rows[1:]],
        "one left out": [*rows[:4], *rows[5:]],
        "one put in": [*rows[:4], rows[4], *rows[4:]],
        "two exchanged": [rows[1], rows[0], *rows[2:]],
    }


@pytest.mark.parametrize("change", changes([row_of_entry(entry) for entry in MATCH]))
def test_every_later_change_shows_in_the_last_hash(change: str) -> None:
    rows = [row_of_entry(entry) for entry in MATCH]
    last = list(hashes(UUID, 1, rows))[-1]
    assert list(hashes(UUID, 1, changes(rows)[change]))[-1] != last


def test_the_same_entries_of_another_match_or_epoch_have_other_hashes() -> None:
    rows = [row_of_entry(entry) for entry in MATCH]
    chains = [list(hashes(uuid, epoch, rows)) for uuid, epoch in ((UUID, 1), (UUID, 2), (UUID.replace("0", "1"), 1))]
    assert len({one for chain in chains for one in chain}) == 3 * len(rows)


def test_the_journal_gives_back_what_was_hashed_before_it_was_written(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal.append_all(MATCH)
        assert [canonical(row) for row in journal.rows(header.id)] == [canonical(row_of_entry(one)) for one in MATCH]


def test_what_another_version_has_written_is_hashed_as_it_is_stored(tmp_path: Path) -> None:
    # False is what this version leaves out, and it knows no other key of a play.
    told = '{"uncertain": false, "seconds": 3.5, "mood": [1, 2.0]}'
    with Journal(tmp_path) as journal:
        header = journal.begin()
        journal._file.database.execute(
            "INSERT INTO entries (match_id, n, t, event, side, details) VALUES (1, 1, 2, 'play', 'light', ?)", (told,)
        )
        (row,) = journal.rows(header.id)
    assert row["details"] == json.loads(told)
    assert b'"details":{"mood":[1,2.0],"seconds":3.5,"uncertain":false}' in canonical(row)


@pytest.mark.parametrize("text", ROWS_OF_SCHEMA_3.read_text(encoding="utf-8").splitlines())
def test_a_spelling_is_read_back_to_the_same_spelling(text: str) -> None:
    spelled = canonical(json.loads(text))
    assert canonical(json.loads(spelled)) == spelled


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()),
)
def test_the_spelling_does_not_depend_on_the_order_of_keys(t: float, details: dict[str, object]) -> None:
    backwards = dict(reversed(details.items()))
    one, other = canonical({"t": t, "details": details}), canonical({"details": backwards, "t": t})
    assert one == other
    assert canonical(json.loads(one)) == one
