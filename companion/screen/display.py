"""The configuration that Kivy needs before it is imported.  Imports no Kivy."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path
from typing import Final

WIDTH_PX: Final = 800
HEIGHT_PX: Final = 480


def prepare(*, fullscreen: bool = False) -> None:
    """Set Kivy up for this window: its size, its input and its log; Kivy leaves our command line alone."""
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("KIVY_HOME", _home_for_kivy())
    logging.getLogger("kivy").addFilter(_is_fault)
    from kivy.config import Config

    Config.set("graphics", "width", str(WIDTH_PX))
    Config.set("graphics", "height", str(HEIGHT_PX))
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    # SDL brings the touches itself, without a desktop by way of companion.screen.touchscreen; a second reader of the
    # same touchscreen would double each of them.
    Config.remove_option("input", "%(name)s")
    # Kivy's modules listen to keys of their own: an inspector, a console, pictures of the screen in a file.
    for module in Config.options("modules"):
        Config.remove_option("modules", module)


ENVIRONMENT: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    # The screen makes no sound, and a missing sound card must not stop it.
    "SDL_AUDIODRIVER": "dummy",
}
"""Set before any module of Kivy is imported; otherwise it reads our command line and takes over the log."""


def _home_for_kivy() -> str:
    """A folder for the configuration that Kivy insists on writing."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion" / "kivy"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:
        return tempfile.mkdtemp(prefix="companion-kivy-")
    return str(cache)


def _is_fault(record: logging.LogRecord) -> bool:
    """Keep only Kivy's errors in the log: it warns about its own first start."""
    return record.levelno >= logging.ERROR
