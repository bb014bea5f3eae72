"""Carries out what the session decides, in the one order that is safe: disk, then events, then sight."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.chronicle import noted
from companion.events import DiceRolled, Entry, Event, Kind
from companion.record import EventLog, Journal
from companion.session import RollDice, Sound, State, Terms, begun, step
from companion.state import Tone

Roll = Callable[[], tuple[int, int]]


def _no_dice() -> tuple[int, int]:
    raise AssertionError("nobody asked for electronic dice")


class Recorder:
    """Takes events, one at a time, and keeps the session's state.

    Each entry is committed to the journal, then written to the event log, then handed to ``told``;
    only then does :attr:`state` show it.  ``roll``: the electronic dice.  ``sound``: called for
    each sound.  ``clock``: seconds, the one by which ``began_s`` is told.
    """

    def __init__(
        self,
        terms: Terms,
        journal: Journal,
        *,
        log: EventLog | None = None,
        told: Callable[[Entry], None] | None = None,
        roll: Roll = _no_dice,
        sound: Callable[[Tone], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal: Final = journal
        self._log: Final = log
        self._told: Final = told
        self._roll: Final = roll
        self._sound: Final = sound
        self._clock: Final = clock
        self._state = begun(terms)

    @property
    def state(self) -> State:
        """The newest state of which everything is on disk."""
        return self._state

    def take(self, event: Event, *, began_s: float | None = None) -> None:
        """Let one event happen.  Raises :class:`companion.errors.StorageError` where it cannot be kept."""
        state, effects = step(self._state, event)
        rolls = False
        for effect in effects:
            match effect:
                case Entry():
                    self._keep(effect, began_s)
                case Sound(tone):
                    if self._sound is not None:
                        self._sound(tone)
                case RollDice():
                    rolls = True
        self._state = state
        if rolls:
            first, second = self._roll()
            self.take(DiceRolled(first, second, event.at_s))

    def calibrated(self, frame: int, corners_px: object) -> None:
        """Put on record that the board was found and its colours learned."""
        state, entries = noted(self._state, Kind.CALIBRATED, frame=frame, details={"corners_px": corners_px})
        for entry in entries:
            self._keep(entry, None)
        self._state = state

    def _keep(self, entry: Entry, began_s: float | None) -> None:
        if began_s is not None:
            entry = replace(entry, latency_ms=round((self._clock() - began_s) * 1000, 1))
        self._journal.append(entry)
        if self._log is not None:
            self._log.write(entry)
        if self._told is not None:
            self._told(entry)
