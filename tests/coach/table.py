"""A table in training, whose coach is asked and answers within the test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.coach.answering import answer
from companion.coach.at_the_table import coaching
from companion.coach.at_the_table.events import AskCoach, HelpAsked, MineAsked
from companion.coach.at_the_table.shown import CoachShown, coach_shown
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.games.backgammon import START, Position
from companion.games.rules import Side
from companion.match.events import Event
from companion.match.session import Terms
from companion.match.state import EndOfTurn
from companion.match.terms import TrainingSettings
from companion.match.view import View, view_of
from companion.record.entries import Entry, Kind
from companion.record.journal import Mode
from tests.coach.fakes import ByNotation
from tests.table import Table, after

TRAINING = Terms(mode=Mode.TRAINING, asks=True, end_of_turn=EndOfTurn.BUTTON)


@dataclass
class Lesson(Table):
    """``answers``: the engine answers at once; else what is asked waits in ``asks``."""

    engine: Evaluator = field(default_factory=ByNotation)
    answers: bool = True
    asks: list[Decision] = field(default_factory=list)

    def happen(self, event: Event) -> None:
        self.state, effects = coaching.step(self.state, event)
        self.journal += [effect for effect in effects if isinstance(effect, Entry)]
        self.asks += [effect.decision for effect in effects if isinstance(effect, AskCoach)]
        while self.answers and self.asks:
            self.answer(self.asks.pop(0))

    def answer(self, decision: Decision, *, refined: bool = True) -> None:
        self.happen(replace(answer(decision, self.engine, refined=refined), at_s=self.now_s))

    @property
    def now_s(self) -> float:
        return self.state.t + (self.state.started_at_s or 0.0)

    def help(self, side: Side, times: int = 1) -> None:
        for _ in range(times):
            self.happen(HelpAsked(side, self.now_s))

    def mine(self, side: Side) -> None:
        self.happen(MineAsked(side, self.now_s))

    @property
    def view(self) -> View:
        return view_of(self.state, layer=coaching)

    @property
    def shown(self) -> CoachShown:
        """What is shown of the coach."""
        return coach_shown(self.view)

    def notes(self, key: str) -> list[Entry]:
        return [entry for entry in self.journal if entry.event is Kind.NOTE and key in (entry.details or {})]

    def played(self, before: Position, dice: str, play: str) -> Position:
        """Roll, play and press, as people do."""
        self.see(before, dice)
        end = after(before, dice, play)
        self.see(end, dice)
        self.press()
        return end


def begun(teaching: TrainingSettings | None = None, *, answers: bool = True, terms: Terms = TRAINING) -> Lesson:
    """A game in which Light has the opening roll of 31, still to be played.  Time goes by the looks."""
    lesson = Lesson(replace(terms, teaching=teaching or TrainingSettings()), answers=answers)
    lesson.see(START)
    lesson.see(replace(START, on_roll=Side.LIGHT), "31")
    return lesson
