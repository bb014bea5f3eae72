"""The texts of the companion, by key: the words for everything a :class:`companion.match.view.View` can carry.

A key has one or more wordings, the most specific first; :func:`sentence` takes the first whose
blanks can be filled.  So ``blocked-point`` names the point if its number is known, and leaves it out
if the board has no numbers (a child's board, on which the screen marks the point).
A key with a dot after a reason (``blocked-point.both``) asks for one particular wording.

Rules of style: say what to do or what is so, never accuse; at most ``LONGEST`` characters with the
blanks filled in; a refereed match's text says *that* a play exists and never *where*.

The English wordings are in the modules of this package, one for each area.  Other languages are
gettext catalogues ``companion/locale/LANGUAGE/LC_MESSAGES/companion.mo`` whose messages are the English
wordings.  A message's context is the vocabulary of a rule set (``RuleSet.terms``), so that a leaflet's
own words are used in its games, or a key, where what English says alike is two things in another language.
How they are written: ``docs/internals/words.md``.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.texts import (
    analysis,
    archive,
    buttons,
    camera,
    club,
    coach,
    coach_screens,
    coaching,
    diagnostics,
    draughts,
    draughts_coach,
    draughts_reasons,
    files,
    guide,
    live,
    notices,
    pack,
    phases,
    photograph,
    pictures,
    players,
    practice,
    questions,
    reasons,
    screens,
    setting_labels,
    sounds,
    states,
)
from companion.texts.wording import Counted, Wording, Wordings, blanks, forms, many

__all__ = [
    "LONGEST",
    "POINT_NUMBERS",
    "SILENT_ABOUT_WHERE",
    "TEXTS",
    "Counted",
    "Language",
    "Wording",
    "Wordings",
    "blanks",
    "forms",
    "label",
    "many",
    "sentence",
]

LONGEST: Final = 85
"""Characters that fit two lines of the warning band on the 7-inch screen."""


class Language(StrEnum):
    """A language that every text is there in, by its ISO 639-1 code."""

    ENGLISH = "en"
    POLISH = "pl"
    SLOVAK = "sk"
    RUSSIAN = "ru"


LOCALE: Final = Path(__file__).parents[1] / "locale"

POINT_NUMBERS: Final = frozenset({"point", "a", "b", "from", "play"})
"""The blanks that are filled with the numbers of points."""

_NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})


def merged(areas: Iterable[Mapping[str, Wordings]]) -> Mapping[str, Wordings]:
    """The texts of all areas.  Raises ``ValueError`` for a key that two of them have."""
    texts: dict[str, Wordings] = {}
    for area in areas:
        if twice := texts.keys() & area.keys():
            raise ValueError(f"texts given twice: {', '.join(sorted(twice))}")
        texts.update(area)
    return MappingProxyType(texts)


TEXTS: Final = merged(
    area.WORDINGS
    for area in (
        reasons,
        draughts_reasons,
        phases,
        photograph,
        players,
        notices,
        questions,
        states,
        buttons,
        screens,
        setting_labels,
        camera,
        club,
        diagnostics,
        draughts,
        archive,
        pack,
        sounds,
        coach_screens,
        practice,
        coaching,
        analysis,
        coach,
        draughts_coach,
        files,
        guide,
        live,
        pictures,
    )
)
"""Every key with its English wordings, the most telling first."""

SILENT_ABOUT_WHERE: Final = frozenset(
    {
        "both-numbers",
        "larger-number",
        "move-left",
        "wrong-number-of-moves.none",
    }
)
"""Keys whose text must not give the play away: they say that a play exists, never where."""


def sentence(
    key: str,
    values: Mapping[str, str] = _NO_VALUES,
    *,
    language: str = "en",
    terms: str = "",
    point_numbers: bool = True,
) -> str:
    """What is said for a key, with the blanks filled in.

    ``values``: texts for the blanks, ``side`` being ``light`` or ``dark``, and keys that are said in words;
    values that the wording has no blank for are left out.  ``language``: a folder of ``companion/locale``;
    English where there is none, or nothing in it.  ``terms``: whose words are used where leaflets differ
    (``RuleSet.terms``), those of tournaments where it is empty.  ``point_numbers``: whether points may be
    called by number, else the wording without is taken.

    Raises ``KeyError`` for a key that is not in ``TEXTS``, and for values that fill no wording.

    >>> sentence("blocked-point", {"point": "8"})
    'The 8-point is blocked: two or more opposing checkers stand there.'
    >>> sentence("blocked-point", {"point": "8"}, point_numbers=False)
    'This point is blocked: two or more opposing checkers stand there.'
    >>> sentence("result.won", {"name": "Anna", "points": "1"})
    'Anna wins 1 point'
    """
    given = values if point_numbers else {name: text for name, text in values.items() if name not in POINT_NUMBERS}
    for wording in TEXTS[key]:
        if blanks(wording) <= given.keys():
            spoken = _in_language(wording, given, language, (terms, key))
            return spoken.format_map({name: _said(name, text, language, terms) for name, text in given.items()})
    missing = ", ".join(sorted(blanks(TEXTS[key][-1]) - given.keys()))
    raise KeyError(f"the text {key!r} needs values for: {missing}")


def label(text: str, *, language: str = "en", terms: str = "") -> str:
    """The words on a button: of a key where it is one, else the text as it is (a play, a roll, a name).

    A player without a name is on record as Light or Dark, and called so in every language.

    >>> label("answer.take"), label("8/5 6/5")
    ('Take', '8/5 6/5')
    """
    key = _NAMELESS.get(text, text)
    return sentence(key, language=language, terms=terms) if key in TEXTS else text


_NAMELESS: Final = {TEXTS[key][0]: key for key in ("name.light", "name.dark")}


def _in_language(wording: Wording, values: Mapping[str, str], language: str, contexts: Iterable[str]) -> str:
    """The wording of a language: that of the first context that has one of its own, else the plain one."""
    catalogue = _translation(language)
    number = _number(values[wording.by], wording) if isinstance(wording, Counted) else 1
    english = wording if isinstance(wording, str) else wording.one if number == 1 else wording.many

    for context in filter(None, contexts):
        if isinstance(wording, str):
            own = catalogue.pgettext(context, wording)
        else:
            own = catalogue.npgettext(context, wording.one, wording.many, number)
        if own != english:
            return own
    if isinstance(wording, str):
        return catalogue.gettext(wording)
    return catalogue.ngettext(wording.one, wording.many, number)


def _number(text: str, wording: Counted) -> int:
    try:
        return int(text)
    except ValueError:
        raise KeyError(f"{wording.by} is {text!r}, expected a whole number for {wording.many!r}") from None


def _said(name: str, text: str, language: str, terms: str) -> str:
    """The value of a blank in words: of a side, or of a key where it is one."""
    side = f"side.{text}"
    return label(side if name == "side" and side in TEXTS else text, language=language, terms=terms)


@cache
def _translation(language: str) -> gettext.NullTranslations:
    return gettext.translation("companion", LOCALE, languages=[language], fallback=True)
