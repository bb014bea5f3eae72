"""The companion's own errors.

::

    CompanionError
    ├── InputError (also ValueError)      a file, an argument or a setting that cannot be used
    ├── DeviceError (also OSError)        a camera, pin or screen that is missing or failed
    ├── EngineError (also RuntimeError)   an engine is not installed, died, or took too long
    └── StorageError (also OSError)       the record cannot be written

Every message is one sentence a person can act on: it names the thing and what was expected.
"""

from __future__ import annotations

from typing import Final


class CompanionError(Exception):
    """Base of all errors that the companion raises itself."""


class InputError(CompanionError, ValueError):
    """Bad usage or bad input: names the input and what was expected."""


class DeviceError(CompanionError, OSError):
    """A device is missing or failed."""


class EngineError(CompanionError, RuntimeError):
    """An engine cannot answer; it may answer the next question."""


class StorageError(CompanionError, OSError):
    """The record cannot be written or read."""


_QUOTED: Final = 60


def quoted(value: object) -> str:
    """An input as a sentence names it: a text in quotation marks, and whatever is long cut.

    >>> quoted("31")
    "'31'"
    """
    if isinstance(value, str):
        return repr(value) if len(value) <= _QUOTED else f"{value[:_QUOTED]!r}…"
    try:
        shown = repr(value)
    except ValueError:  # Python writes no number of so many digits
        return "a number of thousands of digits"
    return shown if len(shown) <= _QUOTED else f"{shown[:_QUOTED]}…"
