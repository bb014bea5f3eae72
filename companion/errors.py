"""The companion's own errors.

::

    CompanionError
    ├── InputError (also ValueError)      a file, an argument or a setting that cannot be used
    ├── DeviceError (also OSError)        a camera, pin or screen that is missing or failed
    └── StorageError (also OSError)       the record cannot be written

Every message is one sentence a person can act on: it names the thing and what was expected.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Base of all errors that the companion raises itself."""


class InputError(CompanionError, ValueError):
    """Bad usage or bad input: names the input and what was expected."""


class DeviceError(CompanionError, OSError):
    """A device is missing or failed."""


class StorageError(CompanionError, OSError):
    """The record cannot be written or read."""
