"""Measures the list of plays in the window, with the coach's real process: its delay, and how long the window waits."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from companion.coach.at_the_table.events import HelpAsked
from companion.coach.at_the_table.shown import coach_shown
from companion.games.rules import Side
from companion.match.events import ButtonPressed
from companion.match.terms import HintLevel
from companion.screen.navigator import PageName

_LATEST_S: Final = 5.0
"""A deeper answer that is not there by then is not waited for."""
_THOUGHT_S: Final = 0.5
"""The least that a player looks at a list before he plays."""
_NO_HELP_S: Final = 1.0
"""Neither is help where the opening was a tie or nothing can be played."""


class SeenList(NamedTuple):
    """One list: from the button to the first picture with it, and the longest turn of the window's loop from the button
    until the deeper list has come, by the clock and of the drawing thread's processor time.
    """

    list_ms: float
    pause_ms: float
    work_ms: float


def ask_all(table: Any) -> float:
    """Press the button and request all hints on the roll at once; return the time."""
    at_s = time.monotonic()
    table.happen(ButtonPressed(at_s))
    for side in Side:  # whose roll it is not has no decision, and is not heard
        for _ in range(HintLevel.LIST):
            table.happen(HelpAsked(side, at_s))
    return at_s


def listed(
    window: Any, turns: Iterator[str], pressed: list[float], seen: list[SeenList], most: int
) -> Generator[float, None, None]:
    """Play on until so many lists were seen.

    ``turns``: the steps of games, see ``_turns``; ``pressed``: when the button was, see :func:`ask_all`.  ``seen``:
    what was measured is added here.
    """
    for what in turns:
        before = window.app_root.view
        if what != "roll":
            yield from window.another_than(before)
            yield 0.05
            continue
        window.awaited, window.seen_s = partial(_list_is_seen, window), 0.0
        turned_s, worked_s = time.monotonic(), time.thread_time()
        pause_s = work_s = 0.0
        while not _is_done(window, pressed[-1]):
            if coach_shown(window.app_root.view).help is not None and window.app_root.top is None:
                window.app_root.open(PageName.PLAYS, opposite=False)
            yield 0.0
            before_s, turned_s = turned_s, time.monotonic()
            idle_s, worked_s = worked_s, time.thread_time()
            pause_s, work_s = max(pause_s, turned_s - before_s), max(work_s, worked_s - idle_s)
        if window.seen_s:
            seen.append(SeenList(1000 * (window.seen_s - pressed[-1]), 1000 * pause_s, 1000 * work_s))
        window.awaited = None
        if len(seen) == most:
            return
        yield _THOUGHT_S


def _is_done(window: Any, pressed_s: float) -> bool:
    """Whether the deeper list has been seen, or none is to be waited for."""
    waited_s = time.monotonic() - pressed_s
    help_ = coach_shown(window.app_root.view).help
    if help_ is None:
        return waited_s > _NO_HELP_S
    return (help_.refined and window.seen_s > 0.0) or waited_s > _LATEST_S


def _list_is_seen(window: Any) -> bool:
    top = window.app_root.top
    rows = getattr(top.content, "rows", None) if top is not None else None
    return rows is not None and any(row.line is not None and row.parent for row in rows.children[0].children)
