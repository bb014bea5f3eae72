"""The sources of pictures: a folder of frames, a video file, a USB camera, the Pi's camera, one in the network.

All return :class:`Frame` values one after the other.  A recorded sequence gives every frame and then
ends; a live camera gives the newest picture and ends only by an error.  A frame holds what the camera
gave (:mod:`hardware.pictures`) and is decoded only as far as it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.cameras.address import HTTP, Address, is_address, shown
from hardware.cameras.choosing import ListedCamera, listed_cameras, open_any, open_pi
from hardware.cameras.frame import USUAL, Camera, Format, Frame
from hardware.cameras.live import Live
from hardware.cameras.over_http import HttpCamera
from hardware.cameras.over_rtsp import FROZEN_S, RtspCamera
from hardware.cameras.recorded import FolderCamera, Paced, VideoCamera, read_picture
from hardware.cameras.v4l2 import UsbCamera
from hardware.errors import FramesError, NetworkTrouble

__all__ = [
    "AUTO",
    "Camera",
    "Format",
    "Frame",
    "ListedCamera",
    "Live",
    "Paced",
    "frames",
    "is_live",
    "length",
    "listed_cameras",
    "open_camera",
    "read_picture",
    "shown",
]

AUTO: Final = "auto"
"""The name that stands for any camera found."""

_LIVE: Final = re.compile(r"auto|(pi|usb):(\d{1,3})|(/dev/(?:video\d+|v4l/\S+))")


def open_camera(text: str, wanted: Format = USUAL) -> Camera:
    """The camera that ``text`` names: ``auto``, ``pi:0``, ``usb:0``, its device or address, a folder or a video file.

    ``wanted``: size and rate of a live camera.  Raises :class:`FramesError` where no such sequence can be read and
    :class:`CameraError` where the device is missing.
    """
    live = _LIVE.fullmatch(text)
    if live is not None:
        return Live(_opened(live, wanted))
    if is_address(text):
        return _in_network(Address.from_text(text), wanted)
    path = Path(text)
    if text and path.is_dir():  # the empty path would be the working directory
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise FramesError(
        f"{shown(text)}: expected a folder of frames, a video file, {AUTO}, pi:0, usb:0, http://… or rtsp://…"
    )


def _opened(live: re.Match[str], wanted: Format) -> Camera:
    kind, number, device = live.groups()
    if device is not None:
        return UsbCamera(device, wanted=wanted)
    if kind is None:
        return open_any(wanted)
    return open_pi(int(number), wanted) if kind == "pi" else UsbCamera(int(number), wanted=wanted)


def _in_network(address: Address, wanted: Format) -> Live:
    if address.scheme in HTTP:
        return Live(HttpCamera(address, wanted=wanted), trouble=NetworkTrouble.STOPPED)
    return Live(RtspCamera(address, wanted=wanted), frozen_s=FROZEN_S, trouble=NetworkTrouble.STOPPED)


def is_live(text: str) -> bool:
    """Whether ``text`` names a camera rather than a recording."""
    return _LIVE.fullmatch(text) is not None or is_address(text)


def length(camera: Camera) -> int:
    """How many frames a recording has; 0 where that is not known."""
    return camera.length if isinstance(camera, FolderCamera | VideoCamera) else 0


def frames(camera: Camera) -> Iterator[Frame]:
    """All frames of a camera until its recording ends."""
    # No frame is held while the next one is decoded: of a 4K film each takes 25 MB.
    yield from iter(camera.read, None)
