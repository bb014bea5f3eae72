"""The tutorial of the rules on the screen: the rule is read, tried by touch, and what was wrong is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.practice import PracticeHere
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.events import CubeActed, PlayEntered
from companion.match.view import view_of
from companion.practice import session as layer
from companion.practice.beginning import begun_at
from companion.practice.lessons import practice_of
from companion.practice.rules import RULES
from companion.practice.view import practice_shown
from companion.screen import PageName, Services
from companion.screen.facts import facts_of
from companion.texts import Language, sentence
from tests.practice.services import TERMS
from tests.practice.test_rules import GOOD, ILLEGAL
from tests.screen.conftest import Stage
from tests.screen.overflow import looked_at
from tests.screen.test_first_evening import companion, polled
from tests.screen.test_overflow import SIZES
from tests.screen.test_practice_screen import Lessons, practising, turned_to
from tests.screen.with_services import opened, settle, touch


@contextmanager
def learning(stage: Stage, folder: Path) -> Iterator[tuple[Services, Any]]:
    """The companion of a learner without a camera."""
    with companion(stage, folder) as (services, session), PracticeHere(session, services.settings) as practice:
        stage.app._services = replace(services, practice=practice)
        stage.app.restyle()
        yield stage.app._services, practice


def rule_page(stage: Stage) -> Any:
    settle()
    content = stage.app.app_root.top.content
    assert content.title == "practice.rules"
    return content


def opened_pages(stage: Stage) -> list[PageName]:
    return [place for place, _, _ in stage.app.app_root.opened()]


def test_all_eight_rules_are_read_and_tried_by_touch(stage: Stage, tmp_path: Path) -> None:
    with learning(stage, tmp_path) as (services, practice):
        path = opened(stage, PageName.PRACTICE)
        assert path.steps[0].main, "it comes first"
        touch(stage, path.steps[0])
        for number, exercise in enumerate(RULES.exercises, start=1):
            polled(stage, services)
            page = rule_page(stage)
            assert page.shown.heading.text == f"{number}/8  {sentence(f'practice.{exercise.key}.rule')}"
            assert page.shown.board.view.points == exercise.illustration.position.points  # type: ignore[union-attr]
            touch(stage, page.go)
            assert opened_pages(stage) == [], "the board is seen"
            polled(stage, services)
            assert opened_pages(stage) == [], "a rule that was read does not come again"
            stage.touch_field("action")  # it is set up
            polled(stage, services)
            try_it(stage, services, exercise.key)
            polled(stage, services)
            content = stage.app.app_root.top.content
            assert (content.title, content.is_ticked) == ("screen.outcome", True)
            if number < len(RULES.exercises):
                touch(stage, content.next)
        assert practice.lessons()[0].is_done
        polled(stage, services)
        stage.app.app_root.home()
        assert [step.lesson.is_done for step in opened(stage, PageName.PRACTICE).steps][:2] == [True, False]


def try_it(stage: Stage, services: Services, key: str) -> None:
    if key == "rules.7":
        services.table.happen(CubeActed(Act.DOUBLE, Side.LIGHT, services.table.now_s()))
        return
    stage.touch_field("action")  # the roll
    polled(stage, services)
    if key in ILLEGAL:
        services.table.happen(PlayEntered(ILLEGAL[key][0], services.table.now_s()))
        polled(stage, services)
        assert stage.screen.ids.lower.message, "it says why"
        assert stage.app.app_root.top is None
    services.table.happen(PlayEntered(GOOD[key], services.table.now_s()))


def test_the_rule_is_read_again_from_the_menu_and_goes_on_where_it_was_left(stage: Stage, tmp_path: Path) -> None:
    with learning(stage, tmp_path) as (services, practice):
        practice.begin("rules")
        polled(stage, services)
        touch(stage, rule_page(stage).go)
        stage.touch_field("action")
        polled(stage, services)
        stage.touch_field("action")
        polled(stage, services)
        stage.touch_field("menu")
        stage.touch_field("The rule")
        page = rule_page(stage)
        polled(stage, services)
        assert stage.app.app_root.top.content is page, "it stays though the roll is there"
        touch(stage, page.go)
        services.table.happen(PlayEntered(GOOD["rules.1"], services.table.now_s()))
        polled(stage, services)
        touch(stage, stage.app.app_root.top.content.lessons)
        touch(stage, stage.app.app_root.top.content.steps[0])
        polled(stage, services)
        assert rule_page(stage).shown.heading.text.startswith("2/8")
        touch(stage, rule_page(stage).lessons)
        assert stage.app.app_root.top.content.title == "screen.practice"


def test_a_rule_goes_when_its_try_begins_by_the_button(stage: Stage, tmp_path: Path) -> None:
    with learning(stage, tmp_path) as (services, practice):
        practice.begin("rules")
        polled(stage, services)
        assert rule_page(stage)
        shown = practice_shown(stage.app.app_root.view)
        assert shown is not None
        assert facts_of(stage.app.app_root.view, Side.LIGHT).fields["action"].event is not None
        for _ in range(2):
            event = facts_of(stage.app.app_root.view, Side.LIGHT).fields["action"].event
            assert event is not None
            services.table.happen(event(services.table.now_s()))
            polled(stage, services)
        assert stage.app.app_root.top is None


@pytest.mark.parametrize("side", Side)
def test_a_rule_is_turned_to_who_learns_it(stage: Stage, side: Side) -> None:
    with practising(stage, Lessons()):
        turned_to(stage, view_of(begun_at(TERMS, practice_of(RULES, 1, learner=side)), layer=layer))
        assert rule_page(stage).opposite is (side is Side.DARK)
        stage.app.app_root.home()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_rule_is_cut_off(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    for language in Language:
        with practising(stage, Lessons(), language):
            for number in range(1, len(RULES.exercises) + 1):
                stage.app.app_root.home()
                turned_to(stage, view_of(begun_at(TERMS, practice_of(RULES, number)), layer=layer))
                assert looked_at(stage, f"{language.value} {size[0]}x{size[1]} rule-{number}") == []
