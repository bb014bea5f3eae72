"""Carries out what the session decides, in the one safe order: disk, then event log, then screen."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.app.guarded_step import GuardedStep
from companion.coach.at_the_table.events import AskCoach
from companion.coach.teaching import Decision
from companion.errors import StorageError
from companion.match.any_game import AnyState, appended
from companion.match.events import DiceRolled, Event, Ticked
from companion.match.session import RollDice
from companion.record import EventLog, Journal
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import BoardFound, KeptInMemory
from companion.record.rescue import rescue

log = logging.getLogger(__name__)

Roll = Callable[[], tuple[int, int]]
StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
Decide: TypeAlias = Callable[[StateT, Event], tuple[StateT, Sequence[object]]]
"""A step of a session, of whatever game: from its state and an event to the state after it, and what comes of it."""
Outcome = TypeVar("Outcome")


class RecorderMaker(Protocol):
    """Makes the recorder of a session, given its state and its step."""

    def __call__(self, state: StateT, decide: Decide[StateT], /) -> Recorder[StateT]: ...


def _no_dice() -> tuple[int, int]:
    raise AssertionError("nobody asked for electronic dice")


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An electronic roll; ``number`` is None until it could be written."""

    numbers: tuple[int, int]
    number: int | None


@dataclass(frozen=True, slots=True)
class _Step:
    """The entries of one step, which are written together or not at all, and the roll that they record."""

    entries: tuple[Entry, ...]
    drawn: _Drawn | None = None


class Recorder(Generic[StateT]):
    """Takes events, one at a time, and keeps the session's state.

    The entries of a step are committed to the journal together, then written to the event log, then handed to
    ``on_entry`` one by one; only then does :attr:`state` show them.  An electronic roll is committed before it happens;
    a roll that was drawn and not used, because the power failed, comes first.

    While a reserve of time runs, each tick keeps the clock, see :mod:`companion.record.clock_mark`.

    An event that cannot be processed is logged and skipped, see :class:`companion.app.guarded_step.GuardedStep`.

    ``goes_on``: play continues if the journal cannot be written.  The entries are kept in memory, in order
    (:attr:`unwritten`), :attr:`trouble` says so, and all of them are written, logged and reported when the disk works
    again: at the next event, or at :meth:`retry`.  Else :class:`StorageError` is raised.

    ``so_far``: the entries of a resumed match up to ``state``.  ``decide``: the step of its game.  ``roll``: the
    electronic dice.  ``asks``: called with each decision for the coach.  ``clock``: in seconds, that of ``began_s``.
    """

    def __init__(
        self,
        state: StateT,
        journal: Journal,
        decide: Decide[StateT],
        *,
        so_far: Sequence[Entry] = (),
        log: EventLog | None = None,
        on_entry: Callable[[Entry], None] | None = None,
        roll: Roll = _no_dice,
        clock: Callable[[], float] = time.monotonic,
        goes_on: bool = False,
        asks: Callable[[Decision], None] | None = None,
    ) -> None:
        self._journal: Final = journal
        self._log: Final = log
        self._on_entry: Final = on_entry
        self._roll: Final = roll
        self._clock: Final = clock
        self._goes_on: Final = goes_on
        self._decide: Final[Decide[StateT]] = decide
        self._asks: Final = asks
        self._state = state
        self._written: Final = list(so_far)
        self._waiting: list[_Step] = []
        self._unlogged: list[Entry] = []
        self._unreported: list[Entry] = []
        self._drawn: _Drawn | None = None
        self._in_memory_since_s: float | None = None
        self._trouble: str | None = None
        self._guarded: Final = GuardedStep()

    @property
    def state(self) -> StateT:
        """The newest state, of its game; all of it is on disk, unless there is :attr:`trouble`."""
        return self._state

    @property
    def trouble(self) -> str | None:
        """Why the record is in memory only, as a sentence; None while everything is on disk."""
        return self._trouble

    @property
    def unwritten(self) -> tuple[Entry, ...]:
        """The entries that are not on disk yet, in order."""
        return tuple(entry for waiting in self._waiting for entry in waiting.entries)

    @property
    def written(self) -> Sequence[Entry]:
        """The entries that are on disk, in order; it grows."""
        return self._written

    def take(self, event: Event, *, began_s: float | None = None) -> None:
        """Process one event.  Raises :class:`StorageError` if it cannot be kept and play does not continue."""
        self.retry()
        if self._happen(event, began_s, None):
            self._roll_dice(event.at_s)

    def retry(self) -> None:
        """Try to write what is in memory only; to be called about once a second."""
        if self._trouble is None:
            return
        try:
            if self._journal.is_damaged:
                self._journal.reopen(self._written)
            self._flush()
        except StorageError as error:
            self._stumble(error)
            return
        self._trouble = None
        log.info("the record is on disk again")
        self._note_the_gap()

    def rescued(self, folders: Sequence[Path]) -> Path | None:
        """Write what is only in memory at the end into a file of its own, see :mod:`companion.record.rescue`.

        Returns None if there is nothing.  Raises :class:`StorageError` if no folder is writable.
        """
        self.retry()
        if not self._waiting:
            return None
        header = self._journal.standing
        assert header is not None
        return rescue(folders, header, self.unwritten)

    def calibrated(self, frame: int, corners_px: object) -> None:
        """Record that the board was found and its colours learned."""
        state, entries = appended(self._state, Kind.CALIBRATED, BoardFound(corners_px), frame=frame)
        self._keep(_Step(tuple(entries)))
        self._state = state

    def mark_clock(self) -> None:
        """Keep how the clock stands in the newest state, before the match is left: as it was shown last."""
        self._mark_clock(self._state)

    def _mark_clock(self, state: StateT) -> None:
        """Writes the clock to disk before it is shown."""
        clock = state.clock
        if clock is not None and clock.runs and clock.has_reserve and not self._waiting:
            self._journal.mark_clock(ClockMark(state.n, round(state.t, 3), clock.as_details(state.t)))

    def weighed(self, event: Event, weigh: Callable[[StateT], Outcome], otherwise: Outcome) -> Outcome:
        """Return the result of an event in the newest state; ``otherwise`` if it cannot be processed."""
        return self._guarded.weighed(event, self._state, weigh, otherwise)

    def _happen(self, event: Event, began_s: float | None, drawn: _Drawn | None) -> bool:
        """Whether electronic dice are to be rolled."""
        nothing: tuple[StateT, Sequence[object]] = (self._state, ())
        state, effects = self.weighed(event, lambda now: self._decided(now, event), nothing)
        entries = tuple(effect for effect in effects if isinstance(effect, Entry))
        if began_s is not None:
            latency_ms = round((self._clock() - began_s) * 1000, 1)
            entries = tuple(replace(entry, latency_ms=latency_ms) for entry in entries)
        self._keep(_Step(entries, drawn))
        if not entries and isinstance(event, Ticked):
            self._mark_clock(state)
        self._state = state
        if drawn is not None and entries:
            self._drawn = None
        if self._asks is not None:
            for effect in effects:
                if isinstance(effect, AskCoach):
                    self._asks(effect.decision)
        return any(isinstance(effect, RollDice) for effect in effects)

    def _decided(self, now: StateT, event: Event) -> tuple[StateT, Sequence[object]]:
        """The outcome of an event; entries that do not follow are an error, since they could never be written."""
        state, effects = self._decide(now, event)
        numbers = [effect.n for effect in effects if isinstance(effect, Entry)]
        if numbers != list(range(now.n + 1, state.n + 1)):
            raise ValueError(f"entries {numbers} from {now.n} to {state.n}")
        return state, effects

    # --- electronic dice ---------------------------------------------------------------------------

    def _roll_dice(self, at_s: float) -> None:
        self._drawn = self._drawn or self._left_over() or self._fresh()
        if self._happen(DiceRolled(*self._drawn.numbers, at_s), None, self._drawn):
            self._roll_dice(at_s)

    def _left_over(self) -> _Drawn | None:
        """The roll that was drawn before the power failed: it is not rolled again."""
        try:
            unused = self._journal.unused_draw()
        except StorageError as error:
            self._stumble(error)
            return None
        on_entry = {waiting.drawn.number for waiting in self._waiting if waiting.drawn}
        return _Drawn(unused.numbers, unused.id) if unused and unused.id not in on_entry else None

    def _fresh(self) -> _Drawn:
        numbers = self._roll()
        if self._waiting:
            return _Drawn(numbers, None)
        try:
            return _Drawn(numbers, self._journal.draw(*numbers))
        except StorageError as error:
            self._stumble(error)
            return _Drawn(numbers, None)

    # --- the order of things -----------------------------------------------------------------------

    def _keep(self, made: _Step) -> None:
        if not made.entries:
            return
        self._waiting.append(made)
        if len(self._waiting) > 1:
            return  # nothing overtakes what waits
        try:
            self._flush()
        except StorageError as error:
            self._stumble(error)

    def _stumble(self, error: StorageError) -> None:
        if not self._goes_on:
            self._waiting.clear()
            raise error
        if self._trouble is None:
            log.warning("%s; the record is kept in memory until it can be written", error)
        if self._waiting and self._in_memory_since_s is None:
            self._in_memory_since_s = self._clock()
        self._trouble = str(error)

    def _flush(self) -> None:
        try:
            while self._waiting:
                entries = self._written_out(self._waiting[0])
                del self._waiting[0]
                for followers in (self._written, self._unlogged, self._unreported):
                    followers.extend(entries)
        finally:
            try:
                self._write_log()
            finally:
                self._report()

    def _written_out(self, made: _Step) -> tuple[Entry, ...]:
        entries = made.entries
        if made.drawn is not None:
            number = made.drawn.number or self._journal.draw(*made.drawn.numbers)
            self._waiting[0] = replace(made, drawn=replace(made.drawn, number=number))
            entries = _with_draw(entries, number)
        # A commit that was reported as failed may have reached the disk all the same.
        if self._trouble is None or not self._journal.holds(entries):
            self._journal.append_all(entries)
        return entries

    def _write_log(self) -> None:
        while self._unlogged:
            if self._log is not None:
                self._log.write(self._unlogged[0])
            del self._unlogged[0]

    def _report(self) -> None:
        while self._unreported:
            entry = self._unreported.pop(0)
            if self._on_entry is not None:
                self._on_entry(entry)

    def _note_the_gap(self) -> None:
        if self._in_memory_since_s is None:
            return
        gap_s = round(self._clock() - self._in_memory_since_s, 1)
        self._in_memory_since_s = None
        self._state, entries = appended(self._state, Kind.NOTE, KeptInMemory(gap_s))
        self._keep(_Step(tuple(entries)))


def _with_draw(entries: tuple[Entry, ...], number: int) -> tuple[Entry, ...]:
    """The entries; the roll among them, or its result, names the draw that it came from."""
    place = next((index for index, entry in enumerate(entries) if entry.event is Kind.ROLL), 0)
    drawn = replace(entries[place], draw=number)
    return (*entries[:place], drawn, *entries[place + 1 :])
