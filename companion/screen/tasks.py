"""Work that takes longer than a frame: done on a thread, handed back through Kivy's clock, and forgotten on leaving."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from kivy.clock import Clock

from companion.errors import CompanionError

log = logging.getLogger(__name__)

Done = TypeVar("Done")

_running: Final = set[threading.Thread]()


class Errands:
    """The work of one screen.  After :meth:`drop` nothing of it comes back."""

    def __init__(self, failed: Callable[[CompanionError], None]) -> None:
        self._failed: Final = failed
        self._dropped = False

    def run(self, work: Callable[[], Done], done: Callable[[Done], None]) -> None:
        """Call ``work`` on a thread, then ``done`` with its answer on this one.

        A :class:`CompanionError` goes to ``failed``.
        """
        self.go(lambda _: work(), done)

    def go(self, work: Callable[[Callable[[Callable[[], None]], None]], Done], done: Callable[[Done], None]) -> None:
        """As :meth:`run`; ``work`` is given what calls something here while it is still busy."""

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
        """Nothing that is still under way comes back."""
        self._dropped = True

    @property
    def dropped(self) -> bool:
        """Whether work that is still under way may stop."""
        return self._dropped

    def _here(self, act: Callable[[], None]) -> None:
        Clock.schedule_once(lambda _: None if self._dropped else act())


def busy() -> bool:
    """Whether anything is under way."""
    return bool(_running)


def no_answer(_: Any) -> None:
    """For work whose answer nobody waits for."""
