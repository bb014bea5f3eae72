"""Checks screen, touch, cameras, pins and loudspeaker."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from companion.doctor.finding import Fact, Finding, text
from companion.settings.tree import CameraSettings, Settings, SoundSettings
from hardware import display
from hardware.button import PushButton
from hardware.buzzer import Buzzer
from hardware.camera import Format, Frame, ListedCamera, frames, is_live, listed_cameras, open_camera, shown
from hardware.errors import GpioError, HardwareError
from hardware.lamp import Lamp
from hardware.pictures import Image, is_black
from hardware.sound import players
from hardware.voice import PROGRAM as VOICE
from vision import Calibration

_PICTURES: Final = 15
"""How many pictures are taken to measure the rate."""
_LONGEST_S: Final = 3.0
_TOUCHED: Final = 0x02  # INPUT_PROP_DIRECT: the touched item is under the finger
_INPUTS: Final = Path("/proc/bus/input/devices")


def window() -> Finding:
    """Check whether a window can be opened, in the way the screen itself does, without opening one."""
    reason = display.available()
    if reason is not None:
        return Finding(Fact.WINDOW_NONE, {"reason": reason.rstrip("."), "option": "--headless"})
    return Finding(Fact.WINDOW_FINE)


def touchscreen(inputs: Path = _INPUTS, devices: Path = Path("/dev/input")) -> Finding:
    """Check the touchscreens that the kernel knows, and whether we may read them."""
    found = [block for block in text(inputs).split("\n\n") if _is_touched(block)]
    if not found:
        return Finding(Fact.TOUCHSCREEN_NONE)
    label = re.search(r'^N: Name="(.*)"$', found[0], re.MULTILINE)
    events = re.findall(r"\bevent\d+\b", found[0])
    called = label[1] if label else events[0] if events else "touchscreen"
    if not any(os.access(devices / event, os.R_OK) for event in events):
        values = {"device": called, "command": "sudo usermod -aG input USER"}
        return Finding(Fact.TOUCHSCREEN_UNREADABLE, values)
    return Finding(Fact.TOUCHSCREEN_FINE, {"device": called})


def _is_touched(block: str) -> bool:
    properties = re.search(r"^B: PROP=([0-9a-f]+)$", block, re.MULTILINE)
    return properties is not None and bool(int(properties[1], 16) & _TOUCHED)


# --- cameras ---------------------------------------------------------------------------------------


def cameras(listed: Callable[[], list[ListedCamera]] = listed_cameras) -> Finding:
    """Find all connected cameras."""
    found = listed()
    if not found:
        return Finding(Fact.CAMERAS_NONE, {"package": "rpicam-apps"})
    return Finding(Fact.CAMERAS_FINE, {"cameras": ", ".join(map(str, found))})


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of taking pictures; ``image_bgr``: the last one (height x width x 3), None if there is none."""

    finding: Finding
    image_bgr: Image | None = None


def pictures(settings: CameraSettings) -> Taken:
    """Take pictures with the camera that the settings name, for about a second from the first."""
    try:
        with closing(open_camera(settings.device, Format(settings.width, settings.height, settings.rate))) as camera:
            seen: list[Frame] = []
            for frame in islice(frames(camera), _PICTURES if is_live(settings.device) else 1):
                seen.append(frame)
                if frame.seen_at_s - seen[0].seen_at_s > _LONGEST_S:
                    break
        if not seen:
            return Taken(Finding(Fact.PICTURE_FAILED, {"reason": f"{shown(settings.device)}: no picture in it"}))
        last = seen[-1]
        image = last.image_bgr
    except HardwareError as error:
        return Taken(Finding(Fact.PICTURE_FAILED, {"reason": str(error)}))
    spell_s = last.seen_at_s - seen[0].seen_at_s
    rate_hz = (len(seen) - 1) / spell_s if spell_s > 0 else 0.0
    return Taken(_judged(last.source, image.shape[1], image.shape[0], rate_hz, black=is_black(last.picture)), image)


class ReportedCamera(Protocol):
    """What a running companion says of its camera; see :class:`companion.screen.camera_service.CameraFacts`."""

    @property
    def name(self) -> str: ...
    @property
    def size_wh(self) -> tuple[int, int]: ...
    @property
    def rate_hz(self) -> float: ...
    @property
    def held(self) -> bool: ...
    @property
    def warning(self) -> str: ...
    @property
    def trouble(self) -> str: ...


def watched(facts: ReportedCamera) -> Finding:
    """Report on the camera of a running companion, from its own facts."""
    if facts.trouble:
        return Finding(Fact.PICTURE_LOST, {"reason": facts.trouble})
    if not facts.name:
        return Finding(Fact.PICTURE_NOT_YET)
    return _judged(facts.name, *facts.size_wh, facts.rate_hz, black=bool(facts.warning), held=facts.held)


def _judged(name: str, width: int, height: int, rate_hz: float, *, black: bool, held: bool = False) -> Finding:
    values = {"camera": name, "size": f"{width}x{height}"}
    if rate_hz:
        values["rate"] = f"{rate_hz:.0f}"
    fact = Fact.PICTURE_BLACK if black else Fact.PICTURE_HELD if held else Fact.PICTURE_FINE
    return Finding(fact, values)


def in_use() -> Finding:
    """Report on the camera if a companion runs of which nothing else is known."""
    return Finding(Fact.PICTURE_IN_USE)


def board_in_place(known: Calibration, image_bgr: Image) -> Finding | None:
    """Check whether the board is where it was calibrated; None if the picture shows none clearly."""
    there = known.seen_in(image_bgr)
    if there is None:
        return None
    return Finding(Fact.BOARD_MOVED if known.is_elsewhere(there) else Fact.BOARD_FINE)


# --- pins ------------------------------------------------------------------------------------------


def pins(settings: Settings, *, attended: bool) -> Iterator[Finding]:
    """Check every device that the settings put on a pin."""
    named: tuple[tuple[str, int, Callable[[int], CheckedDevice]], ...] = (
        ("finding.device.button", settings.button.pin, _button),
        ("finding.device.second-button", settings.button.second_pin, _button),
        ("finding.device.lamp", settings.lamps.pin, Lamp),
        ("finding.device.second-lamp", settings.lamps.second_pin, Lamp),
        ("finding.device.buzzer", settings.buzzer.pin, Buzzer),
    )
    for device, pin, make in named:
        if pin:
            values = {"device": device, "pin": str(pin)}
            yield Finding(Fact.PIN_IN_USE, values) if attended else _tried(values, pin, make)


class CheckedDevice(Protocol):
    """A device on a pin."""

    def close(self) -> None: ...


def _button(pin: int) -> CheckedDevice:
    return PushButton(pin, lambda _at_s: None)


def _tried(values: Mapping[str, str], pin: int, make: Callable[[int], CheckedDevice]) -> Finding:
    try:
        make(pin).close()
    except GpioError as error:
        needed = {"reason": str(error), "package": "python3-lgpio", "group": "gpio"}
        return Finding(Fact.PIN_UNUSABLE, {**values, **needed})
    return Finding(Fact.PIN_FINE, values)


# --- sound -----------------------------------------------------------------------------------------


def sound(settings: SoundSettings, cards: Path = Path("/proc/asound/cards")) -> Finding:
    if not settings.effects and not settings.voice:
        return Finding(Fact.SOUND_OFF)
    programs = [Path(command[0]).name for command in players()]
    if not programs:
        return Finding(Fact.SOUND_NO_PROGRAM, {"command": "apt-get install alsa-utils"})
    with suppress(OSError):
        if "[" not in cards.read_text(encoding="utf-8", errors="replace"):
            return Finding(Fact.SOUND_NO_CARD, {"program": programs[0]})
    return Finding(Fact.SOUND_FINE, {"program": programs[0]})


def voice(settings: SoundSettings) -> Finding:
    if not settings.voice:
        return Finding(Fact.VOICE_OFF)
    if shutil.which(VOICE) is None:
        return Finding(Fact.VOICE_MISSING, {"program": VOICE, "command": f"apt-get install {VOICE}"})
    return Finding(Fact.VOICE_FINE, {"program": VOICE})
