"""Fits the weights of the evaluation of draughts to the results of games.

    python -m companion.lab.draughts_training.fit GAMES.jsonl ... [--write]

Logistic regression: the share of a game is 1 / (1 + exp(-features . weights)), without a constant, for the board is the
same for both sides.  One game in five is kept back; its loss is printed beside that of the guessed weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.coach.draughts import weights as in_use
from companion.coach.draughts.features import NAMES, features
from companion.lab.draughts_training import GUESSED, GUESSED_SCALE

Floats = NDArray[np.float64]

_KEPT_BACK: Final = 5
_LEAST_PIECES: Final = 10
"""With fewer pieces the result of a shallow game says how badly endings are played, not what they are worth."""
_STRICTNESS: Final = 20.0
"""Of the penalty on weights that differ from the guessed ones, in positions."""
_ROUNDS: Final = 30
_MEN: Final = slice(0, 7)
_FILE: Final = Path(in_use.__file__)


def rows(paths: Sequence[Path]) -> Iterator[tuple[int, list[float], float]]:
    """Each position of these games: the seed of its game, its features, Light's share of the game."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            game = json.loads(line)
            for light, dark, kings, light_moves in game["positions"]:
                if (light | dark).bit_count() < _LEAST_PIECES:
                    break  # pieces do not come back
                yield game["seed"], list(features(light, dark, kings, bool(light_moves))), game["light"]


def loss(inputs: Floats, shares: Floats, weights: Floats) -> float:
    """The mean cross entropy of the predicted shares, in nats."""
    logits = inputs @ weights
    return float(np.mean(np.logaddexp(0, logits) - shares * logits))


def fitted(inputs: Floats, shares: Floats, start: Floats) -> Floats:
    """The weights of the smallest loss by Newton's method, drawn a little towards ``start``."""
    strictness = _STRICTNESS * (inputs.var(axis=0) + 1e-9)

    def penalized(weights: Floats) -> float:
        return len(shares) * loss(inputs, shares, weights) + float(strictness @ (weights - start) ** 2) / 2

    weights = start.copy()
    for _ in range(_ROUNDS):
        predicted = 1 / (1 + np.exp(-np.clip(inputs @ weights, -40, 40)))
        gradient = inputs.T @ (predicted - shares) + strictness * (weights - start)
        curvature = (inputs * (predicted * (1 - predicted))[:, None]).T @ inputs + np.diag(strictness)
        step = np.linalg.solve(curvature, gradient)
        while penalized(weights - step) > penalized(weights) and np.abs(step).max() > 1e-9:
            step /= 2
        weights = weights - step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def as_module(weights: Floats, games: int, positions: int) -> str:
    """The text of ``companion/coach/draughts/weights.py``: the mean of the men's weights is 100."""
    scale = 100 / float(np.mean(weights[_MEN]))
    whole = "\n".join(f"    {round(weight * scale)},  # {name}" for weight, name in zip(weights, NAMES, strict=True))
    return f'''"""Weights of the evaluation of draughts; written by ``companion.lab.draughts_training.fit``.

Fitted to {positions} positions of {games} games.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
{whole}
)
"""In hundredths of a man, in the order of :data:`companion.coach.draughts.features.NAMES`."""
SCALE: Final = {scale:.1f}
"""Hundredths of a man that make the odds of winning e times as good."""
'''


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="companion.lab.draughts_training.fit")
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="put the weights in use")
    options = parser.parse_args(arguments)
    seeds, inputs, shares = (np.array(part, np.float64) for part in zip(*rows(options.games), strict=True))
    back = seeds % _KEPT_BACK == 0
    start = np.array(GUESSED, np.float64) / GUESSED_SCALE
    weights = fitted(inputs[~back], shares[~back], start)
    games, positions = len(set(seeds)), len(seeds)
    print(f"{positions} positions of {games} games")
    print(f"loss of the games kept back: {loss(inputs[back], shares[back], start):.4f} guessed,"
          f" {loss(inputs[back], shares[back], weights):.4f} fitted")  # fmt: skip
    text = as_module(weights, games, positions)
    print(text)
    if options.write:
        _FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
