"""Where a picture of a board comes from: the camera, a file on a USB stick, a phone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeAlias

from kivy.uix.floatlayout import FloatLayout

from companion.screen.board.layout import Box
from companion.screen.camera_text import SentenceTone
from companion.screen.games import GAMES, USUAL
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Pictured, PictureFile, PicturePlace, PicturesPort
from companion.screen.theme import THEME
from companion.screen.widgets.buttons import Buttons
from companion.screen.widgets.editors import ChoiceRow
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.rows import Rows
from companion.texts import sentence

Wait: TypeAlias = Callable[[str, Callable[[], Any], Callable[[Any], None]], None]
"""Does what takes a while, while the screen shows the words of a key, then calls with what came of it."""


class PicturePlaces(FloatLayout):  # type: ignore[misc]
    """The game and the places; after a stick was chosen, the pictures on it.  ``read``: takes what was read."""

    def __init__(
        self, pictures: PicturesPort, ways: Navigator, *, language: str, wait: Wait,
        read: Callable[[Pictured | None], None], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(**kwargs)
        self._pictures: Final = pictures
        self._ways: Final = ways
        self._say: Final = partial(sentence, language=language)
        self._wait: Final = wait
        self._read: Final = read
        self.files: tuple[PictureFile, ...] | None = None
        self.games: Final = ChoiceRow(
            [(game, self._say(f"game.{game.value}")) for game in GAMES], USUAL, size_hint=(None, None)
        )
        self.line: Final = SignedLine(most=24)
        self.buttons: Final = Buttons(size_hint=(None, None))
        self.rows: Final = Rows(size_hint=(None, None))
        self.bind(pos=self._lay, size=self._lay)
        self.show()

    def show(self) -> None:
        """Show the places, or what was found on the stick."""
        self.buttons.clear()
        if self.files is None:
            self.line.text, self.line.tone = self._say("photograph.from"), None
            for place in self._pictures.places():
                self._button(place.value, f"photograph.from.{place.value}", partial(self._take, place), main=True)
            if self._ways.offers(PageName.PICTURE_PHONE):
                self._button("phone", "photograph.from.phone", lambda: self._ways.open(PageName.PICTURE_PHONE))
        else:
            self.line.text, self.line.tone = (
                ("", None) if self.files else (self._say("photograph.none"), SentenceTone.NOTE)
            )
            self._button("again", "export.look-again", partial(self._take, PicturePlace.STICK))
            self._button("back", "edit.back", self.begin)
        self.clear_widgets()
        for widget in (self.line, self.buttons, self.games if self.files is None else self.rows):
            self.add_widget(widget)
        self._lay()

    def begin(self) -> None:
        """Show the places."""
        self.list(None)

    def list(self, files: tuple[PictureFile, ...] | None) -> None:
        """Show the pictures on a stick; None: the places."""
        self.files = files
        self.rows.data = [
            {
                "title": file.path.name,
                "note": f"{file.stick}  {datetime.fromtimestamp(file.taken_s, UTC).astimezone():%Y-%m-%d %H:%M}",
                "value": "",
                "sign": "next",
                "then": partial(self.take_file, file),
            }
            for file in files or ()
        ]
        self.show()

    def take_file(self, file: PictureFile) -> None:
        game = self.games.chosen
        self._wait("photograph.reading", lambda: self._pictures.from_file(file.path, game), self._read)

    def _take(self, place: PicturePlace) -> None:
        game = self.games.chosen
        match place:
            case PicturePlace.CAMERA if place not in self._pictures.places():
                self._ways.tell(self._say("photograph.no-picture"))
            case PicturePlace.CAMERA:
                self._wait("photograph.reading", lambda: self._pictures.from_camera(game), self._read)
            case PicturePlace.STICK:
                self._wait("photograph.looking", self._pictures.files, self.list)

    def _button(self, name: str, key: str, act: Callable[[], None], *, main: bool = False) -> None:
        self.buttons.add(name, self._say(key), act, main=main)

    def _lay(self, *_: object) -> None:
        room, gap, touch = Box(*self.pos, *self.size), THEME.gap_px, THEME.touch_px
        top = room.y + room.height
        if self.files is None:
            self.games.size = (room.width - 2 * gap, touch)
            self.games.pos = (room.x + gap, top - touch - gap)
            self.line.size, self.line.pos = (room.width - 4 * gap, touch), (room.x + 2 * gap, self.games.y - touch)
            across = 1 if room.height > room.width else max(len(self.buttons.by_name), 1)
            self.buttons.lay(room._replace(height=max(self.line.y - room.y, 1)), across)
        else:
            foot, line = touch + 2 * gap, 0.0 if self.files else touch
            self.buttons.lay(room._replace(height=foot), 2)
            self.line.pos, self.line.size = (room.x + 2 * gap, top - line), (room.width - 4 * gap, line)
            self.rows.pos, self.rows.size = (room.x, room.y + foot), (room.width, max(room.height - foot - line, 1))
