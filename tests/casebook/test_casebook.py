"""The casebooks: every situation is played, and their pages say what the cases say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.casebook.book import Book, Case
from tests.casebook.pages import BOOKS

CASES = [(book, case) for book in BOOKS for case in book.cases]
each_book = pytest.mark.parametrize("book", BOOKS, ids=[book.game or "backgammon" for book in BOOKS])


def _marked(book: Book, case: Case) -> object:
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError, reason=case.not_yet)] if case.not_yet else []
    return pytest.param(book, case, id=f"{book.game} {case.number} {case.title}".strip(), marks=marks)


@pytest.mark.parametrize(("book", "case"), [_marked(*one) for one in CASES])
def test_the_companion_answers_as_the_casebook_says_and_its_record_leads_to_the_same_table_again(
    book: Book, case: Case
) -> None:
    """The record is asked after every event: the machine may be switched off at any moment."""
    desk = book.desk(resumes=not case.not_yet)
    case.plays(desk)
    assert [difference for scene in desk.scenes for difference in scene.apart] == []
    assert case.not_yet or all(scene.compared for scene in desk.scenes)


@each_book
def test_no_case_is_satisfied_by_a_companion_that_sees_and_knows_nothing(book: Book) -> None:
    satisfied = [case.number for case in book.cases if _is_satisfied(case, book.desk(awake=False))]
    assert satisfied == []


def _is_satisfied(case: Case, desk: Any) -> bool:
    try:
        case.plays(desk)
    except (AssertionError, IndexError, AttributeError):
        return False
    return True


@each_book
def test_no_two_situations_are_called_the_same(book: Book) -> None:
    assert book.cases
    assert len({case.title for case in book.cases}) == len(book.cases)
    assert [chapter.number for chapter in book.chapters] == list(range(1, len(book.chapters) + 1))


def test_the_cases_are_told_in_whole_sentences() -> None:
    told = [(case.number, text) for _, case in CASES for text in (case.situation, case.rule, case.answer)]
    assert [number for number, text in told if not text.endswith(".") or text != text.strip()] == []
    assert [
        case.number
        for _, case in CASES
        if case.title.endswith(".") or (case.not_yet and not case.not_yet.endswith("."))
    ] == []


@each_book
def test_the_page_is_that_of_the_cases(book: Book) -> None:
    assert book.path.read_text(encoding="utf-8") == book.page(), "write it anew: python -m tests.casebook.pages"
