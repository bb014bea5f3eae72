"""Makes the example pictures of the pages on reading and on positions: rendered boards, and the readings of them.

    python -m companion.lab.bench.examples docs MEASURE

Only the picture of a board is given, as with ``companion read``.  ``MEASURE``: rasterised boards of seed 603, as the
page on training makes them; without it only the rendered stills are read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.app.drawing import as_png
from companion.app.pictured import backgammon
from companion.photograph.open_reading import Key
from vision.corners import find_corners
from vision.overlay import overlaid, save_overlay
from vision.pictures import load_picture
from vision.reader import read_still

_SHOWN: Final[Mapping[str, str]] = {
    "overhead": "ds010",
    "tilted": "ds073",
    "from-the-side": "ds094",
    "hand": "ds068",
}
_SHOWN_OF_OWN: Final[Mapping[str, str]] = {
    "low": "q603_0049_1",
    "low-and-turned": "q603_0030_2",
    "partly": "q603_0018_0",
    "doubtful": "q603_0055_0",
}
_POSITION: Final = Path("dev3", "0040.jpg")
"""The photograph of the page on positions; Light is on roll."""
_WIDTH: Final = 640
_QUALITY: Final = 78


def make(stills: Path, folder: Path, shown: Mapping[str, str] = _SHOWN) -> list[Path]:
    """Write ``reading-NAME.jpg`` for each example picture of ``stills``; raises VisionError where that fails."""
    return [_made(stills / f"{still}.jpg", folder / f"reading-{name}.jpg") for name, still in shown.items()]


def make_position(picture: Path, folder: Path) -> list[Path]:
    """Write a picture as it was taken, ``position-photo.jpg``, and the position of it drawn, ``position-board.png``."""
    image, (photo, board) = load_picture(picture), (folder / "position-photo.jpg", folder / "position-board.png")
    save_overlay(image, photo, width=_WIDTH, quality=_QUALITY)
    fitting = backgammon.read(image).answered(Key.ON_ROLL, "light").fitting()
    board.write_bytes(as_png(backgammon.svg(fitting[0]), width=_WIDTH))
    return [photo, board]


def _made(picture: Path, target: Path) -> Path:
    image = load_picture(picture)
    still = read_still(image, find_corners(image))
    save_overlay(overlaid(image, still.seen, still.known.geometry), target, width=_WIDTH, quality=_QUALITY)
    return target


if __name__ == "__main__":
    project = Path(__file__).parents[3]
    renders = project.parent / "shared" / "data" / "renders"
    made = make(renders / "stills", Path(sys.argv[1]))
    made += make_position(renders / _POSITION, Path(sys.argv[1]))
    if len(sys.argv) > 2:
        made += make(Path(sys.argv[2]), Path(sys.argv[1]), _SHOWN_OF_OWN)
    for path in made:
        print(path)
