"""The finding about one checked thing, and functions that ask the system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

from companion.texts import sentence

PATIENCE_S: Final = 30


class FindingState(Enum):
    """The state of a finding; ``WARNING``: a device that may be absent; the companion works without it."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Fact(Enum):
    """Everything that may be found: the key of its text, which begins with the checked thing, and how bad it is.

    The texts are ``finding.THING`` (its name), ``finding.KEY`` (what was found) and ``finding.KEY.fix`` (the remedy
    of what is not well); see :mod:`companion.texts.diagnostics`.
    """

    PYTHON_FINE = "python.fine", FindingState.OK
    PYTHON_OLD = "python.old", FindingState.FAULT
    PACKAGE_FINE = "package.fine", FindingState.OK
    PACKAGE_MISSING = "package.missing", FindingState.FAULT
    PACKAGE_BROKEN = "package.broken", FindingState.FAULT
    DATA_FOLDER_FINE = "data-folder.fine", FindingState.OK
    DATA_FOLDER_UNWRITABLE = "data-folder.unwritable", FindingState.FAULT
    DATA_FOLDER_UNSAFE = "data-folder.unsafe", FindingState.FAULT
    FREE_SPACE_FINE = "free-space.fine", FindingState.OK
    FREE_SPACE_LOW = "free-space.low", FindingState.FAULT
    JOURNAL_NONE = "journal.none", FindingState.OK
    JOURNAL_FINE = "journal.fine", FindingState.OK
    JOURNAL_DAMAGED = "journal.damaged", FindingState.FAULT
    JOURNAL_INCOMPLETE = "journal.incomplete", FindingState.WARNING
    JOURNAL_NEWER = "journal.newer", FindingState.FAULT
    CALIBRATION_NONE = "calibration.none", FindingState.OK
    CALIBRATION_FINE = "calibration.fine", FindingState.OK
    CALIBRATION_SIDES_GUESSED = "calibration.sides-guessed", FindingState.OK
    CALIBRATION_UNUSABLE = "calibration.unusable", FindingState.FAULT
    WINDOW_FINE = "window.fine", FindingState.OK
    WINDOW_NONE = "window.none", FindingState.WARNING
    TOUCHSCREEN_FINE = "touchscreen.fine", FindingState.OK
    TOUCHSCREEN_NONE = "touchscreen.none", FindingState.WARNING
    TOUCHSCREEN_UNREADABLE = "touchscreen.unreadable", FindingState.WARNING
    CAMERAS_FINE = "cameras.fine", FindingState.OK
    CAMERAS_NONE = "cameras.none", FindingState.WARNING
    PICTURE_FINE = "picture.fine", FindingState.OK
    PICTURE_HELD = "picture.held", FindingState.OK
    PICTURE_IN_USE = "picture.in-use", FindingState.OK
    PICTURE_BLACK = "picture.black", FindingState.WARNING
    PICTURE_FAILED = "picture.failed", FindingState.WARNING
    PICTURE_LOST = "picture.lost", FindingState.WARNING
    PICTURE_NOT_YET = "picture.not-yet", FindingState.WARNING
    BOARD_FINE = "board.fine", FindingState.OK
    BOARD_MOVED = "board.moved", FindingState.WARNING
    PIN_FINE = "pin.fine", FindingState.OK
    PIN_IN_USE = "pin.in-use", FindingState.OK
    PIN_UNUSABLE = "pin.unusable", FindingState.WARNING
    SOUND_FINE = "sound.fine", FindingState.OK
    SOUND_OFF = "sound.off", FindingState.OK
    SOUND_NO_PROGRAM = "sound.no-program", FindingState.WARNING
    SOUND_NO_CARD = "sound.no-card", FindingState.WARNING
    VOICE_FINE = "voice.fine", FindingState.OK
    VOICE_OFF = "voice.off", FindingState.OK
    VOICE_MISSING = "voice.missing", FindingState.WARNING
    GROUPS_FINE = "groups.fine", FindingState.OK
    GROUPS_NONE = "groups.none", FindingState.OK
    GROUPS_ROOT = "groups.root", FindingState.OK
    GROUPS_MISSING = "groups.missing", FindingState.WARNING
    SERVICE_FINE = "service.fine", FindingState.OK
    SERVICE_RESTARTED = "service.restarted", FindingState.OK
    SERVICE_NO_SYSTEMD = "service.no-systemd", FindingState.OK
    SERVICE_MISSING = "service.missing", FindingState.WARNING
    SERVICE_FAILED = "service.failed", FindingState.FAULT
    CLOCK_FINE = "clock.fine", FindingState.OK
    CLOCK_PAST = "clock.past", FindingState.WARNING
    CLOCK_UNSYNCHRONISED = "clock.unsynchronised", FindingState.WARNING
    POWER_FINE = "power.fine", FindingState.OK
    POWER_UNKNOWN = "power.unknown", FindingState.OK
    POWER_LOW = "power.low", FindingState.WARNING
    POWER_WAS_LOW = "power.was-low", FindingState.WARNING
    POWER_SLOWED = "power.slowed", FindingState.WARNING
    POWER_WAS_SLOWED = "power.was-slowed", FindingState.WARNING
    TEMPERATURE_FINE = "temperature.fine", FindingState.OK
    TEMPERATURE_UNKNOWN = "temperature.unknown", FindingState.OK
    TEMPERATURE_HOT = "temperature.hot", FindingState.WARNING
    ENGINES_FINE = "engines.fine", FindingState.OK
    ENGINES_WEAKER = "engines.weaker", FindingState.WARNING
    ENGINES_NONE = "engines.none", FindingState.WARNING
    ENGINES_SILENT = "engines.silent", FindingState.WARNING

    def __init__(self, key: str, state: FindingState) -> None:
        self.key: Final = key
        self.state: Final = state


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked thing: what was found, with the values of its texts' blanks; in words in any language."""

    fact: Fact
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def state(self) -> FindingState:
        return self.fact.state

    def name(self, language: str = "en") -> str:
        """The checked thing."""
        return sentence(f"finding.{self.fact.key.partition('.')[0]}", self.values, language=language)

    def found(self, language: str = "en") -> str:
        return sentence(f"finding.{self.fact.key}", self.values, language=language)

    def remedy(self, language: str = "en") -> str:
        """What to do about it; "" if all is well."""
        if self.state is FindingState.OK:
            return ""
        return sentence(f"finding.{self.fact.key}.fix", self.values, language=language)

    def as_json(self) -> dict[str, object]:
        """The finding for other programs: in English, with the key and the values of its text."""
        told = {"name": self.name(), "state": self.state.value, "found": self.found(), "remedy": self.remedy()}
        return {**told, "key": self.fact.key, "values": dict(self.values)}


def output(command: Sequence[str], *, extra: Mapping[str, str] | None = None) -> str | None:
    """Return what a program writes to standard output, None if it is missing, fails or hangs."""
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


def text(path: Path) -> str:
    """Return the text of a small file, "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
