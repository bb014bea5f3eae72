"""A session to which anything may happen, with restarts in between: what comes back has to be what was there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, Final

from companion.app.games import at_table, begun, cues_between, lamps, resumed
from companion.coach.at_the_table.events import AskCoach
from companion.match.any_seen import Camera
from companion.match.clock import Clock
from companion.match.events import CameraBack, CameraLost, DiceRolled, PutBackAsked, TakenUp, Ticked
from companion.match.in_play import CurrentRoll
from companion.match.phases import Phase
from companion.match.session import RollDice
from companion.record import Header
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry
from companion.record.exporting import forms_of
from companion.record.lines import entry_from_line, row_of_entry
from companion.record.recorded import recorded_match
from tests.fuzz import backgammon_people, draughts_people

EVENTS: Final = 250
"""In one session."""
PEOPLE: Final[Mapping[str, ModuleType]] = MappingProxyType(
    {"backgammon": backgammon_people, "draughts": draughts_people}
)
_RESTARTS: Final = 0.015
_VIEWS: Final = 0.2
_LOOKS: Final = 0.25
_REMATCHES: Final = 0.3
_OF_THE_RECORD: Final = ("phase.take-or-drop", "question.resigned", "question.stands")
_ROUNDED_S: Final = 0.01


class FoundError(Exception):
    """What a restart has brought back is not what was there, or an event could not be processed."""


@dataclass(slots=True)
class Counts:
    """What happened in so many sessions, by kind of event, in which phases they were restarted, and what was found."""

    sessions: int = 0
    events: Counter[str] = field(default_factory=Counter)
    restarts: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    found: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        self.sessions += other.sessions
        self.events += other.events
        self.restarts += other.restarts
        self.entries += other.entries
        self.found += other.found


class FuzzedSession:
    """One match in which people, camera and time do as a seed says."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.counts = Counts(sessions=1)
        self.people = PEOPLE[("backgammon", "draughts")[seed % 3 == 2]]
        self.terms = self.people.terms(self.rng)
        self.asked: list[Any] = []
        self.viewed: Any = None
        self.at_s, self.frame = 100.0, 0
        self.to_compare = False
        self._sees = self.rng.random() < 0.7
        self.begin()

    def begin(self) -> None:
        """Begin a match, the first one or the one after another."""
        self.state: Any = begun(self.terms).with_seen(camera=Camera.SEES if self._sees else Camera.NONE)
        self.entries: list[Entry] = []

    def go_on(self, events: int) -> None:
        for _ in range(events):
            self.at_s += self._passing_s()
            if self.state.phase is Phase.MATCH_OVER and self.rng.random() < _REMATCHES:
                self.begin()
            self.happen(self._next())
            if self.rng.random() < _VIEWS:
                self.show()
            if self.rng.random() < _RESTARTS:
                self.restart()

    def happen(self, event: Any) -> None:
        self.counts.events[type(event).__name__] += 1
        self.state, effects = self.step(event)
        for effect in effects:
            match effect:
                case Entry():
                    row = json.loads(json.dumps(row_of_entry(effect)))
                    self.entries.append(entry_from_line(row, row["details"]))
                    self.counts.entries += 1
                case AskCoach(decision):
                    self.asked.append(decision)
        if any(isinstance(effect, RollDice) for effect in effects) and self.rng.random() < 0.9:
            self.happen(DiceRolled(self.rng.randint(1, 6), self.rng.randint(1, 6), self.at_s))

    def step(self, event: Any) -> tuple[Any, Sequence[object]]:
        return at_table(self.state).step(event)

    def show(self) -> None:
        """What screen, lamps, console and match file would say now."""
        view = at_table(self.state).view(None, trouble=None)
        lamps(view)
        if self.viewed is not None:
            cues_between(self.viewed, view)
        self.viewed = view
        table = at_table(self.state)
        table.shown(1)
        table.shown_lines(1)
        table.said_lines()
        table.recorded_picture()

    def restart(self) -> None:
        """End here, and go on from what is on record."""
        self.counts.restarts[self.state.phase.value] += 1
        again = resumed(self.terms, self.entries, self._mark())
        self._compare(again)
        forms_of(recorded_match(self._header(), self.entries))
        at_table(again).unanswered()
        self.state = again.with_seen(camera=Camera.SEES if self._sees else Camera.NONE)
        self.asked.clear()
        self.viewed = None
        self.at_s = self.rng.uniform(10, 10_000)  # the clock of another start of the machine
        self.to_compare = True
        self.happen(TakenUp(self.at_s))

    def _mark(self) -> ClockMark | None:
        """How the clock stands, as an orderly end keeps it; None after a power cut that left no mark."""
        clock, t = self.state.clock, self.state.t
        if clock is None or self.rng.random() < 0.5:
            return None
        return ClockMark(self.state.n, t, json.loads(json.dumps(clock.as_details(t))))

    def _next(self) -> Any:
        draw = self.rng.random()
        if self.asked and draw < 0.5:
            return self.people.hint(self.asked.pop(), self.rng, self.at_s)
        if draw < _LOOKS and self._sees and self.state.seen.camera is Camera.LOST:
            return CameraBack(self.at_s)
        if draw < _LOOKS and self._sees:
            self.frame += 1
            look = self.people.look(self.state, self.rng, self.at_s, self.frame)
            if self.to_compare and (differs := at_table(self.state).compared(look)) is not None:
                self.to_compare = False
                return PutBackAsked(self.at_s, seen=True) if differs else look
            return look
        if draw < _LOOKS + 0.08:
            return Ticked(self.at_s)
        if draw < _LOOKS + 0.09 and self._sees:
            return CameraLost("unplugged", self.at_s)
        doing = self.people.usual if self.rng.random() < 0.7 else self.people.anything
        return doing(self.state, self.rng, self.at_s)

    def _passing_s(self) -> float:
        draw = self.rng.random()
        return 0.1 if draw < 0.3 else self.rng.uniform(0.2, 4.0) if draw < 0.99 else self.rng.uniform(20, 400)

    def _header(self) -> Header:
        terms = self.terms
        return Header(1, "2026-11-20T19:30:00+00:00", terms.names, terms.length, terms.mode, terms.rules.rules.text())

    def _compare(self, again: Any) -> None:
        was, now = _on_record(self.state), _on_record(again)
        for name, value in was.items():
            if value != now[name]:
                raise FoundError(f"{name} was {value!r} and came back as {now[name]!r}")
        asked = self.state.shown.question
        if self.terms.asks and (asked is None or _lasts(asked)):  # another one stands before what the record asks
            before, after = (_key_of(state.shown.question) for state in (self.state, again))
            if before != after:
                raise FoundError(f"question was {before} and came back as {after}")
        _compare_clocks(self.state.clock, self.state.t, again.clock, again.t)


def _on_record(state: Any) -> dict[str, Any]:
    """What has to come back: all of the record."""
    record, turn = state.record, getattr(state.record, "turn", None)
    if isinstance(turn, CurrentRoll):
        # Where the dice of a roll lay and when it was made, only the running session knows.
        record = replace(record, turn=replace(turn, seen=False, t=0.0))
    return {
        "phase": state.phase, "position": record.position, "score": record.score, "cube": getattr(record, "cube", None),
        "record": record, "number": state.n,
        "moments": len(getattr(record, "moments", ())),
    }  # fmt: skip


def _lasts(question: Any) -> bool:
    """Whether it is asked as long as the record leaves it unanswered."""
    return question.wanted is not None or question.key in _OF_THE_RECORD


def _key_of(question: Any) -> tuple[str, Any] | None:
    return None if question is None else (question.key, question.to)


def _compare_clocks(was: Clock | None, t: float, now: Clock | None, written_t: float) -> None:
    """Nobody has lost time, or more won than has passed since the last entry."""
    if was is None or now is None:
        if was is not now:
            raise FoundError(f"clock was {was} and came back as {now}")
        return
    if now.runs:
        raise FoundError("the clock runs before anybody is there")
    since_s = t - written_t
    sides = tuple(was.turn.side for _ in (0,)) if was.turn else ()
    if was.turn is not None and (now.turn is None or now.turn.side not in sides):
        raise FoundError(f"clock was of {was.turn} and came back as of {now.turn}")
    if was.reserve_s is None or now.reserve_s is None:
        return
    settled = was.stopped(t).reserve_s
    assert settled is not None
    for before_s, after_s in zip(settled, now.reserve_s, strict=True):
        if not before_s - _ROUNDED_S <= after_s <= before_s + since_s + _ROUNDED_S:
            raise FoundError(f"clock had {before_s} s left, {after_s} s came back {since_s} s after the last entry")


def fuzzed(seed: int, events: int = EVENTS) -> Counts:
    """Let so many events happen in the session of a seed; what is found ends it, and is told."""
    session = FuzzedSession(seed)
    try:
        session.go_on(events)
    except Exception as error:  # whatever it is, it is what is looked for
        where = _where(error)
        session.counts.found.append(f"seed {seed}, event {session.counts.events.total()}: {where}{error!r:.600}")
    return session.counts


def _where(error: BaseException) -> str:
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place, trace = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}: ", trace.tb_next
    return place
