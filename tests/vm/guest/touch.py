"""A touchscreen of the kernel's own (uinput) in the machine: ``touch.py WIDTH HEIGHT FIFO``.

Each line of the FIFO is one finger: ``X Y``, in pixels, is put down there for a while, ``X Y X Y`` is drawn from
the one place to the other, and held there before it is lifted, so that it throws nothing.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time
from typing import Final

_EVENT = "llHHi"
_SYN, _KEY, _ABS = 0, 1, 3
_BTN_TOUCH = 0x14A
_SLOT, _TRACKING_ID, _X, _Y = 0x2F, 0x39, 0x35, 0x36
_DIRECT = 1
_CREATE, _SETUP, _ABS_SETUP = 0x5501, 0x405C5503, 0x401C5504
_EVBIT, _KEYBIT, _PROPBIT = 0x40045564, 0x40045565, 0x4004556E
_USB = 3
_DOWN_S, _STEP_S = 0.3, 0.1
_STEPS: Final = 5
"""Few and long ones: a list is drawn by a finger that has moved 20 pixels a quarter of a second after it came down."""
_HELD: Final = (1, 0) * 3
"""Pixels beside the last place: a finger that does not move says nothing, and Kivy takes the speed of what it throws
from the last five places."""


def made(width: int, height: int) -> int:
    """Return the file descriptor of a new touchscreen of this size."""
    screen = os.open("/dev/uinput", os.O_WRONLY)
    for request, value in ((_EVBIT, _KEY), (_EVBIT, _ABS), (_KEYBIT, _BTN_TOUCH), (_PROPBIT, _DIRECT)):
        fcntl.ioctl(screen, request, value)
    # Older programs read the place of the first finger from ABS_X and ABS_Y.
    for code, most in (
        (_SLOT, 9),
        (_TRACKING_ID, 65535),
        (_X, width - 1),
        (_Y, height - 1),
        (0, width - 1),
        (1, height - 1),
    ):
        fcntl.ioctl(screen, _ABS_SETUP, struct.pack("HHiiiiii", code, 0, 0, 0, most, 0, 0, 0))
    fcntl.ioctl(screen, _SETUP, struct.pack("HHHH80sI", _USB, 0x1234, 0x5678, 1, b"touchscreen", 0))
    fcntl.ioctl(screen, _CREATE)
    return screen


def touch(screen: int, way: list[int], number: int) -> None:
    """Put a finger down at the first place, draw it to the last one if there are two, and lift it."""
    x, y, to_x, to_y = way if len(way) == 4 else way * 2
    _say(screen, [(_ABS, _SLOT, 0), (_ABS, _TRACKING_ID, number), (_KEY, _BTN_TOUCH, 1), *_at(x, y)])
    for step in range(1, _STEPS + 1):
        time.sleep(_DOWN_S / _STEPS if len(way) == 2 else _STEP_S)
        _say(screen, _at(x + (to_x - x) * step // _STEPS, y + (to_y - y) * step // _STEPS))
    for beside in _HELD if len(way) == 4 else ():
        time.sleep(_STEP_S)
        _say(screen, _at(to_x, to_y + beside))
    _say(screen, [(_ABS, _TRACKING_ID, -1), (_KEY, _BTN_TOUCH, 0), (_SYN, 0, 0)])


def _at(x: int, y: int) -> list[tuple[int, int, int]]:
    return [(_ABS, _X, x), (_ABS, _Y, y), (_ABS, 0, x), (_ABS, 1, y), (_SYN, 0, 0)]


def _say(screen: int, events: list[tuple[int, int, int]]) -> None:
    for kind, code, value in events:
        os.write(screen, struct.pack(_EVENT, 0, 0, kind, code, value))


def main(width: str, height: str, fifo: str) -> None:
    screen = made(int(width), int(height))
    os.mkfifo(fifo)
    # For writing too, or the first who writes would also be the last.
    with open(os.open(fifo, os.O_RDWR), encoding="ascii") as lines:
        for number, line in enumerate(lines, start=1):
            touch(screen, [int(word) for word in line.split()], number)


if __name__ == "__main__":
    main(*sys.argv[1:])
