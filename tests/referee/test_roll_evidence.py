"""Dice on the board: which roll, and whether it is a new one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.games.backgammon import START, Dice
from companion.referee.roll_evidence import NOWHERE, Face, RollEvidence, any_roll, certain_throw, lone_face, throw_of
from tests.table import LEFT, RIGHT, die, observed
from vision.observation import CubePlace, Observation, SeenCube, SeenDie

VALUES = some.integers(1, 6)


def thrown(
    dice: str, places: tuple[tuple[float, float], tuple[float, float]] = RIGHT, sure: float = 0.97
) -> RollEvidence:
    throw = throw_of(observed(START, dice, places, sure_of_dice=sure), frame=4, at_s=2.0)
    assert throw is not None
    return throw


@pytest.mark.slow
@given(VALUES, VALUES)
def test_the_likeliest_roll_is_what_the_dice_show(first: int, second: int) -> None:
    assert thrown(f"{first}{second}").best.same_numbers(Dice(first, second))


@pytest.mark.slow
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


# --- what a die shows by all looks at it -------------------------------------------------------------


def lying(*dice: SeenDie) -> Observation:
    return replace(observed(START, cube=None), dice=dice)


def face(value: int, sure: float = 0.97) -> Face:
    found = lone_face(lying(die(value, RIGHT[0], sure=sure)))
    assert found is not None
    return found


def test_looks_that_take_a_die_for_the_same_value_are_one_opinion_by_their_mean() -> None:
    both = face(6, 0.97).seen_again(face(6, 0.8))
    ((_, looks),) = both.opinions
    assert looks == 2
    assert both.of(6) == pytest.approx((face(6, 0.97).of(6) + face(6, 0.8).of(6)) / 2)
    thrice = both.seen_again(face(6, 0.8))
    assert thrice.of(6) == pytest.approx((face(6, 0.97).of(6) + 2 * face(6, 0.8).of(6)) / 3), "each look counts alike"


def test_looks_that_take_a_die_for_different_values_are_evidence_of_their_own() -> None:
    both = face(6, 0.9).seen_again(face(5, 0.97)).seen_again(face(6, 0.9)).seen_again(face(6, 0.9))
    assert both.value == 5, "however often a value is read, it is one opinion"
    assert both.of(6) == pytest.approx(face(6, 0.9).of(6) + face(5, 0.97).of(6))


def test_no_value_is_ever_ruled_out() -> None:
    assert face(6, 1 - 1e-12).of(1) == -9.0


# --- one die, three dice -----------------------------------------------------------------------------


def three(*dice: SeenDie) -> RollEvidence:
    throw = throw_of(lying(*dice), frame=0, at_s=0.0, most=3)
    assert throw is not None
    return throw


PHANTOM = (0.5, 0.9)


def test_of_three_dice_two_are_the_roll_and_which_they_are_stays_open() -> None:
    throw = three(die(6, RIGHT[0]), die(5, RIGHT[1]), die(1, PHANTOM))
    rolls = [roll for roll, weight in throw.rolls().items() if weight > -0.1]
    assert {tuple(sorted((roll.first, roll.second))) for roll in rolls} == {(5, 6), (1, 6), (1, 5)}
    assert throw.margin < 0.1


def test_unless_three_are_looked_for_the_two_surest_dice_are_the_roll() -> None:
    throw = throw_of(lying(die(6, RIGHT[0]), die(5, RIGHT[1]), die(1, PHANTOM, sure=0.6)), frame=0, at_s=0.0)
    assert throw is not None
    assert len(throw.places) == 2
    assert throw.best.same_numbers(Dice(6, 5))


def test_of_three_dice_the_one_that_two_looks_do_not_show_again_was_none() -> None:
    two = three(die(6, RIGHT[0]), die(5, RIGHT[1]))
    once = three(die(6, RIGHT[0]), die(5, RIGHT[1]), die(1, PHANTOM)).seen_again(two)
    assert len(once.places) == 3, "one look may have missed it"
    twice = once.seen_again(two)
    assert set(twice.places) == set(RIGHT)
    assert twice.best.same_numbers(Dice(6, 5))


def test_a_die_that_is_seen_again_in_time_stays_among_the_three() -> None:
    two = three(die(6, RIGHT[0]), die(5, RIGHT[1]))
    all_three = three(die(6, RIGHT[0]), die(5, RIGHT[1]), die(1, PHANTOM))
    throw = all_three.seen_again(two).seen_again(all_three).seen_again(two)
    assert len(throw.places) == 3


def test_of_two_dice_none_is_dropped_however_long_it_is_unseen() -> None:
    alone = replace(thrown("65"), places=(RIGHT[0],), faces=(face(6),), unseen=(0,))
    throw = thrown("65")
    for _ in range(4):
        throw = throw.seen_again(alone)
    assert throw.best.same_numbers(Dice(6, 5))


def test_a_third_die_that_falls_later_joins_the_others() -> None:
    throw = replace(thrown("65"), one_by_one=True).joined_by(die(2, PHANTOM))
    assert len(throw.places) == len(throw.faces) == len(throw.unseen) == 3
    assert not throw.one_by_one
    assert any(roll.same_numbers(Dice(6, 2)) and weight > -0.1 for roll, weight in throw.rolls().items())


def test_dice_one_of_which_lay_there_before_came_one_by_one() -> None:
    for lay, one_by_one in (((), False), ((RIGHT[0],), True)):
        throw = throw_of(lying(die(6, RIGHT[0]), die(5, RIGHT[1])), frame=0, at_s=0.0, tolerance=0.04, lay=lay)
        assert throw is not None
        assert throw.one_by_one == one_by_one


def test_two_new_dice_are_the_throw_and_what_lay_there_before_is_not() -> None:
    dice = (die(1, PHANTOM, sure=0.999), die(6, RIGHT[0]), die(5, RIGHT[1]))
    throw = throw_of(lying(*dice), frame=0, at_s=0.0, tolerance=0.04, lay=(PHANTOM,))
    assert throw is not None
    assert throw.best.same_numbers(Dice(6, 5))


def test_one_more_die_beside_those_of_an_earlier_throw_is_none() -> None:
    dice = (die(6, RIGHT[0]), die(5, RIGHT[1]), die(1, PHANTOM, sure=0.999))
    throw = throw_of(lying(*dice), frame=0, at_s=0.0, besides=(thrown("65"),), tolerance=0.04, most=3)
    assert throw is not None
    assert throw.places == RIGHT


def test_throws_share_a_die_where_it_lies_in_the_same_place_and_shows_the_same() -> None:
    throw = thrown("65", RIGHT)
    beside = (RIGHT[0], LEFT[1])
    assert thrown("62", beside).shares_die_with(throw, tolerance=0.04)
    assert not thrown("42", beside).shares_die_with(throw, tolerance=0.04), "there lies another face: it was thrown"
    assert not thrown("65", LEFT).shares_die_with(throw, tolerance=0.04)


def test_a_lone_die_is_the_only_flat_one() -> None:
    assert lone_face(lying(die(4, RIGHT[0]), die(2, RIGHT[1], cocked=True))) == face(4)
    assert lone_face(lying(die(4, RIGHT[0]), die(2, RIGHT[1]))) is None
    assert lone_face(lying()) is None


def test_of_a_roll_of_which_one_die_was_seen_the_others_with_that_number_are_likeliest() -> None:
    rolls = any_roll(face(4, 0.999))
    likeliest = max(rolls.values())
    found = {roll.text() for roll, weight in rolls.items() if weight == likeliest}
    assert found == {"64", "54", "43", "42", "41"}
    assert rolls[Dice(6, 5)] == -4.0, "what was seen may have been no die at all"


def test_dice_told_by_touch_lie_as_those_that_were_seen() -> None:
    told = certain_throw(Dice(2, 1), at_s=9.0)
    assert told.is_nowhere
    seen = told.lying_as(thrown("65"))
    assert (seen.places, seen.frame, seen.best) == (RIGHT, 4, Dice(2, 1))
    assert NOWHERE not in seen.places


def test_of_two_dice_that_came_one_by_one_either_may_be_none() -> None:
    together = thrown("65", sure=0.999)
    apart = replace(together, one_by_one=True)
    assert len(together.rolls(5.5)) == 1
    assert len(apart.rolls(5.5)) == 11
    assert apart.best == together.best
