"""The key that leads back: it closes what was opened last, and asks before it ends the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.rules import Side
from companion.screen import PageName
from tests.screen.conftest import Stage
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, over, press, settle, touch, with_services

_ESCAPE = 27


@pytest.fixture
def ended(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """By what the program was ended, at a desk that has everything."""
    from kivy.core.window import Window

    found: list[str] = []
    monkeypatch.setattr(stage.app, "stop", lambda *_: found.append("app"))
    monkeypatch.setattr(Window, "close", lambda *_: found.append("window"))
    monkeypatch.setattr("kivy.core.window.stopTouchApp", lambda *_: found.append("loop"), raising=False)
    with with_services(stage):
        yield found


def escape() -> None:
    """Press the key, as the window tells it."""
    from kivy.core.window import Window

    Window.dispatch("on_keyboard", _ESCAPE, 41, None, [])
    settle()


def asked(stage: Stage) -> Any:
    """The question whether to leave, wherever it lies."""
    settle()
    return stage.app.app_root._over()


def test_while_a_name_is_typed_the_key_ends_the_typing_only_and_the_name_is_kept(
    stage: Stage, ended: list[str]
) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    name = stage.app._services.settings.now().match.light
    touch(stage, form.seats[Side.LIGHT])
    press(stage, "x")
    assert over(stage) is not None
    escape()
    assert over(stage) is None
    assert stage.app.app_root.top.content is form
    assert (form.seats[Side.LIGHT].title, form.settings.match.light) == ("X", "X")
    assert (ended, stage.app._services.settings.now().match.light) == ([], name), "until the match begins"


def a_name_half_typed(stage: Stage) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    touch(stage, form.seats[Side.LIGHT])
    press(stage, "b", "o")


@pytest.mark.usefixtures("ended")
def test_a_name_is_on_the_page_again_however_the_page_was_left_until_the_match_begins(stage: Stage) -> None:
    app_root = stage.app.app_root
    # The table's home is what a warning does; another language or size of the window makes the pages anew.
    for left in ((escape, escape), (app_root.back,), (app_root.home,), (stage.app.restyle,)):
        a_name_half_typed(stage)
        for way in left:
            way()
        settle()
        assert stage.app.app_root._over() is None
        is_there = left == (stage.app.restyle,)
        form = stage.app.app_root.top.content if is_there else opened(stage, PageName.NEW_MATCH)
        assert form.seats[Side.LIGHT].title == "Bo"
        if not is_there:
            app_root.home()
            stage.app._drafts.clear()
    stage.app.restyle()
    settle()
    form = stage.app.app_root.top.content
    assert form.seats[Side.LIGHT].title == "Bo", "the pages are made again and again"
    touch(stage, form.begin)
    settle()
    assert stage.app._services.settings.now().match.light == "Bo"
    assert opened(stage, PageName.NEW_MATCH).draft == {}


@pytest.mark.usefixtures("ended")
def test_half_a_setting_is_none_and_waits_where_it_was_typed(stage: Stage) -> None:
    page = opened(stage, PageName.SETTINGS, group="live")
    before = stage.app._services.settings.now().live
    touch(stage, page.rows["live.names"].editor)
    press(stage, "p", "i")
    escape()
    assert stage.app._services.settings.now().live == before
    assert stage.app.app_root.said == "Not finished: what you typed is there again when you tap it."
    escape()
    touch(stage, page.rows["live.port"].editor.words)
    press(stage, "8", "1")
    stage.app.app_root.home()
    assert stage.app._services.settings.now().live == before
    page = opened(stage, PageName.SETTINGS, group="live")
    stage.app.app_root._unsay()
    touch(stage, page.rows["live.port"].editor.words)
    assert over(stage).typed.text == "81"
    press(stage, "2", "0", "done")
    assert stage.app._services.settings.now().live.port == 8120
    touch(stage, page.rows["live.names"].editor)
    assert over(stage).typed.text == "pi"


@pytest.mark.usefixtures("ended")
def test_a_number_that_is_refused_is_there_to_be_mended(stage: Stage) -> None:
    page = opened(stage, PageName.SETTINGS, group="live")
    touch(stage, page.rows["live.port"].editor.words)
    press(stage, "9", "9", "done")
    assert "99" in stage.app.app_root.said
    escape()
    touch(stage, page.rows["live.port"].editor.words)
    assert over(stage).typed.text == "99"


def test_the_key_leads_back_one_page_at_a_time_and_asks_on_the_first_screen(stage: Stage, ended: list[str]) -> None:
    app_root = stage.app.app_root
    app_root.open(PageName.WELCOME)
    app_root.open(PageName.SETTINGS)
    app_root.open(PageName.DOCTOR)
    for left in ([PageName.WELCOME, PageName.SETTINGS], [PageName.WELCOME]):
        escape()
        assert [place for place, _, _ in app_root.opened()] == left
        assert asked(stage) is None
    escape()
    assert asked(stage) is not None
    assert [place for place, _, _ in app_root.opened()] == [PageName.WELCOME]
    assert ended == []


def test_in_a_match_the_key_closes_the_menu_and_then_asks(stage: Stage, ended: list[str]) -> None:
    stage.show(UNDER_WAY)
    stage.touch_field("menu")
    assert stage.screen.panel is not None
    escape()
    assert (stage.screen.panel, asked(stage)) == (None, None)
    escape()
    question = asked(stage)
    assert question is not None
    touch(stage, question.keep)
    assert (asked(stage), ended) == (None, [])
    escape()
    escape()
    assert (asked(stage), ended) == (None, []), "the key twice changes nothing"
    escape()
    touch(stage, asked(stage).act)
    assert (asked(stage), ended) == (None, ["app"])


def test_the_question_lies_over_the_whole_game_and_nothing_below_is_touched(stage: Stage, ended: list[str]) -> None:
    stage.show(UNDER_WAY)
    escape()
    assert tuple(asked(stage).size) == (800, 480)
    assert stage.touch(400, 20) == []
    assert stage.screen.panel is None
    stage.keep("leave")
    escape()
    assert ended == []


def test_a_sentence_is_put_away_by_the_key(stage: Stage, ended: list[str]) -> None:
    stage.app.app_root.tell("The disk is full.")
    escape()
    assert (stage.app.app_root.said, asked(stage), ended) == ("", None, [])


def test_what_must_not_be_interrupted_stays(stage: Stage, ended: list[str]) -> None:
    from companion.screen.widgets.modals import Modal

    page = opened(stage, PageName.SETTINGS)
    Modal(stays=True).lie_over(page)
    escape()
    assert over(stage) is not None
    assert stage.app.app_root.top.content is page
    over(stage).close()
    assert ended == []


def test_a_close_that_a_key_asks_for_is_the_same_and_the_windows_own_is_none(stage: Stage, ended: list[str]) -> None:
    from kivy.core.window import Window

    stage.show(UNDER_WAY)
    assert Window.dispatch("on_request_close", source="keyboard")
    question = asked(stage)
    assert question is not None
    question.close()
    assert not Window.dispatch("on_request_close"), "the desktop, or a signal, closes the window"
    assert (asked(stage), ended) == (None, [])


def test_other_keys_do_nothing(stage: Stage, ended: list[str]) -> None:
    from kivy.core.window import Window

    stage.show(UNDER_WAY)
    Window.dispatch("on_keyboard", 13, 40, "\r", [])
    assert (asked(stage), ended, stage.app.app_root.view.phase) == (None, [], UNDER_WAY.phase)


def test_a_physical_keyboard_types_into_the_one_on_the_screen(stage: Stage, ended: list[str]) -> None:
    from kivy.core.window import Window

    form = opened(stage, PageName.NEW_MATCH)
    touch(stage, form.seats[Side.LIGHT])
    over(stage).clear.dispatch("on_touched")
    for text in ("Łu", "c", "x"):
        Window.dispatch("on_textinput", text)
    Window.dispatch("on_keyboard", 8, 42, None, [])
    assert over(stage).typed.text == "Łuc"
    Window.dispatch("on_keyboard", 13, 40, "\r", [])
    assert over(stage) is None
    assert form.settings.match.light == "Łuc"
    Window.dispatch("on_textinput", "z")
    assert (over(stage), ended) == (None, [])
