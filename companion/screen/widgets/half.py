"""One player's half of a table page: the words of the player's strip, the message over it, and the fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.games.rules import Side
from companion.screen.board.half_layout import HalfLayout, half_boxes
from companion.screen.board.layout import WIDEST_BOARD, Box
from companion.screen.half_facts import HalfFacts, MessageKind
from companion.screen.theme import THEME, Colour, whole
from companion.screen.widgets import signs
from companion.screen.widgets.fields import Field
from companion.screen.widgets.touching import PictureField

_LEAST_SCORE: Final = 18.0
_LEAST_BAND: Final = 0.6
"""The smallest letters of a message, by its largest normal ones: two rows of them fit."""
_OF_LETTERS: Final = 1.17
"""The height of a line, relative to its letters."""
_LEAST_NAME: Final = 16.0
"""The smallest letters of a name, on the 800 x 480 screen: two lines of a strip's line."""


class MessageBar(Widget):  # type: ignore[misc]
    """The message of one half, in the lowest part of its strip, with its sign at the left.

    ``inset``: space at the right for fields.
    """

    text = StringProperty("")
    kind = ObjectProperty(MessageKind.NOTICE)
    ground = ObjectProperty(THEME.notice)
    letters = NumericProperty(1.0)
    sign_width = NumericProperty(0.0)
    inset = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw_sign)
        self.bind(text=redraw, kind=redraw, pos=redraw, size=redraw)
        self.bind(text=self._lay, size=self._lay, letters=self._lay, inset=self._lay)

    def on_kind(self, _: Any, kind: MessageKind) -> None:
        self.ground = THEME.warning if kind is MessageKind.WARNING else THEME.notice

    def _lay(self, *_: object) -> None:
        self.sign_width = min(self.height, THEME.strip_px)
        width = self.width - self.sign_width - THEME.margin_px - self.inset
        largest = self.letters * THEME.letter_band_px
        self.ids.words.font_size = signs.letters_for(
            self.text, largest, width, self.height + THEME.px(2), least=_LEAST_BAND / self.letters
        )

    def _draw_sign(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.text:
            with self.canvas.after:
                center = (self.x + self.sign_width / 2, self.center_y)
                if self.kind is MessageKind.COACH:
                    signs.lamp(center, self.sign_width * 0.7, THEME.ink_band, self.ground)
                    return
                signs.sign(self.kind.value, center, self.sign_width * 0.66, THEME.ink_band, self.ground)


class PlayerHalf(FloatLayout):  # type: ignore[misc]
    """One player's half of the screen, laid out for the player at the lower edge.

    ``letters``: the factor by which the letters are larger than normal.  ``widest``: the board's width by its height.
    """

    name = StringProperty("")
    score = StringProperty("")
    turn = StringProperty("")
    clock = StringProperty("")
    delay = StringProperty("")
    last_play = StringProperty("")
    used = StringProperty("")
    acts = BooleanProperty(False)
    won = BooleanProperty(False)
    message = StringProperty("")
    message_kind = ObjectProperty(MessageKind.NOTICE)
    ink = ObjectProperty(THEME.ink)
    ink_quiet = ObjectProperty(THEME.ink_quiet)
    ink_clock = ObjectProperty(THEME.ink_quiet)
    letters = NumericProperty(1.0)
    widest = NumericProperty(WIDEST_BOARD)
    strip_height = NumericProperty(0.0)

    __events__ = ("on_chosen", "on_put_away")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._facts: HalfFacts | None = None
        self._checkers: Mapping[Side, Colour] = {}
        self._fields: dict[str, PictureField] = {}
        self._shown: tuple[object, ...] = ()
        self._redraw = Clock.create_trigger(self._draw)
        self.bind(pos=self._lay, size=self._lay, letters=self._lay, widest=self._lay)

    @property
    def layout(self) -> HalfLayout:
        return HalfLayout(Box(*self.pos, *self.size), self.letters, self.widest)

    @property
    def fields(self) -> Mapping[str, PictureField]:
        """The fields that can be touched now, by place."""
        return self._fields

    def show(self, facts: HalfFacts, checkers: Mapping[Side, Colour]) -> None:
        """Show these facts; ``checkers``: the colours of both sides' checkers."""
        before, self._facts = self._facts, facts  # what a field leads to may be new though nothing looks new
        if (facts, checkers) == (before, self._checkers):
            return
        self._checkers = checkers
        self.name, self.score, self.turn, self.last_play = facts.name, facts.score, facts.turn, facts.last_play
        self.clock, self.delay, self.used = facts.clock, facts.delay, facts.used
        self.acts, self.won = facts.acts, facts.won
        lit = facts.acts or facts.won
        self.ink = THEME.ink_on_turn if lit else THEME.ink
        self.ink_quiet = THEME.ink_on_turn_quiet if lit else THEME.ink_quiet
        self.ink_clock = THEME.ink_band if facts.clock_low else self.ink if facts.clock_runs else self.ink_quiet
        self.message_kind, self.message = facts.message_kind, facts.message
        self._lay()

    def on_chosen(self, field: Field, at_s: float) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_put_away(self) -> None:
        """Kivy's default handler of our event: nothing."""

    def on_touch_down(self, touch: Any) -> bool:
        """Put a notice away that is touched beside its fields."""
        if super().on_touch_down(touch):
            return True
        in_strip = self.collide_point(*touch.pos) and touch.y < self.y + self.strip_height
        if self._facts is None or not self._facts.may_put_away or not in_strip:
            return False
        self.dispatch("on_put_away")
        return True

    def _lay(self, *_: object) -> None:
        self.strip_height = self.layout.strip.height
        if self._facts is not None:
            self._lay_fields(self._facts)
            self._lay_words(self._facts)
            self._redraw()

    def _lay_fields(self, facts: HalfFacts) -> None:
        """Lay out the fields.  A field that looks the same stays: a finger on it must not lose it to a new reading."""
        fields = facts.fields
        if self._shown != (shown := (dict(fields), dict(self._checkers))):
            self._shown = shown
            self.clear_widgets(list(self._fields.values()))
            self._fields = {place: self._button(place, field) for place, field in fields.items()}
        words = {place: field.words for place, field in fields.items()}
        places = half_boxes(
            self.layout.box, words, dice=bool(facts.dice), boards=facts.boards, whole=facts.asked_alone,
            cube=facts.cube_asked, letters=self.letters, widest=self.widest,
        )  # fmt: skip
        for place, button in self._fields.items():
            button.lay(places[place], letters=self.letters)

    def _lay_words(self, facts: HalfFacts) -> None:
        """Lay out name and score, the turn and the last play; the letters are smaller if there are many words."""
        ids, layout, with_notice = self.ids, self.layout, self._has_notice(facts)
        first, second, third = (layout.line(number, with_notice=with_notice) for number in (0, 1, layout.lines - 1))
        end, lowest_end = self._right_of_words(first), self._right_of_words(third)
        ids.message.pos, ids.message.size = layout.notice[:2], layout.notice[2:]
        ids.message.inset = third.x + third.width - lowest_end
        highest = first.height / _OF_LETTERS
        large = min(self.letters * THEME.letter_name_px, highest)
        usual = min(self.letters * THEME.letter_px, highest)
        timed = bool(self.clock or self.delay)  # without a reserve, as in money play, the delay stands alone
        beside = 0.42 if timed and not layout.tall else 0.55
        least = THEME.px(_LEAST_SCORE) / large
        _put(ids.score, signs.letters_for(self.score, large, (end - first.x) * beside, least=least), first, right=end)
        with_clock = second if layout.tall else first
        clock_end = end if layout.tall else ids.score.x - THEME.px(22)
        reserved = signs.width_of("+00", THEME.letters_small_px) + THEME.px(8) if timed else 0.0
        _put(ids.clock, usual if layout.tall else large, with_clock, right=clock_end - reserved)
        _put(ids.delay, THEME.letters_small_px, with_clock, left=ids.clock.right + THEME.px(8))
        name_end = ids.clock.x if timed and not layout.tall else ids.score.x
        room = name_end - first.x - THEME.margin_px
        if layout.tall:
            _put(ids.used, self.letters * THEME.caption_px, third, left=third.x)
        else:
            _put(ids.used, self.letters * THEME.caption_px, first, right=name_end - THEME.margin_px)
            room -= ids.used.width + THEME.margin_px if self.used else 0.0
        own = signs.letters_for(self.name, large, room, first.height + THEME.px(2), least=THEME.px(_LEAST_NAME) / large)
        ids.name.font_size, ids.name.pos = own, (first.x, first.y)
        ids.name.size = (room, first.height)
        if not layout.tall and self.used:
            after = first.x + signs.width_of(self.name, own) + THEME.px(22)
            ids.used.x = min(ids.used.x, after)
        if layout.tall:
            turn_end = ids.clock.x - THEME.margin_px if self.clock or self.delay else end
            _put(ids.turn, signs.letters_for(self.turn, usual, turn_end - second.x), second, left=second.x)
            used = ids.used.width + THEME.margin_px if self.used else 0.0
            last_room = lowest_end - third.x - used - _beside_last()
            _put(ids.last, signs.letters_for(self.last_play, usual, last_room), third, right=lowest_end)
            return
        words = signs.width_of(self.turn, usual) + signs.width_of(self.last_play, usual)
        room = lowest_end - second.x - _beside_last() - THEME.px(36)
        fitting = usual * min(1.0, room / max(words, 1.0))
        _put(ids.turn, fitting, second, left=second.x)
        _put(ids.last, fitting, second, right=lowest_end)

    def _has_notice(self, facts: HalfFacts) -> bool:
        """Whether name, score and clock make way for a message, or for the field that undoes what it said."""
        return bool(facts.message) or (self.layout.tall and "undo" in facts.fields)

    def _right_of_words(self, line: Box) -> float:
        """Where the words of a line of the strip end: at its end, or at the first field in it."""
        fields = [button for place, button in self._fields.items() if place != "last"]
        beside = [button.x for button in fields if button.y < line.y + line.height - 1 and button.top > line.y + 1]
        end: float = min([line.x + line.width, *(x - THEME.margin_px for x in beside)])
        return end

    def _button(self, place: str, field: Field) -> PictureField:
        button = PictureField(field, self._checkers, kind=place)
        button.bind(on_touched=lambda button: self._chosen(place, button.last_touch.time_start))
        self.add_widget(button)
        return button

    def _chosen(self, place: str, at_s: float) -> None:
        field = self._facts.fields.get(place) if self._facts else None
        if field is not None:
            self.dispatch("on_chosen", field, at_s)

    def _draw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self._facts is not None:
            with self.canvas.after:
                self._draw_player(self._facts)
                if not self._facts.message:
                    self._draw_last(self._facts)
                elif self._facts.message_kind is MessageKind.WARNING:
                    self._draw_alarm()
                self._draw_dice(self._facts)
                self._draw_result(self._facts)

    def _draw_player(self, facts: HalfFacts) -> None:
        """Draw the player's checker, with a wedge below it on this player's turn."""
        layout, radius, with_notice = self.layout, THEME.px(15), self._has_notice(facts)
        x = self.x + THEME.margin_px + radius
        signs.checker(
            (x, layout.line(0, with_notice=with_notice).center[1]), radius, self._checkers[facts.side], facts.side
        )
        if facts.acts and (layout.tall or not facts.message):
            signs.pointer((x, layout.line(1, with_notice=with_notice).center[1]), THEME.px(26), self.ink)
        if facts.clock and facts.clock_low:
            clock, px = self.ids.clock, THEME.px
            signs.chip(Box(clock.x - px(6), clock.y + px(2), clock.width + px(12), clock.height - px(4)), THEME.warning)
            signs.text(facts.clock, clock.center, clock.font_size, THEME.ink_band)

    def _draw_last(self, facts: HalfFacts) -> None:
        """Draw before the last play a checker of its player, and a tick if the play was legal."""
        last, px = self.ids.last, THEME.px
        x, y = last.x - px(22), last.center_y - px(1)
        if facts.trouble:
            signs.sign("!", (x, y), px(28), THEME.warning, THEME.ink_band)
        elif facts.last_side is not None and facts.last_play:
            signs.checker((x, y), px(13), self._checkers[facts.last_side], facts.last_side)
            if "last" in facts.fields:
                signs.underline(last.x, last.y + px(3), last.width, self.ink_quiet)
            if facts.tick:
                signs.tick((x - px(32), y), px(24), THEME.tick)

    def _draw_alarm(self) -> None:
        """Light both edges of the half as well, so that a warning is seen from the corner of the eye."""
        width = THEME.px(5)
        for x in (self.x, self.right - width):
            signs.ribbon(Box(x, self.y + self.strip_height, width, self.height - self.strip_height), THEME.warning)

    def _draw_dice(self, facts: HalfFacts) -> None:
        layout = self.layout
        answered = any(place.startswith("answer") for place in facts.fields)
        if not facts.dice or facts.boards or facts.cube_asked or (layout.tall and answered):
            return
        box = half_boxes(layout.box, {"dice": ""}, letters=self.letters, widest=self.widest)["dice"]
        gap = THEME.px(6)
        foot = THEME.px(22) if facts.dice_note else 0.0
        size = min((box.width - gap) / 2, box.height * 0.86 - foot)
        start = box.x + (box.width - len(facts.dice) * (size + gap) + gap) / 2
        y = box.center[1] - size / 2 + foot / 2
        for place, die in enumerate(facts.dice):
            colour = None if die.side is None else self._checkers[die.side]
            signs.die(Box(start + place * (size + gap), y, size, size), die.value, used=die.used, colour=colour)
        if facts.dice_note:
            letters = signs.letters_for(facts.dice_note, THEME.px(18), box.width)
            signs.text(facts.dice_note, (box.center[0], y - THEME.px(16)), letters, THEME.ink_quiet)

    def _draw_result(self, facts: HalfFacts) -> None:
        """Draw the result on a ribbon over the middle of the board."""
        if facts.result:
            board = self.layout.board()
            height = THEME.px(46) * self.letters
            signs.ribbon(Box(board.x, self.top - height, board.width, height), THEME.won)
            width = board.width - THEME.px(20)
            largest = self.letters * THEME.letter_name_px
            size = signs.letters_for(facts.result, largest, width, least=THEME.px(_LEAST_NAME) / largest)
            signs.text(facts.result, (self.center_x, self.top - height / 2), size, THEME.ink_on_turn)


def _beside_last() -> float:
    """What is drawn before the last play."""
    return THEME.px(70)


def _put(label: Label, size: float, line: Box, *, left: float | None = None, right: float | None = None) -> None:
    """Give a short fact its letters and its place in a line, starting at the left or ending at the right."""
    label.font_size = whole(size)
    width = signs.width_of(label.text, size)
    label.size = (width, line.height)
    label.pos = (left if left is not None else (right or 0.0) - width, line.y)


Builder.load_file(str(Path(__file__).with_name("half.kv")))
