"""Draws a board of draughts as an SVG, for pages that are printed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from html import escape
from typing import Final

from companion.games.draughts.squares import SIZE, SQUARES, Square, is_dark, name
from companion.games.rules import Picture, Side
from companion.record.reports.svg_touch import UNTOUCHED, Touch

_CELL: Final = 40
_EDGE: Final = 18
_PIECE: Final = 15
_FILL: Final = {Side.LIGHT: "#f5efdc", Side.DARK: "#3a3230"}


def draughts_svg(
    board: Picture,
    *,
    label: str,
    kings: frozenset[Square] = frozenset(),
    marked: Collection[Square] = (),
    better: Collection[Square] = (),
    field_at: str = "",
    touch: Mapping[Square, Touch] = UNTOUCHED,
) -> str:
    """Return the drawing, seen from Light's seat, with the names of files and rows at its edges.

    ``board``: any stacks, also both sides on one square.  ``kings``: squares of kings, where they are known.
    ``marked``: squares with a frame, such as those of the last move; ``better``: with a dashed one, of another move.
    ``field_at``: refer to the empty board that :func:`shared_squares` has drawn under this name on the same page.
    ``touch``: areas over squares.
    """
    size = SIZE * _CELL + 2 * _EDGE
    field = [f'<use href="#{field_at}"/>'] if field_at else [*_squares(), *_names()]
    parts = [*field, *map(_frame, marked), *map(_dashed, better), *_pieces(board, kings)]
    parts += [one.area(*_corner(square), _CELL, _CELL) for square, one in touch.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def shared_squares(name: str) -> str:
    """The empty board, to be used by many boards of one page; it shows nothing itself."""
    parts = "".join([*_squares(), *_names()])
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs><g id="{name}">{parts}</g></defs></svg>'


def _corner(square: Square) -> tuple[int, int]:
    return _EDGE + square % SIZE * _CELL, _EDGE + (SIZE - 1 - square // SIZE) * _CELL


def _squares() -> Iterator[str]:
    for square in SQUARES:
        x, y = _corner(square)
        fill = "#a9825a" if is_dark(square) else "#eadfc8"
        yield f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}"/>'


def _frame(square: Square) -> str:
    x, y = _corner(square)
    side = _CELL - 4
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" fill="none" stroke="#b3261e" stroke-width="3"/>'
    )


def _dashed(square: Square) -> str:
    """Inside the other frame, so that a square of both moves has two."""
    x, y = _corner(square)
    side = _CELL - 10
    return (
        f'<rect x="{x + 5}" y="{y + 5}" width="{side}" height="{side}" fill="none" stroke="#1a6e2e" stroke-width="3" '
        f'stroke-dasharray="6 4"/>'
    )


def _names() -> Iterator[str]:
    for place in range(SIZE):
        across, up = name(place)[0], name(place * SIZE)[1]
        x, y = _EDGE + place * _CELL + _CELL // 2, _EDGE + (SIZE - 1 - place) * _CELL + _CELL // 2 + 4
        foot = 2 * _EDGE + SIZE * _CELL - 5
        yield f'<text x="{x}" y="{foot}" font-size="12" text-anchor="middle" fill="#555">{across}</text>'
        yield f'<text x="{_EDGE // 2}" y="{y}" font-size="12" text-anchor="middle" fill="#555">{up}</text>'


def _pieces(board: Picture, kings: frozenset[Square]) -> Iterator[str]:
    for square, stack in board.items():
        x, y = _corner(square)
        for number, side in enumerate([Side.LIGHT] * stack.light + [Side.DARK] * stack.dark):
            middle = x + _CELL // 2 + 6 * number, y + _CELL // 2 - 6 * number
            yield _piece(middle, side)
            if square in kings:
                yield _piece((middle[0], middle[1] - 6), side)


def _piece(middle: tuple[int, int], side: Side) -> str:
    x, y = middle
    return f'<circle cx="{x}" cy="{y}" r="{_PIECE}" fill="{_FILL[side]}" stroke="#222" stroke-width="1.5"/>'
