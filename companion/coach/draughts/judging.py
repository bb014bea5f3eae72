"""The process that analyses a recorded match of draughts: ``python -m companion.coach.draughts.judging FOLDER NUMBER``.

It prints a JSON line for each move, ``{"done": 12, "of": 80}``, and in the end ``{"dearest": […]}``: the costliest
moves first, each as :func:`values_of` makes it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.coach.draughts.analysing import ANALYSIS_LIMITS, JudgedMove, analysed
from companion.coach.draughts.search import Limits
from companion.coach.worker import leave_room
from companion.errors import CompanionError, InputError
from companion.games.draughts import Move, Position
from companion.games.draughts.notation import text
from companion.record import Journal
from companion.record.archive import listed
from companion.record.draughts import DraughtsGame, DraughtsMatch, Played
from companion.record.recorded import draughts_match
from companion.record.reports.review import is_silent

MOST: Final = 3
_BAD_INPUT: Final = 2


@dataclass(frozen=True, slots=True)
class GameMove:
    """A judged move: ``game`` from 1, ``number`` of the move in it, from 1."""

    game: int
    number: int
    judged: JudgedMove


def judged_moves(match: DraughtsMatch, limits: Limits = ANALYSIS_LIMITS) -> Iterator[GameMove]:
    """Yield all moves of a match, each as soon as it is judged."""
    for number, game in enumerate(match.games, start=1):
        done = 0
        for start, moves in _runs(game):
            for judged in analysed(moves, start, limits=limits):
                done += 1
                yield GameMove(number, done, judged)


def dearest(moves: Sequence[GameMove], most: int = MOST) -> tuple[GameMove, ...]:
    """Return the mistakes that cost the largest share of their game, the dearest first."""
    wrong = [one for one in moves if one.judged.is_mistake and not one.judged.forced]
    return tuple(sorted(wrong, key=lambda one: (-one.judged.loss, one.game, one.number))[:most])


def values_of(move: GameMove) -> dict[str, Any]:
    """Return a move as JSON values: squares by number, ``loss`` as a share of the game."""
    judged = move.judged
    position, best = judged.position, judged.line[0]
    return {
        "game": move.game,
        "number": move.number,
        "fen": position.fen(),
        "made": text(judged.move, position),
        "made_squares": list(judged.move.route),
        "best": text(best, position),
        "best_squares": list(best.route),
        "loss": round(judged.loss, 4),
        "reason": judged.reason.key,
        "values": dict(judged.reason.values),
    }


def _runs(game: DraughtsGame) -> Iterator[tuple[Position, list[Move]]]:
    """The moves between two boards that were set up, each run with the board that it began from."""
    start, moves = game.start, list[Move]()
    for act in game.acts:
        if isinstance(act, Played):
            moves.append(act.move)
            continue
        yield start, moves
        start, moves = act.after, []
    yield start, moves


def main(arguments: Sequence[str] | None = None) -> int:
    """The process; it ends with 2 if the match cannot be analysed."""
    parser = argparse.ArgumentParser(prog="companion.coach.draughts.judging")
    parser.add_argument("folder", type=Path)
    parser.add_argument("number", type=int)
    parser.add_argument("--nodes", type=int, default=ANALYSIS_LIMITS.nodes)
    options = parser.parse_args(arguments)
    leave_room()
    try:
        match = _recorded(options.folder, options.number)
    except CompanionError as error:
        print(error, file=sys.stderr)
        return _BAD_INPUT
    of = sum(len(game.moves) for game in match.games)
    judged: list[GameMove] = []
    for one in judged_moves(match, Limits(nodes=options.nodes)):
        judged.append(one)
        print(json.dumps({"done": len(judged), "of": of}), flush=True)
    print(json.dumps({"dearest": [values_of(one) for one in dearest(judged)]}), flush=True)
    return 0


def _recorded(folder: Path, number: int) -> DraughtsMatch:
    with Journal(folder) as journal:
        header, entries = journal.header(number), journal.entries(number)
    if is_silent(header, over=listed(header, entries).finished):
        raise InputError(f"match {number}: is not over, expected a finished match or one in training")
    return draughts_match(header, entries)


if __name__ == "__main__":
    sys.exit(main())
