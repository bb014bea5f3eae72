"""The first screen, and the way to all others: go on, begin, look back, set up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout

from companion.screen.desk import Desk
from companion.screen.layout import Box, grid
from companion.screen.touching import TouchField
from companion.screen.ways import Place, Ways
from companion.texts import label, sentence
from companion.view import View

_ELSEWHERE: Final = (Place.NEW_MATCH, Place.CAMERA, Place.ARCHIVE, Place.SETTINGS, Place.DOCTOR)
_COLUMNS: Final = 3


class Welcome(FloatLayout):  # type: ignore[misc]
    """One large field for the match at the table, and a field for each other screen that there is."""

    title = "screen.welcome"
    keeps = False

    def __init__(self, desk: Desk, ways: Ways, *, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._language: Final = language
        play = TouchField(text=self._match_at(desk), main=True, size_hint=(None, None))
        play.bind(on_touched=lambda _: ways.home())
        self.add_widget(play)
        self._play: Final = play
        self._others: Final = [self._way_to(place, ways) for place in _ELSEWHERE if ways.offers(place)]
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: View) -> None:
        """Nothing of the table is shown here."""

    def closed(self) -> None:
        """Nothing is held."""

    def _match_at(self, desk: Desk) -> str:
        standing = desk.matches.unfinished() if desk.matches is not None else None
        if standing is None:
            return sentence("welcome.play", language=self._language)
        light, dark = standing.score or (0, 0)
        values = {
            "names": " – ".join(label(name, language=self._language) for name in standing.header.names),
            "score": f"{light} : {dark}",
        }
        return sentence("welcome.go-on", values, language=self._language)

    def _way_to(self, place: Place, ways: Ways) -> TouchField:
        field = TouchField(text=sentence(f"screen.{place.value}", language=self._language), size_hint=(None, None))
        field.bind(on_touched=lambda _: ways.open(place))
        self.add_widget(field)
        return field

    def _lay(self, *_: object) -> None:
        box = Box(*self.pos, *self.size)
        half = box.height / 2
        (place,) = grid(box._replace(y=box.y + half, height=half), 1, 1)
        rows = -(-len(self._others) // _COLUMNS)
        places = grid(box._replace(height=half), _COLUMNS, max(rows, 1))
        for field, where in zip((self._play, *self._others), (place, *places), strict=False):
            field.pos, field.size = where[:2], where[2:]


Builder.load_file(str(Path(__file__).with_name("welcome.kv")))
