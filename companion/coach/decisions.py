"""The decisions of a written match: each roll, each turn of the cube, and each turn it was left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.coach.cube_acts import CubeAct
from companion.coach.report import LeftOut, LeftOutReason
from companion.coach.resignations import JudgedResignation, ResignAct
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import Act, Cube, Moment, is_pointless, refusal
from companion.games.backgammon.match_id import MOST_POINTS
from companion.games.backgammon.position import START
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.match import Accept, Action, Double, Drop, Game, Match, Placed, Refuse, Resign, Roll, Take
from companion.record.replaying import ReplayedTurn, rules_of, turns
from companion.record.scores import Score, is_post_crawford, points_needed
from companion.record.table import GameTable, tables


@dataclass(frozen=True, slots=True)
class RollDecision:
    """A roll to be judged.  ``end``: where it led, None where it was not played or is against the rules."""

    game: int
    turn: int
    side: Side
    situation: Situation
    dice: Dice
    played: Play | None
    end: Position | None


@dataclass(frozen=True, slots=True)
class CubeTurned:
    """An act about the cube to be judged; ``situation`` in the doubler's view."""

    game: int
    turn: int
    side: Side
    situation: Situation
    act: CubeAct


Asked: TypeAlias = RollDecision | CubeTurned | JudgedResignation | LeftOut


def decisions(match: Match) -> tuple[Asked, ...]:
    """The decisions of a match, in order.

    A turn in which the rules or the score make a double pointless holds no decision about the cube; nor does the first
    turn of a game.  A beaver is judged as a take; what follows on it is not judged.  Only recorded resignations are
    judged: a game that just ends may have been lost in other ways.  Raises :class:`InputError` where the rules of the
    match cannot be read.
    """
    rules = rules_of(match)
    asked: list[Asked] = []
    earlier: list[Score] = []
    for number, game in enumerate(match.games, start=1):
        asked += _of_game(_GameToJudge(match, game, number, rules, is_post_crawford(match.length, earlier)))
        earlier.append(game.score)
    return tuple(asked)


@dataclass(frozen=True, slots=True)
class _GameToJudge:
    """A game with its context."""

    match: Match
    game: Game
    number: int
    rules: RuleSet
    post_crawford: bool

    def situation(self, position: Position, side: Side, cube: Cube, dice: Dice | None = None) -> Situation:
        return Situation.in_play(
            replace(position, on_roll=side), self.rules, cube, length=self.match.length, score=self.game.score,
            crawford=self.game.crawford, dice=dice,
        )  # fmt: skip

    @property
    def fits(self) -> bool:
        """Whether the score is one at which this game can be played."""
        most = max(self.game.score)
        return most <= MOST_POINTS and not (self.match.length and most >= self.match.length)


def _of_game(of_game: _GameToJudge) -> Iterator[Asked]:
    played = {turn.index: turn for turn in turns(of_game.game, of_game.rules)}
    position: Position | None = of_game.game.start
    waiting: ReplayedTurn | None = None
    turn = 1
    for index, (action, table) in enumerate(zip(of_game.game.actions, tables(of_game.game), strict=False)):
        if isinstance(action, Resign | Accept | Refuse):
            yield from _resignation(of_game, turn, action, table, position, waiting)
        else:
            yield from _at(of_game, turn, action, table, position, played.get(index))
        if isinstance(action, Placed):
            position, waiting = action.position, None
        if isinstance(action, Roll):
            turn += 1
            rolled = played.get(index)
            position = rolled.after if rolled is not None else None
            waiting = rolled if rolled is not None and rolled.legal and rolled.play is None else None


def _at(
    of_game: _GameToJudge,
    turn: int,
    action: Action,
    table: GameTable,
    position: Position | None,
    rolled: ReplayedTurn | None,
) -> Iterator[Asked]:
    if not isinstance(action, Roll | Double | Take | Drop):
        return
    if position is None or not of_game.fits:
        why = LeftOutReason.SCORE if position is not None else LeftOutReason.UNKNOWN_BOARD
        if isinstance(action, Roll):
            yield LeftOut(of_game.number, turn, action.side, why)
        return
    match action:
        case Roll():
            assert rolled is not None
            yield from _roll(of_game, turn, table, rolled)
        case _:
            act = _act(action, table)
            # The situation of an answer is in the doubler's view, too.
            doubler = action.side if act is CubeAct.DOUBLED else action.side.other
            if act is not None and (act is not CubeAct.DOUBLED or _may_double(of_game, doubler, table)):
                cube = replace(table.cube, offer=None)
                yield CubeTurned(of_game.number, turn, action.side, of_game.situation(position, doubler, cube), act)


def _roll(of_game: _GameToJudge, turn: int, table: GameTable, rolled: ReplayedTurn) -> Iterator[Asked]:
    side, before, cube = rolled.roll.side, rolled.before, replace(table.cube.gone_on(rolled.roll.side), offer=None)
    if _may_double(of_game, side, table) and not _is_start(before) and not _is_pointless(of_game, side, cube):
        yield CubeTurned(of_game.number, turn, side, of_game.situation(before, side, cube), CubeAct.ROLLED)
    situation = of_game.situation(before, side, cube, rolled.roll.dice)
    end = rolled.after if rolled.legal and rolled.play is not None else None
    yield RollDecision(of_game.number, turn, side, situation, rolled.roll.dice, rolled.play, end)


def _resignation(
    of_game: _GameToJudge, turn: int, action: Resign | Accept | Refuse, table: GameTable, position: Position | None,
    waiting: ReplayedTurn | None,
) -> Iterator[Asked]:  # fmt: skip
    """``waiting``: the roll that is not played yet."""
    offer = action if isinstance(action, Resign) else table.resignation
    if offer is None or (offer is not action and offer.side is action.side) or not of_game.fits:
        return
    cube = replace(table.cube, offer=None)
    if waiting is not None:
        turn -= 1
        situation = of_game.situation(waiting.before, waiting.roll.side, cube, waiting.roll.dice)
    elif position is not None:
        situation = of_game.situation(position, table.on_roll or position.on_roll, cube)
    else:
        return
    yield JudgedResignation(of_game.number, turn, action.side, situation, _RESIGNING[type(action)], offer.result)


_RESIGNING: Final[Mapping[type[Resign | Accept | Refuse], ResignAct]] = {
    Resign: ResignAct.OFFERED,
    Accept: ResignAct.ACCEPTED,
    Refuse: ResignAct.REFUSED,
}


def _act(action: Double | Take | Drop, table: GameTable) -> CubeAct | None:
    offer = table.cube.offer
    if offer is None:
        return CubeAct.DOUBLED if isinstance(action, Double) else None
    if offer.act is not Act.DOUBLE or action.side is not offer.to:
        return None
    return CubeAct.DROPPED if isinstance(action, Drop) else CubeAct.TOOK


def _may_double(of_game: _GameToJudge, side: Side, table: GameTable) -> bool:
    moment = Moment(
        on_roll=table.on_roll, rolls=table.rolls, money=not of_game.match.length,
        crawford=of_game.game.crawford, post_crawford=of_game.post_crawford,
    )  # fmt: skip
    return refusal(Act.DOUBLE, side, table.cube, moment, of_game.rules) is None


def _is_pointless(of_game: _GameToJudge, side: Side, cube: Cube) -> bool:
    return is_pointless(cube, points_needed(of_game.match.length, of_game.game.score, side))


def _is_start(position: Position) -> bool:
    return position.points == START.points
