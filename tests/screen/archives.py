"""A desk whose shelf holds recorded matches, and waiting for what is done on threads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.archive import StoredArchive
from companion.record import Header
from companion.screen import Services
from tests.archived import AtTable
from tests.patience import PATIENCE_S
from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames

if TYPE_CHECKING:
    from companion.screen.root import AppRoot


def settle() -> None:
    """Until nothing is under way any more, and what came of it is laid out."""
    from companion.screen import tasks

    until = time.monotonic() + PATIENCE_S
    for _ in range(6):
        pass_frames()
        while tasks.busy() and time.monotonic() < until:
            pass_frames()
            time.sleep(0.002)
    assert not tasks.busy()
    pass_frames()


def shelf_of(folder: Path, header: Header | None = None, sticks: tuple[Path, ...] = ()) -> StoredArchive:
    """The matches of a folder; ``header``: of the one at the table."""
    return StoredArchive(folder, AtTable(header) if header else AtTable(), sticks=lambda: sticks)  # type: ignore[arg-type]


@contextmanager
def with_services(stage: Stage, **ports: Any) -> Iterator[AppRoot]:
    """The shell of a desk with these ports, as long as it is looked at."""
    with stage.desk(Services(stage.source, settings=stage.open_app._services.settings, **ports)):
        yield stage.app.app_root


def fields_of(widget: Any) -> dict[str, Any]:
    """The fields below a widget that can be touched now, by their words."""
    from companion.screen.widgets.touching import TextField

    return {one.text: one for one in widget.walk() if isinstance(one, TextField) and not one.dead and one.text}


def labels_of(widget: Any) -> list[str]:
    """All words that are shown below a widget."""
    from kivy.uix.label import Label

    return [one.text for one in widget.walk() if isinstance(one, Label) and one.text]


def touch_words(stage: Stage, within: Any, words: str) -> None:
    """Touch the middle of the field that says this, and wait for what comes of it."""
    settle()
    touch_widget(stage, fields_of(within)[words])


def touch_widget(stage: Stage, widget: Any) -> None:
    """Touch the middle of a widget of the window, and wait for what comes of it."""
    stage.touch(*place_of(widget))
    settle()


def place_of(widget: Any) -> tuple[float, float]:
    """Where the middle of a widget is seen in the window, below whatever turns it or scrolls it."""
    x, y = widget.center
    below = widget
    while hasattr(above := below.parent, "to_parent"):  # the window has none
        x, y = above.to_parent(x, y)
        below = above
    return x, y


def touch_row(stage: Stage, rows: Any, place: int) -> None:
    """Touch a row of a list that is in sight; rows act when the finger is lifted."""
    from kivy.tests.common import UnitTestTouch

    pass_frames(3)
    row = next(one for one in rows.children[0].children if one.then is rows.data[place]["then"])
    stage.now_s += 1
    touch = UnitTestTouch(*place_of(row))
    touch.time_start = stage.now_s
    touch.touch_down()
    pass_frames()
    touch.touch_up()
    settle()
    pass_frames(3)
