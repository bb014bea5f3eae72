"""One session at the simulated table: time advances in frames, stills become readings, readings become entries."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from companion.games.backgammon import Dice
from companion.games.rules import Spot
from companion.lab.simulation.noise import Bank, Readings
from companion.lab.simulation.table import FRAME_S, LyingDie, SimulatedTable, Stillness
from companion.lab.simulation.truth import TrueTurn
from companion.match.events import BoardSeen, CameraBack, CameraLost, DiceRolled, Event, Ticked
from companion.match.session import RollDice, State, Terms, begun, step
from companion.record.entries import Entry, Kind
from vision.observation import Counts, CubePlace, Observation

LOOK_S: Final = 0.06
"""The cost of one look, from the frame to the entry on disk."""

_TICK: Final = round(1.0 / FRAME_S)


@dataclass(frozen=True, slots=True)
class SeenLook:
    """A look with the truth.

    ``phase``: the session's after it; ``unmoved``: nothing had moved.  ``hand``: one is over the board, None = in part.
    """

    at_s: float
    observation: Observation
    counts: Mapping[Spot, Counts]
    dice: tuple[LyingDie, ...]
    phase: str
    unmoved: bool
    cube: CubePlace | None = None
    hand: bool | None = False


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry and when it was durable, in seconds of the table's clock."""

    entry: Entry
    at_s: float


class CrashedError(Exception):
    """The session raised something, which it never may."""


class PartedError(Exception):
    """The record and the table differ for good."""


@dataclass
class SimulatedSession:
    """A table, a camera over it and the session that follows; ``wait`` lets time pass."""

    terms: Terms
    bank: Bank
    rng: Random
    table: SimulatedTable = field(default_factory=SimulatedTable)
    state: State = field(init=False)
    journal: list[WrittenEntry] = field(default_factory=list)
    ended: list[TrueTurn] = field(default_factory=list)
    """Turns that are over, and have not been seen in a clear still since."""
    drawn: list[Dice] = field(default_factory=list)
    """The electronic rolls so far."""
    frame: int = 0
    camera: bool = True
    keeps_looks: bool = False
    seen: list[SeenLook] = field(default_factory=list)
    clear_since_s: float | None = None
    """Since when no hand has been over the board and nothing has moved."""

    def __post_init__(self) -> None:
        self.state = begun(self.terms)
        self._readings = Readings(self.bank, self.rng)
        self._gate = Stillness()
        self._version = -1
        self.looks = 0

    @property
    def now_s(self) -> float:
        return self.frame * FRAME_S

    def wait(self, seconds: float) -> None:
        """Let time pass, a frame at least."""
        for _ in range(max(1, round(seconds / FRAME_S))):
            self._frame()

    def happen(self, event: Event, cost_s: float = 0.0) -> None:
        """Let something happen to the session now."""
        try:
            self.state, effects = step(self.state, event)
        except Exception as error:  # whatever it is, the simulator is there to report it
            raise CrashedError(f"{type(error).__name__} {error}\n{traceback.format_exc(limit=-4)}") from error
        at_s = self.now_s + cost_s
        self.journal += [WrittenEntry(effect, at_s) for effect in effects if isinstance(effect, Entry)]
        if any(isinstance(effect, RollDice) for effect in effects):
            drawn = Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
            self.drawn.append(drawn)
            self.happen(DiceRolled(drawn.first, drawn.second, self.now_s), cost_s)

    def lose_camera(self) -> None:
        self.camera = False
        self.happen(CameraLost("the cable is out", self.now_s))

    def regain_camera(self) -> None:
        self.camera = True
        self._gate = Stillness()
        self.happen(CameraBack(self.now_s))

    def since(self, n: int) -> Sequence[WrittenEntry]:
        """The entries after the first ``n``."""
        return self.journal[n:]

    def last(self, kind: Kind, since: int = 0) -> WrittenEntry | None:
        """The newest entry of a kind, among those after the first ``since``."""
        return next((written for written in reversed(self.journal[since:]) if written.entry.event is kind), None)

    def _frame(self) -> None:
        self.frame += 1
        table = self.table
        if table.restless:
            table.changed()
        if table.version != self._version or table.hand:
            self._version, self.clear_since_s = table.version, None if table.hand else self.now_s
        elif self.clear_since_s is None:
            self.clear_since_s = self.now_s
        if self.ended and self.clear_since_s is not None and self.camera:
            for turn in self.ended:
                turn.clear_s = self.clear_since_s
            self.ended.clear()
        if self.frame % _TICK == 0:
            self.happen(Ticked(self.now_s))
        if self.camera and self._gate.admits(table.version, self.now_s):
            self._look()

    def _look(self) -> None:
        seen = self._readings.look(self.table, self.now_s, unmoved=self._gate.unmoved)
        self.looks += 1
        try:
            self.happen(BoardSeen(seen, self.frame, self.now_s, self._gate.unmoved), LOOK_S)
        finally:
            if self.keeps_looks:
                self._keep(seen)

    def _keep(self, seen: Observation) -> None:
        table, phase = self.table, self.state.phase.value
        counts = {spot: table.counts(spot) for spot in range(26)}
        self.seen.append(
            SeenLook(self.now_s, seen, counts, table.dice, phase, self._gate.unmoved, table.cube, table.hand)
        )
