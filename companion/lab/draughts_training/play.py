"""Lets the draughts engine play itself, and writes each game as one line of JSON.

    python -m companion.lab.draughts_training.play --out GAMES.jsonl --first 1 --games 1500 --depth 3 --guessed

A game is made by its seed alone: a random opening, then both sides at the same depth with a small error, so that the
same seeds make the same games.  What is in the file already is not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.coach.draughts.evaluation import evaluated
from companion.coach.draughts.levels import Skill, choose_at
from companion.coach.draughts.results import Played, played_out, random_opening
from companion.coach.draughts.search import Limits
from companion.coach.draughts.weights import WEIGHTS
from companion.games.draughts import Move, Position
from companion.games.draughts.moves import captures
from companion.games.rules import Side
from companion.lab.draughts_training import GUESSED

_MOST_RANDOM_MOVES: Final = 12
_ERROR: Final = 8.0
"""Scale of the error in the values, in hundredths of a man."""


def game(seed: int, depth: int, weights: Sequence[float] = WEIGHTS) -> Played:
    """Return the game of one seed."""
    rng = Random(seed)
    opening = random_opening(rng.randrange(2, _MOST_RANDOM_MOVES + 1), rng)
    skill = Skill(Limits(depth=depth), _ERROR)
    evaluation = partial(evaluated, weights=weights)

    def player(position: Position, history: Sequence[Position]) -> Move:
        return choose_at(position, history, skill, rng, evaluation=evaluation)

    return played_out(opening, dict.fromkeys(Side, player))


def row(seed: int, depth: int, one: Played) -> dict[str, Any]:
    """A game as stored: Light's share of it, and the positions that can be valued, those without captures."""
    quiet = [
        [at.light, at.dark, at.kings, int(at.to_move is Side.LIGHT)]
        for at in one.positions[one.opening :]
        if not captures(at)
    ]
    return {"seed": seed, "depth": depth, "light": one.light, "positions": quiet}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="companion.lab.draughts_training.play")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--guessed", action="store_true", help="with the weights from before any game was played")
    options = parser.parse_args(arguments)
    weights = GUESSED if options.guessed else WEIGHTS
    done = set()
    if options.out.exists():
        done = {json.loads(line)["seed"] for line in options.out.read_text(encoding="utf-8").splitlines()}
    with options.out.open("a", encoding="utf-8") as file:
        for seed in range(options.first, options.first + options.games):
            if seed not in done:
                file.write(json.dumps(row(seed, options.depth, game(seed, options.depth, weights))) + "\n")
                file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
