"""What the archive tells of a match, and which entries are about a turn."""

from __future__ import annotations

import json
from datetime import date

import pytest

from companion.errors import InputError
from companion.games.rules import Side
from companion.record import Header, match_from_entries
from companion.record.archive import is_sought, listed, match_document, turn_entries
from companion.record.entries import Entry, Kind
from companion.record.files.document import json_text, match_from_json
from companion.record.lines import line
from companion.record.match import Cause
from tests.record.recorded import MATCH, MONEY, entries_of

HEADER = Header(4, "2026-11-20T19:30:00+00:00", ("Anna Nowak", "Łukasz"), length=3)


def test_a_line_of_the_list_has_the_published_keys() -> None:
    values = listed(HEADER, MATCH).values()
    assert values == {
        "id": 4, "started": "2026-11-20T19:30:00+00:00", "players": ["Anna Nowak", "Łukasz"], "length": 3,
        "score": [3, 0], "mode": "refereed", "rules": "tournament", "finished": True,
    }  # fmt: skip
    assert list(values) == ["id", "started", "players", "length", "score", "mode", "rules", "finished"]


def test_a_match_is_finished_once_somebody_has_won_it() -> None:
    results = [listed(HEADER, MATCH[:count]) for count in range(len(MATCH) + 1)]
    assert [result.finished for result in results] == [result.score == (3, 0) for result in results]
    assert listed(HEADER, ()).score == (0, 0)


def test_a_match_lost_on_time_is_finished_at_any_score() -> None:
    lost = [*MATCH[:4], Entry(5, 9.0, Kind.MATCH_OVER, side=Side.DARK, reason="time")]
    found = listed(HEADER, lost)
    assert (found.finished, found.score, found.winner, found.cause) == (True, (0, 0), Side.DARK, Cause.TIME)


def test_money_play_is_finished_while_no_game_is_open() -> None:
    money = Header(1, "2026-11-20T19:30:00+00:00")
    assert listed(money, MONEY).finished
    assert not listed(money, MONEY[:-1]).finished
    assert not listed(money, ()).finished


def test_a_match_whose_record_cannot_be_read_is_listed_without_a_score() -> None:
    broken = [Entry(1, 0.0, Kind.START, position="no position at all")]
    assert (listed(HEADER, broken).score, listed(HEADER, broken).finished) == (None, False)


@pytest.mark.parametrize(
    ("player", "since", "found"),
    [
        (None, None, True),
        ("anna", None, True),
        ("ŁUK", None, True),
        ("Bob", None, False),
        (None, date(2026, 11, 20), True),
        (None, date(2026, 11, 21), False),
        ("anna", date(2026, 11, 21), False),
    ],
)
def test_matches_are_found_by_part_of_a_name_and_by_day(player: str | None, since: date | None, found: bool) -> None:
    assert is_sought(HEADER, player=player, since=since) is found


def test_a_document_holds_the_events_as_they_are_written_to_a_file_and_is_read_as_the_match() -> None:
    match = match_from_entries(HEADER, MATCH)
    found = match_document(match, MATCH)
    assert found["events"] == [line(entry) for entry in MATCH]
    assert match_from_json(json.dumps(found)) == match_from_json(json_text(match))


# --- one turn ------------------------------------------------------------------------------------


def kinds(turn: int, entries: tuple[Entry, ...] = MATCH) -> list[str]:
    return [entry.event.value for entry in turn_entries(HEADER, entries, turn).entries]


def test_a_turn_goes_from_what_came_before_its_roll_to_the_next_roll() -> None:
    assert kinds(1) == ["roll", "play"]
    assert kinds(2) == ["roll", "illegal", "corrected", "double", "take"]
    assert kinds(3) == ["double", "take", "roll", "play", "game_over", "start"]


def test_turns_are_counted_by_rolls_over_the_match_and_told_by_game() -> None:
    found = [turn_entries(HEADER, MATCH, turn) for turn in (1, 2, 3, 4)]
    assert [(one.number, one.game, one.in_game) for one in found] == [(1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1)]
    assert [one.roll and one.roll.dice for one in found] == [(3, 1), (6, 5), (6, 6), (2, 1)]


def test_what_was_disputed_later_belongs_to_the_turn_that_it_names() -> None:
    note = Entry(99, 99.0, Kind.NOTE).with_details({"dispute": 1})
    disputed = entries_of(*MATCH[:8], note, *MATCH[8:])
    assert "note" in kinds(1, disputed)
    assert "note" not in kinds(2, disputed)


def test_what_was_corrected_later_belongs_to_the_turn_of_that_game() -> None:
    edit = Entry(99, 99.0, Kind.EDIT, None, Side.LIGHT, (3, 1), "24/23 24/21").with_details({"turn": 1})
    corrected = entries_of(*MATCH[:8], edit, *MATCH[8:])
    assert kinds(1, corrected) == ["roll", "play", "edit"]
    assert "edit" not in kinds(3, corrected) + kinds(4, corrected)


def test_a_roll_that_is_told_again_after_an_undo_counts_again_over_the_match_and_not_in_its_game() -> None:
    undo = Entry(0, 28.0, Kind.UNDO, None, Side.DARK, (6, 5))
    again = entries_of(*MATCH[:9], undo, *MATCH[5:10])
    found = [turn_entries(HEADER, again, turn) for turn in (2, 3, 4)]
    assert [(one.number, one.in_game) for one in found] == [(2, 2), (3, 3), (4, 3)]


@pytest.mark.parametrize("turn", [0, -1, 5])
def test_a_turn_that_was_not_played_is_named(turn: int) -> None:
    with pytest.raises(InputError, match=f"turn {turn}: not found; the match has 4 turns"):
        turn_entries(HEADER, MATCH, turn)
