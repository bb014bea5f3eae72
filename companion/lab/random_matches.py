"""Matches that are quick to make, and the same for the same seed: every play is legal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play, legal_plays
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.scoring import points_won
from companion.games.draughts import legal_moves
from companion.games.rules import Side
from companion.record.draughts import DraughtsGame, DraughtsMatch, Outcome, Played
from companion.record.match import Game, Match, Roll, Win
from companion.record.scores import is_crawford, score_after

Choose = Callable[[Mapping[Position, Play]], Position]
"""Chooses one of the legal ends of a turn."""

_LONGEST = 120
"""Moves after which a game of draughts is agreed drawn."""


def random_match(chance: random.Random, names: tuple[str, str], length: int, *, choose: Choose | None = None) -> Match:
    """Return a match to so many points, in which nobody doubles; without ``choose`` any legal play is played."""
    games: list[Game] = []
    score = (0, 0)
    by_chance: Choose = lambda plays: chance.choice(list(plays))  # noqa: E731
    while max(score) < length:
        begun = Game(score, crawford=is_crawford(length, score, [game.score for game in games]))
        games.append(_game(chance, begun, choose or by_chance))
        score = score_after(games[-1])
    return Match(names, length, tuple(games))


def random_draughts(chance: random.Random, names: tuple[str, str], length: int) -> DraughtsMatch:
    """Return a match of so many games of draughts, in which any legal move is played."""
    games = tuple(replace(_draughts_game(chance), exchanged=bool(number % 2)) for number in range(length))
    return DraughtsMatch(names, length, games)


def _game(chance: random.Random, game: Game, choose: Choose) -> Game:
    rolls: list[Roll] = []
    first = chance.sample(range(1, 7), 2)
    position, dice = replace(START, on_roll=chance.choice(list(Side))), Dice(*first)
    while True:
        plays = legal_plays(position, dice)
        end = choose(plays)
        rolls.append(Roll(position.on_roll, dice, plays[end]))
        if end.winner is not None:
            side, points = points_won(end)
            return replace(game, actions=tuple(rolls), win=Win(side, points))
        position, dice = end, Dice(chance.randint(1, 6), chance.randint(1, 6))


def _draughts_game(chance: random.Random) -> DraughtsGame:
    game = DraughtsGame()
    while len(game.acts) < _LONGEST:
        moves = list(legal_moves(game.position))
        if not moves:
            return replace(game, outcome=Outcome(game.position.to_move.other, "no-move"))
        game = game.having(Played(game.position, chance.choice(moves)))
    return replace(game, outcome=Outcome(None, "agreed"))
