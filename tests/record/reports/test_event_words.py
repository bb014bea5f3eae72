"""The entries of a match in words, days and scores as each language writes them."""

from __future__ import annotations

from datetime import date

import pytest

from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.record import Header
from companion.record.entries import Entry, Kind
from companion.record.facts import CubeTurned, Facts, Offered
from companion.record.reports.event_words import Narrator, day_words, event_words, score_in_words
from companion.texts import Language

HEADER = Header(1, "2026-11-06T19:30:00+00:00", names=("Anna", "Ben"))


def said(kind: Kind, facts: Facts, language: str = "en") -> str:
    return event_words(HEADER, Entry(1, 0.0, kind, side=Side.LIGHT, facts=facts), Narrator(language))


def test_each_act_with_the_cube_is_called_by_its_name() -> None:
    assert said(Kind.DOUBLE, CubeTurned(2)) == "Anna doubles to 2"
    assert said(Kind.DOUBLE, CubeTurned(4, beaver=True)) == "Anna beavers to 4"
    assert said(Kind.DOUBLE, CubeTurned(8, raccoon=True)) == "Anna raccoons to 8"
    assert said(Kind.DOUBLE, CubeTurned(4, beaver=True), "pl") == "Anna: bóbr do 4"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "Anna resigns a gammon"),
        (Language.POLISH, "Anna poddaje: gammon"),
        (Language.SLOVAK, "Anna vzdáva: gammon"),
        (Language.RUSSIAN, "Anna сдаёт: марс"),
    ],
)
def test_a_resignation_says_what_is_resigned(language: Language, words: str) -> None:
    assert said(Kind.RESIGN, Offered(Result.GAMMON), language) == words


@pytest.mark.parametrize(
    ("language", "day", "score"),
    [
        (Language.ENGLISH, "6 Nov 2026", "5–3"),
        (Language.POLISH, "6.11.2026", "5:3"),
        (Language.SLOVAK, "6. 11. 2026", "5 : 3"),
        (Language.RUSSIAN, "6.11.2026", "5:3"),
    ],
)
def test_a_day_and_a_score_are_written_as_the_language_writes_them(language: Language, day: str, score: str) -> None:
    speaker = Narrator(language)
    assert (day_words(date(2026, 11, 6), speaker), score_in_words((5, 3), speaker)) == (day, score)
