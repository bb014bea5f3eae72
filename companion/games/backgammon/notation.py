"""What a written play means on the board."""

from __future__ import annotations

from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import advance
from companion.games.backgammon.plays import Play, legal_plays, position_of, view_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet


def resolve(position: Position, play: Play) -> Position:
    """The position after a play applied literally by the side on roll; hits are computed, nothing is judged.

    The opponent is on roll in the result.  Raises :class:`InputError` where no own checker stands at
    the start of a step, or two opposing checkers at its end (no position can hold that).
    """
    board = list(view_of(position))
    for step in play.steps:
        if board[step.start] <= 0:
            raise InputError(f"play {play.text()!r}: no checker stands on {step.start} to be moved")
        if step.end and board[step.end] < -1:
            raise InputError(f"play {play.text()!r}: point {step.end} holds {-board[step.end]} opposing checkers")
        advance(board, step.start, step.start - step.end)
    return position_of(tuple(board), position)


def legal_reading(
    position: Position, dice: Dice, play: Play, rules: RuleSet = STANDARD
) -> tuple[Position, Play] | None:
    """The legal play that a written one means, as (end position, play number by number).

    None where the written play is illegal.  A hit on the way (``24/14`` over a blot on 18) need not
    be written where only one legal play fits.
    """
    legal = legal_plays(position, dice, rules)
    end = _literal_end(position, play)
    if end in legal:
        return end, legal[end]
    fitting = [(end, known) for end, known in legal.items() if known.ways() == play.ways()]
    return fitting[0] if len(fitting) == 1 else None


def _literal_end(position: Position, play: Play) -> Position | None:
    try:
        return resolve(position, play)
    except InputError:
        return None
