"""What is derived from entries as they come is what is derived from all of them at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.club.deriving import Deriver
from companion.club.models import Match, Pair, Player, Result, Standing, Turn
from companion.club.people import anonymise, forget, merge, player_of
from companion.club.rebuilding import rebuild
from companion.club.state import state_of
from companion.record.entries import Entry as JournalEntry
from companion.record.entries import Kind
from companion.record.header import Header
from companion.record.players import PlayedMatch, players_of
from companion.record.recorded import recorded_match, result_of
from tests.club.sending import Played, Sender

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NAMES = ("Anna", "Bert", "Cora", "Dan")


def derived() -> list[list[tuple[Any, ...]]]:
    """Everything that is derived, but for the order in which it was."""
    return [
        sorted(
            model.objects.values_list(*(f.attname for f in model._meta.fields if f.name not in ("id", "revision"))),
            key=repr,
        )
        for model in (Result, Standing, Pair, Turn)
    ]


def matches(count: int) -> list[Played]:
    chance = random.Random(5)
    found = []
    for seed in range(count):
        light, dark = chance.sample(NAMES, 2)
        found.append(Played(seed, (light, dark), chance.choice((0, 1, 3))))
    return found


def test_incremental_is_rebuilt() -> None:
    table, deriver, chance = Sender(), Deriver(), random.Random(6)
    played = matches(12)
    sent = {match.seed: 0 for match in played}
    for match in played:
        table.header(match)
    while waiting := [match for match in played if sent[match.seed] < len(match.entries)]:
        match = chance.choice(waiting)
        last = min(len(match.entries), sent[match.seed] + chance.randrange(1, 40))
        table.entries(match, sent[match.seed] + 1, last)
        sent[match.seed] = last
        if chance.random() < 0.7:
            deriver.derive_new()
    deriver.derive_new()
    incremental = derived()
    assert rebuild() == len(played)
    assert derived() == incremental


def test_ratings_and_results_are_those_of_the_table() -> None:
    table, played = Sender(), matches(8)
    for match in played:
        table.match(match)
    Deriver().derive_new()
    expected = players_of(
        PlayedMatch(match.header, result_of(recorded_match(match.header, match.entries)), match.names)
        for match in played
    )
    for name, record in expected.items():
        standing = Standing.objects.get(player__name=name)
        assert (standing.matches, standing.won, standing.lost) == (len(record.matches), record.won, record.lost)
        assert standing.rating == (None if record.rating is None else pytest.approx(record.rating.points))
        for against in record.against():
            pair = Pair.objects.get(player__name=name, opponent__name=against.opponent)
            points = against.points[0] - against.points[1]
            assert (pair.matches, pair.won, pair.lost, pair.points) == (
                against.matches, against.won, against.lost, points,
            )  # fmt: skip


def test_a_deleted_match_counts_for_nothing() -> None:
    table, (first, *others) = Sender(), matches(6)
    deriver = Deriver()
    for match in others:
        table.match(match)
    deriver.derive_new()
    without = [[row for row in rows if row] for rows in derived()]
    table.match(first)
    deriver.derive_new()
    table.header(first, deleted=True)
    deriver.derive_new()
    present = derived()
    assert [len(rows) for rows in present] == [len(rows) for rows in without]
    assert present[0] == without[0]


def test_two_names_become_one_player() -> None:
    table, deriver = Sender(), Deriver()
    for match in (Played(1, ("Anna", "Bert")), Played(2, ("Ania", "Bert")), Played(3, ("Bert", " anna"))):
        table.match(match)
    deriver.derive_new()
    merge(player_of("Ania"), player_of("Anna"))
    deriver.derive_new()
    assert Standing.objects.get(player__name="Anna").matches == 3
    assert Pair.objects.get(player__name="Bert").matches == 3
    incremental = derived()
    rebuild()
    assert derived() == incremental


def test_a_name_that_was_removed_stays_removed_when_it_comes_again() -> None:
    table, deriver = Sender(), Deriver()
    table.match(Played(1, ("Anna", "Bert")))
    deriver.derive_new()
    anonymise(player_of("Anna"))
    table.match(Played(2, ("Bert", "Anna")))
    deriver.derive_new()
    assert sorted(Player.objects.values_list("name", flat=True)) == ["", "Bert"]
    assert "Anna" not in repr(list(Match.objects.values())) + repr(list(Result.objects.values()))
    assert Standing.objects.get(player__name="").matches == 2
    rebuild()
    assert Standing.objects.get(player__name="").matches == 2


def test_a_player_who_is_forgotten_leaves_only_what_was_played() -> None:
    table, deriver = Sender(), Deriver()
    table.match(Played(1, ("Anna", "Bert")))
    deriver.derive_new()
    forget(player_of("Anna"))
    deriver.derive_new()
    assert list(Player.objects.values_list("name", flat=True)) == ["Bert"]
    assert Standing.objects.get().matches == 1
    assert Pair.objects.count() == 0
    assert "Anna" not in repr(list(Match.objects.values())) + repr(list(Result.objects.values()))


def test_who_has_rolled_is_to_play() -> None:
    table, deriver, match = Sender(), Deriver(), Played(1)
    table.header(match)
    for n, entry in enumerate(match.entries[:30], 1):
        table.entries(match, n, n)
        deriver.derive_new()
        state = Result.objects.get().state
        if entry.event is Kind.ROLL:
            assert (state["to_act"], tuple(state["dice"])) == (entry.side and entry.side.value, entry.dice)
        elif entry.event is Kind.PLAY:
            assert (state["to_act"], state["dice"]) == (entry.side and entry.side.other.value, None)
            assert state["last"]["side"] == (entry.side and entry.side.value)


def test_the_positions_of_a_match_whose_end_is_taken_back_are_searched_no_more() -> None:
    table, deriver, match = Sender(), Deriver(), Played(1)
    table.match(match)
    deriver.derive_new()
    assert Turn.objects.exists()
    last = match.entries[-1]
    match.entries = (*match.entries, JournalEntry(last.n + 1, last.t, Kind.UNDO))
    table.entries(match, last.n + 1)
    deriver.derive_new()
    assert not Result.objects.get().finished
    incremental = derived()
    rebuild()
    assert derived() == incremental
    assert not Turn.objects.exists()


def test_a_match_that_nobody_can_derive_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, deriver = Sender(), Deriver()

    def fails(header: Header, *of: Any) -> Any:
        if header.names[0] == "Anna":
            raise RuntimeError("a fault")
        return state_of(header, *of)

    monkeypatch.setattr("companion.club.deriving.state_of", fails)
    for match in (Played(1, ("Anna", "Bert")), Played(2, ("Cora", "Dan"))):
        table.match(match)
    assert deriver.derive_new() == 2
    assert deriver.derive_new() == 0
    assert "cannot be derived" in caplog.text
    assert Standing.objects.filter(player__name="Cora").exists()
