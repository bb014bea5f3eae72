"""What other programs are told of a game whose rules they do not know, and what their answers are worth in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.coach.cubeful import CubefulGame
from companion.coach.evaluation import Candidate, Stakes
from companion.games.rules import Side


def is_known(stakes: Stakes) -> bool:
    """Whether programs know such a game, so that their equities can be taken as they are."""
    return stakes.gammons and stakes.backgammons and stakes.doubling


def stood_in_for(stakes: Stakes) -> Stakes:
    """The stakes that a program is told: those of the nearest game that it knows.

    Where no gammon counts, winning is all, as in a match to one point; where there is no cube, money play without.
    """
    if is_known(stakes):
        return stakes
    return replace(Stakes(), doubling=False) if stakes.gammons else Stakes(length=1)


def valued_anew(candidates: Iterable[Candidate], stakes: Stakes, mover: Side) -> list[Candidate]:
    """Plays with their worth in the game as it is, from the chances that a program sees in the one it knows."""
    game = CubefulGame.of(stakes, mover.other)
    return [replace(one, equity=-game.equity(one.chances.mirrored())) for one in candidates]


def may_double(stakes: Stakes, side: Side) -> bool:
    """Whether the rules let a side double before its roll; a double that cannot help is allowed all the same."""
    return stakes.doubling and not stakes.crawford and stakes.owner in (None, side)
