"""The table of a written game without its checkers: whose turn it is, the cube, a resignation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.games.backgammon.cube import CENTRED, Act, Cube
from companion.games.backgammon.position import START
from companion.games.rules import Side, Stack
from companion.record.match import Accept, Action, Double, Drop, Game, Pass, Placed, Refuse, Resign, Roll, Take

_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class GameTable:
    """The table between two actions.

    ``on_roll``: the side whose turn it is, the doubler's while a double awaits its answer; None before the opening
    roll.  ``rolls``: rolls of (light, dark).  ``resignation``: the unanswered offer.  ``winner``: the side that has won
    by a drop or an accepted resignation, which ``accepted`` holds.
    """

    on_roll: Side | None = None
    cube: Cube = CENTRED
    rolls: Stack = _NONE
    resignation: Resign | None = None
    accepted: Resign | None = None
    winner: Side | None = None

    @classmethod
    def at_start(cls, game: Game) -> GameTable:
        """Return the table before a game's first action.

        If the game does not begin from the start position, only the first action says who begins.
        """
        rolled_off = game.start.points == START.points
        first = next((action for action in game.actions if not isinstance(action, Placed)), None)
        return cls(None if rolled_off or first is None else first.side, Cube(game.cube))

    @property
    def to_act(self) -> Side | None:
        """The side to play: the one to answer, else the side on roll; None if either may."""
        if self.resignation is not None:
            return self.resignation.side.other
        return self.cube.offer.to if self.cube.offer is not None else self.on_roll

    def after(self, action: Action) -> GameTable:
        """Return the table after an action, allowed or not: a record continues as it was written."""
        match action:
            case Roll(side=side):
                light, dark = self.rolls
                rolls = Stack(light + 1, dark) if side is Side.LIGHT else Stack(light, dark + 1)
                return replace(self._gone_on(side), rolls=rolls)
            case Pass(side=side):
                return self._gone_on(side)
            case Placed(position=position):
                return replace(self, on_roll=position.on_roll, cube=replace(self.cube, offer=None))
            case Double():
                return self._doubled(action)
            case Take():
                return replace(self, cube=self.cube.take() if self.cube.offer else self.cube)
            case Drop(side=side):
                return replace(self, cube=self.cube.drop(), winner=side.other)
            case Resign():
                return replace(self, resignation=action)
            case Accept(side=side):
                return replace(self, resignation=None, accepted=self.resignation, winner=side)
            case Refuse():
                return replace(self, resignation=None)
        assert_never(action)

    def _gone_on(self, side: Side) -> GameTable:
        # What is still unanswered then is off the table.
        return replace(self, on_roll=side.other, cube=replace(self.cube.gone_on(side), offer=None), resignation=None)

    def _doubled(self, double: Double) -> GameTable:
        turned = self.cube.turn(double.side)
        assert turned.offer is not None
        on_roll = double.side if turned.offer.act is Act.DOUBLE else self.on_roll
        return replace(self, on_roll=on_roll, cube=replace(turned, offer=replace(turned.offer, value=double.value)))


def tables(game: Game) -> Iterator[GameTable]:
    """Return the table before each action of a game, and at its end: one more than there are actions."""
    table = GameTable.at_start(game)
    yield table
    for action in game.actions:
        table = table.after(action)
        yield table


def table_of(game: Game) -> GameTable:
    """Return the table at the end of a game."""
    *_, table = tables(game)
    return table
