"""Plays random games, with cube actions, as match values: the seed makes them the same every time."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from companion.games.backgammon import START, Dice, Play, Position, legal_plays
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.scoring import Result, points_won
from companion.games.rules import Side
from companion.record.match import Accept, Action, Double, Drop, Game, Match, Refuse, Resign, Roll, Take, Win
from companion.record.scores import is_crawford, score_after

DOUBLES_ONE_TURN_IN = 12
DROPS_ONE_DOUBLE_IN = 4


@cache
def random_match(seed: int, length: int, *, games: int = 100) -> Match:
    """A match to ``length`` points (0: a money session), at most so many games."""
    chance = random.Random(seed)
    played: list[Game] = []
    score = (0, 0)
    while len(played) < games and not (length and max(score) >= length):
        crawford = is_crawford(length, score, [game.score for game in played])
        # Somebody within reach of winning the match leaves the cube alone in this simple world.
        game = random_game(chance, Game(score, crawford=crawford), cube_used=not crawford and length != 1)
        played.append(game)
        score = score_after(game)
    names = (f"Anna {seed}", "Łukasz O'Neill")
    return Match(names, length, tuple(played), header={"EventDate": "2026.11.20", "Event": "Club evening"})


def random_game(chance: random.Random, game: Game, *, cube_used: bool) -> Game:
    actions: list[Action] = []
    cube, owner = 1, None
    position, dice = _opening(chance)
    while True:
        end, play = chance.choice(list(legal_plays(position, dice).items()))
        actions.append(Roll(position.on_roll, dice, play))
        if end.winner is not None:
            side, points = points_won(end, cube=Cube(cube, owner))
            return replace(game, actions=tuple(actions), win=Win(side, points))
        position, dice = end, _roll(chance)
        side = position.on_roll
        if cube_used and cube < 64 and owner in (None, side) and chance.randrange(DOUBLES_ONE_TURN_IN) == 0:
            actions.append(Double(side, 2 * cube))
            if chance.randrange(DROPS_ONE_DOUBLE_IN) == 0:
                return replace(game, actions=(*actions, Drop(side.other)), win=Win(side, cube))
            actions.append(Take(side.other))
            cube, owner = 2 * cube, side.other


def game_of(*turns: str, **facts: Any) -> Game:
    """A game from lines such as ``light 31 8/5 6/5``, ``dark double 2``, ``light take``,
    ``dark resign gammon``, ``light accept``; facts as of :class:`Game`."""
    return Game(actions=tuple(_action(turn) for turn in turns), **facts)


def _action(turn: str) -> Action:
    side_word, word, *rest = turn.split(" ", 2)
    side = Side(side_word)
    match word:
        case "double":
            return Double(side, int(rest[0]))
        case "take":
            return Take(side)
        case "drop":
            return Drop(side)
        case "resign":
            return Resign(side, Result[rest[0].upper()])
        case "accept":
            return Accept(side)
        case "refuse":
            return Refuse(side)
    return Roll(side, Dice.from_text(word), Play.from_text(rest[0]) if rest else None)


def _opening(chance: random.Random) -> tuple[Position, Dice]:
    first, second = chance.sample(range(1, 7), 2)
    return replace(START, on_roll=Side.LIGHT if first > second else Side.DARK), Dice(first, second)


def _roll(chance: random.Random) -> Dice:
    return Dice(chance.randint(1, 6), chance.randint(1, 6))
