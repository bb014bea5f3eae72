"""The dice of an evening, against all that can be counted out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.record import Match
from companion.record.match import Game, Roll
from companion.record.reports.dice_statistics import CENTRAL, RollCount, StatisticKind, dice_statistics_of, pips

ROLLS = [Dice(*faces) for faces in product(range(1, 7), repeat=2)]


def session(*dice: str, opening: str = "31") -> Match:
    """A match in which Anna rolls these after the opening roll, and Boris always 21."""
    turns = [Roll(Side.LIGHT, Dice.from_text(opening), None)]
    for one in dice:
        turns += [Roll(Side.DARK, Dice.from_text("21"), None), Roll(Side.LIGHT, Dice.from_text(one), None)]
    return Match(("Anna", "Boris"), games=(Game(actions=tuple(turns)),))


def totals(what: StatisticKind, *matches: Match, name: str = "Anna") -> RollCount:
    return next(one for one in dice_statistics_of(name, matches).tallies if one.what is what)


def exact(rolls: int) -> dict[int, Fraction]:
    """The distribution of the pips of so many rolls, counted out roll by roll."""
    sums = {0: Fraction(1)}
    for _ in range(rolls):
        after: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for roll in ROLLS:
                after[total + pips(roll)] = after.get(total + pips(roll), Fraction(0)) + chance / 36
        sums = after
    return sums


@pytest.mark.parametrize("rolls", [1, 2, 5, 7])
def test_pips_are_compared_with_all_totals_that_can_come(rolls: int) -> None:
    low, high = totals(StatisticKind.PIPS, session(*["21"] * rolls)).usual
    chances, tail = exact(rolls), Fraction(1, 20)
    below = sum((chance for total, chance in chances.items() if total < round(low * rolls)), Fraction(0))
    above = sum((chance for total, chance in chances.items() if total > round(high * rolls)), Fraction(0))
    assert below <= tail < below + chances[round(low * rolls)]
    assert above <= tail < above + chances[round(high * rolls)]


@pytest.mark.parametrize("rolls", [3, 12, 40])
def test_the_usual_range_of_doubles_leaves_one_evening_of_twenty_on_each_side(rolls: int) -> None:
    low, high = totals(StatisticKind.DOUBLES, session(*["21"] * rolls)).usual
    chances = [comb(rolls, k) * Fraction(1, 6) ** k * Fraction(5, 6) ** (rolls - k) for k in range(rolls + 1)]
    tail = (1 - Fraction(CENTRAL).limit_denominator(100)) / 2
    assert sum(chances[: int(low)]) <= tail < sum(chances[: int(low) + 1])
    assert sum(chances[int(high) + 1 :]) <= tail < sum(chances[int(high) :])


def test_few_rolls_are_hardly_ever_unusual() -> None:
    assert [one.rare for one in dice_statistics_of("Anna", [session("21")]).tallies] == [None] * 4


@pytest.mark.parametrize(
    ("sixes", "rare"),
    [(3, None), (4, None), (5, (19, 20)), (6, (99, 100)), (7, (999, 1000))],
)
def test_what_is_rare_is_told_by_how_many_evenings_have_less(sixes: int, rare: tuple[int, int] | None) -> None:
    """Of the ten dice of five rolls fewer than 3, 4, 5, 6, 7 are sixes in 77.5, 93.0, 98.5, 99.8, 99.97 % of cases."""
    rolls = ["66"] * max(0, sixes - 5) + ["61"] * (min(5, sixes) - max(0, sixes - 5))
    found = totals(StatisticKind.SIXES, session(*rolls, *["21"] * (5 - len(rolls))))
    assert (found.got, found.rare, found.more) == (sixes, rare, True)


def test_the_opening_roll_is_left_out_since_it_is_never_a_double() -> None:
    assert dice_statistics_of("Anna", [session(opening="65")]).rolls == 0
    assert totals(StatisticKind.SIX_FIVES, session("21", opening="65")).got == 0


def test_a_players_rolls_count_whichever_checkers_that_player_has() -> None:
    first, second = session("66", "54"), session("11")
    second = Match(("Boris", "Anna"), games=second.games)
    dice = dice_statistics_of("Anna", [first, second])
    assert dice.rolls == 3  # 66, 54, and Dark's only roll of the second match
    assert totals(StatisticKind.DOUBLES, first, second).got == 1
    assert totals(StatisticKind.PIPS, first, second).got == (24 + 9 + 3) / 3


def test_a_whole_evening_of_fair_dice_is_usual_nine_times_of_ten() -> None:
    """The range by the sum of 400 rolls has the width that its variance says."""
    low, high = totals(StatisticKind.PIPS, session(*["21"] * 400)).usual
    mean = Fraction(sum(pips(roll) for roll in ROLLS), 36)
    variance = sum((pips(roll) - mean) ** 2 for roll in ROLLS) / 36
    assert float(low + high) / 2 == pytest.approx(float(mean), abs=0.02)
    assert float(high - low) == pytest.approx(2 * 1.645 * float(variance / 400) ** 0.5, rel=0.03)
