"""A course of any game: one hypothesis of everything that has happened since the last settled turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from companion.referee.looks import Values

EventT = TypeVar("EventT")
PositionT = TypeVar("PositionT")


class Gap(NamedTuple, Generic[PositionT]):
    """An unknown past up to this position."""

    position: PositionT


class Past(NamedTuple, Generic[EventT]):
    """The events so far, the newest first."""

    event: EventT
    before: Past[EventT] | None


@dataclass(frozen=True, slots=True, eq=False)
class AnyCourse(Generic[EventT]):
    """The fields of a course in every game.

    ``log_p``: its log-likelihood without the dice.  ``board``: the board now.  ``regret``: (spots,) the evidence
    against each spot since its content came there.  ``over``: whether the current turn is over.  ``lost``: whether the
    thread was lost and found again.  ``rested``: looks before the last movement in which the course was the same.
    """

    log_p: float
    board: Any
    regret: Values
    past: Past[EventT] | None = field(default=None, kw_only=True)
    over: bool = field(default=False, kw_only=True)
    lost: bool = field(default=False, kw_only=True)
    rested: int = field(default=0, kw_only=True)

    @property
    def weight(self) -> float:
        """Its log-probability, dice included."""
        return self.log_p

    @property
    def turn(self) -> tuple[object, ...]:
        """The part of the key that describes the current turn."""
        raise NotImplementedError

    @staticmethod
    def key_of(event: Any) -> object:
        """A value that is equal for equal events."""
        return event

    def share(self, item: Any) -> float:  # noqa: ARG002
        """The probability of the last item, given the course."""
        return 1.0

    def pasts(self, settled: Past[EventT] | None = None) -> Iterator[Past[EventT]]:
        """The pasts since then, the newest first."""
        past = self.past
        while past is not None and past is not settled:
            yield past
            past = past.before

    def events(self, settled: Past[EventT] | None = None) -> list[EventT]:
        """The events since then, in order."""
        return [past.event for past in self.pasts(settled)][::-1]

    def leads_from(self, past: Past[EventT]) -> bool:
        """Whether the course continues exactly this past."""
        return any(one is past for one in self.pasts())

    def key(self) -> tuple[object, ...]:
        """The key of equal courses: the board, the turn, and the two turns before it."""
        recent = (self.key_of(past.event) for past in islice(self.pasts(), 2))
        return self.turn, self.board.tobytes(), self.over, *recent
