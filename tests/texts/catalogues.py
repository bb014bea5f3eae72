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
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.games.backgammon import RULE_SETS
from companion.texts import LOCALE, TEXTS, Counted, Language

TERMS: Final = tuple(sorted({rules.terms for rules in RULE_SETS.values()} - {""}))
"""The vocabularies that differ from that of tournaments."""
TRANSLATED: Final = tuple(language for language in Language if language is not Language.ENGLISH)

MessageId = str | tuple[str, ...]

MESSAGES: Final[dict[MessageId, tuple[str, ...]]] = {}
"""What gettext calls a message, with the keys that are said with it."""

for _key, _wordings in TEXTS.items():
    for _wording in _wordings:
        _id: MessageId = (_wording.one, _wording.many) if isinstance(_wording, Counted) else _wording
        MESSAGES[_id] = (*MESSAGES.get(_id, ()), _key)


class _Undated(Catalog):
    """A catalogue whose header holds no date and no version, so that nothing changes where no text does."""

    def __iter__(self) -> Iterator[Message]:
        _, *messages = super().__iter__()
        plural_forms = f"Plural-Forms: {self.plural_forms}\n"
        charset = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
        yield Message("", f"Language: {self.locale}\n{plural_forms}{charset}")
        yield from messages


def source_of(language: Language) -> Path:
    """The catalogue that people write."""
    return LOCALE / language / "LC_MESSAGES" / "companion.po"


def compiled_of(language: Language) -> Path:
    """The catalogue that the companion reads."""
    return source_of(language).with_suffix(".mo")


def read(language: Language) -> Catalog:
    """The catalogue of a language; an empty one where there is none yet."""
    path = source_of(language)
    return read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=str(language), abort_invalid=True)


def updated(old: Catalog, language: Language) -> Catalog:
    """The same translations in the order of the texts: a place for each that is new, none for those that are gone.

    English has no messages but those of vocabularies.
    """
    new = _Undated(locale=str(language), header_comment=f"# What the companion says: {old.locale}", fuzzy=False)
    for id_, keys in MESSAGES.items():
        for context in (None, *TERMS, *keys):
            known = old.get(id_, context) if context else old.get(id_)
            plain = context is None and language is not Language.ENGLISH
            if plain or (known is not None and known.string):
                string = known.string if known is not None else ""
                new.add(id_, string, auto_comments=keys if context is None else (), context=context)
    return new


def missing(catalogue: Catalog, language: Language) -> list[MessageId]:
    """The messages that have no translation, or not in all their plural forms."""
    if language is Language.ENGLISH:
        return []
    return [id_ for id_ in MESSAGES if not _is_whole(catalogue.get(id_))]


def as_po(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalogue, width=0)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def _is_whole(message: Message | None) -> bool:
    if message is None:
        return False
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def main() -> int:
    gaps = 0
    for language in Language:
        catalogue = updated(read(language), language)
        source_of(language).parent.mkdir(parents=True, exist_ok=True)
        source_of(language).write_bytes(as_po(catalogue))
        compiled_of(language).write_bytes(as_mo(catalogue))
        for id_ in missing(catalogue, language):
            gaps += 1
            print(f"{language}: {', '.join(MESSAGES[id_])}: {id_}")
    print(f"{len(MESSAGES)} texts in {len(Language)} languages, {gaps} translations missing")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
