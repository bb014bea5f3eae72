"""The page of a game of draughts in play."""

from __future__ import annotations

from typing import Final

from companion.games.draughts.move_entry import MoveEntry
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.screen.board.draughts_board import DraughtsEntryBoard
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_facts import facts_of, seated
from companion.screen.draughts_fields import correction, entry_of
from companion.screen.half_facts import HalfFacts
from companion.screen.navigator import PageName
from companion.screen.pages.table import TablePage
from companion.screen.widgets.fields import Page
from companion.settings.tree import Lower, language_of

_OVER: Final = frozenset({"phase.over", "phase.match-over"})


class DraughtsPage(TablePage):
    """The page of a game of draughts: draws ``view`` and passes touches to the source."""

    board_kind = DraughtsEntryBoard
    widest = 1.0
    how = "entry.how.draughts"
    not_offered = frozenset({PageName.POSITION, PageName.PLAYS})

    def entry_of(self, view: DraughtsView, entered: MoveEntry | None) -> MoveEntry | None:
        return entry_of(view, entered)

    def facts_of(self, view: DraughtsView, side: Side, *, language: str) -> HalfFacts:
        return facts_of(view, side, language=language, entry=self.board.entry, put_away=self._put_away.get(side))

    def correcting(self, number: int, *, opposite: bool) -> Page | None:
        side = self._side(opposite=opposite)
        return correction(DraughtsChair(self.view, side, language_of(self._settings, side)), number)

    @staticmethod
    def seated(view: DraughtsView, lower: Lower) -> DraughtsView:
        return seated(view, lower)

    @staticmethod
    def result(view: DraughtsView) -> object:
        return (view.winner, view.result, view.games) if view.phase in _OVER else None
