"""The language of a page: as its address says, else as the browser asks, else that of the screen."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import Scope

from companion.texts import Language

NAMES: Final = {
    Language.ENGLISH: "English", Language.POLISH: "Polski", Language.SLOVAK: "Slovenčina", Language.RUSSIAN: "Русский",
}  # fmt: skip
_KNOWN: Final = frozenset(language.value for language in Language)
_LOOKED_AT: Final = 20


def language_of(scope: Scope, usual: str) -> str:
    """Return the language of a request; ``usual``: the screen's."""
    asked = QueryParams(scope["query_string"]).get("lang", "")
    if asked in _KNOWN:
        return asked
    accepted = Headers(scope=scope).get("accept-language", "").split(",")[:_LOOKED_AT]
    wanted = (word.partition(";")[0].strip().lower().partition("-")[0] for word in accepted)
    return next((word for word in wanted if word in _KNOWN), usual)
