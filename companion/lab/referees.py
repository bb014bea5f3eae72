"""The referees that the lab can measure: the one that is shipped, and the one beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.lab.shadow import session as shadow
from companion.match import session
from companion.match.events import Event
from companion.match.state import State
from companion.match.step import Step

Stepping: TypeAlias = Callable[[State, Event], Step]

SHIPPED: Final = "shipped"
BELIEF: Final = "belief"
REFEREES: Final = (SHIPPED, BELIEF)


def referee(name: str) -> Stepping:
    """The state machine of a match under a referee."""
    return shadow.step if name == BELIEF else session.step
