"""Checks the machine: the user's groups, the service, the clock, power and temperature."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding, FindingState, output, text
from companion.record.machine import RELEASED, Machine

SERVICE: Final = "companion.service"
GROUPS: Final = ("video", "render", "input", "gpio", "audio")
"""The groups that own camera, graphics, touch, pins and loudspeaker; the user has to be in those that exist."""
HOT_C: Final = 80.0
"""The temperature (degrees Celsius) at which a Pi begins to slow down."""

_BOOTED: Final = Path("/run/systemd/system")
_HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
# The bits that `vcgencmd get_throttled` prints; the same 16 bits higher: has happened since the start.
_POWER: Final = {0: "too little voltage", 1: "its clock is capped", 2: "slowed down", 3: "slowed down by heat"}
_SINCE: Final = 16


def groups(mine: Callable[[], Iterable[int]] = os.getgroups) -> Finding:
    """Check whether the user is in the groups that own the devices."""
    name, numbers, ours = "Groups", _numbers(), set(mine())
    if os.geteuid() == 0:
        return Finding(name, FindingState.OK, "root, who needs none")
    missing = [group for group, number in numbers.items() if number not in ours]
    if missing:
        user = pwd.getpwuid(os.geteuid()).pw_name
        remedy = f"sudo usermod -aG {','.join(missing)} {user}, and log in again"
        return Finding(name, FindingState.WARNING, f"not in {', '.join(missing)}", remedy)
    return Finding(name, FindingState.OK, ", ".join(numbers) or "none is needed here")


def _numbers() -> dict[str, int]:
    """The group numbers of those groups that the system has."""
    known = {group.gr_name: group.gr_gid for group in grp.getgrall()}
    return {name: known[name] for name in GROUPS if name in known}


def service(booted: Path = _BOOTED) -> Finding:
    """Check the service that starts the companion with the device."""
    name = "Service"
    if not booted.exists() or shutil.which("systemctl") is None:
        return Finding(name, FindingState.OK, "there is no systemd here, so there is none")
    said = output(["systemctl", "show", SERVICE, "--property=LoadState,UnitFileState,ActiveState,Result,NRestarts"])
    facts = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return Finding(name, FindingState.WARNING, "not installed", "./run install, to have it start with the device")
    told = f"{facts.get('UnitFileState') or 'static'}, {facts.get('ActiveState')}"
    restarts = facts.get("NRestarts", "0")
    if restarts not in ("", "0"):
        told += f", restarted {restarts} times"
    if facts.get("ActiveState") == "failed":
        remedy = "journalctl -u companion says why; sudo systemctl restart companion tries again"
        return Finding(name, FindingState.FAULT, f"{told} ({facts.get('Result')})", remedy)
    return Finding(name, FindingState.OK, told)


def clock(machine: Machine | None = None) -> Finding:
    """Check whether the time that every match carries can be trusted."""
    name, machine = "Clock", machine or Machine()
    now: datetime = machine.now()
    told = now.astimezone().isoformat(sep=" ", timespec="minutes")
    if now < RELEASED:
        return Finding(
            name, FindingState.WARNING, f"{told} is past", "connect the network for a minute, or set it: sudo date -s"
        )
    if not machine.keeps_time():
        remedy = "connect the network for a minute; without it the start of a match counts as doubtful"
        return Finding(name, FindingState.WARNING, f"{told}, not synchronised", remedy)
    return Finding(name, FindingState.OK, told)


def power() -> Finding:
    """Check whether the Pi gets enough power, as its firmware says."""
    name = "Power"
    said = output(["vcgencmd", "get_throttled"]) if shutil.which("vcgencmd") else None
    _, _, number = (said or "").strip().partition("throttled=")
    try:
        bits = int(number, 16)
    except ValueError:
        return Finding(name, FindingState.OK, "nothing is told of it here")
    now = [words for bit, words in _POWER.items() if bits >> bit & 1]
    before = [words for bit, words in _POWER.items() if bits >> bit >> _SINCE & 1]
    remedy = "use the power supply that is made for this Pi, and a short cable; let air get at it"
    if now:
        return Finding(name, FindingState.WARNING, ", ".join(now), remedy)
    if before:
        return Finding(name, FindingState.WARNING, f"since the start: {', '.join(before)}", remedy)
    return Finding(name, FindingState.OK, "enough")


def temperature(sensor: Path = _HEAT) -> Finding:
    name = "Temperature"
    try:
        heat_c = int(text(sensor)) / 1000
    except ValueError:
        return Finding(name, FindingState.OK, "nothing is told of it here")
    if heat_c >= HOT_C:
        return Finding(name, FindingState.WARNING, f"{heat_c:.0f} °C", "let air get at the Pi, or give it a heat sink")
    return Finding(name, FindingState.OK, f"{heat_c:.0f} °C")
