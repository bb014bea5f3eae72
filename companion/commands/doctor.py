"""``companion doctor``: what is missing or broken here, and what to do about it."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.settings import Settings, load_settings
from hardware.button import PushButton
from hardware.errors import GpioError

if TYPE_CHECKING:
    from argparse import _SubParsersAction

OLDEST_PYTHON: Final = (3, 11)
LEAST_FREE_MB: Final = 200
PATIENCE_S: Final = 30

# What the screen library would otherwise do on being imported: read our arguments, write logs.
_QUIET_KIVY: Final = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
# Video devices of a Pi that are parts of its own chips, not cameras.
_NO_CAMERAS: Final = ("bcm2835", "rpi", "rp1", "pispbe", "unicam")


class State(Enum):
    """``WARNING``: a device that may be absent; the companion does without it."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and the remedy where that is not good."""

    name: str
    state: State
    found: str
    remedy: str = ""


def add(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("doctor", help="look for faults and name their remedies")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print every finding; 1 where there is a fault."""
    findings = list(examine(load_settings(options.settings, data_dir=options.data_dir)))
    faults = sum(finding.state is State.FAULT for finding in findings)
    if options.json:
        print(json.dumps({"ok": not faults, "findings": [_as_json(finding) for finding in findings]}))
    else:
        for finding in findings:
            print(_line(finding))
        print(f"{faults} fault{'' if faults == 1 else 's'}.")
    return 1 if faults else 0


def examine(settings: Settings) -> Iterator[Finding]:
    """All findings, in the order in which a person should deal with them."""
    yield python()
    yield installed("OpenCV", "opencv-python", "cv2")
    yield installed("NumPy", "numpy", "numpy")
    yield installed("Kivy", "kivy", "kivy")
    yield data_folder(settings.data_dir)
    yield free_space(settings.data_dir)
    yield display(os.environ, Path("/sys/class/drm"))
    yield camera(Path("/sys/class/video4linux"), listed_pi_cameras)
    yield button(settings.button.pin)
    yield gnubg(shutil.which("gnubg", path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/games"))


def python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", State.FAULT, found, "use Python 3.11 or newer: Debian 12 and later have it")
    return Finding("Python", State.OK, found)


def installed(name: str, distribution: str, module: str) -> Finding:
    """Imported in a process of its own: where a system library is missing, some end the process without a word."""
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, State.FAULT, "not installed", "delete the folder .venv and run ./run demo again")
    said = _output([sys.executable, "-c", f"import {module}"], extra=_QUIET_KIVY)
    if said is None:
        return Finding(
            name,
            State.FAULT,
            f"{version} is installed but cannot be imported",
            "install the system packages libgl1 libglib2.0-0 libegl1 libmtdev1",
        )
    return Finding(name, State.OK, version)


def data_folder(folder: Path) -> Finding:
    """Whether a record can be kept there as the companion keeps it: SQLite with a write-ahead log."""
    name = "Data folder"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as scratch:
            mode = _journal_mode(Path(scratch) / "try.sqlite")
    except (OSError, sqlite3.Error) as error:
        return Finding(name, State.FAULT, f"{folder}: {error}", "make the folder writable, or name another: --data-dir")
    if mode != "wal":
        remedy = "choose a folder on a local disk with --data-dir; network folders cannot keep the record safe"
        return Finding(name, State.FAULT, f"{folder}: no write-ahead log ({mode})", remedy)
    return Finding(name, State.OK, str(folder))


def _journal_mode(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        connection.execute("PRAGMA synchronous=FULL")
        with connection:
            connection.execute("CREATE TABLE proof (n INTEGER)")
        return str(mode)
    finally:
        connection.close()


def free_space(folder: Path) -> Finding:
    place = next((path for path in (folder, *folder.parents) if path.exists()), Path("/"))
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        remedy = f"free some space: at least {LEAST_FREE_MB} MB are needed"
        return Finding("Free space", State.FAULT, f"{free_mb} MB at {place}", remedy)
    return Finding("Free space", State.OK, f"{free_mb} MB")


def display(environment: Mapping[str, str], connectors: Path) -> Finding:
    """A desktop, or a connector of the graphics chip with a screen on it."""
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        if environment.get(variable):
            return Finding("Display", State.OK, f"{variable}={environment[variable]}")
    for status in sorted(connectors.glob("card*-*/status")):
        if _text(status) == "connected":
            return Finding("Display", State.OK, status.parent.name)
    return Finding("Display", State.WARNING, "none", "connect a screen, or use --headless")


def camera(video_devices: Path, pi_cameras: Callable[[], list[str]]) -> Finding:
    """USB cameras by their names in ``/sys``, the Pi's own by its camera program."""
    found = [
        f"usb:{device.name.removeprefix('video')} {_text(device / 'name')}"
        for device in sorted(video_devices.glob("video*"))
        if not _text(device / "name").lower().startswith(_NO_CAMERAS) and _text(device / "index") in ("", "0")
    ] + pi_cameras()
    if not found:
        remedy = "plug in a USB camera, or the Pi's camera with its cable the right way round and rpicam-apps installed"
        return Finding("Camera", State.WARNING, "none", remedy)
    return Finding("Camera", State.OK, ", ".join(found))


def listed_pi_cameras() -> list[str]:
    program = shutil.which("rpicam-hello")
    said = (_output([program, "--list-cameras"]) or "") if program else ""
    # A camera's line: "0 : imx708 [4608x2592 10-bit RGGB] (/base/…)".
    lines = [line.split(" : ", 1) for line in said.splitlines() if line[:1].isdigit() and " : " in line]
    return [f"pi:{number.strip()} {rest.split()[0]}" for number, rest in lines]


def button(pin: int) -> Finding:
    try:
        PushButton(pin, lambda _at_s: None).close()
    except GpioError as error:
        remedy = "none needed without a button; on a Pi: apt install python3-lgpio, and be in the group gpio"
        return Finding("Button", State.WARNING, str(error), remedy)
    return Finding("Button", State.OK, f"GPIO {pin} can be used")


def gnubg(path: str | None) -> Finding:
    if path is None:
        return Finding(
            "GNU Backgammon", State.WARNING, "not installed", "apt install gnubg, for the tests and for hints"
        )
    return Finding("GNU Backgammon", State.OK, path)


def _output(command: list[str], *, extra: Mapping[str, str] | None = None) -> str | None:
    """What a program writes to standard output, None where it fails or hangs."""
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **(extra or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _as_json(finding: Finding) -> dict[str, str]:
    return {"name": finding.name, "state": finding.state.value, "found": finding.found, "remedy": finding.remedy}


def _line(finding: Finding) -> str:
    remedy = f" -> {finding.remedy}" if finding.remedy else ""
    return f"{finding.state.value:<8} {finding.name}: {finding.found}{remedy}"
