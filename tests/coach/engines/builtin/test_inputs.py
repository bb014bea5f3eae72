"""What the networks see is what a player sees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from companion.coach.engines.builtin.boards import flipped, is_race
from companion.coach.engines.builtin.inputs import (
    CONTACT_SCALE,
    RACE_SCALE,
    contact_inputs,
    race_inputs,
)
from companion.games.backgammon import START, Dice, Position, legal_plays
from companion.games.backgammon.plays import view_of
from tests.games.boards import board, positions

PLAYER = 153  # inputs of one player
SHOTS = slice(128, 152)
ANY_SHOT = 152


def boards(*several: Position) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    return np.array([view_of(position) for position in several], np.int8)


@pytest.mark.slow
@given(positions())
def test_both_players_are_seen_alike(position: Position) -> None:
    seen, other = contact_inputs(boards(position))[0], contact_inputs(flipped(boards(position)))[0]
    assert (seen[:PLAYER] == other[PLAYER : 2 * PLAYER]).all()
    assert (seen[PLAYER : 2 * PLAYER] == other[:PLAYER]).all()


@pytest.mark.slow
@given(positions())
def test_light_and_dark_are_seen_alike(position: Position) -> None:
    both = boards(position, position.mirrored())
    assert (both[0] == both[1]).all()


def test_every_input_has_a_scale() -> None:
    assert contact_inputs(boards(START)).shape == (1, len(CONTACT_SCALE))
    assert race_inputs(boards(START)).shape == (1, len(RACE_SCALE))


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ("24:2 13:5 8:3 6:5", "20:1 18:1 13:5 8:3 6:5"),
        ("24:2 13:5 8:3 6:4 4:1", "20:2 16:1 13:4 8:3 6:5"),
        ("24:1 22:1 11:2 6:6 5:5", "24:1 21:1 9:1 7:2 6:2 5:2 2:6"),
    ],
)
def test_shots_are_counted_as_the_rules_count_them(light: str, dark: str) -> None:
    position = board(light, dark)
    seen = contact_inputs(boards(position))[0]
    hits = hits_of_36_rolls(position)
    assert seen[SHOTS].tolist() == [sum(point in hit for hit in hits) for point in range(1, 25)]
    assert seen[ANY_SHOT] == sum(bool(hit) for hit in hits)


def hits_of_36_rolls(position: Position) -> list[set[int]]:
    """The points on which each roll can hit."""
    rolls = [legal_plays(position, Dice(a, b)).values() for a in range(1, 7) for b in range(1, 7)]
    return [{step.end for play in plays for step in play.steps if step.hit} for plays in rolls]


def test_a_race_is_when_no_checker_can_meet_another() -> None:
    assert is_race(boards(board("7:1 1:14", "17:1 1:14")))[0]
    assert not is_race(boards(board("9:1 1:14", "17:1 1:14")))[0]
    assert not is_race(boards(board("bar:1 1:14", "1:15")))[0]
    assert not is_race(boards(START))[0]
