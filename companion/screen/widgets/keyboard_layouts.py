"""The layouts of the on-screen keyboard, as data, and the text being typed.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

LONGEST_NAME: Final = 24
"""The most characters of a name that fit beside a score."""

_CAPITAL_AFTER: Final = " -'."


@dataclass(frozen=True, slots=True)
class Layout:
    """Four rows of characters in small letters; the lowest is between shift and backspace.

    ``name``: the words on the key that leads to it.
    """

    name: str
    rows: tuple[str, str, str, str]


LAYOUTS: Final[Mapping[str, Layout]] = {
    "en": Layout("ABC", ("1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm-.")),
    "pl": Layout("ĄĆĘ", ("ąćęłńóśźż", "qwertyuiop", "asdfghjkl'", "zxcvbnm-.")),
    "sk": Layout("ĽŠČ", ("ľščťžýáíéúäň", "qwertzuiopôó", "asdfghjklďĺŕ", "yxcvbnm-.")),
    "ru": Layout("ЙЦУ", ("1234567890ё", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")),
}
"""The layouts by language.  QWERTZ as in Slovakia with all its letters; Polish letters have their own row."""

SIGNS: Final = Layout("123", ("1234567890", "-_/\\~@#&%+", "():;,.!?'\"", "=*<>[]€$"))
"""Digits and signs, reached from every layout."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that is being typed; ``longest`` characters at most.

    ``names``: every word begins with a capital automatically.  ``shifted``: whether the next letter is a capital,
    None = ``names`` decides.
    """

    text: str = ""
    longest: int = LONGEST_NAME
    names: bool = True
    shifted: bool | None = None

    @property
    def capital(self) -> bool:
        """Whether the next letter is a capital one."""
        if self.shifted is not None:
            return self.shifted
        return self.names and (not self.text or self.text[-1] in _CAPITAL_AFTER)

    def shift(self) -> Typed:
        """The text after the shift key."""
        return self._with(self.text, not self.capital)

    def key(self, character: str) -> Typed:
        """The text after a key.  A character that fits no line, one too many, or a second blank changes nothing."""
        if len(character) != 1 or not character.isprintable() or len(self.text) >= self.longest:
            return self
        if character == " " and (not self.text or self.text[-1] == " "):
            return self
        return self._with(self.text + (character.upper() if self.capital else character))

    def back(self) -> Typed:
        """The text without the last character."""
        return self._with(self.text[:-1])

    def empty(self) -> Typed:
        """The text with nothing typed."""
        return self._with("")

    @property
    def done(self) -> str:
        """The finished text."""
        return self.text.strip()

    def _with(self, text: str, shifted: bool | None = None) -> Typed:
        return Typed(text, self.longest, self.names, shifted)


def first_layouts(language: str) -> Sequence[str]:
    """The layouts in the order in which one key steps through them, that of the language first."""
    names = list(LAYOUTS)
    at = names.index(language) if language in LAYOUTS else 0
    return names[at:] + names[:at]


def one_line(text: str, longest: int = LONGEST_NAME) -> str:
    """A text without characters that no key can type, cut to ``longest`` characters."""
    return "".join(character for character in text if character.isprintable())[:longest]
