"""Seeing: from a picture of a backgammon board to evidence about what lies where."""

from vision.calibration import Calibration
from vision.reader import BoardReader

__all__ = ["BoardReader", "Calibration"]
