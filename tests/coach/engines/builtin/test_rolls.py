"""The generator in arrays finds what the rules find."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given

from companion.coach.engines.builtin.rolls import ROLLS, SHARES, ends
from companion.games.backgammon import START, Dice, Position, generator, legal_plays
from companion.games.backgammon.plays import view_of
from tests.games.boards import oracle_lines, positions

View = tuple[int, ...]


def found(views: list[View]) -> list[list[View]]:
    """The ends of each view after each of the 21 rolls, roll after roll, sorted."""
    boards, turn = ends(np.array(views, np.int8))
    assert (np.diff(turn) >= 0).all()
    cuts = np.searchsorted(turn, np.arange(1, len(views) * len(ROLLS)))
    return [sorted(map(tuple, part.tolist())) for part in np.split(boards, cuts)]


@pytest.mark.slow
@given(positions())
def test_every_roll_leads_where_the_rules_say_and_nowhere_twice(position: Position) -> None:
    expected = [sorted(generator.ends(view_of(position), *roll)) for roll in ROLLS]
    assert found([view_of(position)]) == expected


def test_several_boards_at_once_are_kept_apart() -> None:
    other = next(iter(legal_plays(START, Dice(6, 5))))
    assert found([view_of(START), view_of(other)]) == found([view_of(START)]) + found([view_of(other)])


@pytest.mark.slow
def test_every_fifth_hard_case_of_the_reference_data_agrees() -> None:
    rows = [json.loads(line) for line in oracle_lines("legal_patho.jsonl.gz")[::5]]
    wrong = []
    for at in range(0, len(rows), 256):
        some = rows[at : at + 256]
        by_roll = found([tuple(row["board"]) for row in some])
        for k, row in enumerate(some):
            roll = ROLLS.index((max(row["dice"]), min(row["dice"])))
            expected = sorted(tuple(move["result"]) for move in row["moves"]) or [tuple(row["board"])]
            if by_roll[k * len(ROLLS) + roll] != expected:
                wrong.append(row["id"])
    assert wrong == []


def test_the_21_rolls_come_as_often_as_two_dice_show_them() -> None:
    assert sorted(ROLLS) == sorted((b, a) for a, b in combinations_with_replacement(range(1, 7), 2))
    assert (36 * SHARES).tolist() == [1 if a == b else 2 for a, b in ROLLS]
