"""What calibrations of all games have in common: where the board lies, and how it is kept as a file."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Self

from vision.errors import CalibrationError
from vision.observation import Corners
from vision.rectify import Image, Points, farthest


class Kept(ABC):
    """A frozen dataclass of a board as one camera sees it, kept as JSON; bytes in it are kept as base64.

    ``SCHEMAS``: the name of the form that is written, then those that are read as well.  ``FARTHEST_PX``: pixels of
    the view by which a corner may be off before the board is read wrong.
    """

    SCHEMAS: ClassVar[tuple[str, ...]]
    FARTHEST_PX: ClassVar[float]
    corners_px: Corners

    @abstractmethod
    def in_view(self, points_px: Corners) -> Points:
        """Places of the picture in pixels of the view (n, 2)."""

    @abstractmethod
    def seen_in(self, image_bgr: Image) -> Corners | None:
        """Where the board clearly lies in a picture, named as nearly as can be as it was learned, or None."""

    def off(self, corners_px: Corners) -> float:
        """How far the farthest corner is from where it was learned, in pixels of the view."""
        return farthest(self.in_view(corners_px), self.in_view(self.corners_px))

    def is_elsewhere(self, corners_px: Corners) -> bool:
        """Whether a board that lies there would be read wrong."""
        return self.off(corners_px) > self.FARTHEST_PX

    @classmethod
    @abstractmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Take apart what :meth:`to_json` wrote; raises KeyError, TypeError or ValueError if it is not that."""

    def to_json(self) -> str:
        values = {"schema": self.SCHEMAS[0], **asdict(self)}  # type: ignore[call-overload]
        return json.dumps(values, indent=1, default=lambda data: b64encode(data).decode("ascii"))

    @classmethod
    def from_json(cls, text: str, name: str = "calibration") -> Self:
        """Read what :meth:`to_json` wrote, now or in an earlier form; raises CalibrationError naming ``name``."""
        try:
            values = json.loads(text)
            if values["schema"] not in cls.SCHEMAS:
                raise CalibrationError(
                    f"{name}: schema {values['schema']!r} is not {cls.SCHEMAS[0]!r}; calibrate again"
                )
            return cls.from_values(values)
        except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(f"{name}: not a calibration file as 'companion calibrate' writes it") from error

    def save(self, path: Path) -> None:
        path.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a calibration file; raises CalibrationError where that fails."""
        try:
            return cls.from_json(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CalibrationError(f"{path}: cannot be read, expected a calibration file ({error})") from error
