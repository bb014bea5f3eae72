"""The page that begins a match: its players and match settings, which are saved when the match begins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.errors import CompanionError, StorageError
from companion.games.rules import Side
from companion.record import Mode
from companion.screen.board.legible import checker_colours
from companion.screen.match_text import match_words
from companion.screen.navigator import Navigator
from companion.screen.pages.match_sheet import MatchSheetPage
from companion.screen.services import Services
from companion.screen.source import TableView
from companion.screen.theme import THEME, Colour
from companion.screen.widgets import signs
from companion.screen.widgets.arranged import Fields, column, row
from companion.screen.widgets.both_chairs import ask_both
from companion.screen.widgets.modals import Confirm
from companion.screen.widgets.player_name import ask_name
from companion.screen.widgets.row_field import RowField
from companion.screen.widgets.words import Words
from companion.settings.director_lock import is_locked
from companion.settings.tree import Lower, MatchSettings, written
from companion.texts import label

_PROPOSED_S: Final = 0.5
"""How often it is asked which board the camera sees."""


_SEATS: Final = 230.0
_SWAPS: Final = 64.0
_SUMMARY: Final = 49.0


class NewMatchPage(MatchSheetPage):
    """The page for a new match: the seats, a scrolling sheet of match settings, and Begin, which is always visible."""

    title = "screen.new_match"

    def __init__(
        self,
        services: Services,
        ways: Navigator,
        *,
        language: str,
        chosen: Mapping[str, object] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        super().__init__(services, ways, language=language, chosen=chosen, **kwargs)
        self._view: TableView | None = None
        self.seats: dict[Side, _Seat] = {side: _Seat() for side in Side}
        for side, seat in self.seats.items():
            seat.bind(on_touched=lambda _, side=side: self._ask_name(side))
        self.colours: Final = self._field(self._swap_colours, "new.swap-colours", most=22)
        self.turned: Final = self._field(self._swap_seats, "new.swap-seats", most=22)
        self.summary: Final = Words(most=22, halign="center", color=THEME.ink_quiet)
        self.begin: Final = self._field(self._asked_to_begin, "new.begin", main=True, most=36)
        self._swaps: Final = row(self.colours, self.turned, spacing=THEME.gap_px)
        self._seats: Final = column(spaced=True)
        foot = ((column(self.summary, margin=True), _SUMMARY), Fields(self.begin, high=80 if THEME.upright else 75))
        if THEME.upright:
            self._hold((self._seats, _SEATS), self.sheet, *foot)
        else:
            self._hold(row((self.sheet, 0.615), (column(self._seats, *foot), 0.385)))
        self._furnish()
        self._proposing: Final = Clock.schedule_interval(lambda _: self._propose_game(), _PROPOSED_S)

    @property
    def keeps(self) -> bool:
        """Whether a call from the table leaves the page open, with what has been filled in: not during a match."""
        return self._services.matches is None or self._services.matches.unfinished() is None

    @property
    def draft(self) -> dict[str, object]:
        """The arguments that open the page with what has been filled in and not begun; what is locked is left out."""
        locked = bool(self._services.settings.now().director.pin)
        chosen = {key: value for key, value in self._set.items() if not (locked and is_locked(key))}
        return {"chosen": chosen} if chosen else {}

    def show(self, view: TableView) -> None:
        """Take the seats and colours of the board that the camera sees, and its game."""
        self._propose_game()
        before, self._view = self._view, view
        if before is None or (before.checker_bgr, before.light_at_bottom) != (view.checker_bgr, view.light_at_bottom):
            self._seat()

    def closed(self) -> None:
        """Ask no more which board the camera sees."""
        self._proposing.cancel()

    # --- the seats --------------------------------------------------------------------------------------------

    def _ask_name(self, side: Side) -> None:
        match = self.settings.match
        key, name = ("match.light", match.light) if side is Side.LIGHT else ("match.dark", match.dark)

        def typed(text: str) -> None:
            self._change({key: text})
            self._seat()

        ask_name(self, self._services, side, name, typed, language=self._language)

    def _swap_colours(self) -> None:
        """Swap the colours: the players keep their seats, and the colours change edges."""
        match = self.settings.match
        light, dark = match.dark, match.light
        usual = MatchSettings()
        if {light, dark} == {usual.light, usual.dark}:
            light, dark = dark, light  # nobody has a name: only the edges are left to change
        self._change({"match.light": light, "match.dark": dark, "screen.lower": self._as_lower(self._lower.other)})
        self._seat()

    def _swap_seats(self) -> None:
        """Swap the seats: the players take their colours with them."""
        self._change({"screen.lower": self._as_lower(self._lower.other)})
        self._seat()

    @property
    def _lower(self) -> Side:
        """The side at the lower edge of the screen."""
        lower = self.settings.screen.lower
        if lower is not Lower.AUTO:
            return Side(lower.value)
        return self._view.at_bottom if self._view is not None else Side.LIGHT

    def _as_lower(self, side: Side) -> str:
        """The setting for the lower edge: left to the camera if that gives the chosen side."""
        left_to_camera = self._services.settings.now().screen.lower is Lower.AUTO  # else the view is turned by then
        seen = self._view.at_bottom if self._view is not None and left_to_camera else None
        return Lower.AUTO.value if seen is side else side.value

    # --- begin --------------------------------------------------------------------------------------------------

    def _asked_to_begin(self) -> None:
        standing = self._services.matches.unfinished() if self._services.matches is not None else None
        if standing is None:
            self._begin()
            return
        names = " – ".join(label(name, language=self._language) for name in standing.header.names)
        if standing.header.mode is Mode.REFEREED:
            ask_both(
                self, self._services, self._ways, self._text("new.keeps", names=names), act=self._text("new.begin"),
                language=self._language, done=self._begin,
            )  # fmt: skip
            return
        Confirm(
            self._text("new.keeps", names=names),
            act=self._text("new.begin"),
            keep=self._text("edit.back"),
            done=self._begin,
        ).lie_over(self)

    def _begin(self) -> None:
        assert self._services.matches is not None
        before, trouble = self._services.settings.now(), None
        try:
            self._services.settings.change(self._set)
        except StorageError as error:  # the settings apply all the same
            trouble = str(error)
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        try:
            self._services.matches.begin()
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._set = {}
        self._ways.home()
        if written(before, "screen.lower") != written(self._services.settings.now(), "screen.lower"):
            self._ways.restyle()
        if trouble is not None:
            self._ways.tell(trouble)

    # --- what is seen -------------------------------------------------------------------------------------------

    def _sum_up(self) -> None:
        self.summary.text = match_words(self.settings.match, self._language)

    def _seat(self) -> None:
        match = self.settings.match
        checkers = self._view.checker_bgr if self._view is not None else None
        for side, name in ((Side.LIGHT, match.light), (Side.DARK, match.dark)):
            seat = self.seats[side]
            edge = "new.lower" if side is self._lower else "new.upper"
            seat.title, seat.note = label(name, language=self._language), self._text(edge, side=side.value)
            seat.show(side, checker_colours(checkers)[side] if checkers else None)
        self._seats.hold(self.seats[self._lower.other], (self._swaps, _SWAPS), self.seats[self._lower])


class _Seat(RowField):
    """A player in a seat: a checker of the colour, the name, and the edge."""

    title = StringProperty("")
    note = StringProperty("")
    shows = ("title", "note")

    def __init__(self, **kwargs: Any) -> None:
        self._side, self._colour = Side.LIGHT, THEME.die
        super().__init__(**kwargs)

    def show(self, side: Side, colour: Colour | None) -> None:
        """The checker that is drawn."""
        usual: Mapping[Side, Colour] = {Side.LIGHT: THEME.cube, Side.DARK: THEME.pip}
        self._side, self._colour = side, colour or usual[side]
        self._lay()

    def _lay(self, *_: object) -> None:
        before, edge, inset = THEME.px(64), THEME.px(30), THEME.px(6)
        x, room = self.x + before, self.width - before - THEME.margin_px
        self.put("edge", self.note, (x, self.y + inset, room, edge), most=20, color=THEME.ink_quiet)
        name = (x, self.y + inset + edge, room, self.height - edge - 2 * inset)
        self.put("name", self.title, name, bold=True, most=33)
        self.canvas.after.clear()
        with self.canvas.after:
            signs.checker((self.x + before / 2, self.y + self.height / 2), THEME.px(20), self._colour, self._side)
