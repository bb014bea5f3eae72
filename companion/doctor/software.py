"""Checks Python, the libraries, and the programs of the system."""

from __future__ import annotations

import importlib.metadata
import sys
from typing import Final

from companion.coach.engines.choosing import ENGINES, available, engine_named
from companion.doctor.finding import Fact, Finding, output
from companion.errors import EngineError
from companion.games.backgammon import START
from companion.games.backgammon.situation import Situation

OLDEST_PYTHON: Final = (3, 11)
LIBRARIES: Final = (
    ("OpenCV", "opencv-python", "cv2"),
    ("ONNX Runtime", "onnxruntime", "onnxruntime"),
    ("NumPy", "numpy", "numpy"),
    ("Kivy", "kivy", "kivy"),
    ("gpiozero", "gpiozero", "gpiozero"),
    ("tomlkit", "tomlkit", "tomlkit"),
)
"""(its name for people, its distribution, its module)"""
_INSTALL_LIBRARIES: Final = "apt-get install libgl1 libglib2.0-0 libegl1 libmtdev1"
_INSTALL_GNUBG: Final = "apt-get install gnubg"

# What the screen library would otherwise do on being imported: read our arguments, write logs.
_QUIET_KIVY: Final = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}


def python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        return Finding(Fact.PYTHON_OLD, {"version": found, "oldest": ".".join(map(str, OLDEST_PYTHON))})
    return Finding(Fact.PYTHON_FINE, {"version": found})


def installed(name: str, distribution: str, module: str) -> Finding:
    """Import a library in a process of its own: without a system library, some end the process silently."""
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Finding(Fact.PACKAGE_MISSING, {"library": name, "folder": ".venv", "command": "./run demo"})
    values = {"library": name, "version": version}
    if output([sys.executable, "-c", f"import {module}"], extra=_QUIET_KIVY) is None:
        return Finding(Fact.PACKAGE_BROKEN, values | {"command": _INSTALL_LIBRARIES})
    return Finding(Fact.PACKAGE_FINE, values)


def engines() -> Finding:
    """Check the engines for hints, the strongest first; each is asked something."""
    here = available()
    for engine in here:
        try:
            with engine_named(engine) as asked:
                asked.cube(Situation.from_text(START.id()), ply=0)
        except EngineError as error:
            values = {"engine": engine, "reason": str(error), "command": _INSTALL_GNUBG}
            return Finding(Fact.ENGINES_SILENT, values)
    values = {"engines": ", ".join(here), "command": _INSTALL_GNUBG}
    if ENGINES[0] in here:
        return Finding(Fact.ENGINES_FINE, values)
    return Finding(Fact.ENGINES_WEAKER if here else Fact.ENGINES_NONE, values)
