"""The loop that replays looks through the session."""

from __future__ import annotations

from collections.abc import Iterable

from companion.match.events import BoardSeen, FramesEnded
from companion.match.session import State, Terms, begun, step
from companion.record.entries import Entry


def replayed(looks: Iterable[BoardSeen], terms: Terms | None = None) -> tuple[State, list[Entry]]:
    """A whole sequence through the session: the state at the end and the journal."""
    state, journal = begun(terms or Terms()), []
    last_s = 0.0
    for look in looks:
        state, effects = step(state, look)
        journal += [effect for effect in effects if isinstance(effect, Entry)]
        last_s = look.at_s
    state, effects = step(state, FramesEnded(last_s))
    return state, journal + [effect for effect in effects if isinstance(effect, Entry)]
