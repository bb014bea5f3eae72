"""Whose throw it is, by the half of the board into which each side throws."""

from __future__ import annotations

import math

from companion.games.backgammon import START, Dice
from companion.games.rules import Side
from companion.referee.roll_evidence import RollEvidence, certain_throw, throw_of
from companion.referee.roller import UNKNOWN, weight, with_throw
from tests.table import LEFT, RIGHT, Places, observed

APART: Places = ((0.2, 0.4), (0.8, 0.6))
LIGHT, DARK = Side.LIGHT, Side.DARK


def lying(places: Places) -> RollEvidence:
    throw = throw_of(observed(START, "65", places), frame=0, at_s=0.0)
    assert throw is not None
    return throw


def test_before_anything_is_known_a_throw_tells_nothing_of_its_side() -> None:
    assert weight(UNKNOWN, LIGHT, lying(LEFT)) == weight(UNKNOWN, DARK, lying(LEFT)) == math.log(1 / 3)


def test_who_has_thrown_into_a_half_is_likelier_to_throw_there_again() -> None:
    known = with_throw(UNKNOWN, LIGHT, lying(RIGHT))
    assert weight(known, LIGHT, lying(RIGHT)) == math.log(1.5 / 2.5)
    assert weight(known, LIGHT, lying(LEFT)) == math.log(0.5 / 2.5)
    assert weight(known, DARK, lying(RIGHT)) == math.log(1 / 3), "of the other side it tells nothing"


def test_each_throw_makes_it_surer() -> None:
    known = UNKNOWN
    weights = []
    for _ in range(3):
        known = with_throw(known, DARK, lying(LEFT))
        weights.append(weight(known, DARK, lying(RIGHT)))
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) == 3


def test_dice_on_both_halves_are_a_habit_of_their_own() -> None:
    known = with_throw(UNKNOWN, LIGHT, lying(APART))
    assert known[LIGHT] == (0, 0, 1)
    assert weight(known, LIGHT, lying(APART)) > weight(known, LIGHT, lying(RIGHT)) == weight(known, LIGHT, lying(LEFT))


def test_dice_that_nobody_saw_lie_tell_nothing() -> None:
    told = certain_throw(Dice(6, 5), at_s=0.0)
    known = with_throw(UNKNOWN, LIGHT, told)
    assert known == UNKNOWN
    assert weight(known, LIGHT, told) == weight(known, LIGHT, None) == 0.0
