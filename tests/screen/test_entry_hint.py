"""How a turn is entered stands on the board the first three times, where nothing lies, until a touch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from companion.games.draughts import START as MEN
from companion.games.rules import Side
from companion.match.view import View
from companion.screen import Services
from companion.screen.board.entry_hint import free_box
from companion.screen.board.layout import Box
from tests.screen.conftest import Stage
from tests.screen.draughts_views import BLIND as CROWDED
from tests.screen.draughts_views import FRESH as BEGINNING
from tests.screen.views import BLIND
from tests.screen.with_services import settle, with_services

DRAUGHTS = replace(BEGINNING, blind=True, mode=CROWDED.mode)
FRESH = replace(BLIND, last_side=None, last_play="")


@pytest.fixture
def table(stage: Stage) -> Iterator[tuple[Stage, Services]]:
    with with_services(stage) as services:
        yield stage, services


def left(services: Services) -> int:
    return services.settings.now().screen.entry_hints


def meets(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width - 1
        and other.x < one.x + one.width - 1
        and one.y < other.y + other.height - 1
        and other.y < one.y + one.height - 1
    )


def shown(stage: Stage, view: Any) -> Any:
    """The board on which a view is shown."""
    stage.lay(view)
    return stage.app.app_root.play.board


@pytest.mark.parametrize("view", [FRESH, DRAUGHTS], ids=["backgammon", "draughts"])
def test_it_is_said_for_three_turns_and_goes_at_a_touch_that_enters_all_the_same(
    table: tuple[Stage, Services], view: Any
) -> None:
    stage, services = table
    for number in range(3, 0, -1):
        board = shown(stage, replace(view, **next_turn(view, number)))
        assert board.hint is not None, number
        assert board.hint_box is not None
        if isinstance(view, View):
            assert not any(meets(board.hint_box, taken) for taken in board.taken())
        stage.keep(f"entry-hint-{'draughts' if view is DRAUGHTS else number}")
        spot = movable(board)
        x, y = board.layout.point(spot).center if isinstance(view, View) else board.layout.square(spot).center
        stage.touch(x, y if not isinstance(view, View) else near_rim(board, spot))
        assert board.hint is None
        assert board.entry.touches, "the same touch has entered"
        assert left(services) == number - 1
        stage.touch(x, y if not isinstance(view, View) else near_rim(board, spot))
        assert left(services) == number - 1, "one turn takes one away"
    assert shown(stage, replace(view, **next_turn(view, 0))).hint is None


def next_turn(view: Any, number: int) -> dict[str, Any]:
    """What makes another turn of a view."""
    if isinstance(view, View):
        return {"dice": (6, number + 1)}
    from companion.games.draughts import after, legal_moves

    position = MEN
    for _ in range(2 * number):
        position = after(position, legal_moves(position)[0])
    return {"position": position}


def movable(board: Any) -> int:
    spots = range(1, 25) if hasattr(board.entry, "turn") else range(64)
    return next(spot for spot in spots if board.entry.may_lift(spot))


def near_rim(board: Any, spot: int) -> float:
    box: Box = board.layout.point(spot)
    radius: float = board.layout.radius
    return box.y + radius if board.layout.in_lower_row(spot) else box.y + box.height - radius


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", ["en", "pl", "sk", "ru"])
def test_in_large_letters_it_covers_nothing_needed(stage: Stage, size: tuple[int, int], language: str) -> None:
    values: dict[str, object] = {"screen.language": language, "light.text": "large", "dark.text": "large"}
    stage.resize(*size)
    with with_services(stage, values):
        views: tuple[Any, ...] = (FRESH, DRAUGHTS, CROWDED)
        for view, on_roll in product(views, Side):
            if isinstance(view, View):
                view = replace(view, on_roll=on_roll)
            elif on_roll is Side.DARK:
                continue
            board = shown(stage, view)
            box = board.hint_box
            assert box is not None
            assert not any(meets(box, needed) for needed in board.taken(needed=True))
            side = on_roll if isinstance(view, View) else view.to_move
            assert board.hint.turned is (side is not board.view.at_bottom)
            stage.keep(f"entry-hint-{size[0]}-{language}-{type(view).__name__}-{on_roll.value}-{view is CROWDED}")


def test_where_nobody_enters_it_is_not_said(table: tuple[Stage, Services]) -> None:
    stage, services = table
    for view in (replace(FRESH, phase="phase.roll", dice=None, rolled=False), replace(FRESH, blind=False)):
        board = shown(stage, view)
        assert board.hint is None
        stage.touch(400, 240)
    assert left(services) == 3


def test_a_turn_that_goes_by_without_a_touch_takes_none_away(table: tuple[Stage, Services]) -> None:
    stage, services = table
    assert shown(stage, FRESH).hint is not None
    assert shown(stage, replace(FRESH, phase="phase.roll", dice=None, rolled=False)).hint is None
    assert left(services) == 3
    settle()


# --- the room -----------------------------------------------------------------------------------------------

FIELD = Box(0, 0, 280, 240)


def test_the_largest_room_is_found() -> None:
    left, lower = Box(0, 0, 100, 240), Box(100, 0, 180, 60)
    assert free_box(FIELD, [left, lower], least=(50, 50), most=(500, 500)) == pytest.approx(Box(100, 60, 180, 180))


def test_of_rooms_alike_the_one_nearest_to_the_middle_is_taken_no_larger_than_needed() -> None:
    assert free_box(FIELD, [], least=(50, 50), most=(100, 80)) == pytest.approx(Box(90, 80, 100, 80))


def test_where_there_is_no_room_there_is_none() -> None:
    squares = [Box(x, y, 20, 20) for x in range(0, 280, 40) for y in range(0, 240, 40)]
    assert free_box(FIELD, squares, least=(50, 50), most=(100, 80)) is None
