"""A person who plays a match against the engine to its end, by the advice of the built-in engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.app.inbox import Inbox
from companion.coach.answering import answer
from companion.coach.at_the_table.decisions import standing
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.games.backgammon.scoring import Result
from companion.match.terms import Strength
from companion.practice.view import ExerciseStage
from companion.record.entries import Entry
from tests.practice.device import Device, FakeCoach

MOST_ACTS = 4000


class RealCoach(FakeCoach):
    """Answers at once, as the engine does without look-ahead; not while it is deaf."""

    def __init__(self, inbox: Inbox, engine: Evaluator) -> None:
        super().__init__(inbox)
        self.engine = engine

    def ask(self, decision: Decision) -> None:
        assert self.is_awake
        if not self.is_deaf:
            self._inbox.post(answer(decision, self.engine, ply=0))


def fair(rng: Random) -> Iterator[tuple[int, int]]:
    while True:
        yield rng.randint(1, 6), rng.randint(1, 6)


class Opponents:
    """``device``: the table, without a camera; :meth:`powered_off` cuts the power and resumes.

    ``accepts``: whether the person accepts the engine's resignations.
    """

    def __init__(self, folder: Path, engine: Evaluator, seed: object, *, accepts: bool = True) -> None:
        self.engine, self.folder, self.accepts = engine, folder, accepts
        self.rng = Random(str(seed))
        self.rolls = fair(self.rng)
        self.device = self._device()

    def begin(self, strength: Strength, *, cube: bool = False, length: int = 0) -> None:
        self.device.practice.play(strength, cube=cube, length=length)

    def powered_off(self) -> None:
        now_s = self.device.coach.now_s
        self.device.close()
        self.device = self._device(goes_on=True)
        self.device.coach.now_s = now_s
        self.device.pass_time()

    def _device(self, **told: Any) -> Device:
        return Device(
            self.folder, blind=True, rolls=self.rolls, coach=lambda inbox: RealCoach(inbox, self.engine), **told
        )

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self.device.journal.entries(1)

    def act(self) -> ExerciseStage:
        """Do what is awaited; returns what that was."""
        stage = self.device.stage()
        match stage:
            case ExerciseStage.SET_UP | ExerciseStage.ROLL | ExerciseStage.MOVE_FOR_ME | ExerciseStage.OVER:
                self.device.press()
            case ExerciseStage.CUBE:
                if self.engine.cube(self._now.situation, ply=0).doubling.value == "double":
                    self.device.tell("double")
                else:
                    self.device.press()
            case ExerciseStage.ANSWER:
                self.device.tell("take" if self.engine.cube(self._now.situation, ply=0).takes else "drop")
            case ExerciseStage.PLAY:
                now = self._now
                assert now.dice is not None
                self.device.tell(f"play {self.engine.ranking(now.situation, now.dice, ply=0).best.play.text()}")
            case ExerciseStage.RESIGNED:
                self.device.tell("answer 1" if self.accepts else "answer 2")
            case ExerciseStage.THINKING:
                self.device.pass_time()
            case _:
                raise AssertionError(f"nobody waits for {stage}")
        return stage

    @property
    def _now(self) -> Decision:
        return standing(self.device.session.state)

    def until(self, *wanted: ExerciseStage) -> ExerciseStage:
        """Play on until one of these is awaited, or the match is over."""
        for _ in range(MOST_ACTS):
            stage = self.device.stage()
            if stage in (*wanted, ExerciseStage.MATCH_OVER):
                return stage
            self.act()
        raise AssertionError(f"{wanted} never comes")

    def resign(self, result: Result) -> None:
        self.device.tell(f"resign {result.name.lower()}")

    def close(self) -> None:
        self.device.close()
