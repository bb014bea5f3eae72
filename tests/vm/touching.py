"""A finger on the panel: a touchscreen that the kernel makes (uinput), read as any other."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.vm.bench import SERVICE, SETTINGS, Bench, WrongError, check, drawn, photographed, put, set_up
from tests.vm.machine import Machine

_GUEST: Final = Path(__file__).parent / "guest"
_FIFO: Final = "/run/touches"
_PLAY, _ROLL = (400, 150), (720, 360)
_SETTINGS, _STROKE, _DEVICE, _SHUT_DOWN, _YES = (300, 435), (90, 420, 90, 240), (90, 455), (490, 135), (550, 325)
"""Where the fields are on a panel of 800x480, in pixels; the stroke draws the sections of the settings upwards."""
_TIE: Final = "roll_off_tied"
_ANSWER_S: Final = 60.0
_MOST_STROKES: Final = 20
_LIST: Final = (80, 186)
"""The list of the settings' sections lies below the one and left of the other of these, in pixels."""
_SPRUNG_S, _SPRING_PX = 8.0, 15.0
"""A list that springs back from its end moves a pixel every few seconds where a frame takes one; a stroke: 180."""
_OFF_S: Final = 240.0


def plugged(machine: Machine) -> None:
    """Give the machine a touchscreen of the panel's size."""
    put(machine, "/opt/vm/touch.py", (_GUEST / "touch.py").read_text(encoding="utf-8"))
    width, height = machine.panel
    machine.said("modprobe uinput")
    machine.said(f"systemd-run --unit=touch python3 /opt/vm/touch.py {width} {height} {_FIFO}")
    machine.wait_for(f"test -p {_FIFO} && udevadm settle", 60.0)


def touched(machine: Machine, picture: Path, *way: int) -> np.ndarray:
    """Touch the panel there, or draw a finger over it; return what it shows after that, once it stands still."""
    words = " ".join(map(str, way))
    before = photographed(machine, picture)
    machine.said(f"echo {words} >{_FIFO}")
    until_s = time.monotonic() + _ANSWER_S
    while np.array_equal(photographed(machine, picture), before):
        if time.monotonic() > until_s:
            raise WrongError(f"the panel does not answer a touch at {words}; see {picture}")
        time.sleep(1.0)
    return drawn(machine, picture)


def starts_a_match(bench: Bench) -> str:
    """A touch at *Play* and one at *Roll* begin a match, or as many there as the dice need to say who plays."""
    machine = bench.booted()
    set_up(machine, SETTINGS)
    drawn(machine, bench.picture("welcome"))
    return f"plugged in while the window was open; {starts(machine, bench)}"


def starts(machine: Machine, bench: Bench) -> str:
    """Plug a touchscreen in, and touch *Play* and *Roll* until somebody is on roll; return what that took."""
    plugged(machine)
    touched(machine, bench.picture("play"), *_PLAY)
    machine.said("sleep 5")
    log: list[str] = []
    rolls = f"journalctl -b -u {SERVICE} --no-pager -o cat | grep -E 'rolls|{_TIE}'"
    while not log or _TIE in log[-1]:  # equal numbers open no game, and are rolled again
        machine.said(f"echo {' '.join(map(str, _ROLL))} >{_FIFO}")
        log = machine.wait_for(f"{rolls} && test $({rolls} | wc -l) -gt {len(log)}", _ANSWER_S).splitlines()
    drawn(machine, bench.picture("rolled"))
    return f"a touch at Play, and at Roll: {', '.join(' '.join(line.split()[2:]) for line in log)}"


def shuts_down(bench: Bench) -> str:
    """Five touches and some strokes, from the first page to the switch, shut the device down; it comes back whole."""
    machine = bench.booted()
    set_up(machine, SETTINGS)
    drawn(machine, bench.picture("welcome"))
    plugged(machine)
    touched(machine, bench.picture("settings"), *_SETTINGS)
    _to_the_end(machine, bench.picture("drawn"))
    touched(machine, bench.picture("device"), *_DEVICE)
    touched(machine, bench.picture("asked"), *_SHUT_DOWN)
    machine.said("sleep 4")
    machine.photograph(bench.picture("asked"))
    begun_s = time.monotonic()
    machine.said(f"echo {' '.join(map(str, _YES))} >{_FIFO}")
    machine.wait_until_off(_OFF_S)
    off_s = time.monotonic() - begun_s
    machine = bench.booted()
    booted = machine.log.read_text(encoding="utf-8", errors="replace")
    check("recovering journal" not in booted, "the file system was not unmounted")
    return f"off {off_s:.0f} s after the last touch; the file system was clean at the next start"


def _to_the_end(machine: Machine, picture: Path) -> None:
    """Draw the list of settings upwards until it springs back twice: a slow machine takes some strokes for short."""
    before, sprung = drawn(machine, picture), 0
    for _ in range(_MOST_STROKES):
        machine.said(f"echo {' '.join(map(str, _STROKE))} >{_FIFO}; sleep 6")
        now = drawn(machine, picture, settled_s=_SPRUNG_S)
        sprung = sprung + 1 if _moved_px(before, now) < _SPRING_PX else 0
        if sprung == 2:
            return
        before = now
    raise WrongError(f"the list of settings does not come to its end; see {picture}")


def _moved_px(before: np.ndarray, now: np.ndarray) -> float:
    """How far the list of settings was moved up or down between two pictures of the panel."""
    top, right = _LIST
    one, other = (cv2.cvtColor(pixels[top:, :right], cv2.COLOR_BGR2GRAY).astype(np.float32) for pixels in (before, now))
    (_, moved_px), _ = cv2.phaseCorrelate(one, other, cv2.createHanningWindow((right, len(one)), cv2.CV_32F))
    return abs(float(moved_px))
