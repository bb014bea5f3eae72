"""Checks Python, the libraries, and the programs of the system."""

from __future__ import annotations

import importlib.metadata
import sys
from typing import Final

from companion.coach.engines.choosing import ENGINES, available, engine_named
from companion.doctor.finding import Finding, FindingState, output
from companion.errors import EngineError
from companion.games.backgammon import START
from companion.games.backgammon.situation import Situation

OLDEST_PYTHON: Final = (3, 11)
LIBRARIES: Final = (
    ("OpenCV", "opencv-python", "cv2"),
    ("NumPy", "numpy", "numpy"),
    ("Kivy", "kivy", "kivy"),
    ("gpiozero", "gpiozero", "gpiozero"),
    ("tomlkit", "tomlkit", "tomlkit"),
)
"""(its name for people, its distribution, its module)"""
_INSTALL_GNUBG: Final = "apt-get install gnubg: GNU Backgammon is the strongest, and the tests need it"

# What the screen library would otherwise do on being imported: read our arguments, write logs.
_QUIET_KIVY: Final = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}


def python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", FindingState.FAULT, found, "use Python 3.11 or newer: Debian 12 and later have it")
    return Finding("Python", FindingState.OK, found)


def installed(name: str, distribution: str, module: str) -> Finding:
    """Import a library in a process of its own: without a system library, some end the process silently."""
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, FindingState.FAULT, "not installed", "delete the folder .venv and run ./run demo again")
    if output([sys.executable, "-c", f"import {module}"], extra=_QUIET_KIVY) is None:
        return Finding(
            name,
            FindingState.FAULT,
            f"{version} is installed but cannot be imported",
            "install the system packages libgl1 libglib2.0-0 libegl1 libmtdev1",
        )
    return Finding(name, FindingState.OK, version)


def engines() -> Finding:
    """Check the engines for hints, the strongest first; each is asked something."""
    name, here = "Engines for hints", available()
    for engine in here:
        try:
            with engine_named(engine) as asked:
                asked.cube(Situation.from_text(START.id()), ply=0)
        except EngineError as error:
            return Finding(name, FindingState.WARNING, f"{engine} does not answer ({error})", _INSTALL_GNUBG)
    if ENGINES[0] in here:
        return Finding(name, FindingState.OK, ", ".join(here))
    return Finding(name, FindingState.WARNING, ", ".join(here) or "none", _INSTALL_GNUBG)
