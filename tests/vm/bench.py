"""What a step works with: a fresh disk, machines that boot from it, a log, and a place for pictures."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.vm.machine import Machine, MachineError, System, overlay

SERVICE: Final = "companion.service"
DATA: Final = "/var/lib/companion"
SETTINGS: Final = "[screen]\nfirst_steps = false\n"
CONSOLE: Final = """\
[Unit]
Requires=dev-virtio\\x2dports-companion.shown.device
After=dev-virtio\\x2dports-companion.shown.device
[Service]
ExecStart=
ExecStart=/opt/companion/current/run companion run --camera none --control --json
DeviceAllow=char-virtio-portsdev rw
StandardInput=file:/dev/virtio-ports/companion.shown
StandardOutput=file:/dev/virtio-ports/companion.shown
"""
"""Lines for the unit: the same service with its screen, without a camera, and with a console led out of the machine."""
UP_S: Final = 300.0
"""The longest that is waited for the service; it is up half a minute after the machine on two free cores."""
DRAWN_S: Final = 240.0
_SETTLED_S: Final = 2.0


class WrongError(Exception):
    """The product did something else than it has to."""


@dataclass(slots=True)
class Bench:
    """The bench of one step; ``close`` pulls the plug of what still runs.

    ``kills``: how often the plug is pulled where that is what is tried.  ``key``: the private key whose releases the
    machine takes.
    """

    system: System
    folder: Path
    step: str
    kills: int
    key: Path
    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    _disk: Path | None = field(default=None, init=False)
    _newest: Machine | None = field(default=None, init=False)

    def machine(self, panel: tuple[int, int] = (800, 480), more: Sequence[str] = (), *, fresh: bool = False) -> Machine:
        """Return a machine that is off, with this step's disk; ``fresh``: as it was installed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._disk is None or fresh:
            self._disk = overlay(self.system.disk, self.folder / f"{self.step}.qcow2")
        machine = Machine(replace(self.system, disk=self._disk), self.folder / f"{self.step}.log", panel, more=more)
        self._stack.callback(machine.pull_plug)
        self._newest = machine
        return machine

    def booted(self, panel: tuple[int, int] = (800, 480), more: Sequence[str] = (), *, fresh: bool = False) -> Machine:
        """Return a machine that has booted and whose service is up."""
        machine = self.machine(panel, more, fresh=fresh)
        machine.start()
        service_up(machine)
        return machine

    def picture(self, name: str) -> Path:
        return self.folder / f"{self.step}-{name}.png"

    def keep_journal(self) -> Path | None:
        """Write what the newest machine's journal says of this boot; None where the machine does not answer."""
        if self._newest is None or not self._newest.is_on:
            return None
        try:
            said = self._newest.said("journalctl -b --no-pager -o short-monotonic")
        except MachineError:
            return None
        file = self.folder / f"{self.step}.journal"
        file.write_text(said, encoding="utf-8")
        return file

    def close(self) -> None:
        """Switch off, and delete the disk; log and pictures stay."""
        self._stack.close()
        if self._disk is not None:
            self._disk.unlink(missing_ok=True)


def check(holds: object, sentence: str) -> None:
    """Raise :class:`WrongError` with this sentence unless it holds."""
    if not holds:
        raise WrongError(sentence)


def service_up(machine: Machine, timeout_s: float = UP_S) -> None:
    """Wait until systemd says that the service has started."""
    try:
        machine.wait_for(f"systemctl is-active --quiet {SERVICE}", timeout_s)
    except MachineError as error:
        said = machine.ask(
            f"systemctl status {SERVICE} --no-pager; journalctl -b -u {SERVICE} --no-pager | tail -40"
        ).said
        raise WrongError(f"the service does not come up: {said[-3000:]}") from error


def property_of(machine: Machine, name: str, unit: str = SERVICE) -> str:
    """Return what ``systemctl show`` says of a unit."""
    return machine.said(f"systemctl show --value --property={name} {unit}")


def put(machine: Machine, path: str, text: str, *, owner: str = "root") -> None:
    """Write a file in the machine."""
    coded = base64.b64encode(text.encode()).decode()
    machine.said(f"mkdir -p $(dirname {path}) && echo {coded} | base64 -d >{path} && chown {owner}: {path}")


def set_up(machine: Machine, settings: str, unit: str = "") -> None:
    """Give the companion these settings, and its unit these lines, and start it with them."""
    machine.said(f"systemctl stop {SERVICE}")
    put(machine, f"{DATA}/settings.toml", settings, owner="companion")
    if unit:
        put(machine, f"/etc/systemd/system/{SERVICE}.d/vm.conf", unit)
        machine.said("systemctl daemon-reload")
    machine.said(f"systemctl reset-failed {SERVICE}; systemctl start {SERVICE}", UP_S)
    service_up(machine)


def photographed(machine: Machine, picture: Path) -> np.ndarray:
    """Photograph the panel; return the pixels (height, width, 3), blue first."""
    return np.asarray(cv2.imread(str(machine.photograph(picture))))


def drawn(machine: Machine, picture: Path, timeout_s: float = DRAWN_S, *, settled_s: float = _SETTLED_S) -> np.ndarray:
    """Photograph the panel once it shows a window that has stood still so long; return pixels (height, width, 3)."""
    until_s = time.monotonic() + timeout_s
    before = np.zeros(0)
    while True:
        pixels = photographed(machine, picture)
        if _is_window(pixels) and np.array_equal(pixels, before):
            return pixels
        if time.monotonic() > until_s:
            raise WrongError(f"the panel shows no window that stands still; see {picture}")
        before = pixels
        time.sleep(settled_s)


def _is_window(pixels: np.ndarray) -> bool:
    """A console is nearly all black; the window has a ground of its own up to the edges."""
    ground = (pixels.max(axis=2) > 8).mean()
    return bool(ground > 0.5)


def facts(text: str) -> Mapping[str, str]:
    """Return lines ``NAME=VALUE`` as a table."""
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
