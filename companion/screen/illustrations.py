"""Boards that explain something, as views: they are drawn as the reader's own board lies.  No Kivy here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import START, Play, Position
from companion.games.backgammon.arrows import Arrow, arrows_of
from companion.games.backgammon.play_entry import laid
from companion.games.rules import Side
from companion.match.view import IllegalShown, View
from companion.screen.widgets.fields import Chair

EMPTY: Final = View(("", ""), (0, 0), 0, False, (0,) * 24, (0, 0), (0, 0), "phase.start")
"""What there is to draw on before the table has shown itself."""


def drawn(chair: Chair, position: Position, arrows: tuple[Arrow, ...] = (), *, doubled: bool = False) -> View:
    """A position with arrows of the side on roll, which offers the cube where it is ``doubled``."""
    side = position.on_roll
    return replace(
        chair.bare(),
        points=position.points,
        bar=(position.bar.light, position.bar.dark),
        off=(position.off.light, position.off.dark),
        phase="phase.play",
        on_roll=side,
        dice=None,
        arrows=arrows,
        last_side=side,
        cube_value=1,
        cube_owner=None,
        cube_offered_by=side if doubled else None,
        winner=None,
    )


def illegal(chair: Chair) -> View:
    """The start with a play onto a blocked point, marked as the referee marks it."""
    play = Play.from_text("24/19")
    ways = arrows_of(play, Side.LIGHT)
    shown = IllegalShown(laid(START, play), Side.LIGHT, ways, ways)
    return replace(drawn(chair, START), illegal=shown)
