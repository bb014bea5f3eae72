"""The rungs of a hint, remarks on costly moves, the analysis of a game."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.draughts.analysing import analysed, totals
from companion.coach.draughts.levels import choose
from companion.coach.draughts.results import played_out, random_opening
from companion.coach.draughts.search import Limits, think
from companion.coach.draughts.teaching import WITHIN, Hint, advised, hint, remark
from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.terms import Level
from companion.texts import TEXTS
from tests.coach.draughts.boards import board, random_positions

QUICK = Limits(nodes=1500)
GIFT = board("c3 h2 g1 a1", "c5 b8 h8 a7")


@pytest.mark.parametrize("position", random_positions(12, seed=31))
def test_each_rung_shows_more_and_the_first_ones_no_move(position: Position) -> None:
    advice = advised(position, limits=QUICK)
    best = advice.thought.best.move
    shown = {rung: hint(advice, rung) for rung in Hint}
    assert best.start in shown[Hint.WHERE].squares
    assert len(shown[Hint.WHERE].squares) == 8
    assert shown[Hint.PIECE].squares == (best.start,)
    assert [rung for rung in Hint if shown[rung].move] == [
        Hint.MOVE,
        Hint.WHY,
        Hint.LIST,
    ]
    assert [rung for rung in Hint if shown[rung].reason] == [Hint.WHY, Hint.LIST]
    assert [row.move for row in shown[Hint.LIST].rows] == [one.move for one in advice.thought.ranked]
    assert all(shown[rung].look in TEXTS for rung in Hint)


def test_a_move_that_gives_a_man_away_costs_and_says_why() -> None:
    said = remark(think(GIFT, QUICK, within=WITHIN), Move((named("c3"), named("d4"))))
    assert said.is_costly
    assert said.reason.key == "draughts.not.loses-man"
    assert said.reason.values == {"square": "d4", "by": "c5"}


def test_the_best_move_costs_nothing() -> None:
    thought = think(START, QUICK, within=WITHIN)
    assert remark(thought, thought.best.move).loss == 0
    assert not remark(thought, thought.best.move).is_costly


def test_an_illegal_move_has_no_remark() -> None:
    with pytest.raises(ValueError, match="not a legal move"):
        remark(think(START, QUICK), Move((named("a1"), named("h8"))))


def test_the_weaker_side_loses_more_in_the_analysis_of_a_game() -> None:
    rng = Random(2)
    game = played_out(
        random_opening(4, rng),
        {
            Side.LIGHT: lambda position, history: choose(position, history, Level.CHILD, rng),
            Side.DARK: lambda position, history: choose(position, history, Level.CASUAL, rng),
        },
    )
    moves = [
        next(move for move in legal_moves(before) if after(before, move) == then)
        for before, then in zip(game.positions, game.positions[1:], strict=False)
    ]
    judged = list(analysed(moves, limits=Limits(nodes=500)))
    assert [one.move for one in judged] == moves
    assert all(one.line[0] in legal_moves(one.position) for one in judged)
    assert totals(judged, Side.LIGHT).lost > totals(judged, Side.DARK).lost


def test_stronger_levels_beat_weaker_ones() -> None:
    rng, points = Random(6), 0.0
    players = [
        lambda position, history: choose(position, history, Level.CHILD, rng),
        lambda position, history: choose(position, history, Level.CASUAL, rng),
    ]
    for number in range(8):
        light, dark = players if number % 2 else players[::-1]
        share = played_out(random_opening(6, rng), {Side.LIGHT: light, Side.DARK: dark}).light
        points += 1 - share if number % 2 else share
    assert points > 5
