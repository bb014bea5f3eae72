"""A board of backgammon in a picture: read, drawn in text, its spots by name, its IDs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from companion.app.board_vision import found_board
from companion.games.backgammon import picture_of
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.text_board import drawn
from companion.games.rules import BAR, Stack
from companion.photograph.backgammon import NO_DICE, Fitting, PicturedBoard
from companion.photograph.cube import cube_of
from companion.photograph.open_reading import Key
from companion.photograph.ways import point_of
from companion.record.reports.board_svg import board_svg
from companion.record.reports.svg_touch import UNTOUCHED, Touch
from vision.corners import SURE, find_board, given_board
from vision.framed import Framed, cut_out
from vision.observation import POINTS, USUAL, Corners, Spot
from vision.overlay import overlaid
from vision.reader import read_still
from vision.rectify import Image

IDS: Final = "ids"
EXAMPLE: Final = "13=4l, 6=0, bar=1d or dice=31"
SIGNS: Final = "O is Light, X is Dark"
WHY_CHANGED: Final = "fifteen checkers a side"
_FRAME: Final = 0.15
"""Of the field's size: so much round it may be its frame and trays."""
_GREY: Final = 127


def read(image_bgr: Image, corners_px: Corners | None = None) -> PicturedBoard:
    """Read the board at given corners, or where it is found; raises BoardNotFoundError."""
    board = given_board(image_bgr, corners_px) if corners_px else found_board(image_bgr)
    still = read_still(image_bgr, board.corners_px)
    doubts = []
    if board.partly:
        doubts.append("the board is only partly in the picture")
    elif board.doubtful:
        doubts.append("the board's corners: look at them, or give them (--corners)")
    if still.seen.hand:
        doubts.append("a hand is over the board")
    if corners_px is None and _shows_another(image_bgr, board.corners_px):
        doubts.append(
            "another board is in the picture: crop it, or give the corners of the one that is meant (--corners)"
        )
    return PicturedBoard(still.seen, tuple(doubts), still.alike, geometry=still.known.geometry)


def overlay(image_bgr: Image, board: PicturedBoard) -> Image:
    """A copy of the picture with what was read in it."""
    return overlaid(image_bgr, board.seen, board.geometry)


def _shows_another(image_bgr: Image, corners_px: Corners) -> bool:
    """Whether there is certainly another board than the one with these corners."""
    corners = np.array(corners_px)
    least, most = corners.min(axis=0), corners.max(axis=0)
    margin = _FRAME * (most - least)
    left, top = np.clip(least - margin, 0, None).astype(int)
    right, bottom = (most + margin).astype(int)
    rest = image_bgr.copy()
    rest[top:bottom, left:right] = _GREY
    return find_board(rest).confidence >= SURE


def framed(image_bgr: Image, board: PicturedBoard) -> Framed:
    """The part of the picture that shows the board, its upper row on top."""
    return cut_out(image_bgr, board.seen.corners_px)


def spot_name(board: PicturedBoard, spot: Spot) -> str:
    """A spot for a person: its number, and its place in the picture."""
    if spot == BAR:
        return "the bar"
    row, column = USUAL.cell(spot)
    return f"the {board.spots[spot]}-point ({row}{column + 1} in the picture)"


def board_text(board: PicturedBoard) -> str:
    """The board as seen in the picture, with the numbers of its points in the likeliest orientation."""
    way = next(iter(board.ways()))
    points = [0] * 24
    for spot, (light, dark) in board.counts.items():
        if spot in POINTS:
            points[point_of(spot, way) - 1] = light - dark
    upper = [way.point("top", column) for column in range(12)]
    return drawn(tuple(points), Stack(*board.counts.get(BAR, (0, 0))), upper)


def notes(board: PicturedBoard) -> list[str]:
    """Further readings, and the orientation of the drawn board if it differs from the picture."""
    cube = next((q.options[0] for q in board.questions() if q.key is Key.CUBE), None)
    likeliest = str(board.fitting()[0].assumes["cube"]) if board.fitting() else cube.value if cube else ""
    lines = ["no roll is seen" if board.dice == NO_DICE else f"dice {board.dice}"]
    if board.seen.cube is not None and likeliest:
        lines.append(f"cube {likeliest}")
    first, second, third, fourth = board.seen.corners_px
    across, down = (third[k] + fourth[k] - first[k] - second[k] for k in (0, 1))
    if abs(across) > abs(down):
        lines.append(f"the {'left' if across > 0 else 'right'} of the picture is drawn on top")
    elif down < 0:
        lines.append("the picture is drawn upside down")
    return ["; ".join(lines)]


def id_lines(fitting: Fitting) -> tuple[str, str]:
    """The XGID and GNU Backgammon's pair of IDs."""
    return fitting.xgid, fitting.gnubg_id


def id_values(fitting: Fitting) -> dict[str, Any]:
    """One of ``ids`` as JSON has it."""
    return {"xgid": fitting.xgid, "gnu": fitting.gnubg_id, "assumes": dict(fitting.assumes)}


def assumed_text(key: str, value: str | bool) -> str:
    """The assumptions of an ID, for a person; empty if they are obvious."""
    match key, str(value):
        case "on_roll", side:
            return f"{side} on roll"
        case "home", half:
            return f"home boards at the {half}"
        case "light_home", row:
            return f"Light's home in the {row} row"
        case "light_is_lighter", lighter:
            return "" if lighter == "True" else "Light has the darker checkers"
        case "missing", place:
            return "missing checkers " + {"off": "borne off", "bar": "on the bar"}[place]
        case "dice", dice:
            return "" if dice == NO_DICE else f"{dice} rolled"
        case "length", length:
            return "money play" if length == "0" else f"match to {length}"
        case "score", score:
            return f"score {score.replace(',', '–')}"
        case "crawford", yes:
            return "Crawford game" if yes == "yes" else ""
        case _:
            return f"{key} {value}"


def position_text(fitting: Fitting) -> str:
    """The position as Light sees it."""
    return str(fitting.situation.position)


def svg(fitting: Fitting) -> str:
    """The position drawn, as Light sees it."""
    return _drawn(fitting)


def touched_svg(board: PicturedBoard) -> str:
    """The board from Light's seat; a touched point or bar gives its name for a correction."""
    way, fits, doubtful = next(iter(board.ways())), board.fitting(), frozenset(board.doubtful)
    touch = {point_of(spot, way): Touch(str(value), spot in doubtful) for spot, value in board.spots.items()}
    if fits:
        return _drawn(fits[0], touch)
    return board_svg({point_of(spot, way): Stack(*pair) for spot, pair in board.counts.items()}, touch=touch)


def _drawn(fitting: Fitting, touch: Mapping[Spot, Touch] = UNTOUCHED) -> str:
    state, position = fitting.situation.state, fitting.situation.position
    cube: Cube = cube_of(str(fitting.assumes["cube"]), position.on_roll)
    return board_svg(
        picture_of(position), label=fitting.xgid, dice=state.dice, roller=position.on_roll, cube=cube, touch=touch
    )  # fmt: skip
