"""Measures how fast the window is, and its cost, in processes of their own, on a window without a display.

The application is the real one: the table with its record on disk, its poll forty times a second, all screens.
Only the video driver differs (SDL's ``offscreen``, drawing by the processor), which is
slower than any graphics chip.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.lab.bench.figure import Figure

_STARTS: Final = 3
_MEASURES: Final = ("idle", "press", "live", "touch", "hints", "hours")
_BEGUN: Final = "COMPANION_BENCH_BEGUN"


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Start, press, touch, the coach's list, live picture, idling and memory of the window."""
    del options
    starts = [measured("start") for _ in range(_STARTS)]
    for name, what, most in (("window", "first picture of the window", 2.0), ("ready", "ready to play", 4.0)):
        yield Figure.at_most(f"{what}, from the start of the process", _median(starts, name), "s", most)
    yield Figure.unlimited("processor until the first picture", _median(starts, "processor"), "s")
    found: dict[str, float] = {}
    for measure in _MEASURES:
        found |= measured(measure, draws=measure != "hours")
    yield Figure.at_most("press of the button to dice shown, median", found["press"], "ms", 150)
    yield Figure.at_most("press of the button to dice shown, 95 of 100", found["press 95"], "ms", 150)
    yield Figure.at_least("frames a second while a picture is live", found["frames"], "Hz", 30)
    yield Figure.unlimited("processor while a picture is live", found["live processor"], "%")
    yield Figure.at_most("processor while nothing happens, of one core", found["idle"], "%", 5)
    yield Figure.at_most("touch to page shown while vision and hints run, median", found["touch"], "ms", 100)
    yield Figure.at_most("touch to page shown while vision and hints run, 95 of 100", found["touch 95"], "ms", 100)
    yield Figure.unlimited(
        "touch to page shown: processor of the drawing thread, median", found["touch processor"], "ms"
    )
    yield Figure.at_most("press of the button to the coach's list shown, median", found["list"], "ms", 300)
    yield Figure.at_most("press of the button to the coach's list shown, 95 of 100", found["list 95"], "ms", 300)
    yield Figure.unlimited("window stands still while the coach computes, median", found["pause"], "ms")
    yield Figure.at_most("window stands still while the coach computes, 95 of 100", found["pause 95"], "ms", 100)
    yield Figure.unlimited("window stands still while the coach computes, longest", found["pause longest"], "ms")
    yield Figure.unlimited(
        "window stands still while the coach computes: processor of the drawing thread, 95 of 100",
        found["pause processor"],
        "ms",
    )
    yield Figure.at_most("memory: growth over 8 hours of play", found["growth"], "MB", 20)
    yield Figure.unlimited("memory after them", found["memory"], "MB")


def _median(runs: list[dict[str, float]], name: str) -> float:
    return statistics.median(run[name] for run in runs)


def measured(measure: str, *, data: Path | None = None, draws: bool = True) -> dict[str, float]:
    """The output of one measuring process.

    ``data``: the folder with its matches, by default an empty one.  ``draws``: else nothing of OpenGL is called.
    """
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        words = [sys.executable, "-m", "companion.lab.bench.screen_window", measure, str(data or folder)]
        environment = os.environ | {
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_HOME": f"{folder}/kivy",
            _BEGUN: repr(time.monotonic()),
        }
        if not draws:
            environment["KIVY_GL_BACKEND"] = "mock"
        done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
