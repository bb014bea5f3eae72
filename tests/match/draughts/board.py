"""Looks at a board of draughts that lies in a certain way."""

from __future__ import annotations

from companion.games.draughts import Position, picture_of
from companion.games.draughts.squares import SQUARES, named
from companion.games.rules import Picture, Stack
from vision.observation import Counts, Evidence, Observation

_COUNTS: tuple[Counts, ...] = ((0, 0), (1, 0), (0, 1))
LIGHT, DARK, NOTHING = Stack(1, 0), Stack(0, 1), Stack(0, 0)


def lying(position: Position, **changed: Stack) -> Picture:
    """The picture of a position with other things on some squares."""
    return {**picture_of(position), **{named(square): stack for square, stack in changed.items()}}


def look_at(board: Position | Picture, seen_at_s: float, *, hand: bool = False, sure: float = 0.9998) -> Observation:
    """A clear look, in which each square is as sure as this."""
    picture = picture_of(board) if isinstance(board, Position) else board
    evidence = {}
    for square in SQUARES:
        there = tuple(picture[square])
        others = (1.0 - sure) / (len(_COUNTS) - 1)
        evidence[square] = Evidence({counts: sure if counts == there else others for counts in _COUNTS})
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Observation(evidence, (), None, hand, seen_at_s, corners)
