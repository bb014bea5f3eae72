"""People play a match at the simulated table, checker by checker, with the habits and mistakes of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.events import Answered, ButtonPressed, Kind, PlayEntered, RollEntered
from companion.games.backgammon import START, Dice, Play, Position, Reason, RuleSet, legal_plays, picture_of
from companion.games.backgammon.conduct import has_to_roll
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.scoring import Result, points_dropped, points_won, result
from companion.games.rules import Side, Stack
from companion.record.scores import is_crawford, match_winner
from companion.session import State, Terms
from companion.simulation import players
from companion.simulation.acts import Planted, an_act, seldom_act, steps_of
from companion.simulation.noise import Bank
from companion.simulation.players import Pace
from companion.simulation.sitting import CrashedError, Seen, Sitting, Written
from companion.simulation.table import FLOOR, LyingDie, Shift, shifts_between
from companion.simulation.truth import TrueCube, TruePass, TrueTurn, TrueWin, Truth
from companion.state import Answer, Choice, EndOfTurn
from vision.observation import CubePlace

_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}
_NONE: Final = Stack(0, 0)
_MOST_TURNS: Final = 400  # of one game
_PRESSES: Final = 10
_ASTRAY: Final = 2  # turns for which the record may lie elsewhere than the checkers


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what, as shares of turns.

    ``planted``: acts against the rules.  ``corrects``: of those told of, how many are put right rather
    than let stand by the opponent's roll.  The others are harmless, and nothing to be judged.
    """

    planted: float = 0.12
    corrects: float = 0.75
    tried: float = 0.12
    hand_left: float = 0.03
    knocked: float = 0.02
    dice_aside: float = 0.02
    cocked: float = 0.02
    one_by_one: float = 0.03
    camera_gone: float = 0.002
    early_lift: float = 0.03
    together: float = 0.10
    both_pairs: float = 0.02
    premature: float = 0.01
    pauses: float = 0.4  # of the moves within a play: the hand leaves the board before the next one


CLEAN: Final = Habits(planted=0.0)
"""People who play by the rules, and are people all the same."""
TIDY: Final = Habits(0.0, 1.0, *[0.0] * 12)
"""People who make no mistakes and nothing else either, for tests."""


@dataclass
class Match:
    """A match as it truly goes on: score, cube and who is to roll."""

    length: int
    score: tuple[int, int] = (0, 0)
    game: int = 0
    crawford: bool = False
    crawford_played: bool = False
    cube: Cube = field(default_factory=Cube)
    rolls: Stack = _NONE
    borne_off: Stack = _NONE


class PartedError(Exception):
    """The record and the table have parted, so that playing on tells nothing more."""


@dataclass
class Played:
    """A match that was played: what happened, and what was written."""

    seed: str
    truth: Truth
    journal: list[Written]
    terms: Terms
    looks: int
    finished: bool
    seen: list[Seen]
    whole: bool


def played_match(
    seed: str, terms: Terms, bank: Bank, *, habits: Habits | None = None, most_turns: int | None = None,
    keeps_looks: bool = False,
) -> Played:  # fmt: skip
    """One match from its seed: the same seed plays the same match as long as the session does the same."""
    sitting = Sitting(terms, bank, Random(f"{seed} eyes"), keeps_looks=keeps_looks)
    evening = _Evening(sitting, Random(f"{seed} people"), habits or Habits())
    try:
        finished = evening.play(most_turns)
    except (PartedError, CrashedError) as why:
        evening.truth.lost, evening.truth.crashed = str(why), isinstance(why, CrashedError)
        finished = False
    return Played(
        seed, evening.truth, sitting.journal, terms, sitting.looks, finished, sitting.seen, whole=most_turns is None
    )


class _Evening:
    def __init__(self, sitting: Sitting, rng: Random, habits: Habits) -> None:
        self.sitting = sitting
        self.table = sitting.table
        self.rng = rng
        self.habits = habits
        self.pace = Pace()
        self.truth = Truth()
        self.match = Match(sitting.terms.length)
        self.own_pairs = rng.random() < 0.5
        self.button = sitting.terms.end_of_turn is EndOfTurn.BUTTON
        self._asked_since: float | None = None
        self._astray = 0
        self._thrown: Dice | None = None
        self._rolls_before_end = 0
        self._result = Result.SINGLE
        self._unseen = False  # the turn before this one has run into it without a clear still

    # --- the match -------------------------------------------------------------------------------

    def play(self, most_turns: int | None) -> bool:
        """Games until the match is won, or so many turns are played; whether it was won."""
        self.sitting.wait(2.0)
        while match_winner(self.match.length, self.match.score) is None:
            self._begin_game()
            if not self._game(most_turns):
                return False
        self.sitting.wait(3.0)
        return True

    def _begin_game(self) -> None:
        match, rules = self.match, self.sitting.terms.rules.rules
        match.game += 1
        crawford = rules.crawford and not match.crawford_played and is_crawford(match.length, match.score, ())
        match.crawford, match.crawford_played = crawford, match.crawford_played or crawford
        match.cube, match.rolls, match.borne_off = Cube(), Stack(0, 0), Stack(0, 0)
        if match.game > 1:
            self._set_up()

    def _game(self, most_turns: int | None) -> bool:
        turn = self._opening()
        self._finish(turn)
        for _ in range(_MOST_TURNS):
            position = self.truth.turns[-1].end if not self._last_passed() else self._passed_to
            assert position is not None
            if position.winner is not None:
                self._result = result(position, self._rules(), borne_off=self.match.borne_off)
                self._won(*points_won(position, self._rules(), cube=self.match.cube, borne_off=self.match.borne_off))
                return True
            if most_turns is not None and len(self.truth.turns) >= most_turns:
                self.sitting.wait(4.0)
                return False
            self._check_record(position)
            if self._thrown is None and self._shut_out(position):
                continue
            if self._thrown is None and self._doubled(position):
                return True
            self._turn(position)
        raise PartedError("a game without an end")

    def _last_passed(self) -> bool:
        return bool(self.truth.acts) and isinstance(self.truth.acts[-1], TruePass)

    def _rules(self) -> RuleSet:
        return self.sitting.terms.rules.rules

    def _won(self, winner: Side, points: int) -> None:
        light, dark = self.match.score
        self.match.score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)
        self.truth.acts.append(TrueWin(self.match.game, winner, points))
        self._watch(self.rng.uniform(1.5, 4.0))

    def _set_up(self) -> None:
        """The checkers are set up for the next game, perhaps with a pause half-way."""
        self._lift()
        shifts = shifts_between(self.table.picture(), picture_of(START))
        self.rng.shuffle(shifts)
        pause = self.rng.randrange(len(shifts)) if shifts and self.rng.random() < 0.5 else None
        self._hand()
        for k, shift in enumerate(shifts):
            self.table.shift(shift)
            self.sitting.wait(0.2)
            if k == pause:
                self._hand_away()
                self._watch(self.rng.uniform(0.6, 2.0))
                self._hand()
        self.table.cube = CubePlace.MIDDLE
        self.table.changed()
        self._hand_away()
        self._watch(self.rng.uniform(1.5, 4.0))

    def _check_record(self, position: Position) -> None:
        """Whether the session still knows where the checkers lie; where it does not for two turns, all is given up."""
        state = self.sitting.state
        on_record = (state.position.points, state.position.bar)
        earlier = {(t.end.points, t.end.bar) for t in self.truth.turns[-1:] if t.end is not None}
        earlier |= {(t.before.points, t.before.bar) for t in self.truth.turns[-1:]}
        if on_record == (position.points, position.bar) or on_record in earlier:
            self._astray = 0
            return
        self._astray += 1
        if self._astray >= _ASTRAY:
            raise PartedError(f"the record parted from the table before turn {len(self.truth.turns) + 1}")

    # --- cube ------------------------------------------------------------------------------------

    def _shut_out(self, position: Position) -> bool:
        """Who is shut out does not roll: the other one does."""
        side = position.on_roll
        if has_to_roll(position, side, self._rules()):
            return False
        self.truth.acts.append(TruePass(self.match.game, side))
        self._passed_to = replace(position, on_roll=side.other)
        return True

    def _doubled(self, position: Position) -> bool:
        """A double perhaps; whether it ended the game."""
        side, match = position.on_roll, self.match
        moment = Moment(on_roll=side, rolls=match.rolls, money=not match.length, crawford=match.crawford)
        if refusal(Act.DOUBLE, side, match.cube, moment, self._rules()) or not self._wants_to_double(position):
            return False
        match.cube = match.cube.double(side)
        assert match.cube.offer is not None
        self.truth.acts.append(TrueCube(match.game, side, "double", match.cube.offer.value))
        self._move_cube(CubePlace.OFFERED)
        self._watch(self.rng.uniform(1.6, 6.0), answering=False)
        if players.would_take(position, self.rng):
            match.cube = match.cube.take()
            self.truth.acts.append(TrueCube(match.game, side.other, "take", match.cube.value))
            self._move_cube(_HOUSE[side.other])
            self._watch(self.rng.uniform(1.2, 3.0))
            return False
        self.truth.acts.append(TrueCube(match.game, side.other, "drop", match.cube.value))
        self._result = Result.SINGLE
        points = points_dropped(match.cube, self._rules())
        self._move_cube(CubePlace.MIDDLE)
        self._won(side, points)
        return True

    def _wants_to_double(self, position: Position) -> bool:
        needed = self.match.length - self.match.score[0 if position.on_roll is Side.LIGHT else 1]
        dead = self.match.length and needed <= self.match.cube.value
        return not dead and players.would_double(position, self.rng)

    def _move_cube(self, place: CubePlace) -> None:
        self._hand()
        self.sitting.wait(0.4)
        self.table.cube = place
        self.table.changed()
        self.sitting.wait(0.4)
        self._hand_away()

    # --- a turn ----------------------------------------------------------------------------------

    def _opening(self) -> TrueTurn:
        if self.button:
            return self._opening_by_button()
        while True:
            light, dark = self.rng.randint(1, 6), self.rng.randint(1, 6)
            self._throw_one(Side.LIGHT, light, self._place(Side.LIGHT))
            self._throw_one(Side.DARK, dark, self._place(Side.DARK))
            if light != dark:
                break
            self._watch(self.rng.uniform(1.0, 2.0))
            self._lift()
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
        """The button is pressed until the dice roll."""
        for _ in range(_PRESSES):
            so_far = len(self.sitting.drawn)
            self._watch(self.rng.uniform(0.4, 1.5))
            self.sitting.happen(ButtonPressed(self.sitting.now_s))
            if len(self.sitting.drawn) > so_far:
                return self.sitting.drawn[-1]
            self._watch(1.5)
        raise PartedError("the button was pressed again and again, and no dice were rolled")

    def _turn(self, position: Position) -> None:
        dice, self._thrown = self._thrown, None
        if dice is None:
            dice = self._pressed_for_roll() if self.button else self._throw(position.on_roll)
        turn = self._begun(position, dice)
        self._made(turn)
        self._finish(turn)

    def _begun(self, position: Position, dice: Dice) -> TrueTurn:
        side = position.on_roll
        turn = TrueTurn(self.match.game, len(self.truth.turns) + 1, side, dice, position, self.sitting.now_s)
        light, dark = self.match.rolls
        self.match.rolls = Stack(light + (side is Side.LIGHT), dark + (side is Side.DARK))
        self.truth.acts.append(turn)
        return turn

    def _made(self, turn: TrueTurn) -> None:
        """The play is thought of and made, up to its last checker and the hand that lets go of it."""
        ends = legal_plays(turn.before, turn.dice, self._rules())
        turn.dance = not any(play.steps for play in ends.values())
        if turn.dance:
            if self.table.hand:
                self._hand_away()
            self._watch(self.rng.uniform(1.0, 3.0))
            turn.end = next(iter(ends))
            return
        at_once, self._unseen = self._unseen, False
        if not at_once:
            self._watch(self.pace.of(self.pace.think, self.rng))
        planted = None if at_once else self._planted(turn, ends)
        end, play = players.chosen(turn.before, ends, self.rng)
        shifts = planted.shifts if planted is not None else steps_of(play, turn.side)
        if not at_once:
            self._harmless_before(turn, ends)
        if planted is not None:
            turn.planted = planted.kind
            if planted.turned is not None:
                self._turn_die(turn.dice.first, planted.turned.first)
        else:
            turn.end, turn.play = end, play
        self._last_moves(turn, shifts, may_run_on=not at_once)
        if planted is not None:
            turn.wrong = self.table.picture()
        turn.lies.append((self.sitting.now_s, planted is None))
        if self.sitting.terms.end_of_turn is EndOfTurn.STILL:  # the hand that leaves the board ends the turn
            turn.signal_s = self.sitting.now_s
            self._await_clear(turn)
            self._watch(1.0)

    def _planted(self, turn: TrueTurn, ends: Mapping[Position, Play]) -> Planted | None:
        if not self.habits.planted:
            return None
        if seldom := seldom_act(turn.before, turn.dice, ends, self._rules(), self.rng):
            return seldom
        if self.rng.random() >= self.habits.planted:
            return None
        return an_act(turn.before, turn.dice, ends, self._rules(), self.rng)

    def _last_moves(self, turn: TrueTurn, shifts: Sequence[Shift], *, may_run_on: bool) -> None:
        """The play itself; it may run into the end of the turn, or into the next one's dice."""
        ending = self._ending(turn) if may_run_on else ""
        if not shifts:
            return
        *first, last = shifts
        if ending == "premature" and first:
            self._move(first)
            self._watch(self.rng.uniform(0.6, 1.5))
            self._next_throw(turn)
            self._watch(self.rng.uniform(0.4, 1.5))
            self._move([last])
            turn.harmless.append("premature")
            return
        if ending in ("early-lift", "together"):
            turn.harmless.append(ending)
            self._move(first, stay=True)
            if ending == "early-lift" or not self.own_pairs:
                self.table.dice = ()
            if ending == "early-lift":
                turn.signal_s = self.sitting.now_s
            else:
                self._next_throw(turn, together=True)
            self._move([last], stay=True)
            if ending == "together" and self.own_pairs and self.rng.random() < 0.7:
                self.table.dice = tuple(die for die in self.table.dice if die.owner is not turn.side)
            if ending == "together" and turn.planted is None and self.rng.random() < 0.25:
                self._unseen = True
                return  # and the other player's hand is over the board at once
            self._hand_away()
            return
        self._move(shifts)

    def _ending(self, turn: TrueTurn) -> str:
        """How this turn runs into the next one."""
        if self.button:
            return ""
        end = turn.end
        habits, roll = self.habits, self.rng.random()
        if roll < habits.early_lift and turn.planted is None:
            return "early-lift"
        may_run_on = end is not None and end.winner is None and has_to_roll(end, end.on_roll, self._rules())
        if not may_run_on or turn.planted is not None:
            return ""
        roll = self.rng.random()
        if roll < habits.together:
            return "together"
        if self.own_pairs and roll < habits.together + habits.premature:
            return "premature"
        return ""

    def _next_throw(self, turn: TrueTurn, *, together: bool = False) -> None:
        """The opponent throws before this turn is over."""
        side = turn.side.other
        dice = Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
        if not together:
            self._hand()
            self.sitting.wait(0.4)
        self._lay(dice, side)
        if together:
            turn.signal_s = self.sitting.now_s
        else:
            self.sitting.wait(0.2)
            self._hand_away()
        self._thrown = dice

    def _finish(self, turn: TrueTurn) -> None:
        """The end of the turn, and what becomes of it until the next player goes on."""
        if self._thrown is None:
            self._end_turn(turn)
            self._judged(turn)
        elif turn.signal_s is None:  # a premature roll: the dice of this turn are lifted now
            self._sit_back()
            self._lift(turn.side)
            turn.signal_s = self.sitting.now_s
            self._await_clear(turn)
            self._watch(self.rng.uniform(0.2, 1.0))
        else:
            self._await_clear(turn)
            if not self.table.hand:
                self._watch(self.rng.uniform(0.2, 1.5))
                if any(die.owner is turn.side for die in self.table.dice):
                    self._lift(turn.side)
        assert turn.end is not None
        was, now, off = turn.before.off, turn.end.off, self.match.borne_off
        if not turn.stood:
            self.match.borne_off = Stack(off.light + now.light - was.light, off.dark + now.dark - was.dark)

    def _end_turn(self, turn: TrueTurn) -> None:
        end = turn.end
        if self.button:
            self._sit_back()
            turn.signal_s = self.sitting.now_s
            self._await_clear(turn)
            self._press()
            return
        if turn.signal_s is not None:  # lifted early, or ended by a still board
            if "early-lift" in turn.harmless:
                self._await_clear(turn)
            else:
                self._lift()
            return
        both = self.own_pairs and self.rng.random() < self.habits.both_pairs
        if both and end is not None and end.winner is None and has_to_roll(end, turn.side.other, self._rules()):
            turn.harmless.append("both-pairs")
            self._sit_back()
            self._next_throw(turn)
            turn.signal_s = self.sitting.now_s
            self._await_clear(turn)
            self._watch(self.rng.uniform(0.6, 2.0))
            self._lift(turn.side)
            return
        self._sit_back()
        self._lift(signal=turn)
        self._await_clear(turn)

    def _press(self) -> None:
        """The button ends the turn; it may roll for the next one at once."""
        self._rolls_before_end = len(self.sitting.drawn)
        self.sitting.happen(ButtonPressed(self.sitting.now_s))

    def _rolled_at_once(self) -> Dice | None:
        return self.sitting.drawn[-1] if self.button and len(self.sitting.drawn) > self._rolls_before_end else None

    def _sit_back(self) -> None:
        self._watch(self.pace.of(self.pace.sit_back, self.rng))

    def _await_clear(self, turn: TrueTurn) -> None:
        self.sitting.ended.append(turn)

    # --- what follows on the end of a turn ---------------------------------------------------------

    def _judged(self, turn: TrueTurn) -> None:
        """The opponent is about to go on; an illegal play is told, corrected, noticed, or stands."""
        if self._thrown is not None:
            return
        told = self._watch(self.pace.of(self.pace.gap, self.rng), until=Kind.ILLEGAL)
        self._thrown = self._rolled_at_once()
        if turn.planted is None:
            if told:  # falsely
                self._watch(self.pace.of(self.pace.notice, self.rng))
                self._tell_truth()
            return
        if turn.planted in (Reason.CHECKER_COUNT, Reason.DICE_CHANGED) and not told:
            self._watch(3.0, until=Kind.ASKED)
        lies = self.table.position(turn.side.other)
        if (told and self.rng.random() < self.habits.corrects) or lies is None:
            turn.noticed = not told
            self._watch(self.pace.of(self.pace.notice, self.rng))
            self._put_right(turn)
        else:
            turn.end, turn.stood = lies, True

    def _put_right(self, turn: TrueTurn) -> None:
        ends = legal_plays(turn.before, turn.dice, self._rules())
        end, play = players.chosen(turn.before, ends, self.rng)
        self._move(shifts_between(self.table.picture(), picture_of(end)))
        turn.lies.append((self.sitting.now_s, True))
        turn.end, turn.play, turn.corrected = end, play, True
        if self.button:
            self._press()
        self._watch(self.pace.of(self.pace.gap, self.rng) + 1.0)
        self._thrown = self._rolled_at_once()

    def _watch(self, seconds: float, until: Kind | None = None, *, answering: bool = True) -> bool:
        """Time passes, and questions are answered; whether an entry of the kind waited for came."""
        so_far = len(self.sitting.journal)
        begun = self.sitting.now_s
        while True:
            self.sitting.wait(0.2)
            if answering:
                self._answer()
            if until is not None and self.sitting.last(until, so_far) is not None:
                return True
            if self.sitting.now_s - begun >= seconds - 1e-6:
                return False

    def _answer(self) -> None:
        """A person answers what is asked, truly, after a moment."""
        question = self.sitting.state.question
        if question is None:
            self._asked_since = None
            return
        if self._asked_since is None:
            self._asked_since = self.sitting.now_s
        if self.sitting.now_s - self._asked_since < 1.5:
            return
        self._asked_since = None
        choice = self._true_choice(self.sitting.state)
        self.truth.touches += 1
        if choice is None:
            self._tell_truth()
            return
        self.sitting.happen(Answered(choice, self.sitting.now_s))

    def _tell_truth(self) -> None:
        """By touch: the roll as it was, or the play, where what stands on the screen is something else."""
        state = self.sitting.state
        mine = [turn for turn in self.truth.turns[-2:] if turn.side is state.side]
        if not mine or state.turn is None:
            return
        turn = mine[-1]
        if state.turn.dice is None or not state.turn.dice.same_numbers(turn.dice):
            self.sitting.happen(RollEntered(turn.dice.first, turn.dice.second, self.sitting.now_s))
        elif turn.play is not None and turn.signal_s is not None:
            self.sitting.happen(PlayEntered(turn.play.text(), self.sitting.now_s))

    def _true_choice(self, state: State) -> int | None:
        """The number of the answer that is true, None where none is."""
        assert state.question is not None
        said = [k for k, answer in enumerate(state.question.answers) if self._is_true(answer)]
        return said[0] if said else None

    def _turn_meant(self) -> TrueTurn | None:
        """The turn that the standing question is about: one that it names, else that of the side to act."""
        state = self.sitting.state
        if not self.truth.turns:
            return None
        game = [turn for turn in self.truth.turns if turn.game == self.truth.turns[-1].game]
        number = state.question.turn if state.question is not None else 0
        if number:
            return game[number - 1] if number <= len(game) else None
        return next((turn for turn in reversed(game[-2:]) if turn.side is state.side), game[-1])

    def _is_true(self, answer: Answer) -> bool:
        turn = self._turn_meant()
        match answer.meaning:
            case Play():
                return answer.end is not None and self._came_about(answer.end)
            case Dice() as roll:
                return turn is not None and turn.dice.same_numbers(roll)
            case Side() as side:
                return self._winner() is side
            case Result() as result:
                return self._result is result
            case Choice.NO:  # nobody sets the board back, turns it round or gives the game up
                return self._winner() is None
            case _:
                return False

    def _came_about(self, end: Position) -> bool:
        ends = [turn.end for turn in self.truth.turns[-3:] if turn.end is not None]
        return any((end.points, end.bar) == (true.points, true.bar) for true in ends)

    def _winner(self) -> Side | None:
        """Who has won the game that is just over."""
        last = self.truth.acts[-1] if self.truth.acts else None
        return last.side if isinstance(last, TrueWin) else None

    # --- harmless things -------------------------------------------------------------------------

    def _harmless_before(self, turn: TrueTurn, ends: Mapping[Position, Play]) -> None:
        """What people do before they play."""
        habits, rng = self.habits, self.rng
        if rng.random() < habits.camera_gone:
            turn.harmless.append("camera-gone")
            self.sitting.lose_camera()
            self.sitting.wait(60.0)
            self.sitting.regain_camera()
            self._watch(1.0)
        if rng.random() < habits.tried:
            turn.harmless.append("tried")
            self._try_another(turn, ends)
        if rng.random() < habits.hand_left:
            turn.harmless.append("hand-left")
            self._hand(still=True)
            self._watch(rng.uniform(1.0, 6.0))
            self._hand_away()
        if rng.random() < habits.knocked:
            turn.harmless.append("knocked")
            self._knock()
        if rng.random() < habits.dice_aside:
            turn.harmless.append("dice-aside")
            self._hand()
            self.sitting.wait(0.4)
            for k, die in enumerate(self.table.dice):
                put = replace(die, place=self._place(die.owner))
                self.table.dice = (*self.table.dice[:k], put, *self.table.dice[k + 1 :])
            self.sitting.wait(0.4)
            self._hand_away()
            self._watch(rng.uniform(0.4, 2.0))

    def _try_another(self, turn: TrueTurn, ends: Mapping[Position, Play]) -> None:
        before = self.table.picture()
        shifts = list(steps_of(self.rng.choice(list(ends.values())), turn.side))
        if self.rng.random() < 0.4:
            shifts = shifts[: self.rng.randrange(1, len(shifts) + 1)]
        self._move(shifts)
        self._watch(self.rng.uniform(1.0, 4.0))
        self._move(shifts_between(self.table.picture(), before))
        self._watch(self.pace.of(self.pace.think, self.rng) / 2)

    def _knock(self) -> None:
        """A sleeve takes a checker along; it is put straight."""
        side = self.rng.choice(list(Side))
        point = self.rng.choice([p for p in range(1, 25) if self.table.picture()[p].of(side)] or [0])
        if not point:
            return
        to = self.rng.choice([q for q in (point - 1, point + 1, FLOOR) if q == FLOOR or 1 <= q <= 24])
        self._move([Shift(side, point, to)])
        self._watch(self.rng.uniform(0.6, 2.5))
        self._move([Shift(side, to, point)])
        self._watch(self.rng.uniform(0.2, 1.0))

    # --- hands, dice, checkers -------------------------------------------------------------------

    def _hand(self, *, still: bool = False) -> None:
        """A hand comes over the board."""
        self.table.hand, self.table.restless = True, not still
        self.table.covered = tuple(self.rng.sample(range(1, 25), self.rng.randrange(1, 6)))
        self.table.changed()
        self.sitting.wait(0.2)

    def _hand_away(self) -> None:
        self.table.hand, self.table.restless, self.table.covered = False, False, ()
        self.table.changed()

    def _move(self, shifts: Sequence[Shift], *, stay: bool = False) -> None:
        """Checkers are moved one by one; between two of them the hand may leave the board."""
        self._hand()
        for k, shift in enumerate(shifts):
            time_s = self.pace.of(self.pace.move, self.rng)
            self.sitting.wait(time_s / 2)
            self.table.shift(shift)
            self.sitting.wait(time_s / 2)
            if k + 1 < len(shifts) and self.rng.random() < self.habits.pauses and shift.side is shifts[k + 1].side:
                self._hand_away()
                self._watch(self.pace.of(self.pace.between, self.rng))
                self._hand()
        if not stay:
            self._hand_away()

    def _throw(self, side: Side) -> Dice:
        """A roll, which may be cocked at first, or come die by die."""
        rng = self.rng
        if rng.random() < self.habits.cocked:
            self._throw_pair(side, Dice(rng.randint(1, 6), rng.randint(1, 6)), cocked=True)
            self._watch(rng.uniform(0.8, 2.0))
            self._lift(side if self.own_pairs else None)
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        if rng.random() < self.habits.one_by_one:
            self._throw_one(side, dice.first, self._place(side))
            self._watch(rng.uniform(0.4, 1.5))
            self._throw_one(side, dice.second, self._place(side))
        else:
            self._throw_pair(side, dice)
        return dice

    def _throw_pair(self, side: Side, dice: Dice, *, cocked: bool = False) -> None:
        self._hand()
        self.sitting.wait(self.pace.of(self.pace.throw, self.rng))
        self._lay(dice, side, cocked=cocked)
        self.sitting.wait(0.2)
        self._hand_away()

    def _lay(self, dice: Dice, side: Side, *, cocked: bool = False) -> None:
        for value, leans in ((dice.first, cocked), (dice.second, False)):
            self.table.dice += (LyingDie(value, self._place(side), side, leans),)
        self.table.changed()

    def _throw_one(self, side: Side, value: int, place: tuple[float, float]) -> None:
        self._hand()
        self.sitting.wait(0.4)
        self.table.dice += (LyingDie(value, place, side),)
        self.sitting.wait(0.2)
        self._hand_away()

    def _place(self, side: Side) -> tuple[float, float]:
        """Somewhere on the half at the thrower's right hand, away from the other dice."""
        while True:
            x = self.rng.uniform(0.56, 0.94) if side is Side.LIGHT else self.rng.uniform(0.06, 0.44)
            y = self.rng.uniform(0.35, 0.65)
            if all(abs(x - die.place[0]) + abs(y - die.place[1]) > 0.08 for die in self.table.dice):
                return x, y

    def _turn_die(self, value: int, shown: int) -> None:
        """A die is turned over with a finger."""
        turned = next(die for die in self.table.dice if die.value == value)
        self._hand()
        self.sitting.wait(0.4)
        self.table.dice = tuple(replace(die, value=shown) if die is turned else die for die in self.table.dice)
        self.sitting.wait(0.2)
        self._hand_away()
        self._watch(self.rng.uniform(0.8, 2.0))

    def _lift(self, owner: Side | None = None, signal: TrueTurn | None = None) -> None:
        """All dice are taken up, or those of one pair."""
        if not self.table.dice:
            return
        time_s = self.pace.of(self.pace.lift, self.rng)
        self._hand()
        self.sitting.wait(time_s / 2)
        self.table.dice = tuple(die for die in self.table.dice if owner is not None and die.owner is not owner)
        self.table.changed()
        if signal is not None:
            signal.signal_s = self.sitting.now_s
        self.sitting.wait(time_s / 2)
        self._hand_away()
