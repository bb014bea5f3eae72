"""What every page besides the game has: its ground, and what the app root asks of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screen.navigator import Navigator
from companion.screen.services import Services
from companion.screen.theme import THEME
from companion.screen.widgets.arranged import Line, Part, column, follow
from companion.screen.widgets.words import WordField
from companion.texts import sentence


class AppPage(FloatLayout):  # type: ignore[misc]
    """A page besides the game: it fills the space below the header.

    ``title``: a text key, or a name.  ``keeps``: a call from the table (a warning, a question, a result) does not close
    it.  ``views``: the type of the views that it is shown; of another game nothing of the table.
    ``bare``: it has no header, but its own fields for leaving and turning; it is never turned as a whole, but turns
    what is between its edges when ``opposite`` is set.
    ``opposite``: set by the root if the page is read from the chair at the upper edge.
    ``arguments``: those by which it opens as it is now; ``draft``: those with which it opens again as it was left.
    """

    title = ""
    views: ClassVar[type] = object
    bare = False
    opposite = BooleanProperty(False)

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._services: Final = services
        self._ways: Final = ways
        self._language: Final = language
        with self.canvas.before:
            Color(*THEME.background)
            follow(self, Rectangle())

    @property
    def keeps(self) -> bool:
        return False

    @property
    def arguments(self) -> Mapping[str, Any]:
        return {}

    @property
    def draft(self) -> Mapping[str, Any]:
        return {}

    def show(self, view: Any) -> None:
        """Take the newest view of the table; most pages show nothing of it."""

    def returned(self) -> None:
        """The page that lay over it was left."""

    def closed(self) -> None:
        """Release what is held: the page has been left."""

    def _text(self, key: str, /, **values: str) -> str:
        """A text in the language of the page."""
        return sentence(key, values, language=self._language)

    def _field(self, act: Callable[[], None], key: str = "", **looks: Any) -> WordField:
        """A field with a text, that does something when it is touched."""
        field = WordField(text=self._text(key) if key else "", size_hint=(None, None), **looks)
        field.bind(on_touched=lambda _: act())
        return field

    def _hold(self, *parts: Part) -> Line:
        """Show these parts below each other; what is returned can hold others later."""
        line = column(*parts, size_hint=(None, None))
        self.bind(pos=line.setter("pos"), size=line.setter("size"))
        self.add_widget(line)
        return line
