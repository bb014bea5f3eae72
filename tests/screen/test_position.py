"""The position corrected by touch, from either chair: what is touched, what is said, what the session is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Position
from companion.games.rules import Side, Stack
from companion.match.events import PositionSet
from companion.screen import PageName
from companion.screen.theme import THEME
from companion.texts import Language
from tests.screen.conftest import NOW_S, Stage
from tests.screen.frames import pass_frames
from tests.screen.overflow import cut_off, unfit
from tests.screen.views import START, UNDER_WAY

ROLLING = replace(START, phase="phase.roll", on_roll=Side.LIGHT)
SIZES = {(800, 480): tuple(Language), (480, 800): (Language.ENGLISH, Language.RUSSIAN)}


def opened(stage: Stage, view: Any, *, opposite: bool = False) -> Any:
    stage.lay(view)
    stage.app.app_root.open(PageName.POSITION, opposite=opposite)
    pass_frames(3)
    return stage.app.app_root.top.content


def touch(stage: Stage, content: Any, center: tuple[float, float]) -> list[object]:
    """Touch a place of the screen, as it is seen from its chair."""
    x, y = center
    app_root = stage.app.app_root
    told = stage.touch(app_root.width - x, app_root.height - y) if content.opposite else stage.touch(x, y)
    pass_frames(3)
    return list(told)


def touch_point(stage: Stage, content: Any, point: int) -> None:
    touch(stage, content, content.board.layout.point(point).center)


@pytest.fixture(autouse=True)
def _home(stage: Stage) -> Iterator[None]:
    yield
    stage.app.app_root.home()


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_a_checker_is_touched_and_where_it_lies_and_accepted(stage: Stage, opposite: bool) -> None:
    content = opened(stage, ROLLING, opposite=opposite)
    touch_point(stage, content, 13)
    touch_point(stage, content, 11)
    told = touch(stage, content, content.fields["accept"].center)
    points = list(BOARD.points)
    points[12], points[10] = 4, 1
    by = Side.DARK if opposite else Side.LIGHT
    assert told == [PositionSet(Position(tuple(points)).id(), Side.LIGHT, NOW_S, by=by)]
    assert stage.app.app_root.top is None


def test_the_board_lies_on_the_screen_as_before_each_chair(stage: Stage) -> None:
    content = opened(stage, ROLLING)
    assert content.board.layout.at_bottom(Side.LIGHT)
    touch(stage, content, stage.app.app_root.top.ids.turn.center)
    assert content.board.layout.at_bottom(Side.DARK)
    assert not content.board.layout.home_at_right


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_long_names_keep_clear_of_the_edge_of_their_field(stage: Stage, size: tuple[int, int]) -> None:
    from companion.screen.widgets.fitting import width_of

    stage.resize(*size)
    content = opened(stage, replace(ROLLING, names=("Maximilian Wolkensteiner", "Bartłomiej Wojciechowski")))
    for field in content.turns.values():
        assert unfit(field) == []
        drawn = max(width_of(word, field.font_size, bold=True) for word in field.text.split())
        assert drawn <= field.width - THEME.px(42 + 6)


def test_who_is_on_roll_is_touched(stage: Stage) -> None:
    content = opened(stage, ROLLING)
    touch(stage, content, content.turns[Side.DARK].center)
    told = touch(stage, content, content.fields["accept"].center)
    assert told == [PositionSet(Position(BOARD.points, on_roll=Side.DARK).id(), Side.DARK, NOW_S, by=Side.LIGHT)]


def test_too_many_checkers_are_said_and_not_accepted(stage: Stage) -> None:
    content = opened(stage, ROLLING)
    touch_point(stage, content, 5)
    content.steppers[Side.LIGHT].plus.dispatch("on_touched")  # a finger that rests there goes on counting
    pass_frames(3)
    assert content.line.text == "Light: 1 checker too many."
    assert touch(stage, content, content.fields["accept"].center) == []
    touch(stage, content, content.fields["undo"].center)
    assert len(touch(stage, content, content.fields["accept"].center)) == 1


def test_left_by_the_header_nothing_is_changed(stage: Stage) -> None:
    content = opened(stage, ROLLING)
    touch_point(stage, content, 13)
    touch_point(stage, content, 11)
    assert touch(stage, content, stage.app.app_root.top.ids.back.center) == []
    assert stage.app.app_root.top is None


def test_what_the_camera_reads_is_taken_over_by_one_touch(stage: Stage) -> None:
    lies = (Stack(0, 0), *(Stack(max(count, 0), max(-count, 0)) for count in UNDER_WAY.points))
    content = opened(stage, replace(ROLLING, board_read=lies, points=BOARD.points))
    touch(stage, content, content.fields["as-seen"].center)
    assert content.placing.position.points == UNDER_WAY.points
    touch(stage, content, content.fields["as-recorded"].center)
    assert content.placing.position.points == BOARD.points


def test_without_a_look_that_field_is_dead(stage: Stage) -> None:
    content = opened(stage, ROLLING)
    assert content.fields["as-seen"].dead


def test_a_warning_from_the_table_leaves_the_position_open(stage: Stage) -> None:
    from companion.match.message import Message

    content = opened(stage, ROLLING)
    touch_point(stage, content, 13)
    stage.app.app_root.view = replace(ROLLING, message=Message("blocked-point", {}, ()))
    assert stage.app.app_root.top.content is content
    assert content.placing.held == 1


def test_before_a_game_nothing_is_accepted(stage: Stage) -> None:
    content = opened(stage, START)
    assert content.fields["accept"].dead
    assert touch(stage, content, content.fields["accept"].center) == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_nothing_is_cut_off_and_all_can_be_touched(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    try:
        for language in SIZES[size]:
            stage.app._services.settings.change({"screen.language": language.value})
            stage.app.app_root.home()
            content = opened(stage, UNDER_WAY)
            touch_point(stage, content, 6)
            assert cut_off(content) == []
            touched = [*content.fields.values(), *content.turns.values()]
            assert all(min(field.size) >= 77 * THEME.scale - 1 for field in touched)
            if language is Language.ENGLISH:
                stage.keep(f"position-{size[0]}x{size[1]}")
    finally:
        stage.app._services.settings.change({"screen.language": "en"})


def test_the_menu_of_either_chair_leads_there(stage: Stage) -> None:
    for opposite in (False, True):
        stage.lay(ROLLING)
        stage.touch_field("menu", opposite=opposite)
        button = next(button for button in stage.screen.panel.buttons if button.text == "Correct position")
        x, y = button.center
        stage.touch(stage.screen.width - x, stage.screen.height - y) if opposite else stage.touch(x, y)
        assert stage.app.app_root.top is not None
        assert stage.app.app_root.top.content.opposite == opposite


def test_it_is_not_offered_before_a_game(stage: Stage) -> None:
    stage.lay(START)
    stage.touch_field("menu")
    assert next(button for button in stage.screen.panel.buttons if button.text == "Correct position").dead


def test_a_spilled_board_leads_there_too(stage: Stage) -> None:
    stage.lay(ROLLING)
    for words in ("menu", "Restore position", "Correct position"):
        stage.touch_field(words)
    assert stage.app.app_root.top is not None
    assert stage.app.app_root.top.title == "Correct position"
