"""A position from an ID, with what the ID says about the match around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.games.backgammon import match_id, xgid
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack

Form: TypeAlias = Literal["position-id", "gnubg-id", "xgid"]


@dataclass(frozen=True, slots=True)
class Situation:
    """A position with its match; ``form``: the notation it was written in, which answers use too."""

    position: Position
    state: MatchState
    form: Form

    @classmethod
    def from_text(cls, text: str, on_roll: Side = Side.LIGHT) -> Situation:
        """Read a GNU Position ID, ``PositionID:MatchID`` or an XGID.

        A Position ID alone means money play with the cube in the middle and gives no turn: then
        ``on_roll`` is on roll.  Raises :class:`InputError` naming the text.
        """
        text = text.strip()
        if text.startswith(xgid.PREFIX) or text.count(":") > 1:
            return cls(Position.from_xgid(text), xgid.decode(text)[2], "xgid")
        first, colon, second = text.partition(":")
        if colon:
            state = match_id.decode(second)
            return cls(Position.from_id(first, state.on_roll), state, "gnubg-id")
        return cls(Position.from_id(first, on_roll), MatchState(on_roll=on_roll, to_act=on_roll), "position-id")

    @classmethod
    def in_play(
        cls, position: Position, rules: RuleSet, cube: Cube, *, length: int, score: tuple[int, int], crawford: bool,
        dice: Dice | None = None,
    ) -> Situation:  # fmt: skip
        """Return a position of a game by these rules, its side on roll to play; ``length`` 0 = money play.

        A double that is on offer is left out.
        """
        side, money = position.on_roll, not length
        state = MatchState(
            cube=cube.value, owner=cube.owner, on_roll=side, to_act=side, dice=dice, length=length, score=Stack(*score),
            crawford=crawford and not money, jacoby=rules.jacoby and money, beavers=rules.beavers and money,
            max_cube=rules.cube_limit or MatchState().max_cube,
        )  # fmt: skip
        return cls(position, state, "xgid")

    def gnubg_id(self) -> str:
        """``PositionID:MatchID``."""
        return f"{self.position.id()}:{match_id.encode(self.state)}"

    def xgid(self) -> str:
        """The XGID.  Raises :class:`InputError` for a resignation or a finished game, which it cannot say."""
        return xgid.encode(self.position.points, self.position.bar, self.state)

    def after(self, position: Position) -> Situation:
        """Return the same match once a turn has led to ``position``: its side is on roll and has not rolled."""
        state = replace(self.state, on_roll=position.on_roll, to_act=position.on_roll, dice=None)
        return replace(self, position=position, state=state)

    def text(self) -> str:
        """Return an XGID if an XGID was read, else the Position ID alone."""
        return self.xgid() if self.form == "xgid" else self.position.id()
