"""The companion of a table with a person who learns: no window, no camera and no engine but those told of here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.practice import PracticeHere
from companion.app.services import facts_of
from companion.app.table import Console, TableSource
from companion.coach.at_the_table.events import HintReady
from companion.coach.evaluation import CubeAdvice
from companion.coach.teaching import Decision
from companion.games.catalogue import Game
from companion.match.events import BoardSeen, ButtonPressed
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.view import View
from companion.practice.view import ExerciseStage, practice_shown
from companion.record import Journal, Mode
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings, terms_of
from tests.practice.services import ranked
from tests.table import observed

MATCH = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True, mode=Mode.TRAINING)


class FakeCoach:
    """Answers at once, as the engine of :mod:`tests.practice.services` does; of the cube where it has ``advice``."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.advice: CubeAdvice | None = None
        self.is_awake = self.is_deaf = False
        self.now_s = 0.0

    def wake(self) -> None:
        self.is_awake = True

    def rest(self) -> None:
        self.is_awake = False

    def ask(self, decision: Decision) -> None:
        assert self.is_awake
        if decision.dice is not None and not self.is_deaf:
            ranking = ranked(decision.situation.position, decision.dice, ["8/5 6/5", "6/3"])
            self._inbox.post(HintReady(decision, self.now_s, ranking=ranking))
        elif decision.dice is None and self.advice is not None and not self.is_deaf:
            self._inbox.post(HintReady(decision, self.now_s, advice=self.advice))


class Device:
    """``rolls``: of the electronic dice.  ``goes_on``: what was played last is taken up, as by ``companion run``.
    ``coach``: the one who answers.
    """

    def __init__(
        self, folder: Path, *, blind: bool = False, rolls: Iterable[tuple[int, int]] = (), goes_on: bool = False,
        coach: Callable[[Inbox], FakeCoach] = FakeCoach,
    ) -> None:  # fmt: skip
        self.folder, self._frame, self._is_closed = folder, 0, False
        self.inbox = Inbox()
        self.coach = coach(self.inbox)
        self.journal = Journal(folder, goes_on=True, patience_s=0.0)
        fair = iter(rolls)
        self.session = CurrentMatch(
            self.journal,
            folders=(folder, folder / "elsewhere"),
            roll=lambda: next(fair),
            blind=blind,
            coaches={Game.BACKGAMMON: self.coach},
            clock=self._clock,
        )
        self.settings = SettingsFile(replace(Settings(), data_dir=folder))
        self.practice = PracticeHere(self.session, self.settings, seed=1)
        self._read, self._write = os.pipe()
        console = Console(self._read)
        self.table = TableSource(self.session, CameraReader(), self.inbox, console=console, clock=self._clock)
        if goes_on:
            settings = self.settings.now()
            assert self.session.go_on(terms_of(settings, asks=True), facts_of(settings))

    def _clock(self) -> float:
        return self.coach.now_s

    def press(self) -> View:
        self.coach.now_s += 0.1
        self.inbox.post(ButtonPressed(self.coach.now_s))
        return self.view()

    def see(self, board: object) -> View:
        self._frame += 1
        self.coach.now_s += 1.0
        self.inbox.post(BoardSeen(observed(board), self._frame, self.coach.now_s))  # type: ignore[arg-type]
        return self.view()

    def tell(self, *lines: str) -> View:
        os.write(self._write, "".join(f"{line}\n" for line in lines).encode())
        return self.view()

    def view(self) -> View:
        self.table.poll()
        view = self.table.poll()
        assert isinstance(view, View)
        return view

    def stage(self) -> ExerciseStage:
        shown = practice_shown(self.view())
        assert shown is not None
        return shown.stage

    def pass_time(self, seconds: float = 1.0) -> View:
        self.coach.now_s += seconds
        return self.view()

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self.practice.close()
            self.journal.close()
            os.close(self._read)
            os.close(self._write)
