"""The practice page: the lessons with the progress in them, games against an engine, and drills that are due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout

from companion.errors import CompanionError
from companion.match.training import Strength
from companion.match.view import View
from companion.practice.view import LessonShown, practice_shown
from companion.screen.board.layout import Box, grid
from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets import signs
from companion.screen.widgets.parts import ChoiceRow, Modal, Toggle, WordField, Words
from companion.screen.widgets.touching import TouchField
from companion.texts import sentence

_FOOT: Final = 34.0
"""The height at which the discs of the exercises are drawn."""


class LessonStep(TouchField):
    """A lesson in the list: its number, its name, and a disc for each exercise, filled if it is solved."""

    def __init__(self, number: int, lesson: LessonShown, title: str, **kwargs: Any) -> None:
        self._number: Final = number
        self.lesson: Final = lesson
        self.words: Final = Words(text=title, bold=True, most=25, least=17)
        super().__init__(size_hint=(None, None), **kwargs)
        self.add_widget(self.words)
        self.bind(pos=self._lay, size=self._lay, main=self._lay)

    @property
    def number_px(self) -> float:
        """The width and height of the disc with the number."""
        return min(THEME.px(44), float(self.height) - THEME.px(_FOOT + 4))

    def _lay(self, *_: object) -> None:
        px = THEME.px
        ink = THEME.ink_button_main if self.main else THEME.ink_button
        foot, round_ = px(_FOOT), self.number_px / 2
        left = self.x + px(60)
        self.words.color = ink
        self.words.pos = (left, self.y + foot)
        self.words.size = (max(self.right - left - px(8), 1), max(self.height - foot - px(6), 1))
        center = (self.x + px(32), self.y + foot + (self.height - foot) / 2)
        self.canvas.after.clear()
        with self.canvas.after:
            if self.lesson.is_done:
                Color(*THEME.tick)
                SmoothEllipse(pos=(center[0] - round_, center[1] - round_), size=(2 * round_, 2 * round_))
                signs.tick(center, round_ * 1.1, THEME.die)
            else:
                Color(*ink)
                SmoothLine(circle=(*center, round_), width=px(2))
                signs.text(str(self._number), center, round_ * 1.1, ink)
            self._draw_discs(left, ink)

    def _draw_discs(self, left: float, ink: tuple[float, ...]) -> None:
        px = THEME.px
        for place in range(self.lesson.exercises):
            x, y, radius = left + px(9) + place * px(24), self.y + px(20), px(7)
            Color(*ink)
            if place < self.lesson.solved:
                SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
            else:
                SmoothLine(circle=(x, y, radius), width=px(1.5))


class OpponentChoice(Modal):
    """The modal that asks how strong the engine plays, and whether with the cube."""

    def __init__(self, say: Callable[..., str], begun: Callable[[Strength, bool], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._begun: Final = begun
        self._title = Words(text=say("path.how-strong"), bold=True, most=31)
        options = [(strength, say(f"practice.strength.{strength.value}")) for strength in Strength]
        self.strength: Final = ChoiceRow(options, Strength.ONLINE, rows=2, size_hint=(None, None))
        self._cube = Words(text=say("path.cube"), bold=True)
        self.cube: Final = Toggle(says=(say("edit.off"), say("edit.on")), size_hint=(None, None))
        self.begin: Final = WordField(text=say("path.begin"), main=True, size_hint=(None, None))
        self.keep: Final = WordField(text=say("button.close"), size_hint=(None, None))
        self.begin.bind(on_touched=lambda _: self._act())
        self.keep.bind(on_touched=lambda _: self.close())
        for widget in (self._title, self.strength, self._cube, self.cube, self.begin, self.keep):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _act(self) -> None:
        self.close()
        self._begun(self.strength.chosen, self.cube.active)

    def _lay(self, *_: object) -> None:
        margin, touch = THEME.margin_px, THEME.touch_px
        left, room = self.x + margin, max(self.width - 2 * margin, 1)
        top = self.y + self.height - margin
        title = THEME.title_px
        self._title.pos, self._title.size = (left, top - title), (room, title)
        lying = self.width > self.height
        rows = 2 if lying else 5
        self.strength.rows = rows
        high = rows * touch
        self.strength.pos, self.strength.size = (left, top - title - margin - high), (room, high)
        y = top - title - 2 * margin - high - touch
        self._cube.pos, self._cube.size = (left, y), (room * 0.6, touch)
        self.cube.pos, self.cube.size = (left + room * 0.6, y), (room * 0.4, touch)
        half = (room - margin) / 2
        self.keep.pos, self.keep.size = (left, self.y + margin), (half, touch)
        self.begin.pos, self.begin.size = (left + half + margin, self.y + margin), (half, touch)


class PracticePage(FloatLayout):  # type: ignore[misc]
    """The rules, below them six lessons, the next one highlighted; then a game, the drills, and leaving practice."""

    title = "screen.practice"
    keeps = False

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert services.practice is not None
        self._practice: Final = services.practice
        self._ways: Final = ways
        self._language: Final = language
        self._running: bool | None = None
        self.steps: Sequence[LessonStep] = ()
        self.game: Final = self._field(self._choose)
        self.drills: Final = self._field(lambda: self._go(self._practice.repeat))
        self.leave: Final = self._field(lambda: self._go(self._practice.leave))
        self.game.text, self.leave.text = self._say("path.play"), self._say("path.leave")
        self.add_widget(self.game)
        self.add_widget(self.drills)
        self.bind(pos=self._lay, size=self._lay)
        self._list()

    def show(self, view: View) -> None:
        """Offer to leave practice while it is active."""
        running = practice_shown(view) is not None
        if running != self._running:
            self._running = running
            (self.add_widget if running else self.remove_widget)(self.leave)
            self._lay()

    def closed(self) -> None:
        """Nothing is held."""

    def _field(self, act: Callable[[], None]) -> WordField:
        field = WordField(size_hint=(None, None), most=24, least=18)
        field.bind(on_touched=lambda _: act())
        return field

    def _list(self) -> None:
        lessons = self._practice.lessons()
        self.steps = [
            LessonStep(number, lesson, self._say(lesson.title)) for number, lesson in enumerate(lessons, start=1)
        ]
        ahead = next((step for step in self.steps if not step.lesson.is_done), None)
        for step in self.steps:
            step.main = step is ahead
            step.bind(on_touched=partial(self._begin, step.lesson))
            self.add_widget(step)
        due = self._practice.drills_due()
        self.drills.text = self._say("path.due", n=str(due)) if due else self._say("path.none-due")
        self.drills.dead = not due

    def _begin(self, lesson: LessonShown, _: object) -> None:
        self._go(lambda: self._practice.begin(lesson.name))

    def _choose(self) -> None:
        OpponentChoice(self._say, self._play).lie_over(self)

    def _play(self, strength: Strength, cube: bool) -> None:
        self._go(lambda: self._practice.play(strength, cube=cube))

    def _go(self, act: Callable[[], None]) -> None:
        try:
            act()
        except CompanionError as error:
            self._ways.tell(str(error))
            return
        self._ways.home()

    def _say(self, key: str, **values: str) -> str:
        return sentence(key, values, language=self._language)

    def _lay(self, *_: object) -> None:
        box = Box(*self.pos, *self.size)
        lying = box.width > box.height
        below = [self.game, self.drills, *([self.leave] if self._running else [])]
        foot = THEME.touch_px + 2 * THEME.gap_px
        if not lying:
            foot *= len(below)
        columns, rows = (3, 2) if lying else (2, 3)
        upper = Box(box.x, box.y + foot, box.width, max(box.height - foot, 1))
        first = upper.height / (rows + 1)  # a row for the lesson that comes before all others
        places = (
            *grid(upper._replace(y=upper.y + upper.height - first, height=first), 1, 1),
            *grid(upper._replace(height=upper.height - first), columns, rows),
        )
        for step, place in zip(self.steps, places, strict=False):
            step.pos, step.size = place[:2], place[2:]
        lower = grid(Box(box.x, box.y, box.width, foot), *((len(below), 1) if lying else (1, len(below))))
        for field, place in zip(below, lower, strict=True):
            field.pos, field.size = place[:2], place[2:]


Builder.load_file(str(Path(__file__).with_name("practice.kv")))
