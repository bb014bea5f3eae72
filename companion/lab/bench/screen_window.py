"""The window of the screen's bench: takes one measurement in one process and prints it as JSON."""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final, TypeAlias

_IDLE_S: Final = 20.0
_LIVE_S: Final = 6.0
_SETTLE_S: Final = 2.0
_TIMES: Final = 100
_FEWEST: Final = 20
_MOST_S: Final = 540.0
_MOST_OF_HOURS_S: Final = 3600.0
"""A script that has not ended by then never will; eight hours take a quarter of one on an idle machine."""
CLIP: Final = Path(__file__).parents[2] / "demo" / "clip"
# Eight hours of play, as 90 turns an hour make them, a few views each and the menu's pages every fourth turn.
_TURNS: Final = 720
_VIEWS_A_TURN: Final = 4
_SPIN: Final = "while True: sum(range(1000))"


def _main(measure: str, folder: Path) -> None:
    logging.disable(logging.WARNING)
    print(json.dumps(_MEASURES[measure](folder)))


Script: TypeAlias = Generator[float, None, None]

# --- the application ---------------------------------------------------------------------------------


def run(
    folder: Path, script: Callable[[Window], Script], *, words: tuple[str, ...] = (), most_s: float = _MOST_S
) -> None:
    """Run ``companion run`` with a script beside it, which yields how long it waits for its next step.

    Raises :class:`TimeoutError` where the script has not ended after ``most_s``.
    """
    from companion import cli, screen

    def attended(services: screen.Services, **options: Any) -> None:
        window = Window(services, options, most_s)
        window.attend(script(window))

    screen.run = attended
    sys.stdout, out = sys.stderr, sys.stdout
    try:
        code = cli.main(["--data-dir", str(folder), "run", "--camera", "none", *words])
    finally:
        sys.stdout = out
    assert code == 0


_TIE_S: Final = 1.0


class Window:
    """The window of the application, as :func:`companion.screen.run` opens it, with a look at its pictures."""

    def __init__(self, services: Any, options: Mapping[str, Any], most_s: float) -> None:
        from companion.screen import display

        display.prepare(fullscreen=False)
        from companion.screen.app import CompanionApp

        self.services = services
        self.app: Any = CompanionApp(services, **options)
        self.frames = 0
        self.shown_s = 0.0
        self.worked_s = 0.0
        """When the last picture was drawn: by the clock, and of the drawing thread's processor time."""
        self.awaited: Callable[[], bool] | None = None
        self.seen_s = 0.0
        """When a picture first showed what was awaited."""
        self._most_s: Final = most_s
        self._until_s: Final = time.monotonic() + most_s
        self._is_late = False

    def attend(self, script: Script) -> None:
        from kivy.clock import Clock
        from kivy.core.window import Window as KivyWindow

        def step(_: float = 0.0) -> None:
            self._is_late = time.monotonic() >= self._until_s
            wait_s = None if self._is_late else next(script, None)
            if wait_s is None:
                self.app.stop()
            else:
                Clock.schedule_once(step, wait_s)

        self.app.bind(on_start=lambda _: Clock.schedule_once(step, 0))
        KivyWindow.bind(on_flip=self._flipped)
        with closing(script):
            self.app.run()
        if self._is_late:
            raise TimeoutError(f"not done after {self._most_s:.0f} s: the machine is busy with something else")

    def _flipped(self, *_: object) -> None:
        """A picture is drawn and goes to the screen now."""
        self.frames += 1
        self.shown_s, self.worked_s = time.monotonic(), time.thread_time()
        if self.awaited is not None and self.awaited():
            self.awaited, self.seen_s = None, self.shown_s

    @property
    def app_root(self) -> Any:
        return self.app.app_root

    def another_than(self, view: Any) -> Script:
        """Wait until another view is shown; not for ever: after an opening roll that ties nothing looks otherwise."""
        given_up_s = time.monotonic() + _TIE_S
        while self.app_root.view is view and time.monotonic() < given_up_s:
            yield 0.0

    def pixel(self, x: float, y: float) -> tuple[int, ...]:
        """What is shown at a place of the window."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        return tuple(glReadPixels(int(x), int(y), 1, 1, GL_RGB, GL_UNSIGNED_BYTE))


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
    """A match in play with the clock standing still, nobody touching anything."""
    found: dict[str, float] = {}

    def script(window: Window) -> Script:
        window.app_root.home()
        yield _SETTLE_S
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
            yield _SETTLE_S
            live = window.app_root.top.content.live
            begun = time.monotonic(), time.process_time(), live.shown
            yield _LIVE_S
            spell_s = time.monotonic() - begun[0]
            found["frames"] = (live.shown - begun[2]) / spell_s
            found["live processor"] = 100 * (time.process_time() - begun[1]) / spell_s

    run(folder, script)
    return found


# --- the button, and games to press it in --------------------------------------------------------------


def turns(window: Window, *, press: Callable[[], None] | None = None) -> Iterator[str]:
    """Plays games by touch, one step after the other: says which step, once it is told and still to be shown."""
    from random import Random

    from companion.games.backgammon import Dice, Position
    from companion.games.rules import Stack
    from companion.match.events import ButtonPressed, NextGame, PlayEntered

    chance, table = Random(6), window.services.table
    while True:
        view = window.app_root.view
        if view.phase in ("phase.start", "phase.opening", "phase.roll") and not view.rolled:
            if press is None:
                table.happen(ButtonPressed(table.now_s()))
            else:
                press()
            yield "roll"
        elif view.phase == "phase.play":
            before = Position(view.points, Stack(*view.bar), Stack(*view.off), view.on_roll)
            plays = list(view.rules.legal_ends(before, Dice(*view.dice)).values())
            table.happen(PlayEntered(chance.choice(plays).text(), table.now_s()))
            yield "play"
        else:
            table.happen(NextGame(table.now_s()))
            yield "next"


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
        yield _SETTLE_S
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
    from companion.screen.board.layout import half_boxes
    from companion.screen.theme import THEME

    play = window.app_root.play
    for half in (play.ids.lower, play.ids.upper):
        box = half_boxes(half.layout.box, {"dice": ""})["dice"]
        x, y = box.x + box.width * 0.25, box.center[1] + box.height * 0.38
        if half is play.ids.upper:
            x, y = play.width - x, play.height - y
        if all(abs(seen - 255 * told) < _SHADE for seen, told in zip(window.pixel(x, y), THEME.die[:3], strict=True)):
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
            yield _SETTLE_S * 2
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
    """What the watcher does: a glance at each of 15 frames a second, a whole look every 0.4 s."""
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
        yield _SETTLE_S
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
        yield _SETTLE_S
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


def pages(window: Window) -> Iterator[float]:
    """The menu and its pages, and every other screen there is."""
    from companion.screen.navigator import PageName

    play = window.app_root.play
    for number in range(9):
        field = play.ids.lower.fields["menu"].field
        play.open(field.page(), opposite=bool(number % 2))
        yield 0.0
        inner = play.panel.page.fields
        if number < len(inner) and inner[number].page is not None:
            play.panel.show(inner[number].page())
            yield 0.0
        play.close()
    for place in PageName:
        if window.app_root.offers(place):
            try:
                window.app_root.open(place)
            except TypeError:
                continue  # it is about something that is named by who opens it
            yield 0.0
            window.app_root.home()
    yield 0.0


def memory_mb() -> float:
    """The memory of this process with that of all textures, at four bytes a pixel, where nothing of OpenGL is called.

    Drawing with the processor, Mesa's llvmpipe keeps up to 36 MB of what it has last drawn (LP_SCENE_MAX_SIZE), which a
    device with a GPU does not; so what grows would not be seen.
    """
    from kivy.graphics.texture import Texture, TextureRegion

    # By the type: isinstance() asks Kivy's proxies for their widgets, which may be gone.
    own = [one for one in gc.get_objects() if issubclass(type(one), Texture) and type(one) is not TextureRegion]
    return resident_mb() + sum(4.0 * float(texture.width) * float(texture.height) for texture in own) / 2**20


def resident_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def _day(folder: Path) -> dict[str, float]:
    from companion.lab.bench.screen_day import day

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
