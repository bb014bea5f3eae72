"""The session as the journal tells it: after a restart, play goes on from what is on record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import InputError
from companion.match import consent
from companion.match.clock import clock_after_break, clock_before_change
from companion.match.draughts import deeds
from companion.match.draughts.fold import told
from companion.match.draughts.session import begun
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.terms import DraughtsTerms
from companion.match.phases import Phase
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, restored_to


def resumed(terms: DraughtsTerms, entries: Sequence[Entry], mark: ClockMark | None = None) -> DraughtsState:
    """The state after these entries, in which the camera has not looked yet; ``mark``: how the clock stood last.

    It stands until :class:`companion.match.events.TakenUp`.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """
    state = begun(terms)
    wanted = {to for entry in entries if (to := restored_to(entry)) is not None} | consent.wanted_back(entries)
    kept = {0: state.record}
    for entry in entries:
        try:
            record = told(terms, state.record, entry, kept)
            state = replace(state, n=entry.n, t=max(state.t, entry.t), record=record)
            state = deeds.coming_back(consent.retold(state, entry, deeds, kept))
        except Exception as error:  # whatever does not go with an entry: another version may have written it
            why = str(error) or type(error).__name__
            raise InputError(f"journal entry {entry.n} ({entry.event.value}) does not follow: {why}") from error
        if state.n in wanted:
            kept[state.n] = state.record
    t = state.t if mark is None else max(state.t, mark.t)
    state = replace(state, t=t, stirred_t=t, clock=clock_after_break(state.clock, entries, t, mark))
    if (change := state.shown.before_change) is not None:
        before, changed_t = clock_before_change(begun(terms).clock, entries, change.n, change.t)
        state = state.with_shown(before_change=replace(change, t=changed_t, clock=before))
    if state.phase is Phase.CORRECTING and state.record.wrong is not None:
        state = state.with_shown(message=state.record.wrong.message)
    return state.with_shown(left=()) if state.phase is Phase.PUTTING_BACK else state
