"""The session as the journal tells it: after a restart, play goes on from what is on record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.match import consent
from companion.match.any_game import Back, coming_back
from companion.match.any_session import retold
from companion.match.draughts import deeds
from companion.match.draughts.in_play import DraughtsInPlay
from companion.match.draughts.session import begun
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.terms import DraughtsTerms
from companion.match.phases import Phase
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry


def resumed(terms: DraughtsTerms, entries: Sequence[Entry], mark: ClockMark | None = None) -> DraughtsState:
    """The state after these entries, as :func:`companion.match.resuming.resumed` has it."""

    def tell(state: DraughtsState, entry: Entry, kept: Mapping[int, DraughtsInPlay]) -> DraughtsState:
        after = replace(state, n=entry.n, t=max(state.t, entry.t), record=state.told(entry, kept))
        state = consent.retold(after, entry, deeds, kept)
        return coming_back(state)

    state: DraughtsState = retold(begun(terms), entries, tell, mark)
    if state.phase is Phase.CORRECTING and state.record.wrong is not None:
        state = state.with_shown(message=state.record.wrong.message)
    return state.with_shown(back=Back()) if state.phase is Phase.PUTTING_BACK else state
