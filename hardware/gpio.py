"""The pins of the header, for every device on one of them."""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from gpiozero.exc import PinFactoryFallback

from hardware.errors import GpioError

log = logging.getLogger(__name__)

Device = TypeVar("Device")


def claimed(what: str, pin: int, make: Callable[..., Any], **options: Any) -> Any:
    """The device of the pin library that ``make`` puts on a pin (BCM number).

    Raises :class:`GpioError` naming ``what`` and the pin where that cannot be: no GPIO here, no right
    to it, no such pin, or one that is in use.
    """
    _keep_fifo_out_of_working_directory()
    try:
        with warnings.catch_warnings():
            # Each pin library that is not installed would be one more paragraph about one missing part.
            warnings.simplefilter("ignore", PinFactoryFallback)
            return make(pin, **options)
    except Exception as error:  # the pin libraries under gpiozero raise bare exceptions of their own
        raise GpioError(f"no {what} on GPIO {pin}: {error} ({type(error).__name__})") from error


def opened(pin: int, make: Callable[[int], Device], otherwise: str) -> Device | None:
    """The device on a pin; None for pin 0, which means none, and after one line in the log where it cannot be had.

    ``otherwise``: what there is instead, to end that line with.
    """
    if pin == 0:
        return None
    try:
        return make(pin)
    except GpioError as error:
        log.warning("%s; %s", error, otherwise)
        return None


class Attempt:
    """Calls a pin and keeps its failures from the caller.

    A failing pin is logged once, and once more when it works again.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._failed = False

    def __call__(self, act: Callable[..., None], **options: Any) -> None:
        try:
            act(**options)
        except Exception as error:  # the pin libraries under gpiozero raise bare exceptions of their own
            if not self._failed:
                log.warning("%s has failed: %s (%s)", self._what, error, type(error).__name__)
            self._failed = True
        else:
            if self._failed:
                log.info("%s works again", self._what)
            self._failed = False


def _keep_fifo_out_of_working_directory() -> None:
    """``import lgpio`` drops a FIFO in the working directory unless ``LG_WD`` names another one."""
    if "LG_WD" not in os.environ:
        folder = Path(tempfile.gettempdir()) / f"companion-gpio-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        os.environ["LG_WD"] = str(folder)
