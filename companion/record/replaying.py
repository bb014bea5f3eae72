"""Replays a written game by the rules: finds the board before and after every play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import generator
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import Steps, View
from companion.games.backgammon.notation import legal_reading, resolve
from companion.games.backgammon.plays import Play, play_of, position_of, view_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Stack
from companion.record.match import Action, Game, Match, MatchScore, Pass, Placed, Roll

# A match is replayed when it is read and again when it is checked, a game in play with each of its entries: the second
# time uses this cache.
_TURNS_REMEMBERED: Final = 256
_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A roll on the board.

    ``before``: the position it was rolled in, its side on roll.  ``after``: the position it led to, the opponent on
    roll; ``before`` with the turn passed if no play is written; None if the written play does not fit the board at all,
    or is unknown (no play, and it is uncertain).  ``play``: number by number, if written so; None if none is written.
    ``index``: of the roll among the game's actions.
    """

    index: int
    roll: Roll
    before: Position
    after: Position | None
    play: Play | None
    legal: bool


@dataclass(frozen=True, slots=True)
class OtherReadings:
    """Other readings of the text of a roll whose first reading is no legal play.

    ``plays``: the first of them that is legal was played.  ``torn``: a part of the text cannot be read, so that the
    rest is no illegal play.
    """

    plays: tuple[Play, ...] = ()
    torn: bool = False


_NO_OTHERS: Final[Mapping[int, OtherReadings]] = MappingProxyType({})


def turns(
    game: Game,
    rules: RuleSet = STANDARD,
    *,
    fill_in: bool = False,
    others: Mapping[int, OtherReadings] = _NO_OTHERS,
) -> Iterator[ReplayedTurn]:
    """Return the turns of a game with a roll, as far as the position of the checkers is known.

    An illegal play is carried out as written, because the next player continued from there.  After an impossible or
    unknown play the turns continue where the checkers are placed.  A passed turn, cube actions and resignations do not
    move checkers.  ``fill_in``: a roll without a play means a dance, or the only possible play, as in match files.
    ``others``: other readings of rolls, by index.
    """
    position: Position | None = game.start
    for index, action in enumerate(game.actions):
        match action:
            case Placed():
                position = action.position
            case Roll() if position is not None:
                before = replace(position, on_roll=action.side)
                turn = _turn(index, action, before, rules, fill_in=fill_in, others=others.get(index))
                yield turn
                position = turn.after
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Board:
    """The checkers at some time of a game, and the last turn.

    ``position``: its side on roll is to act.  ``last``: the last turn, None after the board was placed by hand.
    ``borne_off``: checkers that (light, dark) have borne off by legal plays.
    """

    position: Position
    last: ReplayedTurn | None = None
    borne_off: Stack = _NONE

    def after(self, action: Action, rules: RuleSet) -> Board:
        """Return the board after an action; an unknown play leaves it unchanged until it is placed."""
        match action:
            case Placed(position=position) if self.last is not None and self.last.after is None:
                return replace(self, position=position, last=replace(self.last, after=position))
            case Placed(position=position):
                return Board(position, None, position.off)
            case Pass(side=side):
                return replace(self, position=replace(self.position, on_roll=side.other))
            case Roll(side=side, play=None, standing=MatchScore.LEGAL):
                return replace(self, position=replace(self.position, on_roll=side))
            case Roll(side=side):
                return self._played(_turn_alone(action, replace(self.position, on_roll=side), rules))
        return self

    def _played(self, turn: ReplayedTurn) -> Board:
        end = turn.after or replace(turn.before, on_roll=turn.roll.side.other)
        off = zip(self.borne_off, end.off, turn.before.off, strict=True) if turn.legal else ()
        borne_off = Stack(*(borne + now - then for borne, now, then in off)) if turn.legal else self.borne_off
        return Board(end, turn, borne_off)


def board_of(game: Game, rules: RuleSet = STANDARD) -> Board:
    """Return how the checkers lie at the end of a game."""
    board = Board(game.start)
    for action in game.actions:
        board = board.after(action, rules)
    return board


def marked(
    game: Game,
    rules: RuleSet = STANDARD,
    *,
    fill_in: bool = False,
    others: Mapping[int, OtherReadings] = _NO_OTHERS,
) -> Game:
    """Return the game with every play number by number, hits marked, and illegal plays marked as such."""
    actions = list(game.actions)
    for turn in turns(game, rules, fill_in=fill_in, others=others):
        standing = turn.roll.standing if turn.legal else MatchScore.ILLEGAL
        actions[turn.index] = replace(turn.roll, play=turn.play, standing=standing)
    return replace(game, actions=tuple(actions))


def legal_end(rules: RuleSet, before: Position, dice: Dice, text: str) -> tuple[Play, Position]:
    """The legal play that a text means, and its end.  Raises :class:`InputError` if it means none."""
    game = Game(start=before, actions=(Roll(before.on_roll, dice, Play.from_text(text)),))
    (turn,) = turns(game, rules)
    if not turn.legal or turn.after is None or turn.play is None:
        raise InputError(f"{text} is no legal play of {dice.text()} there")
    return turn.play, turn.after


def rules_of(match: Match) -> RuleSet:
    """Return the rule set of a match.  Raises :class:`InputError` if its text cannot be read."""
    return RuleSet.from_text(match.rules)


def _turn(
    index: int, roll: Roll, before: Position, rules: RuleSet, *, fill_in: bool, others: OtherReadings | None
) -> ReplayedTurn:
    view = view_of(before)
    if fill_in and roll.play is None and roll.standing is not MatchScore.ILLEGAL:
        roll = replace(roll, play=_only_play(view, roll.dice, rules))
    ends = _legal_ends(view, roll.dice, rules) if roll.play is not None or others is not None else {}
    readings = ((roll.play,) if roll.play is not None else ()) + (others.plays if others is not None else ())
    for reading in readings:
        if meant := legal_reading(view, reading, ends):
            end, play = meant
            return ReplayedTurn(index, roll, before, position_of(end, before), play, legal=True)
    if others is not None and others.torn:
        return _torn(index, replace(roll, standing=MatchScore.UNCERTAIN), before, view, ends)
    if roll.play is None:
        rolled_only = replace(before, on_roll=roll.side.other) if roll.standing is MatchScore.LEGAL else None
        return ReplayedTurn(index, roll, before, rolled_only, None, roll.standing is not MatchScore.ILLEGAL)
    return ReplayedTurn(index, roll, before, _literal_end(before, roll.play), roll.play, legal=False)


@lru_cache(maxsize=_TURNS_REMEMBERED)
def _turn_alone(roll: Roll, before: Position, rules: RuleSet) -> ReplayedTurn:
    return _turn(0, roll, before, rules, fill_in=False, others=None)


def _torn(index: int, roll: Roll, before: Position, view: View, ends: Mapping[View, Steps]) -> ReplayedTurn:
    """The turn of a play of which a part cannot be read: the only legal one with what can be, else unknown."""
    read = Counter(roll.play.ways() if roll.play is not None else ())
    plays = {end: play_of(view, steps) for end, steps in ends.items()}
    fitting = [end for end, play in plays.items() if _holds(play, read)]
    if len(fitting) != 1:
        return ReplayedTurn(index, roll, before, None, None, legal=True)
    return ReplayedTurn(index, roll, before, position_of(fitting[0], before), plays[fitting[0]], legal=True)


def _holds(play: Play, read: Counter[tuple[int, int]]) -> bool:
    return read <= Counter((step.start, step.end) for step in play.steps) or read <= Counter(play.ways())


def _only_play(view: View, dice: Dice, rules: RuleSet) -> Play | None:
    ends = _legal_ends(view, dice, rules)
    return play_of(view, *ends.values()) if len(ends) == 1 else None


def _legal_ends(view: View, dice: Dice, rules: RuleSet) -> dict[View, Steps]:
    return _ends(view, max(dice.first, dice.second), min(dice.first, dice.second), rules)


@lru_cache(maxsize=_TURNS_REMEMBERED)
def _ends(view: View, larger: int, smaller: int, rules: RuleSet) -> dict[View, Steps]:
    return generator.ends(view, larger, smaller, rules)


def _literal_end(before: Position, play: Play) -> Position | None:
    try:
        return resolve(before, play)
    except InputError:
        return None
