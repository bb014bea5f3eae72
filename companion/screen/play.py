"""The screen of a game that is being played: the board in the middle, one half for each player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.games.rules import Side
from companion.screen import signs
from companion.screen.board import BoardWidget
from companion.screen.facts import BandKind, Facts, bottom_side, facts_of
from companion.screen.layout import Box, answer_boxes
from companion.screen.source import Source
from companion.screen.theme import THEME, Colour, from_bgr
from companion.view import View

__all__ = ["Band", "BoardWidget", "Opposite", "PlayScreen", "PlayerHalf", "TouchField"]

_AGAIN_AFTER_S: Final = 0.35
"""A second touch of the same field within this time is the same touch: a finger that trembles."""


class TouchField(ButtonBehavior, Label):  # type: ignore[misc]
    """A field to touch.  ``main``: the one the game waits for."""

    main = BooleanProperty(False)
    __events__ = ("on_touched",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._touched_at_s = float("-inf")

    def on_press(self) -> None:
        """Acts when the finger comes down, so that the screen is not slower than the button."""
        touched_at_s = self.last_touch.time_start
        if touched_at_s - self._touched_at_s >= _AGAIN_AFTER_S:
            self._touched_at_s = touched_at_s
            self.dispatch("on_touched")

    def on_touched(self) -> None:
        """Kivy's default handler of our event: nothing."""


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


class Opposite(FloatLayout):  # type: ignore[misc]
    """Shows its children turned by 180 degrees about its centre, touches included."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._turn = Rotate(angle=180, origin=self.center)
        with self.canvas.after:
            PopMatrix()
        self.bind(pos=self._recentre, size=self._recentre)

    def _recentre(self, *_: object) -> None:
        self._turn.origin = self.center

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002
        return 2 * self.center_x - x, 2 * self.center_y - y

    to_parent = to_local

    def on_touch_down(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_down)

    def on_touch_move(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_move)

    def on_touch_up(self, touch: Any) -> bool:
        return self._turned(touch, super().on_touch_up)

    def _turned(self, touch: Any, pass_on: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        try:
            return bool(pass_on(touch))
        finally:
            touch.pop()


class PlayerHalf(FloatLayout):  # type: ignore[misc]
    """One player's half of the screen, laid out for the player at the lower edge."""

    name = StringProperty("")
    score = StringProperty("")
    turn = StringProperty("")
    last_play = StringProperty("")
    acts = BooleanProperty(False)
    won = BooleanProperty(False)
    band = StringProperty("")
    band_kind = ObjectProperty(BandKind.NOTICE)
    ink = ObjectProperty(THEME.ink)
    ink_quiet = ObjectProperty(THEME.ink_quiet)

    __events__ = ("on_action", "on_answer", "on_undo")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._facts: Facts | None = None
        self._checkers: Mapping[Side, Colour] = {}
        self._fields: list[TouchField] = []
        redraw = Clock.create_trigger(self._draw)
        self.bind(pos=redraw, size=redraw, height=lambda *_: self._lay_fields())
        self._redraw = redraw

    @property
    def fields(self) -> tuple[TouchField, ...]:
        """What can be touched now: answers in their order, or action and undo."""
        return tuple(self._fields)

    def show(self, facts: Facts, checkers: Mapping[Side, Colour]) -> None:
        """Say these facts; ``checkers``: the colours of both sides' checkers."""
        if (facts, checkers) == (self._facts, self._checkers):
            return
        self._facts, self._checkers = facts, checkers
        self.name, self.score, self.turn, self.last_play = facts.name, facts.score, facts.turn, facts.last_play
        self.acts, self.won = facts.acts, facts.won
        lit = facts.acts or facts.won
        self.ink = THEME.ink_on_turn if lit else THEME.ink
        self.ink_quiet = THEME.ink_on_turn_quiet if lit else THEME.ink_quiet
        self.band_kind, self.band = facts.band_kind, facts.band
        self._lay_fields()
        self._redraw()

    def on_action(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_answer(self, choice: int) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_undo(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def _lay_fields(self) -> None:
        """Fields stay while their words stay: a finger on one must not lose it because the dice were read."""
        if self._facts is None:
            return
        wanted = self._wanted_fields(self._facts)
        if [field.text for field in self._fields] != [words for words, *_ in wanted]:
            self.clear_widgets(self._fields)
            self._fields = [self._field(words, main, then) for words, main, _, then in wanted]
        for field, (_, _, box, _) in zip(self._fields, wanted, strict=True):
            field.pos, field.size = box[:2], box[2:]

    def _wanted_fields(self, facts: Facts) -> list[tuple[str, bool, Box, Callable[[], None]]]:
        """Words, whether it is a main one, place, and what a touch does."""
        half = Box(*self.pos, *self.size)
        right, left = answer_boxes(half, (facts.action, facts.undo))
        if facts.answers:
            places = answer_boxes(half, facts.answers)
            return [
                (words, True, box, partial(self.dispatch, "on_answer", choice))
                for choice, (words, box) in enumerate(zip(facts.answers, places, strict=True))
            ]
        undo = (facts.undo, False, left, partial(self.dispatch, "on_undo"))
        if not facts.action:
            return [undo]
        return [(facts.action, True, right, partial(self.dispatch, "on_action")), undo]

    def _field(self, words: str, main: bool, then: Callable[[], None]) -> TouchField:
        field = TouchField(text=words, main=main, size_hint=(None, None))
        field.bind(on_touched=lambda _: then())
        self.add_widget(field)
        return field

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._facts is not None:
            with self.canvas.after:
                self._draw_player(self._facts)
                self._draw_last(self._facts)
                self._draw_dice(self._facts)
                self._draw_result(self._facts)

    def _draw_player(self, facts: Facts) -> None:
        """The player's checker, with a wedge below it when it is this player's turn."""
        if facts.result:
            return
        x = self.x + THEME.column_px / 2
        y = self.y + THEME.strip_px + THEME.touch_px + (self.height - THEME.strip_px - THEME.touch_px) / 2
        if facts.acts:
            signs.pointer((x + 34, y), 44, THEME.button_main)
            x -= 28
        signs.checker((x, y), 27, self._checkers[facts.side], facts.side)

    def _draw_last(self, facts: Facts) -> None:
        """Before the last play, a checker that tells whose it was."""
        if facts.last_side is not None and facts.last_play and not facts.band:
            last = self.ids.last
            center = (last.x - 22, last.center_y - 1)
            signs.checker(center, 13, self._checkers[facts.last_side], facts.last_side)

    def _draw_dice(self, facts: Facts) -> None:
        if facts.dice is None:
            return
        size = THEME.die_px
        y = self.y + THEME.strip_px + THEME.touch_px + THEME.gap_px + 4
        for place, value in enumerate(facts.dice):
            x = self.right - THEME.gap_px - (2 - place) * size - (1 - place) * 8
            signs.die(Box(x, y, size, size), value)

    def _draw_result(self, facts: Facts) -> None:
        """A ribbon over the middle of the board."""
        if facts.result:
            height = 46
            signs.ribbon(Box(self.x, self.top - height, self.width, height), THEME.won)
            center = (self.center_x, self.top - height / 2)
            signs.text(facts.result, center, THEME.letter_name_px, THEME.ink_band, width=self.width - 40)


class PlayScreen(FloatLayout):  # type: ignore[misc]
    """Draws ``view`` and hands touches to the source."""

    view = ObjectProperty(None, allownone=True)

    def __init__(self, source: Source, *, language: str = "en", **kwargs: Any) -> None:
        self._source = source
        self._language = language
        super().__init__(**kwargs)
        for half in (self.ids.lower, self.ids.upper):
            half.bind(
                on_action=lambda _: source.press(),
                on_answer=lambda _, choice: source.answer(choice),
                on_undo=lambda _: source.undo(),
            )

    def on_view(self, _: Any, view: View | None) -> None:
        if view is None:
            return
        lower = bottom_side(view)
        checkers = {side: from_bgr(colour) for side, colour in zip(Side, view.checker_bgr, strict=True)}
        for half, side in ((self.ids.lower, lower), (self.ids.upper, lower.other)):
            half.show(facts_of(view, side, language=self._language), checkers)


Builder.load_file(str(Path(__file__).with_name("play.kv")))
