"""Writes a support bundle: what another person needs in order to help, and nothing private.

It holds the findings, versions, the settings and the newest log lines without anything personal, and the numbers
of the calibration.  It does not hold pictures, matches, the names of players, the director's PIN, the names of
user and machine, where a broker or a camera is and who we are there, or paths below a home folder.
"""

from __future__ import annotations

import getpass
import importlib.metadata
import json
import platform
import re
import socket
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from companion.doctor.finding import Finding, output, text
from companion.doctor.system import SERVICE
from companion.errors import StorageError
from companion.games.catalogue import GAME_OF
from companion.record.journal import FILE_NAME
from companion.settings.tree import MatchSettings, Settings, calibration_file

LEFT_OUT: Final = "…"
LINES: Final = 2000
"""How many of the newest log lines are searched."""

_HOME: Final = re.compile(r"(?:/home/|/root\b|/Users/|/media/|/run/media/)[^\s\"':;,)]*")
_ADDRESS: Final = re.compile(r"\b(https?|rtsp)://[^\s'\",;)]*")
"""Where something is in somebody's network."""
_OUR_LINE: Final = re.compile(r"^(?:companion|hardware|vision|kivy|root|py\.warnings)[\w.]*: |^companion [a-z]+: ")
_IN_TRACE: Final = re.compile(r'^  File "')
_TRACE: Final = "Traceback (most recent call last):"
_NUMBERED: Final = re.compile(r"auto|(pi|usb):\d+")
"""Camera names that contain no file name and no serial number."""
_SHORTEST: Final = 2
"""The least length of a blanked name: a single letter identifies nobody, and would blank every text."""
_LINE: Final = re.compile(r"^(\S+) \S+ (\S+?)(?:\[\d+\])?: (.*)$")
"""The parts of a log line: time, machine, program, message."""


def write_bundle(file: Path, settings: Settings, findings: Iterable[Finding]) -> None:
    """Write the bundle as a ZIP file.  Raises :class:`StorageError` if it cannot be written."""
    private = Private(settings)
    facts = {
        "findings": [finding.as_json() for finding in findings],
        "versions": _versions(),
        "settings": _shown(settings),
        "calibration": _calibration(calibration_file(settings)),
    }
    parts = {f"{name}.json": _json(private.blanked(value)) for name, value in facts.items()}
    parts["log.txt"] = "\n".join(map(private.blanked, _log()))
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, content in parts.items():
                bundle.writestr(name, content + "\n")
    except OSError as error:
        raise StorageError(f"{file}: cannot be written ({error.strerror})") from error


class Private:
    """The private texts: the names in settings and journal, the user's and the machine's names, home folders."""

    def __init__(self, settings: Settings) -> None:
        usual = MatchSettings()
        match = settings.match
        words = {match.light, match.dark, match.event, match.round, match.board, settings.director.pin}
        broker = settings.broker
        words |= {broker.host, broker.user, broker.prefix, broker.ca_file, broker.password_file}
        words |= set(_players(settings.data_dir))
        words |= {socket.gethostname(), _user(), Path.home().name, str(settings.data_dir)}
        # Names such as Light, root and localhost identify nobody.
        words -= {usual.light, usual.dark, "", "root", "localhost", "companion"}
        longest_first = sorted((word for word in words if len(word) >= _SHORTEST), key=len, reverse=True)
        any_of_them = "|".join(map(re.escape, longest_first)) or "$."
        self._words = re.compile(rf"(?<!\w)(?:{any_of_them})(?!\w)", re.IGNORECASE)

    def blanked(self, value: Any) -> Any:
        """Return a value without the private texts: a text, or texts in lists and tables."""
        match value:
            case str():
                return self._words.sub(LEFT_OUT, _HOME.sub(LEFT_OUT, _ADDRESS.sub(rf"\1://{LEFT_OUT}", value)))
            case dict():
                return {name: self.blanked(one) for name, one in value.items()}
            case list() | tuple():
                return [self.blanked(one) for one in value]
        return value


def _players(data_dir: Path) -> Iterator[str]:
    """The names of all recorded players."""
    path = data_dir / FILE_NAME
    with (
        suppress(sqlite3.Error, UnicodeDecodeError),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database,
    ):
        for names in database.execute("SELECT light, dark FROM matches"):
            yield from map(str, names)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # nobody of that number
        return ""


def _versions() -> dict[str, str]:
    names = ("backgammon-companion", "opencv-python", "onnxruntime", "numpy", "kivy", "gpiozero", "tomlkit")
    versions = {"python": platform.python_version(), "machine": platform.machine(), "kernel": platform.release()}
    model = text(Path("/proc/device-tree/model")).strip("\0")
    system = re.search(r'^PRETTY_NAME="?([^"\n]*)', text(Path("/etc/os-release")), re.MULTILINE)
    versions |= {"system": system[1] if system else "", "model": model}
    for name in names:
        with suppress(importlib.metadata.PackageNotFoundError):
            versions[name] = importlib.metadata.version(name)
    return versions


def _shown(tree: Any, prefix: str = "") -> dict[str, Any]:
    """The settings; of the texts only impersonal ones: one of our choices, a kind of camera."""
    shown: dict[str, Any] = {}
    for field in fields(tree):
        value, key = getattr(tree, field.name), f"{prefix}{field.name}"
        if is_dataclass(value):
            shown[field.name] = _shown(value, f"{key}.")
        elif isinstance(value, Enum):
            shown[field.name] = value.value
        elif isinstance(value, bool | int | float):
            shown[field.name] = value
        else:
            shown[field.name] = str(value) if value == "" or _is_ours(key, str(value)) else LEFT_OUT
    return shown


def _is_ours(key: str, value: str) -> bool:
    if key == "camera.device":
        return _NUMBERED.fullmatch(value) is not None
    if key == "match.rules":
        return value.partition(" ")[0] in GAME_OF
    return key in ("screen.theme",)


def _calibration(path: Path) -> Any:
    """The numbers of the calibration; anything else is not shown."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return {name: known[name] for name in ("schema", "corners_px", "geometry", "colours", "sides_known")}
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _log() -> Iterator[str]:
    """The newest lines that our modules wrote; the plays, which the service prints as well, are left out."""
    said = output(["journalctl", "--unit", SERVICE, "--lines", str(LINES), "--no-pager", "--output", "short-iso"])
    in_trace = False
    for line in (said or "").splitlines():
        parts = _LINE.match(line)
        if parts is None:
            continue
        when, program, words = parts.groups()
        if words == _TRACE:
            in_trace = True
        elif in_trace and not words.startswith(" "):
            in_trace = False
            words = words.partition(":")[0]  # the kind of the error only: its text may hold anything
        elif not (_IN_TRACE if in_trace else _OUR_LINE).match(words) and program != "systemd":
            continue
        yield f"{when} {words}"


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)
