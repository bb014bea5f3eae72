"""Confirms to the camera reader the looks of settled turns; it sees the last one together with the next pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from companion.app.games import AnyState, at_table
from companion.match.events import (
    Answered,
    BoardSeen,
    ChangeUndone,
    Edited,
    MoveEdited,
    PositionEntered,
    PositionSet,
    UndoAsked,
)
from companion.match.state import Finished
from companion.record.draughts import Played
from vision.observation import TRAY, Counts, Observation, Spot

_PUTS_RIGHT: Final = (ChangeUndone, Edited, MoveEdited, PositionEntered, PositionSet, UndoAsked)
"""By these a person says that the record was wrong, or that the board is to be another one."""

_MOST_MISREAD: Final = 2
"""A look that contradicts the record on more spots shows that the record is lost: in four rendered games no look was
wrong on more than one, in three dense films none of the 46 looks of settled turns on more than two.
"""


class ConfirmingReader(Protocol):
    """The methods of a reader that confirmations use."""

    def settle(self, seen_at_s: float) -> None: ...

    def confirm(self, seen_at_s: float, counts: dict[Spot, Counts]) -> None: ...

    def forget(self) -> None: ...


class ConfirmedTurns:
    """Follows the match: a turn is confirmed by the next one, which was played from its end.

    A correction by a person and an uncertain play confirm nothing.
    """

    def __init__(self, reader: ConfirmingReader) -> None:
        self._reader: Final = reader
        self._settled: tuple[float, AnyState] | None = None

    def follow(self, before: AnyState, event: object, after: AnyState) -> None:
        """Take note of what an event has changed."""
        if _puts_right(before, event) and after.record.position != before.record.position:
            if before.record.last is not None:
                self._reader.forget()
            self._settled = None
        elif after.record.last is not None and after.record.last is not before.record.last:
            self._turn_played(event, after, after.record.last)
        elif after.record.position != before.record.position:  # the next game has a new board
            self._reader.forget()
            self._settled = None

    def _turn_played(self, event: object, after: AnyState, last: Finished | Played) -> None:
        if self._settled is not None and last.before == self._settled[1].record.position:
            when, then = self._settled
            self._reader.confirm(when, _counts(then))
        self._settled = None
        if last.sure and isinstance(event, BoardSeen):
            seen = event.observation
            self._reader.settle(seen.seen_at_s)
            if _contradicted(seen, _counts(after)) <= _MOST_MISREAD:
                self._settled = seen.seen_at_s, after


def _puts_right(before: AnyState, event: object) -> bool:
    agrees = (
        isinstance(event, Answered) and before.shown.question is not None and before.shown.question.wanted is not None
    )
    return agrees or isinstance(event, _PUTS_RIGHT)


def _contradicted(seen: Observation, counts: Mapping[Spot, Counts]) -> int:
    """On how many spots a look shows something else than what is on record."""
    shown = {spot: one for spot, one in seen.unbiased.items() if one.seen and spot != TRAY}
    return sum(one.best != counts.get(spot, one.best) for spot, one in shown.items())


def _counts(state: AnyState) -> dict[Spot, Counts]:
    """The recorded board in the camera reader's own spots and sides."""
    seen = at_table(state).recorded_picture()
    return {spot: (stack.light, stack.dark) for spot, stack in seen.items()}
