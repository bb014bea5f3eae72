"""The page of a rule in the tutorial: a drawn board, a few sentences, and the field that leads to the try."""

from __future__ import annotations

from typing import Any, Final

from companion.match.view import View
from companion.practice.view import PracticeShown, RuleShown, practice_shown
from companion.screen.exercise_text import is_before_try
from companion.screen.illustrations import drawn
from companion.screen.navigator import Navigator, PageName
from companion.screen.services import Services
from companion.screen.widgets.app_page import AppPage
from companion.screen.widgets.arranged import Fields
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.illustrated import Illustrated


class RulePage(AppPage):
    """The rule of the exercise on the board; it closes when the exercise is left, and by itself once its try begins."""

    views = View
    title = "practice.rules"
    keeps = True

    def __init__(self, services: Services, ways: Navigator, *, language: str, **kwargs: Any) -> None:
        super().__init__(services, ways, language=language, **kwargs)
        self._rule: RuleShown | None = None
        self._opened_before_try: bool | None = None
        self.shown: Final = Illustrated()
        self.lessons: Final = self._field(self._to_lessons, "exercise.lessons")
        self.go: Final = self._field(lambda: ways.home(), "rule.try", main=True)
        self._hold(self.shown, Fields(self.lessons, self.go))

    def show(self, view: View) -> None:
        """Take the newest view; leave the page when there is no such rule, or its try has begun meanwhile."""
        practice = practice_shown(view)
        rule = None if practice is None else practice.rule
        if practice is None or rule is None or self._has_begun(practice) or self._rule not in (None, rule):
            self._ways.back()
        elif self._rule is None:
            self._rule = rule
            self._fill(view, practice, rule)

    def _has_begun(self, practice: PracticeShown) -> bool:
        before = is_before_try(practice)
        if self._opened_before_try is None:
            self._opened_before_try = before
        return self._opened_before_try and not before

    def _fill(self, view: View, practice: PracticeShown, rule: RuleShown) -> None:
        chair = Chair(view, practice.learner, self._language)
        name = self._text("first.step", n=str(practice.number), all=str(practice.of), name=self._text(rule.name))
        board = drawn(chair, rule.position, rule.arrows, doubled=rule.doubled)
        self.shown.show(name, tuple(map(self._text, rule.sentences)), board)

    def _to_lessons(self) -> None:
        self._ways.back()
        self._ways.open(PageName.PRACTICE)
