"""What the scenes of every game have: people at a table, a real session, and its record in short.

A scene may be asleep: then nothing that happens reaches the session, and no case may pass.  One that ``resumes``
compares the table after every event with what the record alone leads to, and keeps where they are apart.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final, Self

from companion.games.rules import Side
from companion.match import events
from companion.match.events import Answered, ButtonPressed, Ticked
from companion.record.entries import Entry, Kind
from tests.agreeing import both_agree

ANNA: Final = Side.LIGHT
BEN: Final = Side.DARK
NAMES: Final = ("Anna", "Ben")

# No lines of the transcript: what the companion says about itself, and what it asks.
_REMARKS: Final = (Kind.NOTE, Kind.ASKED, Kind.ANSWERED, Kind.HAND, Kind.UNSEEN, Kind.CALIBRATED)


@dataclass
class AtTable(ABC):
    """A table in play, to which time goes by with each act.

    ``staged``: the state was set up by hand, so that the record does not lead to it.  ``compared``: how often the
    record was asked for the table; ``apart``: where it led to another.
    """

    terms: Any
    awake: bool = True
    resumes: bool = False
    state: Any = field(init=False)
    journal: list[Entry] = field(default_factory=list)
    now: float = 10.0
    frame: int = 10
    staged: bool = False
    compared: int = 0
    apart: list[str] = field(default_factory=list)
    _begun: int = 0

    @abstractmethod
    def _step(self, event: Any) -> tuple[Any, list[Any]]:
        """The state after an event, and what is to be done because of it."""

    @abstractmethod
    def _led_to(self) -> Any:
        """The state to which the record alone leads."""

    @abstractmethod
    def _on_record(self, state: Any) -> dict[str, object]:
        """What a journal must lead to again: not what is only seen, nor what is asked on the screen."""

    @abstractmethod
    def _view(self) -> Any:
        """What a screen shows."""

    # --- what happens at the table ---------------------------------------------------------------

    def happens(self, event: Any) -> list[Any]:
        """Something happens; what is to be done because of it, besides writing, is returned."""
        if not self.awake:
            return []
        self.state, effects = self._step(event)
        belief = self.state.seen.belief
        if belief is not None:
            total = belief.gone + sum(math.exp(course.weight) for course in belief.courses)
            assert abs(total - 1.0) < 1e-6, "what may have happened is a distribution"
        entries = [effect for effect in effects if isinstance(effect, Entry)]
        self.journal += entries
        if self.resumes and not self.staged and entries:
            self.compared += 1
            again, live = self._on_record(self._led_to()), self._on_record(self.state)
            if again != live:
                self.apart.append(f"{self.recorded()}: {again} is not {live}")
        return [effect for effect in effects if not isinstance(effect, Entry)]

    def presses(self, side: Side | None = None) -> None:
        self._pass(0.2)
        self.happens(ButtonPressed(self.now, side) if side else ButtonPressed(self.now))
        self._both_agree()

    def waits(self, seconds: float) -> None:
        """Time goes by, and nothing is seen."""
        for _ in range(round(seconds)):
            self._pass(1.0)
            self.happens(Ticked(self.now))

    def answers(self, choice: str, **more: Any) -> None:
        """Somebody touches one of the answers; to what comes from nobody's chair both agree."""
        choices = self.choices
        assert choice in choices, f"{choice!r} is not among {choices}"
        self._pass(1.0)
        self.happens(Answered(choices.index(choice), self.now, **more))
        self._both_agree()

    def touches(self, event: str, *facts: Any, **more: Any) -> None:
        """Somebody touches the screen: an event by its name, with what it takes besides the time.

        To what comes from nobody's chair both agree.
        """
        self._pass(1.0)
        self.happens(getattr(events, event)(*facts, at_s=self.now, **more))
        self._both_agree()

    # --- what the session makes of it ------------------------------------------------------------

    def recorded(self) -> list[str]:
        """The record since the scene began, a line an entry, such as ``dark play 65 24/13``."""
        return [_line(entry) for entry in self.journal[self._begun :] if entry.event not in _REMARKS]

    def entries(self, kind: Kind) -> list[Entry]:
        """What the scene has put on record of one kind."""
        return [entry for entry in self.journal[self._begun :] if entry.event is kind]

    def last(self, kind: Kind) -> Entry:
        found = self.entries(kind)
        assert found, f"no {kind.value} among {self.recorded()}"
        return found[-1]

    @property
    def phase(self) -> str:
        return str(self.state.phase.value)

    @property
    def message(self) -> str:
        """The key of what the screen says across, empty where it says nothing."""
        return self.state.shown.message.key if self.state.shown.message else ""

    @property
    def alarm(self) -> bool:
        return self.state.shown.message is not None and self.state.shown.message.alarm

    @property
    def question(self) -> str:
        return self.state.shown.question.key if self.state.shown.question else ""

    @property
    def choices(self) -> list[str]:
        return list(self.state.shown.question.choices) if self.state.shown.question else []

    @property
    def asked_of(self) -> set[Side]:
        """Who may answer the question."""
        question = self._view().question
        return set(question.to) if question is not None else set()

    @property
    def accused(self) -> list[str]:
        """The reasons that were told as faults."""
        return [str(entry.reason) for entry in self.entries(Kind.ILLEGAL)]

    def again(self) -> Self:
        """The same table, which goes its own way from here."""
        other = copy(self)
        vars(other).update({name: copy(own) for name, own in vars(self).items() if isinstance(own, list | dict)})
        return other

    def begins(self) -> Self:
        """What was told so far belongs to the setting up."""
        self._begun = len(self.journal)
        return self

    # --- privately -------------------------------------------------------------------------------

    def _both_agree(self) -> None:
        if both_agree(self.state):
            self._pass(0.1)
            self.happens(Answered(0, self.now))

    def _pass(self, seconds: float) -> None:
        self.now = round(self.now + seconds, 3)


def _line(entry: Entry) -> str:
    """An entry in short, such as ``dark illegal 65 wrong-distance``."""
    dice = f"{entry.dice[0]}{entry.dice[1]}" if entry.dice else ""
    side = entry.side.value if entry.side else ""
    return " ".join(word for word in (side, entry.event.value, dice, entry.play, entry.reason) if word)
