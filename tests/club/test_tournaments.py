"""Tournaments: who gets a place, who meets whom, and which match decides it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from companion.club.deriving import Deriver
from companion.club.directing import ActError, decide, draw_round, enter, move_up, put_at, take_back_draw, withdraw
from companion.club.draw import Outcome
from companion.club.models import Pairing, Table, Tournament
from companion.club.people import anonymise, forget, merge, player_of
from companion.club.rebuilding import rebuild
from companion.club.showing import release_due
from companion.club.tournaments import course_of
from companion.games.draughts.position import START
from companion.record.entries import Entry, Kind
from tests.club.cups import drawn, entrant, met, play, play_round, standings, tournament, won_by
from tests.club.sending import Played, Sender

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def places(cup: Tournament) -> tuple[list[str], list[str]]:
    """Who has a place, and who waits."""
    course = course_of(cup)
    there = [str(one) for one in course.entrants if not one.waiting and not one.withdrawn]
    return there, [str(one) for one in course.waiting]


def test_who_finds_no_place_waits_in_line_and_moves_up() -> None:
    cup = tournament("Anna", "Bert", "Cora", "Dan", "Eva", places=2)
    assert places(cup) == (["Anna", "Bert"], ["Cora", "Dan", "Eva"])
    withdraw(cup, entrant(cup, "Cora"))
    assert places(cup) == (["Anna", "Bert"], ["Dan", "Eva"])
    withdraw(cup, entrant(cup, "Anna"))
    assert places(cup) == (["Bert", "Dan"], ["Eva"])
    enter(cup, player_of("Anna"))
    assert places(cup) == (["Bert", "Dan"], ["Eva", "Anna"])


def test_after_the_draw_nobody_moves_up_unless_the_director_says_so() -> None:
    cup = tournament("Anna", "Bert", "Cora", "Dan", places=3, rounds=3)
    draw_round(cup)
    withdraw(cup, entrant(cup, "Bert"))
    assert places(cup) == (["Anna", "Cora"], ["Dan"])
    move_up(cup, entrant(cup, "Dan"))
    assert entrant(cup, "Dan").since == 2
    assert places(cup) == (["Anna", "Cora", "Dan"], [])


def test_nobody_is_entered_twice() -> None:
    with pytest.raises(ActError, match="entered-already"):
        tournament("Anna", "Anna")


def test_a_tournament_is_of_one_kind() -> None:
    with pytest.raises(ValidationError, match="rounds"):
        Tournament(name="Cup", length=3, rounds=3, lives=2).full_clean()


def test_a_round_robin_is_decided_by_the_tables_alone() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan"), Sender()
    for _ in range(3):
        drawn(cup)
        play_round(table, cup)
    assert course_of(cup).is_over
    assert sum(points for _, _, points in standings(cup)) == 6
    with pytest.raises(ActError, match="nothing-to-draw"):
        draw_round(cup)


def test_a_knock_out_with_two_lives_ends_with_one() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", lives=2, again=True), Sender()
    while not course_of(cup).is_over:
        draw_round(cup)
        play_round(table, cup)
    assert [place for place, _, _ in standings(cup)] == [1, 2, 3]


def test_a_round_is_drawn_once_the_one_before_is_decided() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan", rounds=2), Sender()
    assert drawn(cup) == [("Anna", "Cora"), ("Bert", "Dan")]
    play(table, "Anna", "Cora")
    with pytest.raises(ActError, match="undecided"):
        draw_round(cup)
    play(table, "Dan", "Bert")
    assert drawn(cup) == [("Anna", "Dan"), ("Bert", "Cora")]


def test_only_the_match_of_that_length_after_the_draw_counts() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    play(table, "Anna", "Bert")
    draw_round(cup)
    longer = won_by("Bert", "Anna", length=3)
    table.match(longer)
    play(table, "Bert", "Cora")
    assert met(cup, "Anna").outcome is None
    play(table, "Bert", "Anna")
    play(table, "Anna", "Bert")  # for fun
    found = met(cup, "Anna")
    assert str(found.winner) == "Bert"
    assert found.score is not None
    assert found.score[0] == 0 < found.score[1]


def test_a_match_that_was_played_before_the_draw_and_came_late_does_not_count() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    draw_round(cup)
    table.match(won_by("Anna", "Bert", started=timezone.now() - timedelta(days=1)))
    Deriver().derive_new()
    assert met(cup, "Anna").outcome is None
    table.match(won_by("Bert", "Anna", started=timezone.now() - timedelta(seconds=30)))  # begun before the draw
    Deriver().derive_new()
    assert str(met(cup, "Anna").winner) == "Bert"


def test_a_pairing_shows_at_which_table_it_is_played() -> None:
    cup, table = tournament("Anna", "Bert"), Sender("Table 7")
    draw_round(cup)
    assert met(cup, "Anna").table is None
    put_at(cup, Pairing.objects.get(), Sender("Table 2").table)
    assert str(met(cup, "Anna").table) == "Table 2"
    played = won_by("Anna", "Bert")
    table.header(played)
    table.entries(played, 1, 3)
    Deriver().derive_new()
    found = met(cup, "Anna")
    assert (str(found.table), found.outcome, found.score) == ("Table 7", None, (0, 0))


def test_a_result_that_is_corrected_is_followed() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    draw_round(cup)
    played = play(table, "Anna", "Bert")
    assert str(met(cup, "Anna").winner) == "Anna"
    other = won_by("Bert", "Anna")
    again = Played(played.seed, epoch=2, entries=other.entries)
    again.header = replace(played.header, epoch=2, names=other.names)
    table.match(again)
    Deriver().derive_new()
    assert str(met(cup, "Anna").winner) == "Bert"
    table.header(again, deleted=True)
    Deriver().derive_new()
    assert met(cup, "Anna").outcome is None


def test_spectators_of_a_delayed_table_do_not_know_before_the_others() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    Table.objects.update(delay_min=5)
    draw_round(cup)
    played, deriver = won_by("Anna", "Bert"), Deriver()
    table.header(played)
    table.entries(played, 1, 2)
    deriver.derive_new()
    table.match(played)
    deriver.derive_new()
    assert met(cup, "Anna").outcome is Outcome.FIRST
    assert (met(cup, "Anna", public=True).outcome, met(cup, "Anna", public=True).score) == (None, None)
    release_due(timezone.now() + timedelta(minutes=6))
    assert met(cup, "Anna", public=True).outcome is Outcome.FIRST


def test_the_director_sets_a_result_with_a_reason_and_takes_it_back() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    draw_round(cup)
    pairing = Pairing.objects.get()
    with pytest.raises(ActError, match="no-reason"):
        decide(cup, pairing, Outcome.SECOND, " ")
    decide(cup, pairing, Outcome.SECOND, "Anna did not come")
    play(table, "Anna", "Bert")
    assert (str(met(cup, "Anna").winner), met(cup, "Anna").pairing.reason) == ("Bert", "Anna did not come")
    decide(cup, pairing, None, "")
    assert str(met(cup, "Anna").winner) == "Anna"


def test_who_withdraws_loses_what_is_open() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan", rounds=3), Sender()
    assert drawn(cup) == [("Anna", "Cora"), ("Bert", "Dan")]
    play(table, "Cora", "Anna")
    withdraw(cup, entrant(cup, "Dan"))
    withdraw(cup, entrant(cup, "Cora"))
    assert (str(met(cup, "Dan").winner), str(met(cup, "Cora").winner)) == ("Bert", "Cora")
    assert drawn(cup) == [("Bert", "Anna")]


def test_who_comes_late_plays_from_the_next_round_on() -> None:
    cup, table = tournament("Anna", "Bert", rounds=2), Sender()
    draw_round(cup)
    enter(cup, player_of("Cora"))
    enter(cup, player_of("Dan"))
    play(table, "Anna", "Bert")
    assert drawn(cup) == [("Anna", "Dan"), ("Bert", "Cora")]


def test_a_draw_is_taken_back_until_something_of_it_is_decided() -> None:
    cup, table = tournament("Anna", "Bert"), Sender()
    draw_round(cup)
    enter(cup, player_of("Cora"))
    assert take_back_draw(cup) == 1
    assert entrant(cup, "Cora").since == 1
    draw_round(cup)
    play(table, "Bert", "Cora")
    with pytest.raises(ActError, match="begun"):
        take_back_draw(cup)


def test_a_rebuild_changes_nothing_of_a_tournament() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan", rounds=2), Sender()
    for _ in range(2):
        draw_round(cup)
        play_round(table, cup)
    before = standings(cup)
    rebuild()
    assert standings(cup) == before
    assert before[0][2] == 2


def test_names_are_merged_and_removed_in_tournaments_too() -> None:
    cup, table = tournament("Anna", "Bert", "Cora", "Dan"), Sender()
    assert drawn(cup) == [("Anna", "Dan"), ("Bert", "Cora")]
    play(table, "Ania", "Dan")
    play(table, "Cora", "Bert")
    assert met(cup, "Anna").outcome is None
    merge(player_of("Anna"), player_of("Ania"))
    Deriver().derive_new()
    assert str(met(cup, "Ania").winner) == "Ania"
    anonymise(player_of("Dan"))
    Deriver().derive_new()
    assert str(met(cup, "Ania").winner) == "Ania"
    forget(player_of("Cora"))
    rebuild()
    decided = [one.outcome for one in course_of(cup).met]
    assert decided == [Outcome.FIRST, Outcome.SECOND]
    assert "Cora" not in [str(one) for one in course_of(cup).entrants]


def test_two_who_are_in_one_tournament_are_not_one_player() -> None:
    cup = tournament("Anna", "Bert")
    with pytest.raises(ActError, match="both-in"):
        merge(player_of("Anna"), player_of("Bert"))
    assert places(cup)[0] == ["Anna", "Bert"]


def test_a_drawn_match_of_draughts_is_half_a_point_each() -> None:
    cup, table = tournament("Anna", "Bert", game="draughts"), Sender()
    draw_round(cup)
    played = won_by("Anna", "Bert")
    played.header = replace(played.header, rules="draughts-box")
    played.entries = (
        Entry(1, 0.0, Kind.START, position=START.fen()).with_details({"game": 1}),
        Entry(2, 5.0, Kind.GAME_OVER).with_details({"why": "agreed"}),
    )
    table.match(played)
    Deriver().derive_new()
    assert standings(cup) == [(1, "Anna", 0.5), (1, "Bert", 0.5)]
    assert course_of(cup).is_over
