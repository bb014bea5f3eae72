"""Replays a written game by the rules: finds the board before and after every play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import generator
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import Steps, View
from companion.games.backgammon.notation import legal_reading, resolve
from companion.games.backgammon.plays import Play, play_of, position_of, view_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.record.match import Game, Match, MatchScore, Placed, Roll

# A match is replayed when it is read and again when it is checked: the second time uses this cache.
_TURNS_REMEMBERED: Final = 256


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A roll on the board.

    ``before``: the position it was rolled in, its side on roll.  ``after``: the position it led to, the
    opponent on roll; ``before`` with the turn passed if no play is written; None if the
    written play does not fit the board at all.  ``play``: number by number, as written if the
    writing is that detailed; None if none is written.  ``index``: of the roll among the game's actions.
    """

    index: int
    roll: Roll
    before: Position
    after: Position | None
    play: Play | None
    legal: bool


def turns(game: Game, rules: RuleSet = STANDARD, *, fill_in: bool = False) -> Iterator[ReplayedTurn]:
    """Return the turns of a game with a roll, as far as the position of the checkers is known.

    An illegal play is carried out as written, because the next player continued from there.  After
    one that cannot be, the turns continue where the checkers are placed.  A passed turn, cube actions
    and resignations leave the checkers where they are.
    ``fill_in``: a roll without a play means a dance, or the only play there is, as in match files.
    """
    position: Position | None = game.start
    for index, action in enumerate(game.actions):
        match action:
            case Placed():
                position = action.position
            case Roll() if position is not None:
                turn = _turn(index, action, replace(position, on_roll=action.side), rules, fill_in=fill_in)
                yield turn
                position = turn.after
            case _:
                pass


def marked(game: Game, rules: RuleSet = STANDARD, *, fill_in: bool = False) -> Game:
    """Return the game with every play number by number, hits marked, and illegal plays marked as such."""
    actions = list(game.actions)
    for turn in turns(game, rules, fill_in=fill_in):
        standing = turn.roll.standing if turn.legal else MatchScore.ILLEGAL
        actions[turn.index] = replace(turn.roll, play=turn.play, standing=standing)
    return replace(game, actions=tuple(actions))


def rules_of(match: Match) -> RuleSet:
    """Return the rule set of a match.  Raises :class:`InputError` if its text cannot be read."""
    return RuleSet.from_text(match.rules)


def _turn(index: int, roll: Roll, before: Position, rules: RuleSet, *, fill_in: bool) -> ReplayedTurn:
    view = view_of(before)
    if fill_in and roll.play is None and roll.standing is not MatchScore.ILLEGAL:
        roll = replace(roll, play=_only_play(view, roll.dice, rules))
    if roll.play is None:
        legal = roll.standing is not MatchScore.ILLEGAL
        return ReplayedTurn(
            index, roll, before, replace(before, on_roll=roll.side.other) if legal else None, None, legal
        )
    if meant := legal_reading(view, roll.play, _legal_ends(view, roll.dice, rules)):
        end, play = meant
        return ReplayedTurn(index, roll, before, position_of(end, before), play, legal=True)
    return ReplayedTurn(index, roll, before, _literal_end(before, roll.play), roll.play, legal=False)


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
