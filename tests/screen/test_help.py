"""Help: each page has some, in each language, one touch away from it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.screen import PageName
from companion.screen.help_text import DRAUGHTS, EXERCISE, GAME, help_keys
from companion.texts import LONGEST, Language, sentence
from tests.screen.conftest import Stage
from tests.screen.test_practice_screen import DOING, Lessons, practising, turned_to
from tests.screen.test_practice_screen import GAME as ENGINE_GAME
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, settle, touch

EXPLAINED = [place.value for place in PageName if place is not PageName.HELP] + [GAME, DRAUGHTS, EXERCISE]


@pytest.mark.parametrize("name", EXPLAINED)
def test_each_page_has_help_in_each_language(name: str) -> None:
    keys = help_keys(name)
    assert len(keys) >= 2
    for language in Language:
        said = [sentence(key, language=language) for key in keys]
        assert all(words.endswith(".") and len(words) <= LONGEST + 5 for words in said)
        assert language is Language.ENGLISH or said != [sentence(key) for key in keys]


def test_no_help_is_about_a_page_that_there_is_not() -> None:
    from companion.texts.guide import _HELP

    assert set(_HELP) == set(EXPLAINED)


def help_page(stage: Stage) -> Any:
    settle()
    content = stage.app.app_root.top.content
    assert content.title == "screen.help"
    return content


def words(name: str) -> list[str]:
    return [sentence(key) for key in help_keys(name)]


@pytest.mark.parametrize(
    "place", [PageName.WELCOME, PageName.NEW_MATCH, PageName.SETTINGS, PageName.PRACTICE, PageName.CAMERA]
)
def test_the_question_mark_in_the_head_of_a_page_explains_it(stage: Stage, place: PageName) -> None:
    with practising(stage, Lessons()):
        opened(stage, place)
        touch(stage, stage.app.app_root.top.ids.help)
        assert help_page(stage).said == words(place.value)
        frame = stage.app.app_root.top
        touch(stage, frame.ids.help)
        assert stage.app.app_root.top is frame, "help has no help"
        touch(stage, frame.ids.back)
        assert stage.app.app_root.opened()[-1][0] is place


@pytest.mark.parametrize(
    ("view", "name"), [(UNDER_WAY, GAME), (DOING, EXERCISE), (ENGINE_GAME, GAME)], ids=["match", "exercise", "engine"]
)
def test_the_game_is_explained_from_its_menu(stage: Stage, view: Any, name: str) -> None:
    with practising(stage, Lessons()):
        turned_to(stage, view)
        stage.touch_field("menu")
        stage.touch_field("Help")
        assert help_page(stage).said == words(name)


def test_help_faces_who_asks_for_it(stage: Stage) -> None:
    with practising(stage, Lessons()):
        turned_to(stage, UNDER_WAY)
        stage.touch_field("menu", opposite=True)
        stage.touch_field("Help", opposite=True)
        assert help_page(stage).opposite


def test_help_outlasts_a_new_theme(stage: Stage) -> None:
    with practising(stage, Lessons()):
        opened(stage, PageName.CAMERA)
        touch(stage, stage.app.app_root.top.ids.help)
        stage.app.restyle()
        assert help_page(stage).said == words("camera")
