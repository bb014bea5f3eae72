"""The feed: what the table publishes and clients read, with the delay of the settings.

The table's thread publishes what is on disk; the server's thread reads.  Nothing leads back to the table.  There is one
ring of steps for all clients; a client remembers its place, and one that has fallen out of the ring, or too far behind,
starts again with the whole state.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

from companion.errors import InputError
from companion.live.games import GAMES
from companion.live.public import CORRECTIONS, TURNS, ended, public
from companion.live.state import LiveState
from companion.record.entries import Entry
from companion.record.journal import Header
from companion.record.places import Place, Places

log = logging.getLogger(__name__)

KEPT: Final = 1000
"""Steps that a client may have missed."""
BEHIND: Final = 64
"""Steps that wait for a client that is connected."""
STEPS_SHOWN: Final = 60
"""Steps that the whole state includes."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The delay of spectators: in turns of the current game, and in seconds; both hold."""

    turns: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of the match has put on record.

    ``n``: the number of its last entry.  ``entries``: those that spectators may see.  ``state``: after it; None if
    unknown.  ``names``: of the players of (light, dark) then.  ``places``: the turn of each entry.
    """

    n: int
    entries: tuple[Entry, ...]
    state: LiveState | None
    names: tuple[str, str] = ("", "")
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole state: ``steps``: the last ones, and earlier ones about the same turns.

    ``age_s``: seconds since its last change.
    """

    match: int
    epoch: int
    n: int
    header: Header | None
    state: LiveState | None
    steps: tuple[Step, ...]
    age_s: float

    def json(self) -> dict[str, object]:
        """The present table as JSON values."""
        state = self.state.json() if self.state is not None else None
        return {"match": self.match, "n": self.n, "age_s": round(self.age_s, 1), "state": state}


@dataclass(frozen=True, slots=True)
class News:
    """The news for a client: steps, or the whole instead."""

    epoch: int
    steps: tuple[Step, ...] = ()
    whole: Whole | None = None


@dataclass(frozen=True, slots=True)
class _Held:
    """A step that is on disk and may not be seen yet, with all its entries."""

    step: Step
    entries: tuple[Entry, ...]
    turns: int
    at_s: float


class Feed:
    """The match as spectators may see it now.  Any thread may call any method; none of them blocks.

    ``clock``: in seconds.
    """

    def __init__(self, delay: Delay | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.delay: Final = delay or Delay()
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._epoch = 0
        self._header: Header | None = None
        self._faults_shown = True
        self._names = ("", "")
        self._places: Places | None = None
        self._place = Place(0, 0)
        self._corrected: set[Place] = set()
        self._state: LiveState | None = None
        self._state_s = clock()
        self._n = 0
        self._entries: list[Entry] = []
        self._steps: deque[Step] = deque(maxlen=KEPT)
        self._from = 0
        self._held: deque[_Held] = deque()
        self._turns = 0
        self._ended_n = 0
        self._listeners: list[Callable[[], None]] = []

    # --- the table ------------------------------------------------------------------------------------------------

    def begin(self, header: Header, entries: Sequence[Entry] = (), state: LiveState | None = None) -> None:
        """Show another match, or this one again from its start.

        ``entries``: those that may be seen at once, ``state``: after them.
        """
        with self._lock:
            self._epoch += 1
            self._header = header
            self._faults_shown = GAMES[header.game].shows_faults(header)
            self._names = header.names
            self._places, self._place = Places(header), Place(0, 0)
            self._corrected.clear()
            self._entries = list(entries)
            self._steps.clear()
            self._from = 0
            for entry in entries:
                self._add(Step(entry.n, public((entry,), faults_shown=self._faults_shown), None), (entry,))
            self._n = entries[-1].n if entries else 0
            self._show(state)
            self._held.clear()
            self._turns, self._ended_n = 0, 0
        self._notify()

    def publish(self, entries: Sequence[Entry], state: LiveState | None) -> None:
        """Publish entries that are on disk, and the state after them.  A client gets them after the delay.

        ``state``: None if unknown, as when more has happened than is on disk.
        """
        if not entries:
            return
        with self._lock:
            if state is not None:
                self._turns = state.turns
            else:
                self._turns += sum(entry.event in TURNS for entry in entries)
            step = Step(entries[-1].n, public(entries, faults_shown=self._faults_shown), state)
            self._held.append(_Held(step, tuple(entries), self._turns, self._clock()))
            if (state is not None and state.over) or ended(entries):
                self._ended_n = step.n
            released = self._release()
        if released:
            self._notify()

    def tick(self) -> None:
        """Let out what may be seen by now; to be called about once a second."""
        with self._lock:
            released = self._release()
        if released:
            self._notify()

    # --- the server -----------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` at any news, on any thread; return a function that ends that."""
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    def whole(self) -> Whole:
        """Return all that may be seen now."""
        with self._lock:
            return self._whole()

    def since(self, match: int | None, n: int, *, epoch: int | None = None, most: int = KEPT) -> News:
        """Return the news for a client that has everything up to entry ``n`` of a match.

        ``match``: None means the one that is shown.  ``epoch``: of its last news, None after a break.  ``most``: steps
        at once; if there are more, it gets the whole instead.
        """
        with self._lock:
            known = match in (None, self._match) and epoch in (None, self._epoch) and self._from <= n <= self._n
            steps = tuple(step for step in self._steps if step.n > n) if known else ()
            if not known or len(steps) > most:
                return News(self._epoch, whole=self._whole())
            if steps and steps[-1].state is None:
                steps = (*steps[:-1], replace(steps[-1], state=self._state))
            return News(self._epoch, steps)

    def record(self) -> tuple[Header, tuple[Entry, ...], int] | None:
        """Return the match with all its entries that may be seen, and the number of the last one; None if none is."""
        with self._lock:
            return None if self._header is None else (self._header, tuple(self._entries), self._n)

    # --- within the lock ------------------------------------------------------------------------------------------

    @property
    def _match(self) -> int:
        return self._header.id if self._header is not None else 0

    def _whole(self) -> Whole:
        last = self._last_steps()
        age_s = self._clock() - self._state_s
        return Whole(self._match, self._epoch, self._n, self._header, self._state, last, age_s)

    def _release(self) -> bool:
        released = False
        while self._held and self._may_be_seen(self._held[0]):
            held = self._held.popleft()
            self._add(held.step, held.entries)
            self._entries.extend(held.entries)
            self._n = held.step.n
            if held.step.state is not None:
                self._show(held.step.state)
            released = True
        return released

    def _may_be_seen(self, held: _Held) -> bool:
        behind = held.step.n <= self._ended_n or self._turns - held.turns >= self.delay.turns
        return behind and self._clock() - held.at_s >= self.delay.seconds

    def _last_steps(self) -> tuple[Step, ...]:
        """The last steps, and those before them that are about the same turns."""
        steps = tuple(self._steps)
        last = steps[-STEPS_SHOWN:]
        about = {place for step in last for place in step.places}
        return (*(step for step in steps[:-STEPS_SHOWN] if about.intersection(step.places)), *last)

    def _add(self, step: Step, entries: Sequence[Entry]) -> None:
        """Add a step that may be seen; ``entries``: all of it."""
        if len(self._steps) == KEPT:
            self._from = self._steps[0].n
        assert self._header is not None
        places = {entry.n: self._place_of(entry) for entry in entries}
        for entry in step.entries:
            self._names = GAMES[self._header.game].names_after(self._header, entry, self._names)
        last = tuple(places[entry.n] for entry in step.entries)
        self._steps.append(replace(step, names=self._names, places=last, state=self._with_mark(step.state)))

    def _place_of(self, entry: Entry) -> Place:
        """The turn of an entry, or the last turn if it is unclear."""
        if self._places is None:
            return self._place
        was = len(self._places.games), self._places.turns(len(self._places.games))
        try:
            self._place = self._places.tell(entry)
        except InputError as error:
            log.warning("the turns of the live page stand in the order of the record: %s", error)
            self._places = None
        if entry.event in CORRECTIONS and self._place <= Place(*was):
            self._corrected.add(self._place)
        return self._place

    def _show(self, state: LiveState | None) -> None:
        self._state, self._state_s = self._with_mark(state), self._clock()

    def _with_mark(self, state: LiveState | None) -> LiveState | None:
        """The state with the mark of a correction, if its last turn was corrected."""
        if state is None or self._places is None:
            return state
        return replace(state, corrected=self._places.last_played() in self._corrected)

    def _notify(self) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()
