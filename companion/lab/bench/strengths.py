"""Measures each strength's equity loss per decision: ``python -m companion.lab.bench.strengths [--games N]``.

The engine plays itself, each side at a strength drawn for the game.  In every position with a choice the mean loss
of each strength is computed from the ranking, so that the random choice of a play adds no noise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import MILLI, Ranking
from companion.coach.evaluator import Evaluator
from companion.games.backgammon import START, Dice
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.match.training import Strength
from companion.practice.strength import chosen, mean_loss

_MOST_ROLLS: Final = 400


def rankings(engine: Evaluator, rng: Random, *, ply: int) -> Iterator[Ranking]:
    """One game: every roll that leaves a choice."""
    position = replace(START, on_roll=rng.choice(list(Side)))
    strengths = {side: rng.choice(list(Strength)) for side in Side}
    for _ in range(_MOST_ROLLS):
        dice, side = Dice(rng.randint(1, 6), rng.randint(1, 6)), position.on_roll
        ranking = engine.ranking(Situation(position, MatchState(on_roll=side, to_act=side), "xgid"), dice, ply=ply)
        if not ranking.is_forced:
            yield ranking
        position = chosen(ranking, strengths[side], rng.random()).end
        if position.winner is not None:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="companion.lab.bench.strengths")
    parser.add_argument("--games", type=int, default=140)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--engine", default="gnubg")
    parser.add_argument("--ply", type=int, default=0)
    told = parser.parse_args(arguments)
    lost, decisions, rng = dict.fromkeys(Strength, 0.0), 0, Random(told.seed)
    with engine_named(told.engine) as engine:
        for _ in range(told.games):
            for ranking in rankings(engine, rng, ply=told.ply):
                decisions += 1
                for strength in Strength:
                    lost[strength] += mean_loss(ranking, strength)
    print(f"{told.games} games, {decisions} decisions, {told.engine} {told.ply}-ply, seed {told.seed}")
    for strength, total in lost.items():
        print(f"{strength.value:10} {MILLI * total / decisions:6.1f} millipoints a decision")
    return 0


if __name__ == "__main__":
    sys.exit(main())
