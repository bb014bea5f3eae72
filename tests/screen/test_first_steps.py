"""The first start of a device: what is asked, the tour, and that nothing is shown twice or invented."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.match.events import RollEntered
from companion.record import Journal
from companion.screen import PageName, at_the_start
from companion.screen.first_steps import FirstStep
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings
from companion.settings.tree import Lower
from companion.texts import Language, sentence
from tests.screen.conftest import Stage
from tests.screen.test_first_evening import companion, polled
from tests.screen.test_practice_screen import Lessons, practising
from tests.screen.with_services import opened, press, settle, touch, with_services

LONG = {"match.light": "Aleksandra Konstantinovna"[:24], "match.dark": "Wilhelmina Przybyszewska"}


def page(stage: Stage) -> Any:
    """The first steps as they stand: a change of language makes them again."""
    settle()
    content = stage.app.app_root.top.content
    assert content.title == "screen.first_steps"
    return content


@pytest.fixture
def first_start(stage: Stage, tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """A device that was never started before, with what it opens at its start."""
    with companion(stage, tmp_path) as (services, session):
        for place in at_the_start(services):
            opened(stage, place)
        yield services, session


def test_a_new_device_asks_for_language_names_and_seats_and_shows_the_board(
    stage: Stage, first_start: tuple[Any, Any], tmp_path: Path
) -> None:
    services, session = first_start
    touch(stage, page(stage).editors["screen.language"].fields[Language.POLISH])
    assert page(stage).step is FirstStep.LANGUAGE
    assert page(stage).next.text == sentence("first.next", language="pl")
    touch(stage, page(stage).editors["screen.language"].fields[Language.ENGLISH])
    touch(stage, page(stage).next)
    touch(stage, page(stage).editors["light"])
    press(stage, *"eva", "done")
    assert page(stage).editors["light"].shown == "Eva"
    touch(stage, page(stage).next)
    assert "the camera" in page(stage).shown.said.text.lower()
    touch(stage, page(stage).editors["screen.lower"].fields[Lower.DARK])
    assert page(stage).step is FirstStep.SEATS
    touch(stage, page(stage).next)
    assert page(stage).shown.board.view is not None
    assert "There is no camera" in page(stage).shown.said.text, "what the table waits for"
    said = load_settings(None, data_dir=tmp_path)
    assert (said.match.light, said.screen.lower, said.screen.language) == ("Eva", Lower.DARK, Language.ENGLISH)
    for _ in range(5):
        touch(stage, page(stage).next)
    assert page(stage).step is FirstStep.READY
    touch(stage, page(stage).play)
    polled(stage, services)
    assert stage.app.app_root.top is None
    assert session.header.names == ("Eva", "Dark")


def test_a_new_device_offers_nothing_to_be_continued_and_keeps_nothing(
    stage: Stage, first_start: tuple[Any, Any], tmp_path: Path
) -> None:
    _, session = first_start
    stage.app.app_root.back()
    assert stage.app.app_root.top.content.play.words == "Play"
    assert session.end() is None
    with Journal(tmp_path) as journal:
        assert journal.matches() == ()


def test_the_first_steps_are_shown_once_and_can_be_left_at_any_step(
    stage: Stage, first_start: tuple[Any, Any], tmp_path: Path
) -> None:
    services, _ = first_start
    touch(stage, page(stage).next)
    stage.app.app_root.back()
    assert stage.app.app_root.top.content.title == "screen.welcome"
    assert at_the_start(services) == (PageName.WELCOME,)
    with companion(stage, tmp_path) as (again, _):
        assert at_the_start(again) == (PageName.WELCOME,), "nor after a restart"
        again.settings.change({"screen.first_steps": True})
        assert at_the_start(again)[-1] is PageName.FIRST_STEPS, "unless they are wanted again"


def test_a_match_that_waits_is_not_kept_waiting_by_the_first_steps(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, _):
        services.table.happen(RollEntered(3, 1, services.table.now_s()))
        polled(stage, services)
        assert at_the_start(services) == (PageName.WELCOME,)
        assert services.settings.now().screen.first_steps, "they are still to come"


def test_the_rest_is_skipped_and_the_rules_begin(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        content = opened(stage, PageName.FIRST_STEPS)
        touch(stage, content.skip)
        assert content.step is FirstStep.READY
        touch(stage, content.back)
        assert page(stage).step is FirstStep.SCREEN
        touch(stage, content.skip)
        touch(stage, content.learn)
        assert lessons.told == [("rules", None, None)]
        assert stage.app.app_root.top is None


def test_they_are_seen_again_from_the_help_of_the_menu(stage: Stage) -> None:
    with practising(stage, Lessons()):
        stage.touch_field("menu")
        stage.touch_field("Help")
        touch(stage, stage.app.app_root.top.content.tour)
        assert page(stage).step is FirstStep.LANGUAGE


def test_what_cannot_be_written_is_told_and_holds_nobody_up(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with with_services(stage) as services:
        unwritten = replace(services, settings=SettingsFile(services.settings.now(), tmp_path / "settings.toml"))
        stage.app._services = unwritten
        stage.app.restyle()
        content = opened(stage, PageName.FIRST_STEPS)
        assert "cannot be written" in stage.app.app_root.said
        touch(stage, stage.app.app_root._note)
        touch(stage, content.next)
        assert content.step is FirstStep.PLAYERS


@pytest.mark.parametrize("language", Language)
def test_each_step_says_something_in_each_language(language: Language) -> None:
    for step in FirstStep:
        assert step.sentences
        assert all(sentence(key, language=language) for key in (step.name_key, *step.sentences))


def test_a_warning_of_a_match_in_play_is_not_covered(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, _):
        assert opened(stage, PageName.FIRST_STEPS).keeps
        services.table.happen(RollEntered(3, 1, services.table.now_s()))
        polled(stage, services)
        assert not opened(stage, PageName.FIRST_STEPS).keeps
