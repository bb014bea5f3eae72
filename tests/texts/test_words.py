"""The words of players, one for each thing: what a machine can tell of :doc:`docs/internals/words.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from companion.texts import POINT_NUMBERS, TEXTS, Counted, Language, blanks, draughts, draughts_coach, draughts_reasons
from companion.texts import forms as forms_of
from tests.texts.catalogues import TERMS, TRANSLATED, message_id, read, strings
from tests.texts.longest import translations

EN, PL, SK, RU = Language.ENGLISH, Language.POLISH, Language.SLOVAK, Language.RUSSIAN

# English that is word for word another language's, or a second word for one thing.
NEVER_IN_ENGLISH: Final = (
    r"\b[Tt]ouch(es|ed|ing)?\b",
    r"(?<!playing )\bfields?\b",
    r"(?<![Ll]ive )\bpages?\b",
    r"\bstart position\b",
    r"\bTip\b|\btips\b",
    r"\bdearest\b",
    r"\bworth (more|less)\b",
    r"\bthousandths\b",
    r"(?<!out )\bof 36\b",
    r"\bin (a|your|no|the same) network\b",
    r"\bso many\b",
    r"\bgives? pictures\b",
    r"\b[Ll]eads? (to|back|everywhere)\b",
    r"\bis awaited\b",
    r"\bOpen end\b",
    r"\bdepth \{",
    r"\bgames (fewer|more)\b",
    r"\bpercent\b",
    r"\} %",
    r"\} : \{",
    r"\{day\}\.\{month\}",
    r"\bput (it )?right\b",
    r"\b(comes?|bring) in\b(?!: all)",
)
# What English says of children's play in plain words.
PLAINLY: Final = re.compile(r"\.simple$")

# The numbers that a plural noun in English follows on: where one is possible, the text counts.
COUNTED: Final = re.compile(
    r"\{(n|m|count|all|done|turns|pips|points|days|rolls|length|games)\} "
    r"(checkers?|points?|pips?|games?|match(es)?|turns?|rolls?|moves?|plays?|errors?|minutes?|seconds?|days?|pieces?|men)\b"
)
NEVER_ONE: Final = re.compile(r"(of|to|at least) \{\w+\} ")

# Second words for one thing, forms of address other than the language's own, and what is colloquial.
NEVER_IN: Final = {
    PL: (
        r"\b[Pp]roszę\b",
        r"\bnazwisk",
        r"\bkolejk",
        r"\bzbijani",
        r"przed czasem|\b[Ww]czesny rzut",
        r"\w(jcie|ajcie|ijcie|cie się)\b|\b(Poprawcie|siedzicie)\b",
        r"\bdotknięci",
        r"warte? (o \S+ )?więcej",
        r"(?<!meczu )\bwynik(iem|u|ów|i)? \{die\}",
    ),
    SK: (
        r"\b[Tt]reba\b",
        r"protihráč",
        r"figúrk",
        r"osamoten",
        r"\b(ne)?vstúp|\bvchádz",
        r"meškani",
        r"\bskóre\b",
        r"\bparti[aeuí]\b",
        r"^Ťuknúť|, ťuknúť",
        r"\b(tvoj\w*|tebe|máš|hľadaj|skús|spočítaj|vezmi|daj|pozri sa)\b",
        r"hodnotu",
        r"prestávk",
        r"skorý|skorší hod",
    ),
    RU: (
        r"заслон",
        r"одинок(ая|ую|ой) шашк",
        r"стоимост",
        r"больш(ая|ую|ой) дорог",
        r"раньше времени|[Рр]анний",
        r"\bты\b|\bтво[йяёи]\b|\bпопробуй\b",
        r"\bзары\b|\bфишк",
        r"стоит больше|стоит на \{",
        r"вправе принять",
        r"перерыв",
    ),
}
DOWNLOADS: Final = frozenset({"live.file", "device.step.packages"})
QUOTES: Final = {EN: "“”", PL: "„”", SK: "„“", RU: "«»"}


def said(language: Language) -> Iterator[tuple[str, str]]:
    """Every key and text of a language, in every vocabulary, blanks unfilled."""
    for key, wordings in TEXTS.items():
        for wording in wordings:
            for terms in ("", *TERMS):
                yield from ((key, text) for text in translations(key, wording, language, terms))


@pytest.mark.parametrize("never", NEVER_IN_ENGLISH)
def test_english_is_what_players_say(never: str) -> None:
    found = {(key, text) for key, text in said(EN) if re.search(never, text) and not PLAINLY.search(key)}
    assert found == set()


@pytest.mark.parametrize(
    ("language", "never"), [(language, never) for language in TRANSLATED for never in NEVER_IN[language]]
)
def test_a_language_has_one_word_for_a_thing_and_one_form_of_address(language: Language, never: str) -> None:
    assert {(key, text) for key, text in said(language) if re.search(never, text)} == set()


def test_in_slovak_only_downloads_are_drawn_off() -> None:
    drawn = {key for key, text in said(SK) if re.search(r"[Ss]ťah(uj|ov)|[Ss]tiahn", text)}
    assert drawn <= DOWNLOADS


def test_a_point_in_a_sentence_is_called_by_its_number_and_its_name() -> None:
    of_points = POINT_NUMBERS - {"play"}
    for key, text in said(EN):
        for name in of_points & blanks(text):
            assert re.search(rf"\{{{name}\}}-(point|( and \{{\w\}}-points))", text), (key, text)


def test_a_number_that_may_be_one_is_counted() -> None:
    found = {
        (key, wording)
        for key, wordings in TEXTS.items()
        for wording in wordings
        if isinstance(wording, str) and COUNTED.search(re.sub(NEVER_ONE, "of them ", wording))
    }
    assert found == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_counted_has_its_forms_in_each_language(language: Language) -> None:
    catalogue = read(language)
    for wordings in TEXTS.values():
        for wording in wordings:
            if isinstance(wording, Counted):
                message = catalogue.get(message_id(wording))
                assert message is not None
                assert len(strings(message)) == 3, message.id


def test_in_draughts_pieces_are_captured_and_doubles_are_none() -> None:
    for area in (draughts, draughts_coach, draughts_reasons):
        for key, wordings in area.WORDINGS.items():
            for text in (form for wording in wordings for form in forms_of(wording)):
                assert not re.search(r"\b([Tt]akes?|took|taken)\b", re.sub(r"\{\w+\}", "", text)), (key, text)


@pytest.mark.parametrize("language", Language)
def test_quotation_marks_are_those_of_the_language_and_hold_words_of_the_screen(language: Language) -> None:
    left, right = tuple(QUOTES[language])
    labels = {text for _, text in said(language)}
    for key, text in said(language):
        assert '"' not in text, (key, text)
        assert set(re.findall(r"[“”„«»]", text)) <= {left, right}, (key, text)
        for quoted in re.findall(f"{left}([^{right}]*){right}", text):
            assert quoted in labels, (key, quoted)


@pytest.mark.parametrize("language", Language)
def test_a_share_in_per_cent_is_written_as_the_language_writes_it(language: Language) -> None:
    never = r"[\d}] %" if language in (EN, PL) else r"[\d}]%"
    assert {(key, text) for key, text in said(language) if re.search(never, text)} == set()
