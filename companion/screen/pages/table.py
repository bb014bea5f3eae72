"""What the pages of a game in play have in common: the board in the middle, one half for each player."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.games.rules import Side
from companion.match.events import Disputed
from companion.screen.board.entry_hint import EntryHint
from companion.screen.board.half_layout import play_board
from companion.screen.board.layout import Box
from companion.screen.board.legible import checker_colours
from companion.screen.half_facts import HalfFacts, PutAway
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.source import TableEvent
from companion.screen.theme import LARGE, Colour
from companion.screen.widgets.fields import Entry, Field, Page
from companion.screen.widgets.half import PlayerHalf as PlayerHalf
from companion.screen.widgets.panel import Panel
from companion.screen.widgets.pin import ask_pin
from companion.screen.widgets.touching import Opposite
from companion.settings.tree import Lower, Settings, TextSize, language_of, of_player
from companion.texts import sentence

log = logging.getLogger(__name__)

_SHADE: Final = 0.6
"""The board and the clocks can be read through it."""


class TablePage(FloatLayout):  # type: ignore[misc]
    """The page of a game: draws ``view`` and passes touches to the source.

    ``board_kind``: the widget that draws the game's board, and on which its turns are entered; ``widest``: its width
    by its height.  ``how``: the text of how a turn is entered.  ``not_offered``: the pages that do not know this game.
    ``shade``: how much of its light is taken while nobody does anything and a clock runs, until somebody touches it.
    """

    view = ObjectProperty(None, allownone=True)
    shade = NumericProperty(0.0)
    board_kind: ClassVar[Any]
    widest: ClassVar[float]
    how: ClassVar[str]
    not_offered: ClassVar[frozenset[PageName]] = frozenset()

    def __init__(self, services: Services, ways: Navigator, **kwargs: Any) -> None:
        self._services = services
        self._source = services.table
        self._book = services.settings
        self._ways = ways
        self._settings = services.settings.now()
        self._over: Widget | None = None
        self._calls: tuple[object, ...] = ()
        self.panel: Panel | None = None
        self._put_away: dict[Side, PutAway] = {}
        self._hinted: Entry | None = None
        self._woken = False
        self.disputes = False
        """Whether the last event entered by touch was a dispute."""
        super().__init__(**kwargs)
        self.board = self.board_kind(size_hint=(None, None))
        self.ids.ground.add_widget(self.board)
        self.ids["board"] = self.board
        for half, opposite in ((self.ids.lower, False), (self.ids.upper, True)):
            half.widest = self.widest
            half.bind(on_chosen=lambda _, field, at_s, opposite=opposite: self._chosen(field, at_s, opposite=opposite))
            half.bind(on_put_away=lambda _, opposite=opposite: self._put_notice_away(opposite=opposite))
        for half, side in self._halves(Side.LIGHT):
            half.letters = _letters(self._settings, side)
        self.board.bind(on_entered=lambda _, entry: self._enter(entry))
        self.bind(pos=self._lay_board, size=self._lay_board)

    # --- what each game says of its views -----------------------------------------------------------------------

    def entry_of(self, view: Any, entered: Any) -> Entry | None:
        """The turn that is entered on the game's own board; ``entered``: as far as it was entered before."""
        raise NotImplementedError

    def facts_of(self, view: Any, side: Side, *, language: str) -> HalfFacts:
        """What a half shows; a notice that was put away there is left out."""
        raise NotImplementedError

    def seat_of(self, view: Any, side: Side) -> Side:
        """The chair from which a side is played."""
        del view
        return side

    def correcting(self, number: int, *, opposite: bool) -> Page | None:
        """The page on which a turn of this game is corrected; None if it cannot be corrected now."""
        raise NotImplementedError

    @staticmethod
    def seated(view: Any, lower: Lower) -> Any:
        """The view with the player at the lower edge whom the settings name."""
        raise NotImplementedError

    @staticmethod
    def calls(view: Any) -> tuple[object, ...]:
        """What both players are to see at once."""
        return (view.question, view.alarm, view.winner)

    @staticmethod
    def result(view: Any) -> object:
        """The result of a game that is over and has a card; None where there is none."""
        raise NotImplementedError

    # --- views --------------------------------------------------------------------------------------------------

    def on_view(self, _: Any, view: Any) -> None:
        if view is None:
            return
        self._woken = self._woken and view.dimmed
        self.shade = _SHADE if view.dimmed and not self._woken else 0.0
        board = self.board
        board.view = view
        board.entry = self.entry_of(view, board.entry)
        board.takes = view.question is None
        self._hint(view)
        self._show_halves(view)
        asks_with_boards = view.question is not None and view.question.with_boards
        is_hidden = view.phase == "phase.paused" and self._services.settings.now().table.pause_hides_board
        board.opacity = 0 if asks_with_boards or is_hidden else 1  # boards beside the board would be taken for it
        calls = TablePage.calls(view)
        if calls != self._calls and any(calls):
            self.close()  # no panel covers what both are to see
        self._calls = calls

    def _halves(self, lower: Side) -> tuple[tuple[PlayerHalf, Side], ...]:
        return (self.ids.lower, lower), (self.ids.upper, lower.other)

    def _lay_board(self, *_: object) -> None:
        largest = max(half.letters for half in (self.ids.lower, self.ids.upper))
        box = play_board(Box(*self.pos, *self.size), largest, widest=self.widest)
        self.board.pos, self.board.size = box[:2], box[2:]

    def _show_halves(self, view: Any) -> None:
        for half, side in self._halves(view.at_bottom):
            half.letters = _letters(self._settings, side)
            half.show(self.facts_of(view, side, language=language_of(self._settings, side)), _checkers(view))

    # --- how a turn is entered ----------------------------------------------------------------------------------

    def _hint(self, view: Any) -> None:
        """Say on the board how a turn is entered, until something is touched, as often as the settings have left."""
        entry = self.board.entry
        fresh = None if entry is None else entry.cleared()
        if fresh is None or entry != fresh or not self.board.takes or fresh == self._hinted or not self._hints_left():
            self.board.hint = None
            return
        seat = self.seat_of(view, entry.side)
        words = sentence(self.how, language=language_of(self._settings, seat), terms=view.terms)
        self.board.hint = EntryHint(words, turned=seat is not view.at_bottom)

    def _hints_left(self) -> int:
        return self._book.now().screen.entry_hints

    def _hint_read(self) -> None:
        shown = self.board.hint_box is not None
        self._hinted, self.board.hint = self.board.entry.cleared(), None
        if shown:
            try:
                self._book.change({"screen.entry_hints": max(0, self._hints_left() - 1)})
            except CompanionError as error:
                log.warning("the hint will be shown again: %s", error)

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch takes the hint away and lights the page up again, and does what it does without them."""
        self._woken, self.shade = True, 0.0
        if self.board.hint is not None and self.board.entry is not None:
            self._hint_read()
        return bool(super().on_touch_down(touch))

    # --- touches ------------------------------------------------------------------------------------------------

    def open(self, page: Page, *, opposite: bool, at_s: float = float("-inf")) -> None:
        """Open a page of the panel, turned to its reader; ``at_s``: the time of the touch."""
        self.close()
        language = language_of(self._settings, self._side(opposite=opposite))
        panel = Panel(
            page, _checkers(self.view), offers=self._ways.offers, language=language, at_s=at_s, pos=self.pos,
            size=self.size,
        )  # fmt: skip
        panel.bind(on_told=lambda _, event: self._tell(event), on_closed=lambda _: self.close())
        panel.bind(on_locked=lambda _, locked: self._unlock(locked, language, opposite=opposite))
        panel.bind(on_opened=lambda _, place: self._ways.open(place, opposite=opposite))
        self.panel, self._over = panel, panel
        if opposite:
            self._over = Opposite(pos=self.pos, size=self.size)
            self._over.add_widget(panel)
        self.add_widget(self._over)

    def _unlock(self, locked: Callable[[bool], Page], language: str, *, opposite: bool) -> None:
        """Open a page that lies behind the director's PIN."""
        has_pin = bool(self._services.settings.now().director.pin)
        then = partial(self.open, opposite=opposite)
        anchor = self.panel or self
        ask_pin(anchor, self._services, self._ways, language=language, then=lambda: then(locked(has_pin)))

    def close(self) -> None:
        """Close the panel."""
        if self._over is not None:
            self.remove_widget(self._over)
        self._over = self.panel = None

    def _chosen(self, field: Field, at_s: float, *, opposite: bool) -> None:
        if field.event is not None:
            self._tell(field.event)
        elif field.entry is not None:
            self._enter(field.entry)
        elif field.page is not None:
            self.open(field.page(), opposite=opposite, at_s=at_s)
        if field.opens is not None:
            self._ways.open(field.opens, opposite=opposite)

    def _put_notice_away(self, *, opposite: bool) -> None:
        """Hide the notice from the player who touched it; the other one has not read it yet."""
        self._put_away[self._side(opposite=opposite)] = (self.view.message, self.view.said_t)
        self.on_view(self, self.view)

    def _side(self, *, opposite: bool) -> Side:
        lower: Side = self.view.at_bottom
        return lower.other if opposite else lower

    def _enter(self, entry: Entry) -> None:
        """Show a turn as it is entered now."""
        self.board.entry = entry
        self._show_halves(self.view)

    def _tell(self, event: Callable[[float], TableEvent]) -> None:
        self.close()
        happened = event(self._source.now_s())
        self.disputes = isinstance(happened, Disputed)
        self._source.happen(happened)


def _letters(settings: Settings, side: Side) -> float:
    return LARGE if of_player(settings, side).text is TextSize.LARGE else 1.0


def _checkers(view: Any) -> Mapping[Side, Colour]:
    return checker_colours(view.checker_bgr)


Builder.load_file(str(Path(__file__).with_name("table.kv")))
