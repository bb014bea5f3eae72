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

from companion.doctor.finding import Fact, Finding, output, text
from companion.record.machine import RELEASED, Machine

SERVICE: Final = "companion.service"
GROUPS: Final = ("video", "render", "input", "gpio", "audio")
"""The groups that own camera, graphics, touch, pins and loudspeaker; the user has to be in those that exist."""
HOT_C: Final = 80.0
"""The temperature (degrees Celsius) at which a Pi begins to slow down."""

_BOOTED: Final = Path("/run/systemd/system")
_HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
# The bits that `vcgencmd get_throttled` prints: too little voltage; capped, throttled or held back by heat.  The same
# 16 bits higher: has happened since the start.  Too little voltage slows a Pi down as well, so it is named first.
_LOW: Final = 0b0001
_SLOWED: Final = 0b1110
_SINCE: Final = 16


def groups(mine: Callable[[], Iterable[int]] = os.getgroups) -> Finding:
    """Check whether the user is in the groups that own the devices."""
    numbers, ours = _numbers(), set(mine())
    if os.geteuid() == 0:
        return Finding(Fact.GROUPS_ROOT, {"user": "root"})
    missing = [group for group, number in numbers.items() if number not in ours]
    if missing:
        user = pwd.getpwuid(os.geteuid()).pw_name
        command = f"sudo usermod -aG {','.join(missing)} {user}"
        return Finding(Fact.GROUPS_MISSING, {"groups": ", ".join(missing), "command": command})
    return Finding(Fact.GROUPS_FINE, {"groups": ", ".join(numbers)}) if numbers else Finding(Fact.GROUPS_NONE)


def _numbers() -> dict[str, int]:
    """The group numbers of those groups that the system has."""
    known = {group.gr_name: group.gr_gid for group in grp.getgrall()}
    return {name: known[name] for name in GROUPS if name in known}


def service(booted: Path = _BOOTED) -> Finding:
    """Check the service that starts the companion with the device."""
    if not booted.exists() or shutil.which("systemctl") is None:
        return Finding(Fact.SERVICE_NO_SYSTEMD, {"systemd": "systemd"})
    said = output(["systemctl", "show", SERVICE, "--property=LoadState,UnitFileState,ActiveState,Result,NRestarts"])
    facts = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return Finding(Fact.SERVICE_MISSING, {"command": "./run install"})
    state = {"state": f"{facts.get('UnitFileState') or 'static'}, {facts.get('ActiveState')}"}
    if facts.get("ActiveState") == "failed":
        result, log, again = facts.get("Result", ""), "journalctl -u companion", "sudo systemctl restart companion"
        return Finding(Fact.SERVICE_FAILED, state | {"result": result, "log": log, "command": again})
    restarts = facts.get("NRestarts") or "0"
    if restarts != "0":
        return Finding(Fact.SERVICE_RESTARTED, state | {"n": restarts})
    return Finding(Fact.SERVICE_FINE, state)


def clock(machine: Machine | None = None) -> Finding:
    """Check whether the time that every match carries can be trusted."""
    machine = machine or Machine()
    now: datetime = machine.now()
    time = {"time": now.astimezone().isoformat(sep=" ", timespec="minutes")}
    if now < RELEASED:
        return Finding(Fact.CLOCK_PAST, time | {"command": "sudo date -s"})
    return Finding(Fact.CLOCK_FINE if machine.keeps_time() else Fact.CLOCK_UNSYNCHRONISED, time)


def power() -> Finding:
    """Check whether the Pi gets enough power, as its firmware says."""
    said = output(["vcgencmd", "get_throttled"]) if shutil.which("vcgencmd") else None
    _, _, number = (said or "").strip().partition("throttled=")
    try:
        bits = int(number, 16)
    except ValueError:
        return Finding(Fact.POWER_UNKNOWN)
    for mask, fact in (
        (_LOW, Fact.POWER_LOW),
        (_SLOWED, Fact.POWER_SLOWED),
        (_LOW << _SINCE, Fact.POWER_WAS_LOW),
        (_SLOWED << _SINCE, Fact.POWER_WAS_SLOWED),
    ):
        if bits & mask:
            return Finding(fact, {"bits": f"{bits:#x}"})
    return Finding(Fact.POWER_FINE)


def temperature(sensor: Path = _HEAT) -> Finding:
    try:
        heat_c = int(text(sensor)) / 1000
    except ValueError:
        return Finding(Fact.TEMPERATURE_UNKNOWN)
    fact = Fact.TEMPERATURE_HOT if heat_c >= HOT_C else Fact.TEMPERATURE_FINE
    return Finding(fact, {"heat": f"{heat_c:.0f}"})
