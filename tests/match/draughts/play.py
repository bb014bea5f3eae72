"""A session of draughts that is driven by events, a second between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.match.any_seen import Camera
from companion.match.draughts.session import DraughtsState, DraughtsTerms, begun, step
from companion.match.draughts.view import DraughtsView, view_of
from companion.match.events import Answered, MoveEntered, NextGame
from companion.record.entries import Entry
from tests.agreeing import both_agree


class Table:
    """A match without a camera."""

    def __init__(self, **terms: Any) -> None:
        self.terms = DraughtsTerms(**{"names": ("Anna", "Boris"), "length": 3, "asks": True, **terms})
        self.state: DraughtsState = begun(self.terms).with_seen(camera=Camera.NONE)
        self.entries: list[Entry] = []
        self.now_s = 100.0

    def do(self, event: Callable[[float], Any], *, after_s: float = 1.0) -> DraughtsView:
        """Something happens; to what comes from nobody's chair both agree."""
        self.now_s += after_s
        self.state, entries = step(self.state, event(self.now_s))
        self.entries += entries
        return self.do(partial(Answered, 0), after_s=0.0) if both_agree(self.state) else self.view

    def start(self) -> DraughtsView:
        return self.do(NextGame)

    def play(self, *moves: str) -> DraughtsView:
        for move in moves:
            self.do(partial(MoveEntered, move))
        return self.view

    @property
    def view(self) -> DraughtsView:
        return view_of(self.state)

    @property
    def kinds(self) -> list[str]:
        return [entry.event.value for entry in self.entries]
