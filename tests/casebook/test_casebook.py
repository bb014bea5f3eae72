"""The casebook: every situation is played, and its page says what the cases say."""

from __future__ import annotations

import pytest

from tests.casebook.book import Case, page
from tests.casebook.pages import BOOK, PAGE
from tests.casebook.scene import Desk

CASES = [case for chapter in BOOK for case in chapter.cases]


def _marked(case: Case) -> object:
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=case.not_yet)] if case.not_yet else []
    return pytest.param(case, id=f"{case.number} {case.title}", marks=marks)


@pytest.mark.parametrize("case", [_marked(case) for case in CASES])
def test_the_companion_answers_as_the_casebook_says_and_its_record_leads_to_the_same_table_again(case: Case) -> None:
    """The record is asked after every event: the machine may be switched off at any moment."""
    desk = Desk(resumes=not case.not_yet)
    case.plays(desk)
    assert [difference for scene in desk.scenes for difference in scene.apart] == []
    assert case.not_yet or all(scene.compared for scene in desk.scenes)


def test_no_case_is_satisfied_by_a_companion_that_sees_and_knows_nothing() -> None:
    satisfied = [case.number for case in CASES if _is_satisfied(case, Desk(awake=False))]
    assert satisfied == []


def _is_satisfied(case: Case, desk: Desk) -> bool:
    try:
        case.plays(desk)
    except (AssertionError, IndexError, AttributeError):
        return False
    return True


def test_there_are_at_least_a_hundred_situations_and_no_two_are_called_the_same() -> None:
    assert len(CASES) >= 100
    assert len({case.title for case in CASES}) == len(CASES)
    assert [chapter.number for chapter in BOOK] == list(range(1, len(BOOK) + 1))


def test_the_cases_are_told_in_whole_sentences() -> None:
    told = [(case.number, text) for case in CASES for text in (case.situation, case.rule, case.answer)]
    assert [number for number, text in told if not text.endswith(".") or text != text.strip()] == []
    assert [
        case.number for case in CASES if case.title.endswith(".") or (case.not_yet and not case.not_yet.endswith("."))
    ] == []


def test_the_page_is_that_of_the_cases() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(BOOK), "write it anew: python -m tests.casebook.pages"
