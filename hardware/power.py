"""Switch the device off, or restart it, through systemd.

A user who sits at the device may; a service's user needs the rule that ``./run install`` writes.
"""

from __future__ import annotations

import subprocess
from typing import Final

from hardware.errors import PowerError

_PATIENCE_S: Final = 30


def shut_down() -> None:
    """Ask for the device to be switched off; all that is to last must be on disk.  Raises :class:`PowerError`."""
    _ask("poweroff", "switched off")


def restart() -> None:
    """Ask for the device to be restarted.  Raises :class:`PowerError`."""
    _ask("reboot", "restarted")


def _ask(what: str, done: str) -> None:
    """Answers as soon as the system has agreed; it ends this process in its turn."""
    try:
        asked = subprocess.run(
            ["systemctl", "--no-ask-password", what],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
    except FileNotFoundError:
        raise PowerError(f"the device cannot be {done} from here: there is no systemctl, expected systemd") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerError(f"the device was not {done}: {error}") from error
    if asked.returncode:
        said = (asked.stderr.strip().splitlines() or [f"systemctl ended with {asked.returncode}"])[-1]
        raise PowerError(f"the device was not {done}: {said}")
