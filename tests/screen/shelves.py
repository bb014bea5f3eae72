"""A desk whose shelf holds recorded matches, and waiting for what is done on threads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.shelf import ShelfHere
from companion.record import Header
from companion.screen import Desk

from tests.archived import AtTable
from tests.screen.conftest import Stage

if TYPE_CHECKING:
    from companion.screen.shell import Shell

LONGEST_S = 10.0


def settle(stage: Stage) -> None:
    """Until nothing is under way any more, and what came of it is drawn."""
    from kivy.base import EventLoop

    from companion.screen import errands

    until = time.monotonic() + LONGEST_S
    for _ in range(6):
        while errands.busy() and time.monotonic() < until:
            EventLoop.idle()
        EventLoop.idle()
    assert not errands.busy()


def shelf_of(folder: Path, header: Header | None = None, sticks: tuple[Path, ...] = ()) -> ShelfHere:
    """The matches of a folder; ``header``: of the one at the table."""
    return ShelfHere(folder, AtTable(header) if header else AtTable(), sticks=lambda: sticks)  # type: ignore[arg-type]


@contextmanager
def furnished(stage: Stage, **ports: Any) -> Iterator[Shell]:
    """The shell of a desk with these ports, as long as it is looked at."""
    before = stage.app._desk
    stage.app._desk = Desk(stage.source, settings=before.settings, **ports)
    try:
        stage.app.restyle()
        stage.picture()
        yield stage.app.shell
    finally:
        stage.app.shell.home()
        stage.app._desk = before
        stage.app.restyle()
        stage.picture()


def found(widget: Any, kind: type, text: str | None = None) -> Any:
    """The first widget of a kind below another, by its text where one is given."""
    return next(one for one in widget.walk() if isinstance(one, kind) and (text is None or one.text == text))


def touch_words(stage: Stage, within: Any, words: str) -> None:
    """Touch the middle of the field that says this; the touch comes and goes at one place."""
    from companion.screen.touching import TouchField

    stage.picture()
    field = found(within, TouchField, words)
    x, y = field.to_window(*field.center)
    stage.touch(x, y)
    settle(stage)
