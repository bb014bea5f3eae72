"""The errors of the devices.

::

    HardwareError
    ├── FramesError (also ValueError)     a recorded sequence that cannot be used, or no such camera name
    ├── CameraError (also OSError)        a camera that is missing, or that stopped giving pictures
    ├── GpioError (also OSError)          a pin that cannot be used
    └── PowerError (also OSError)         the device cannot be switched off or restarted

Every message is one sentence a person can act on: it names the thing and what was expected.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class HardwareError(Exception):
    """Base of all errors that this package raises itself."""


class FramesError(HardwareError, ValueError):
    """A folder, a video or a camera's name that cannot be used: bad input."""


class NetworkTrouble(Enum):
    """Why a camera in the network gives no pictures: what a person has to look at."""

    ADDRESS = "address"
    UNANSWERED = "unanswered"
    PASSWORD = "password"
    NO_PICTURE = "no-picture"
    BUSY = "busy"
    STOPPED = "stopped"


class CameraError(HardwareError, OSError):
    """A camera is missing or has stopped giving pictures.  ``trouble``: of one in the network."""

    def __init__(self, reason: str, trouble: NetworkTrouble | None = None) -> None:
        super().__init__(reason)
        self.trouble: Final = trouble


class GpioError(HardwareError, OSError):
    """A pin cannot be used: no GPIO here, no right to it, or a wrong number."""


class PowerError(HardwareError, OSError):
    """The device was not switched off or restarted: no systemd here, or no right to it."""
