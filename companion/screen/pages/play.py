"""The page of a game of backgammon in play."""

from __future__ import annotations

from typing import Any, Final

from companion.coach.at_the_table.shown import coach_shown
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.rules import Side
from companion.match.events import PlayPrepared
from companion.match.view import View
from companion.screen.board.entering import entry_of
from companion.screen.board.entry_board import EntryBoard
from companion.screen.board.layout import WIDEST_BOARD
from companion.screen.board.numbering import seat_of
from companion.screen.facts import facts_of, seated
from companion.screen.half_facts import HalfFacts
from companion.screen.hints import is_taught
from companion.screen.navigator import Navigator, PageName
from companion.screen.pages.table import TablePage
from companion.screen.services import Services
from companion.screen.touch_fields import double_page, doubler
from companion.screen.turn_pages import correction
from companion.screen.widgets.fields import Chair, Page
from companion.settings.tree import Lower, language_of, of_player

_OVER: Final = frozenset({"phase.over", "phase.match-over"})


class PlayPage(TablePage):
    """The page of a game of backgammon: draws ``view`` and passes touches to the source."""

    board_kind = EntryBoard
    widest = WIDEST_BOARD
    how = "entry.how"
    not_offered = frozenset({PageName.DRAUGHTS_POSITION})

    def __init__(self, services: Services, ways: Navigator, **kwargs: Any) -> None:
        self._prepared: str | None = None
        super().__init__(services, ways, **kwargs)

    def entry_of(self, view: View, entered: PlayEntry | None) -> PlayEntry | None:
        return entry_of(view, entered)

    def facts_of(self, view: View, side: Side, *, language: str) -> HalfFacts:
        return facts_of(
            view, side, language=language, point_numbers=of_player(self._settings, side).point_numbers,
            entry=self.board.entry, put_away=self._put_away.get(side),
        )  # fmt: skip

    def seat_of(self, view: View, side: Side) -> Side:
        return seat_of(view, side)

    def correcting(self, number: int, *, opposite: bool) -> Page | None:
        return correction(self._chair(opposite=opposite), number)

    @staticmethod
    def seated(view: View, lower: Lower) -> View:
        return seated(view, lower)

    @staticmethod
    def calls(view: View) -> tuple[object, ...]:
        return (*TablePage.calls(view), view.dice)

    @staticmethod
    def result(view: View) -> object:
        return (view.winner, view.points_won, view.score) if view.phase in _OVER else None

    def on_view(self, page: Any, view: View | None) -> None:
        super().on_view(page, view)
        if self.board.entry is None or not self.board.entry.touches:
            self._prepared = None

    def on_touch_down(self, touch: Any) -> bool:
        """Ask whether to double when the cube is touched; in training, show where a touched checker may land."""
        if super().on_touch_down(touch):
            return True
        board, side = self.board, None if self.view is None else doubler(self.view)
        if side is not None and board.layout.on_cube(*touch.pos, self.view.cube_owner):
            opposite = side is not self.view.at_bottom
            self.open(double_page(self._chair(opposite=opposite)), opposite=opposite, at_s=touch.time_start)
            return True
        if self.view is None or not is_taught(self.view):
            return False
        spot = board.layout.spot_at(*touch.pos)
        board.touched = spot if spot in coach_shown(self.view).landings and spot != board.touched else None
        return board.touched is not None

    def _chair(self, *, opposite: bool) -> Chair:
        side = self._side(opposite=opposite)
        return Chair(self.view, side, language_of(self._settings, side), entry=self.board.entry)

    def _enter(self, entry: Any) -> None:
        """Tell the session of a play once it is whole, and when it is so no more."""
        super()._enter(entry)
        prepared = entry.play.text() if entry.touches and entry.play is not None else None
        if prepared != self._prepared:
            self._prepared = prepared
            self._source.happen(PlayPrepared(prepared, self._source.now_s()))
