"""Reading a picture of the board: the whole pipeline in one function."""

from __future__ import annotations

from typing import Final

from vision.calibration import Calibration
from vision.checkers import find_discs, spot_evidence, tray_evidence
from vision.cube import find_cube
from vision.dice import read_dice
from vision.fieldmaps import field_maps
from vision.hands import hand_over_field
from vision.observation import TRAY, Observation
from vision.rectify import Image, rectified, view_from_picture

__all__ = ["BoardReader"]


class BoardReader:
    """Reads pictures of one calibrated board."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration: Final = calibration

    def look(self, image_bgr: Image, *, seen_at_s: float) -> Observation:
        """What one picture (BGR, any size the calibration was made for) tells about the board."""
        known = self.calibration
        homography = view_from_picture(known.corners_px)
        view = rectified(image_bgr, homography)
        maps = field_maps(view)
        discs = find_discs(view, maps, known.geometry)
        evidence = dict(spot_evidence(discs, maps, known.geometry, known.colours))
        evidence[TRAY] = tray_evidence(view, maps, evidence, known.colours, known.geometry.pitch)
        dice = read_dice(image_bgr, homography, maps)
        return Observation(
            evidence=evidence,
            dice=dice,
            cube=find_cube(homography, maps, known.geometry, dice),
            hand=hand_over_field(maps),
            seen_at_s=seen_at_s,
            corners_px=known.corners_px,
            orientation=known.geometry.orientation,
        )
