"""The shape of the house: which room may know which other.

Imports point inward.  ``vision`` and ``hardware`` are leaves; the rules, the record and the session
are pure; only the edge knows about screens, threads, sockets and processes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[1]
PACKAGES: Final = ("companion", "vision", "hardware")
MODULES: Final = sorted(path for package in PACKAGES for path in (HOUSE / package).rglob("*.py"))

# The rooms that may start threads, open windows and talk to devices.  All others of companion are pure.
EDGE: Final = (
    "companion.__main__",
    "companion.lab.bench",
    "companion.cli",
    "companion.coach.engines",
    "companion.lab.coach_training",
    "companion.coach.worker",
    "companion.commands",
    "companion.demo",
    "companion.doctor",
    "companion.app.snapshots",
    "companion.screen.camera_service",
    "companion.app.inbox",
    "companion.live",
    "companion.screen",
    "companion.updating",
    "companion.app.camera_link",
)
IMPURE: Final = (
    *EDGE,
    *("hardware", "vision", "kivy", "cv2", "numpy", "gpiozero"),
    *("threading", "queue", "multiprocessing", "subprocess", "socket", "asyncio", "concurrent", "selectors", "signal"),
)
# What only some rooms may import: everybody else may not.
ONLY_IN: Final = {
    "kivy": ("companion.screen",),
    "cv2": ("vision", "hardware.cameras", "hardware.pictures"),
    "gpiozero": ("hardware",),
    "lgpio": ("hardware",),
    "picamera2": ("hardware",),
    "torch": ("vision.training", "companion.lab.coach_training"),
}
# Pure rooms that need to know nothing of looks at a board.
BLIND: Final = ("companion.games", "companion.record", "companion.texts")
LANGUAGE: Final = "vision.observation"  # plain values: what one look at the board tells


def is_in(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def forbidden(module: str, imported: str) -> bool:
    """Whether ``module`` may not import ``imported``."""
    if any(is_in(imported, (library,)) and not is_in(module, rooms) for library, rooms in ONLY_IN.items()):
        return True
    if is_in(module, ("vision", "hardware")):
        own = module.split(".")[0]
        return is_in(imported, tuple(package for package in PACKAGES if package != own))
    if is_in(module, EDGE):
        return False
    if is_in(module, ("companion.games",)) and is_in(imported, ("companion",)):
        return not is_in(imported, ("companion.games", "companion.errors"))
    if is_in(imported, (LANGUAGE,)):
        return is_in(module, BLIND)
    return is_in(imported, IMPURE)


def imports(source: str, module: str, *, is_package: bool) -> Iterator[str]:
    """The full names that a module imports, those inside functions too.

    ``from a import b`` counts as ``a.b``, since ``b`` may be a module; so does ``import_module("a.b")``.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                parts = module.split(".")
                package = parts[: len(parts) - level + is_package] if level else []
                base = ".".join([*package, *([name] if name else [])])
                yield from (f"{base}.{alias.name}" for alias in names)
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def module_name(path: Path) -> str:
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_inward(path: Path) -> None:
    module = module_name(path)
    found = imports(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
    assert [name for name in found if forbidden(module, name)] == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("vision.reader", "import companion.errors"),
        ("vision.reader", "from hardware.camera import Frame"),
        ("hardware.button", "from vision import observation"),
        ("hardware.button", "import cv2"),
        ("companion.games.backgammon.plays", "import companion.match.session"),
        ("companion.games.backgammon.plays", "from ...record import match"),
        ("companion.games.backgammon.plays", "from vision.observation import Spot"),
        ("companion.record.journal", "from vision.observation import Spot"),
        ("companion.record.journal", "from threading import Lock"),
        ("companion.match.session", "def step():\n    import numpy"),
        ("companion.match.session", "from vision import reader"),
        ("companion.match.session", "from vision.reader import BoardReader"),
        ("companion.match.session", "from . import watcher"),
        ("companion.match.view", "from companion.screen import theme"),
        ("companion.app.camera_link", "import cv2.aruco"),
        ("companion.commands.run", "import importlib\nimportlib.import_module('kivy.app')"),
        ("companion.a_new_room", "import socket"),
    ],
)
def test_an_import_that_points_outward_is_found(module: str, line: str) -> None:
    assert any(forbidden(module, name) for name in imports(line, module, is_package=False))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("companion.match.session", "from vision.observation import Observation"),
        ("companion.referee.ruling", "import vision.observation"),
        ("companion.record.journal", "import sqlite3"),
        ("companion.app.camera_link", "import threading, numpy\nfrom vision.reader import BoardReader"),
        ("companion.screen.app", "from kivy.app import App"),
        ("hardware.cameras.v4l2", "import cv2"),
        ("vision.reader", "from .observation import Observation"),
    ],
)
def test_an_import_that_points_inward_is_left_alone(module: str, line: str) -> None:
    assert not any(forbidden(module, name) for name in imports(line, module, is_package=False))
