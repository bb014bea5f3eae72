"""Carries out what follows a closed table: switches the device off, restarts it, or starts another release."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.errors import DeviceError, InputError
from companion.screen.closing import AfterClosing
from companion.updating.device import CURRENT, back, home_of
from hardware import power
from hardware.errors import PowerError

_HOME: Final = home_of(Path(__file__))


def leave(what: AfterClosing, data_dir: Path, *, home: Path | None = _HOME) -> None:
    """Carry it out; nothing may have the record open.  Raises :class:`companion.errors.CompanionError` if refused."""
    try:
        match what:
            case AfterClosing.SHUT_DOWN:
                power.shut_down()
            case AfterClosing.RESTART:
                power.restart()
            case AfterClosing.START_AGAIN:
                start_again(home)
            case AfterClosing.GO_BACK:
                if home is None:
                    raise InputError("there is no release to go back to: this companion was not installed")
                back(home, data_dir)
                start_again(home)
    except PowerError as error:
        raise DeviceError(str(error)) from error


def is_service(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether systemd runs this program, and starts it again when it ends."""
    return "NOTIFY_SOCKET" in environment


def start_again(
    home: Path | None,
    *,
    environment: Mapping[str, str] = os.environ,
    become: Callable[[str, list[str]], object] = os.execv,
) -> None:
    """Start the current release with the arguments of this process; a service only needs to end for that."""
    if is_service(environment):
        return
    if home is None:
        become(sys.executable, sys.orig_argv)
    else:
        program = str(home / CURRENT / "run")
        become(program, [program, "companion", *sys.argv[1:]])
