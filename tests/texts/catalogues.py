"""The catalogues of the other languages, brought up to date: ``python -m tests.texts.catalogues``.

Every wording of :data:`companion.texts.TEXTS` gets its place in each ``companion.po``, what is no longer said
goes, and each ``companion.mo`` is compiled anew.  Translations are written by people and never guessed.
Lists what is missing, and ends with 1 where anything is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.games.backgammon import RULE_SETS
from companion.texts import LOCALE, TEXTS, Counted, Language, Wording

MessageId: TypeAlias = str | tuple[str, str]
"""What gettext knows a wording by: the English text, or its singular and plural."""

TERMS: Final = tuple(sorted({rules.terms for rules in RULE_SETS.values()} - {""}))
"""The vocabularies that differ from that of tournaments."""

TRANSLATED: Final = tuple(language for language in Language if language is not Language.ENGLISH)


def messages() -> dict[MessageId, tuple[str, ...]]:
    """Every message with the keys that it is said for, in the order of the texts."""
    found: dict[MessageId, tuple[str, ...]] = {}
    for key, wordings in TEXTS.items():
        for wording in wordings:
            found[message_id(wording)] = (*found.get(message_id(wording), ()), key)
    return found


def message_id(wording: Wording) -> MessageId:
    return (wording.one, wording.many) if isinstance(wording, Counted) else wording


def source_of(language: Language) -> Path:
    """The catalogue that people write."""
    return LOCALE / language / "LC_MESSAGES" / "companion.po"


def compiled_of(language: Language) -> Path:
    """The catalogue that the companion reads."""
    return source_of(language).with_suffix(".mo")


def read(language: Language) -> Catalog:
    """The catalogue of a language, an empty one where there is none yet."""
    path = source_of(language)
    return read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=str(language), abort_invalid=True)


def updated(old: Catalog, language: Language) -> Catalog:
    """The same translations in the order of the texts: a place for each that is new, none for those that are gone.

    English has none but those of vocabularies.  The rule of plurals stays as it is written: Babel has another
    spelling of it in each release.
    """
    locale = Locale.parse(str(language))
    new = _Undated(locale=locale, header_comment=f"# What the companion says, in {locale.english_name}")
    new.mime_headers = old.mime_headers
    new.fuzzy = False
    for id_, keys in messages().items():
        if language is not Language.ENGLISH:
            known = old.get(id_)
            new.add(id_, known.string if known else "", auto_comments=keys)
        for context in (*TERMS, *keys):
            if own := old.get(id_, context):
                new.add(id_, own.string, context=context)
    return new


def missing(catalogue: Catalog) -> list[Message]:
    """What has no translation, or not in all its plural forms."""
    return [message for message in catalogue if not all(strings(message))]


def as_po(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalogue, width=0)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


class _Undated(Catalog):
    """A catalogue whose header holds no date and no version, so that nothing changes where no text does."""

    def __iter__(self) -> Iterator[Message]:
        _, *rest = super().__iter__()
        encoded = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
        yield Message("", f"Language: {self.locale}\nPlural-Forms: {self.plural_forms}\n{encoded}")
        yield from rest


def strings(message: Message) -> tuple[str, ...]:
    """The translation, or all its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def main() -> int:
    gaps = 0
    for language in Language:
        catalogue = updated(read(language), language)
        source_of(language).parent.mkdir(parents=True, exist_ok=True)
        source_of(language).write_bytes(as_po(catalogue))
        compiled_of(language).write_bytes(as_mo(catalogue))
        for message in missing(catalogue):
            gaps += 1
            print(f"{source_of(language)}: {', '.join(message.auto_comments)}: {message.id}")
    print(f"{len(messages())} texts in {len(Language)} languages, {gaps} translations missing")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
