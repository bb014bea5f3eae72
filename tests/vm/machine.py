"""One virtual machine under QEMU: it is booted, asked, photographed, and its plug can be pulled."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of machine.  ``debian``: Debian's name for it.  ``words``: what QEMU is told of it."""

    debian: str
    program: str
    words: tuple[str, ...]
    console: str


# One processor: with two, QEMU 7.2 now and then runs half of an instruction that Linux is just exchanging.
# One without AVX: with it, what Mesa translates for a panel without a GPU crashes in emulation.
PC: Final = Kind("amd64", "qemu-system-x86_64", ("-cpu", "Nehalem", "-vga", "none"), "ttyS0")
ARM: Final = Kind("arm64", "qemu-system-aarch64", ("-M", "virt", "-cpu", "cortex-a72"), "ttyAMA0")
"""With the processor of a Pi 4."""
BOOT_S: Final = 600.0
"""A boot takes half a minute on two free cores without KVM; this is the longest that is waited for one."""
_SYSTEMD: Final = "systemd.show_status=0 systemd.default_device_timeout_sec=600 systemd.default_timeout_start_sec=300"
"""Its usual 90 s are too few for a device to be found and for a service to start where other work is done beside."""
_CONNECT_S: Final = 30.0
_SLACK_S: Final = 60.0
"""The agent ends what takes too long; the answer may come so much later."""


class MachineError(Exception):
    """The machine did not do what was asked: it is off, hangs, or a command failed in it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command in the machine said, and its exit code."""

    code: int
    said: str


@dataclass(frozen=True, slots=True)
class System:
    """What is booted: a kernel, its first file system, and the disk (qcow2), which is written to."""

    kind: Kind
    kernel: Path
    initrd: Path
    disk: Path


@dataclass(slots=True)
class Machine:
    """A running machine, as a context manager; leaving it pulls the plug.

    ``panel``: the size of its screen in pixels.  ``stick``: a disk image that is plugged in as a USB stick may be added
    later with :meth:`plug_in`.  ``log``: where the serial console's lines go.
    """

    system: System
    log: Path
    panel: tuple[int, int] = (800, 480)
    memory_mb: int = 2048
    more: Sequence[str] = ()
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _folder: Path | None = field(default=None, init=False)
    _agent: _Lines | None = field(default=None, init=False)
    _monitor: _Lines | None = field(default=None, init=False)
    shown: _Lines | None = field(default=None, init=False)
    up_s: float = field(default=0.0, init=False)
    _sticks: int = field(default=0, init=False)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull_plug()

    # --- power -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Switch on, and wait until its agent answers."""
        self.switch_on()
        self.wait_for_agent()

    def switch_on(self) -> None:
        """Switch on, and return at once."""
        assert self._process is None
        folder = self._folder = Path(tempfile.mkdtemp(prefix="vm-"))
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command(folder), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        self._monitor = _Lines(folder / "monitor", self._process)
        self._agent = _Lines(folder / "agent", self._process)
        self.shown = _Lines(folder / "shown", self._process)
        self._monitor.read(_CONNECT_S)  # its greeting
        self._monitored("qmp_capabilities")

    def wait_for_agent(self, timeout_s: float = BOOT_S) -> None:
        """Wait until the agent has said that it is there."""
        assert self._agent is not None
        self.up_s = self._agent.read(timeout_s)["up_s"]

    def _command(self, folder: Path) -> list[str]:
        width, height = self.panel
        kind = self.system.kind
        return [
            kind.program,
            *("-accel", "tcg", *kind.words, "-smp", "1", "-m", str(self.memory_mb)),
            *("-display", "none", "-nic", "none", "-no-reboot", "-serial", "stdio"),
            *("-kernel", str(self.system.kernel), "-initrd", str(self.system.initrd)),
            *("-append", f"root=/dev/vda rw console={kind.console} quiet panic=-1 {_SYSTEMD}"),
            # Write-back: what the guest has not flushed may be in QEMU's memory alone, and goes with it.
            *("-drive", f"file={self.system.disk},format=qcow2,if=none,id=disk,cache=writeback,discard=unmap"),
            *("-device", "virtio-blk-pci,drive=disk"),
            *("-device", f"virtio-gpu-pci,xres={width},yres={height}"),
            *("-device", "qemu-xhci,id=usb"),
            *("-qmp", f"unix:{folder}/monitor,server=on,wait=off"),
            *("-device", "virtio-serial-pci"),
            *_port("agent", folder),
            *_port("shown", folder),
            *self.more,
        ]

    def pull_plug(self) -> None:
        """End the machine between two instructions, as a power cut does; may be called twice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._gone()

    def wait_until_off(self, timeout_s: float) -> None:
        """Wait until the machine has switched itself off."""
        assert self._process is not None
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise MachineError(f"the machine is still on after {timeout_s:.0f} s") from None
        self._gone()

    def _gone(self) -> None:
        for lines in (self._agent, self._monitor, self.shown):
            if lines is not None:
                lines.close()
        self._process = self._agent = self._monitor = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    # --- inside ------------------------------------------------------------------------------------

    def ask(self, command: str, timeout_s: float = 120.0) -> Answer:
        """Run a command in the machine as root."""
        assert self._agent is not None
        self._agent.write({"command": command, "timeout_s": timeout_s})
        answer = self._agent.read(timeout_s + _SLACK_S)
        return Answer(answer["code"], answer["said"])

    def said(self, command: str, timeout_s: float = 120.0) -> str:
        """Return what a command says; raises :class:`MachineError` where it fails."""
        answer = self.ask(command, timeout_s)
        if answer.code:
            raise MachineError(f"{command!r} ended with {answer.code} and said {answer.said[-2000:]!r}")
        return answer.said.strip()

    def wait_for(self, command: str, timeout_s: float, every_s: float = 1.0) -> str:
        """Repeat a command until it succeeds, and return what it says."""
        until_s = time.monotonic() + timeout_s
        while True:
            answer = self.ask(command, timeout_s)
            if not answer.code:
                return answer.said.strip()
            if time.monotonic() > until_s:
                raise MachineError(
                    f"{command!r} has not come true in {timeout_s:.0f} s; it says {answer.said[-2000:]!r}"
                )
            time.sleep(every_s)

    # --- outside -----------------------------------------------------------------------------------

    def photograph(self, picture: Path) -> Path:
        """Write what the panel shows, as a PNG file."""
        part = picture.with_suffix(".part")
        self._monitored("screendump", filename=str(part), format="png")
        part.replace(picture)
        return picture

    def plug_in(self, image: Path) -> None:
        """Plug a USB stick in: a raw disk image."""
        self._sticks += 1
        name = f"stick{self._sticks}"
        self._monitored("blockdev-add", driver="raw", **{"node-name": name}, file={
            "driver": "file", "filename": str(image)})  # fmt: skip
        self._monitored("device_add", driver="usb-storage", id=name, bus="usb.0", drive=name, removable=True)

    def pull_out(self) -> None:
        """Pull the stick out again."""
        self._monitored("device_del", id=f"stick{self._sticks}")

    def plug_in_keyboard(self) -> None:
        self._monitored("device_add", driver="usb-kbd", id="keyboard", bus="usb.0")

    def press(self, *keys: str) -> None:
        """Press keys together on the keyboard that was plugged in last, by QEMU's names for them."""
        self._monitored("send-key", keys=[{"type": "qcode", "data": key} for key in keys])

    def _monitored(self, command: str, **arguments: Any) -> Any:
        assert self._monitor is not None
        self._monitor.write({"execute": command, "arguments": arguments})
        while True:
            answer = self._monitor.read(_CONNECT_S)
            if "error" in answer:
                raise MachineError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]


class _Lines:
    """JSON (or plain) lines over a socket that QEMU serves."""

    def __init__(self, path: Path, process: subprocess.Popen[bytes]) -> None:
        self._process: Final = process
        self._rest = b""
        self._socket: Final = socket.socket(socket.AF_UNIX)
        until_s = time.monotonic() + _CONNECT_S
        while True:
            try:
                self._socket.connect(str(path))
                return
            except OSError as error:
                if time.monotonic() > until_s or process.poll() is not None:
                    raise MachineError(f"QEMU does not answer at {path}; see the log") from error
                time.sleep(0.05)

    def say(self, words: bytes) -> None:
        self._socket.sendall(words)

    def write(self, words: object) -> None:
        self.say(json.dumps(words).encode() + b"\n")

    def read(self, timeout_s: float) -> Any:
        line = self.line(timeout_s)
        if line is None:
            raise MachineError(f"the machine says nothing for {timeout_s:.0f} s")
        return json.loads(line)

    def line(self, timeout_s: float) -> bytes | None:
        """The next line; None where none comes in time.  Raises :class:`MachineError` where the machine is off."""
        until_s = time.monotonic() + timeout_s
        while b"\n" not in self._rest:
            self._socket.settimeout(max(0.001, until_s - time.monotonic()))
            try:
                more = self._socket.recv(65536)
            except TimeoutError:
                return None
            except OSError as error:
                raise MachineError(f"the machine is gone: {error}") from error
            if not more:
                raise MachineError("the machine is off")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        self._socket.close()


def _port(name: str, folder: Path) -> tuple[str, ...]:
    return (
        *("-chardev", f"socket,id={name},path={folder}/{name},server=on,wait=off"),
        *("-device", f"virtserialport,chardev={name},name=companion.{name}"),
    )


def overlay(base: Path, disk: Path) -> Path:
    """Make a disk that begins as ``base`` and keeps what is written to itself."""
    disk.unlink(missing_ok=True)
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", os.path.abspath(base), disk], check=True
    )
    return disk
