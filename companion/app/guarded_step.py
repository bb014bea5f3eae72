"""Where events are weighed, one at a time: one that cannot be is logged and left out, and the table goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, TypeVar

from companion.match.events import BoardSeen, Event
from companion.match.state import State

log = logging.getLogger(__name__)

Outcome = TypeVar("Outcome")

_MOST_LOGGED: Final = 100_000
"""Characters: a look at the start position with all its likelihoods, as the reader gives them, has some 10,000."""


class Scales:
    """Weighs events; an error in one, whatever it is, costs this event and not the evening.

    The first of several such events in a row is logged with its error and all that it tells, so that it can be weighed
    again; the others are counted until a look can be weighed, for looks come several times a second.
    """

    def __init__(self) -> None:
        self._left_out = 0

    def weighed(self, event: Event, state: State, weigh: Callable[[State], Outcome], otherwise: Outcome) -> Outcome:
        """What comes of weighing an event in a state; ``otherwise`` where that raises an error."""
        try:
            found = weigh(state)
        except Exception:  # the edge of the pure part: nothing has changed yet, and nobody else can go on from here
            self._left_out += 1
            if self._left_out == 1:
                where = f"after entry {state.n}, in phase {state.phase.value}"
                log.exception("left out, for it could not be weighed (%s): %.*s", where, _MOST_LOGGED, repr(event))
            return otherwise
        if self._left_out and isinstance(event, BoardSeen):
            log.warning("looks can be weighed again; events left out: %d", self._left_out)
            self._left_out = 0
        return found
