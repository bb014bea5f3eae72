"""Dice on the board: which roll, and whether it is a new one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.games.backgammon import START, Dice
from companion.throw import Throw, any_roll, certain_throw, throw_of
from tests.table import LEFT, RIGHT, die, observed
from vision.observation import CubePlace, SeenCube

VALUES = some.integers(1, 6)


def thrown(dice: str, places: tuple[tuple[float, float], tuple[float, float]] = RIGHT, sure: float = 0.97) -> Throw:
    throw = throw_of(observed(START, dice, places, sure_of_dice=sure), frame=4, at_s=2.0)
    assert throw is not None
    return throw


@given(VALUES, VALUES)
def test_the_likeliest_roll_is_what_the_dice_show(first: int, second: int) -> None:
    assert thrown(f"{first}{second}").best.same_numbers(Dice(first, second))


@given(VALUES, VALUES, VALUES, VALUES)
def test_the_shares_of_all_rolls_add_up_to_one(a: int, b: int, c: int, d: int) -> None:
    throw = thrown(f"{a}{b}").seen_again(thrown(f"{c}{d}"))
    assert 0 < throw.confidence <= 1
    assert throw.margin >= 0


@pytest.mark.parametrize("number", [0, 1])
def test_fewer_than_two_dice_are_no_throw(number: int) -> None:
    assert throw_of(observed(START, "65"[:number]), frame=0, at_s=0.0) is None


def test_a_die_that_is_not_flat_does_not_count() -> None:
    assert throw_of(observed(START, "65", cocked=True), frame=0, at_s=0.0) is None


def test_the_cube_is_no_die() -> None:
    seen = observed(START, "65", LEFT)
    cube = SeenCube((500.0, 20.0), CubePlace.DARK, 0.9)
    with_cube = replace(seen, cube=cube, dice=(*seen.dice, die(4, (0.51, 0.03), sure=0.999)))
    throw = throw_of(with_cube, frame=0, at_s=0.0)
    assert throw is not None
    assert throw.best.same_numbers(Dice(6, 5))


def test_nudged_dice_lie_where_they_lay() -> None:
    throw = thrown("65")
    assert throw.lies_at([(0.71, 0.41), (0.8, 0.59)], tolerance=0.04)
    assert throw.lies_at([(0.8, 0.59), (0.71, 0.41)], tolerance=0.04), "whichever is named first"
    assert not throw.lies_at(LEFT, tolerance=0.04)
    assert not throw.lies_at([(0.7, 0.4), (0.5, 0.5)], tolerance=0.04)


def test_more_looks_at_the_same_dice_make_no_roll_surer() -> None:
    once = thrown("65", sure=0.8)
    twice = once.seen_again(thrown("65", sure=0.8))
    assert twice.looks == 2
    assert twice.margin == pytest.approx(once.margin), "dice that are misread are misread at every look"
    assert twice.frame == once.frame


def test_two_looks_that_disagree_are_less_sure_than_one() -> None:
    once = thrown("65")
    assert once.seen_again(thrown("64", sure=0.8)).margin < 2 * once.margin


def test_an_electronic_roll_is_certain() -> None:
    assert list(certain_throw(Dice(6, 1), at_s=0.0).rolls(7.0)) == [Dice(6, 1)]


def test_there_are_twenty_one_rolls_and_doubles_come_half_as_often() -> None:
    rolls = any_roll()
    assert len(rolls) == 21
    assert rolls[Dice(1, 1)] < rolls[Dice(2, 1)]
