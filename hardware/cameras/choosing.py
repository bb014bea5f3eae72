"""Which cameras are there, and the one that is taken where none is named."""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.cameras.frame import Camera, Format
from hardware.cameras.picam2 import BoundPiCamera, binding
from hardware.cameras.rpicam import PROGRAMS, PiCamera
from hardware.cameras.v4l2 import UsbCamera
from hardware.errors import CameraError, HardwareError

log = logging.getLogger(__name__)

VIDEO_DEVICES: Final = Path("/sys/class/video4linux")

_LISTING: Final = ("rpicam-hello", "libcamera-hello", *PROGRAMS)
_PATIENCE_S: Final = 20
# Video devices of a Pi that are parts of its own chips, not cameras.
_NO_CAMERAS: Final = ("bcm2835", "rpi", "rp1", "pispbe", "unicam")


@dataclass(frozen=True, slots=True)
class ListedCamera:
    """A camera that is there: its name as settings give it, and what it calls itself."""

    name: str
    label: str

    def __str__(self) -> str:
        return f"{self.name} {self.label}".strip()


def listed_cameras(video_devices: Path = VIDEO_DEVICES) -> list[ListedCamera]:
    """All cameras, the Pi's own before those at USB."""
    return [*pi_cameras(), *usb_cameras(video_devices)]


def pi_cameras() -> list[ListedCamera]:
    """The Pi's own cameras, as its program or else its Python binding lists them."""
    program = next(filter(None, map(shutil.which, _LISTING)), None)
    if program is not None:
        # A camera's line: "0 : imx708 [4608x2592 10-bit RGGB] (/base/…)".
        lines = [line.split(" : ", 1) for line in _said([program, "--list-cameras"]).splitlines() if " : " in line]
        return [
            ListedCamera(f"pi:{int(number)}", rest.split()[0]) for number, rest in lines if number.strip().isdecimal()
        ]
    bound = binding()
    infos = bound.global_camera_info() if bound is not None else []
    return [
        ListedCamera(f"pi:{info['Num']}", str(info["Model"])) for info in infos if "/usb" not in str(info.get("Id", ""))
    ]


def usb_cameras(video_devices: Path = VIDEO_DEVICES) -> list[ListedCamera]:
    """Those at USB.  A camera has a device for its pictures, number 0 of its own, and others for what it notes."""
    devices = sorted(video_devices.glob("video[0-9]*"), key=lambda device: int(device.name.removeprefix("video")))
    return [
        ListedCamera(f"usb:{device.name.removeprefix('video')}", _text(device / "name"))
        for device in devices
        if not _text(device / "name").lower().startswith(_NO_CAMERAS) and _text(device / "index") in ("", "0")
    ]


def open_pi(index: int, wanted: Format) -> Camera:
    """The Pi's camera by its program, by the Python binding where that is not installed.

    Raises :class:`CameraError` where neither is.
    """
    if any(map(shutil.which, PROGRAMS)) or binding() is None:
        return PiCamera(index, wanted=wanted)
    return BoundPiCamera(index, wanted=wanted)


def open_any(wanted: Format, video_devices: Path = VIDEO_DEVICES) -> Camera:
    """The Pi's camera where one is listed, else the first at USB that gives a picture.

    Raises :class:`CameraError` where there is none.
    """
    tried = []
    for listed in listed_cameras(video_devices):
        try:
            return _open(listed, wanted)
        except HardwareError as error:
            log.debug("%s is not taken", listed, exc_info=True)
            tried.append(str(error))
    raise CameraError(tried[0] if tried else "no camera is there; expected the Pi's camera or one at USB")


def _open(listed: ListedCamera, wanted: Format) -> Camera:
    kind, _, number = listed.name.partition(":")
    if kind == "pi":
        return open_pi(int(number), wanted)
    camera = UsbCamera(int(number), wanted=wanted)
    try:
        camera.read()
    except BaseException:
        camera.close()
        raise
    return camera


def _said(command: Sequence[str]) -> str:
    """What a program writes to standard output, "" where it fails or hangs."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
