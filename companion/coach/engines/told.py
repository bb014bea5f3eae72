"""What other programs are told of a game whose rules they do not know, and what their answers are worth in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.coach.cubeful import CubefulGame
from companion.coach.evaluation import Candidate, Stakes
from companion.errors import InputError
from companion.games.rules import Side, Stack

_CUBE: Final = 64


def is_known(stakes: Stakes, longest: int) -> bool:
    """Whether a program knows such a game, so that its equities can be taken as they are.

    ``longest``: how far from the end of a match it knows what scores are worth.
    """
    return stakes.gammons and stakes.backgammons and stakes.doubling and max(_away(stakes)) <= longest


def stood_in_for(stakes: Stakes, longest: int) -> Stakes:
    """The stakes that a program is told: in a game that it does not know, those of the nearest one that it knows.

    Where no gammon counts, winning is all, as in a match to one point; anything else unknown is nearest to money play.
    Raises :class:`InputError` where the match is over.
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


def valued_anew(candidates: Iterable[Candidate], stakes: Stakes, mover: Side) -> list[Candidate]:
    """Plays with their worth in the game as it is, from the chances that a program sees in the one it knows."""
    game = CubefulGame.of(stakes, mover.other)
    return [replace(one, equity=-game.equity(one.chances.mirrored())) for one in candidates]


def may_double(stakes: Stakes, side: Side) -> bool:
    """Whether the rules let a side double before its roll; a double that cannot help is allowed all the same."""
    return stakes.doubling and not stakes.crawford and stakes.owner in (None, side)


def _away(stakes: Stakes) -> tuple[int, int]:
    """How many points each side lacks; none in money play."""
    if not stakes.length:
        return 0, 0
    return stakes.length - stakes.score.light, stakes.length - stakes.score.dark
