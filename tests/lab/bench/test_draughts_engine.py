"""The bench of the engine of draughts: both colours, the same games for the same seed, a fair outside measure."""

from __future__ import annotations

from random import Random

from companion.coach.draughts.evaluation import material
from companion.games.draughts import after, legal_moves
from companion.lab.bench.draughts_engine import at_level, game, only_material, points_of
from companion.match.terms import Level
from tests.coach.draughts.boards import board


def test_a_game_is_made_by_its_number_and_the_seed() -> None:
    child = at_level(Level.CHILD)
    assert [game(child, child, number, 2) for number in range(4)] == [game(child, child, n, 2) for n in range(4)]


def test_a_stronger_player_makes_more_points_with_both_colours() -> None:
    assert points_of(at_level(Level.BEGINNER), at_level(Level.CHILD), 10, 1) > 0.5
    assert points_of(at_level(Level.CHILD), at_level(Level.BEGINNER), 10, 1) < 0.5


def test_the_outside_measure_takes_what_it_can_see() -> None:
    position = board("c3 e3 a1", "d6 f6 h8")
    move = only_material(Random(1))(position, ())
    assert move in legal_moves(position)
    assert material(after(position, move)) == 0
