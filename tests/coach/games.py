"""Chances and stakes for the tests of the cube, written short and at random."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from companion.coach.evaluation import Chances, Stakes
from companion.games.rules import Side, Stack

ME: Final = Side.LIGHT
THEM: Final = Side.DARK
MONEY: Final = Stakes()


def chances(win: float, gammons: float = 0.0, lost_gammons: float = 0.0) -> Chances:
    """``gammons``: how many of the won games are gammons; ``lost_gammons``: of the lost ones."""
    return Chances(win, win * gammons, 0.0, (1 - win) * lost_gammons, 0.0)


def score(away: int, their_away: int, **stakes: Any) -> Stakes:
    """Stakes at a score as players say it: how far each is from winning."""
    length = max(away, their_away)
    return Stakes(length=length, score=Stack(length - away, length - their_away), **stakes)


_fractions: Final = st.floats(0, 1)


@st.composite
def any_chances(draw: st.DrawFn) -> Chances:
    win = draw(_fractions)
    win_gammon, lose_gammon = win * draw(_fractions), (1 - win) * draw(_fractions)
    return Chances(win, win_gammon, win_gammon * draw(_fractions), lose_gammon, lose_gammon * draw(_fractions))


@st.composite
def any_stakes(draw: st.DrawFn) -> Stakes:
    """Money and matches, whoever has the cube; Crawford games too."""
    cube = draw(st.sampled_from((1, 2, 4, 8)))
    owner = None if cube == 1 else draw(st.sampled_from((ME, THEM)))
    rules: dict[str, Any] = {"gammons": draw(st.booleans()), "backgammons": draw(st.booleans())}
    if draw(st.booleans()):
        return Stakes(cube=cube, owner=owner, jacoby=draw(st.booleans()), **rules)
    away, their_away = draw(st.integers(1, 15)), draw(st.integers(1, 15))
    crawford = cube == 1 and min(away, their_away) == 1 and draw(st.booleans())
    return score(away, their_away, cube=cube, owner=owner, crawford=crawford, **rules)
