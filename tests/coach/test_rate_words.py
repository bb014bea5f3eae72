"""The PR beside an error rate: what it is of, and that it is beside each."""

from __future__ import annotations

import pytest

from companion.coach.analysis_json import totals_values
from companion.coach.grading import performance_rating
from companion.coach.rate_words import pr_says, rate_words
from companion.coach.totals import Totals
from companion.texts import Language


def test_a_pr_is_five_hundred_times_the_equity_lost_per_decision() -> None:
    totals = Totals(plays=30, play_loss=0.45, cubes=10, cube_loss=0.15)
    assert totals.rate == pytest.approx(15.0)
    assert performance_rating(totals.rate) == pytest.approx(500 * (0.45 + 0.15) / (30 + 10)) == pytest.approx(7.5)
    assert (totals_values(totals)["rate"], totals_values(totals)["pr"]) == (15.0, 7.5)


@pytest.mark.parametrize("language", Language)
def test_a_rate_is_written_with_its_pr_in_every_language(language: Language) -> None:
    point = "." if language is Language.ENGLISH else ","
    assert rate_words(15.0, language) == f"15{point}0 (PR\N{NO-BREAK SPACE}7{point}5)"


def test_without_decisions_nothing_is_lost() -> None:
    assert rate_words(Totals().rate, "en") == "0.0 (PR\N{NO-BREAK SPACE}0.0)"


@pytest.mark.parametrize("language", Language)
def test_what_a_pr_is_names_the_formula_the_line_and_the_other_program(language: Language) -> None:
    said = pr_says(language)
    assert "500" in said
    assert said.count("eXtreme Gammon") == 2
    assert ("0.16" if language is Language.ENGLISH else "0,16") in said
