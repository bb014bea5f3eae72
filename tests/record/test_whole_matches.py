"""Whole matches and sessions, played at random within the rules, are found to be without fault."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.games.backgammon import START, Dice, Position, RuleSet, legal_plays
from companion.games.backgammon.conduct import has_to_roll, may_open
from companion.games.backgammon.cube import Act, Cube, Moment, refusal
from companion.games.backgammon.scoring import Result, points, points_dropped, result
from companion.games.rules import Side, Stack
from companion.record import Match
from companion.record.checking import problems_of
from companion.record.files.document import json_text, match_from_json
from companion.record.files.reading import ReadMatch
from companion.record.match import Accept, Action, Double, Drop, Game, Pass, Refuse, Resign, Roll, Take, Win
from companion.record.scores import is_crawford, is_post_crawford, match_winner, score_after
from companion.record.table import GameTable


class Evening:
    """Two players who do whatever is allowed."""

    def __init__(self, seed: int, rules: str, length: int) -> None:
        self.chance = random.Random(seed)
        self.rules = RuleSet.from_text(rules)
        self.length = length
        self.games: list[Game] = []

    def match(self, games: int) -> Match:
        score = (0, 0)
        while len(self.games) < games and match_winner(self.length, score) is None:
            self.games.append(self.game(score))
            score = score_after(self.games[-1])
        return Match(length=self.length, games=tuple(self.games), rules=self.rules.text())

    def game(self, score: tuple[int, int]) -> Game:
        earlier = [game.score for game in self.games]
        crawford = self.rules.crawford and is_crawford(self.length, score, earlier)
        cube = Cube.at_start(self.rules, ties=self.chance.choice([0, 1]), money=self.length == 0)
        post_crawford = is_post_crawford(self.length, earlier)
        self.moment = Moment(on_roll=None, money=self.length == 0, crawford=crawford, post_crawford=post_crawford)
        self.actions: list[Action] = []
        self.table = GameTable.at_start(Game(cube=cube.value))
        position, borne_off = replace(START, on_roll=self.chance.choice(list(Side))), Stack(0, 0)
        while self.table.winner is None and position.winner is None:
            side = position.on_roll
            self.talk(side)
            if self.table.winner is not None:
                break
            if not has_to_roll(position, side, self.rules):
                self.do(Pass(side))
                position = replace(position, on_roll=side.other)
                continue
            position = self.roll(position)
            borne_off = position.off
        return Game(score, tuple(self.actions), self.win(position, borne_off), crawford, cube=cube.value)

    def talk(self, side: Side) -> None:
        if self.chance.random() < 0.1 and self.allowed(Act.DOUBLE, side):
            self.turn_cube(side)
            while self.table.cube.offer is not None:
                self.answer(self.table.cube.offer.to)
        if self.table.winner is None and self.actions and self.chance.random() < 0.01:
            self.do(Resign(side.other, self.chance.choice(list(Result))))
            self.do(Accept(side) if self.chance.random() < 0.5 else Refuse(side))

    def answer(self, side: Side) -> None:
        acts = [act for act in (Act.TAKE, Act.TAKE, Act.DROP, Act.BEAVER, Act.RACCOON) if self.allowed(act, side)]
        act = self.chance.choice(acts)
        match act:
            case Act.TAKE:
                self.do(Take(side))
            case Act.DROP:
                self.do(Drop(side))
            case _:
                self.turn_cube(side)

    def turn_cube(self, side: Side) -> None:
        offer = self.table.cube.turn(side).offer
        assert offer is not None
        self.do(Double(side, offer.value))

    def roll(self, position: Position) -> Position:
        dice = Dice(self.chance.randint(1, 6), self.chance.randint(1, 6))
        while self.table.on_roll is None and not may_open(dice, self.rules):
            dice = Dice(self.chance.randint(1, 6), self.chance.randint(1, 6))
        end, play = self.chance.choice(list(legal_plays(position, dice, self.rules).items()))
        self.do(Roll(position.on_roll, dice, play))
        return end

    def allowed(self, act: Act, side: Side) -> bool:
        moment = replace(self.moment, on_roll=self.table.on_roll, rolls=self.table.rolls)
        return refusal(act, side, self.table.cube, moment, self.rules) is None

    def do(self, action: Action) -> None:
        self.actions.append(action)
        self.table = self.table.after(action)

    def win(self, position: Position, borne_off: Stack) -> Win:
        money = self.moment.money
        if self.table.accepted is not None:
            assert self.table.winner is not None
            return Win(self.table.winner, points(self.table.accepted.result, self.table.cube, self.rules, money=money))
        if self.table.winner is not None:
            return Win(self.table.winner, points_dropped(self.table.cube, self.rules))
        assert position.winner is not None
        won_as = result(position, self.rules, borne_off=borne_off)
        return Win(position.winner, points(won_as, self.table.cube, self.rules, money=money))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "length"),
    [
        ("tournament", 5),
        ("tournament holland=true cube_limit=4", 3),
        ("tournament jacoby=true beavers=true raccoons=true", 0),
        ("tournament match_counts=games", 3),
        ("tactic", 5),
        ("gamez beavers=true", 0),
        ("djeco", 3),
        ("box-leaflet", 2),
    ],
)
def test_whatever_is_played_within_the_rules_is_without_fault(rules: str, length: int) -> None:
    match = Evening(1, rules, length).match(games=3)
    assert problems_of(ReadMatch(match)) == ()
    assert problems_of(ReadMatch(match_from_json(json_text(match)))) == ()
    assert not length or len(match.games) == 3 or match_winner(length, score_after(match.games[-1])) is not None


@pytest.mark.slow
def test_the_players_of_these_matches_do_all_there_is_to_do() -> None:
    session = Evening(7, "tournament beavers=true raccoons=true automatic_doubles=1", 0).match(games=40)
    done = {type(action) for game in session.games for action in game.actions}
    assert done >= {Roll, Double, Take, Drop, Resign, Accept, Refuse}
    assert {game.cube for game in session.games} == {1, 2}
    runs = [tuple(type(action) for action in game.actions) for game in session.games]
    assert any((Double, Double, Double) == run[at : at + 3] for run in runs for at in range(len(run))), "no raccoon"
