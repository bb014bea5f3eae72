"""A player's chair at the table of whatever game, and what the game waits for there.  No Kivy here."""

from __future__ import annotations

from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.screen import draughts_fields, touch_fields
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.source import TableView
from companion.screen.widgets.fields import Chair, Field


def chair_of(view: TableView, side: Side, language: str) -> Chair | DraughtsChair:
    """The chair of a side."""
    if isinstance(view, DraughtsView):
        return DraughtsChair(view, side, language)
    return Chair(view, side, language)


def action_field(view: TableView, side: Side, language: str) -> Field | None:
    """The large field of a side's half: what the game waits for, if a touch can do it."""
    chair = chair_of(view, side, language)
    if isinstance(chair, DraughtsChair):
        return draughts_fields.half_fields(chair).get("action")
    return touch_fields.half_fields(chair).get("action")
