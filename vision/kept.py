"""A calibration as a file: JSON with a schema, and errors that name the file."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Self

from vision.errors import CalibrationError


class Kept:
    """A frozen dataclass that is kept as a file; bytes in it are kept as base64.

    ``SCHEMAS``: the name of the form that is written, then those that are read as well.
    """

    SCHEMAS: ClassVar[tuple[str, ...]]

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Take apart what :meth:`to_json` wrote; raises KeyError, TypeError or ValueError if it is not that."""
        raise NotImplementedError

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
