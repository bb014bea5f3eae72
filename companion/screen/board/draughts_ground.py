"""The empty draughts board as pixels: a frame of wood around squares of leather, drawn once.  No Kivy here."""

from __future__ import annotations

from typing import Final

from companion.games.draughts.squares import DARK_SQUARES, SQUARES
from companion.screen.board.draughts_layout import DraughtsLayout
from companion.screen.board.ground import Painting, Picture
from companion.screen.theme import THEME, Colour

_PALENESS: Final = 0.6
"""How far the light squares are from the colour of the dark ones to that of the rim's letters."""


def pale_square() -> Colour:
    """The colour of the squares that carry nothing; the others have the theme's field's."""
    red, green, blue = (
        low + _PALENESS * (high - low) for low, high in zip(THEME.field[:3], THEME.rim[:3], strict=True)
    )
    return red, green, blue, 1.0


def ground(layout: DraughtsLayout) -> Picture:
    """The board of a layout without anything that changes, as large as its frame in whole pixels."""
    board = Painting(layout.frame, small=layout.small)
    seam = 0.0 if layout.small else THEME.px(1.5)
    field = board.mask(layout.field)
    board.paint(board.mask(layout.field.inset(-seam)), THEME.frame_edge)
    board.paint(field, pale_square(), board.leather)
    for square in SQUARES:
        if square in DARK_SQUARES:
            board.paint(board.mask(layout.square(square)), THEME.field, board.leather)
    board.sink(field, THEME.px(2.0), 0.35)
    return board.done()
