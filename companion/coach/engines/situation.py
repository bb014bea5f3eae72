"""Translates a game with rules unknown to other programs for them, and their answers back to equities in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.coach.cubeful import CubefulGame, advice
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Stakes
from companion.errors import InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack

_CUBE: Final = 64


@dataclass(frozen=True, slots=True)
class EngineSituation:
    """A game for its ``stakes``, ``mover`` on roll, and the stakes that a program is ``given`` for it.

    ``is_known``: whether the program knows such a game, so that its equities can be used unchanged.
    """

    stakes: Stakes
    mover: Side
    given: Stakes
    is_known: bool

    @classmethod
    def of(cls, situation: Situation, rules: RuleSet, longest: int) -> EngineSituation:
        """``longest``: the points from the end of a match up to which the program knows match equities.

        Raises :class:`InputError` where the match is over.
        """
        stakes = Stakes.of(situation.state, rules)
        return cls(stakes, situation.position.on_roll, nearest_known(stakes, longest), is_known(stakes, longest))

    def valued(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Plays with their values in the real game: if the program does not know it, from its chances."""
        if self.is_known:
            return list(candidates)
        game = CubefulGame.of(self.stakes, self.mover.other)
        return [replace(one, equity=-game.equity(one.chances.mirrored())) for one in candidates]

    def advice(self, chances: Chances, equities: Sequence[float] | None, *, engine: str, ply: int) -> CubeAdvice:
        """``equities``: the program's own, without a double, doubled and taken, dropped; None where it has none."""
        if not self.is_known or equities is None:
            return advice(chances, self.stakes, self.mover, engine=engine, ply=ply)
        no_double, taken, dropped = equities
        return CubeAdvice(engine, ply, no_double, taken, dropped, chances, self.stakes.may_double(self.mover))


def is_known(stakes: Stakes, longest: int) -> bool:
    """Whether a program knows such a game, so that its equities can be used unchanged.

    ``longest``: the points from the end of a match up to which it knows match equities.
    """
    return stakes.gammons and stakes.backgammons and stakes.doubling and max(_away(stakes)) <= longest


def nearest_known(stakes: Stakes, longest: int) -> Stakes:
    """The nearest stakes that a program knows.

    Without gammons winning is all, as in a match to one point; anything else unknown is nearest to money play.  Raises
    :class:`InputError` where the match is over.
    """
    if stakes.length and min(_away(stakes)) < 1:
        score = f"{stakes.score.light}-{stakes.score.dark}"
        raise InputError(f"score {score} in a match to {stakes.length}: the match is over")
    if not stakes.gammons:
        return Stakes(length=1)
    if not stakes.length or not is_known(stakes, longest):
        # What the cube shows changes nothing in money play, and programs know no cube beyond some number.
        return Stakes(min(stakes.cube, _CUBE), stakes.owner, jacoby=stakes.jacoby, doubling=stakes.doubling)
    both = min(stakes.score)
    lead = Stack(stakes.score.light - both, stakes.score.dark - both)
    # Where both lack one point nobody has a use for the cube, and programs take the mark for an error.
    crawford = stakes.crawford and min(_away(stakes)) == 1 < max(_away(stakes))
    return replace(stakes, length=stakes.length - both, score=lead, crawford=crawford)


def _away(stakes: Stakes) -> tuple[int, int]:
    """The points that each side needs; none in money play."""
    if not stakes.length:
        return 0, 0
    return stakes.length - stakes.score.light, stakes.length - stakes.score.dark
