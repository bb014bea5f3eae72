"""The referee's model of the match: its rules, and the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.backgammon import BackgammonRules, Position
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.plays import is_closed_out
from companion.games.rules import Side


def _owns(side: Side, cube: Cube) -> bool:
    return cube.owner in (None, side)


@dataclass(frozen=True, slots=True)
class Model:
    """The facts about the match that the referee needs.

    ``lifting_ends``: lifting the dice ends the turn; ``still``: each still picture shows a finished turn;
    ``dance_ends``: an unplayable roll ends its turn at once; ``one_die``: a roll is one die rolled twice;
    ``may_double``: whether a side may double now.
    """

    rules: BackgammonRules
    lifting_ends: bool = True
    still: bool = False
    dance_ends: bool = False
    one_die: bool = False
    may_double: Callable[[Side, Cube], bool] = _owns


def need_not_roll(position: Position, model: Model) -> bool:
    """Whether the side on roll is closed out and the rules waive its roll."""
    on_bar = position.bar.of(position.on_roll) > 0
    return on_bar and not model.rules.rules.shut_out_rolls and is_closed_out(position, position.on_roll)
