"""What was learned about a board survives being written and read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.board import BoardGeometry
from vision.calibration import Calibration
from vision.colours import SideColours, Swatch
from vision.errors import CalibrationError
from vision.observation import Orientation

KNOWN = Calibration(
    corners_px=((10.5, -3.0), (600.0, 4.0), (640.0, 470.0), (2.0, 480.0)),
    geometry=BoardGeometry(0.08, (0.1, -0.2, 0.3, 0.0, 1.5), Orientation(light_at_bottom=False)),
    colours=SideColours((Swatch(60.5, 300.0, (230.0, 128.0, 136.0)),), (Swatch(61.0, 80.0, (30.0, 130.0, 128.0)),)),
)


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    KNOWN.save(tmp_path / "board.json")
    assert Calibration.load(tmp_path / "board.json") == KNOWN


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
