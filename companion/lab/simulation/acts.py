"""Carries out the fifteen illegal acts that a referee names: each leaves a board that is no legal end of the roll.

An act is made up, carried out on a copy of the board, and kept only if :func:`explain` calls it illegal for exactly
that reason, with the borne-off checkers in sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from companion.games.backgammon import Dice, Play, Position, Reason, explain, legal_plays, picture_of
from companion.games.backgammon.generator import advance, starts
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.table import spot_of
from companion.games.rules import BAR, TRAY, Picture, Side, Stack
from companion.lab.simulation.table import FLOOR, Shift

Way = tuple[int, int]
"""A checker's way in the mover's own numbering: 25 = the bar, 0 = off."""

_BAR: Final = 25
_TRIES: Final = 12
_WHERE_POSSIBLE: Final = 0.8
# So much rather than others an act is done where the position allows it: most positions do not.
_SELDOM: Final = {
    Reason.LARGER_NUMBER: 60.0,
    Reason.BOTH_NUMBERS: 60.0,
    Reason.LOWER_CHECKER_OFF: 20.0,
    Reason.BEAR_OFF_OUTSIDE: 12.0,
    Reason.BAR_FIRST: 12.0,
    Reason.HIT_NOT_ON_BAR: 3.0,
    Reason.BLOCKED_POINT: 1.5,
    Reason.CHECKER_COUNT: 0.5,
    Reason.DICE_CHANGED: 0.5,
}


@dataclass(frozen=True, slots=True)
class SimulatedTurn:
    """A roll before it is played, and the dice by which an act is thought up."""

    before: Position
    dice: Dice
    ends: Mapping[Position, Play]
    rng: Random


@dataclass(frozen=True, slots=True)
class Planted:
    """An illegal act in place of a legal play.  ``turned``: the faces of turned dice."""

    kind: Reason
    shifts: tuple[Shift, ...]
    turned: Dice | None = None


def steps_of(play: Play, mover: Side) -> tuple[Shift, ...]:
    """A legal play, checker by checker; a hit checker goes to the bar first."""
    shifts: list[Shift] = []
    for step in play.steps:
        end = spot_of(step.end, mover)
        if step.hit:
            shifts.append(Shift(mover.other, end, BAR))
        shifts.append(Shift(mover, spot_of(step.start, mover), end))
    return tuple(shifts)


def carried_out(picture: Picture, shifts: Sequence[Shift]) -> Picture:
    """The board once these shifts are made; what is put on the floor is gone."""
    counts = {spot: [stack.light, stack.dark] for spot, stack in picture.items()}
    counts[FLOOR] = [0, 0]
    for shift in shifts:
        side = 0 if shift.side is Side.LIGHT else 1
        counts[shift.start][side] -= 1
        counts[shift.end][side] += 1
    if any(min(pair) < 0 for pair in counts.values()):
        raise ValueError("a checker is taken from where none lies")
    return {spot: Stack(*counts[spot]) for spot in picture}


def an_act(before: Position, dice: Dice, ends: Mapping[Position, Play], rules: RuleSet, rng: Random) -> Planted | None:
    """One of the acts that this turn allows, the seldom ones first; None where hardly any is possible."""
    turn = SimulatedTurn(before, dice, ends, rng)
    kinds = sorted(Reason, key=lambda kind: -(rng.random() ** (1 / _SELDOM.get(kind, 1.0))))
    for kind in kinds:
        for planted in islice(_MAKERS[kind](turn), _TRIES):
            if _is_that_act(before, dice, planted, rules):
                return planted
    return None


def seldom_act(
    before: Position, dice: Dice, ends: Mapping[Position, Play], rules: RuleSet, rng: Random
) -> Planted | None:
    """An act that hardly any position allows, nearly always where this one does."""
    turn = SimulatedTurn(before, dice, ends, rng)
    for kind in (Reason.LARGER_NUMBER, Reason.BOTH_NUMBERS):
        for planted in islice(_MAKERS[kind](turn), 1):
            if rng.random() < _WHERE_POSSIBLE and _is_that_act(before, dice, planted, rules):
                return planted
    return None


def _is_that_act(before: Position, dice: Dice, planted: Planted, rules: RuleSet) -> bool:
    try:
        after = carried_out(picture_of(before), planted.shifts)
    except ValueError:
        return False
    said = explain(before, dice, after, rules, shown=planted.turned)
    if said is None or said.reason is not planted.kind:
        return False
    unseen = {spot: stack for spot, stack in after.items() if spot != TRAY}
    return explain(before, dice, unseen, rules, shown=planted.turned) is not None


# --- the makers: each gives one attempt after another ---------------------------------------------


def _plays(before: Position, ends: Mapping[Position, Play], rng: Random) -> Iterator[list[Shift]]:
    plays = list(ends.values())
    while True:
        yield list(steps_of(rng.choice(plays), before.on_roll))


def _ways(before: Position, ways: Sequence[Way]) -> tuple[Shift, ...]:
    """The mover's checkers taken these ways; blots that they land on go to the bar."""
    mover, counts = before.on_roll, [-n for n in view_of(before)]
    shifts = []
    for start, end in ways:
        spot = spot_of(end, mover)
        if 0 < end < _BAR and counts[end] == 1:
            shifts.append(Shift(mover.other, spot, BAR))
            counts[end] = 0
        shifts.append(Shift(mover, spot_of(start, mover), spot))
    return tuple(shifts)


def _play_as_ways(play: Play) -> list[Way]:
    return [(step.start, step.end) for step in play.steps]


def _some_play(ends: Mapping[Position, Play], rng: Random) -> list[Way]:
    return _play_as_ways(rng.choice(list(ends.values())))


def _own(before: Position) -> list[int]:
    view = view_of(before)
    return [point for point in range(1, 25) if view[point] > 0]


def _checker_count(turn: SimulatedTurn) -> Iterator[Planted]:
    for shifts in _plays(turn.before, turn.ends, turn.rng):
        after = carried_out(picture_of(turn.before), shifts)
        side = turn.rng.choice(list(Side))
        spots = [spot for spot in range(1, 25) if after[spot].of(side)]
        if spots:
            yield Planted(Reason.CHECKER_COUNT, (*shifts, Shift(side, turn.rng.choice(spots), FLOOR)))


def _dice_changed(turn: SimulatedTurn) -> Iterator[Planted]:
    while True:
        turned = turn.rng.choice(
            [number for number in range(1, 7) if number not in (turn.dice.first, 7 - turn.dice.first)]
        )
        shown = Dice(turned, turn.dice.second)
        plays = [play for end, play in legal_plays(turn.before, shown).items() if end not in turn.ends and play.steps]
        if plays:
            yield Planted(Reason.DICE_CHANGED, steps_of(turn.rng.choice(plays), turn.before.on_roll), shown)
        else:
            yield Planted(Reason.DICE_CHANGED, (), shown)


def _opponent_moved(turn: SimulatedTurn) -> Iterator[Planted]:
    other = turn.before.on_roll.other
    for shifts in _plays(turn.before, turn.ends, turn.rng):
        after = carried_out(picture_of(turn.before), shifts)
        point = turn.rng.choice([point for point in range(1, 25) if after[point].of(other)] or [0])
        to = point + turn.rng.choice((-3, -2, -1, 1, 2, 3))
        if point and to in range(1, 25) and not after[to].of(turn.before.on_roll):
            yield Planted(Reason.OPPONENT_MOVED, (*shifts, Shift(other, point, to)))
        else:
            yield Planted(Reason.OPPONENT_MOVED, tuple(shifts))


def _hit_not_on_bar(turn: SimulatedTurn) -> Iterator[Planted]:
    hitting = [play for play in turn.ends.values() if any(step.hit for step in play.steps)]
    while hitting:
        shifts = list(steps_of(turn.rng.choice(hitting), turn.before.on_roll))
        k = turn.rng.choice([k for k, shift in enumerate(shifts) if shift.side is not turn.before.on_roll])
        if turn.rng.random() < 0.5:
            del shifts[k]  # it stays under the hitter
        else:
            shifts[k] = Shift(shifts[k].side, shifts[k].start, TRAY)
        yield Planted(Reason.HIT_NOT_ON_BAR, tuple(shifts))


def _own_on_bar(turn: SimulatedTurn) -> Iterator[Planted]:
    while True:
        ways = _some_play(turn.ends, turn.rng)
        k = turn.rng.randrange(len(ways))
        ways[k] = (ways[k][0], _BAR)
        yield Planted(Reason.OWN_ON_BAR, _ways(turn.before, ways))


def _backward(turn: SimulatedTurn) -> Iterator[Planted]:
    view = view_of(turn.before)
    while True:
        ways = _some_play(turn.ends, turn.rng)
        k = turn.rng.randrange(len(ways))
        start = turn.rng.choice([*_own(turn.before), ways[k][0]])
        end = start + (ways[k][0] - ways[k][1])
        if 0 < start < end < _BAR and view[end] >= -1:
            ways[k] = (start, end)
        yield Planted(Reason.BACKWARD, _ways(turn.before, ways))


def _bar_first(turn: SimulatedTurn) -> Iterator[Planted]:
    view = view_of(turn.before)
    while view[_BAR] and _own(turn.before):
        numbers = turn.rng.sample(turn.dice.numbers[:2], turn.rng.choice((1, 2)))
        ways = [(start, start - n) for n in numbers for start in [turn.rng.choice(_own(turn.before))]]
        if all(end > 0 and view[end] >= -1 for _, end in ways):
            yield Planted(Reason.BAR_FIRST, _ways(turn.before, ways))
        else:
            yield Planted(Reason.BAR_FIRST, ())


def _bear_off_outside(turn: SimulatedTurn) -> Iterator[Planted]:
    """The number takes a checker off that has it before it, though others are not home yet."""
    view = view_of(turn.before)
    fitting = [(n, n) for n in set(turn.dice.numbers) if view[n] > 0]
    while fitting and not view[_BAR] and (_own(turn.before)[-1] > 6):
        n, start = turn.rng.choice(fitting)
        yield Planted(
            Reason.BEAR_OFF_OUTSIDE, _ways(turn.before, _with_rest(turn.before, turn.dice, (start, 0), n, turn.rng))
        )


def _lower_checker_off(turn: SimulatedTurn) -> Iterator[Planted]:
    view, own = view_of(turn.before), _own(turn.before)
    lower = [(n, start) for n in set(turn.dice.numbers) for start in own[:-1] if start < n]
    while lower and not view[_BAR] and own[-1] <= 6:
        n, start = turn.rng.choice(lower)
        yield Planted(
            Reason.LOWER_CHECKER_OFF, _ways(turn.before, _with_rest(turn.before, turn.dice, (start, 0), n, turn.rng))
        )


def _with_rest(before: Position, dice: Dice, way: Way, number: int, rng: Random) -> list[Way]:
    """A way, then the other numbers of the roll played as they may be."""
    board = list(view_of(before))
    board[way[0]] -= 1
    ways, left = [way], list(dice.numbers)
    left.remove(number)
    for other in left:
        possible = starts(board, other, 6)
        if not possible:
            break
        start = rng.choice(possible)
        advance(board, start, other)
        ways.append((start, max(start - other, 0)))
    return ways


def _blocked_point(turn: SimulatedTurn) -> Iterator[Planted]:
    view, (a, b) = view_of(turn.before), turn.dice.numbers[:2]
    own = [_BAR] if view[_BAR] else _own(turn.before)
    landing = [(n, s) for n in {a, b} for s in own if s - n > 0 and view[s - n] <= -2]
    passing = [
        s for s in own if s > a + b and view[s - a] <= -2 and view[s - b] <= -2 and view[s - a - b] >= -1
    ]  # fmt: skip
    while landing or passing:
        if passing and (not landing or turn.rng.random() < 0.6):
            start = turn.rng.choice(passing)
            rest = [(start, start - a - b)]
            if turn.dice.is_double:
                rest = _with_rest(turn.before, Dice(a, b), rest[0], a, turn.rng)[:3]
            yield Planted(Reason.BLOCKED_POINT, _ways(turn.before, rest))
        else:
            n, start = turn.rng.choice(landing)
            yield Planted(
                Reason.BLOCKED_POINT,
                _ways(turn.before, _with_rest(turn.before, turn.dice, (start, start - n), n, turn.rng)),
            )


def _wrong_distance(turn: SimulatedTurn) -> Iterator[Planted]:
    view = view_of(turn.before)
    while True:
        ways = _some_play(turn.ends, turn.rng)
        k = turn.rng.randrange(len(ways))
        start, end = ways[k]
        other = end + turn.rng.choice((-2, -1, 1, 2))
        if 0 < other < min(start, _BAR) and view[other] >= -1:
            ways[k] = (start, other)
        yield Planted(Reason.WRONG_DISTANCE, _ways(turn.before, ways))


def _wrong_number(turn: SimulatedTurn) -> Iterator[Planted]:
    """Moved once more than the dice allow, or nothing moved at all."""
    while True:
        play = turn.rng.choice(list(turn.ends.values()))
        board, n = list(view_of(turn.before)), turn.rng.choice(turn.dice.numbers)
        for step in play.steps:
            advance(board, step.start, step.start - step.end if step.end else step.start)
        possible = [start for start in starts(board, n, 6) if start > n]
        if turn.rng.random() < 0.2 or not possible:
            yield Planted(Reason.WRONG_NUMBER_OF_MOVES, ())
        else:
            start = turn.rng.choice(possible)
            yield Planted(Reason.WRONG_NUMBER_OF_MOVES, _ways(turn.before, [*_play_as_ways(play), (start, start - n)]))


def _larger_number(turn: SimulatedTurn) -> Iterator[Planted]:
    smaller, larger = sorted((turn.dice.first, turn.dice.second))
    most = max(len(play.steps) for play in turn.ends.values())
    possible = starts(view_of(turn.before), smaller, 6) if most == 1 and smaller < larger else []
    while possible:
        start = turn.rng.choice(possible)
        yield Planted(Reason.LARGER_NUMBER, _ways(turn.before, [(start, max(start - smaller, 0))]))


def _move_left(turn: SimulatedTurn) -> Iterator[Planted]:
    while True:
        ways = _some_play(turn.ends, turn.rng)
        yield Planted(
            Reason.MOVE_LEFT, _ways(turn.before, ways[: turn.rng.randrange(1, len(ways))] if len(ways) > 1 else [])
        )


def _both_numbers(turn: SimulatedTurn) -> Iterator[Planted]:
    """A number is played so that the other one cannot be, though another order would have allowed both."""
    if turn.dice.is_double or max(len(play.steps) for play in turn.ends.values()) < 2:
        return
    spoilt: list[Way] = []
    for n, other in ((turn.dice.first, turn.dice.second), (turn.dice.second, turn.dice.first)):
        for start in starts(view_of(turn.before), n, 6):
            board = list(view_of(turn.before))
            advance(board, start, n)
            if not starts(board, other, 6):
                spoilt.append((start, max(start - n, 0)))
    while spoilt:
        yield Planted(Reason.BOTH_NUMBERS, _ways(turn.before, [turn.rng.choice(spoilt)]))


_MAKERS: Final = {
    Reason.CHECKER_COUNT: _checker_count,
    Reason.DICE_CHANGED: _dice_changed,
    Reason.OPPONENT_MOVED: _opponent_moved,
    Reason.HIT_NOT_ON_BAR: _hit_not_on_bar,
    Reason.OWN_ON_BAR: _own_on_bar,
    Reason.BACKWARD: _backward,
    Reason.BAR_FIRST: _bar_first,
    Reason.BEAR_OFF_OUTSIDE: _bear_off_outside,
    Reason.LOWER_CHECKER_OFF: _lower_checker_off,
    Reason.BLOCKED_POINT: _blocked_point,
    Reason.WRONG_DISTANCE: _wrong_distance,
    Reason.WRONG_NUMBER_OF_MOVES: _wrong_number,
    Reason.LARGER_NUMBER: _larger_number,
    Reason.MOVE_LEFT: _move_left,
    Reason.BOTH_NUMBERS: _both_numbers,
}
