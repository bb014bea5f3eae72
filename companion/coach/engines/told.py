"""What other programs are told of a game whose rules they do not know."""

from __future__ import annotations

from companion.coach.evaluation import Stakes
from companion.games.rules import Side


def as_programs_count(stakes: Stakes) -> Stakes:
    """The stakes as a program knows them for which a gammon always counts.

    Where no gammon counts, the game is the last of a match to one point: winning it is all.  There is no cube in that,
    so what a cube would be worth without gammons is not to be had this way.
    """
    return stakes if stakes.gammons else Stakes(length=1)


def may_double(stakes: Stakes, side: Side) -> bool:
    """Whether the rules let a side double before its roll; a double that cannot help is allowed all the same."""
    return stakes.doubling and not stakes.crawford and stakes.owner in (None, side)
