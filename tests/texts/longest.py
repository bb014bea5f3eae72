"""How long a text may get: in any language, any vocabulary, with values as long as they come."""

from __future__ import annotations

from collections.abc import Iterator

from companion.texts import TEXTS, Language, Wording, blanks, forms, label
from tests.texts.catalogues import TERMS, message_id, read, strings
from tests.texts.test_texts import VALUES

_CATALOGUES = {language: read(language) for language in Language}


def translations(key: str, wording: Wording, language: Language, terms: str = "") -> tuple[str, ...]:
    """A wording as a language has it in a vocabulary: one text, or one for each plural form."""
    for context in filter(None, (terms, key)):
        if own := _CATALOGUES[language].get(message_id(wording), context):
            return strings(own)
    plain = _CATALOGUES[language].get(message_id(wording))
    return strings(plain) if plain is not None and all(strings(plain)) else forms(wording)


def sayings(key: str, language: Language) -> Iterator[str]:
    """Every way in which a key may be said in a language, blanks filled."""
    for wording in TEXTS[key]:
        values = {name: _in_words(name, language) for name in blanks(wording)}
        for terms in ("", *TERMS):
            for text in translations(key, wording, language, terms):
                yield text.format_map(values)


def longest(key: str, language: Language) -> str:
    """The saying with the most characters."""
    return max(sayings(key, language), key=len)


def _in_words(name: str, language: Language) -> str:
    return label(f"side.{VALUES[name]}" if name == "side" else VALUES[name], language=language)
