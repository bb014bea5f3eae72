"""The features of the evaluation of draughts: differences Light minus Dark, each from its own side.

All are counts on bitboards, so that a leaf of the search costs a few microseconds on a small computer.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import SIZE, SQUARES, named

Features: TypeAlias = tuple[int, ...]

NAMES: Final = (
    "men on row 1",
    "men on row 2",
    "men on row 3",
    "men on row 4",
    "men on row 5",
    "men on row 6",
    "men on row 7",
    "kings",
    "a king, the other side none",
    "kings on the long diagonal",
    "men in the centre",
    "men on the edge",
    "men on the bridge",
    "men with a piece behind",
    "free steps",
    "men threatened, of the side to move",
    "free way of 1 to promotion",
    "free way of 2 to promotion",
    "free way of 3 to promotion",
    "balance of the wings",
    "the move",
)
"""The features in their order; rows are counted from each side's own back row."""

NOT_A: Final = bits_of(square for square in SQUARES if square % SIZE != 0)
NOT_H: Final = bits_of(square for square in SQUARES if square % SIZE != SIZE - 1)
ROWS: Final = tuple(bits_of(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE))
LONG_DIAGONAL: Final = bits_of(9 * step for step in range(SIZE))
"""a1 to h8."""
CENTRE: Final = bits_of(named(square) for square in ("c3", "e3", "d4", "f4", "c5", "e5", "d6", "f6"))
EDGE: Final = bits_of(square for square in SQUARES if square % SIZE in (0, SIZE - 1))
BRIDGE: Final = (bits_of([named("c1"), named("e1")]), bits_of([named("d8"), named("f8")]))
"""The pair of the back row that keeps a side from promoting, of Light and of Dark."""
_LEFT: Final = bits_of(square for square in SQUARES if square % SIZE < SIZE // 2)


def _cone(square: int, up: int) -> int:
    """The squares from which a man's way to the far row can be met: all in front of it within its diagonals."""
    file, row = square % SIZE, square // SIZE
    ranks = range(row + up, SIZE if up > 0 else -1, up)
    return bits_of(
        SIZE * rank + column
        for rank in ranks
        for column in range(SIZE)
        if abs(column - file) <= abs(rank - row) and (column + rank) % 2 == 0
    )


CONES: Final = (
    tuple(_cone(square, 1) for square in SQUARES),
    tuple(_cone(square, -1) for square in SQUARES),
)
"""For Light and for Dark, by square: what must be free of the opponent for a man to run through by itself."""


def jumpable(theirs: int, own: int, empty: int) -> int:
    """Return those of ``theirs`` that a man of ``own``, wherever it stands next to them, can jump."""
    return theirs & (
        ((own & NOT_H) << 9 & (empty & NOT_A) >> 9)
        | ((own & NOT_A) << 7 & (empty & NOT_H) >> 7)
        | ((own & NOT_A) >> 9 & (empty & NOT_H) << 9)
        | ((own & NOT_H) >> 7 & (empty & NOT_A) << 7)
    )


def features(light: int, dark: int, kings: int, light_moves: bool) -> Features:
    """Return the features of a position; ``light_moves``: whether Light is to move."""
    occupied = light | dark
    empty = ~occupied
    lights, darks = light & ~kings, dark & ~kings
    light_kings, dark_kings = (light & kings).bit_count(), (dark & kings).bit_count()
    run = [0, 0, 0]
    for distance in (1, 2, 3):
        runners = lights & ROWS[7 - distance]
        while runners:
            low = runners & -runners
            runners ^= low
            if not CONES[0][low.bit_length() - 1] & dark:
                run[distance - 1] += 1
        runners = darks & ROWS[distance]
        while runners:
            low = runners & -runners
            runners ^= low
            if not CONES[1][low.bit_length() - 1] & light:
                run[distance - 1] -= 1
    light_steps = ((lights & NOT_A) << 7 & empty).bit_count() + ((lights & NOT_H) << 9 & empty).bit_count()
    dark_steps = ((darks & NOT_H) >> 7 & empty).bit_count() + ((darks & NOT_A) >> 9 & empty).bit_count()
    behind_light = (lights & (light & NOT_H) << 9).bit_count() + (lights & (light & NOT_A) << 7).bit_count()
    behind_dark = (darks & (dark & NOT_A) >> 9).bit_count() + (darks & (dark & NOT_H) >> 7).bit_count()
    threatened = jumpable(light, dark, empty).bit_count() if light_moves else -jumpable(dark, light, empty).bit_count()
    light_count, dark_count = light.bit_count(), dark.bit_count()
    return (
        (lights & 0xFF).bit_count() - (darks >> 56).bit_count(),
        (lights & 0xFF00).bit_count() - (darks & 0xFF000000000000).bit_count(),
        (lights & 0xFF0000).bit_count() - (darks & 0xFF0000000000).bit_count(),
        (lights & 0xFF000000).bit_count() - (darks & 0xFF00000000).bit_count(),
        (lights & 0xFF00000000).bit_count() - (darks & 0xFF000000).bit_count(),
        (lights & 0xFF0000000000).bit_count() - (darks & 0xFF0000).bit_count(),
        (lights & 0xFF000000000000).bit_count() - (darks & 0xFF00).bit_count(),
        light_kings - dark_kings,
        (light_kings > 0) - (dark_kings > 0),
        (light & kings & LONG_DIAGONAL).bit_count() - (dark & kings & LONG_DIAGONAL).bit_count(),
        (lights & CENTRE).bit_count() - (darks & CENTRE).bit_count(),
        (lights & EDGE).bit_count() - (darks & EDGE).bit_count(),
        (lights & BRIDGE[0]).bit_count() - (darks & BRIDGE[1]).bit_count(),
        behind_light - behind_dark,
        light_steps - dark_steps,
        threatened,
        run[0],
        run[1],
        run[2],
        abs(2 * (dark & _LEFT).bit_count() - dark_count) - abs(2 * (light & _LEFT).bit_count() - light_count),
        1 if light_moves else -1,
    )
