"""Takes one measurement of the screen's window in one process, and prints it as JSON."""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from companion.lab.bench.scripted_window import CLIP, SETTLE_S, Script, Window, memory_mb, pages, run, turns

_IDLE_S: Final = 20.0
_LIVE_S: Final = 6.0
_TIMES: Final = 100
_FEWEST: Final = 20
_MOST_OF_HOURS_S: Final = 3600.0
"""A script that has not ended by then never will; eight hours take a quarter of one on an idle machine."""
# Eight hours of play, as 90 turns an hour make them, a few views each and the menu's pages every fourth turn.
_TURNS: Final = 720
_VIEWS_A_TURN: Final = 4
_SPIN: Final = "while True: sum(range(1000))"


def _main(measure: str, folder: Path) -> None:
    logging.disable(logging.WARNING)
    print(json.dumps(_MEASURES[measure](folder)))


def _start(folder: Path) -> dict[str, float]:
    begun_s = float(os.environ["COMPANION_BENCH_BEGUN"])
    found: dict[str, float] = {}

    def script(window: Window) -> Script:
        while not window.frames:
            yield 0.0
        found["window"], found["processor"] = window.shown_s - begun_s, time.process_time()
        window.app_root.home()
        before = window.frames
        while window.app_root.view is None or window.frames == before:
            yield 0.0
        found["ready"] = window.shown_s - begun_s

    run(folder, script)
    return found


def _idle(folder: Path) -> dict[str, float]:
    """A match in play with the clock stopped and no touch."""
    found: dict[str, float] = {}

    def script(window: Window) -> Script:
        window.app_root.home()
        yield SETTLE_S
        begun = time.monotonic(), time.process_time()
        yield _IDLE_S
        found["idle"] = 100 * (time.process_time() - begun[1]) / (time.monotonic() - begun[0])

    run(folder, script)
    return found


def _live(folder: Path) -> dict[str, float]:
    """The camera's screen with compressed pictures of 1200 x 900, the board's outline drawn over them."""
    found: dict[str, float] = {}

    def script(window: Window) -> Script:
        from companion.lab.bench.live import fed
        from companion.screen import PageName

        window.app_root.home()
        with fed(window.services.sight, sorted(CLIP.glob("*.jpg"))[:8], width=1200):
            window.app_root.open(PageName.CAMERA)
            yield SETTLE_S
            live = window.app_root.top.content.live
            begun = time.monotonic(), time.process_time(), live.shown
            yield _LIVE_S
            spell_s = time.monotonic() - begun[0]
            found["frames"] = (live.shown - begun[2]) / spell_s
            found["live processor"] = 100 * (time.process_time() - begun[1]) / spell_s

    run(folder, script)
    return found


# --- the button ------------------------------------------------------------------------------------------


def _press(folder: Path) -> dict[str, float]:
    """From the button, pressed on a thread of its own as the pin's is, to the first picture with the dice' pixels."""
    from companion.match.events import ButtonPressed

    times: list[float] = []
    pressed: list[float] = []

    def script(window: Window) -> Script:
        def press() -> None:
            pressed.clear()

            def now() -> None:
                pressed.append(time.monotonic())
                window.services.table.happen(ButtonPressed(time.monotonic()))

            threading.Timer(chance.uniform(0.0, 0.06), now).start()

        from random import Random

        chance = Random(5)
        window.app_root.home()
        yield SETTLE_S
        for what in turns(window, press=press):
            before = window.app_root.view
            if what != "roll":
                yield from window.another_than(before)
                yield 0.05
                continue
            window.awaited = partial(_dice_are_seen, window)
            yield from window.another_than(before)
            if window.app_root.view.dice is None:  # the opening roll was a tie
                window.awaited = None
                continue
            while window.awaited is not None:
                yield 0.0
            times.append(1000 * (window.seen_s - pressed[0]))
            if len(times) == _TIMES:
                break

    run(folder, script, words=("--dice", "both", "--mode", "recorded"))
    return _spread("press", times)


def _spread(name: str, times_ms: list[float]) -> dict[str, float]:
    """Their median, and what 95 of 100 keep to."""
    assert len(times_ms) >= _FEWEST, f"{name}: {len(times_ms)} of {_TIMES} came in time"
    ranked = sorted(times_ms)
    return {name: ranked[len(ranked) // 2], f"{name} 95": ranked[int(len(ranked) * 0.95) - 1]}


_SHADE: Final = 24
"""By how much light and shade on a die change its colour at most, of 255."""


def _dice_are_seen(window: Window) -> bool:
    """Whether the last picture has a die at its place in a half."""
    from companion.screen.board.half_layout import half_boxes
    from companion.screen.theme import THEME

    play = window.app_root.play
    for half in (play.ids.lower, play.ids.upper):
        box = half_boxes(half.layout.box, {"dice": ""})["dice"]
        x, y = box.x + box.width * 0.25, box.center[1] + box.height * 0.38
        if half is play.ids.upper:
            x, y = play.width - x, play.height - y
        if all(
            abs(seen - 255 * wanted) < _SHADE for seen, wanted in zip(window.pixel(x, y), THEME.die[:3], strict=True)
        ):
            return True
    return False


# --- touches while others work ---------------------------------------------------------------------------


def _touch(folder: Path) -> dict[str, float]:
    """From a finger on *Menu* to the page on the screen, while a thread reads boards and a process hints."""
    times: list[float] = []
    worked: list[float] = []

    def script(window: Window) -> Script:
        from random import Random

        from kivy.base import EventLoop

        chance, fingers = Random(4), _Fingers()
        EventLoop.add_input_provider(fingers)
        stop = threading.Event()
        reading = threading.Thread(target=_read_boards, args=(stop,))
        reading.start()
        hints = subprocess.Popen([sys.executable, "-c", _SPIN])
        try:
            window.app_root.home()
            yield SETTLE_S * 2
            for _ in range(_TIMES):
                yield chance.uniform(0.4, 0.5)
                x, y = window.app_root.play.ids.lower.fields["menu"].center
                fingers.touch(x / window.app_root.width, y / window.app_root.height, chance.uniform(0.0, 0.05))
                while window.app_root.play.panel is None:
                    yield 0.0
                before = window.frames
                while window.frames == before:
                    yield 0.0
                times.append(1000 * (window.shown_s - fingers.touched_s))
                worked.append(1000 * (window.worked_s - fingers.worked_s))
                window.app_root.play.close()
        finally:
            stop.set()
            hints.kill()
            hints.wait()
            reading.join()  # at the end of the process a thread inside OpenCV would abort it

    run(folder, script)
    return _spread("touch", times) | {"touch processor": sorted(worked)[len(worked) // 2]}


class _Fingers:
    """An input provider of Kivy, touched from a thread as a driver is."""

    def __init__(self) -> None:
        self.touched_s = 0.0
        self.worked_s = 0.0
        self._waiting: list[tuple[float, float]] = []
        self._number = 0

    def touch(self, x: float, y: float, after_s: float) -> None:
        def now() -> None:
            self.touched_s = time.monotonic()
            self._waiting.append((x, y))

        threading.Timer(after_s, now).start()

    def start(self) -> None:
        """Nothing is to be opened."""

    def stop(self) -> None:
        """Nothing is to be closed."""

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Kivy asks at each turn of its loop."""
        from kivy.input.motionevent import MotionEvent

        class Finger(MotionEvent):  # type: ignore[misc]
            def depack(self, args: tuple[float, float]) -> None:
                self.profile = ["pos"]
                self.sx, self.sy = args
                super().depack(args)

        while self._waiting:
            self.worked_s = time.thread_time()
            self._number += 1
            event = Finger("finger", self._number, self._waiting.pop(0), is_touch=True, type_id="touch")
            dispatch_fn("begin", event)
            dispatch_fn("end", event)


def _read_boards(stop: threading.Event) -> None:
    """The work of the watcher: a glance at each of 15 frames a second, a whole look every 0.4 s."""
    from hardware.pictures import Encoded
    from vision.calibration import calibrate
    from vision.pictures import load_picture
    from vision.reader import BoardReader
    from vision.stillness import moved

    paths = sorted(CLIP.glob("*.jpg"))
    reader = BoardReader(calibrate(load_picture(paths[0])))
    before = Encoded(paths[0].read_bytes(), paths[0].name).glance()
    for number, path in enumerate(cycle(paths)):
        if stop.wait(1 / 15):
            return
        moved(before, Encoded(path.read_bytes(), path.name).glance())
        if number % 6 == 0:
            reader.look(load_picture(path), seen_at_s=0.0)


# --- the coach's list ------------------------------------------------------------------------------------


def _hints(folder: Path) -> dict[str, float]:
    """From the button to the list of plays, asked for at once; and for how long the window stands still meanwhile."""
    from companion.lab.bench.screen_hints import SeenList, ask_all, listed

    pressed: list[float] = []
    seen: list[SeenList] = []

    def script(window: Window) -> Script:
        window.app_root.home()
        yield SETTLE_S
        steps = turns(window, press=lambda: pressed.append(ask_all(window.services.table)))
        yield from listed(window, steps, pressed, seen, _TIMES)

    run(folder, script, words=("--dice", "both", "--mode", "training", "--length", "0"))
    lists, pauses, work = ([*column] for column in zip(*seen, strict=True))
    found = _spread("list", lists) | _spread("pause", pauses) | {"pause longest": max(pauses)}
    return found | {"pause processor": _spread("work", work)["work 95"]}


# --- eight hours -----------------------------------------------------------------------------------------


def _hours(folder: Path) -> dict[str, float]:
    """All that is shown in eight hours, one thing after the other, and by how much the process grows."""
    found: dict[str, float] = {}

    def script(window: Window) -> Script:
        window.app_root.home()
        yield SETTLE_S
        played, clocks = 0, 0
        for what in turns(window):
            yield from window.another_than(window.app_root.view)
            played += what == "play"
            if what != "play":
                continue
            for _ in range(_VIEWS_A_TURN):
                clocks += 1
                window.app_root.view = _ticking(window.app_root.view, clocks)
                yield 0.0
            if played % 4 == 0:
                yield from pages(window)
            if played % 40 == 0:
                window.app.restyle()  # another theme, a turned window
                yield 0.0
            if played == _TURNS // 3:
                found["warm"] = memory_mb()
            if played == _TURNS:
                break
        found["memory"] = memory_mb()
        found["growth"] = found["memory"] - found["warm"]

    run(folder, script, words=("--dice", "both", "--mode", "recorded", "--length", "0"), most_s=_MOST_OF_HOURS_S)
    return found


def _ticking(view: Any, clocks: int) -> Any:
    """The next second of a clock, with what a look changes."""
    from dataclasses import replace

    from companion.games.rules import Side
    from companion.match.view import ClockShown

    left_s = 3600 - clocks % 3000
    sure = tuple(((clocks + point) % 5) / 5 for point in range(24))
    return replace(view, clock=ClockShown((left_s, left_s), clocks % 12, Side.LIGHT), confidence=sure)


def _day(folder: Path) -> dict[str, float]:
    from companion.lab.bench.screen_day import day  # what it imports is no part of a start

    return day(folder)


_MEASURES: Final[Mapping[str, Callable[[Path], dict[str, float]]]] = {
    "start": _start, "idle": _idle, "live": _live, "press": _press, "touch": _touch, "hints": _hints,
    "hours": _hours, "day": _day,
}  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("measure", choices=sorted(_MEASURES))
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    _main(asked.measure, asked.folder)
