"""Positions of draughts for tests: written as in FEN, or reached by random moves."""

from __future__ import annotations

from random import Random

from companion.games.draughts import START, Position, after, legal_moves
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import named
from companion.games.rules import Side


def board(light: str, dark: str, to_move: Side = Side.LIGHT) -> Position:
    """``board("c3 Kd4", "f6")``: squares of both sides, kings with a K before."""
    squares = [[named(word.lstrip("K")) for word in words.split()] for words in (light, dark)]
    kings = [named(word[1:]) for word in [*light.split(), *dark.split()] if word[0] == "K"]
    return Position(bits_of(squares[0]), bits_of(squares[1]), bits_of(kings), to_move)


def random_positions(number: int, seed: int, *, most_moves: int = 70) -> list[Position]:
    """Positions with a legal move, each from a random game of its own."""
    rng, found = Random(seed), list[Position]()
    while len(found) < number:
        position = START
        for _ in range(rng.randrange(most_moves)):
            moves = legal_moves(position)
            if not moves:
                break
            position = after(position, rng.choice(moves))
        if legal_moves(position):
            found.append(position)
    return found
