"""``companion read``: what is seen in still pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.commands.arguments import add_board_arguments, parsed_corners, vision_problem
from vision.calibration import Calibration, Corners, guessed
from vision.corners import find_corners
from vision.dice import find_loose_dice
from vision.errors import BoardNotFoundError, PictureError, VisionError
from vision.observation import BAR, TRAY, Evidence, Observation, SeenDie
from vision.pictures import load_picture
from vision.reader import BoardReader


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("read", help="still pictures: what is seen in them")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    add_board_arguments(parser)
    parser.add_argument("--dice-only", action="store_true", help="no board is expected, only dice")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; 1 where one shows no board, 2 where one cannot be read."""
    corners = parsed_corners(arguments.corners)
    try:
        known = Calibration.load(arguments.calibration) if arguments.calibration else None
        if known and corners:
            known = replace(known, corners_px=corners)
        status = 0
        unreadable: list[str] = []
        for path in arguments.images:
            try:
                reading = _reading(path, corners, known, dice_only=arguments.dice_only)
            except PictureError as error:
                reading = {"image": str(path), "found": False, "reason": str(error).removeprefix(f"{path}: ")}
                unreadable.append(str(error))
            print(json.dumps(reading) if arguments.json else _as_text(reading), flush=True)
            status = max(status, 0 if reading["found"] else 1)
    except VisionError as error:
        raise vision_problem(error) from error
    if unreadable:
        print(f"companion read: {'; '.join(unreadable)}", file=sys.stderr)
        return 2
    return status


def _reading(path: Path, corners: Corners | None, known: Calibration | None, *, dice_only: bool) -> dict[str, Any]:
    image = load_picture(path)
    begin = time.perf_counter()
    if dice_only:
        dice = find_loose_dice(image)
        found: dict[str, Any] = {"found": bool(dice), "dice": [_die(d) for d in dice]}
        if not dice:
            found["reason"] = "no dice were found in the picture"
    else:
        try:
            calibration = known or guessed(image, corners or find_corners(image))
            found = _board(BoardReader(calibration).look(image, seen_at_s=0.0))
        except BoardNotFoundError as error:
            found = {"found": False, "reason": str(error)}
    return {"image": str(path), **found, "time_ms": round((time.perf_counter() - begin) * 1000, 1)}


def _board(seen: Observation) -> dict[str, Any]:
    tray = seen.spot(TRAY)
    cube = seen.cube
    points = {
        row: [_counts(seen.spot(seen.orientation.point(row, column))) for column in range(12)]
        for row in ("top", "bottom")
    }
    return {
        "found": True,
        "corners": [[round(x, 1), round(y, 1)] for x, y in seen.corners_px],
        **points,
        "bar": {"light": seen.spot(BAR).best[0], "dark": seen.spot(BAR).best[1]},
        "off": {"light": tray.best[0], "dark": tray.best[1]} if tray.seen else None,
        "dice": [_die(d) for d in seen.dice],
        "cube": {"value": cube.value, "center": _pixel(cube.center_px)} if cube else None,
        "occluded": seen.hand,
        "confidence": round(seen.confidence, 4),
    }


def _counts(evidence: Evidence) -> dict[str, Any]:
    light, dark = evidence.best
    return {"light": light, "dark": dark, "confidence": round(evidence.confidence, 4)}


def _die(die: SeenDie) -> dict[str, Any]:
    return {"value": die.value, "center": _pixel(die.center_px), "side": die.side, "cocked": die.cocked}


def _pixel(center: tuple[float, float]) -> list[float]:
    return [round(center[0], 1), round(center[1], 1)]


def _as_text(reading: dict[str, Any]) -> str:
    """A reading as a small board: one cell a point, l = light, d = dark."""
    if not reading["found"]:
        return f"{reading['image']}: {reading['reason']}"
    dice = " ".join(str(d["value"]) + ("?" if d["cocked"] else "") for d in reading["dice"]) or "none"
    if "top" not in reading:
        return f"{reading['image']}: dice {dice}"
    rows = [" ".join(_cell(point) for point in reading[row]) for row in ("top", "bottom")]
    bar, off = _cell(reading["bar"]), "unseen" if reading["off"] is None else _cell(reading["off"])
    state = "a hand is over the board" if reading["occluded"] else f"confidence {reading['confidence']:.2f}"
    return "\n".join([f"{reading['image']}: {state}", *rows, f"bar {bar.strip()}  off {off.strip()}  dice {dice}"])


def _cell(point: dict[str, Any]) -> str:
    light, dark = point["light"], point["dark"]
    return f"{(f'{light}l' if light else '') + (f'{dark}d' if dark else '') or '·':>4}"
