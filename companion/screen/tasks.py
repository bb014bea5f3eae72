"""Tasks that take longer than a frame: run on a thread, returned through Kivy's clock, dropped on leaving."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from kivy.clock import Clock

from companion.errors import CompanionError

log = logging.getLogger(__name__)

Done = TypeVar("Done")
Here: TypeAlias = Callable[[Callable[[], None]], None]
"""Calls something on the window's thread."""

_running: Final = set[threading.Thread]()


class Tasks:
    """The tasks of one page.  After :meth:`drop` no result of them is delivered."""

    def __init__(self, failed: Callable[[CompanionError], None]) -> None:
        self._failed: Final = failed
        self._dropped = False

    def run(self, work: Callable[[], Done], done: Callable[[Done], None]) -> None:
        """Call ``work`` on a thread, then ``done`` with its result on the calling thread.

        A :class:`CompanionError` goes to ``failed``.
        """
        self.go(lambda _: work(), done)

    def go(self, work: Callable[[Here], Done], done: Callable[[Done], None]) -> None:
        """Do as :meth:`run`, but give ``work`` a function that calls something on this thread meanwhile."""

        def act() -> None:
            try:
                answer = work(self._here)
            except CompanionError as error:
                self._here(lambda error=error: self._failed(error))  # type: ignore[misc]
            except Exception:
                log.exception("what a screen asked for could not be done")
            else:
                self._here(lambda: done(answer))
            finally:
                _running.discard(threading.current_thread())

        thread = threading.Thread(target=act, name="errand", daemon=True)
        _running.add(thread)
        thread.start()

    def drop(self) -> None:
        """Deliver no result of a task that is still running."""
        self._dropped = True

    @property
    def dropped(self) -> bool:
        """Whether a task that is still running may stop."""
        return self._dropped

    def _here(self, act: Callable[[], None]) -> None:
        Clock.schedule_once(lambda _: None if self._dropped else act())


def busy() -> bool:
    """Whether a task is running."""
    return bool(_running)


def no_answer(_: Any) -> None:
    """Ignore a result; for tasks whose result nobody needs."""
