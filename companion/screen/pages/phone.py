"""The page that hands a match to a phone: a code that opens it on the live page, or one that holds the match itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.errors import CompanionError
from companion.record.files.short import PREFIX
from companion.screen import qr
from companion.screen.board.layout import Box, grid
from companion.screen.navigator import Navigator
from companion.screen.services import HandedMatch, Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.card import QrCode
from companion.screen.widgets.words import WordField, Words

_LINK, _MATCH = "link", "match"
_SAID: Final = 0.62
"""The share of the words' room for the sentences; below them is what is to be typed."""
_MOST_WIDE: Final = 0.62
"""The most of a wide window that the code takes."""
_MOST_HIGH: Final = 0.6
"""The most of a high window that the code takes."""


class PhonePage(AppPage):
    """The code of a match for a phone.  ``match``: its number, by default that of the match at the table."""

    title = "screen.phone"

    def __init__(
        self, services: Services, ways: Navigator, *, language: str, match: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._handed: HandedMatch | None = None
        self._page = _LINK
        self.code: Final = QrCode(error="l")
        self.said: Final = Words(bold=True, most=26, least=15, valign="bottom")
        self.typed: Final = Words(most=22, least=13, color=THEME.ink_quiet, valign="top")
        self.fields: Final = {
            name: WordField(text=self._text(f"phone.{name}"), size_hint=(None, None), most=24)
            for name in (_LINK, _MATCH)
        }
        for name, field in self.fields.items():
            field.bind(on_touched=lambda _, name=name: self._turn_to(name))
        self._fill_with(self.code, self.said, self.typed)
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(self._handing(services, match), self._told)

    def _handing(self, services: Services, match: int | None) -> Callable[[], HandedMatch]:
        """What takes a moment, to be called on a thread."""
        assert services.phone is not None
        phone = services.phone
        return lambda: phone.hand(match)

    def closed(self) -> None:
        self.tasks.drop()

    # --- what is shown -----------------------------------------------------------------------------

    def _told(self, handed: HandedMatch) -> None:
        self._handed = handed
        if handed.page.address is not None:
            for field in self.fields.values():
                self.add_widget(field)
        self._turn_to(_LINK if handed.page.address is not None else _MATCH)

    def _turn_to(self, page: str) -> None:
        handed = self._handed
        if handed is None:
            return
        self._page = page
        for name, field in self.fields.items():
            field.main = name == page
        if page == _LINK:
            self.code.text, self.said.text = handed.page.address or "", self._text(handed.page.said)
            self.typed.text = _in_lines(handed.page.address or "")
        else:
            self._show_match(handed)
        self._lay()

    def _show_match(self, handed: HandedMatch) -> None:
        version = qr.version(handed.code, error=self.code.error)
        fits = version is not None and version <= qr.LEGIBLE
        words = [] if handed.page.address is not None else [self._text(handed.page.said, **handed.page.values)]
        words.append(self._text("phone.holds" if fits else "phone.too-long"))
        self.code.text = handed.code if fits else ""
        self.said.text = " ".join(words)
        self.typed.text = f"companion convert {PREFIX}… match.{handed.form}" if fits else ""

    def _failed(self, error: CompanionError) -> None:
        self.said.text = str(error)

    # --- layout ------------------------------------------------------------------------------------

    def _lay(self, *_: object) -> None:
        margin, gap = THEME.margin_px, THEME.gap_px
        shown = [field for field in self.fields.values() if field.parent is not None]
        foot = THEME.touch_px + 2 * gap if shown else 0.0
        if self.width > self.height:
            side = min(self.height - 2 * gap, self.width * _MOST_WIDE) if self.code.text else 0.0
            self.code.pos, self.code.size = (self.x + gap, self.center_y - side / 2), (max(side, 1), max(side, 1))
            left = self.x + side + gap + margin
            room = Box(left, self.y + foot + gap, self.right - margin - left, self.height - foot - 2 * gap)
            places = grid(Box(left - gap, self.y, self.right - left + gap, foot), 2, 1) if shown else ()
        else:
            side = min(self.width - 2 * gap, self.height * _MOST_HIGH) if self.code.text else 0.0
            self.code.pos, self.code.size = (
                (self.center_x - side / 2, self.top - side - gap),
                (max(side, 1), max(side, 1)),
            )
            high = self.height - side - foot - 3 * gap
            room = Box(self.x + margin, self.y + foot + gap, self.width - 2 * margin, high)
            places = grid(Box(self.x, self.y, self.width, foot), 2, 1) if shown else ()
        for field, place in zip(shown, places, strict=True):
            field.pos, field.size = place[:2], place[2:]
        below = room.height * (1 - _SAID) if self.typed.text else 0.0
        self.typed.pos, self.typed.size = (room.x, room.y), (max(room.width, 1), max(below - gap, 1))
        self.said.pos = (room.x, room.y + below)
        self.said.size = (max(room.width, 1), max(room.height - below, 1))


def _in_lines(address: str) -> str:
    """An address with a place to break before its long name: it holds no blank."""
    head, slash, uuid = address.rpartition("/")
    return f"{head}{slash}\n{uuid}"
