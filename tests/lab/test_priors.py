"""What of the referee's priors is counted in a written match, and in readings of films."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

import pytest

from companion.games.backgammon import Dice, Play
from companion.games.rules import Side
from companion.lab.priors import of_match, of_readings, surprise
from companion.lab.shares import interval
from companion.record.match import Game, Match, Roll
from tests.record.files.one_match import read_mat

MATCH: Final = """ 3 point match

 Game 1
 Anna : 0                          Ben : 0
  1) 31: 8/5 6/5                    66: 24/18(2) 13/7(2)
  2)  Doubles => 2                   Takes
  3) 66: 8/2(2)                     43: 18/11
  4) 21: 13/11 6/5                   Doubles => 4
  5)  Drops                          Wins 2 points
"""


def counted(match: Match) -> dict[str, tuple[int, int]]:
    facts = Counter(of_match(match))
    return {name: (facts[name, True], facts[name, True] + facts[name, False]) for name, _ in facts}


def test_a_double_is_counted_against_the_rolls_before_which_one_was_allowed() -> None:
    found = counted(read_mat(MATCH).match)
    assert found["doubles"] == (2, 4), "no double before the opening, nor by whom the cube does not belong to"
    assert found["takes"] == (1, 2)


def test_a_roll_is_counted_where_both_numbers_could_be_equal() -> None:
    found = counted(read_mat(MATCH).match)
    assert found["rolls that are doubles"] == (2, 4)
    danced = Game(
        actions=(Roll(Side.LIGHT, Dice(3, 1), Play.from_text("8/5 6/5")), Roll(Side.DARK, Dice(6, 6), Play()))
    )
    assert counted(Match(games=(danced,)))["rolls that cannot be played"] == (1, 2)


def test_a_game_is_resigned_that_is_neither_dropped_nor_played_out() -> None:
    assert counted(read_mat(MATCH).match)["games that are resigned, or break off"] == (0, 1)
    resigned = MATCH[: MATCH.index("  2)")] + "                                     Wins 1 point\n"
    assert counted(read_mat(resigned).match)["games that are resigned, or break off"] == (1, 1)


def test_dice_are_counted_by_how_surely_they_are_read() -> None:
    sure, unsure = [0.95, 0.01, 0.01, 0.01, 0.01, 0.01], [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]
    board = {"dice": {"1": [{"p": sure, "w": 9}, {"unseen": True, "w": 1}]}, "false_dice": [{"p": unsure}]}
    facts: Counter[tuple[str, bool]] = Counter()
    for name, happened, often in of_readings({"boards": {"one": board}}):
        facts[name, happened] += often
    assert facts == {
        ("unseen_die", False): 9, ("unseen_die", True): 1, ("no_die_surest", False): 9, ("no_die_unsure", True): 1
    }  # fmt: skip


def test_an_order_that_the_players_follow_surprises_less_than_chance() -> None:
    followed = [(0, 8)] * 90 + [(3, 8)] * 10
    even, ordered = surprise(followed, followed)
    assert even == pytest.approx(math.log(8))
    assert ordered < 0.6
    assert surprise([(k % 8, 8) for k in range(800)], followed)[1] == pytest.approx(even, abs=0.01)


def test_an_interval_holds_the_share_and_narrows_with_the_count() -> None:
    assert interval(0, 0) == (0, 1)
    assert interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    low, high = interval(0, 1000)
    assert low == 0
    assert high == pytest.approx(0.00383, abs=1e-5)
