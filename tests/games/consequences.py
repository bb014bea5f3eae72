"""All that follows from a rule set, over many cases, to see what a changed field changes and what it does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from companion.games.backgammon import Dice, Position, RuleSet, conduct, legal_plays, wording
from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.scoring import Result, points, result
from companion.games.rules import Side, Stack
from companion.match.clock import Clock
from tests.games.boards import board

Case: TypeAlias = tuple[object, ...]
Outcomes: TypeAlias = dict[Case, object]
_SEED: Final = 2026
_ROLLS: Final = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))


def consequences(rules: RuleSet) -> dict[str, Outcomes]:
    """What follows from these rules, by the matter and the case."""
    return {matter: _outcomes(matter, rules) for matter in MATTERS}


def changes(rules: RuleSet, other: RuleSet) -> dict[str, list[Case]]:
    """The cases that go otherwise under the other rules, by the matter; only matters in which any does."""
    found: dict[str, list[Case]] = {}
    for matter in MATTERS:
        before, after = _outcomes(matter, rules), _outcomes(matter, other)
        assert before.keys() == after.keys()
        if differing := [case for case, outcome in before.items() if outcome != after[case]]:
            found[matter] = differing
    return found


def outcome(matter: str, case: Case, rules: RuleSet) -> object:
    return _outcomes(matter, rules)[case]


def cases(matter: str) -> list[Case]:
    return list(_outcomes(matter, RuleSet(name="tournament")))


@cache
def _outcomes(matter: str, rules: RuleSet) -> Outcomes:
    return MATTERS[matter](rules)


def _plays(rules: RuleSet) -> Outcomes:
    return {(position, dice): set(legal_plays(position, dice, rules)) for position, dice in _rolls()}


@cache
def _rolls() -> tuple[tuple[Position, Dice], ...]:
    """Boards on which the rules bite: few checkers before many closed points, and bear-offs from afar."""
    chance = random.Random(_SEED)
    made = [_sparse(chance) if k % 4 else _near_home(chance) for k in range(800)]
    return tuple((position, chance.choice(_ROLLS)) for position in made)


def _sparse(chance: random.Random) -> Position:
    spots = chance.sample(range(1, 25), 9)
    own = spots[: chance.choice((1, 1, 2))]
    closed = spots[2:]
    bar = chance.choice((0, 0, 0, 1))
    light = " ".join([*(f"{point}:{chance.randint(1, 2)}" for point in own), f"bar:{bar}"])
    return _turned(chance, board(light, " ".join(f"{25 - point}:2" for point in closed)))


def _near_home(chance: random.Random) -> Position:
    own = chance.sample(range(1, chance.choice((7, 10, 13))), chance.randint(2, 5))
    free = [point for point in range(1, 25) if point not in own]
    light = " ".join(f"{point}:{chance.randint(1, 3)}" for point in own)
    dark = " ".join(f"{25 - point}:{chance.randint(1, 2)}" for point in chance.sample(free, chance.randint(1, 4)))
    return _turned(chance, board(light, dark))


def _turned(chance: random.Random, position: Position) -> Position:
    return chance.choice((position, position.mirrored()))


FINISHED: Final = {
    "one off": board("", "6:14"),
    "all at home": board("", "6:15"),
    "one in the loser's outer board": board("", "6:14 12:1"),
    "one on the winner's seventh point": board("", "6:14 18:1"),
    "one on the winner's twelfth point": board("", "6:14 13:1"),
    "one in the winner's home": board("", "6:14 19:1"),
    "one on the bar": board("", "6:14 bar:1"),
}
"""Games that Light has won, by where Dark's last checker is."""


def _results(rules: RuleSet) -> Outcomes:
    borne_off = (None, Stack(15, 0), Stack(15, 1))
    return {(name, off): result(FINISHED[name], rules, borne_off=off) for name, off in product(FINISHED, borne_off)}


def _points(rules: RuleSet) -> Outcomes:
    cubes = (Cube(), Cube(4), Cube(2, Side.LIGHT), Cube(8, Side.DARK))
    return {
        (won_as, cube, money): points(won_as, cube, rules, money=money)
        for won_as, cube, money in product(Result, cubes, (False, True))
    }


def _refusals(rules: RuleSet) -> Outcomes:
    cubes = (Cube(), Cube(4), Cube(2, Side.LIGHT), Cube(8, Side.DARK))
    offered = [cube.double(Side.DARK) for cube in cubes]
    offered += [cube.beaver(Side.LIGHT) for cube in offered]
    moments = [
        Moment(on_roll=side, rolled=rolled, rolls=rolls, money=money, crawford=game == 1, post_crawford=game == 2)
        for side, rolled, rolls, money, game in product(
            (None, *Side), (False, True), (Stack(0, 0), Stack(2, 1), Stack(2, 2)), (False, True), range(3)
        )
    ]
    return {
        (act, side, cube, moment): refusal(act, side, cube, moment, rules)
        for act, side, cube, moment in product(Act, Side, (*cubes, *offered), moments)
    }


def _stakes(rules: RuleSet) -> Outcomes:
    return {
        (ties, money): Cube.at_start(rules, ties=ties, money=money).value
        for ties, money in product(range(9), (False, True))
    }


def _faces(rules: RuleSet) -> Outcomes:
    return {(value,): Cube(value).face(rules) for value in (1, 2, 4, 64)}


def _openings(rules: RuleSet) -> Outcomes:
    thrown = {
        ("starter", light, dark, younger): conduct.starter(Stack(light, dark), rules, younger=younger)
        for light, dark, younger in product(range(1, 7), range(1, 7), Side)
    }
    return thrown | {("first roll", dice): conduct.may_open(dice, rules) for dice in _ROLLS}


def _rolls_at_the_table(rules: RuleSet) -> Outcomes:
    areas = [frozenset[RollArea](), *(frozenset({area}) for area in RollArea)]
    rests = [conduct.Rest(flat, on, within) for flat, on, within in product((True, False), (True, False), areas)]
    return {(rest,): (conduct.die_counts(rest, rules), conduct.roll_counts((rest, rest), rules)) for rest in rests}


SHUT_OUT: Final = board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:2")
NOT_SHUT_OUT: Final = board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:1")


def _clock(rules: RuleSet) -> Outcomes:
    reserves: Outcomes = {
        ("reserve", length, light, dark): conduct.reserve_s(length, (light, dark), rules)
        for length, light, dark in product((0, 3, 7), (0, 2), (0, 1, 2))
    }
    begun = replace(Clock.at_start(7, rules=rules), reserve_s=(900.0, 900.0)).running(Side.LIGHT, 0.0)
    charged: Outcomes = {
        ("charged", spent): 900.0 - (begun.left_s(Side.LIGHT, spent) or 0.0) for spent in (0.0, 5.0, 12.0, 13.5, 60.0)
    }
    ended = begun.running(Side.DARK, 5.0)
    gained: Outcomes = {("gained",): (ended.left_s(Side.LIGHT, 5.0) or 0.0) - (begun.left_s(Side.LIGHT, 5.0) or 0.0)}
    lost: Outcomes = {("lost", left): conduct.loses_on_time(left, rules) for left in (-1.0, 0.0, 1.0)}
    return reserves | charged | gained | lost


MATTERS: Final[Mapping[str, Callable[[RuleSet], Outcomes]]] = {
    "plays": _plays,
    "results": _results,
    "points": _points,
    "cube acts": _refusals,
    "stake at the start": _stakes,
    "face of the cube": _faces,
    "opening": _openings,
    "throws in a roll": lambda rules: {(): conduct.throws_in_roll(rules)},
    "whose die": lambda rules: {(): conduct.die_tells_player(rules)},
    "valid rolls": _rolls_at_the_table,
    "premature": lambda rules: {(): conduct.may_be_annulled(rules)},
    "has to roll": lambda rules: {
        (position, side): conduct.has_to_roll(position, side, rules)
        for position, side in product((SHUT_OUT, NOT_SHUT_OUT), Side)
    },
    "end of turn": lambda rules: {(act,): conduct.ends_turn(act, rules) for act in conduct.AtTheTable},
    "illegal play": lambda rules: {
        (acted,): conduct.outcome_of_illegal_play(rules, opponent_acted=acted) for acted in (False, True)
    },
    "told": lambda rules: {(asked,): conduct.players_are_told(rules, asked=asked) for asked in (False, True)},
    "clock": _clock,
    "place of hit checkers": lambda rules: {(): wording.hit_place(rules)},
    "number of a point": lambda rules: {
        (point, side): wording.point_number(point, side, rules) for point, side in product(range(1, 25), Side)
    },
    "colour": lambda rules: {(side,): wording.colour_of(side, rules) for side in Side},
    "direction": lambda rules: {(side,): wording.direction_of(side, rules) for side in Side},
}
