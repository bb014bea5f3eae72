"""A board of draughts in a picture: read, drawn in text, its squares by name, its FEN."""

from __future__ import annotations

from typing import Any, Final

from companion.games.draughts.position import picture_of, squares_of
from companion.games.draughts.squares import SIZE, Square, name
from companion.games.rules import Side, Stack
from companion.photograph.draughts import FittingPosition, PicturedSquares
from companion.record.reports.draughts_svg import draughts_svg
from companion.record.reports.svg_touch import Touch
from vision.draughts.calibration import problems
from vision.draughts.numbering import square_at
from vision.draughts.reader import read_still
from vision.draughts.squares import given_squares, surely_squares
from vision.framed import Framed, cut_out
from vision.observation import Corners
from vision.overlay import squares_overlaid
from vision.rectify import Image

IDS: Final = "fens"
EXAMPLE: Final = "d4=l, f6=D for a king, c3=."
SIGNS: Final = "l is Light, d is Dark"
WHY_CHANGED: Final = "twelve pieces a side at most"


def read(image_bgr: Image, corners_px: Corners | None = None) -> PicturedSquares:
    """Read the squares at given corners, or where they are found; raises BoardNotFoundError."""
    found = given_squares(image_bgr, corners_px) if corners_px else surely_squares(image_bgr)
    still = read_still(image_bgr, found.corners_px)
    doubts = problems(still.classes, still.known.turns)
    if found.doubtful:
        doubts.append("the board's corners: look at them, or give them (--corners)")
    if still.seen.hand:
        doubts.append("a hand is over the board")
    return PicturedSquares(still.seen, still.known.turns, tuple(doubts))


def overlay(image_bgr: Image, board: PicturedSquares) -> Image:
    """A copy of the picture with what was read in it."""
    return squares_overlaid(image_bgr, board.seen, board.turns)


def framed(image_bgr: Image, board: PicturedSquares) -> Framed:
    """The part of the picture that shows the board, Light at the bottom as it was read."""
    return cut_out(image_bgr, board.seen.corners_px, turns=board.turns)


def spot_name(board: PicturedSquares, square: Square) -> str:
    """A square for a person."""
    return board.spots[square]


def board_text(board: PicturedSquares) -> str:
    """The board as seen in the picture, with its corners named in the likeliest orientation; a capital is a king."""
    turns, there, rows = next(iter(board.ways())), board.there, []
    for row in range(SIZE):
        squares_of_row = [square_at(row, column, turns) for column in range(SIZE)]
        drawn = " ".join(there[board.square(square, turns)] for square in squares_of_row)
        rows.append(f"{name(squares_of_row[0])}  {drawn}  {name(squares_of_row[-1])}")
    return "\n".join(rows)


def notes(board: PicturedSquares) -> list[str]:  # noqa: ARG001
    """No further readings."""
    return []


def id_lines(fitting: FittingPosition) -> tuple[str]:
    """The FEN."""
    return (fitting.fen,)


def id_values(fitting: FittingPosition) -> dict[str, Any]:
    """One of ``fens`` as JSON has it."""
    return {"fen": fitting.fen, "assumes": dict(fitting.assumes)}


def assumed_text(key: str, value: str | bool) -> str:
    """The assumptions of a FEN, for a person."""
    match key:
        case "on_roll":
            return f"{value} to move"
        case "light_home":
            return f"Light sits at the {value}"
        case _:
            return f"kings: {value}"


def position_text(fitting: FittingPosition) -> str:
    """The position as Light sees it, capitals for kings."""
    position = fitting.position
    kings = set(squares_of(position.kings))
    rows = []
    for rank in reversed(range(SIZE)):
        row = range(rank * SIZE, rank * SIZE + SIZE)
        letters = [{None: ".", Side.LIGHT: "l", Side.DARK: "d"}[position.side_at(square)] for square in row]
        drawn = (letter.upper() if at in kings else letter for at, letter in zip(row, letters, strict=True))
        rows.append(f"{rank + 1}  {' '.join(drawn)}")
    return "\n".join([*rows, "   a b c d e f g h"])


def svg(fitting: FittingPosition) -> str:
    """The position drawn, as Light sees it."""
    kings = frozenset(squares_of(fitting.position.kings))
    return draughts_svg(picture_of(fitting.position), label=fitting.fen, kings=kings)


def touched_svg(board: PicturedSquares) -> str:
    """The board from Light's seat; a touched square gives its name."""
    turns, fits, doubtful = next(iter(board.ways())), board.fitting(), frozenset(board.doubtful)
    touch = {board.square(square, turns): Touch(name, square in doubtful) for square, name in board.spots.items()}
    there = {board.square(square, turns): Stack(*pair) for square, pair in board.counts.items()}
    return draughts_svg(there, label=fits[0].fen if fits else "", kings=board.kings(turns), touch=touch)
