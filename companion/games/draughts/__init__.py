"""Draughts on 8 x 8 squares: positions, moves, notation, rule sets and why a move is illegal."""

from companion.games.draughts.moves import Move, after, legal_moves, legal_routes, perft
from companion.games.draughts.position import START, Position, picture_of

__all__ = ["START", "Move", "Position", "after", "legal_moves", "legal_routes", "perft", "picture_of"]
