"""Plays matches at random by the lines of ``run --control --json``, and remembers all that was shown."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.plays import legal_plays
from companion.games.rules import Side
from tests.vm.bench import DATA, SERVICE, WrongError, check
from tests.vm.machine import Machine

_TO_ROLL: Final = ("setting-up", "opening", "may-double", "rolling")
_AT_ONCE: Final = {"game-over": "next", "between-games": "next", "match-over": "new", "doubled": "take"}
_DOUBLES: Final = 0.05
_PATIENCE_S: Final = 90.0
_TAKEN_S: Final = 60.0
"""What is asked for is done by then; said again sooner, it would be done twice."""
_AGAIN_S: Final = 0.5
_MOST_TRIES: Final = 3
_UP_S: Final = 400.0


ENTRIES: Final = f"""\
import json, sqlite3
rows = sqlite3.connect("file:{DATA}/journal.sqlite3?mode=ro", uri=True)
columns = "match_id, n, event, side, play, position"
for row in rows.execute(f"select {{columns}} from entries order by match_id, n"):
    print(json.dumps(row))
print(rows.execute("select max(id) from matches").fetchone()[0])
print(rows.execute("pragma quick_check").fetchone()[0])
"""
"""A program for the machine: each entry of its journal as a line, the newest match, and whether the file is whole."""
_NAMES: Final = ("event", "side", "play", "position")


class Lines(Protocol):
    """A console in both directions, without a wait for either."""

    def say(self, words: bytes) -> None: ...

    def line(self, timeout_s: float) -> bytes | None: ...


@dataclass(slots=True)
class Shown:
    """What was shown: the newest state, and each entry by its match and number."""

    state: Mapping[str, Any] = field(default_factory=dict)
    entries: dict[tuple[int, int], Mapping[str, Any]] = field(default_factory=dict)


class Player:
    """Plays on whatever table it finds.  ``lines`` may be exchanged: ``shown`` goes on over it."""

    def __init__(self, source: random.Random) -> None:
        self._source: Final = source
        self._tries = 0
        self._match = 0
        self.shown: Final = Shown()

    def look(self, lines: Lines, timeout_s: float = _PATIENCE_S) -> Mapping[str, Any]:
        """Ask how things stand."""
        lines.say(b"show\n")
        until_s = time.monotonic() + timeout_s
        while True:
            said = lines.line(max(0.0, until_s - time.monotonic()))
            if said is None:
                raise WrongError(f"the console says nothing for {timeout_s:.0f} s")
            if self.take(said):
                return self.shown.state

    def take(self, said: bytes) -> bool:
        """Take in one line; True where it is the state."""
        try:
            words = json.loads(said)
        except ValueError:
            return False
        if not isinstance(words, dict):
            return False
        if "phase" in words:
            self.shown.state = words
            self._match = words["match"]
            return True
        if "n" in words:
            # A new match's first entry comes before its state does; matches are numbered one after the other.
            self._match += words["n"] == 1 and (self._match, 1) in self.shown.entries
            self.shown.entries[self._match, words["n"]] = words
        return False

    def play(self, lines: Lines) -> None:
        """Do one thing that people do, and look."""
        before = dict(self.shown.state)
        lines.say(self.next_words())
        until_s = time.monotonic() + _TAKEN_S
        while self.look(lines) == before and time.monotonic() < until_s:
            time.sleep(_AGAIN_S)
        self._tries = self._tries + 1 if self.shown.state == before else 0
        if self._tries > _MOST_TRIES:
            raise WrongError(f"the table is stuck: {before}")

    def next_words(self) -> bytes:
        """Return the line of what people do next."""
        return f"{self._next(self.shown.state)}\n".encode()

    def _next(self, state: Mapping[str, Any]) -> str:
        if state["question"] is not None:
            return "answer 1"
        phase = state["phase"]
        if phase == "may-double" and self._source.random() < _DOUBLES:
            return "double"
        if phase in _TO_ROLL:
            first, second = self._source.randint(1, 6), self._source.randint(1, 6)
            if state["turn"] == 0 and first == second:
                second = first % 6 + 1
            return f"roll {first}{second}"
        if phase == "trying":
            position = Position.from_id(state["position"], Side(state["on_roll"]))
            plays = sorted(play.text() for play in legal_plays(position, Dice(*state["dice"])).values())
            return f"play {self._source.choice(plays)}"
        return _AT_ONCE.get(phase, "press")


def table_at(machine: Machine, player: Player) -> Mapping[str, Any]:
    """Wait until the table answers at its console."""
    assert machine.shown is not None
    until_s = time.monotonic() + _UP_S
    while True:
        try:
            return player.look(machine.shown, 20.0)
        except WrongError as error:
            if time.monotonic() > until_s:
                said = machine.ask(f"journalctl -b -u {SERVICE} --no-pager | tail -30").said
                raise WrongError(f"the table does not come back: {said[-3000:]}") from error


@dataclass(frozen=True, slots=True)
class Kept:
    """What is in the machine's journal: entries in order, by match and number, and the newest match."""

    entries: Mapping[tuple[int, int], Mapping[str, Any]]
    newest: int

    def position(self) -> str | None:
        """Return the last position of the newest match; None where there is none yet."""
        newest = [entry["position"] for (match, _), entry in self.entries.items() if match == self.newest]
        return next((position for position in reversed(newest) if position), None)


def kept(machine: Machine) -> Kept:
    """Return what is in the machine's journal."""
    *rows, newest, whole = machine.said("python3 /opt/vm/entries.py").splitlines()
    check(whole == "ok", f"the journal is damaged: {whole}")
    entries = {(match, n): dict(zip(_NAMES, facts, strict=True)) for match, n, *facts in map(json.loads, rows)}
    return Kept(entries, int(newest))


def lost_of(shown: Mapping[tuple[int, int], Mapping[str, Any]], found: Kept) -> list[tuple[int, int]]:
    """Return the entries that were shown and are not, or not so, in the journal."""
    return [key for key, entry in shown.items() if found.entries.get(key) != {name: entry[name] for name in _NAMES}]
