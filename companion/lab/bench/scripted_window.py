"""The window of the application, driven by a script: for benches that measure what a screen does while it is used."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

CLIP: Final = Path(__file__).parents[2] / "demo" / "clip"
SETTLE_S: Final = 2.0
_MOST_S: Final = 540.0
_TIE_S: Final = 1.0

Script: TypeAlias = Generator[float, None, None]


def run(
    folder: Path, script: Callable[[Window], Script], *, words: tuple[str, ...] = (), most_s: float = _MOST_S
) -> None:
    """Run ``companion run`` with a script, which yields the wait before its next step.

    Raises :class:`TimeoutError` if the script has not ended after ``most_s``.
    """
    from companion import cli, screen

    def with_script(services: screen.Services, **options: Any) -> None:
        window = Window(services, options, most_s)
        window.run_script(script(window))

    screen.run = with_script
    sys.stdout, out = sys.stderr, sys.stdout
    try:
        code = cli.main(["--data-dir", str(folder), "run", "--camera", "none", *words])
    finally:
        sys.stdout = out
    assert code == 0


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

    def run_script(self, script: Script) -> None:
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
        """The colour at a place of the window."""
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        return tuple(glReadPixels(int(x), int(y), 1, 1, GL_RGB, GL_UNSIGNED_BYTE))


def turns(window: Window, *, press: Callable[[], None] | None = None) -> Iterator[str]:
    """Plays games by touch, one step after the other; yields each step before it is shown."""
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


def pages(window: Window) -> Iterator[float]:
    """The menu and its pages, and every other screen."""
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
    device with a GPU does not, and which would hide growth.
    """
    from kivy.graphics.texture import Texture, TextureRegion

    # By the type: isinstance() asks Kivy's proxies for their widgets, which may be gone.
    own = [one for one in gc.get_objects() if issubclass(type(one), Texture) and type(one) is not TextureRegion]
    return resident_mb() + sum(4.0 * float(texture.width) * float(texture.height) for texture in own) / 2**20


def resident_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
