"""A board of draughts in a picture, and the positions that fit it.

Squares are numbered as read, until :func:`_square` turns them to an orientation.  A picture does not distinguish men
from kings: a piece is a man unless a man would be crowned there, or a person says that it is a king.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple

from companion.errors import InputError, quoted
from companion.games.catalogue import Game
from companion.games.draughts.fen import MOST_PIECES
from companion.games.draughts.position import FAR_ROW, Position, bits_of, squares_of
from companion.games.draughts.squares import SIZE, SQUARES, Square, is_dark, name, named
from companion.games.rules import Side
from companion.photograph.open_reading import (
    NOTHING,
    SURE,
    Changed,
    Key,
    Option,
    Question,
    Said,
    in_order,
    one_of,
    over,
)
from vision.observation import Counts, Evidence, Observation

PIECES: Final[Mapping[str, Counts]] = {".": (0, 0), "l": (1, 0), "d": (0, 1), "L": (1, 0), "D": (0, 1)}
"""The answers for a square; a capital is a king."""
LIGHT_AT: Final = ("bottom", "left", "top", "right")
"""Light's seat in the picture, by the quarters that the reader counts."""
_RANKS: Final = (279, 226, 190, 143, 72, 46, 23, 20)
"""Of 1,000 pieces, those on their own first to eighth row: 120 games of ``companion.lab.draughts_training.play`` at
depth 2.
"""
_TOGETHER: Final = 0.5
"""Pieces of one position are not independent: each counts half.  So no true orientation of 890 positions of other games
was less likely than 0.01.
"""


class FittingPosition(NamedTuple):
    """A position that fits, and what it assumes: every answer by its key."""

    position: Position
    assumes: Mapping[str, str]

    @property
    def fen(self) -> str:
        return self.position.fen()


@dataclass(frozen=True, slots=True)
class PicturedSquares:
    """A picture's reading of a position of draughts, and a person's answers.

    ``turns``: index of :data:`LIGHT_AT`, as read.  ``doubts``: sentences about the picture as a whole.  ``said``: by
    square, a person's piece, one of :data:`PIECES`.
    """

    GAME: ClassVar = Game.DRAUGHTS
    CHOICES: ClassVar = tuple(PIECES)
    """The offered contents of a square."""

    seen: Observation
    turns: int
    doubts: tuple[str, ...] = ()
    answers: Mapping[Key, str] = field(default_factory=dict)
    said: Mapping[Square, str] = field(default_factory=dict)

    def answered(self, key: Key, value: str) -> PicturedSquares:
        """The same with an answer; raises InputError for one that makes no sense, or is not asked."""
        value = value.strip().lower()
        if key in (Key.WAY, Key.LIGHT_HOME):
            places = tuple(LIGHT_AT[turns] for turns in self._turns())
            return replace(self, answers={**self.answers, Key.WAY: one_of(key, value, places)})
        if key is Key.ON_ROLL:
            sides = tuple(side.value for side in Side)
            return replace(self, answers={**self.answers, key: one_of(key, value, sides)})
        raise InputError(f"{key}: is not asked in draughts")

    def corrected(self, square: Square, piece: str) -> PicturedSquares:
        """The same with another piece on a square, numbered as read; raises InputError where none can stand."""
        if piece not in PIECES:
            raise InputError(f"{quoted(piece)}: expected one of {' '.join(PIECES)}, a capital for a king")
        return replace(self, said={**self.said, square: piece})

    def with_correction(self, text: str) -> PicturedSquares:
        """The same with one correction: ``d4=l``, ``f6=D`` (a king), ``c3=.``; raises InputError naming the text."""
        place, equals, piece = (part.strip() for part in text.partition("="))
        try:
            square = self.spot_at(named(place))
        except ValueError:
            equals = ""
        if not equals:
            raise InputError(
                f"{quoted(text)}: expected a square and what is on it, such as d4=l, f6=D for a king, c3=."
            )
        return self.corrected(square, piece)

    def number(self, square: Square) -> Square:
        """The number of a square as read, the likeliest way round."""
        return self.square(square, next(iter(self.ways())))

    spot_at = number

    @property
    def spots(self) -> dict[Square, str]:
        """The name of each square for corrections, in the order of its numbers."""
        turns = next(iter(self.ways()))
        return {self.square(number, turns): name(number) for number in SQUARES}

    @property
    def there(self) -> dict[Square, str]:
        """The content of each square in the form of a correction."""
        turns = next(iter(self.ways()))
        kings, pieces = self.kings(turns), {at: self.counts_text(pair) for at, pair in self.counts.items()}
        return {at: one.upper() if self.square(at, turns) in kings else one for at, one in pieces.items()}

    @staticmethod
    def counts_text(counts: Counts) -> str:
        """``l``, ``d`` or ``.``."""
        return next(piece for piece, pair in PIECES.items() if pair == counts)

    @property
    def evidence(self) -> Mapping[Square, Evidence]:
        """Every square as read, under twelve pieces a side."""
        return self.seen.evidence

    @property
    def counts(self) -> dict[Square, Counts]:
        """(light, dark) of every square."""
        return {square: PIECES[said] if (said := self.said.get(square)) else self.seen.spot(square).best
                for square in SQUARES}  # fmt: skip

    @property
    def changed(self) -> tuple[Changed, ...]:
        """Squares that hold something else than they show by themselves, since a side has twelve pieces at most."""
        pairs = {
            square: (self.seen.unbiased[square], self.seen.spot(square))
            for square in SQUARES
            if square not in self.said
        }
        return tuple(
            Changed(square, alone.best, used.best)
            for square, (alone, used) in pairs.items()
            if used.seen and alone.best != used.best
        )

    @property
    def doubtful(self) -> tuple[Square, ...]:
        """Squares that a person should look at: hidden, unsure, changed by the sum, or light ones with a piece."""
        changed = {one.spot for one in self.changed}
        counts = self.counts
        return tuple(
            square
            for square in SQUARES
            if square not in self.said
            and (square in changed or self.seen.spot(square).confidence < SURE
                 or (not is_dark(square) and any(counts[square])))
        )  # fmt: skip

    @property
    def problems(self) -> tuple[Said, ...]:
        """Why no position fits; empty where one does."""
        counts = self.counts
        sides = zip(Side, (sum(pair[k] for pair in counts.values()) for k in (0, 1)), strict=True)
        corrected = [over(side, n - MOST_PIECES) for side, n in sides if n > MOST_PIECES]
        if not any(map(any, counts.values())):
            corrected.append(NOTHING)
        if any(any(pair) for square, pair in counts.items() if not is_dark(square)):
            corrected.append(("picture.light-square", {}))
        return tuple(corrected)

    def ways(self) -> dict[int, float]:
        """Light's possible seats, as indices of :data:`LIGHT_AT`, the likeliest first, each with its likelihood."""
        here, there = self._turns()
        said = self.answers.get(Key.WAY)
        if said is not None:
            return {LIGHT_AT.index(said): 1.0}
        log = _TOGETHER * sum(
            math.log(_RANKS[rank] / _RANKS[SIZE - 1 - rank])
            for square, pair in self.counts.items()
            for rank, n in zip((square // SIZE, SIZE - 1 - square // SIZE), pair, strict=True)
            if n
        )
        likely = 1 / (1 + math.exp(-log))
        options = in_order({LIGHT_AT[here]: likely, LIGHT_AT[there]: 1 - likely})
        return {LIGHT_AT.index(option.value): option.likelihood or 0.0 for option in options}

    def questions(self) -> tuple[Question, ...]:
        """The open questions, in the best order."""
        ways = self.ways()
        asked = [Question(Key.WAY, tuple(Option(LIGHT_AT[turns], p) for turns, p in ways.items()))]
        if Key.ON_ROLL not in self.answers:
            asked.append(Question(Key.ON_ROLL, tuple(Option(side.value) for side in Side)))
        return tuple(question for question in asked if len(question.options) > 1)

    def fitting(self) -> tuple[FittingPosition, ...]:
        """Every position that fits what was read and said, the likeliest first; none where there are problems."""
        if self.problems:
            return ()
        said = self.answers.get(Key.ON_ROLL)
        sides = Side if said is None else (Side(said),)
        return tuple(self._fits(turns, side) for turns in self.ways() for side in sides)

    def kings(self, turns: int) -> frozenset[Square]:
        """The squares of kings where Light sits so: on the far row, and where a person has seen one."""
        pieces = {self.square(square, turns): pair for square, pair in self.counts.items()}
        crowned = {self.square(square, turns) for square, said in self.said.items() if said.isupper()}
        far = zip(Side, (0, 1), strict=True)
        return frozenset(crowned) | {
            square for side, k in far for square in squares_of(FAR_ROW[side]) if pieces[square][k]
        }

    def square(self, square: Square, turns: int) -> Square:
        """The number that a square as read has where Light sits so; its own inverse."""
        return square if turns == self.turns else len(SQUARES) - 1 - square

    def _fits(self, turns: int, to_move: Side) -> FittingPosition:
        held = {self.square(square, turns): pair for square, pair in self.counts.items()}
        light, dark = (bits_of(square for square, pair in held.items() if pair[k]) for k in (0, 1))
        kings = self.kings(turns)
        assumes = {"on_roll": to_move.value, "light_home": LIGHT_AT[turns]}
        assumes["kings"] = ",".join(map(name, sorted(kings))) or "none"
        return FittingPosition(Position(light, dark, bits_of(kings), to_move), assumes)

    def _turns(self) -> tuple[int, int]:
        return self.turns, (self.turns + 2) % 4
