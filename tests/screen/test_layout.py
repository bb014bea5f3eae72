from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from companion.games.rules import BAR, TRAY, Side
from companion.screen.board.half_layout import HalfLayout, half_boxes, play_board
from companion.screen.board.layout import BoardLayout, Box, divided, grid
from companion.screen.theme import THEME, Theme, apply, contrast, names, theme

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


SIZES = [(800, 480), (1024, 600), (1280, 720), (480, 800), (600, 1024), (720, 1280)]
WORDS = {"action": "Done", "menu": "Menu", "pause": "Pause", "dispute": "Dispute", "dice": "", "last": "8/5 6/5"}
ASKED = {"menu": "Menu", "dispute": "Dispute", "last": "8/5", "answer-0": "Yes", "answer-1": "No"}
IN_ROW = {"menu": "Menu", "answer-0": "Single game", "answer-1": "Gammon", "answer-2": "Backgammon"}
CUBE = {"menu": "Menu", "dispute": "Dispute", "last": "8/5", "answer-0": "Take", "answer-1": "Drop"}
WITHOUT_LAST, CUBE_BY_TOUCH = ({place: words[place] for place in words if place != "last"} for words in (WORDS, CUBE))
CASES = {
    "playing": (WORDS, {}),
    "asked": (ASKED, {}),
    "in a row": ({**IN_ROW, "dispute": "Dispute"}, {}),
    "boards": (IN_ROW, {"boards": True}),
    "boards for one": (IN_ROW, {"boards": True, "whole": True}),
    "cube": (CUBE, {"cube": True}),
    "beaver": ({**CUBE, "answer-2": "Beaver"}, {"cube": True}),
    "notice": ({**WITHOUT_LAST, "undo": "Undo"}, {}),
    "cube by touch": ({**CUBE_BY_TOUCH, "undo": "Undo"}, {"cube": True}),
    "beaver by touch": ({**CUBE_BY_TOUCH, "answer-2": "Beaver", "undo": "Undo"}, {"cube": True}),
}


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest) -> Iterator[Box]:
    """The window's room, the sizes being those of a window of this size."""
    width, height = request.param
    before = theme_of_now()
    apply("dusk", (width, height))
    yield Box(0, 0, width, height)
    apply(*before)


@pytest.mark.parametrize("case", CASES)
def test_fields_lie_apart_inside_the_window_and_are_large_enough_for_a_finger(window: Box, case: str) -> None:
    words, options = CASES[case]
    half = window._replace(height=window.height / 2)
    boxes = half_boxes(half, words, **options)
    assert boxes.keys() == words.keys()
    for one, other in combinations(boxes.values(), 2):
        assert are_apart(one, other), (one, other)
    highest = window.height - HalfLayout(half).foot if options.get("whole") else half.height
    for box in boxes.values():
        assert min(box.width, box.height) >= THEME.px(77) - 1e-6
        assert box.x >= 0
        assert box.x + box.width <= window.width
        assert box.y >= 0
        assert box.y + box.height <= highest + 1e-6


def test_take_and_drop_are_larger_than_anything_else(window: Box) -> None:
    boxes = half_boxes(window._replace(height=window.height / 2), CUBE, cube=True)
    assert all(min(boxes[place][2:]) >= THEME.px(100) - 1e-6 for place in ("answer-0", "answer-1"))
    assert boxes["answer-0"].x > boxes["answer-1"].x, "the take at the right hand"


@pytest.mark.parametrize("case", ["playing", "asked", "cube"])
def test_the_board_stays_free_of_fields(window: Box, case: str) -> None:
    words, options = CASES[case]
    board = play_board(window)
    boxes = half_boxes(window._replace(height=window.height / 2), words, **options)
    assert all(are_apart(board, box) for box in boxes.values())
    assert board.center == pytest.approx(window.center)
    assert board.width >= 0.55 * window.width


def test_boards_for_one_player_leave_strip_and_fields_to_the_other(window: Box) -> None:
    half = HalfLayout(window._replace(height=window.height / 2))
    boxes = half_boxes(half.box, IN_ROW, boards=True, whole=True)
    assert all(box.y + box.height <= window.height - half.foot - half.row for box in boxes.values())


def test_a_page_has_fewer_columns_where_it_stands_and_as_much_room() -> None:
    lying, standing = divided(Box(0, 0, 800, 340), 7, 3), divided(Box(0, 0, 480, 640), 7, 3)
    assert len({box.x for box in lying}) == 7
    assert len({box.x for box in standing}) == 4
    assert len(standing) >= 21
    assert all(min(box.width, box.height) >= 77 for box in (*lying, *standing))


def are_apart(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x + 1e-6 or other.x + other.width <= one.x + 1e-6
    return beside or one.y + one.height <= other.y + 1e-6 or other.y + other.height <= one.y + 1e-6


def theme_of_now() -> tuple[str, tuple[float, float]]:
    worn = next(name for name in names() if theme(name).background == THEME.background)
    long, short = THEME.px(800), THEME.px(480)
    return worn, (short, long) if THEME.upright else (long, short)


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
    assert THEME.touch_px >= 77


@pytest.mark.parametrize("width", [100, 310, 520, 900])
@pytest.mark.parametrize("height", [90, 200, 316, 460])
def test_on_a_board_of_any_shape_a_checker_is_as_wide_as_its_point_and_five_fit(width: int, height: int) -> None:
    layout = BoardLayout(Box(0, 0, width, height))
    assert 0.9 <= 2 * layout.radius / layout.point(6).width <= 1
    assert layout.checker(6, Side.LIGHT, 4)[1] + layout.radius < layout.box.center[1]
    assert layout.box.center[1] < layout.checker(19, Side.LIGHT, 4)[1] - layout.radius
    assert layout.tray(Side.LIGHT).x + layout.tray(Side.LIGHT).width <= width
    assert layout.cube(None).x >= 0


@pytest.mark.parametrize("layout", WAYS)
@pytest.mark.parametrize("side", Side)
def test_dice_lie_on_the_rail_between_the_cubes_of_nobody_and_of_who_rolled(layout: BoardLayout, side: Side) -> None:
    boxes = (*layout.dice(side), layout.cube(None), layout.cube(side), layout.field)
    for one, other in combinations(boxes, 2):
        apart_x = abs(one.center[0] - other.center[0]) >= (one.width + other.width) / 2 - 0.01
        apart_y = abs(one.center[1] - other.center[1]) >= (one.height + other.height) / 2 - 0.01
        assert apart_x or apart_y
    assert all((box.center[1] < BOX.center[1]) is layout.at_bottom(side) for box in layout.dice(side))
