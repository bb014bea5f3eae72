"""Processes events one at a time: an event that raises is logged and skipped, and the table keeps running."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

from companion.match.any_game import AnyState
from companion.match.events import BoardSeen

log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")
StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])

_MOST_LOGGED: Final = 100_000
"""In characters; a reading of the start position with all its likelihoods has some 10,000."""


class GuardedStep:
    """Processes events; an error in one costs this event and not the session.

    The first of several such events in a row is logged with its error and its full content for reproduction; the others
    are counted until a reading succeeds.
    """

    def __init__(self) -> None:
        self._left_out = 0

    def weighed(self, event: object, state: StateT, weigh: Callable[[StateT], Outcome], otherwise: Outcome) -> Outcome:
        """Return the result of an event in a state; ``otherwise`` if it raises an error."""
        try:
            found = weigh(state)
        except Exception:  # the border of the pure part: nothing has changed yet, and no caller could recover
            self._left_out += 1
            if self._left_out == 1:
                where = f"after entry {state.n}, in phase {state.phase.value}"
                log.exception("left out, for it could not be weighed (%s): %.*s", where, _MOST_LOGGED, repr(event))
            return otherwise
        if self._left_out and isinstance(event, BoardSeen):
            log.warning("looks can be weighed again; events left out: %d", self._left_out)
            self._left_out = 0
        return found
