"""A keyboard that a stranger plugs in: what it says to the kernel, to the console and to the window."""

from __future__ import annotations

from typing import Final

from tests.vm.bench import SERVICE, SETTINGS, Bench, check, drawn, set_up
from tests.vm.touching import starts

_KEYS: Final = (
    *(("ctrl", "alt", "f2"), ("alt", "f2"), ("ctrl", "alt", "f6"), ("ctrl", "alt", "delete")),  # consoles, restart
    *(("alt", "sysrq", letter) for letter in "ubikrs"),  # the kernel: read-only, restart, end programs, their keyboard
    *(("ctrl", "c"), ("ctrl", "backslash"), ("ctrl", "z"), ("ctrl", "d")),  # what ends or stops a console's program
    *(("alt", "f4"), ("ctrl", "w"), ("ctrl", "q"), ("f1",), ("f11",), ("esc",)),  # what closes or changes a window
)
"""What is pressed, key by key; QEMU's names of the keys."""
_QUIET_S: Final = 3
_STATE: Final = (
    f"systemctl show --value --property=MainPID {SERVICE}; cat /sys/class/tty/tty0/active; "
    "findmnt --noheadings --output OPTIONS / | cut -d, -f1; pgrep --count agetty"
)
"""The companion's process, the console that is shown, whether the disk can be written, and how many logins wait."""


def keyboard_is_harmless(bench: Bench) -> str:
    """No key leads away from the table, ends it or restarts the device."""
    machine = bench.booted()
    set_up(machine, SETTINGS)
    drawn(machine, bench.picture("before"))
    machine.plug_in_keyboard()
    machine.said("sleep 5; udevadm settle")
    before = machine.said(_STATE)
    for keys in _KEYS:
        machine.press(*keys)
        now = machine.said(f"sleep {_QUIET_S}; {_STATE}")
        check(now == before, f"after {'+'.join(keys)}: {now.splitlines()}, before: {before.splitlines()}")
    drawn(machine, bench.picture("after"))
    return f"{len(_KEYS)} times keys that changed nothing; then {starts(machine, bench)}"
