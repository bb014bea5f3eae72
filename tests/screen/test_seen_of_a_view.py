"""What boards and pages compare of a view is there: they name it as text, which no type checker reads."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.match.draughts.view import DraughtsView
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.pages.draughts_position import DraughtsPositionPage
from companion.screen.pages.position import PlacingPage, PositionPage


@pytest.mark.parametrize(
    ("names", "view"),
    [
        (BoardWidget.seen, View),
        (PlacingPage.matters, View),
        (PositionPage.matters, View),
        (DraughtsPositionPage.matters, DraughtsView),
    ],
)
def test_what_is_compared_is_there(names: tuple[str, ...], view: type[View | DraughtsView]) -> None:
    assert {*names} <= {field.name for field in fields(view)}
