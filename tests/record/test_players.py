"""Who played whom, with which result and rating; names that are one player; and a name that is taken out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.coach.drill_box import DrillBox
from companion.coach.drills import drills_of
from companion.errors import InputError
from companion.games.rules import Side
from companion.record import Journal, Mode
from companion.record.entries import Entry, Kind
from companion.record.merged_names import MergedNames
from companion.record.players import PlayerRecord, played_matches, players_of
from companion.record.rating import Rating
from companion.record.salvage import salvaged
from tests.coach.judged import report

FILE = "journal.sqlite3"


def won(journal: Journal, names: tuple[str, str], score: tuple[int, int], *, length: int = 5, **facts: Any) -> int:
    """A match of one game to this score."""
    header = journal.begin(names=names, length=length, mode=facts.pop("mode", Mode.REFEREED), **facts)
    side = Side.LIGHT if score[0] > score[1] else Side.DARK
    entries = [Entry(1, 0.0, Kind.START)]
    if max(score):
        entries.append(Entry(2, 1.0, Kind.GAME_OVER, side=side).with_details({"points": max(score)}))
    journal.append_all(entries)
    return header.id


def players(folder: Path) -> Mapping[str, PlayerRecord]:
    with Journal(folder) as journal, MergedNames(folder, shared=True) as names:
        return players_of(played_matches(journal, names.all()))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Journal(tmp_path) as journal:
        won(journal, ("Anna", "Boris"), (5, 0))
        won(journal, ("Boris", "Anna"), (7, 0), length=7)
        won(journal, ("Ania", "Zoë"), (0, 9), length=9)
        won(journal, ("Anna", "Boris"), (3, 0), length=0)
        won(journal, ("Light", "Anna"), (0, 5))
        won(
            journal, ("Anna", "GNU Backgammon"), (5, 0), mode=Mode.RECORDED,
            terms={"opponent": {"side": "dark", "strength": "weak", "seed": 1}},
        )  # fmt: skip
        won(journal, ("Zoë", "Anna"), (0, 0))
    return tmp_path


def test_each_player_has_matches_and_results(data: Path) -> None:
    anna = players(data)["Anna"]
    assert (len(anna.matches), anna.won, anna.lost) == (6, 3, 1)
    assert [(match.opponent, match.score, match.won) for match in anna.matches] == [
        ("Boris", (5, 0), True), ("Boris", (0, 7), False), ("Boris", (3, 0), None), (None, (5, 0), True),
        ("GNU Backgammon", (5, 0), True), ("Zoë", (0, 0), None),
    ]  # fmt: skip


def test_results_against_each_opponent(data: Path) -> None:
    boris, *others = players(data)["Anna"].against()
    assert (boris.opponent, boris.matches, boris.won, boris.lost, boris.points) == ("Boris", 3, 1, 1, (3, 0))
    assert {(one.opponent, one.engine) for one in others} == {("GNU Backgammon", True), (None, False), ("Zoë", False)}


def test_an_engine_and_who_gave_no_name_are_no_players(data: Path) -> None:
    assert list(players(data)) == ["Anna", "Zoë", "Boris", "Ania"]  # who played last comes first


def test_a_rating_follows_from_matches_between_named_people_alone(data: Path) -> None:
    found = players(data)
    # 4 · 5 · √5 · 0.5 = 22.360680; then D = 44.721360, n = 7: P_upset = 0.465996,
    # and Boris, the underdog, wins with K = 4.95 each: 4 · 4.95 · √7 · 0.534004 = 27.974047
    assert found["Boris"].rating is not None
    assert found["Boris"].rating.points == pytest.approx(1500 - 22.360680 + 27.974047, abs=0.001)
    assert found["Anna"].rating is not None
    assert found["Anna"].rating.points == pytest.approx(1500 + 22.360680 - 27.974047, abs=0.001)
    assert found["Anna"].rating.experience == 12
    assert [match.rating is not None for match in found["Anna"].matches] == [True, True, False, False, False, False]


def test_a_training_match_is_not_rated(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        won(journal, ("Anna", "Boris"), (5, 0), mode=Mode.TRAINING)
    assert players(tmp_path)["Anna"].won == 1
    assert players(tmp_path)["Anna"].rating is None


def test_a_deleted_match_does_not_count(data: Path) -> None:
    with Journal(data) as journal:
        journal.delete(1)
    assert players(data)["Anna"].won == 2


# --- merged names --------------------------------------------------------------------------------


def test_two_spellings_are_one_player(data: Path) -> None:
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
    found = players(data)
    assert "Ania" not in found
    assert (found["Anna"].names, found["Anna"].lost) == (("Anna", "Ania"), 2)
    assert found["Anna"].rating is not None
    assert found["Anna"].rating.experience == 21
    assert found["Zoë"].against()[0].opponent == "Anna"


def test_merging_can_be_undone(data: Path) -> None:
    before = players(data)
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
        names.separate("Ania")
        with pytest.raises(InputError, match="is not merged"):
            names.separate("Ania")
    assert players(data) == before


def test_names_are_merged_over_several_steps(data: Path) -> None:
    with Journal(data) as journal:
        won(journal, ("Anna Maria", "Zoë"), (5, 0))
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
        names.merge("Ania", "Anna Maria")  # whose player is Anna by now
        assert names.all() == {"Ania": "Anna", "Anna": "Anna Maria"}
        with pytest.raises(InputError, match="one player already"):
            names.merge("Anna Maria", "Ania")
    assert set(players(data)["Anna Maria"].names) == {"Anna Maria", "Anna", "Ania"}


def test_two_who_played_each_other_are_not_one(data: Path) -> None:
    with MergedNames(data) as names, pytest.raises(InputError, match="have played each other"):
        names.merge("Boris", "Anna")


def test_merged_names_survive_a_damaged_journal(data: Path) -> None:
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
    salvaged(data / FILE)
    assert players(data)["Anna"].names == ("Anna", "Ania")


# --- deletion ------------------------------------------------------------------------------------


def test_a_deleted_player_is_nameless_in_matches_that_stay(data: Path) -> None:
    with Journal(data) as journal:
        journal.delete(2)
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
        assert names.forget(("Anna", "Ania")) == (1, 2, 3, 4, 5, 6, 7)
        assert names.all() == {}
    with Journal(data) as journal:
        assert [header.names for header in journal.matches()] == [
            ("Light", "Boris"), ("Light", "Zoë"), ("Light", "Boris"), ("Light", "Dark"), ("Light", "GNU Backgammon"),
            ("Zoë", "Dark"),
        ]  # fmt: skip
        assert journal.matches(deleted=True)[0].names == ("Boris", "Dark")
    assert sorted(players(data)) == ["Boris", "Zoë"]


def test_nothing_of_the_name_stays_in_the_file(data: Path) -> None:
    whole = replace(report(), names=("Boris", "Anna"))
    with DrillBox(data) as box:
        box.add(drills_of(whole, "Boris - Anna, 2026-11-20", date(2026, 11, 20), match=1))
    with MergedNames(data) as names:
        names.merge("Ania", "Anna")
        names.forget(("Anna", "Ania"))
    with DrillBox(data) as box:
        assert {(drill.player, drill.source) for drill in box.drills()} <= {("Boris", "match 1")}
    for path in data.iterdir():
        content = path.read_bytes()
        assert b"Anna" not in content, path.name
        assert b"Ania" not in content, path.name


def test_a_rating_of_others_stays_as_their_matches_with_names_make_it(data: Path) -> None:
    with MergedNames(data) as names:
        names.forget(("Anna",))
    assert players(data)["Boris"].rating is None
    assert players(data)["Zoë"].rating == Rating(1530.0, 9)
