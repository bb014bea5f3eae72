"""The page that corrects the recorded position: checkers are moved by touch on a drawn board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.uix.widget import Widget

from companion.games.rules import BAR, TRAY, Side
from companion.match.view import View
from companion.screen.board.board import BoardWidget
from companion.screen.board.layout import SHOWN, WIDEST_BOARD, BoardLayout, Box
from companion.screen.board.legible import checker_colours
from companion.screen.board.placing import Placing, as_seen, on_record, placing, touched_at
from companion.screen.camera_text import SentenceTone
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.theme import THEME, Colour, ink_for
from companion.screen.widgets import signs
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, Part, WithBoard, column, row
from companion.screen.widgets.editors import Stepper
from companion.screen.widgets.fitting import letters
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.words import NOTE, WordField, Words
from companion.texts import label, sentence

_COLUMN_PX: Final = 236.0
"""The least width of what is beside the board."""
_BELOW_PX: Final = 204.0
"""The least height of what is below it in an upright window."""
_CAPTION_PX: Final = 25.0
_LINE_PX: Final = 32.0
_BESIDE_CHECKER_PX: Final = 42.0
"""The room of a side's checker at the left of a field, on the 800 x 480 screen."""
_MOST: Final = 15
_NOT_YET: Final = frozenset({"phase.start", "phase.over", "phase.next-game", "phase.match-over"})
"""The phases in which the session accepts no position: before a game and after it."""


class PlacingPage(AppPage):
    """A large board on which pieces are placed, of whatever game; beside it whose turn it is, and what is placed.

    ``placing``: the position that is being entered; None before the first view.
    """

    title = "screen.position"
    keeps = True  # hands are over the board meanwhile
    widest = WIDEST_BOARD

    def __init__(self, services: Services, ways: Navigator, *, language: str, board: Any, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._source: Final = services.table
        self._view: Any = None
        self.placing: Any = None
        self.board: Final = board
        self.board.bind(on_spot=lambda _, x, y: self._touched(x, y))
        self.line: Final = SignedLine(most=22)
        self.whose: Final = Words(text=self._text("position.whose-turn"), bold=True, most=NOTE, halign="center")
        self.fields: Final = {
            name: WordField(text=self._text(f"position.{name}"), main=name == "accept")
            for name in ("as-seen", "as-recorded", "undo", "accept")
        }
        for name, field in self.fields.items():
            field.bind(on_touched=lambda _, name=name: self._act(name))
        self.turns: Final = {side: SideField(side=side) for side in Side}
        for side, turn in self.turns.items():
            turn.bind(on_touched=lambda _, side=side: self._moves(side))
        self._refresh: Final = Clock.create_trigger(lambda _: self._show())
        self.bind(opposite=self._refresh)

    def show(self, view: Any) -> None:
        """Take the newest view; the position being entered stays as it is."""
        before, self._view = self._view, view
        if self.placing is None:
            self.placing = self.begun(view)
        if before is None or any(getattr(before, name) != getattr(view, name) for name in self.matters):
            self._refresh()

    # --- what each game says --------------------------------------------------------------------------------

    matters: tuple[str, ...] = ("board_read", "phase", "checker_bgr", "names", "light_at_bottom")
    """The part of a view that is shown."""

    def begun(self, view: Any) -> Any:
        """The recorded position, ready to be corrected."""
        raise NotImplementedError

    def as_seen(self, view: Any) -> Any:
        """The position that the camera sees, with which one is filled; None: it sees none."""
        raise NotImplementedError

    def on_record(self, view: Any) -> Any:
        """The recorded position, with which one is filled."""
        raise NotImplementedError

    def said(self, placed: Any, view: Any) -> tuple[str, SentenceTone | None]:
        """One line below the board: how to go on, or what is there."""
        raise NotImplementedError

    def draw(self, placed: Any, view: Any) -> None:
        """Draw the board, and what is beside it."""
        raise NotImplementedError

    # --- what a touch does ----------------------------------------------------------------------------------

    def _touched(self, x: float, y: float) -> None:
        raise NotImplementedError

    def _moves(self, side: Side) -> None:
        if self.placing is not None:
            self._becomes(self.placing.rolled_by(side))

    def _act(self, name: str) -> None:
        placed, view = self.placing, self._view
        if placed is None or view is None:
            return
        match name:
            case "as-seen":
                seen = self.as_seen(view)
                self._becomes(placed if seen is None else placed.filled(seen))
            case "as-recorded":
                self._becomes(placed.filled(self.on_record(view)))
            case "undo":
                self._becomes(placed.undone())
            case "accept":
                by = view.at_bottom.other if self.opposite else view.at_bottom
                self._source.happen(placed.event(self._source.now_s(), by))
                self._ways.home()

    def _becomes(self, placed: Any) -> None:
        self.placing = placed
        self._refresh()

    # --- what is shown --------------------------------------------------------------------------------------

    def _show(self) -> None:
        placed, view = self.placing, self._view
        if placed is None or view is None:
            return
        self.fields["as-seen"].dead = self.as_seen(view) is None
        self.fields["undo"].dead = placed.before is None
        self.fields["accept"].dead = placed.fault is not None or view.phase in _NOT_YET
        checkers = checker_colours(view.checker_bgr)
        for side, name in zip(Side, view.names, strict=True):
            chosen = side is placed.on_roll
            self.turns[side].show(label(name, language=self._language), checkers[side], chosen=chosen)
        self.line.text, self.line.tone = self._line_of(placed, view)
        self.draw(placed, view)

    def _line_of(self, placed: Any, view: Any) -> tuple[str, SentenceTone | None]:
        """One line: what is wrong, else what the game says."""
        if view.phase in _NOT_YET:
            return self._text("position.not-now"), SentenceTone.WARNING
        if placed.fault is not None:
            key, side, count = placed.fault
            return self._text(key, side=side.value, count=str(count)), SentenceTone.WARNING
        return self.said(placed, view)

    def _text(self, key: str, /, **values: str) -> str:
        return sentence(key, values, language=self._language, terms=getattr(self._view, "terms", ""))

    def _arrange(self, *placed: Part) -> None:
        """Put everything on the page; ``placed``: what is below the fields that say whose turn it is."""
        turns = row(*self.turns.values(), spacing=THEME.gap_px)
        beside = column((self.whose, _CAPTION_PX), turns, *placed, spaced=True)
        board = WithBoard(Framed(self.board, widest=self.widest), beside, least=_COLUMN_PX, below=_BELOW_PX)
        line = column(self.line, margin=True)
        high = _LINE_PX * (2 if THEME.upright else 1)
        self._hold(board, (line, high), Fields(*self.fields.values(), upright=2))


class PositionPage(PlacingPage):
    """The page of backgammon: how many checkers of each side are on the touched spot."""

    views = View
    matters = (*PlacingPage.matters, "home_at_right")

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, board=TouchedBoard(), **kwargs)
        self.steppers: Final = {side: _Counter(0, least=0, most=_MOST, says=lambda _: "") for side in Side}
        for side, stepper in self.steppers.items():
            stepper.bind(on_changed=lambda _, value, side=side: self._counted(side, int(value)))
        steppers = self.steppers.values()
        self._arrange(*([row(*steppers, spacing=THEME.gap_px)] if THEME.upright else steppers))

    def begun(self, view: View) -> Placing:
        return placing(view)

    def as_seen(self, view: View) -> Any:
        return as_seen(view, self.placing.wanted)

    def on_record(self, view: View) -> Any:
        return on_record(view)

    def _touched(self, x: float, y: float) -> None:
        found = touched_at(self.board.layout, x, y)
        if found is not None and self.placing is not None:
            self._becomes(self.placing.touched(*found))

    def _counted(self, side: Side, count: int) -> None:
        placed = self.placing
        if placed is not None and placed.chosen is not None:
            self._becomes(placed.changed(side, count - placed.count(placed.chosen[0], side)))

    def draw(self, placed: Placing, view: View) -> None:
        shown = placed.shown(view)
        if self.opposite:  # as that chair sees the real board
            shown = replace(shown, light_at_bottom=not view.light_at_bottom, home_at_right=not view.home_at_right)
        self.board.mark(None if placed.chosen is None else (*placed.chosen, placed.held))
        self.board.view = shown
        spot = None if placed.chosen is None else placed.chosen[0]
        for side, stepper in self.steppers.items():
            stepper.value = 0 if spot is None else placed.count(spot, side)
            stepper.plus.dead = spot is None or stepper.value >= _MOST
            stepper.show(side, checker_colours(view.checker_bgr)[side], counts=spot is not None)

    def said(self, placed: Placing, view: View) -> tuple[str, SentenceTone | None]:
        """How many checkers are lifted, else how many each side has."""
        del view
        if placed.held:
            return self._text("position.lifted", count=str(placed.held)), SentenceTone.NOTE
        totals = {side.value: str(placed.total(side)) for side in Side}
        return self._text("position.complete", **totals), None


class _Counter(Stepper):
    """Between minus and plus a checker, with the count of its side on the touched spot."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._shown: tuple[Side, Colour, bool] | None = None
        super().__init__(*args, **kwargs)
        self.words.bind(pos=self._draw, size=self._draw)

    def show(self, side: Side, colour: Colour, *, counts: bool) -> None:
        self._shown = side, colour, counts
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._shown is None:
            return
        side, colour, counts = self._shown
        place = self.words
        center = (place.x + place.width / 2, place.y + place.height / 2)
        radius = min(THEME.px(29), place.width * 0.42)
        with self.canvas.after:
            signs.checker(center, radius, colour, side)
            if counts:
                signs.plate(center, radius, colour)
                signs.number(int(self.value), center, radius * 1.1, ink_for(colour))


class SideField(WordField):
    """A field with a side's checker beside the player's name, which takes two lines where one is too long."""

    def __init__(self, *, side: Side, **kwargs: Any) -> None:
        self._side: Final = side
        self._colour: Colour | None = None
        self._chosen = False
        super().__init__(padding=(THEME.px(_BESIDE_CHECKER_PX), 0, THEME.px(6), 0), **kwargs)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, name: str, colour: Colour, *, chosen: bool) -> None:
        self.text, self._colour, self._chosen = name, colour, chosen
        self._draw()

    def _fit(self, *_: object) -> None:
        room = self.width - THEME.px(4) - self.padding[0] - self.padding[2]
        self.own_px = letters(self.text, room, self.height - THEME.px(8), most_px=THEME.px(22),
                              least_px=THEME.px(15), bold=True)  # fmt: skip
        self.font_size = self.own_px
        self._even()

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._colour is None:
            return
        with self.canvas.after:
            beside = self.x + THEME.px(_BESIDE_CHECKER_PX / 2)
            signs.checker((beside, self.center_y), THEME.px(15), self._colour, self._side)
            if self._chosen:
                signs.outline(Box(*self.pos, *self.size), THEME.button_main)


class ToldTouches(Widget):  # type: ignore[misc]
    """A board that tells where it was touched: mixed into the widget that draws it."""

    __events__ = ("on_spot",)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_spot", *touch.pos)
        return True

    def on_spot(self, x: float, y: float) -> None:
        """Kivy's default handler of our event: nothing."""


class TouchedBoard(ToldTouches, BoardWidget):
    """A board whose spots can be touched."""

    def __init__(self, **kwargs: Any) -> None:
        self._marked: tuple[int, Side, int] | None = None
        super().__init__(**kwargs)

    def mark(self, marked: tuple[int, Side, int] | None) -> None:
        """Mark a stack: (spot, side, number of lifted checkers)."""
        if marked != self._marked:
            self._marked = marked
            self._again()

    def _draw(self, *_: object) -> None:
        super()._draw()
        self.canvas.after.clear()
        if self._marked is None or self.view is None:
            return
        spot, side, held = self._marked
        layout = self.layout
        with self.canvas.after:
            Color(*THEME.notice)
            SmoothLine(rounded_rectangle=(*_inside(_box(layout, spot, side)), THEME.px(5)), width=THEME.px(2.2))
            if spot == TRAY:
                return
            count = self.view.bar[side is Side.DARK] if spot == BAR else abs(self.view.points[spot - 1])
            for place in range(max(0, min(count, SHOWN) - held), min(count, SHOWN)):
                x, y = layout.checker(spot, side, place)
                SmoothLine(circle=(x, y, layout.radius + THEME.px(1)), width=THEME.px(2.6))


def _box(layout: BoardLayout, spot: int, side: Side) -> Box:
    if spot == TRAY:
        return layout.tray(side)
    if spot != BAR:
        return layout.point(spot)
    bar, half = layout.bar, layout.bar.height / 2
    return bar._replace(y=bar.y if layout.at_bottom(side) else bar.y + half, height=half)


def _inside(box: Box) -> Box:
    return Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
