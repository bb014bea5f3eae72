"""The page that hands a match to a phone: a code that opens it on the live page, or one that holds the match itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.errors import CompanionError
from companion.record.files.short import PREFIX
from companion.screen import qr
from companion.screen.navigator import Navigator
from companion.screen.services import HandedMatch, Services
from companion.screen.tasks import Tasks
from companion.screen.theme import THEME
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields, Framed, WithBoard, column
from companion.screen.widgets.card import QrCode
from companion.screen.widgets.words import WordField, Words

_LINK, _MATCH = "link", "match"
_SAID: Final = 0.62
"""The share of the words' room for the sentences; below them is what is to be typed."""
_BESIDE: Final = 0.38
_BELOW: Final = 0.4
"""The least of a wide window, and of a high one, that the words take."""


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
        self.fields: Final = {name: WordField(text=self._text(f"phone.{name}"), most=24) for name in (_LINK, _MATCH)}
        for name, field in self.fields.items():
            field.bind(on_touched=lambda _, name=name: self._turn_to(name))
        self._words: Final = column(self.said, margin=True)
        self._foot: Final = Fields()
        self._framed: Final = Framed(self.code, widest=1.0)
        self._beside: Final = column(self._words, self._foot)
        self._whole: Final = WithBoard(self._framed, self._beside, least=_BESIDE, below=_BELOW)
        self._hold(self._whole)
        self.tasks: Final = Tasks(self._failed)
        self.tasks.run(self._handing(services, match), self._show_handed)

    def _handing(self, services: Services, match: int | None) -> Callable[[], HandedMatch]:
        """What takes a moment, to be called on a thread."""
        assert services.phone is not None
        phone = services.phone
        return lambda: phone.hand(match)

    def closed(self) -> None:
        self.tasks.drop()

    # --- what is shown -----------------------------------------------------------------------------

    def _show_handed(self, handed: HandedMatch) -> None:
        self._handed = handed
        if handed.page.address is not None:
            self._foot.hold(*self.fields.values())
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
        self._words.hold(*(((self.said, _SAID), (self.typed, 1 - _SAID)) if self.typed.text else (self.said,)))
        self._whole.hold(*([self._framed] if self.code.text else []), self._beside)

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


def _in_lines(address: str) -> str:
    """An address with a place to break before its long name: it holds no blank."""
    head, slash, uuid = address.rpartition("/")
    return f"{head}{slash}\n{uuid}"
