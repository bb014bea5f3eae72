from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest

from companion.games.rules import BAR, TRAY, Side
from companion.screen.layout import BoardLayout, Box, answer_boxes, grid, half_boxes
from companion.screen.theme import THEME, Theme, contrast, names, theme

BOX = Box(140, 80, 520, 310)
WAYS = [BoardLayout(BOX, *way) for way in product((True, False), repeat=2)]


@pytest.mark.parametrize(
    ("light_at_bottom", "home_at_right", "right", "low"),
    [(True, True, True, True), (True, False, False, True), (False, True, True, False), (False, False, False, False)],
)
def test_lights_one_point_lies_at_the_outer_end_of_its_home(
    light_at_bottom: bool, home_at_right: bool, right: bool, low: bool
) -> None:
    layout = BoardLayout(BOX, light_at_bottom, home_at_right)
    x, y = layout.checker(1, Side.LIGHT, 0)
    assert x == pytest.approx(max(layout.point(p).center[0] for p in range(1, 25))) if right else x < BOX.center[0]
    assert (y < BOX.center[1]) == low
    assert layout.in_lower_row(1) == low


@pytest.mark.parametrize("layout", WAYS)
def test_points_do_not_overlap_and_fill_the_field(layout: BoardLayout) -> None:
    corners = sorted({(round(layout.point(p).x), round(layout.point(p).y)) for p in range(1, 25)})
    assert len(corners) == 24
    width = sum(layout.point(p).width for p in range(1, 13)) + layout.bar.width
    assert width == pytest.approx(layout.field.width)


@pytest.mark.parametrize("layout", WAYS)
def test_opposite_points_face_each_other(layout: BoardLayout) -> None:
    for point in range(1, 13):
        assert layout.point(point).x == pytest.approx(layout.point(25 - point).x)


@pytest.mark.parametrize("layout", WAYS)
def test_two_full_stacks_facing_each_other_do_not_touch(layout: BoardLayout) -> None:
    gap = abs(layout.checker(12, Side.LIGHT, 4)[1] - layout.checker(13, Side.LIGHT, 4)[1]) - 2 * layout.radius
    assert gap > 0.5 * layout.radius


@pytest.mark.parametrize("layout", WAYS)
def test_everything_lies_inside_the_board(layout: BoardLayout) -> None:
    boxes = [layout.field, layout.bar, *(layout.cube(owner) for owner in (None, *Side))]
    boxes += [place(side) for place in (layout.tray, layout.offered_cube) for side in Side]
    for box in boxes:
        assert box.x >= BOX.x
        assert box.y >= BOX.y
        assert box.x + box.width <= BOX.x + BOX.width + 1e-6
        assert box.y + box.height <= BOX.y + BOX.height + 1e-6


def test_a_checker_on_the_bar_lies_in_its_players_half() -> None:
    layout = BoardLayout(BOX)
    assert layout.checker(BAR, Side.LIGHT, 0)[1] < BOX.center[1] < layout.checker(BAR, Side.DARK, 0)[1]
    assert layout.checker(TRAY, Side.LIGHT, 0) == layout.tray(Side.LIGHT).center


@pytest.mark.parametrize(
    "answers",
    [("Take", "Drop"), ("13/7 8/5", "24/15"), ("24/22(2) 13/11(2)", "8/6"), ("1", "2", "3"), ("1", "2", "3", "4")],
)
def test_answers_are_large_enough_for_a_finger_and_do_not_overlap(answers: tuple[str, ...]) -> None:
    boxes = sorted(answer_boxes(Box(0, 0, 800, 240), answers))
    assert len(boxes) == len(answers)
    assert all(box.width >= 77 and box.height >= 77 for box in boxes)
    assert all(one.x + one.width <= other.x for one, other in pairwise(boxes))


def test_two_short_answers_leave_the_board_free() -> None:
    boxes = answer_boxes(Box(0, 0, 800, 240), ("Take", "Drop"))
    assert all(box.x + box.width <= THEME.column_px or box.x >= 800 - THEME.column_px for box in boxes)


WORDS = {"action": "Done", "menu": "Menu", "pause": "Pause", "dispute": "Dispute", "dice": "", "last": "8/5 6/5"}
ASKED = {"menu": "Menu", "dispute": "Dispute", "last": "8/5", "answer-0": "Yes", "answer-1": "No"}
IN_ROW = {"menu": "Menu", "answer-0": "Single game", "answer-1": "Gammon", "answer-2": "Backgammon"}


@pytest.mark.parametrize(
    ("words", "boards", "whole"),
    [(WORDS, False, False), (ASKED, False, False), (IN_ROW, False, False), (IN_ROW, True, False), (IN_ROW, True, True)],
)
def test_the_fields_of_a_half_lie_apart_and_are_large_enough_for_a_finger(
    words: dict[str, str], boards: bool, whole: bool
) -> None:
    half = Box(0, 0, 800, 240)
    boxes = half_boxes(half, words, boards=boards, whole=whole)
    assert boxes.keys() == words.keys()
    for one, other in combinations(boxes.values(), 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one, other)
    assert all(box.width >= 60 and box.height >= 60 for box in boxes.values())
    assert all(box.y + box.height <= 240 for box in boxes.values()) or whole


def test_boards_for_one_player_leave_the_other_one_the_lower_row() -> None:
    boxes = half_boxes(Box(0, 0, 800, 240), IN_ROW, boards=True, whole=True)
    assert all(box.y + box.height <= 480 - THEME.strip_px - THEME.touch_px for box in boxes.values())


def test_a_grid_fills_its_room_row_by_row_from_the_upper_left() -> None:
    boxes = grid(Box(0, 0, 800, 340), 3, 2)
    assert [(box.x, box.y) for box in boxes] == sorted(
        ((box.x, box.y) for box in boxes), key=lambda at: (-at[1], at[0])
    )
    assert max(box.x + box.width for box in boxes) <= 800
    assert min(box.y for box in boxes) >= 0


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "strip"),
        ("ink_quiet", "strip"),
        ("ink_on_turn", "strip_on_turn"),
        ("ink_on_turn_quiet", "strip_on_turn"),
        ("ink_on_turn", "won"),
        ("ink_band", "warning"),
        ("ink_band", "notice"),
        ("ink_button", "button"),
        ("ink_button_main", "button_main"),
        ("pip", "die"),
    ],
)
@pytest.mark.parametrize("name", names())
def test_main_facts_stand_out_from_their_ground(name: str, ink: str, ground: str) -> None:
    worn = theme(name)
    assert contrast(getattr(worn, ink), getattr(worn, ground)) >= 7.0


def test_letters_of_main_facts_and_fields_to_touch_are_large_enough() -> None:
    letters = [name for name in Theme.__slots__ if name.startswith("letter_") and name != "letter_rim_px"]
    assert all(getattr(THEME, name) >= 31 for name in letters)
    assert min(THEME.touch_px, THEME.column_px - THEME.gap_px) >= 77
