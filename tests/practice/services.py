"""A learner at the table, with an engine that has an opinion of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.coach.at_the_table.events import AskCoach, HintReady
from companion.coach.cube_reasons import why_cube, why_take
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.coach.teaching import Decision
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.cube import Act
from companion.match.events import Answered, CubeActed, DiceRolled, Event, NextGame, PlayEntered, UndoAsked
from companion.match.session import RollDice, Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.practice import session as layer
from companion.practice.beginning import begun_at
from companion.practice.exercise import Exercise, Practice, practice_in
from companion.practice.lessons import in_turn
from companion.practice.showing import shown
from companion.practice.view import PracticeShown
from companion.record.entries import Entry
from companion.record.journal import Mode
from tests.table import Table

TERMS: Final = Terms(mode=Mode.TRAINING, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
EVEN: Final = Chances(0.5, 0.0, 0.0, 0.0, 0.0)


def ranked(position: Position, dice: Dice, best: Sequence[str] = ()) -> Ranking:
    """All legal plays; those named come first, in their order, each a tenth of a point behind the one before."""
    plays = legal_plays(position, dice)
    order = sorted(plays, key=lambda end: _place(plays[end].text(), best))
    made = tuple(Candidate(plays[end], end, 0.5 - 0.1 * place, EVEN) for place, end in enumerate(order))
    return Ranking(position, dice, "fake", 0, made)


def _place(play: str, best: Sequence[str]) -> tuple[int, str]:
    return (best.index(play) if play in best else len(best), play)


@dataclass
class LearnersTable(Table):
    """``best``: the plays that the engine thinks well of; ``advice``: what it says of the cube.

    ``silent``: it does not answer until :meth:`answer` is called; ``absent``: it says that it cannot.
    ``only_quick``: its deeper look never comes, and of plays that were made it says nothing.
    ``rolls``: of the fair dice.
    """

    exercises: Sequence[Exercise] = ()
    best: Sequence[str] = ()
    advice: CubeAdvice | None = None
    silent: bool = False
    absent: bool = False
    only_quick: bool = False
    rolls: Iterator[str] = field(default_factory=lambda: iter(()))
    asked: list[Decision] = field(default_factory=list)
    answered: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.state = begun_at(TERMS, in_turn(self.exercises))

    @property
    def practice(self) -> Practice:
        found = practice_in(self.state)
        assert found is not None
        return found

    @property
    def shown(self) -> PracticeShown:
        found = shown(self.state)
        assert found is not None
        return found

    def happen(self, event: Event) -> None:
        self.state, effects = layer.step(self.state, event)
        self.journal += [effect for effect in effects if isinstance(effect, Entry)]
        for effect in effects:
            if isinstance(effect, RollDice):
                self.rolls_asked += 1
                roll = Dice.from_text(next(self.rolls))
                self.happen(DiceRolled(roll.first, roll.second, event.at_s))
            if isinstance(effect, AskCoach):
                self.asked.append(effect.decision)
                if not self.silent:
                    self.answer()

    def answer(self) -> None:
        """Let the engine answer all that it was asked."""
        while self.answered < len(self.asked):
            self.answered += 1
            self._answer(self.asked[self.answered - 1])

    def _answer(self, decision: Decision) -> None:
        at_s = self.state.t + (self.state.started_at_s or 0.0)
        if self.absent:
            self.happen(HintReady(decision, at_s, failure="coaching.no-engine"))
        elif self.only_quick and decision.made is not None:
            return
        elif decision.dice is None:
            assert self.advice is not None
            reason = why_take(self.advice) if decision.to_answer else why_cube(self.advice)
            self.happen(HintReady(decision, at_s, advice=self.advice, reason=reason))
        else:
            ranking = ranked(decision.situation.position, decision.dice, self.best)
            self.happen(HintReady(decision, at_s, ranking=ranking, refined=not self.only_quick))

    def touch(self, text: str) -> None:
        """Enter a play by touch."""
        self.happen(PlayEntered(text, self._now()))

    def go_on(self) -> None:
        self.happen(NextGame(self._now()))

    def undo(self) -> None:
        self.happen(UndoAsked(self._now()))

    def act(self, act: Act) -> None:
        self.happen(CubeActed(act, self.practice.learner, self._now()))

    def choose(self, choice: int) -> None:
        self.happen(Answered(choice, self._now()))

    def _now(self) -> float:
        return self.state.t + (self.state.started_at_s or 0.0) + 0.1


DOUBLE_UNTIL: Final = {"cube.1": 19, "cube.2": 13, "cube.3": 19, "cube.4": 29}
"""How many of 36 rolls take off both checkers of the side on roll."""
