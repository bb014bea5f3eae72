"""Lets GNU Backgammon play itself and value every legal play of every roll: the training data.

Run by GNU Backgammon's own Python, one process per seed (docs/internals/evaluator.md)::

    NET_SEED=1 NET_PLIES=0 NET_SECONDS=600 NET_OUT=FOLDER gnubg -t -q -p companion/lab/coach_training/play.py </dev/null

It writes ``FOLDER/plies-seed.bin``: one group for each decision, ``HEADER`` then one ``CANDIDATE`` for each legal
play.  Players differ: each chooses plays at random, better ones more often, how strictly is drawn for each game;
so positions arise that good players avoid.  With ``NET_PLIES=2`` decisions that are not obvious are valued
three times, at 0, 1 and 2 plies, each time a group of its own.
"""

from __future__ import annotations

import math
import os
import struct
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import gnubg

sys.path.insert(0, "companion/lab/coach_training")
from starts import BAR, SHARES, Board, flipped, start

HEADER = struct.Struct("<26b2bbbH")
"""Board in the roller's view, dice, plies asked for, index of the start in ``SHARES``, number of candidates."""
CANDIDATE = struct.Struct("<26bb6f")
"""Board after the play (roller's view), plies of its value, cubeful money equity, five chances of the roller."""

STRICTNESS = (0.0, 0.0, 0.005, 0.015, 0.03, 0.06, 0.12)
"""Equity that a player finds hardly worth noticing; drawn for each player and game."""
CARELESS = (0.0, 0.0, 0.0, 0.02, 0.1)
"""The share of random plays."""
OBVIOUS = 0.25
"""A best play by that much equity teaches nothing at a deeper look."""
SEEN_DEEPER = 0.5
"""Share of the decisions that are looked at more deeply: neighbours in a game resemble each other."""


def command(text: str) -> None:
    gnubg.command(text)


def prepare() -> None:
    """A session in which nothing is played or asked by GNU Backgammon itself."""
    for text in ("display off", "output rawboard on", "confirm new off", "confirm save off"):
        command(f"set {text}")
    for what in ("roll", "bearoff", "move", "game"):
        command(f"set automatic {what} off")
    for text in ("player 0 human", "player 1 human", "threads 1", "jacoby off"):
        command(f"set {text}")
    command("new session")
    command("set evaluation chequer evaluation cubeful on")


def hints(board: Board, dice: tuple[int, int], plies: int) -> list[dict[str, Any]]:
    """GNU Backgammon's list of all legal plays, or empty."""
    mine = tuple(max(board[point], 0) for point in range(1, 26))
    theirs = tuple(max(-board[25 - point], 0) for point in range(1, 26))
    cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0)
    command("set gnubgid " + gnubg.gnubgid((theirs, mine), cube, gnubg.posinfo(1, 0, 0, 1, dice)))
    command(f"set evaluation chequer evaluation plies {plies}")
    answer = gnubg.hint(-1)
    return answer["hint"] if answer else []


def played(board: Board, text: str) -> Board:
    """The board after a play written as GNU Backgammon writes it."""
    after = list(board)
    for part in text.replace("*", "").split():
        times = 1
        if part.endswith(")"):
            part, _, number = part.partition("(")
            times = int(number[:-1])
        stops = [BAR if stop == "bar" else 0 if stop == "off" else int(stop) for stop in part.split("/")]
        for source, target in pairwise(stops):
            after[source] -= times
            if target:
                if after[target] < 0:
                    after[0] += after[target]
                    after[target] = 0
                after[target] += times
    return after


def written(
    out: BinaryIO, board: Board, dice: tuple[int, int], plies: int, style: int, plays: list[Any]
) -> list[Board]:
    """Keeps one decision; the boards the plays lead to."""
    ends = [played(board, play["move"]) for play in plays]
    out.write(HEADER.pack(*board, *dice, plies, style, len(plays)))
    for end, play in zip(ends, plays, strict=True):
        depth = play["context"]["plies"] if play["type"] == "eval" else 9
        out.write(CANDIDATE.pack(*end, depth, play["equity"], *play["details"]["probs"]))
    return ends


def chosen(plays: list[Any], strictness: float, careless: float, random: Random) -> int:
    if random.random() < careless:
        return random.randrange(len(plays))
    if strictness == 0:
        return 0
    best = plays[0]["equity"]
    return random.choices(range(len(plays)), [math.exp((play["equity"] - best) / strictness) for play in plays])[0]


def game(out: BinaryIO, random: Random, plies: int) -> None:
    """One game to its end."""
    name, board = start(random)
    style = [known for known, _ in SHARES].index(name)
    players = [(random.choice(STRICTNESS), random.choice(CARELESS)) for _ in range(2)]
    for turn in range(400):
        dice = (random.randint(1, 6), random.randint(1, 6))
        while turn == 0 and style == 0 and dice[0] == dice[1]:
            dice = (random.randint(1, 6), random.randint(1, 6))
        plays = hints(board, dice, 0)
        if plays:
            ends = written(out, board, dice, 0, style, plays)
            seen_deeper = plies and len(plays) >= 3 and random.random() < SEEN_DEEPER
            if seen_deeper and plays[0]["equity"] - plays[1]["equity"] <= OBVIOUS:
                for deeper in range(1, plies + 1):
                    written(out, board, dice, deeper, style, hints(board, dice, deeper))
            board = ends[chosen(plays, *players[turn % 2], random)]
            if not any(count > 0 for count in board):
                return
        board = flipped(board)


def main() -> None:
    seed, plies = int(os.environ["NET_SEED"]), int(os.environ["NET_PLIES"])
    random, until = Random(seed), time.time() + float(os.environ["NET_SECONDS"])
    prepare()
    with Path(os.environ["NET_OUT"], f"{plies}-{seed}.bin").open("wb") as out:
        while time.time() < until:
            game(out, random, plies)


main()
