"""Writes the script of a film of a game, step by step: the players' plays, mistakes and habits.

The film's director carries out the steps on a table of its own; afterwards the same script says what
truly happened, for comparison with the companion's record of the film.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from companion.games.backgammon import START, Dice, Play, Position, Reason, legal_plays, picture_of
from companion.games.backgammon.ruleset import STANDARD
from companion.games.rules import Picture, Side
from companion.lab.simulation.acts import Planted, an_act, carried_out, steps_of
from companion.lab.simulation.players import chosen
from companion.lab.simulation.table import Shift, nearest, shifts_between

ScriptStep = dict[str, Any]
"""``do``: throw, carry, lift, turn, cube, reach, knock, straighten or rest; the others are its particulars."""

Chooser = Callable[[Position, Mapping[Position, Play], Random], tuple[Position, Play]]

HABITS: Final = ("tried", "over", "together", "early", "knocked", "hand", "cocked", "tried-wrong")
"""Harmless actions besides plain turns and planted acts."""

_ROLLS: Final = [Dice(a, b) for a in range(1, 7) for b in range(1, a + 1)]
_EVERY: Final = 3
"""An act is planted in about one turn of so many."""
_THINKING_S: Final = (0.0, 0.0, 0.0, 0.2, 0.4, 0.6, 1.0, 2.0)
_LIES_S, _NOTICED_S, _TRIED_S, _HAND_S = 1.0, 2.2, 1.5, 2.0
_HARD: Final = (Reason.LARGER_NUMBER, Reason.BOTH_NUMBERS, Reason.LOWER_CHECKER_OFF, Reason.BAR_FIRST)
"""Acts that few positions allow: done wherever they can be."""
_NEVER_STAND: Final = (Reason.CHECKER_COUNT, Reason.DICE_CHANGED, Reason.HIT_NOT_ON_BAR)
"""Acts that never stand: a checker is missing, or is under the hitter."""


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """One true turn.

    ``act``: the reason key of the planted mistake; ``ended``: corrected or stood.  ``before``: the Position ID, the
    mover on roll; ``end``: after the turn, the opponent on roll.  ``habit``: one of :data:`HABITS`, cube, or empty.
    The steps marked ``signal`` end the turn.
    """

    side: str
    dice: str
    before: str
    end: str
    steps: tuple[ScriptStep, ...]
    act: str | None = None
    ended: str | None = None
    habit: str = ""


@dataclass
class Author:
    """Writes a game turn by turn; the dice are chosen for the acts that are still wanted.

    ``wanted``: the acts still to be planted.  ``fast``: the players run home and bear off early.
    """

    rng: Random
    wanted: set[Reason] = field(default_factory=lambda: set(Reason))
    fast: bool = False

    def write(self, turns: int, acts: int) -> list[ScriptedTurn]:
        """A game of at most so many turns with at most so many acts."""
        self._habits = itertools.cycle(self.rng.sample(HABITS, len(HABITS)))
        self._left, self._since, self._cube = acts, 0, False
        before, written = START, list[ScriptedTurn]()
        while len(written) < turns and before.winner is None:
            opening = not written
            if opening:
                before = Position(before.points, before.bar, before.off, self.rng.choice(list(Side)))
            turn = self._turn(before, opening=opening, last=len(written) + 1 == turns)
            written.append(turn)
            mover = Side(turn.side)
            before = Position.from_id(turn.end, mover.other)
        return joined(written)

    def _turn(self, before: Position, *, opening: bool, last: bool) -> ScriptedTurn:
        due = not opening and not last and self._left > 0 and self._since >= 2
        found = self._planted(before) if due else None
        if found is not None:
            self._since, self._left = 0, self._left - 1
            return self._act_turn(before, *found)
        self._since += 1
        return self._plain_turn(before, self._roll(opening=opening), opening=opening, last=last)

    def _roll(self, *, opening: bool) -> Dice:
        while True:
            low = 2 if self.fast and self.rng.random() < 0.5 else 1
            dice = Dice(self.rng.randint(low, 6), self.rng.randint(low, 6))
            if not (opening and dice.is_double):
                return dice

    def _planted(self, before: Position) -> tuple[Dice, Planted] | None:
        """An act that is still wanted, the hard ones first, and the roll that allows it."""
        found: dict[Reason, tuple[Dice, Planted]] = {}
        for dice in self.rng.sample(_ROLLS, len(_ROLLS)):
            ends = legal_plays(before, dice)
            can_move = any(play.steps for play in ends.values())
            planted = an_act(before, dice, ends, STANDARD, self.rng) if can_move else None
            if planted is not None and planted.kind in self.wanted:
                found.setdefault(planted.kind, (dice, planted))
        hard = [kind for kind in _HARD if kind in found]
        usual = sorted((kind for kind in found if kind not in _HARD), key=lambda kind: kind.value)
        if not hard and (not usual or self._since < _EVERY - 1):
            return None
        kind = hard[0] if hard else self.rng.choice(usual)
        self.wanted.discard(kind)
        return found[kind]

    def _act_turn(self, before: Position, dice: Dice, planted: Planted) -> ScriptedTurn:
        mover = before.on_roll
        wrong = carried_out(picture_of(before), planted.shifts)
        standing = _position_of(wrong, mover.other)
        stands = planted.kind not in _NEVER_STAND and standing is not None and self.rng.random() < 0.4
        steps = [_throw(mover, dice)]
        if planted.turned is not None:
            steps.append({"do": "turn", "side": mover.value, "dice": planted.turned.text()})
        steps += [*_carried(mover, planted.shifts), _rest(0.8), _lift(mover, signal=True), _rest(_NOTICED_S)]
        if stands and standing is not None:
            end = standing
        else:
            end = nearest(wrong, legal_plays(before, dice))
            steps += [*_carried(mover, shifts_between(wrong, picture_of(end))), _rest(1.6)]
        ended = "stood" if stands else "corrected"
        return ScriptedTurn(mover.value, dice.text(), before.id(), end.id(), tuple(steps), planted.kind.value, ended)

    def _plain_turn(self, before: Position, dice: Dice, *, opening: bool, last: bool) -> ScriptedTurn:
        mover, (end, play) = before.on_roll, self._chosen(before, dice)
        shifts = steps_of(play, mover)
        habit = "" if opening or self.rng.random() < 0.45 else next(self._habits)
        steps = self._habitual(habit, before, dice, end, shifts)
        if last and habit in ("over", "together"):
            steps = None
        if steps is None:
            habit, steps = "", _usual(mover, dice, shifts, self.rng)
        if not self._cube and not opening and habit == "" and self._since > 1 and self.rng.random() < 0.35:
            habit, self._cube = "cube", True
            steps = [*_doubled(mover), *steps]
        if opening:
            steps[0] = {**steps[0], "each": True}
        return ScriptedTurn(mover.value, dice.text(), before.id(), end.id(), tuple(steps), habit=habit)

    def _habitual(
        self, habit: str, before: Position, dice: Dice, end: Position, shifts: Sequence[Shift]
    ) -> list[ScriptStep] | None:
        """The steps of a turn with a harmless action; None if the turn has no room for it."""
        mover = before.on_roll
        throw, lift = _throw(mover, dice), [_rest(0.8), _lift(mover, signal=True), _rest(0.8)]
        carry = _carried(mover, shifts)
        match habit:
            case "tried" | "tried-wrong" if shifts:
                other = self._tried(before, dice, end, wrong=habit == "tried-wrong")
                if other is None:
                    return None
                tried = carried_out(picture_of(before), other)
                back = _carried(mover, shifts_between(tried, picture_of(end)))
                return [throw, *_carried(mover, other), _rest(_TRIED_S), *back, *lift]
            case "early" if len(shifts) > 1:
                first, rest = _carried(mover, shifts[:1]), _carried(mover, shifts[1:])
                return [
                    throw,
                    {**first[0], "stays": True},
                    {**_lift(mover, signal=True), "stays": True},
                    *rest,
                    _rest(1.0),
                ]
            case "knocked" if shifts:
                straighten = {"do": "straighten", "side": mover.value}
                return [throw, {**carry[0], "knocks": True}, _rest(_TRIED_S), straighten, *lift]
            case "hand" if shifts:
                return [throw, *carry, _rest(0.6), {"do": "reach", "side": mover.value, "s": _HAND_S}, *lift]
            case "cocked":
                spoilt = {**_throw(mover, Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))), "cocked": True}
                return [spoilt, _lift(mover, signal=False), throw, *carry, *lift]
            case "over" if shifts:
                return [throw, {**carry[0], "meanwhile": True}, _rest(0.8), _lift(mover, signal=False), _rest(0.6)]
            case "together" if len(shifts) > 1:
                first, rest = _carried(mover, shifts[:1]), _carried(mover, shifts[1:])
                lifted = {**_lift(mover, signal=False), "stays": True}
                return [throw, {**first[0], "stays": True}, lifted, {**rest[0], "meanwhile": True, "at_once": True}]
        return None

    def _tried(self, before: Position, dice: Dice, end: Position, *, wrong: bool) -> Sequence[Shift] | None:
        """A play that is shown and then changed: another legal one, or a mistake that the player sees by himself."""
        ends = legal_plays(before, dice)
        if not any(play.steps for play in ends.values()):
            return None
        if wrong:
            planted = an_act(before, dice, ends, STANDARD, self.rng)
            fine = planted is not None and planted.turned is None and planted.kind is not Reason.CHECKER_COUNT
            return planted.shifts if planted is not None and fine and planted.shifts else None
        others = [play for other, play in ends.items() if other != end and play.steps]
        return steps_of(self.rng.choice(others), before.on_roll) if others else None

    def _chosen(self, before: Position, dice: Dice) -> tuple[Position, Play]:
        ends = legal_plays(before, dice)
        choose: Chooser = _running if self.fast else chosen
        return choose(before, ends, self.rng)


def joined(turns: Sequence[ScriptedTurn]) -> list[ScriptedTurn]:
    """The same turns with early rolls in their places among the steps."""
    result: list[ScriptedTurn] = []
    early = False
    for turn, after in itertools.zip_longest(turns, turns[1:]):
        steps = list(turn.steps)
        if early:  # its dice are on the board since the turn before
            throw = next(k for k, step in enumerate(steps) if step["do"] == "throw" and not step.get("cocked"))
            del steps[: throw + 1]
            turn = replace(turn, habit="" if turn.habit in ("cocked", "cube") else turn.habit)
        early = False
        for k, step in enumerate(steps):
            if step.get("meanwhile"):
                assert after is not None, "the last turn has no opponent who throws too early"
                steps[k] = {**step, "meanwhile": [after.side, after.dice], "signal": True}
                early = True
        result.append(replace(turn, steps=tuple(steps)))
    return result


def script(seed: int, *, fast: bool, turns: int, acts: int, wanted: Iterable[Reason] = tuple(Reason)) -> dict[str, Any]:
    """A whole script as written to a file: the same seed, the same game."""
    author = Author(Random(seed), set(wanted), fast)
    pace = Random(f"{seed} pace")
    return {"seed": seed, "turns": [_as_json(_paced(turn, pace)) for turn in author.write(turns, acts)]}


def _paced(turn: ScriptedTurn, pace: Random) -> ScriptedTurn:
    """The same turn, its pauses as long as people make them: now and then they think."""
    steps = tuple(
        {**step, "s": round(step["s"] + pace.choice(_THINKING_S), 1)} if step["do"] in ("throw", "rest") else step
        for step in turn.steps
    )
    return replace(turn, steps=steps) if turn.act is None else turn


def _as_json(turn: ScriptedTurn) -> dict[str, Any]:
    return {name: getattr(turn, name) for name in ScriptedTurn.__slots__} | {"steps": list(turn.steps)}


def _usual(mover: Side, dice: Dice, shifts: Sequence[Shift], rng: Random) -> list[ScriptStep]:
    gap = [] if rng.random() < 0.2 else [_rest(rng.choice((0.6, 0.8, 1.0)))]
    rest = _rest(rng.choice((0.6, 0.8, 1.2)))
    return [_throw(mover, dice), *_carried(mover, shifts), rest, _lift(mover, signal=True), *gap]


def _doubled(mover: Side) -> list[ScriptStep]:
    offer = {"do": "cube", "side": mover.value, "place": "offered", "value": 2, "owner": None}
    take = {"do": "cube", "side": mover.other.value, "place": "owned", "value": 2, "owner": mover.other.value}
    return [offer, _rest(1.6), take, _rest(1.4)]


def _throw(mover: Side, dice: Dice) -> ScriptStep:
    return {"do": "throw", "side": mover.value, "dice": dice.text(), "s": _LIES_S}


def _lift(mover: Side, *, signal: bool) -> ScriptStep:
    return {"do": "lift", "side": mover.value} | ({"signal": True} if signal else {})


def _rest(seconds: float) -> ScriptStep:
    return {"do": "rest", "s": seconds}


def _carried(mover: Side, shifts: Sequence[Shift]) -> list[ScriptStep]:
    ways = [[shift.side.value, shift.start, shift.end] for shift in shifts]
    return [{"do": "carry", "side": mover.value, "ways": ways}] if ways else []


def _running(before: Position, ends: Mapping[Position, Play], rng: Random) -> tuple[Position, Play]:
    """The play that brings most home and leaves the opponent alone."""

    def worth(item: tuple[Position, Play]) -> float:
        end, play = item
        own = end.counts(before.on_roll)
        far = sum(math.pow(max(point - 6, 0), 1.3) * own[point - 1] for point in range(1, 26))
        return -far - 12.0 * sum(step.hit for step in play.steps) + rng.random()

    return max(ends.items(), key=worth)


def _position_of(picture: Picture, on_roll: Side) -> Position | None:
    points = [picture[point] for point in range(1, 25)]
    if any(light and dark for light, dark in points):
        return None
    position = Position(tuple(light - dark for light, dark in points), picture[0], picture[25], on_roll)
    fifteen = all(position.checkers(side) + position.off.of(side) == 15 for side in Side)
    return position if fifteen else None


def planned(turns: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """(reason key, how it ended) of the acts in a script."""
    for turn in turns:
        if turn["act"]:
            yield turn["act"], turn["ended"]
