"""Replays a written game by the rules: what every play means on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.notation import legal_reading, resolve
from companion.games.backgammon.plays import Play, Step, legal_plays
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import RULE_SETS, STANDARD, RuleSet
from companion.record.match import Game, Match, Roll, Standing


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll on the board.

    ``before``: the position it was rolled in, its side on roll.  ``after``: where it led, the
    opponent on roll; ``before`` with the turn passed where no play is written; None where the
    written play does not fit the board at all.  ``play``: number by number, as written where the
    writing says so much; None where none is written.  ``index``: of the roll among the game's actions.
    """

    index: int
    roll: Roll
    before: Position
    after: Position | None
    play: Play | None
    legal: bool


def turns(game: Game, rules: RuleSet = STANDARD, *, fill_in: bool = False) -> Iterator[Turn]:
    """The turns of a game, as far as its plays can be carried out.

    An illegal play is carried out as written, because the next player went on from there.
    ``fill_in``: a roll without a play means a dance, or the only play there is, as in match files.
    """
    position = game.start
    for index, action in enumerate(game.actions):
        if not isinstance(action, Roll):
            continue
        before = replace(position, on_roll=action.side)
        if fill_in and action.play is None and action.standing is not Standing.ILLEGAL:
            action = replace(action, play=_only_play(before, action.dice, rules))
        turn = _turn(index, action, before, rules)
        yield turn
        if turn.after is None:
            return
        position = turn.after


def marked(game: Game, rules: RuleSet = STANDARD, *, fill_in: bool = False) -> Game:
    """The game with every play number by number, hits marked, and illegal plays marked as such."""
    actions = list(game.actions)
    for turn in turns(game, rules, fill_in=fill_in):
        standing = turn.roll.standing if turn.legal else Standing.ILLEGAL
        actions[turn.index] = replace(turn.roll, play=turn.play, standing=standing)
    return replace(game, actions=tuple(actions))


def rules_of(match: Match) -> RuleSet:
    """The rule set of a match.  Raises :class:`InputError` where its name is not known."""
    if match.rules not in RULE_SETS:
        raise InputError(f"rules {match.rules!r}: expected one of {', '.join(RULE_SETS)}")
    return RULE_SETS[match.rules]


def _only_play(before: Position, dice: Dice, rules: RuleSet) -> Play | None:
    plays = list(legal_plays(before, dice, rules).values())
    return plays[0] if len(plays) == 1 else None


def _turn(index: int, roll: Roll, before: Position, rules: RuleSet) -> Turn:
    if roll.play is None:
        legal = roll.standing is not Standing.ILLEGAL
        return Turn(index, roll, before, replace(before, on_roll=roll.side.other) if legal else None, None, legal)
    if meant := legal_reading(before, roll.dice, roll.play, rules):
        after, known = meant
        return Turn(index, roll, before, after, _as_written(before, roll.play, known, after), legal=True)
    return Turn(index, roll, before, _carried_out(before, roll.play), roll.play, legal=False)


def _as_written(before: Position, written: Play, known: Play, after: Position) -> Play:
    # The same end may be reached in several ways: the record keeps the one that was written.
    if len(written.steps) != len(known.steps) or _carried_out(before, written) != after:
        return known
    return Play(tuple(_with_hits(before, written)))


def _with_hits(before: Position, play: Play) -> Iterator[Step]:
    opponents = list(reversed(before.counts(before.on_roll.other)[:24]))
    for step in play.steps:
        hit = step.end > 0 and opponents[step.end - 1] == 1
        if hit:
            opponents[step.end - 1] = 0
        yield replace(step, hit=hit)


def _carried_out(before: Position, play: Play) -> Position | None:
    try:
        return resolve(before, play)
    except InputError:
        return None
