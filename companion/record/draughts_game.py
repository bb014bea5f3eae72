"""The written game of draughts as plain values, which every file format reads and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.games.draughts import START, Move, Position, after

OPEN: Final = "*"
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "0-0", OPEN)
"""The results of PDN: Light or Dark wins, a draw, both lose, unknown."""


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A legal move, and what was written after it."""

    move: Move
    comment: str = ""


@dataclass(frozen=True, slots=True)
class WrittenBoard:
    """A new setup of the board."""

    position: Position
    comment: str = ""


Act: TypeAlias = WrittenMove | WrittenBoard


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """One game: names of (Light, Dark), its start, its acts, its result.

    ``result``: one of :data:`RESULTS`.  ``header``: further facts as PDN's tags have them, such as ``Event``, ``Date``.
    ``comment``: before the first move.
    """

    names: tuple[str, str] = ("", "")
    start: Position = START
    acts: tuple[Act, ...] = ()
    result: str = OPEN
    header: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    def positions(self) -> Iterator[Position]:
        """Yield the position before each act and the last one."""
        position = self.start
        yield position
        for act in self.acts:
            position = after(position, act.move) if isinstance(act, WrittenMove) else act.position
            yield position

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(act.move for act in self.acts if isinstance(act, WrittenMove))
