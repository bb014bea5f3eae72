"""The words for a board of draughts in a picture: drawn in text, its squares by name, its FEN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import InputError, quoted
from companion.games.draughts.position import picture_of, squares_of
from companion.games.draughts.squares import SIZE, Square, name, named
from companion.games.rules import Side
from companion.photograph.draughts import LIGHT_AT, FittingPosition, PicturedSquares
from companion.photograph.open_reading import Key, Option, Question
from companion.record.reports.draughts_svg import draughts_svg
from vision.draughts import squares
from vision.draughts.numbering import square_at
from vision.draughts.overlay import squares_overlaid
from vision.draughts.problems import problems, surely_squares
from vision.draughts.reader import read_still
from vision.framed import Framed, cut_out
from vision.observation import Corners, Counts
from vision.rectify import Image

IDS: Final = "fens"
EXAMPLE: Final = "d4=l, f6=D for a king, c3=."
WHY_CHANGED: Final = "twelve pieces a side at most"
_SIGN: Final = {Side.LIGHT: "Light (l)", Side.DARK: "Dark (d)"}
_LETTERS: Final[Mapping[Counts, str]] = {(0, 0): ".", (1, 0): "l", (0, 1): "d"}


def read(image_bgr: Image, corners_px: Corners | None = None) -> PicturedSquares:
    """Read the squares at given corners, or where they are found; raises BoardNotFoundError."""
    if corners_px:
        corners = squares.corrected_corners(image_bgr, corners_px)
        sure = squares.sureness(image_bgr, corners)
    else:
        found = surely_squares(image_bgr)
        corners, sure = found.corners_px, found.confidence
    still = read_still(image_bgr, corners)
    doubts = problems(still.classes, still.known.turns)
    if sure < squares.SURE:
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


def corrected(board: PicturedSquares, text: str) -> PicturedSquares:
    """The board with a square corrected: ``d4=l``, ``f6=D`` (a king), ``c3=.``; raises InputError naming the text."""
    place, equals, piece = (part.strip() for part in text.partition("="))
    try:
        square = board.square(named(place), next(iter(board.ways())))
    except ValueError:
        equals = ""
    if not equals:
        raise InputError(f"{quoted(text)}: expected a square and what is on it, such as d4=l, f6=D for a king, c3=.")
    return board.corrected(square, piece)


def spot_value(board: PicturedSquares, square: Square) -> str:
    """A square as JSON and ``--set`` name it."""
    return name(board.square(square, next(iter(board.ways()))))


spot_name = spot_value


def counts_text(counts: Counts) -> str:
    """``l``, ``d`` or ``.``."""
    return _LETTERS[counts]


def board_text(board: PicturedSquares, turns: int | None = None) -> str:
    """The board as it lies in the picture, with the names of its corners if Light sits there; a capital is a king."""
    turns = next(iter(board.ways())) if turns is None else turns
    kings = board.kings(turns)
    rows = []
    for row in range(SIZE):
        there = [square_at(row, column, turns) for column in range(SIZE)]
        letters = [_LETTERS[board.counts[board.square(square, turns)]] for square in there]
        drawn = (letter.upper() if square in kings else letter for square, letter in zip(there, letters, strict=True))
        rows.append(f"{name(there[0])}  {' '.join(drawn)}  {name(there[-1])}")
    return "\n".join(rows)


def notes(board: PicturedSquares) -> list[str]:  # noqa: ARG001
    """Nothing else is read."""
    return []


def option_text(board: PicturedSquares, question: Question, option: Option) -> str:
    """An answer for a person; which way round is drawn."""
    if question.key is Key.WAY:
        edge = {"bottom": "at the bottom", "top": "at the top", "left": "at the left", "right": "at the right"}
        return f"Light sits {edge[option.value]}\n{board_text(board, LIGHT_AT.index(option.value))}"
    return _SIGN[Side(option.value)]


def asked(board: PicturedSquares, question: Question) -> str:  # noqa: ARG001
    """The question for a person."""
    if question.key is Key.WAY:
        return "Which way round?  The board is drawn as it lies in the picture, with the names of its squares."
    return "Who is to move?"


OTHERWISE: Final[Mapping[Key, tuple[str, str]]] = {}


def id_lines(fitting: FittingPosition) -> tuple[str]:
    """The FEN."""
    return (fitting.fen,)


def id_values(fitting: FittingPosition) -> dict[str, Any]:
    """One of ``fens`` as JSON has it."""
    return {"fen": fitting.fen, "assumes": dict(fitting.assumes)}


def assumed_text(key: str, value: str | bool) -> str:
    """What a FEN assumes, for a person."""
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
