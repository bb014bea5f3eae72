"""Matches of people who play anything that is legal: quick to make, and the same for the same seed."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import legal_plays
from companion.games.backgammon.position import START
from companion.games.backgammon.scoring import points_won
from companion.games.rules import Side
from companion.record.match import Game, Match, Roll, Win
from companion.record.scores import is_crawford, score_after


def random_match(chance: random.Random, names: tuple[str, str], length: int) -> Match:
    """Return a match to so many points, in which nobody doubles."""
    games: list[Game] = []
    score = (0, 0)
    while max(score) < length:
        game = _game(chance, Game(score, crawford=is_crawford(length, score, [game.score for game in games])))
        games.append(game)
        score = score_after(game)
    return Match(names, length, tuple(games))


def _game(chance: random.Random, game: Game) -> Game:
    rolls: list[Roll] = []
    first = chance.sample(range(1, 7), 2)
    position, dice = replace(START, on_roll=chance.choice(list(Side))), Dice(*first)
    while True:
        end, play = chance.choice(list(legal_plays(position, dice).items()))
        rolls.append(Roll(position.on_roll, dice, play))
        if end.winner is not None:
            side, points = points_won(end)
            return replace(game, actions=tuple(rolls), win=Win(side, points))
        position, dice = end, Dice(chance.randint(1, 6), chance.randint(1, 6))
