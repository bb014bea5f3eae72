"""Plays a turn at the simulated table: the roll, the play, its end, and the outcome of an illegal play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.backgammon import START, Dice, Play, Position, Reason, RuleSet, legal_plays, picture_of
from companion.games.backgammon.conduct import has_to_roll
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side, Stack
from companion.lab.simulation import players
from companion.lab.simulation.acts import Planted, an_act, seldom_act, steps_of
from companion.lab.simulation.hands import Hands
from companion.lab.simulation.harmless import before_play
from companion.lab.simulation.session import PartedError
from companion.lab.simulation.table import Shift, nearest, shifts_between
from companion.lab.simulation.truth import TrueTurn, Truth
from companion.match.events import ButtonPressed, Condoned
from companion.match.state import DiceSource, EndOfTurn, may_stand
from companion.record.entries import Kind

_NONE: Final = Stack(0, 0)
_PRESSES: Final = 10


@dataclass
class SimulatedMatch:
    """The true state of a match: score, cube and rolls."""

    length: int
    score: tuple[int, int] = (0, 0)
    game: int = 0
    crawford: bool = False
    crawford_played: bool = False
    cube: Cube = field(default_factory=Cube)
    rolls: Stack = _NONE
    borne_off: Stack = _NONE


class Turns:
    """The turns of a match, one after the other.  ``next_roll``: of the next turn, if its dice are on the board."""

    def __init__(self, hands: Hands, match: SimulatedMatch, truth: Truth) -> None:
        self.hands = hands
        self.match = match
        self.truth = truth
        self.people = hands.people
        self.session = hands.session
        self.table = hands.table
        self.rng = hands.rng
        self.behaviour = hands.behaviour
        self.pace = hands.pace
        self.own_pairs = hands.own_pairs
        self.dice = hands.session.terms.dice
        self.button = self.dice is DiceSource.ELECTRONIC
        """Whether the standing roll was made by the button, which then ends the turn, too."""
        self.next_roll: Dice | None = None
        self._rolls_before_end = 0
        self._unseen = False  # the turn before this one has run into it without a clear still

    # --- the roll ---------------------------------------------------------------------------------

    def opening(self) -> TrueTurn:
        """The first turn of a game: each player rolls one die, and the higher one begins."""
        self.button = self.dice is DiceSource.ELECTRONIC
        if self.button:
            return self._opening_by_button()
        while True:
            light, dark = self.rng.randint(1, 6), self.rng.randint(1, 6)
            self.hands.roll_one(Side.LIGHT, light, self.hands.place(Side.LIGHT))
            self.hands.roll_one(Side.DARK, dark, self.hands.place(Side.DARK))
            if light != dark:
                break
            self.people.watch(self.rng.uniform(1.0, 2.0))
            self.hands.lift()
        side = Side.LIGHT if light > dark else Side.DARK
        turn = self._begun(replace(START, on_roll=side), Dice(light, dark))
        self._made(turn)
        return turn

    def _opening_by_button(self) -> TrueTurn:
        roll = self._pressed_for_roll()
        while roll.is_double:
            roll = self._pressed_for_roll()
        side = Side.LIGHT if roll.first > roll.second else Side.DARK
        turn = self._begun(replace(START, on_roll=side), roll)
        self._made(turn)
        return turn

    def _pressed_for_roll(self) -> Dice:
        """The roll of the button, pressed until the dice roll; an illegal play that is to stand is condoned by touch
        first.
        """
        for _ in range(_PRESSES):
            so_far = len(self.session.drawn)
            self.people.watch(self.rng.uniform(0.4, 1.5))
            if may_stand(self.session.state):
                self.truth.touches += 1
                self.session.happen(Condoned(self.session.now_s))
            self.session.happen(ButtonPressed(self.session.now_s))
            if len(self.session.drawn) > so_far:
                return self.session.drawn[-1]
            self.people.watch(1.5)
        raise PartedError("the button was pressed again and again, and no dice were rolled")

    def turn(self, position: Position) -> None:
        """Any other turn, from its roll to its consequences."""
        dice, self.next_roll = self.next_roll, None
        if dice is None:
            if self.dice is DiceSource.BOTH:
                self.button = self.rng.random() < self.behaviour.by_button
            dice = self._pressed_for_roll() if self.button else self.hands.roll(position.on_roll)
        turn = self._begun(position, dice)
        self._made(turn)
        self.finish(turn)

    def _begun(self, position: Position, dice: Dice) -> TrueTurn:
        side = position.on_roll
        turn = TrueTurn(self.match.game, len(self.truth.turns) + 1, side, dice, position, self.session.now_s)
        light, dark = self.match.rolls
        self.match.rolls = Stack(light + (side is Side.LIGHT), dark + (side is Side.DARK))
        self.truth.acts.append(turn)
        return turn

    # --- the play ---------------------------------------------------------------------------------

    def _made(self, turn: TrueTurn) -> None:
        """Chooses and makes the play, up to its last checker and the end of the movement."""
        ends = legal_plays(turn.before, turn.dice, self._rules())
        turn.dance = not any(play.steps for play in ends.values())
        if turn.dance:
            if self.table.hand:
                self.hands.away()
            self.people.watch(self.rng.uniform(1.0, 3.0))
            turn.end = next(iter(ends))
            return
        at_once, self._unseen = self._unseen, False
        if not at_once:
            self.people.watch(self.pace.of(self.pace.think, self.rng))
        planted = None if at_once else self._planted(turn, ends)
        end, play = players.chosen(turn.before, ends, self.rng)
        shifts = planted.shifts if planted is not None else steps_of(play, turn.side)
        if not at_once:
            before_play(self.hands, turn, ends)
        if planted is not None:
            turn.planted = planted.kind
            if planted.turned is not None:
                self.hands.turn_die(turn.dice.first, planted.turned.first)
        else:
            turn.end, turn.play = end, play
        self._last_moves(turn, shifts, may_run_on=not at_once)
        if planted is not None:
            turn.wrong = self.table.picture()
        turn.board_states.append((self.session.now_s, planted is None))
        if self.session.terms.end_of_turn is EndOfTurn.STILL:  # the hand that leaves the board ends the turn
            turn.signal_s = self.session.now_s
            self._await_clear(turn)
            self.people.watch(1.0)

    def _planted(self, turn: TrueTurn, ends: Mapping[Position, Play]) -> Planted | None:
        if not self.behaviour.planted:
            return None
        if seldom := seldom_act(turn.before, turn.dice, ends, self._rules(), self.rng):
            return seldom
        if self.rng.random() >= self.behaviour.planted:
            return None
        return an_act(turn.before, turn.dice, ends, self._rules(), self.rng)

    def _last_moves(self, turn: TrueTurn, shifts: Sequence[Shift], *, may_run_on: bool) -> None:
        """Makes the play; it may run into the end of the turn, or into the next roll."""
        ending = self._ending(turn) if may_run_on else ""
        if not shifts:
            return
        *first, last = shifts
        if ending == "premature" and first:
            self.hands.move(first)
            self.people.watch(self.rng.uniform(0.6, 1.5))
            self._early_roll(turn)
            self.people.watch(self.rng.uniform(0.4, 1.5))
            self.hands.move([last])
            turn.harmless.append("premature")
            return
        if ending in ("early-lift", "together"):
            turn.harmless.append(ending)
            self.hands.move(first, stay=True)
            if ending == "early-lift" or not self.own_pairs:
                self.table.dice = ()
            if ending == "early-lift":
                turn.signal_s = self.session.now_s
            else:
                self._early_roll(turn, together=True)
            self.hands.move([last], stay=True)
            if ending == "together" and self.own_pairs and self.rng.random() < 0.7:
                self.table.dice = tuple(die for die in self.table.dice if die.owner is not turn.side)
            if ending == "together" and turn.planted is None and self.rng.random() < 0.25:
                self._unseen = True
                return  # and the other player's hand is over the board at once
            self.hands.away()
            return
        self.hands.move(shifts)

    def _ending(self, turn: TrueTurn) -> str:
        """The way in which this turn runs into the next one."""
        if self.button:
            return ""
        end = turn.end
        behaviour, roll = self.behaviour, self.rng.random()
        if roll < behaviour.early_lift and turn.planted is None:
            return "early-lift"
        may_run_on = end is not None and end.winner is None and has_to_roll(end, end.on_roll, self._rules())
        if not may_run_on or turn.planted is not None:
            return ""
        roll = self.rng.random()
        if roll < behaviour.together:
            return "together"
        if self.own_pairs and roll < behaviour.together + behaviour.premature:
            return "premature"
        return ""

    def _early_roll(self, turn: TrueTurn, *, together: bool = False) -> None:
        """The opponent rolls before this turn is over."""
        side = turn.side.other
        dice = Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
        if not together:
            self.hands.over()
            self.session.wait(0.4)
        self.hands.put_down(dice, side)
        if together:
            turn.signal_s = self.session.now_s
        else:
            self.session.wait(0.2)
            self.hands.away()
        self.next_roll = dice

    # --- the end of the turn, and what follows on it ----------------------------------------------

    def finish(self, turn: TrueTurn) -> None:
        """Ends the turn, with all that happens until the next player continues."""
        if self.next_roll is None:
            self._end_turn(turn)
            self._judged(turn)
        elif turn.signal_s is None:  # a premature roll: the dice of this turn are lifted now
            self._sit_back()
            self.hands.lift(turn.side)
            turn.signal_s = self.session.now_s
            self._await_clear(turn)
            self.people.watch(self.rng.uniform(0.2, 1.0))
        else:
            self._await_clear(turn)
            if not self.table.hand:
                self.people.watch(self.rng.uniform(0.2, 1.5))
                if any(die.owner is turn.side for die in self.table.dice):
                    self.hands.lift(turn.side)
        assert turn.end is not None
        was, now, off = turn.before.off, turn.end.off, self.match.borne_off
        if not turn.stood:
            self.match.borne_off = Stack(off.light + now.light - was.light, off.dark + now.dark - was.dark)

    def _end_turn(self, turn: TrueTurn) -> None:
        end = turn.end
        if self.button:
            self._sit_back()
            turn.signal_s = self.session.now_s
            self._await_clear(turn)
            self._press()
            return
        if turn.signal_s is not None:  # lifted early, or ended by a still board
            if "early-lift" in turn.harmless:
                self._await_clear(turn)
            else:
                self.hands.lift()
            return
        both = self.own_pairs and self.rng.random() < self.behaviour.both_pairs
        if both and end is not None and end.winner is None and has_to_roll(end, turn.side.other, self._rules()):
            turn.harmless.append("both-pairs")
            self._sit_back()
            self._early_roll(turn)
            turn.signal_s = self.session.now_s
            self._await_clear(turn)
            self.people.watch(self.rng.uniform(0.6, 2.0))
            self.hands.lift(turn.side)
            return
        self._sit_back()
        self.hands.lift(signal=turn)
        self._await_clear(turn)

    def _press(self) -> None:
        """The button ends the turn; it may roll for the next one at once."""
        self._rolls_before_end = len(self.session.drawn)
        self.session.happen(ButtonPressed(self.session.now_s))

    def _rolled_at_once(self) -> Dice | None:
        return self.session.drawn[-1] if self.button and len(self.session.drawn) > self._rolls_before_end else None

    def _sit_back(self) -> None:
        self.people.watch(self.pace.of(self.pace.sit_back, self.rng))

    def _await_clear(self, turn: TrueTurn) -> None:
        self.session.ended.append(turn)

    def _judged(self, turn: TrueTurn) -> None:
        """Waits for a report of an illegal play, which is then corrected, noticed, or stands."""
        if self.next_roll is not None:
            return
        reported = self.people.watch(self.pace.of(self.pace.gap, self.rng), until=Kind.ILLEGAL)
        self.next_roll = self._rolled_at_once()
        if turn.planted is None:
            if reported:  # falsely
                self.people.watch(self.pace.of(self.pace.notice, self.rng))
                self.people.correct_record()
            return
        if turn.planted in (Reason.CHECKER_COUNT, Reason.DICE_CHANGED) and not reported:
            self.people.watch(3.0, until=Kind.ASKED)
        position = self.table.position(turn.side.other)
        if (reported and self.rng.random() < self.behaviour.corrects) or position is None:
            turn.noticed = not reported
            self.people.watch(self.pace.of(self.pace.notice, self.rng))
            self._put_right(turn)
        else:
            turn.end, turn.stood = position, True

    def _put_right(self, turn: TrueTurn) -> None:
        ends = legal_plays(turn.before, turn.dice, self._rules())
        end = nearest(self.table.picture(), ends)
        self.hands.move(shifts_between(self.table.picture(), picture_of(end)))
        turn.board_states.append((self.session.now_s, True))
        turn.end, turn.play, turn.corrected = end, ends[end], True
        if self.button:
            self._press()
        self.people.watch(self.pace.of(self.pace.gap, self.rng) + 1.0)
        self.next_roll = self._rolled_at_once()

    def _rules(self) -> RuleSet:
        return self.session.terms.rules.rules
