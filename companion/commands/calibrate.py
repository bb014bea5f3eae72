"""``companion calibrate``: finds the board and learns its colours from the start position."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.app.arguments import add_game_argument, parsed_corners, vision_problem
from companion.app.board_vision import BOARD_VISION, BoardVision, shown_game
from companion.commands import in_full
from companion.errors import InputError
from companion.games.catalogue import Game
from companion.settings.reading import load_settings
from hardware.camera import Camera, Format, Frame, Live, open_camera, shown
from hardware.errors import HardwareError
from hardware.pictures import Image
from vision.errors import BoardNotFoundError, CalibrationError, VisionError
from vision.observation import Corners

_CHOSEN_S: Final = 1.5


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("frames", metavar="FRAMES-or-CAMERA", help="a folder, a video, auto, pi:0, usb:0, http://… "
                        "or rtsp://…")  # fmt: skip
    add_game_argument(parser)
    parser.add_argument("--corners", metavar="x,y x,y x,y x,y", help="the field's corners, clockwise from top left")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Calibrate from the first picture; a live camera has set its exposure by then."""
    corners, vision = parsed_corners(arguments.corners), BOARD_VISION[Game(arguments.game or Game.BACKGAMMON)]
    try:
        wanted = load_settings(arguments.settings, data_dir=arguments.data_dir).camera
        with closing(open_camera(arguments.frames, Format(wanted.width, wanted.height, wanted.rate))) as camera:
            frame = _steady(camera)
        if frame is None:
            raise InputError(f"{shown(arguments.frames)}: no picture; give one of the starting position")
        calibration = _calibrated(frame.image_bgr, corners, vision)
        calibration.save(arguments.out)
    except (VisionError, HardwareError) as error:
        raise InputError(str(error)) if isinstance(error, HardwareError) else vision_problem(error) from error
    except OSError as error:
        raise InputError(f"{arguments.out}: cannot be written ({error.strerror})") from error
    summary = {"calibration": str(arguments.out), "corners": [list(c) for c in calibration.corners_px]}
    print(json.dumps(summary) if arguments.json else f"calibrated: {in_full(arguments.out)}")
    return 0


def _calibrated(image_bgr: Image, corners: Corners | None, vision: BoardVision) -> Any:
    """Learn the board; where that fails, another game's board in the picture is the likelier reason."""
    try:
        return vision.calibrate(image_bgr, corners)
    except (BoardNotFoundError, CalibrationError):
        other = shown_game(image_bgr, besides=vision) if corners is None and not vision.shows(image_bgr) else None
        if other is None:
            raise
        raise BoardNotFoundError(f"the picture shows a {other} board: calibrate it with --game {other}") from None


def _steady(camera: Camera) -> Frame | None:
    """The first picture of a recording; of a live camera the first one after it has set its exposure."""
    first = frame = camera.read()
    while isinstance(camera, Live) and first and frame and frame.seen_at_s - first.seen_at_s < _CHOSEN_S:
        frame = camera.read()
    return frame
