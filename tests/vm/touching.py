"""A finger on the panel: a touchscreen that the kernel makes (uinput), read as any other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import numpy as np

from tests.vm.bench import SETTINGS, Bench, WrongError, check, drawn, photographed, put, set_up
from tests.vm.machine import Machine

_GUEST: Final = Path(__file__).parent / "guest"
_FIFO: Final = "/run/touches"
_ANSWER_S: Final = 60.0
_OFF_S: Final = 240.0


def plugged(machine: Machine) -> None:
    """Give the machine a touchscreen of the panel's size."""
    put(machine, "/opt/vm/touch.py", (_GUEST / "touch.py").read_text(encoding="utf-8"))
    width, height = machine.panel
    machine.said("modprobe uinput")
    machine.said(f"systemd-run --unit=touch python3 /opt/vm/touch.py {width} {height} {_FIFO}")
    machine.wait_for(f"test -p {_FIFO} && udevadm settle", 60.0)


def touched(machine: Machine, picture: Path, x: int, y: int) -> np.ndarray:
    """Touch the panel there, and return what it shows after that, once it stands still."""
    before = photographed(machine, picture)
    machine.said(f"echo {x} {y} >{_FIFO}")
    until_s = time.monotonic() + _ANSWER_S
    while np.array_equal(photographed(machine, picture), before):
        if time.monotonic() > until_s:
            raise WrongError(f"the panel does not answer a touch at {x}, {y}; see {picture}")
        time.sleep(1.0)
    return drawn(machine, picture)
