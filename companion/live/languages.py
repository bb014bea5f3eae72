"""The language of a page: as its address says, else as the browser asks, else that of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from companion.texts import Language

NAMES: Final = {
    Language.ENGLISH: "English", Language.POLISH: "Polski", Language.SLOVAK: "Slovenčina", Language.RUSSIAN: "Русский",
}  # fmt: skip
_KNOWN: Final = frozenset(language.value for language in Language)
_LOOKED_AT: Final = 20


def language_of(scope: Mapping[str, Any], usual: str) -> str:
    """Return the language of a request by its ASGI scope; ``usual``: the screen's."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])[-1]
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
    return asked if asked in _KNOWN else accepted_language(accepted.decode("latin-1"), usual)


def known_language(asked: str | None) -> str | None:
    """Return a language that was asked for by its code, or None if there are no texts in it.

    >>> known_language("sk"), known_language("tlh")
    ('sk', None)
    """
    return asked if asked in _KNOWN else None


def accepted_language(accepted: str, usual: str) -> str:
    """Return the first language of an Accept-Language header in which there are texts, else the usual one.

    >>> accepted_language("de, ru-RU;q=0.8, pl;q=0.5", "en")
    'ru'
    """
    words = accepted.split(",")[:_LOOKED_AT]
    wanted = (word.partition(";")[0].strip().lower().partition("-")[0] for word in words)
    return next((word for word in wanted if word in _KNOWN), usual)
