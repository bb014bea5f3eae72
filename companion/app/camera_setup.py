"""The camera setup behind the screen: which camera is used, and which board it knows."""

from __future__ import annotations

from typing import Final

from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.screen.camera_service import AnyCalibration
from companion.settings.file import SettingsFile
from companion.settings.tree import CameraSettings
from hardware.camera import Camera, Format, Paced, is_live, open_camera
from hardware.cameras.address import is_address, shown
from hardware.cameras.choosing import listed_cameras

_ANY: Final = "auto"


class SeeingHere:
    """See :class:`companion.screen.services.Watched`."""

    def __init__(self, camera_reader: CameraReader, watcher: CameraLink, settings: SettingsFile) -> None:
        self._camera_reader: Final = camera_reader
        self._watcher: Final = watcher
        self._settings: Final = settings

    def known(self) -> AnyCalibration | None:
        known: AnyCalibration | None = self._camera_reader.calibration
        return known

    def cameras(self) -> tuple[tuple[str, str], ...]:
        device = self._settings.now().camera.device
        network = ((device, shown(device)),) if is_address(device) else ()
        return ((_ANY, _ANY), *((listed.name, str(listed)) for listed in listed_cameras()), *network)

    def take(self, camera: str) -> None:
        self._settings.change({"camera.device": camera})
        settings = self._settings.now().camera
        self._watcher.look_through(lambda: opened(camera, settings))


def opened(camera: str, settings: CameraSettings) -> Camera:
    """Open a camera by name, with the picture size and rate of the settings; a recording plays at its own pace."""
    found = open_camera(camera, Format(settings.width, settings.height, settings.rate))
    return found if is_live(camera) else Paced(found)
