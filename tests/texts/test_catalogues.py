"""What holds of every translation; that a native speaker would say it so, no test can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from companion.games.backgammon import RULE_SETS, RuleSet
from companion.games.backgammon.wording import HitPlace, hit_place
from companion.texts import LONGEST, SILENT_ABOUT_WHERE, TEXTS, Language, blanks, draughts, sentence
from tests.texts import catalogues
from tests.texts.catalogues import TERMS, TRANSLATED, compiled_of, messages, read, source_of, strings, updated
from tests.texts.longest import longest, sayings, translations
from tests.texts.test_texts import SENTENCES

EN, PL, SK, RU = Language.ENGLISH, Language.POLISH, Language.SLOVAK, Language.RUSSIAN

NUMBERS: Final = (0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101)
# Polish counts 22 as few, Slovak counts only 2 to 4; Russian counts 21 and 101 as one.
POINTS: Final = {
    EN: "points point points points points points points points points points points",
    PL: "punktów punkt punkty punkty punktów punktów punktów punktów punkty punktów punktów",
    SK: "bodov bod body body bodov bodov bodov bodov bodov bodov bodov",
    RU: "очков очко очка очка очков очков очков очко очка очков очко",
}

# The past tense, and words that differ for a man and a woman.
GUESSES_SEX: Final = {
    PL: (
        r"\w(łeś|łaś|łoś|łbyś|łabyś)\b|\b(powinieneś|powinnaś)\b",
        r"(\{names?\}|\bty) (nie )?(\w+(ł|ła)|powinien|powinna|gotow[ya])\b",
    ),
    SK: (
        r"\b\w+la? si\b|\bsi \w+la?\b",
        r"(\{names?\}|\bty) (je )?(\w+la?|povinn[ýá]|pripraven[ýá])\b",
    ),
    RU: (r"(\{names?\}|\bты|\bвы) (не )?(\w+(л|ла|лся|лась)|должен|должна|готова?|согласен|согласна)\b",),
}
CAUGHT: Final = {
    PL: ("Zagrałeś za dużo.", "Zagrałaś za dużo.", "{name} rzucił.", "Powinieneś rzucić.", "{name} powinna rzucić."),
    SK: ("Zahral si ťah.", "Už si zahrala.", "{name} hodila.", "{name} je pripravená."),
    RU: ("Вы сыграл.", "{name} бросила кости.", "Ты не походил.", "{name} должна бросить."),
}

# Stems that a language does not use under a rule set; "" is the vocabulary of tournaments.
NEVER_SAID: Final = {
    (EN, "djeco"): r"\bbar\b",
    (PL, ""): r"na dwór|poprzecz|ściąg|specjaln",
    (PL, "tactic"): r"zdejm|zdją|ściąg|podwajającą?|poprzecz",
    (PL, "djeco"): r"\bband(y|a|ę|zie)\b|poprzecz|na dwór|ściąg",
    (PL, "box-leaflet"): r"\bband(y|a|ę|zie)\b|zdejm|zdją|na dwór|\bkostki\b.*\bobiema\b",
    (SK, ""): r"kamien(ok|k)",
    (SK, "djeco"): r"\bbar(u|e)?\b|\bkame(ň|ne|ňov|ňmi|ňa)\b",
    (RU, "djeco"): r"\bбар(а|у|е)?\b",
}

# The same in another language: names, languages in their own words, and what it has taken over.
NAMES: Final = {
    "Crawford", "Tactic", "Djeco", "Gamez", "English", "Polski", "Slovenčina", "Русский", ".mat", ".sgf", ".json",
    ".pdn", ".zip", "GNU Backgammon", "Sage", "Python", "{rate} (PR\N{NO-BREAK SPACE}{pr})",
}  # fmt: skip
DEPTHS: Final = {"{ply}-ply", "{engine}, {ply}-ply"}
TAKEN_OVER: Final = DEPTHS | {
    "Menu",
    "Rating",
    "Expert",
    "Gammon",
    "gammon",
    "Backgammon",
    "Buchholz",
    "Sonneborn-Berger",
    "backgammon",
    "Export",
    "Equity",
    "{n} min",
}
AS_IN_ENGLISH: Final = {PL: NAMES | TAKEN_OVER, SK: NAMES | TAKEN_OVER | {"Bar"}, RU: NAMES | DEPTHS - {"Crawford"}}
OF_ANY_LETTERS: Final = (
    r"\{\w+\}|°C|\b(QR|USB|PNG|PIN|BCM|XGID|FIBS|mat|pdn|json|zip|HDMI|DSI|GPIO|Pi|Python|Debian|GNU Backgammon)\b"
    r"|\b(JPEG|HEIC|AVIF|PDF)\b"
    r"|\b(FMJD|XG|PR|ply|eXtreme Gammon|Tactic|Djeco|Gamez)\b"
    r"|\bauto, pi:0, usb:0\b|\b(http|rtsp)://(192\.168\.1\.20:8080/video)?|\b(IP Webcam|DroidCam)\b"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One translation, or one plural form of it; ``english``: the text, of several forms the plural."""

    english: str
    text: str


def entries(language: Language) -> Iterator[Entry]:
    for message in read(language):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        yield from (Entry(english, text) for text in strings(message) if english and text)


_OF_NO_MATCH: Final = (
    "rules.", "setting.", "settings.", "help.", "first.", "draughts.", "analysis.", "picture.", "photograph.",
    "players.",
    "camera.squares-", "camera.light-squares",
    "path.",
    "new.",
)  # fmt: skip


def spoken(language: Language, terms: str) -> Iterator[tuple[str, str]]:
    """Every key and text that a match is told in, blanks unfilled.

    Settings, help, first steps, draughts, analysis, pictures, players and what tells rule sets apart are not.
    Practice is played by the tournament's rules only.
    """
    for key, wordings in TEXTS.items():
        if key in draughts.WORDINGS or (key.startswith(_OF_NO_MATCH) or (key.startswith("practice.") and terms)):
            continue
        for wording in wordings:
            for text in translations(key, wording, language, terms):
                yield key, text


@pytest.mark.parametrize("language", Language)
def test_a_catalogue_has_a_place_for_every_text_and_for_no_other(language: Language) -> None:
    written = source_of(language).read_bytes()
    assert catalogues.as_po(updated(read(language), language)) == written, "run python -m tests.texts.catalogues"


@pytest.mark.parametrize("language", Language)
def test_nothing_is_left_untranslated(language: Language) -> None:
    assert [message.id for message in catalogues.missing(updated(read(language), language))] == []


@pytest.mark.parametrize("language", Language)
def test_a_compiled_catalogue_is_compiled_from_what_is_written(language: Language) -> None:
    compiled = catalogues.as_mo(updated(read(language), language))
    assert compiled == compiled_of(language).read_bytes(), "run python -m tests.texts.catalogues"


@pytest.mark.parametrize("language", Language)
def test_no_translation_is_a_guess(language: Language) -> None:
    assert [message.id for message in read(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", Language)
def test_a_translation_has_the_blanks_of_its_text(language: Language) -> None:
    assert [each for each in entries(language) if blanks(each.text) != blanks(each.english)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_is_no_english_left_over(language: Language) -> None:
    same = {each.text for each in entries(language) if each.text == each.english}
    assert {text for text in same if re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))} <= AS_IN_ENGLISH[language]


@pytest.mark.parametrize("language", Language)
def test_a_translation_is_written_in_the_letters_of_its_language(language: Language) -> None:
    foreign = "[A-Za-z]" if language is RU else "[а-яёА-ЯЁ]"
    bare = [re.sub(OF_ANY_LETTERS, "", each.text) for each in entries(language) if each.text not in NAMES]
    assert [text for text in bare if re.search(foreign, text)] == []


@pytest.mark.parametrize("language", Language)
def test_a_translation_ends_as_its_text_does(language: Language) -> None:
    for each in entries(language):
        assert each.text == each.text.strip()
        for end in ".?:…":
            assert each.text.endswith(end) is each.english.endswith(end), each


@pytest.mark.parametrize("language", GUESSES_SEX)
def test_a_translation_guesses_nobodys_sex(language: Language) -> None:
    assert [each.text for each in entries(language) if guesses(language, each.text)] == []


@pytest.mark.parametrize(("language", "text"), [(language, text) for language in CAUGHT for text in CAUGHT[language]])
def test_a_past_tense_that_guesses_is_caught(language: Language, text: str) -> None:
    assert guesses(language, text)


@pytest.mark.parametrize("language", Language)
def test_a_translation_fits_two_lines_with_its_blanks_filled_in(language: Language) -> None:
    assert {text for key in SENTENCES if len(text := longest(key, language)) > LONGEST} == set()


@pytest.mark.parametrize("language", Language)
def test_points_are_counted_as_the_language_counts(language: Language) -> None:
    said = [sentence("result.won", {"name": "Anna", "points": str(n)}, language=language) for n in NUMBERS]
    assert [text.split()[-1] for text in said] == POINTS[language].split()
    assert all(f" {n} " in text for n, text in zip(NUMBERS, said, strict=True))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_text_that_must_not_give_the_play_away_names_no_point_in_any_language(language: Language) -> None:
    said = " ".join(text for key in SILENT_ABOUT_WHERE for text in sayings(key, language))
    assert re.search({PL: r"\bpol[aeu]|\bpól\b", SK: r"políč|špic", RU: r"пункт"}[language], said.lower()) is None


@pytest.mark.parametrize(("language", "terms"), NEVER_SAID)
def test_a_rule_set_is_spoken_of_in_the_words_of_its_leaflet(language: Language, terms: str) -> None:
    never = re.compile(NEVER_SAID[language, terms], re.IGNORECASE)
    assert {key: text for key, text in spoken(language, terms) if never.search(text)} == {}


@pytest.mark.parametrize(
    ("language", "rules", "key", "words"),
    [
        (EN, "tournament", "bar-first", "from the bar"),
        (EN, "djeco", "bar-first", "from the middle"),
        (PL, "tactic", "bear-off-outside", "wyprowadzać na dwór"),
        (PL, "tactic", "hit-not-on-bar", "na bandzie"),
        (PL, "tactic jacoby=true", "notice.no-cube", "specjalnej kostki"),
        (PL, "tournament", "bear-off-outside", "zdejmować"),
        (PL, "gamez", "bear-off-outside", "zdejmować"),
        (PL, "box-leaflet", "bear-off-outside", "ściągać"),
        (PL, "box-leaflet", "bar-first", "z poprzeczki"),
        (PL, "tactic has_bar=false", "bar-first", "ze środka planszy"),
        (SK, "djeco", "hit-not-on-bar", "Položte vyhodený kamienok doprostred dosky"),
        (SK, "djeco has_bar=true", "hit-not-on-bar", "Položte vyhodený kameň na bar"),
        (RU, "djeco", "bar-first", "с середины доски"),
        (RU, "tournament", "bar-first", "с бара"),
    ],
)
def test_a_match_is_spoken_of_in_the_words_of_its_rules(language: Language, rules: str, key: str, words: str) -> None:
    assert words in sentence(key, language=language, terms=RuleSet.from_text(rules).terms)


def test_only_rule_sets_without_a_bar_speak_of_the_middle_of_the_board() -> None:
    for rules in RULE_SETS.values():
        middle = "middle" in sentence("bar-first", terms=rules.terms)
        assert middle is (hit_place(rules) is HitPlace.MIDDLE)


def test_what_english_says_alike_may_be_two_things_in_another_language() -> None:
    assert sentence("welcome.play") == sentence("button.play") == "Play"
    assert sentence("welcome.play", language="pl") == "Graj"
    assert sentence("button.play", language="pl", terms="tactic") == "Ruch"


def test_no_text_counts_under_the_words_of_one_that_does_not() -> None:
    first = [id_ if isinstance(id_, str) else id_[0] for id_ in messages()]
    assert len(first) == len(set(first))


def test_a_context_is_a_vocabulary_or_a_key() -> None:
    contexts = {message.context for language in Language for message in read(language)} - {None}
    assert contexts <= {*TERMS, *TEXTS}
    assert not set(TERMS) & TEXTS.keys()


def guesses(language: Language, text: str) -> list[str]:
    return [pattern for pattern in GUESSES_SEX.get(language, ()) if re.search(pattern, text, re.IGNORECASE)]
