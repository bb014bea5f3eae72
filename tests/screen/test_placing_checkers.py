"""A position that is set by touch: both players are told, until the next roll."""

from __future__ import annotations

from companion.games.backgammon import START
from tests.casebook.scene import ANNA, Desk
from tests.table import RIGHT


def test_both_are_told_that_the_position_was_corrected_until_somebody_rolls() -> None:
    scene = Desk().opened()
    scene.touches("PositionSet", START.id(), ANNA)
    assert scene.message == "notice.placed"
    scene.throws("42", RIGHT, looks=2)
    assert (scene.recorded()[-1], scene.message) == ("light roll 42", "")
