"""Intervals of error rates hold the true rate as often as they say, and a trend is told only where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.coach.error_rates import Losses, error_rate, trend

TRUE = 9.0
"""Millipoints per decision of the simulated player."""


def losses(random: np.random.Generator, decisions: int, *, rate: float = TRUE, form: float = 0.15) -> Losses:
    """A match: three of ten decisions lose something, most of them little; better and worse days."""
    mean = rate / 1000 * max(0.3, 1 + form * random.standard_normal())
    wrong = random.random(decisions) < 0.3
    return np.where(wrong, random.gamma(0.5, mean / 0.3 / 0.5, decisions), 0.0)


def matches(seed: int, number: int, decisions: int = 150, *, rate: float = TRUE) -> list[Losses]:
    random = np.random.default_rng(seed)
    return [losses(random, int(decisions * random.uniform(0.5, 1.5)), rate=rate) for _ in range(number)]


def coverage(number: int, decisions: int) -> float:
    rates = [error_rate(matches(seed, number, decisions), seed=seed) for seed in range(200)]
    return sum(rate is not None and rate.low <= TRUE <= rate.high for rate in rates) / len(rates)


def test_a_rate_is_that_of_all_decisions_together() -> None:
    rate = error_rate([np.array([0.0, 0.1]), np.array([]), np.array([0.0, 0.0, 0.0, 0.05])])
    assert rate is not None
    assert rate.rate == pytest.approx(1000 * 0.15 / 6)
    assert (rate.matches, rate.decisions) == (2, 6)


def test_without_decisions_there_is_no_rate() -> None:
    assert error_rate([]) is None
    assert error_rate([np.array([])]) is None


def test_the_same_matches_give_the_same_interval() -> None:
    assert error_rate(matches(1, 12)) == error_rate(matches(1, 12))
    assert error_rate(matches(1, 12)) != error_rate(matches(1, 12), seed=2)


@pytest.mark.parametrize("number", [5, 60])
def test_about_95_of_100_intervals_over_matches_hold_the_true_rate(number: int) -> None:
    assert 0.90 <= coverage(number, 100) <= 0.99


def test_few_matches_hold_it_less_often_as_the_day_is_not_in_their_interval() -> None:
    assert 0.80 <= coverage(1, 250) <= 0.99


def half_width(number: int) -> float:
    """The mean over players of the half width of the interval over so many matches to 17 points."""
    rates = [error_rate(matches(seed, number, 280)) for seed in range(30)]
    return float(np.mean([(rate.high - rate.low) / 2 for rate in rates if rate is not None]))


def test_one_long_match_says_little_and_many_say_more() -> None:
    assert 2.0 < half_width(1) < 4.0
    assert half_width(20) < half_width(1) / 2


def test_no_interval_falls_below_zero_or_beside_its_rate() -> None:
    rate = error_rate([np.array([0.0] * 9 + [0.2])] + [np.zeros(10)] * 6)
    assert rate is not None
    assert 0 <= rate.low <= rate.rate <= rate.high


def test_a_player_who_stays_as_he_is_shows_a_trend_in_few_cases() -> None:
    assert sum(trend(matches(seed, 20), seed=seed) is not None for seed in range(200)) <= 20


def test_a_player_who_halves_his_errors_shows_a_trend() -> None:
    found = trend([*matches(1, 10, rate=14), *matches(2, 10, rate=6)])
    assert found is not None
    assert found.improves
    assert found.earlier.rate > found.later.rate


def test_a_player_whose_errors_double_shows_it_too() -> None:
    found = trend([*matches(1, 10, rate=6), *matches(2, 10, rate=14)])
    assert found is not None
    assert not found.improves


def test_few_matches_show_no_trend_whatever_they_say() -> None:
    assert trend([*matches(1, 4, rate=30), *matches(2, 4, rate=1)]) is None
