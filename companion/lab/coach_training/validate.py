"""Measures the built-in engine's equity loss on decisions of our own games that were held out of its training.

    python -m companion.lab.coach_training.validate --data FOLDER [--ply 0 1] [--every 10] [--write OUT.json.gz]

The labels are GNU Backgammon's 2-ply equities, cubeful, for money.  ``--write``: keeps the decisions for the tests.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.coach.engines.builtin.boards import flipped
from companion.coach.engines.builtin.evaluator import Builtin
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Stack
from companion.lab.coach_training import groups as material


@dataclass(frozen=True)
class OracleDecision:
    """Light is on roll, in ``worth`` too, where Dark would be; ``worth``: of each end to who made the play."""

    position: Position
    dice: Dice
    worth: dict[Position, float]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--ply", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    decisions = list(held_out(given.data))[:: given.every]
    if given.write:
        given.write.write_bytes(gzip.compress(json.dumps([row(one) for one in decisions]).encode(), mtime=0))
    engine = Builtin()
    for ply in given.ply:
        losses, times = [], []
        for decision in decisions:
            situation = Situation(decision.position, MatchState(), "position-id")
            began = time.perf_counter()
            best = engine.ranking(situation, decision.dice, ply=ply).best
            times.append(time.perf_counter() - began)
            losses.append(max(decision.worth.values()) - decision.worth[best.end.mirrored()])
        print(
            f"ply {ply}: {len(losses)} decisions, {1000 * np.mean(losses):.2f} mp lost each, "
            f"best {np.mean(np.array(losses) == 0):.3f}, median {1000 * np.median(times):.1f} ms"
        )


def held_out(folder: Path) -> Iterator[OracleDecision]:
    """The decisions kept from training, but for those in which all plays are worth the same."""
    for path in sorted(folder.glob("2-*.bin")):
        groups, _ = material.parted(material.read(path))
        for k in range(len(groups)):
            rows = slice(groups.starts[k], groups.starts[k + 1])
            worth = [round(float(equity), 5) for equity in groups.equity[rows]]
            if min(worth) < max(worth):
                ends = [position(end) for end in groups.ends[rows]]
                first, second = (int(number) for number in groups.dice[k])
                yield OracleDecision(
                    position(groups.boards[k]), Dice(first, second), dict(zip(ends, worth, strict=True))
                )


def position(board: np.ndarray) -> Position:
    """Light on roll."""
    view = [int(count) for count in board]
    own, theirs = (sum(count for count in side if count > 0) for side in (view, flipped(board[None])[0].tolist()))
    return Position(tuple(view[1:25]), Stack(view[25], -view[0]), Stack(15 - own, 15 - theirs))


def row(decision: OracleDecision) -> dict[str, object]:
    ends = {end.id(): equity for end, equity in decision.worth.items()}
    return {"id": decision.position.id(), "dice": [*decision.dice.numbers[:2]], "ends": ends}


if __name__ == "__main__":
    main()
