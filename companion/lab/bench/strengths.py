"""Measures what each strength loses a decision: ``companion bench strengths``.

GNU Backgammon plays itself without look-ahead, each side at a strength drawn for the game: for money without a cube,
and in matches with one.  In every decision the mean loss of each strength is computed from the engine's own
equities, so that the random choice of a play or an act adds no noise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import MILLI, CubeAdvice, Ranking
from companion.coach.evaluator import Evaluator
from companion.coach.grading import is_close
from companion.games.backgammon import STANDARD, START, Dice
from companion.games.backgammon.cube import Act, Cube, is_pointless
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.scoring import points_won
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.lab.bench.figure import Figure, as_table
from companion.match.terms import Strength
from companion.practice.strength import chance_to_double, chance_to_take, chosen, doubles, mean_loss, takes
from companion.record.scores import is_crawford, match_winner, points_needed

GAMES: Final = 140
"""For money."""
MATCHES: Final = 60
LENGTH: Final = 5
SEED: Final = 11
ENGINE: Final = "gnubg"
_PLY: Final = 0
_MOST_ROLLS: Final = 400

Strengths = Mapping[Side, Strength]
Score = tuple[int, int]


@dataclass
class Lost:
    """The losses of the strengths, in points, and the number of decisions; of the cube each counts its own ones."""

    by_plays: dict[Strength, float] = field(default_factory=lambda: dict.fromkeys(Strength, 0.0))
    plays: int = 0
    by_cube: dict[Strength, float] = field(default_factory=lambda: dict.fromkeys(Strength, 0.0))
    cubes: dict[Strength, float] = field(default_factory=lambda: dict.fromkeys(Strength, 0.0))

    def play(self, ranking: Ranking) -> None:
        """A roll that leaves a choice."""
        if ranking.is_forced:
            return
        self.plays += 1
        for strength in Strength:
            self.by_plays[strength] += mean_loss(ranking, strength)

    def turn(self, advice: CubeAdvice) -> None:
        """To double or to roll; as an analysis counts, not to double is a decision only where it is a close one."""
        for strength in Strength:
            doubled = chance_to_double(advice, strength)
            self.by_cube[strength] += doubled * advice.loss(Act.DOUBLE) + (1 - doubled) * advice.loss(None)
            self.cubes[strength] += doubled + (1 - doubled) * is_close(advice)

    def answer(self, advice: CubeAdvice) -> None:
        """To take or to drop."""
        for strength in Strength:
            taken = chance_to_take(advice, strength)
            self.by_cube[strength] += taken * advice.loss(Act.TAKE) + (1 - taken) * advice.loss(Act.DROP)
            self.cubes[strength] += 1


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """The losses in millipoints.  Raises :class:`EngineError` where the engine is not installed."""
    del options
    yield from measured(GAMES, MATCHES, SEED)


def measured(games: int, matches: int, seed: int) -> Iterator[Figure]:
    """The same over so many games for money and so many matches."""
    rng, money, match = Random(seed), Lost(), Lost()
    with engine_named(ENGINE) as engine:
        for _ in range(games):
            _game(engine, rng, money.play)
        for _ in range(matches):
            _match(engine, rng, match)
    yield Figure.unlimited("games for money", games, "")
    yield Figure.unlimited("plays in them with a choice", money.plays, "")
    yield Figure.unlimited(f"matches to {LENGTH} points", matches, "")
    yield Figure.unlimited("plays in those with a choice", match.plays, "")
    for strength in Strength:
        name = strength.value
        yield Figure.unlimited(f"{name}: a play for money", MILLI * money.by_plays[strength] / money.plays, "mp")
        yield Figure.unlimited(f"{name}: a play in a match", MILLI * match.by_plays[strength] / match.plays, "mp")
        cube = MILLI * match.by_cube[strength] / match.cubes[strength]
        yield Figure.unlimited(f"{name}: a cube decision in a match", cube, "mp")


def _game(engine: Evaluator, rng: Random, options: Callable[[Ranking], None]) -> None:
    """One game for money, without a cube."""
    position = replace(START, on_roll=rng.choice(list(Side)))
    strengths = {side: rng.choice(list(Strength)) for side in Side}
    for _ in range(_MOST_ROLLS):
        dice, side = Dice(rng.randint(1, 6), rng.randint(1, 6)), position.on_roll
        ranking = engine.ranking(Situation(position, MatchState(on_roll=side, to_act=side), "xgid"), dice, ply=_PLY)
        options(ranking)
        position = chosen(ranking, strengths[side], rng.random()).end
        if position.winner is not None:
            return


def _match(engine: Evaluator, rng: Random, lost: Lost) -> None:
    strengths = {side: rng.choice(list(Strength)) for side in Side}
    score, earlier = (0, 0), list[Score]()
    while match_winner(LENGTH, score) is None:
        crawford = is_crawford(LENGTH, score, earlier)
        earlier.append(score)
        winner, points = _game_of_match(engine, rng, lost, strengths, score, crawford=crawford)
        score = (score[0] + points, score[1]) if winner is Side.LIGHT else (score[0], score[1] + points)


def _game_of_match(
    engine: Evaluator, rng: Random, lost: Lost, strengths: Strengths, score: Score, *, crawford: bool
) -> tuple[Side, int]:
    position, cube, is_first = replace(START, on_roll=rng.choice(list(Side))), Cube(), True
    draws = {side: rng.random() for side in Side}  # for doubling, as at the table: once a game
    while position.winner is None:
        side = position.on_roll
        situation = Situation.in_play(position, STANDARD, cube, length=LENGTH, score=score, crawford=crawford)
        dead = is_pointless(cube, points_needed(LENGTH, score, side))
        if not (is_first or crawford or dead) and cube.owner in (None, side):
            advice = engine.cube(situation, ply=_PLY)
            lost.turn(advice)
            if doubles(advice, strengths[side], draws[side]):
                lost.answer(advice)
                if not takes(advice, strengths[side.other], rng.random()):
                    return side, cube.value
                cube = cube.double(side).take()
                situation = Situation.in_play(position, STANDARD, cube, length=LENGTH, score=score, crawford=False)
        ranking = engine.ranking(situation, Dice(rng.randint(1, 6), rng.randint(1, 6)), ply=_PLY)
        lost.play(ranking)
        position, is_first = chosen(ranking, strengths[side], rng.random()).end, False
    return points_won(position, STANDARD, cube=cube)


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m companion.lab.bench.strengths [--games N] [--matches N]``: the same figures, of fewer games if so."""
    parser = argparse.ArgumentParser(prog="companion.lab.bench.strengths")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    print(as_table(list(measured(options.games, options.matches, options.seed))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
