"""The rules of conduct at a table, one test for each."""

from __future__ import annotations

import pytest

from companion.games.backgammon import RULE_SETS, STANDARD, Dice, RuleSet
from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.conduct import (
    AtTheTable,
    ConductOutcome,
    Rest,
    die_counts,
    die_tells_player,
    ends_turn,
    has_to_roll,
    loses_on_time,
    may_be_annulled,
    may_open,
    outcome_of_illegal_play,
    players_are_told,
    reserve_s,
    roll_counts,
    starter,
    throws_in_roll,
)
from companion.games.rules import Side, Stack
from tests.games.boards import board


def rules(changes: str) -> RuleSet:
    return RuleSet.from_text(f"tournament {changes}")


def test_the_higher_of_one_die_each_starts() -> None:
    assert starter(Stack(5, 2), younger=Side.DARK) is Side.LIGHT
    assert starter(Stack(2, 5), younger=Side.LIGHT) is Side.DARK


def test_equal_dice_in_the_roll_off_are_thrown_again() -> None:
    assert starter(Stack(4, 4), younger=Side.DARK) is None
    assert not may_open(Dice(4, 4))
    assert may_open(Dice(4, 3))


def test_in_the_box_leaflet_the_younger_player_starts_and_may_open_with_a_double() -> None:
    box = RULE_SETS["box-leaflet"]
    assert {starter(Stack(light, 3), box, younger=Side.DARK) for light in range(1, 7)} == {Side.DARK}
    assert may_open(Dice(4, 4), box)


def test_in_the_box_leaflet_a_roll_is_two_throws_of_one_die() -> None:
    assert {name: throws_in_roll(named) for name, named in RULE_SETS.items()} == {
        "tournament": 1, "tactic": 1, "djeco": 1, "box-leaflet": 2, "gamez": 1,
    }  # fmt: skip


def test_a_die_tells_its_player_only_where_each_has_dice_of_their_own() -> None:
    assert [name for name, named in RULE_SETS.items() if die_tells_player(named)] == ["gamez"]


def test_a_die_that_is_not_flat_does_not_count() -> None:
    assert die_counts(Rest())
    assert not die_counts(Rest(flat=False))


def test_a_die_on_a_checker_is_cocked_unless_the_rules_let_it_count() -> None:
    assert not die_counts(Rest(on_checker=True))
    assert die_counts(Rest(on_checker=True), rules("die_on_checker=legal"))
    assert not die_counts(Rest(flat=False, on_checker=True), rules("die_on_checker=legal"))


@pytest.mark.parametrize("area", RollArea)
def test_a_die_counts_only_in_the_area_for_it(area: RollArea) -> None:
    asked = rules(f"roll_area={area.value}")
    assert die_counts(Rest(within=frozenset({area})), asked)
    assert not die_counts(Rest(within=frozenset(RollArea) - {area}), asked)


def test_both_dice_must_count_or_both_are_thrown_again() -> None:
    assert roll_counts([Rest(), Rest()])
    assert not roll_counts([Rest(), Rest(flat=False)])


def test_a_premature_roll_stands_or_is_made_again_if_the_opponent_wants() -> None:
    assert not may_be_annulled()
    assert may_be_annulled(rules("premature_roll=re-roll"))


def test_who_is_shut_out_need_not_roll() -> None:
    closed_out = board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:2")
    assert not has_to_roll(closed_out, Side.LIGHT)
    assert has_to_roll(closed_out, Side.DARK)
    assert has_to_roll(closed_out, Side.LIGHT, rules("shut_out_rolls=true"))


def test_who_could_enter_with_one_number_or_has_none_to_enter_rolls() -> None:
    assert has_to_roll(board("bar:1", "6:2 5:2 4:2 3:2 2:2 1:1"), Side.LIGHT)
    assert has_to_roll(board("13:1", "6:2 5:2 4:2 3:2 2:2 1:2"), Side.LIGHT)


def test_a_turn_ends_when_the_dice_are_lifted() -> None:
    assert [act for act in AtTheTable if ends_turn(act)] == [AtTheTable.LIFTS_DICE]


def test_with_a_clock_or_button_a_turn_ends_when_it_is_pressed() -> None:
    pressed = rules("turn_ends=clock-or-button")
    assert [act for act in AtTheTable if ends_turn(act, pressed)] == [AtTheTable.PRESSES]


def test_an_illegal_play_noticed_in_time_must_be_corrected() -> None:
    assert outcome_of_illegal_play(opponent_acted=False) is ConductOutcome.MUST_BE_CORRECTED


def test_where_players_are_responsible_the_opponent_may_let_an_illegal_play_stand() -> None:
    responsible = rules("illegal_play=responsible-moves told=on-request")
    assert outcome_of_illegal_play(responsible, opponent_acted=False) is ConductOutcome.OPPONENT_CHOOSES


def test_an_illegal_play_stands_once_the_opponent_has_rolled_or_doubled() -> None:
    for named in (STANDARD, rules("illegal_play=responsible-moves told=silent")):
        assert outcome_of_illegal_play(named, opponent_acted=True) is ConductOutcome.STANDS


def test_players_are_told_at_once_or_when_they_ask_or_never() -> None:
    told = {text: [players_are_told(rules(f"told={text}"), asked=asked) for asked in (False, True)]
            for text in ("at-once", "on-request", "silent")}  # fmt: skip
    assert told == {"at-once": [True, True], "on-request": [False, True], "silent": [False, False]}


def test_the_reserve_is_two_minutes_a_point_less_one_for_every_point_scored() -> None:
    assert reserve_s(7, (0, 0)) == 14 * 60
    assert reserve_s(7, (3, 2)) == 9 * 60
    assert reserve_s(7, (3, 2), rules("reserve_less_per_point_scored_s=0")) == 14 * 60


def test_money_play_has_no_reserve() -> None:
    assert reserve_s(0, (12, 3)) == 0


def test_who_has_no_reserve_left_loses_unless_the_director_decides() -> None:
    assert [loses_on_time(left) for left in (0.1, 0.0)] == [False, True]
    assert not loses_on_time(0.0, rules("out_of_reserve=director"))
