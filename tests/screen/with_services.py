"""The window with a desk of its own, as long as a test needs it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.match.view import View
from companion.screen import PageName, Services
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings
from tests.patience import PATIENCE_S
from tests.screen.conftest import Stage
from tests.screen.fakes import Device, Doctor, Live, Matches, Players
from tests.screen.views import START

SOON_S = 0.07
"""As long as four frames last."""


@contextmanager
def with_services(
    stage: Stage, values: dict[str, object] | None = None, *, view: View = START, **there: Any
) -> Iterator[Services]:
    """A desk at which nothing has been played yet, with these settings, and whatever else is named."""
    book = SettingsFile(changed(Settings(), values or {}))
    services = Services(
        stage.source, book, Matches(book), players=Players(("Anna", "Boris", "Łucja")), doctor=Doctor(),
        device=Device(), codes_in=lambda _: (), live=Live(book),
    )  # fmt: skip
    with stage.desk(replace(services, **there)):
        stage.source.view = view
        stage.open_app._drafts.clear()
        stage.app.app_root.view = view
        settle()
        yield stage.app._services


def opened(stage: Stage, place: PageName, **told: Any) -> Any:
    """The content of a screen that is opened."""
    stage.app.app_root.open(place, **told)
    settle()
    return stage.app.app_root.top.content


def settle() -> None:
    """Let everything find its place, without drawing it, and what is quickly fetched be there."""
    from kivy.clock import Clock

    from companion.screen import tasks

    began_s = time.monotonic()
    while tasks.busy() and time.monotonic() - began_s < SOON_S:
        time.sleep(0.001)
    for _ in range(4):
        Clock.tick()


def touch(stage: Stage, widget: Any) -> None:
    """Touch the middle of a widget, after it has been scrolled to where it lies in a sheet."""
    from kivy.uix.scrollview import ScrollView

    settle()
    parent = widget.parent
    while parent is not None and parent is not stage.app.root:
        if isinstance(parent, ScrollView):
            parent.scroll_to(widget, animate=False)
            parent.effect_y.velocity = parent.effect_x.velocity = 0
            settle()
            break
        parent = parent.parent if parent.parent is not parent else None
    tap(stage, widget.to_window(*widget.center))


def tap(stage: Stage, place: tuple[float, float], *, after_s: float = 1.0) -> None:
    """Touch a place of the window, without drawing what comes of it."""
    from kivy.tests.common import UnitTestTouch

    stage.now_s += after_s
    finger = UnitTestTouch(*place)
    finger.time_start = stage.now_s
    finger.touch_down()
    settle()
    finger.touch_up()
    settle()


def over(stage: Stage) -> Any:
    """What lies over the screen that is open: a keyboard, a list, a question."""
    from companion.screen.widgets.modals import Modal

    settle()
    return next((child for child in stage.app.app_root.top.children if isinstance(child, Modal)), None)


def press(stage: Stage, *keys: str) -> None:
    """Press keys of the keyboard or the pad that lies over the screen."""
    for key in keys:
        board = over(stage)
        tap(stage, board.keys[key].center, after_s=0.1)


def said(stage: Stage) -> str:
    """The sentence that lies over everything, which is put away."""
    note = stage.app.app_root._note
    if note is None:
        return ""
    words = str(note.text)
    tap(stage, note.center)
    return words


def wait_until(done: Callable[[], bool]) -> None:
    """Let the clock run until a thread has handed its answer back."""
    began_s = time.monotonic()
    while not done():
        assert time.monotonic() - began_s < PATIENCE_S, "nothing came back from the thread"
        settle()
        time.sleep(0.005)
