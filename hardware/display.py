"""Whether a window can be opened here.  Imports no Kivy."""

from __future__ import annotations

import ctypes
import ctypes.util
import glob
import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_NO_DISPLAY: Final = "There is no display: neither an X server (DISPLAY) nor a screen of its own was found."


def available(environment: Mapping[str, str] = os.environ) -> str | None:
    """None where a window can be opened, else the reason in one sentence.

    Asked before Kivy's window is imported, because that import ends the process silently where the
    display or its libraries are missing.
    """
    if importlib.util.find_spec("kivy") is None:
        return "The screen needs Kivy, which is not installed."
    missing = [name for name in ("GL", "EGL") if ctypes.util.find_library(name) is None]
    if missing:
        return f"The screen needs lib{missing[0]}, which is not installed."
    driver = environment.get("SDL_VIDEODRIVER", "").lower()
    if driver in ("offscreen", "dummy"):
        return None if driver == "offscreen" else "SDL_VIDEODRIVER=dummy draws no window."
    if driver == "kmsdrm" or not environment.get("DISPLAY"):
        return None if _screen_of_its_own() else _NO_DISPLAY
    return _x_server(environment["DISPLAY"])


def fills_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a window here is alone on a screen that it draws on directly (KMS).

    Such a window has to have the screen's own size: for any other one SDL takes a mode that is not smaller, and the
    panel then shows it distorted.
    """
    driver = environment.get("SDL_VIDEODRIVER", "").lower()
    others = driver or environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return driver == "kmsdrm" or not others


def _screen_of_its_own() -> bool:
    """Whether a graphics card with a connected screen can be opened without an X server."""
    cards = [card for card in glob.glob("/dev/dri/card*") if os.access(card, os.R_OK | os.W_OK)]
    states = [Path(path).read_text().strip() for path in glob.glob("/sys/class/drm/card*-*/status")]
    return bool(cards) and "connected" in states


def _x_server(name: str) -> str | None:
    """None where the X server lets us in; asked through the library that SDL uses as well."""
    library = ctypes.util.find_library("X11")
    if library is None:
        return "The screen needs libX11, which is not installed."
    x11 = ctypes.CDLL(library)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    connection = x11.XOpenDisplay(name.encode())
    if connection is None:
        return f"There is no display: no X server answers us at DISPLAY={name}."
    x11.XCloseDisplay(ctypes.c_void_p(connection))
    return None
