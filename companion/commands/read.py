"""``companion read``: reads the board in still pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.app.arguments import add_board_arguments, add_game_argument, parsed_corners, vision_problem
from companion.app.board_vision import found_board
from companion.commands import read_draughts
from companion.errors import InputError
from companion.games.catalogue import Game
from vision.calibration import Calibration
from vision.corners import given_board
from vision.errors import BoardNotFoundError, PictureError, VisionError
from vision.loose import find_loose_dice
from vision.observation import BAR, TRAY, Corners, Evidence, Observation, Pixel, SeenDie
from vision.overlay import dice_overlaid, overlaid, save_overlay
from vision.pictures import Picture, open_picture
from vision.reader import BoardReader, Still, read_still
from vision.rectify import Image, as_corners


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    add_board_arguments(parser)
    add_game_argument(parser)
    parser.add_argument("--dice-only", action="store_true", help="no board is expected, only dice")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="pictures with what was read drawn on them go here")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; return 1 if one shows no board, 2 if one cannot be read."""
    corners = parsed_corners(arguments.corners)
    try:
        kind = _KINDS[Game(arguments.game or Game.BACKGAMMON)]
        known = kind.load(arguments.calibration) if arguments.calibration else None
        if known and corners:
            known = replace(known, corners_px=corners)
        status = 0
        unreadable: list[str] = []
        for path in arguments.images:
            try:
                reading = _reading(path, corners, known, kind, arguments)
            except PictureError as error:
                reading = {"image": str(path), "found": False, "reason": str(error).removeprefix(f"{path}: ")}
                unreadable.append(str(error))
            print(json.dumps(reading) if arguments.json else _as_text(reading, kind), flush=True)
            status = max(status, 0 if reading["found"] else 1)
    except VisionError as error:
        raise vision_problem(error) from error
    if unreadable:
        print(f"companion read: {'; '.join(unreadable)}", file=sys.stderr)
        return 2
    return status


def _reading(
    path: Path, corners: Corners | None, known: Any, kind: _Kind, arguments: argparse.Namespace
) -> dict[str, Any]:
    begin = time.perf_counter()
    picture = open_picture(path)
    found, drawn = _loose_dice(picture) if arguments.dice_only else kind.on_board(picture, corners, known)
    reading = {"image": str(path), **found, "time_ms": round((time.perf_counter() - begin) * 1000, 1)}
    if arguments.overlay and drawn:
        _save(drawn(), arguments.overlay / f"{path.stem}.jpg")
    return reading


_Found = tuple[dict[str, Any], Callable[[], Image] | None]
"""The printed values of a picture, and the function that draws them on it, if there is anything to draw."""


def _loose_dice(picture: Picture) -> _Found:
    dice = find_loose_dice(picture.image_bgr)
    if not dice:
        return {"found": False, "dice": [], "reason": "no dice were found in the picture"}, None
    found = {"found": True, "dice": [_die(d, picture) for d in dice]}
    return found, lambda: dice_overlaid(picture.image_bgr, dice)


def _on_board(picture: Picture, corners: Corners | None, known: Calibration | None) -> _Found:
    """``corners`` and those of ``known``: pixels of the picture as stored; without either the board is searched for."""
    image, looked_for = picture.image_bgr, {}
    try:
        if known:
            here = replace(known, corners_px=as_corners(picture.here(known.corners_px)))
            still = Still(BoardReader(here).look(image, seen_at_s=0.0), here)
        else:
            board = given_board(image, as_corners(picture.here(corners))) if corners else found_board(image)
            still = read_still(image, board.corners_px)
            looked_for = {"doubtful": still.is_doubtful(board), "partly": board.partly}
    except BoardNotFoundError as error:
        return {"found": False, "reason": str(error)}, None
    return _board(still.seen, picture) | looked_for, lambda: overlaid(image, still.seen, still.known.geometry)


def _save(drawn: Image, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        save_overlay(drawn, target)
    except OSError as error:
        raise InputError(f"--overlay {target}: cannot be written ({error.strerror})") from error


def _board(seen: Observation, picture: Picture) -> dict[str, Any]:
    tray = seen.spot(TRAY)
    cube = seen.cube
    points = {
        row: [_counts(seen.spot(seen.orientation.point(row, column))) for column in range(12)]
        for row in ("top", "bottom")
    }
    return {
        "found": True,
        "corners": [_pixel(corner) for corner in picture.stored(seen.corners_px)],
        **points,
        "bar": {"light": seen.spot(BAR).best[0], "dark": seen.spot(BAR).best[1]},
        "off": {"light": tray.best[0], "dark": tray.best[1]} if tray.seen else None,
        "dice": [_die(d, picture) for d in seen.dice],
        "cube": {"value": cube.value, "center": _center(cube.center_px, picture)} if cube else None,
        "occluded": seen.hand,
        "confidence": round(seen.confidence, 4),
    }


def _counts(evidence: Evidence) -> dict[str, Any]:
    light, dark = evidence.best
    return {"light": light, "dark": dark, "confidence": round(evidence.confidence, 4)}


def _die(die: SeenDie, picture: Picture) -> dict[str, Any]:
    return {"value": die.value, "center": _center(die.center_px, picture), "side": die.side, "cocked": die.cocked}


def _center(center_px: Pixel, picture: Picture) -> list[float]:
    return _pixel(picture.stored((center_px,))[0])


def _pixel(center: tuple[float, float]) -> list[float]:
    return [round(center[0], 1), round(center[1], 1)]


def _as_text(reading: dict[str, Any], kind: _Kind) -> str:
    return kind.as_text(reading) if reading["found"] else f"{reading['image']}: {reading['reason']}"


def _points(reading: dict[str, Any]) -> str:
    """A reading as a small board: one cell a point, l = light, d = dark."""
    dice = " ".join(str(d["value"]) + ("?" if d["cocked"] else "") for d in reading["dice"]) or "none"
    if "top" not in reading:
        return f"{reading['image']}: dice {dice}"
    rows = [" ".join(_cell(point) for point in reading[row]) for row in ("top", "bottom")]
    bar, off = _cell(reading["bar"]), "unseen" if reading["off"] is None else _cell(reading["off"])
    state = "a hand is over the board" if reading["occluded"] else f"confidence {reading['confidence']:.2f}"
    if reading.get("partly"):
        state += ", but the board is only partly in the picture"
    if reading.get("doubtful"):
        state += ", but this is doubtful: look at the board's corners, or give them (--corners)"
    return "\n".join([f"{reading['image']}: {state}", *rows, f"bar {bar.strip()}  off {off.strip()}  dice {dice}"])


def _cell(point: dict[str, Any]) -> str:
    light, dark = point["light"], point["dark"]
    return f"{(f'{light}l' if light else '') + (f'{dark}d' if dark else '') or '·':>4}"


@dataclass(frozen=True, slots=True)
class _Kind:
    """The functions that read the boards of a game; a calibration is the game's."""

    load: Callable[[Path], Any]
    on_board: Callable[[Picture, Corners | None, Any], _Found]
    as_text: Callable[[dict[str, Any]], str]


_KINDS: Final[Mapping[Game, _Kind]] = MappingProxyType(
    {
        Game.BACKGAMMON: _Kind(Calibration.load, _on_board, _points),
        Game.DRAUGHTS: _Kind(read_draughts.known_board, read_draughts.on_board, read_draughts.as_text),
    }
)
