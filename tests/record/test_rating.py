"""The rating of FIBS, against figures worked out by hand from its formula."""

from __future__ import annotations

import pytest

from companion.record.rating import Rating, rated, upset_chance


def test_equal_players_have_equal_chances() -> None:
    assert upset_chance(0, 17) == 0.5


@pytest.mark.parametrize(
    ("difference", "length", "chance"),
    [
        (100, 9, 1 / (10**0.15 + 1)),  # 100 · 3 / 2000 = 0.15
        (-100, 9, 1 / (10**0.15 + 1)),
        (200, 1, 1 / (10**0.1 + 1)),
        (300, 5, 0.315962),  # 1 - .684, as the table of batting averages on bkgm.com prints it
    ],
)
def test_the_weaker_player_wins_the_more_seldom_the_longer_the_match(
    difference: float, length: int, chance: float
) -> None:
    assert upset_chance(difference, length) == pytest.approx(chance, abs=5e-4)


def test_the_first_match_between_two_new_players() -> None:
    # K = 5, P = 0.5, n = 9: 4 · 5 · 3 · 0.5 = 30
    winner, loser = rated(Rating(), Rating(), 9)
    assert winner == Rating(1530.0, 9)
    assert loser == Rating(1470.0, 9)


def test_a_favourite_wins_little_and_each_player_has_his_own_factor() -> None:
    # D = 100, n = 9: P_upset = 0.414501; 4 · 3 · 0.414501 = 4.974016; K = 3 after 200 points, 1 after 1000
    winner, loser = rated(Rating(1600, 200), Rating(1500, 1000), 9)
    assert winner.points == pytest.approx(1600 + 3 * 4.974016, abs=1e-4)
    assert loser.points == pytest.approx(1500 - 4.974016, abs=1e-4)
    assert (winner.experience, loser.experience) == (209, 1009)


def test_an_underdog_wins_much() -> None:
    # P = 1 - 0.414501; 4 · 3 · 0.585499 = 7.025984
    winner, loser = rated(Rating(1500, 1000), Rating(1600, 200), 9)
    assert winner.points == pytest.approx(1500 + 7.025984, abs=1e-4)
    assert loser.points == pytest.approx(1600 - 3 * 7.025984, abs=1e-4)


@pytest.mark.parametrize(("experience", "factor"), [(0, 5), (100, 4), (399, 1.01), (400, 1), (5000, 1)])
def test_the_factor_falls_with_experience_to_one(experience: int, factor: float) -> None:
    assert Rating(1500, experience).factor == pytest.approx(factor)
