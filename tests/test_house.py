"""The shape of the house: which room may know which other, in one table.

A room is a folder of ``companion`` (or a file that lies loose in it), ``vision``, or ``hardware``.  Imports point
inward, and no room may import one that, however indirectly, imports it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[1]
PACKAGES: Final = ("companion", "vision", "hardware")

ROOMS: Final[Mapping[str, str]] = {
    "closing": "",
    "errors": "",
    "texts": "",
    "vision": "",
    "hardware": "",
    "games": "errors",
    "photograph": "games errors vision",
    "record": "closing games texts errors",
    "referee": "games errors vision",
    "match": "referee record games errors vision",
    "coach": "closing match record games texts errors vision",
    "practice": "closing coach match record games texts errors",
    "live": "match record games texts errors",
    "club": "coach live match record games texts errors",
    "settings": "match coach record games texts errors",
    "updating": "record errors",
    "doctor": "settings coach record games texts errors vision hardware",
    "screen": "match coach practice settings doctor updating record photograph games texts errors vision hardware",
    "app": "screen live doctor updating settings practice coach match referee record photograph games texts errors "
    "closing vision hardware",
    "commands": "app screen doctor updating settings practice coach match record photograph games texts errors vision "
    "hardware",
    "cli": "app settings errors",
    "__main__": "cli",
}
"""Each room, and the rooms that it may import.  The lab may import every room, and no room the lab."""

LAB: Final = "lab"

LIBRARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "kivy": ("companion.screen", "companion.lab"),
    "cv2": (
        "vision",
        "hardware.cameras",
        "hardware.pictures",
        "companion.lab.bench.hostile_pictures",
        "companion.lab.simulation.phone",
        "companion.screen.board.ground",
        "companion.screen.widgets.shapes",
    ),
    "onnxruntime": ("vision.net",),
    "pi_heif": ("vision.pictures",),
    "numpy": (
        "vision",
        "hardware",
        "companion.app",
        "companion.coach",
        "companion.lab",
        "companion.referee",
        "companion.screen",
    ),
    "gpiozero": ("hardware",),
    "lgpio": ("hardware",),
    "picamera2": ("hardware",),
    "starlette": ("companion.live",),
    "uvicorn": ("companion.live", "companion.club", "companion.lab.bench.club_kills"),
    "django": (
        "companion.club",
        "companion.lab.bench.club",
        "companion.lab.bench.club_kills",
        "companion.lab.bench.club_pages",
        "companion.lab.club_demo",
        "companion.lab.club_filled",
    ),
    "paho": ("companion.live.broker",),
    "torch": ("vision.training", "companion.lab.coach_training"),
}
"""Libraries that only some rooms may import."""

PURE: Final = ("companion.games", "companion.texts", "companion.record", "companion.referee", "companion.match")
"""Rooms that start no threads and no processes and open no sockets."""

OUTER_WORLD: Final = (
    "threading", "queue", "multiprocessing", "subprocess", "socket", "asyncio", "concurrent", "selectors", "signal",
)  # fmt: skip

OBSERVATION: Final = "vision.observation"
"""Plain values: what one look at the board tells.  Pure rooms know this module of ``vision`` and no other."""


def is_in(name: str, places: tuple[str, ...]) -> bool:
    return any(name == place or name.startswith(f"{place}.") for place in places)


def room_of(name: str) -> str:
    first, _, rest = name.partition(".")
    return rest.partition(".")[0] if first == "companion" else first


def refused(module: str, imported: str) -> bool:
    """Whether ``module`` may not import ``imported``."""
    for library, places in LIBRARIES.items():
        if is_in(imported, (library,)):
            return not is_in(module, places)
    if is_in(imported, OUTER_WORLD):
        return is_in(module, PURE)
    if not is_in(imported, PACKAGES) or room_of(imported) in ("", room_of(module)):
        return False
    if is_in(imported, ("vision",)) and is_in(module, PURE):
        return not is_in(imported, (OBSERVATION,)) or room_of(module) not in ("referee", "match")
    if room_of(module) == LAB or is_in(module, ("vision.training",)):
        return False
    return room_of(imported) not in ROOMS[room_of(module)].split()


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


def all_imports() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((HOUSE / package).rglob("*.py")):
            module = module_name(path)
            found = imports(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py")
            yield from ((module, name) for name in found)


def test_every_import_follows_the_table_of_rooms() -> None:
    found = list(all_imports())
    against = sorted({f"{module} imports {name}" for module, name in found if refused(module, name)})
    without = sorted({room_of(module) for module, _ in found} - {*ROOMS, LAB, ""})
    assert [*against, *(f"{room} is not in the table" for room in without)] == []


def test_the_table_of_rooms_has_no_circle() -> None:
    order = list(TopologicalSorter({room: allowed.split() for room, allowed in ROOMS.items()}).static_order())
    assert set(order) == set(ROOMS)


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
        ("companion.match.clock", "from companion.practice import session"),
        ("companion.match.view", "from companion.screen import theme"),
        ("companion.screen.app", "from companion.app.table import Table"),
        ("companion.app.camera_link", "import cv2.aruco"),
        ("companion.app.table", "from companion.lab.simulation import noise"),
        ("companion.live.server", "from companion.app.inbox import Inbox"),
        ("companion.live.feed", "from companion.app import table"),
        ("companion.screen.app", "from companion.live.server import LiveServer"),
        ("companion.app.live", "import uvicorn"),
        ("companion.app.live", "from paho.mqtt.client import Client"),
        ("companion.live.server", "from paho.mqtt.client import Client"),
        ("companion.commands.run", "import importlib\nimportlib.import_module('kivy.app')"),
    ],
)
def test_an_import_that_points_outward_is_found(module: str, line: str) -> None:
    assert any(refused(module, name) for name in imports(line, module, is_package=False))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("companion.match.session", "from vision.observation import Observation"),
        ("companion.referee.known_boards", "import vision.observation"),
        ("companion.record.journal", "import sqlite3"),
        ("companion.app.camera_link", "import threading, numpy\nfrom vision.reader import BoardReader"),
        ("companion.screen.app", "from kivy.app import App"),
        ("companion.lab.bench.replay", "from companion.commands import replay"),
        ("hardware.cameras.v4l2", "import cv2"),
        ("vision.reader", "from .observation import Observation"),
    ],
)
def test_an_import_that_points_inward_is_left_alone(module: str, line: str) -> None:
    assert not any(refused(module, name) for name in imports(line, module, is_package=False))
