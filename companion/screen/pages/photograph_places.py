"""Where a picture of a board comes from: the camera, a file on a USB stick, a phone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeAlias

from companion.screen.camera_text import SentenceTone
from companion.screen.games import GAMES, USUAL
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Pictured, PictureFile, PicturePlace, PicturesPort
from companion.screen.theme import THEME
from companion.screen.widgets.arranged import Fields, Line, column
from companion.screen.widgets.buttons import Buttons
from companion.screen.widgets.editors import ChoiceRow
from companion.screen.widgets.lines import SignedLine
from companion.screen.widgets.rows import Rows
from companion.texts import sentence

Wait: TypeAlias = Callable[[str, Callable[[], Any], Callable[[Any], None]], None]
"""Does what takes a while, while the screen shows the words of a key, then calls with what came of it."""
_LINE_PX: Final = 80.0
_FOOT_PX: Final = 90.0


class PicturePlaces(Line):
    """The game and the places; after a stick was chosen, the pictures on it.  ``read``: takes what was read."""

    def __init__(
        self, pictures: PicturesPort, ways: Navigator, *, language: str, wait: Wait,
        read: Callable[[Pictured | None], None], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(orientation="vertical", **kwargs)
        self._pictures: Final = pictures
        self._ways: Final = ways
        self._say: Final = partial(sentence, language=language)
        self._wait: Final = wait
        self._read: Final = read
        self.files: tuple[PictureFile, ...] | None = None
        self.games: Final = ChoiceRow([(game, self._say(f"game.{game.value}")) for game in GAMES], USUAL)
        self._head: Final = Fields(self.games)
        self.line: Final = SignedLine(most=24)
        self._said: Final = column(self.line, margin=True)
        self.buttons: Final = Buttons()
        self.rows: Final = Rows()
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
        if self.files is None:
            self.buttons.across = 1 if THEME.upright else len(self.buttons.by_name)
            self.hold(self._head, (self._said, _LINE_PX), self.buttons)
        else:
            self.buttons.across = 2
            self.hold(*([] if self.files else [(self._said, _LINE_PX)]), self.rows, (self.buttons, _FOOT_PX))

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
