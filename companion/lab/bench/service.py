"""Kills the running companion at any moment of a match, and compares the disk with its output, and the next start with
the record.

It runs as at a table without a window, once in four with the frames of the demo before its camera, and people enter
their plays by commands.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from companion.app.games import at_table, resumed
from companion.app.match_settings import terms_from
from companion.app.progress_bar import with_progress
from companion.app.starts import FILE_NAME as STARTS
from companion.errors import CompanionError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.rules import Side
from companion.lab.bench.figure import Figure
from companion.match.events import TakenUp
from companion.match.phases import OVER, PLAYING, Phase
from companion.record import Journal, line

_SEED: Final = 22
_CLIP: Final = Path(__file__).parents[2] / "demo" / "clip"
_EARLY: Final = 0.25
"""The share of kills while the program starts, or soon after."""
_EARLY_S: Final = 3.0
_LATE_S: Final = 0.05
_MOST_ROUNDS: Final = 25
_PATIENCE_S: Final = 60.0
_WITH_CAMERA: Final = 4
_WORDS: Final = ("run", "--headless", "--control", "--json", "--length", "25", "--clock", "--mode", "refereed",
                 "--dice", "both", "--end-of-turn", "button")  # fmt: skip
_AT_ANY_TIME: Final = (
    "press", "put-back", "pause", "resume", "dispute", "claim dark the die was flat", "director", "undo",
    "undo-change", "answer 1", "answer 2", "ruling", "edit 1 roll 31", "next", "double", "resign light single",
)  # fmt: skip
_THE_SAME: Final = ("match", "phase", "on_roll", "dice", "position", "score", "game", "turn", "crawford", "cube")


@dataclass(slots=True)
class ServiceToll:
    """The result of kills: entries ``printed``, and of them ``lost``; starts that ``failed``, and tables that
    ``parted`` from the record.
    """

    kills: int = 0
    printed: int = 0
    lost: int = 0
    failed: int = 0
    parted: int = 0
    phases: dict[str, int] = field(default_factory=dict)
    where: list[str] = field(default_factory=list)


def figures(options: argparse.Namespace) -> list[Figure]:
    """The losses of ``options.kills`` kills of the running companion; failures go to standard error."""
    with tempfile.TemporaryDirectory(prefix="service-", dir=options.data_dir) as folder:
        going = killed(Path(folder), random.Random(_SEED), options.kills)
        toll = list(with_progress(lambda _: next(going), range(options.kills), quiet=options.json))[-1]
    print(*toll.where, f"phases of the starts: {toll.phases}", sep="\n", file=sys.stderr)
    return [
        Figure.unlimited("kill -9 of the running companion", toll.kills, ""),
        Figure.unlimited("entries printed until then", toll.printed, ""),
        Figure.exactly("entries printed and not on disk", toll.lost, "", 0),
        Figure.exactly("starts that failed", toll.failed, "", 0),
        Figure.exactly("tables that are not as on record after the start", toll.parted, "", 0),
    ]


def killed(folder: Path, source: random.Random, kills: int) -> Iterator[ServiceToll]:
    """Play and kill so often; the toll after each kill.  One match continues over all of them, as long as it lasts."""
    toll = ServiceToll()
    for number in range(kills):
        (folder / STARTS).unlink(missing_ok=True)  # as if a minute had passed since the last kill
        sees = number % _WITH_CAMERA == _WITH_CAMERA - 1
        with (folder / "errors.txt").open("w+") as errors:
            run = _Run(folder, source, str(_CLIP) if sees else "none", errors)
            run.until_killed()
            errors.seek(0)
            said = errors.read()
        toll.kills += 1
        toll.printed += len(run.printed)
        _compare(folder, run, toll, sees=sees)
        if run.ended or "Traceback" in said:
            toll.failed += 1
            toll.where.append(f"kill {toll.kills}: the program ended by itself: {said[-2000:]}")
        yield toll


class _Run:
    """One run of the program, until it is killed: what it printed, and how it said that things stand."""

    def __init__(self, folder: Path, source: random.Random, camera: str, errors: IO[str]) -> None:
        self._source: Final = source
        self._begun = b""
        self.printed: list[dict[str, Any]] = []
        self.first: dict[str, Any] | None = None
        self.state: dict[str, Any] | None = None
        self.on_disk = _tables(folder)
        self.ended = False
        environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(folder)}
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", "companion", *_WORDS, "--camera", camera], env=environment, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
        )  # fmt: skip

    def until_killed(self) -> None:
        try:
            if self._source.random() < _EARLY:
                self._send("show", *self._doing())
                self._process.wait(self._source.uniform(0, _EARLY_S))
            elif self._play(self._source.randint(1, _MOST_ROUNDS)):
                self._send(*self._doing(), *self._doing())
                self._process.wait(self._source.uniform(0, _LATE_S))
        except subprocess.TimeoutExpired:
            pass
        self.ended = self._process.poll() is not None
        self._process.kill()
        rest, _ = self._process.communicate()
        self._hear(rest)

    def _play(self, rounds: int) -> bool:
        """Whether so many commands were answered."""
        for number in range(rounds):
            self._send(*(self._doing() if number else ()), "show")
            self.state = None
            until_s = time.monotonic() + _PATIENCE_S
            while self.state is None:
                assert self._process.stdout is not None
                if not select.select([self._process.stdout], [], [], max(0.0, until_s - time.monotonic()))[0]:
                    return False
                more = os.read(self._process.stdout.fileno(), 65_536)
                if not more:
                    return False
                self._hear(more)
        return True

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{text}\n" for text in lines).encode())

    def _hear(self, more: bytes) -> None:
        *whole, self._begun = (self._begun + more).split(b"\n")
        for text in whole:
            answer = json.loads(text)
            if "phase" in answer:
                self.first, self.state = self.first or answer, answer
            else:
                self.printed.append(answer)

    def _doing(self) -> tuple[str, ...]:
        """The next lines of the players, mostly to continue the game."""
        state, draw = self.state or {"phase": "setting-up"}, self._source.random()
        phase = Phase(state["phase"])
        if draw < 0.25:
            return (self._source.choice(_AT_ANY_TIME),)
        if phase in PLAYING and state["dice"] and state["on_roll"]:
            position = Position.from_id(state["position"], Side(state["on_roll"]))
            plays = [play.text() for play in legal_plays(position, Dice(*state["dice"])).values() if play.steps]
            return (f"play {self._source.choice(plays)}",) if plays else ("press",)
        if state.get("question"):
            return (f"answer {self._source.randint(1, 2)}",)
        if phase in OVER:
            return ("next",)
        if phase in (Phase.PAUSED, Phase.PUTTING_BACK, Phase.CLEARED):
            return ("resume",)
        return (f"roll {self._source.randint(1, 6)}{self._source.randint(1, 6)}",)


def _compare(folder: Path, run: _Run, toll: ServiceToll, *, sees: bool) -> None:
    """Compare the output with the disk, and the first output of the program with the disk before."""
    try:
        with Journal(folder) as journal:
            on_disk = [line(entry) for header in journal.matches() for entry in journal.entries(header.id)]
    except CompanionError as error:
        on_disk = []
        toll.where.append(f"kill {toll.kills}: {error}")
    found = {json.dumps(row, sort_keys=True) for row in on_disk}
    lost = [row["n"] for row in run.printed if json.dumps(row, sort_keys=True) not in found]
    toll.lost += len(lost)
    if lost:
        toll.where.append(f"kill {toll.kills}: entries {lost} were printed, and are not on disk")
    if run.first is None:
        return
    phase = run.first["phase"]
    toll.phases[phase] = toll.phases.get(phase, 0) + 1
    was = run.on_disk.get(run.first["match"])
    if sees or not run.on_disk:
        return
    if was is None:
        over = all(facts["phase"] in {one.value for one in OVER} or not facts["turn"] for facts in run.on_disk.values())
        if not over:
            toll.parted += 1
            toll.where.append(f"kill {toll.kills}: match {run.first['match']} begins, and {run.on_disk} waits")
        return
    parted = {key: (was[key], run.first[key]) for key in _THE_SAME if was[key] != run.first[key]}
    if parted:
        toll.parted += 1
        toll.where.append(f"kill {toll.kills}: not as on record: {parted}")


def _tables(folder: Path) -> dict[int, dict[str, Any]]:
    with Journal(folder) as journal:
        tables = {}
        for header in journal.matches():
            terms, entries = terms_from(header), journal.entries(header.id)
            state = resumed(terms, entries, journal.clock_mark(header.id))
            shown = at_table(at_table(state).step(TakenUp(0.0))[0]).shown(header.id)
            tables[header.id] = json.loads(json.dumps(shown))
        return tables
