"""The answers of people at the simulated table: they answer each question truthfully."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.lab.simulation.session import SimulatedSession
from companion.lab.simulation.truth import TrueAct, TrueCube, TrueTurn, TrueWin, Truth
from companion.match.events import Answered, PlayEntered, RollEntered
from companion.match.session import State
from companion.match.state import Answer, Choice
from companion.record.entries import Kind

_BY_CUBE: Final = "phase.take-or-drop"
"""Answered by moving the cube."""


class Answering:
    """The people, who watch the screen while time passes.  ``result``: how much the game just over counts."""

    def __init__(self, session: SimulatedSession, truth: Truth) -> None:
        self.session = session
        self.truth = truth
        self.result = Result.SINGLE
        self._asked_since: float | None = None

    def watch(self, seconds: float, until: Kind | None = None, *, answering: bool = True) -> bool:
        """Time passes, and questions are answered; whether an entry of the kind waited for came."""
        so_far = len(self.session.journal)
        begun = self.session.now_s
        while True:
            self.session.wait(0.2)
            if answering:
                self._answer()
            if until is not None and self.session.last(until, so_far) is not None:
                return True
            if self.session.now_s - begun >= seconds - 1e-6:
                return False

    def _answer(self) -> None:
        """A person answers what is asked, truly, after a moment."""
        question = self.session.state.shown.question
        if question is None or question.key == _BY_CUBE:
            self._asked_since = None
            return
        if self._asked_since is None:
            self._asked_since = self.session.now_s
        if self.session.now_s - self._asked_since < 1.5:
            return
        self._asked_since = None
        choice = self._true_choice(self.session.state)
        if choice is None:
            self.correct_record()
            return
        self._enter(Answered(choice, self.session.now_s))

    def correct_record(self) -> None:
        """By touch: the roll as it was, or the play, where what stands on the screen is something else."""
        state = self.session.state
        mine = [turn for turn in self.truth.turns[-2:] if turn.side is state.side]
        if not mine or state.record.turn is None:
            return
        turn = mine[-1]
        if state.record.turn.dice is None or not state.record.turn.dice.same_numbers(turn.dice):
            self._enter(RollEntered(turn.dice.first, turn.dice.second, self.session.now_s))
        elif turn.play is not None and turn.signal_s is not None:
            self._enter(PlayEntered(turn.play.text(), self.session.now_s))

    def _enter(self, event: Answered | RollEntered | PlayEntered) -> None:
        self.truth.touches += 1
        self.session.happen(event)

    def _true_choice(self, state: State) -> int | None:
        """The number of the answer that is true, None where none is."""
        assert state.shown.question is not None
        if is_agreed(state, self.truth.acts):
            return 0
        said = [k for k, answer in enumerate(state.shown.question.answers) if self._is_true(answer)]
        return said[0] if said else None

    def _is_true(self, answer: Answer) -> bool:
        turn = turn_meant(self.session.state, self.truth.turns)
        match answer.meaning:
            case Play() as play:
                came_about = answer.end is not None and self._came_about(answer.end, answer.dice)
                return came_about or (turn is not None and was_played(play, answer.dice, turn, self.session.state))
            case Dice() as roll:
                return turn is not None and turn.dice.same_numbers(roll)
            case Side() as side if answer.end is not None:
                position = self.session.table.position(side)
                return position == answer.end and side is self._to_act()
            case Side() as side:
                return self._winner() is side
            case Result() as result:
                return self.result is result
            case Choice.NO:  # nobody sets the board back, turns it round or gives the game up
                return self._winner() is None
            case _:
                return False

    def _came_about(self, end: Position, dice: Dice | None) -> bool:
        """Whether a late turn ended so, with this roll where the answer names one."""
        turns = [turn for turn in self.truth.turns[-3:] if dice is None or turn.dice.same_numbers(dice)]
        ends = [turn.end for turn in turns if turn.end is not None]
        return any((end.points, end.bar) == (true.points, true.bar) for true in ends)

    def _to_act(self) -> Side:
        turn = self.truth.turns[-1]
        return turn.side if turn.signal_s is None else turn.side.other

    def _winner(self) -> Side | None:
        """The winner of the last game; the next may have begun before the answer."""
        won = [act for act in self.truth.acts[-2:] if isinstance(act, TrueWin)]
        return won[-1].side if won else None


def is_agreed(state: State, acts: Sequence[TrueAct]) -> bool:
    """Whether both say yes to the open question: to what one of them wanted, or to a double that was not seen."""
    assert state.shown.question is not None
    if state.shown.question.key == "question.doubled":
        took = [
            one for one in acts if isinstance(one, TrueCube) and one.game == state.record.game and one.act == "take"
        ]
        return bool(took) and took[-1].value != state.record.cube.value
    return state.shown.question.wanted is not None  # which is the truth


def was_played(play: Play, dice: Dice | None, turn: TrueTurn, state: State) -> bool:
    """Whether a person would confirm this turn: by roll and play, as the button names them.

    ``dice``: the roll of the answer; without one it means the recorded roll.
    """
    roll = dice if dice is not None else state.record.turn.dice if state.record.turn is not None else None
    if roll is None or turn.end is None or not roll.same_numbers(turn.dice):
        return False
    end = turn.end
    ends = state.terms.rules.legal_ends(turn.before, turn.dice).items()
    true = (legal for to, legal in ends if (to.points, to.bar) == (end.points, end.bar))
    return any(play.text().replace("*", "") == legal.text().replace("*", "") for legal in true)


def turn_meant(state: State, turns: Sequence[TrueTurn]) -> TrueTurn | None:
    """The turn of the open question: one that it names, else that of the side on roll.

    ``turns``: those that were rolled so far, in order.
    """
    if not turns:
        return None
    game = [turn for turn in turns if turn.game == turns[-1].game]
    number = state.shown.question.turn if state.shown.question is not None else 0
    if number:
        return game[number - 1] if number <= len(game) else None
    return next((turn for turn in reversed(game[-2:]) if turn.side is state.side), game[-1])
