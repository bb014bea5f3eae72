"""Collects all findings, in the order in which a person should deal with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from companion.doctor import devices, records, software, system
from companion.doctor.finding import Finding
from companion.settings.tree import Settings, calibration_file
from hardware.pictures import Image
from vision import Calibration
from vision.errors import VisionError


class CameraInUse(Protocol):
    """The camera of a running companion."""

    def facts(self) -> devices.ReportedCamera: ...


def examine(settings: Settings, *, sight: CameraInUse | None = None) -> Iterator[Finding]:
    """Yield all findings, one after the other.

    ``sight``: given if the companion itself asks; camera and pins are then its own and are not tried.
    """
    attended = sight is not None or records.is_attended(settings.data_dir)
    yield software.python()
    for library in software.LIBRARIES:
        yield software.installed(*library)
    yield records.data_folder(settings.data_dir)
    yield records.free_space(settings.data_dir)
    yield records.journal(settings.data_dir)
    yield records.calibration(calibration_file(settings), named=bool(settings.camera.calibration))
    yield devices.window()
    yield devices.touchscreen()
    yield devices.cameras()
    yield from _camera(settings, sight, attended=attended)
    yield from devices.pins(settings, attended=attended)
    yield devices.sound(settings.sound)
    yield devices.voice(settings.sound)
    yield system.groups()
    yield system.service()
    yield system.clock()
    yield system.power()
    yield system.temperature()
    yield software.engines()


def _camera(settings: Settings, sight: CameraInUse | None, *, attended: bool) -> Iterator[Finding]:
    if sight is not None:
        yield devices.watched(sight.facts())
    elif attended:
        yield devices.in_use()
    else:
        taken = devices.pictures(settings.camera)
        yield taken.finding
        if taken.image_bgr is not None:
            board = _board(settings, taken.image_bgr)
            if board is not None:
                yield board


def _board(settings: Settings, image_bgr: Image) -> Finding | None:
    try:
        return devices.board_in_place(Calibration.load(calibration_file(settings)), image_bgr)
    except VisionError:
        return None  # reported elsewhere, or there is none
