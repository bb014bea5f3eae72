"""Checks screen, touch, cameras, pins and loudspeaker."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from companion.doctor.finding import Finding, FindingState, text
from companion.settings.tree import CameraSettings, Settings, SoundSettings
from hardware import display
from hardware.button import PushButton
from hardware.buzzer import Buzzer
from hardware.camera import Format, Frame, ListedCamera, frames, is_live, listed_cameras, open_camera
from hardware.errors import GpioError, HardwareError
from hardware.lamp import Lamp
from hardware.pictures import Image, is_black
from hardware.sound import players
from hardware.voice import PROGRAM as VOICE
from vision import Calibration
from vision.calibration import is_elsewhere, seen_at

_PICTURES: Final = 15
"""How many pictures are taken to measure the rate."""
_LONGEST_S: Final = 3.0
_IN_USE: Final = "in use by the companion that runs"
_TOUCHED: Final = 0x02  # INPUT_PROP_DIRECT: the touched item is under the finger
_INPUTS: Final = Path("/proc/bus/input/devices")


def window() -> Finding:
    """Check whether a window can be opened, in the way the screen itself does, without opening one."""
    reason = display.available()
    if reason is not None:
        return Finding("Window", FindingState.WARNING, reason, "connect a screen, or use --headless")
    return Finding("Window", FindingState.OK, "can be opened")


def touchscreen(inputs: Path = _INPUTS, devices: Path = Path("/dev/input")) -> Finding:
    """Check the touchscreens that the kernel knows, and whether we may read them."""
    name = "Touchscreen"
    found = [block for block in text(inputs).split("\n\n") if _is_touched(block)]
    if not found:
        return Finding(name, FindingState.WARNING, "none", "connect its USB or DSI cable; a mouse does as well")
    label = re.search(r'^N: Name="(.*)"$', found[0], re.MULTILINE)
    events = re.findall(r"\bevent\d+\b", found[0])
    called = label[1] if label else events[0] if events else "touchscreen"
    if not any(os.access(devices / event, os.R_OK) for event in events):
        remedy = "be in the group input: sudo usermod -aG input USER, and log in again"
        return Finding(name, FindingState.WARNING, f"{called}, which cannot be read", remedy)
    return Finding(name, FindingState.OK, called)


def _is_touched(block: str) -> bool:
    properties = re.search(r"^B: PROP=([0-9a-f]+)$", block, re.MULTILINE)
    return properties is not None and bool(int(properties[1], 16) & _TOUCHED)


# --- cameras ---------------------------------------------------------------------------------------


def cameras(listed: Callable[[], list[ListedCamera]] = listed_cameras) -> Finding:
    """Find all connected cameras."""
    found = listed()
    if not found:
        remedy = "plug in a USB camera, or the Pi's camera with its cable the right way round and rpicam-apps installed"
        return Finding("Cameras", FindingState.WARNING, "none", remedy)
    return Finding("Cameras", FindingState.OK, ", ".join(map(str, found)))


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of taking pictures; ``image_bgr``: the last one (height x width x 3), None if there is none."""

    finding: Finding
    image_bgr: Image | None = None


def pictures(settings: CameraSettings) -> Taken:
    """Take pictures with the camera that the settings name, for about a second from the first."""
    remedy = "check its cable; name another camera in the settings ([camera], device)"
    try:
        with closing(open_camera(settings.device, Format(settings.width, settings.height, settings.rate))) as camera:
            seen: list[Frame] = []
            for frame in islice(frames(camera), _PICTURES if is_live(settings.device) else 1):
                seen.append(frame)
                if frame.seen_at_s - seen[0].seen_at_s > _LONGEST_S:
                    break
        if not seen:
            return Taken(_picture(FindingState.WARNING, f"{settings.device}: no picture in it", remedy))
        last = seen[-1]
        image = last.image_bgr
    except HardwareError as error:
        return Taken(_picture(FindingState.WARNING, str(error), remedy))
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
        return _picture(FindingState.WARNING, facts.trouble, "check its cable; it is looked for until it is found")
    if not facts.name:
        return _picture(FindingState.WARNING, "no picture yet", "wait some seconds; then check its cable")
    return _judged(facts.name, *facts.size_wh, facts.rate_hz, black=bool(facts.warning), held=facts.held)


def _judged(name: str, width: int, height: int, rate_hz: float, *, black: bool, held: bool = False) -> Finding:
    rate = f", {rate_hz:.0f} a second" if rate_hz else ""
    found = f"{name}, {width}x{height}{rate}{', exposure held' if held else ''}"
    if black:
        return _picture(FindingState.WARNING, f"{found}, black", "take the cover off the lens, and put some light on")
    return _picture(FindingState.OK, found)


def _picture(state: FindingState, found: str, remedy: str = "") -> Finding:
    return Finding("Camera picture", state, found, remedy)


def in_use() -> Finding:
    """Report on the camera if a companion runs of which nothing else is known."""
    return _picture(FindingState.OK, _IN_USE)


def board_in_place(known: Calibration, image_bgr: Image) -> Finding | None:
    """Check whether the board is where it was calibrated; None if the picture shows none clearly."""
    there = seen_at(known, image_bgr)
    if there is None:
        return None
    if is_elsewhere(known, there):
        remedy = "put the board back, or recalibrate: set up the start position"
        return Finding("Board", FindingState.WARNING, "is not where it was calibrated", remedy)
    return Finding("Board", FindingState.OK, "is where it was calibrated")


# --- pins ------------------------------------------------------------------------------------------


def pins(settings: Settings, *, attended: bool) -> Iterator[Finding]:
    """Check every device that the settings put on a pin."""
    named: tuple[tuple[str, int, Callable[[int], CheckedDevice]], ...] = (
        ("Button", settings.button.pin, _button),
        ("Second button", settings.button.second_pin, _button),
        ("Lamp", settings.lamps.pin, Lamp),
        ("Second lamp", settings.lamps.second_pin, Lamp),
        ("Buzzer", settings.buzzer.pin, Buzzer),
    )
    for name, pin, make in named:
        if pin:
            yield Finding(name, FindingState.OK, f"GPIO {pin}, {_IN_USE}") if attended else _tried(name, pin, make)


class CheckedDevice(Protocol):
    """A device on a pin."""

    def close(self) -> None: ...


def _button(pin: int) -> CheckedDevice:
    return PushButton(pin, lambda _at_s: None)


def _tried(name: str, pin: int, make: Callable[[int], CheckedDevice]) -> Finding:
    try:
        make(pin).close()
    except GpioError as error:
        remedy = f"none needed without a {name.lower()}; on a Pi: apt install python3-lgpio, and be in the group gpio"
        return Finding(name, FindingState.WARNING, str(error), remedy)
    return Finding(name, FindingState.OK, f"GPIO {pin} can be used")


# --- sound -----------------------------------------------------------------------------------------


def sound(settings: SoundSettings, cards: Path = Path("/proc/asound/cards")) -> Finding:
    name = "Sound"
    if not settings.effects and not settings.voice:
        return Finding(name, FindingState.OK, "off in the settings")
    programs = [Path(command[0]).name for command in players()]
    if not programs:
        return Finding(name, FindingState.WARNING, "no program that plays", "apt install alsa-utils")
    with suppress(OSError):
        if "[" not in cards.read_text(encoding="utf-8", errors="replace"):
            return Finding(
                name, FindingState.WARNING, f"{programs[0]}, but no sound card", "connect a loudspeaker by USB or HDMI"
            )
    return Finding(name, FindingState.OK, programs[0])


def voice(settings: SoundSettings) -> Finding:
    if not settings.voice:
        return Finding("Voice", FindingState.OK, "off in the settings")
    if shutil.which(VOICE) is None:
        return Finding("Voice", FindingState.WARNING, f"{VOICE} is not installed", f"apt install {VOICE}")
    return Finding("Voice", FindingState.OK, VOICE)
