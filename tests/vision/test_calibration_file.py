"""What was learned about a board survives being written and read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from vision.board import BoardGeometry
from vision.calibration import Calibration, StartLook
from vision.errors import CalibrationError
from vision.observation import Orientation
from vision.sides import SideColours

KNOWN = Calibration(
    corners_px=((10.5, -3.0), (600.0, 4.0), (640.0, 470.0), (2.0, 480.0)),
    geometry=BoardGeometry(0.08, Orientation(light_at_bottom=False), 4.7),
    colours=SideColours((200, 230, 240), (30, 40, 50)),
    start=StartLook(b"\xff\xd8 a picture", (0.0, -0.4, 0.1)),
)
FIRST = {
    "schema": "companion-calibration-1",
    "corners_px": KNOWN.corners_px,
    "geometry": {
        "bar_fraction": 0.08,
        "warp": [0.1, -0.2, 0.3, 0.0, 1.5],
        "orientation": {"light_at_bottom": False, "home_at_right": True},
    },
    "colours": {
        "light": [{"x": 60.5, "y": 300.0, "colour": [230.0, 128.0, 136.0]}],
        "dark": [{"x": 61.0, "y": 80.0, "colour": [30.0, 130.0, 128.0]}],
    },
    "sides_known": True,
}


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    KNOWN.save(tmp_path / "board.json")
    assert Calibration.load(tmp_path / "board.json") == KNOWN


def test_a_calibration_without_a_start_look_is_written_too() -> None:
    plain = replace(KNOWN, start=None)
    assert Calibration.from_json(plain.to_json()) == plain


def test_a_calibration_of_the_first_form_is_read_without_a_start_look() -> None:
    known = Calibration.from_json(json.dumps(FIRST))
    assert (known.corners_px, known.start, known.sides_known) == (KNOWN.corners_px, None, True)
    assert known.geometry == BoardGeometry(0.08, Orientation(light_at_bottom=False))
    light, dark = (sum(colour) / 3 for colour in known.colours.bgr)
    assert light > 200
    assert dark < 60


@pytest.mark.parametrize("text", ["", "[]", "{}", "not json", json.dumps({"schema": "companion-calibration-1"})])
def test_a_file_that_is_no_calibration_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text)
    with pytest.raises(CalibrationError, match=r"odd\.json"):
        Calibration.load(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"none\.json"):
        Calibration.load(tmp_path / "none.json")


def test_a_calibration_of_another_version_is_refused() -> None:
    newer = json.dumps({**json.loads(KNOWN.to_json()), "schema": "companion-calibration-9"})
    with pytest.raises(CalibrationError, match="companion-calibration-9"):
        Calibration.from_json(newer)
