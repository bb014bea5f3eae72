"""The entry, one line of a match's journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.errors import InputError
from companion.games.rules import Side
from companion.record.fact_rows import facts_of, row_of
from companion.record.facts import Facts, FinalScore, RestoredTo, RollOff
from companion.record.kinds import SET_UP as SET_UP
from companion.record.kinds import Kind as Kind
from companion.record.match import CAUSES, Cause


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: an event that must never be lost.

    ``n``: running number from 1.  ``t``: seconds since the start of the sequence or session.  ``frame``: number of its
    picture, None without one.  ``play``: in standard notation.  ``position``: Position ID after the event, the side to
    play next on roll.  ``margin``: difference of log-likelihood to the runner-up.  ``facts``: what only this kind of
    entry says.  ``clock``: the match clock at that time, as JSON values.  ``draw``: the number of the electronic roll
    that it uses.  ``others``: further values that another version of the program has written.
    """

    n: int
    t: float
    event: Kind
    frame: int | None = None
    side: Side | None = None
    dice: tuple[int, int] | None = None
    play: str | None = None
    position: str | None = None
    reason: str | None = None
    confidence: float | None = None
    margin: float | None = None
    latency_ms: float | None = None
    facts: Facts | None = None
    clock: Mapping[str, object] | None = None
    draw: int | None = None
    others: Mapping[str, object] | None = None

    @property
    def details(self) -> dict[str, object] | None:
        """Everything without a column of its own, as a row of the journal has it: JSON values by key."""
        columns = {"clock": self.clock, "draw": self.draw}
        known = {key: value for key, value in columns.items() if value is not None}
        return {**row_of(self.facts), **(self.others or {}), **known} or None

    def with_details(self, details: Mapping[str, object] | None) -> Entry:
        """The entry with the facts of a row: the inverse of :attr:`details`."""
        row = dict(details or {})
        clock, draw = row.get("clock"), row.get("draw")
        known: dict[str, Any] = {"clock": dict(clock)} if isinstance(clock, Mapping) else {}
        if isinstance(draw, int):
            known["draw"] = draw
        facts, others = facts_of(self.event, {key: value for key, value in row.items() if key not in known})
        return replace(self, facts=facts, others=others or None, **known)


UNFITTING: Final = (AssertionError, AttributeError, ArithmeticError, LookupError, TypeError, ValueError)
"""The errors of an entry that does not follow from those before it: anybody may have written a journal."""


def does_not_follow(entry: Entry, error: Exception) -> InputError:
    """Return the error that names an entry that does not follow from those before it."""
    return InputError(f"entry {entry.n} ({entry.event.value}) does not follow: {str(error) or type(error).__name__}")


def has_begun(entries: Iterable[Entry]) -> bool:
    """Whether anything has happened in a match but that it was set up; equal opening rolls are rolls too."""
    return any(entry.event not in SET_UP or isinstance(entry.facts, RollOff) for entry in entries)


def is_move(entry: Entry) -> bool:
    """Whether an entry is a whole turn of a game without dice: a move, or an illegal one that stood."""
    if entry.dice is not None:
        return False
    return entry.event is Kind.STOOD or (entry.event in (Kind.PLAY, Kind.CORRECTED) and entry.play is not None)


def decided_by(entry: Entry) -> Cause | None:
    """Return what decided the match if an entry says that it was not decided by points, None for any other entry."""
    cause = CAUSES.get(entry.reason or "") if entry.event is Kind.MATCH_OVER else None
    return cause if cause is not None and cause.decides_match else None


def is_drawn(entry: Entry) -> bool:
    """Whether an entry says that a match is over without a winner."""
    if entry.event is not Kind.MATCH_OVER or entry.side is not None:
        return False
    return not isinstance(entry.facts, FinalScore) or entry.facts.score[0] == entry.facts.score[1]


def restored_to(entry: Entry) -> int | None:
    """Return the number of the entry after which everything is as this one restores it, None for any other entry."""
    return entry.facts.to if isinstance(entry.facts, RestoredTo) and entry.facts.to >= 0 else None
