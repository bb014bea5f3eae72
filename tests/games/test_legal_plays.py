"""What may be played with a roll."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.backgammon import RULE_SETS, STANDARD, START, Dice, Play, Position, RuleSet, legal_plays
from companion.games.rules import Side, Stack
from companion.lab.bench.rules import agrees, agrees_in_number
from tests.games.boards import bear_offs, board, dice, oracle_lines, positions
from tests.games.reference import board_of, reference_ends

BOX = RULE_SETS["box-leaflet"]


def plays(position: Position, roll: str, rules: RuleSet = STANDARD) -> set[str]:
    return {play.text() for play in legal_plays(position, Dice.from_text(roll), rules).values()}


def test_each_number_may_be_played_by_another_checker_or_both_by_one() -> None:
    assert plays(board("13:1 8:1", "1:15"), "31") == {"13/10 8/7", "13/12 8/5", "13/9", "8/4"}


def test_a_double_is_played_four_times() -> None:
    assert plays(board("24:1", "2:15"), "22") == {"24/16"}


def test_a_double_is_played_as_often_as_possible() -> None:
    assert plays(board("24:1", "9:2 20:13"), "22") == {"24/18"}  # the point 16 is blocked


def test_a_blocked_point_may_be_passed_over_but_not_landed_on() -> None:
    assert plays(board("13:1", "14:2 20:13"), "21") == {"13/10"}  # over 11, by way of 12
    assert plays(board("13:1", "14:2 15:13"), "21") == {"13/12"}  # 11 and 10 are blocked


def test_a_single_opposing_checker_is_hit_and_goes_to_the_bar() -> None:
    ((end, play),) = legal_plays(board("13:1", "15:1 20:14"), Dice(2, 1)).items()
    assert play.text() == "13/10*"
    assert end.bar == Stack(0, 1)


def test_a_hit_on_the_way_makes_another_end() -> None:
    assert plays(board("13:1", "14:1 20:14"), "21") == {"13/11*/10", "13/10"}


def test_a_checker_on_the_bar_enters_before_any_other_move() -> None:
    assert plays(board("bar:1 13:1", "1:15"), "61") == {"bar/18", "bar/19 13/12"}  # 24 is blocked for the one


def test_both_checkers_on_the_bar_enter_before_any_other_move() -> None:
    assert plays(board("bar:2 13:1", "1:15"), "63") == {"bar/19 bar/22"}


def test_who_cannot_enter_loses_the_turn() -> None:
    position = board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:2")
    ((end, play),) = legal_plays(position, Dice(6, 1)).items()
    assert play == Play()
    assert (end.points, end.bar, end.off) == (position.points, position.bar, position.off)
    assert end.on_roll is Side.DARK


def test_both_numbers_must_be_played_if_any_order_allows_it() -> None:
    # 13/7 with the six would leave no four: 3 and 4 are blocked.
    assert plays(board("13:1 8:1", "22:2 21:2 1:11"), "64") == {"13/9 8/2"}


def test_must_play_the_larger_number_when_only_one_can_be_played() -> None:
    assert plays(board("13:1", "19:2 20:2"), "61") == {"13/7"}


def test_may_play_the_smaller_number_when_the_larger_cannot_be_played() -> None:
    assert plays(board("13:1", "18:2 19:2"), "61") == {"13/12"}


def test_box_leaflet_lets_a_player_choose_which_single_number_to_play() -> None:
    assert plays(board("13:1", "19:2 20:2"), "61", BOX) == {"13/7", "13/12"}


def test_without_the_rule_of_both_numbers_a_turn_ends_where_nothing_more_can_be_played() -> None:
    lenient = replace(STANDARD, both_numbers=False)
    assert plays(board("13:1 8:1", "22:2 21:2 1:11"), "64", lenient) == {"13/9 8/2", "13/7"}


def test_no_bearing_off_while_a_checker_is_outside_home() -> None:
    assert not any("off" in play for play in plays(board("8:1 7:1 1:2", "1:15"), "21"))


def test_bearing_off_begins_once_the_last_checker_has_come_home() -> None:
    assert plays(board("7:1 1:2", "1:15"), "21") == {"7/4", "7/5 1/off"}


def test_no_bearing_off_after_being_hit_until_the_checker_is_home_again() -> None:
    assert plays(board("bar:1 1:2", "1:1 23:13"), "65") == {"bar/14"}


def test_a_number_bears_off_from_exactly_its_point() -> None:
    assert plays(board("4:2", "1:15"), "44") == {"4/off(2)"}


def test_a_larger_number_bears_off_from_the_farthest_point_only() -> None:
    assert plays(board("3:1 2:1 1:1", "1:15"), "65") == {"3/off 2/off"}


def test_a_checker_moves_inside_where_a_higher_point_is_held() -> None:
    assert plays(board("6:1 3:5", "1:15"), "54") == {"6/1 3/off", "6/2 3/off"}


def test_bearing_off_is_not_compulsory_where_another_move_exists() -> None:
    assert plays(board("4:1 2:1", "1:15"), "21") == {"4/1", "4/3 2/off"}


def test_box_leaflet_bears_off_from_a_home_of_twelve_points() -> None:
    position = board("12:1 6:1", "1:1")
    assert plays(position, "61", BOX) == {"12/5", "12/11 6/off"}
    assert not any("off" in play for play in plays(position, "61"))


def test_the_opening_31_has_sixteen_plays() -> None:
    assert len(legal_plays(START, Dice(3, 1))) == 16


@pytest.mark.slow
def test_all_ends_of_every_twentieth_case_of_the_reference_self_play() -> None:
    assert [row["id"] for row in map(json.loads, oracle_lines("legal_moves.jsonl.gz")[::20]) if not agrees(row)] == []


def test_all_ends_of_every_fifth_hard_case_of_the_reference() -> None:
    assert [row["id"] for row in map(json.loads, oracle_lines("legal_patho.jsonl.gz")[::5]) if not agrees(row)] == []


@pytest.mark.slow
def test_number_and_digest_of_every_two_hundredth_reference_count() -> None:
    assert [line for line in oracle_lines("legal_counts.tsv.gz")[1::200] if not agrees_in_number(line)] == []


@pytest.mark.slow
@pytest.mark.parametrize("rules", [STANDARD, BOX], ids=lambda rules: rules.name)
@given(position=st.one_of(positions(), bear_offs()), roll=dice)
def test_agrees_with_a_slow_enumerator(rules: RuleSet, position: Position, roll: Dice) -> None:
    ends = {board_of(end, position.on_roll) for end in legal_plays(position, roll, rules)}
    assert ends == reference_ends(position, roll, rules)


@pytest.mark.slow
@given(position=st.one_of(positions(), bear_offs()), roll=dice)
def test_is_the_same_for_both_sides(position: Position, roll: Dice) -> None:
    mirrored = {end.mirrored(): play for end, play in legal_plays(position, roll).items()}
    assert legal_plays(position.mirrored(), roll) == mirrored


@pytest.mark.slow
@given(position=positions(), roll=dice)
def test_the_order_of_the_dice_does_not_matter(position: Position, roll: Dice) -> None:
    assert legal_plays(position, roll) == legal_plays(position, Dice(roll.second, roll.first))


@pytest.mark.slow
@given(position=st.one_of(positions(), bear_offs()), roll=dice)
def test_no_checker_is_lost_and_the_opponent_is_on_roll(position: Position, roll: Dice) -> None:
    for end in legal_plays(position, roll):
        assert end.on_roll is position.on_roll.other
        for side in Side:
            assert end.checkers(side) + end.off.of(side) == position.checkers(side) + position.off.of(side)
