"""A match in training that plays itself: the real session, record and coach, without window, camera and button."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.table import TableSource
from companion.coach.at_the_table.events import HelpAsked
from companion.coach.at_the_table.shown import coach_shown
from companion.coach.teaching import HelpShown
from companion.coach.worker import Coach
from companion.games.backgammon import START, Dice, Position
from companion.games.backgammon.dice import FACES
from companion.games.catalogue import Game
from companion.games.rules import Side, Stack
from companion.match.events import Event, NextGame, PlayEntered, RollEntered
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.terms import HintLevel
from companion.match.view import View
from companion.record import Journal, Mode

POLL_S: Final = 0.05
"""As ``companion run`` without a window asks for the newest view; a window asks twice as often."""
PATIENCE_S: Final = 30.0
"""An answer that has not come by then is lost."""
_TO_ROLL: Final = ("phase.start", "phase.opening", "phase.roll")
_AMONG: Final = 4
"""The play that is made is one of so many best ones, so that the positions are such as people come to."""
_TERMS: Final = Terms(mode=Mode.TRAINING, dice=DiceSource.BOTH, end_of_turn=EndOfTurn.BUTTON, asks=True)


class TrainingTable:
    """A table with a match in training, and both players.  ``seed``: of dice and plays."""

    def __init__(self, table: TableSource, *, seed: int) -> None:
        self._table: Final = table
        self._chance: Final = Random(seed)
        self.view: View = self.happen()

    def happen(self, *events: Event) -> View:
        """Let this happen, and show what the table looks like then."""
        for event in events:
            self._table.happen(event)
        view = self._table.poll()
        assert isinstance(view, View)
        self.view = view
        return view

    def until(self, is_shown: Callable[[View], bool]) -> bool:
        """Ask for the newest view as the companion does until one shows something; False where none does in time."""
        given_up_s = time.monotonic() + PATIENCE_S
        while not is_shown(self.view):
            if time.monotonic() > given_up_s:
                return False
            time.sleep(POLL_S)
            self.happen()
        return True

    def roll_with_a_choice(self) -> Dice:
        """Play on until a roll with several plays is due: that roll."""
        while True:
            self._come_to_a_roll()
            dice = self._rolled()
            if len(self._plays(dice)) > 1:
                return dice
            self.happen(self._entered(dice))

    def tell(self, dice: Dice) -> None:
        """Enter the roll, and request all hints on it."""
        asked = HelpAsked(self._side(dice), self._table.now_s())
        self.happen(self._entered(dice), *[asked] * HintLevel.LIST)

    def _come_to_a_roll(self) -> None:
        while self.view.phase not in _TO_ROLL or self.view.rolled:
            if self.view.phase == "phase.play":
                assert self.view.dice is not None
                self.happen(PlayEntered(self._chosen(Dice(*self.view.dice)), self._table.now_s()))
            else:
                self.happen(NextGame(self._table.now_s()))

    def _chosen(self, dice: Dice) -> str:
        best = list_of(self.view)
        plays = [row.play for row in best.rows[:_AMONG]] if best is not None else self._plays(dice)
        return self._chance.choice(plays)

    def _rolled(self) -> Dice:
        while True:
            first, second = self._chance.choice(FACES), self._chance.choice(FACES)
            if first != second or not self._is_opening:
                return Dice(first, second)

    @property
    def _is_opening(self) -> bool:
        return self.view.on_roll is None

    def _side(self, dice: Dice) -> Side:
        """The side of the roll: at the start each rolls one die, Light the first."""
        if self.view.on_roll is not None:
            return self.view.on_roll
        return Side.LIGHT if dice.first > dice.second else Side.DARK

    def _entered(self, dice: Dice) -> RollEntered:
        return RollEntered(dice.first, dice.second, self._table.now_s())

    def _plays(self, dice: Dice) -> list[str]:
        view = self.view
        board = START if self._is_opening else Position(view.points, Stack(*view.bar), Stack(*view.off))
        before = Position(board.points, board.bar, board.off, self._side(dice))
        return [play.text() for play in view.rules.legal_ends(before, dice).values()]


def list_of(view: View) -> HelpShown | None:
    """The help that is shown, where it holds the list of all plays."""
    help_ = coach_shown(view).help
    return help_ if help_ is not None and help_.rows else None


@contextmanager
def training_table(engine: str, *, seed: int) -> Iterator[TrainingTable]:
    """A table with its coach's process.  ``engine``: which one the coach asks for the deeper answer."""
    with TemporaryDirectory(prefix="companion-bench-") as folder, Journal(Path(folder)) as journal:
        inbox = Inbox()
        with Coach(inbox.post, engine=engine) as coach:
            session = CurrentMatch(journal, folders=(Path(folder),), blind=True, coaches={Game.BACKGAMMON: coach})
            session.begin(_TERMS, {})
            yield TrainingTable(TableSource(session, CameraReader(attempts=None), inbox), seed=seed)
