"""How strongly the engine plays."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.evaluation import CubeAdvice
from companion.games.backgammon import START, Dice
from companion.match.terms import Strength
from companion.practice.strength import chosen, doubles, mean_loss, takes
from tests.practice.services import EVEN, ranked

RANKING = ranked(START, Dice(3, 1), ["8/5 6/5"])


@pytest.mark.parametrize("draw", [0.0, 0.5, 0.999999])
def test_the_best_player_makes_the_best_play(draw: float) -> None:
    assert chosen(RANKING, Strength.BEST, draw) is RANKING.best


@pytest.mark.parametrize("strength", Strength)
def test_any_draw_is_some_play(strength: Strength) -> None:
    for draw in (0.0, 0.25, 0.5, 0.75, 0.9999999999999999):
        assert chosen(RANKING, strength, draw) in RANKING.candidates


def test_who_is_stronger_loses_less() -> None:
    losses = [mean_loss(RANKING, strength) for strength in Strength]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0.0


def test_what_is_chosen_loses_as_much_as_it_should_on_average() -> None:
    rng = Random(7)
    drawn = [RANKING.loss(chosen(RANKING, Strength.BEGINNER, rng.random())) for _ in range(4000)]
    assert sum(drawn) / len(drawn) == pytest.approx(mean_loss(RANKING, Strength.BEGINNER), abs=0.01)


def test_a_clear_play_is_made_more_often_than_a_close_one() -> None:
    close = ranked(START, Dice(3, 1))
    made = [chosen(close, Strength.EXPERT, draw / 100) for draw in range(100)]
    assert made.count(close.best) > 95  # the next one is a tenth of a point behind


def test_the_cube_is_handled_as_strongly_as_the_checkers() -> None:
    clear = CubeAdvice("fake", 0, no_double=0.5, double_take=1.4, double_drop=1.0, chances=EVEN)
    assert all(doubles(clear, Strength.BEST, draw) for draw in (0.0, 0.5, 0.99))
    assert not any(takes(clear, Strength.BEST, draw) for draw in (0.0, 0.5, 0.99))
    assert not all(doubles(clear, Strength.BEGINNER, draw / 1000) for draw in range(1000))


def test_nobody_doubles_where_it_is_not_allowed() -> None:
    locked = CubeAdvice("fake", 0, 0.5, 0.9, 1.0, EVEN, allowed=False)
    assert not doubles(locked, Strength.BEGINNER, 0.9)
