"""The help of a page: what can be done there, in a few sentences."""

from __future__ import annotations

from typing import Any, Final

from companion.match.view import View
from companion.screen.help_text import GAME, about, help_keys
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields
from companion.screen.widgets.fitting import height_of
from companion.screen.widgets.rows import Sheet
from companion.screen.widgets.text import Text
from companion.texts import sentence

_LETTERS: Final = 25.0


class Paragraph(Text):
    """A sentence in a sheet, as high as it needs to be for its width."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            size_hint_y=None,
            font_size=THEME.letters_of(_LETTERS),
            color=THEME.ink,
            halign="left",
            valign="middle",
            **kwargs,
        )  # fmt: skip
        self.bind(width=self._grow)
        self._grow()

    def _grow(self, *_: object) -> None:
        inside = max(self.width - 2 * THEME.margin_px, 1)
        self.text_size = (inside, None)
        self.height = height_of(self.text, self.font_size, inside) + THEME.px(16)


class HelpPage(AppPage):
    """Help on one page: ``about`` is the value of its name; by default it is about the game, or an exercise."""

    title = "screen.help"

    def __init__(self, services: Services, ways: Navigator, *, language: str, about: str = GAME, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._about: Final = about
        self._shown = ""
        self.sheet: Final = Sheet()
        self.tour: Final = self._field(lambda: self._to_first_steps(ways), "screen.first_steps")
        has_tour = ways.offers(PageName.FIRST_STEPS) and about != PageName.FIRST_STEPS.value
        self._hold(self.sheet, *([Fields(self.tour)] if has_tour else []))
        self._fill(about)

    def show(self, view: View) -> None:
        """An exercise has another help than a game."""
        self._fill(about(self._about, view))

    @property
    def said(self) -> list[str]:
        """The sentences on the page."""
        return [words.text for words in reversed(self.sheet.column.children)]

    def _fill(self, name: str) -> None:
        if name != self._shown:
            self._shown = name
            self.sheet.column.clear_widgets()
            for key in help_keys(name):
                self.sheet.column.add_widget(Paragraph(text=sentence(key, language=self._language)))

    def _to_first_steps(self, ways: Navigator) -> None:
        ways.back()
        ways.open(PageName.FIRST_STEPS)
