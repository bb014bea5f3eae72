"""The published matches: those whose code the table has shown, each with its own address.

A match is here if the table has shown its code since the page was turned on, and it is over or for training.  It leaves
again if its end is taken back.  The table's side publishes; the server's thread finds matches by their UUID.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from threading import Lock
from typing import Final

from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.live.state import Board
from companion.record.match import Cause

KEPT: Final = 8
"""The matches whose code was shown last."""


@dataclass(frozen=True, slots=True)
class DecisionWords:
    """A decision in the words of one language: place, player, play, best play, cost, and reason."""

    where: str
    who: str
    made: str
    best: str
    cost: str
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that cost much: the board before it, the names of (Light, Dark), and the words by language."""

    board: Board
    names: tuple[str, str]
    words: Mapping[str, DecisionWords]


class Judging(Enum):
    """The progress of an analysis."""

    RUNS = "runs"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Judged:
    """The dearest decisions as far as they are known; ``done`` ``of`` so many decisions have been judged."""

    state: Judging = Judging.RUNS
    done: int = 0
    of: int = 0
    dearest: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game: the score after it, the winner (Light is the player named first), the points, and the cause."""

    score: tuple[int, int]
    winner: Side | None = None
    points: int = 0
    over: bool = False
    cause: Cause = Cause.PLAY


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A published match.  ``n``: of its last entry.  ``day``: ISO 8601.  ``files``: texts by their ending.

    ``cause``: what decided it.
    """

    uuid: str
    number: int
    n: int
    game: Game
    names: tuple[str, str]
    length: int
    day: str
    score: tuple[int, int]
    over: bool
    winner: Side | None
    games: tuple[ShownGame, ...]
    files: Mapping[str, str]
    judged: Judged = Judged()
    cause: Cause = Cause.PLAY


class PublishedMatches:
    """The published matches.  Any thread may call any method; none of them blocks.  ``clock``: in seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._lock: Final = Lock()
        self._matches: dict[str, tuple[ShownMatch, float]] = {}

    # --- the table ------------------------------------------------------------------------------------------------

    def put(self, match: ShownMatch, *, from_s: float = float("-inf")) -> None:
        """Publish a match from a time on; an analysis of the same record is kept."""
        with self._lock:
            before = self._matches.pop(match.uuid, None)
            if before is not None and before[0].n == match.n and before[0].names == match.names:
                match = replace(match, judged=before[0].judged)
            self._matches[match.uuid] = (match, from_s)
            while len(self._matches) > KEPT:
                del self._matches[next(iter(self._matches))]

    def report(self, uuid: str, n: int, judged: Judged) -> None:
        """Show the progress of the analysis of the match whose last entry is ``n``, if it is still the same."""
        with self._lock:
            found = self._matches.get(uuid)
            if found is not None and found[0].n == n:
                self._matches[uuid] = (replace(found[0], judged=judged), found[1])

    def numbers(self) -> frozenset[int]:
        """The numbers of the matches here."""
        with self._lock:
            return frozenset(match.number for match, _ in self._matches.values())

    def withdraw(self, numbers: Iterable[int]) -> None:
        """Withdraw these matches."""
        gone = frozenset(numbers)
        with self._lock:
            self._matches = {uuid: kept for uuid, kept in self._matches.items() if kept[0].number not in gone}

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()

    # --- the server -----------------------------------------------------------------------------------------------

    def find(self, uuid: str) -> ShownMatch | None:
        """The match with this UUID, or None."""
        with self._lock:
            found = self._matches.get(uuid)
        return found[0] if found is not None else None

    def may_be_seen(self, uuid: str) -> bool:
        """Whether the time has come from which it may be seen."""
        with self._lock:
            found = self._matches.get(uuid)
        return found is not None and self._clock() >= found[1]
