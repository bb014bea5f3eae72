"""Tells which lines of our own code an input reaches: what is new there is worth to be built upon."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

_ROOT: Final = str(Path(__file__).parents[2])
OURS: Final = tuple(f"{_ROOT}/{package}/" for package in ("companion", "vision"))
_MOST_CALLS: Final = 200
"""Calls of one function that are followed within one input: a loop over many lines tells nothing new."""

Trace = Callable[[FrameType, str, Any], Any]


class SeenLines:
    """Follows calls and notes each line once.  ``count``: of the lines seen so far."""

    def __init__(self, ours: tuple[str, ...] = OURS) -> None:
        self._ours: Final = ours
        self._missing: Final[dict[CodeType, set[int] | None]] = {}
        self._calls: dict[CodeType, int] = {}
        self.count = 0

    def reached(self, act: Callable[[], None]) -> int:
        """Do it, and return how many lines were reached for the first time."""
        before, self._calls = self.count, {}
        kept = sys.gettrace()
        sys.settrace(self._entered)
        try:
            act()
        finally:
            sys.settrace(kept)
        return self.count - before

    def _entered(self, frame: FrameType, _event: str, _arg: Any) -> Trace | None:
        code = frame.f_code
        missing = self._missing.get(code, ...)
        if missing is ...:
            missing = (
                {line for _, _, line in code.co_lines() if line} if code.co_filename.startswith(self._ours) else None
            )
            self._missing[code] = missing
        if not missing:
            return None  # not ours, or every line of it was seen
        calls = self._calls.get(code, 0) + 1
        self._calls[code] = calls
        return self._line if calls <= _MOST_CALLS else None

    def _line(self, frame: FrameType, _event: str, _arg: Any) -> Trace | None:
        missing = self._missing[frame.f_code]
        assert missing is not None
        if frame.f_lineno in missing:
            missing.discard(frame.f_lineno)
            self.count += 1
        return self._line if missing else None
