"""Vision: turns a picture of a backgammon board into evidence about checkers, dice and cube."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vision.calibration import Calibration as Calibration
    from vision.reader import BoardReader as BoardReader

__all__ = ["BoardReader", "Calibration"]

_WHERE: Final = {"BoardReader": "vision.reader", "Calibration": "vision.calibration"}


def __getattr__(name: str) -> object:
    """The public names, imported when they are asked for: who wants ``vision.observation`` alone needs no OpenCV."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_WHERE[name]), name)
