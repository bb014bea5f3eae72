"""The session as the journal tells it: after a restart, play goes on from what is on record.

The entries are folded by what folded them when they were written (:mod:`companion.match.fold`), so that a resumed
session has the record of the one that was interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.rules import Side
from companion.match import consent, deeds
from companion.match.any_game import aside, coming_back
from companion.match.any_session import retold
from companion.match.in_play import MatchInPlay
from companion.match.layer import Layer
from companion.match.phases import Phase
from companion.match.session import begun
from companion.match.state import Back, State, Terms
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry
from companion.record.facts import ClockAdjusted, Halted


def resumed(terms: Terms, entries: Sequence[Entry], layer: Layer | None = None, mark: ClockMark | None = None) -> State:
    """The state after these entries, in which the camera has not looked yet; ``layer``: what was round the match.

    ``mark``: how the clock stood last.  It stands until :class:`companion.match.events.TakenUp`.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """

    def tell(state: State, entry: Entry, kept: Mapping[int, MatchInPlay]) -> State:
        record = state.told(entry, kept)
        after = replace(state, n=entry.n, t=max(state.t, entry.t), record=record)
        after = consent.retold(aside(after, entry), entry, deeds, kept)
        return after if layer is None else layer.retold(state, after, entry)

    state = retold(begun(terms).with_shown(message=None), entries, tell, mark)
    if (turn := state.record.turn) is not None:
        state = state.with_record(turn=replace(turn, t=state.t))
    state = state.with_shown(time_called=_time_called(entries))
    if state.phase is Phase.ENDED:
        state = state.with_seen(ended_t=state.t)
    if state.phase is Phase.PUTTING_BACK:
        state = state.with_shown(back=Back())
    return coming_back(state)


def _time_called(entries: Sequence[Entry]) -> frozenset[Side]:
    """Of whom it has been said that the reserve is used up, and who was given no time since."""
    called = set[Side]()
    for entry in entries:
        match entry.facts:
            case Halted(time_out=late) if late is not None:
                called.add(late)
            case ClockAdjusted(seconds) if seconds > 0 and entry.side is not None:
                called.discard(entry.side)
    return frozenset(called)
