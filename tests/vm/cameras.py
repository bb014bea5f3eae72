"""A camera of V4L2 that is there, is pulled out and plugged in again: vivid, which the kernel brings."""

from __future__ import annotations

from typing import Final

from tests.vm.bench import SERVICE, SETTINGS, Bench, check, property_of, set_up
from tests.vm.machine import Machine

_WAIT_S: Final = 600.0
"""A board is looked for in each picture, emulated for a minute and more; a loss is noticed after that."""
_DRIVER: Final = "/sys/bus/platform/drivers/vivid"


def camera_comes_and_goes(bench: Bench) -> str:
    """The camera is chosen by itself once it is plugged in, missed when it is pulled out, and taken again."""
    machine = bench.booted()
    set_up(machine, SETTINGS)
    pid = property_of(machine, "MainPID")
    _told(machine, "no camera is there", 1)
    machine.said("modprobe vivid n_devs=1 node_types=0x1; udevadm settle")
    _told(machine, "pictures come from the camera", 1)
    chosen = machine.said(f"journalctl -b -u {SERVICE} --no-pager -o cat | grep 'pictures come from' | tail -1")
    machine.said(f"echo vivid.0 >{_DRIVER}/unbind")
    _told(machine, "the companion goes on by touch", 2)
    machine.said(f"echo vivid.0 >{_DRIVER}/bind; udevadm settle")
    _told(machine, "the camera is back", 2)
    check(property_of(machine, "MainPID") == pid, "the companion was started again meanwhile")
    return f"{chosen.removeprefix('companion.app.camera_link: ')}, lost and back while the service went on"


def _told(machine: Machine, words: str, times: int) -> None:
    machine.wait_for(
        f"test $(journalctl -b -u {SERVICE} _PID=$(systemctl show --value --property=MainPID {SERVICE}) "
        f"--no-pager -o cat | grep -c '{words}') -ge {times}",
        _WAIT_S,
    )
