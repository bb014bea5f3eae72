"""Makes games from a seed in which everything happens that a record can hold.

Players mostly play by the rules; now and then a play is illegal and condoned, or uncertain, a turn is passed, a double
is beavered, a resignation refused, or the board is set up again.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import START, CheckerMove, Dice, Play, Position, legal_plays
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.plays import is_closed_out
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.match import (
    Accept,
    Action,
    Double,
    Drop,
    Game,
    Match,
    MatchScore,
    Pass,
    Placed,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)

MOST_TURNS: Final = 60
MOST_IN_A_ROW: Final = 8  # times the cube: a double, a beaver and a raccoon
ILLEGAL, UNCERTAIN, PASSED, PLACED, DOUBLED, RESIGNED, KEPT = 0.2, 0.05, 0.03, 0.03, 0.06, 0.03, 0.1


def wild_match(seed: int, *, games: int = 3, most_turns: int = MOST_TURNS, set_up: bool = True) -> Match:
    """A match or a money session of so many games; ``set_up``: in some a board is set up."""
    chance = random.Random(seed)
    length = chance.choice([0, 0, 5, 7, 25])
    played = tuple(wild_game(chance, most_turns, money=length == 0, set_up=set_up) for _ in range(games))
    names = (chance.choice(["Anna", "Źdźbło, O'Neill", "A]\\b", "  : 7 "]), chance.choice(["Ben", "", "名人"]))
    header = chance.choice([{}, {"EventDate": "2026.11.20", "Event": "Klub: 3"}, {"A:b]": "c:d\\", "Site": "Košice"}])
    return Match(names, length, played, chance.choice(["tournament", "gamez"]), header)


def wild_game(chance: random.Random, most_turns: int, *, money: bool, set_up: bool) -> Game:
    """A game with everything in it."""
    starts = [START, START, replace(START, on_roll=Side.DARK), _one_missing()]
    start = chance.choice(starts if set_up else starts[:3])
    table = _Play(chance, start, cube=chance.choice([1, 2, 4]) if money else 1, placed=PLACED if set_up else 0)
    while table.winner is None and len(table.actions) < most_turns:
        table.turn()
    win = Win(table.winner, chance.randint(1, 3)) if table.winner else None
    indices = [index for index in range(-1, len(table.actions)) if chance.random() < KEPT]
    score = (0, 0) if money else (chance.randint(0, 3), chance.randint(0, 3))
    return Game(score, tuple(table.actions), win, False, start, table.start_cube, {i: _kept(chance) for i in indices})


class _Play:
    def __init__(self, chance: random.Random, start: Position, *, cube: int, placed: float) -> None:
        self.chance = chance
        self.placed = placed
        self.actions: list[Action] = []
        self.position = start
        self.start_cube = self.cube = cube
        self.owner: Side | None = None
        self.winner: Side | None = None

    def turn(self) -> None:
        side = self.position.on_roll
        if self.actions and self.owner in (None, side) and self.cube < 64 and self.chance.random() < DOUBLED:
            self._double(side)
        if self.winner is None and self.chance.random() < RESIGNED:
            self._resign(side)
        if self.winner is not None:
            return
        if self.actions and (is_closed_out(self.position, side) or self.chance.random() < PASSED):
            self.actions.append(Pass(side))
            self.position = replace(self.position, on_roll=side.other)
        else:
            self._roll(side)
        if self.winner is None and self.chance.random() < self.placed:
            self._place()

    def _double(self, side: Side) -> None:
        by, before = side, self.cube
        while True:
            self.cube *= 2
            self.actions.append(Double(by, self.cube))
            answer = self.chance.choice(["take", "take", "double", "drop"])
            if answer == "double" and self.cube >= MOST_IN_A_ROW * before:
                answer = "take"  # nobody answers a raccoon with one more
            if answer == "take":
                self.actions.append(Take(by.other))
                self.owner = by.other
                return
            if answer == "drop" or self.cube > 16:
                self.actions.append(Drop(by.other))
                self.winner = by
                return
            by = by.other

    def _resign(self, side: Side) -> None:
        self.actions.append(Resign(side, self.chance.choice(list(Result))))
        if self.chance.random() < 0.5:
            self.actions.append(Refuse(side.other))
        else:
            self.actions.append(Accept(side.other))
            self.winner = side.other

    def _roll(self, side: Side) -> None:
        dice = Dice(self.chance.randint(1, 6), self.chance.randint(1, 6))
        legal = legal_plays(self.position, dice)
        end, play = self.chance.choice(list(legal.items()))
        standing = MatchScore.LEGAL
        if self.chance.random() < ILLEGAL and (illegal := self._illegal(legal)):
            end, play = illegal
            standing = MatchScore.ILLEGAL
        elif self.chance.random() < UNCERTAIN:
            standing = MatchScore.UNCERTAIN
        self.actions.append(Roll(side, dice, play, standing))
        self.position = end
        self.winner = end.winner

    def _illegal(self, legal: dict[Position, Play]) -> tuple[Position, Play] | None:
        steps = []
        for _ in range(self.chance.choice([1, 2, 2, 5])):
            start = self.chance.randint(1, 25)
            steps.append(CheckerMove(start, self.chance.randint(0, start - 1)))
        try:
            end = resolve(self.position, Play(tuple(steps)))
        except InputError:
            return None
        if end in legal or any(known.ways() == Play(tuple(steps)).ways() for known in legal.values()):
            return None
        return end, Play(tuple(steps))

    def _place(self) -> None:
        dice = Dice(self.chance.randint(1, 6), self.chance.randint(1, 6))
        end = self.chance.choice(list(legal_plays(self.position, dice)))
        on_roll = self.chance.choice(list(Side))
        if end.winner is None and end.points != self.position.points:
            self.position = replace(end, on_roll=on_roll)
            self.actions.append(Placed(self.position))


def _one_missing() -> Position:
    """The start without one of White's checkers on the mid-point: played with 14, none of them borne off."""
    points = tuple(count - (number == 13) for number, count in enumerate(START.points, start=1))
    return Position(points, START.bar, Stack(0, 0), Side.LIGHT)


def _kept(chance: random.Random) -> dict[str, tuple[str, ...]]:
    every = {
        "C": ("Good: play\\]\nof two lines",),
        "A": ("0", "hefe E ver 3 0.5", "xwwr"),
        "LU": ("0.00186",),
        "ZZ": ("",),
        "LB": (r"a\:b:c",),
    }
    return {name: every[name] for name in chance.sample(sorted(every), chance.randint(1, 3))}
