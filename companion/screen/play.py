"""The screen of a game that is being played: the board in the middle, one half for each player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.events import Disputed, Event
from companion.games.rules import Side
from companion.screen import signs
from companion.screen.board import BoardWidget
from companion.screen.desk import Desk
from companion.screen.facts import BandKind, Facts, bottom_side, facts_of
from companion.screen.layout import Box, half_boxes
from companion.screen.pages import Chair, Field, Page, correction
from companion.screen.panel import Panel
from companion.screen.theme import THEME, Colour, from_bgr
from companion.screen.touching import Opposite, Tile, TouchField
from companion.screen.ways import Ways
from companion.settings import language_of, of_player
from companion.view import View

__all__ = ["Band", "BoardWidget", "Opposite", "PlayScreen", "PlayerHalf", "TouchField"]


class Band(Widget):  # type: ignore[misc]
    """The full-width message of one half, with its sign at the left."""

    text = StringProperty("")
    kind = ObjectProperty(BandKind.NOTICE)
    ground = ObjectProperty(THEME.notice)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw_sign)
        self.bind(text=redraw, kind=redraw, pos=redraw, size=redraw)

    def on_kind(self, _: Any, kind: BandKind) -> None:
        self.ground = THEME.warning if kind is BandKind.WARNING else THEME.notice

    def _draw_sign(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.text:
            with self.canvas.after:
                center = (self.x + self.height / 2, self.center_y)
                signs.sign(self.kind.value, center, self.height * 0.66, THEME.ink_band, self.ground)


class PlayerHalf(FloatLayout):  # type: ignore[misc]
    """One player's half of the screen, laid out for the player at the lower edge."""

    name = StringProperty("")
    score = StringProperty("")
    turn = StringProperty("")
    clock = StringProperty("")
    delay = StringProperty("")
    last_play = StringProperty("")
    acts = BooleanProperty(False)
    won = BooleanProperty(False)
    band = StringProperty("")
    band_kind = ObjectProperty(BandKind.NOTICE)
    ink = ObjectProperty(THEME.ink)
    ink_quiet = ObjectProperty(THEME.ink_quiet)
    ink_clock = ObjectProperty(THEME.ink_quiet)

    __events__ = ("on_chosen",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._facts: Facts | None = None
        self._checkers: Mapping[Side, Colour] = {}
        self._fields: dict[str, Tile] = {}
        self._shown: tuple[object, ...] = ()
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw, height=lambda *_: self._lay_fields())
        self._redraw = redraw

    def on_kv_post(self, base_widget: Widget) -> None:
        """What is drawn beside words goes where they go."""
        del base_widget
        for fact in ("last", "score"):
            self.ids[fact].bind(pos=self._redraw)

    @property
    def fields(self) -> Mapping[str, Tile]:
        """What can be touched now, by place."""
        return self._fields

    def show(self, facts: Facts, checkers: Mapping[Side, Colour]) -> None:
        """Say these facts; ``checkers``: the colours of both sides' checkers."""
        before, self._facts = self._facts, facts  # what a field leads to may be new though nothing looks new
        if (facts, checkers) == (before, self._checkers):
            return
        self._checkers = checkers
        self.name, self.score, self.turn, self.last_play = facts.name, facts.score, facts.turn, facts.last_play
        self.clock, self.delay = facts.clock, facts.delay
        self.acts, self.won = facts.acts, facts.won
        lit = facts.acts or facts.won
        self.ink = THEME.ink_on_turn if lit else THEME.ink
        self.ink_quiet = THEME.ink_on_turn_quiet if lit else THEME.ink_quiet
        self.ink_clock = self.ink if facts.clock_runs else self.ink_quiet
        self.band_kind, self.band = facts.band_kind, facts.band
        self._lay_fields()
        self._redraw()

    def on_chosen(self, field: Field, at_s: float) -> None:
        """Kivy's default handler of our event: nothing."""

    def _lay_fields(self) -> None:
        """Fields stay while they look the same: a finger on one must not lose it because the dice were read."""
        if self._facts is None:
            return
        fields = self._facts.fields
        if self._shown != (shown := (dict(fields), dict(self._checkers))):
            self._shown = shown
            self.clear_widgets(list(self._fields.values()))
            self._fields = {place: self._tile(place, field) for place, field in fields.items()}
        words = {place: field.words for place, field in fields.items()}
        places = half_boxes(Box(*self.pos, *self.size), words, boards=self._facts.boards, whole=self._facts.asked_alone)
        for place, tile in self._fields.items():
            tile.lay(places[place])

    def _tile(self, place: str, field: Field) -> Tile:
        tile = Tile(field, self._checkers, kind=place)
        tile.bind(on_touched=lambda tile: self._chosen(place, tile.last_touch.time_start))
        self.add_widget(tile)
        return tile

    def _chosen(self, place: str, at_s: float) -> None:
        field = self._facts.fields.get(place) if self._facts else None
        if field is not None:
            self.dispatch("on_chosen", field, at_s)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._facts is not None:
            with self.canvas.after:
                if not self._facts.band:
                    self._draw_player(self._facts)
                    self._draw_last(self._facts)
                self._draw_dice(self._facts)
                self._draw_result(self._facts)

    def _draw_player(self, facts: Facts) -> None:
        """The player's checker, with a wedge below it when it is this player's turn; the seal before the score."""
        x, y = self.x + THEME.margin_px + 15, self.y + THEME.strip_px * 0.75 - 1
        signs.checker((x, y), 15, self._checkers[facts.side], facts.side)
        if facts.acts:
            signs.pointer((x, self.y + THEME.strip_px * 0.25 + 1), 26, self.ink)
        if facts.sealed:
            signs.seal((self.ids.score.x - 20, y), 24, self.ink_quiet)

    def _draw_last(self, facts: Facts) -> None:
        """Before the last play, a checker that tells whose it was, and a tick where it was legal."""
        last = self.ids.last
        x, y = last.x - 22, last.center_y - 1
        if facts.trouble:
            signs.sign("!", (x, y), 28, THEME.warning, THEME.ink_band)
        elif facts.last_side is not None and facts.last_play:
            signs.checker((x, y), 13, self._checkers[facts.last_side], facts.last_side)
            if "last" in facts.fields:
                signs.underline(last.x, last.y + 3, last.width, self.ink_quiet)
            if facts.tick:
                signs.tick((x - 32, y), 24, THEME.tick)

    def _draw_dice(self, facts: Facts) -> None:
        if facts.dice is None or facts.boards:
            return
        size = THEME.die_px
        y = self.y + THEME.strip_px + THEME.touch_px + THEME.gap_px + 8
        for place, value in enumerate(facts.dice):
            x = self.right - THEME.gap_px - (2 - place) * size - (1 - place) * 8
            signs.die(Box(x, y, size, size), value)

    def _draw_result(self, facts: Facts) -> None:
        """A ribbon over the middle of the board."""
        if facts.result:
            height = 46
            left = self.x + THEME.column_px + THEME.gap_px
            width = self.width - 2 * (THEME.column_px + THEME.gap_px)
            signs.ribbon(Box(left, self.top - height, width, height), THEME.won)
            center = (self.center_x, self.top - height / 2)
            signs.text(facts.result, center, THEME.letter_name_px, THEME.ink_on_turn, width=width - 20)


class PlayScreen(FloatLayout):  # type: ignore[misc]
    """Draws ``view`` and hands touches to the source."""

    view = ObjectProperty(None, allownone=True)

    def __init__(self, desk: Desk, ways: Ways, **kwargs: Any) -> None:
        self._source = desk.table
        self._ways = ways
        self._settings = desk.settings.now()
        self._over: Widget | None = None
        self.panel: Panel | None = None
        self.disputes = False
        """Whether what was told last by touch is that somebody disputes."""
        super().__init__(**kwargs)
        self.ids.lower.bind(on_chosen=lambda _, field, at_s: self._chosen(field, at_s, opposite=False))
        self.ids.upper.bind(on_chosen=lambda _, field, at_s: self._chosen(field, at_s, opposite=True))

    def on_view(self, _: Any, view: View | None) -> None:
        if view is None:
            return
        lower = bottom_side(view)
        for half, side in ((self.ids.lower, lower), (self.ids.upper, lower.other)):
            language, numbers = language_of(self._settings, side), of_player(self._settings, side).point_numbers
            half.show(facts_of(view, side, language=language, point_numbers=numbers), _checkers(view))
        asks_with_boards = view.question is not None and view.question.with_boards
        self.ids.board.opacity = 0 if asks_with_boards else 1  # boards beside the board would be taken for it
        calls = (view.question, view.band if view.band and view.band.alarm else None, view.winner)
        if calls != self._calls and any(calls):
            self.close()  # nothing lies over what both are to see
        self._calls = calls

    _calls: tuple[object, ...] = ()

    def open(self, page: Page, *, opposite: bool, at_s: float = float("-inf")) -> None:
        """Lay a page of the panel over the screen, turned to its reader; ``at_s``: when that was touched."""
        self.close()
        language = language_of(self._settings, self._side(opposite=opposite))
        panel = Panel(
            page, _checkers(self.view), offers=self._ways.offers, language=language, at_s=at_s, pos=self.pos,
            size=self.size,
        )  # fmt: skip
        panel.bind(on_told=lambda _, event: self._tell(event), on_closed=lambda _: self.close())
        panel.bind(on_opened=lambda _, place: self._ways.open(place, opposite=opposite))
        self.panel, self._over = panel, panel
        if opposite:
            self._over = Opposite(pos=self.pos, size=self.size)
            self._over.add_widget(panel)
        self.add_widget(self._over)

    def close(self) -> None:
        """Put the panel away."""
        if self._over is not None:
            self.remove_widget(self._over)
        self._over = self.panel = None

    def _chosen(self, field: Field, at_s: float, *, opposite: bool) -> None:
        if field.event is not None:
            self._tell(field.event)
        elif field.page is not None:
            self.open(field.page(), opposite=opposite, at_s=at_s)

    def _side(self, *, opposite: bool) -> Side:
        lower = bottom_side(self.view)
        return lower.other if opposite else lower

    def correcting(self, turn: int, *, opposite: bool) -> Page | None:
        """The page on which a turn of this game is corrected; None where it cannot be now."""
        side = self._side(opposite=opposite)
        return correction(Chair(self.view, side, language_of(self._settings, side)), turn)

    def _tell(self, event: Callable[[float], Event]) -> None:
        self.close()
        told = event(self._source.now_s())
        self.disputes = isinstance(told, Disputed)
        self._source.happen(told)


def _checkers(view: View) -> Mapping[Side, Colour]:
    return {side: from_bgr(colour) for side, colour in zip(Side, view.checker_bgr, strict=True)}


Builder.load_file(str(Path(__file__).with_name("play.kv")))
