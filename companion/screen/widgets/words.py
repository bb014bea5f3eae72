"""Words that fit their place: labels, touch fields with words, headings."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty

from companion.screen.theme import THEME, whole
from companion.screen.widgets.fitting import fits, letters
from companion.screen.widgets.text import Text
from companion.screen.widgets.touching import TextField

LETTERS: Final = 26.0
"""Letters of what is chosen or set, on the 800 x 480 screen."""
NOTE: Final = 20.0
"""Letters of an explanation: the least that anybody must read."""


class Words(Text):
    """Words in the largest letters with which they fit this widget's size.

    ``most``, ``least``: letters on the 800 x 480 screen.  What does not fit at the least is shortened.
    """

    most = NumericProperty(LETTERS)
    least = NumericProperty(NOTE)

    def __init__(self, **kwargs: Any) -> None:
        looks = {"size_hint": (None, None), "color": THEME.ink, "valign": "middle", "line_height": 0.95}
        super().__init__(**looks | kwargs)
        self.bind(size=self._fit, text=self._fit, most=self._fit, bold=self._fit, valign=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        # In the middle they have no height to keep to: there Kivy would leave lines out where a line break does not
        # stand in their middle.
        self.text_size = self.width, None if self.valign == "middle" else self.height
        if self.width <= 0 or self.height <= 0:
            return
        least, most = THEME.px(self.least), THEME.letters_of(self.most)
        room = self.width - self.padding[0] - self.padding[2]
        self.font_size = letters(self.text, room, self.height, most_px=most, least_px=least, bold=self.bold)
        self.shorten = not fits(self.text, self.font_size, room, self.height, bold=self.bold)
        self.shorten_from = "left" if "/" in self.text else "right"  # of a path the end tells most


class WordField(TextField):
    """A touch field whose words fit it; those of one row have the same letters, the smallest that fit one of them."""

    most = NumericProperty(LETTERS + 2)
    least = NumericProperty(NOTE - 4)
    own_px = NumericProperty(0)
    """The letters with which its own words fit it; 0 before it has a size."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._even: Final = Clock.create_trigger(lambda _: even_letters(self), -1)
        self.bind(size=self._fit, text=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        width, height = self.width - THEME.px(12), self.height - THEME.px(8)
        if width > 0 and height > 0:
            least, most = THEME.px(self.least), THEME.letters_of(self.most)
            self.own_px = letters(self.text, width, height, most_px=most, least_px=least, bold=True)
            self.font_size = self.own_px
            self._even()


def even_letters(field: WordField) -> None:
    """Give the fields beside a field, at its height and of its kind, letters of one size: the smallest that one needs.

    One long word does not make the whole row small: it keeps smaller letters than the others then.
    """
    beside = [
        one
        for one in (field.parent.children if field.parent else ())
        if isinstance(one, WordField) and one.own_px and one.opacity and _row(one) == _row(field)
    ]
    sizes = [one.own_px for one in beside]
    even = max(min(sizes, default=0.0), _LEAST_OF_LARGEST * max(sizes, default=0.0))
    for one in beside:
        one.font_size = whole(min(one.own_px, even))


_LEAST_OF_LARGEST: Final = 0.5
"""So much smaller may the letters of a row become for one of its fields; judged on the pages in large text."""


def _row(field: WordField) -> tuple[float, float, float]:
    return round(field.y), round(field.height), field.most


class Heading(Words):
    """The words above a group of rows."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bold=True, most=22, color=THEME.ink_quiet, valign="bottom", **kwargs)
        self.size_hint, self.height = (1, None), THEME.letters_of(40)
        self.padding = (THEME.margin_px, 0, 0, THEME.px(4))
