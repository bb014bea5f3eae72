"""A person who plays a match against the engine to its end, by the advice of the built-in engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.app.inbox import Inbox
from companion.coach.answering import answer
from companion.coach.at_the_table.decisions import standing
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.terms import Strength
from companion.practice.lessons import board
from companion.practice.view import ExerciseStage
from companion.record.entries import Entry
from tests.practice.device import Device, FakeCoach
from tests.states import backgammon

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

    ``accepts``: whether the person accepts the engine's resignations.  ``late``: how each game in turn goes on from the
    person's first roll, as the two sides' checkers and who is on roll; not at all where there are none.
    """

    def __init__(
        self, folder: Path, engine: Evaluator, seed: object, *, accepts: bool = True,
        late: Sequence[tuple[str, str, Side]] = (),
    ) -> None:  # fmt: skip
        self.engine, self.folder, self.accepts = engine, folder, accepts
        self.late, self._gone_on = late, 0
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
        stage, game = self.device.stage(), self.device.session.state.record.game
        match stage:
            case ExerciseStage.ROLL | ExerciseStage.CUBE if self.late and self._gone_on < game:
                self._gone_on = game
                self.place(*self.late[(game - 1) % len(self.late)])
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
        return standing(backgammon(self.device.session.state))

    def until(self, *wanted: ExerciseStage) -> ExerciseStage:
        """Play on until one of these is awaited, or the match is over."""
        for _ in range(MOST_ACTS):
            stage = self.device.stage()
            if stage in (*wanted, ExerciseStage.MATCH_OVER):
                return stage
            self.act()
        raise AssertionError(f"{wanted} never comes")

    def place(self, light: str, dark: str, on_roll: Side) -> None:
        """Go on with this on the board."""
        self.device.tell(f"position {board(light, dark, on_roll).id()} {on_roll.value}")

    def resign(self, result: Result) -> None:
        self.device.tell(f"resign {result.name.lower()}")

    def close(self) -> None:
        self.device.close()
