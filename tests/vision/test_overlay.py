"""Readings drawn on a picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.errors import PictureError
from vision.observation import (
    BAR,
    POINTS,
    TRAY,
    UNSEEN,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    Orientation,
    SeenCube,
    SeenDie,
)
from vision.overlay import dice_overlaid, overlaid, save_overlay
from vision.pictures import load_picture
from vision.rectify import Image

BLUE, YELLOW, RED, PURPLE, GREY = (233, 180, 86), (66, 228, 240), (0, 94, 213), (167, 121, 204), (150, 150, 150)
LIGHT, DARK = (235, 245, 250), (40, 36, 34)
FELT: Image = np.full((480, 640, 3), (40, 70, 40), dtype=np.uint8)
CORNERS = ((100.0, 80.0), (540.0, 80.0), (540.0, 420.0), (100.0, 420.0))
DIE = SeenDie((300.0, 250.0), (0.45, 0.5), (0.0, 0.0, 0.0, 1.0, 0.0, 0.0))


def reading(**spots: tuple[Counts, float]) -> Observation:
    """All points surely empty but those given, as ``p6=((5, 0), 0.99)``; the tray is unseen."""
    evidence = {spot: Evidence({(0, 0): 0.99}) for spot in (*POINTS, BAR)} | {TRAY: UNSEEN}
    evidence |= {int(name[1:]): Evidence({counts: sure}) for name, (counts, sure) in spots.items()}
    return Observation(evidence, (), None, hand=False, seen_at_s=0.0, corners_px=CORNERS)


def drawn(seen: Observation, image: Image = FELT, **truth: Counts) -> Image:
    wrong = {int(name[1:]): counts for name, counts in truth.items()}
    return overlaid(image, seen, BoardGeometry(), truth=wrong)


def count(canvas: Image, colour: tuple[int, int, int]) -> int:
    return int((canvas == colour).all(axis=-1).sum())


def near(canvas: Image, x: int, y: int, reach: int = 18) -> Image:
    return canvas[y - reach : y + reach, x - reach : x + reach]


def test_the_picture_that_is_drawn_on_stays_as_it_is() -> None:
    before = FELT.copy()
    canvas = drawn(reading(p6=((5, 0), 0.99)))
    assert canvas.shape == FELT.shape
    assert (before == FELT).all()
    assert (canvas != FELT).any()


@pytest.mark.parametrize(("sure", "colour"), [(0.97, BLUE), (0.9, YELLOW), (0.5, RED)])
def test_a_ring_tells_how_sure_a_count_is(sure: float, colour: tuple[int, int, int]) -> None:
    empty, canvas = drawn(reading()), drawn(reading(p6=((5, 0), sure)))
    chip = canvas[(canvas != empty).any(axis=-1)]
    assert [count(chip, ring) > 20 for ring in (BLUE, YELLOW, RED)] == [colour == r for r in (BLUE, YELLOW, RED)]


def test_a_doubtful_empty_point_is_marked_and_a_sure_one_is_a_dot() -> None:
    assert count(drawn(reading(p6=((0, 0), 0.5))), RED) > 20
    assert count(drawn(reading()), RED) == 0


def test_an_unseen_point_is_grey_not_empty() -> None:
    seen = reading()
    hidden = replace(seen, evidence={**seen.evidence, 6: UNSEEN})
    assert count(drawn(seen), GREY) == 0
    assert count(drawn(hidden), GREY) > 50


def test_a_point_that_holds_both_sides_has_two_chips() -> None:
    one, both = drawn(reading(p6=((1, 0), 0.99))), drawn(reading(p6=((1, 1), 0.99)))
    assert [count(canvas, LIGHT) > 20 for canvas in (one, both)] == [True, True]
    assert [count(canvas, DARK) > 20 for canvas in (one, both)] == [False, True]


def test_a_wrong_spot_shows_the_truth() -> None:
    assert count(drawn(reading()), PURPLE) == 0
    assert count(drawn(reading(), p6=(0, 3)), PURPLE) > 20


def test_counts_stand_beside_their_points_on_a_board_that_lies_the_other_way_round() -> None:
    seen = replace(reading(p1=((2, 0), 0.5)), orientation=Orientation(light_at_bottom=False, home_at_right=False))
    canvas = drawn(seen)
    assert count(near(canvas, 117, 62, 22), RED) > 20  # point 1 is the first one of the top row
    assert count(canvas[240:], RED) == 0


def test_a_cocked_die_is_marked_as_none_that_counts() -> None:
    flat = replace(reading(), dice=(DIE,))
    cocked = replace(reading(), dice=(replace(DIE, cocked=True),))
    assert count(drawn(flat), RED) == 0
    assert count(near(drawn(cocked), 300, 250), RED) > 20


def test_dice_are_marked_in_a_picture_without_a_board() -> None:
    assert count(near(dice_overlaid(FELT, [DIE]), 300, 250), BLUE) > 20
    assert (dice_overlaid(FELT, []) == FELT).all()


def test_the_cube_is_marked_whether_its_number_is_read_or_not() -> None:
    for value in (None, 16):
        seen = replace(reading(), cube=SeenCube((320.0, 250.0), CubePlace.MIDDLE, 0.9, value))
        assert count(near(drawn(seen), 320, 250), YELLOW) > 20


def test_a_hand_is_told() -> None:
    assert count(drawn(replace(reading(), hand=True))[:60], RED) > 500


@pytest.mark.parametrize("shift", [(-130.0, -100.0), (60.0, 90.0)])
def test_what_would_stand_outside_the_picture_is_moved_into_it(shift: tuple[float, float]) -> None:
    first, second, third, fourth = ((x + shift[0], y + shift[1]) for x, y in CORNERS)
    seen = replace(reading(p1=((3, 0), 0.5), p24=((2, 0), 0.5)), corners_px=(first, second, third, fourth))
    canvas = drawn(seen)
    assert count(canvas[:, 300:][:200], RED) > 20  # point 24, top right
    assert count(canvas[:, 300:][200:], RED) > 20  # point 1, bottom right


def test_a_tiny_picture_can_be_drawn_on() -> None:
    tiny: Image = np.zeros((30, 40, 3), dtype=np.uint8)
    first, second, third, fourth = ((x / 16, y / 16) for x, y in CORNERS)
    seen = replace(reading(p6=((5, 0), 0.99)), corners_px=(first, second, third, fourth), hand=True, dice=(DIE,))
    assert drawn(seen, tiny).shape == tiny.shape


def test_an_overlay_is_saved_as_small_as_asked_for(tmp_path: Path) -> None:
    save_overlay(FELT, tmp_path / "wide.jpg")
    save_overlay(FELT, tmp_path / "small.jpg", width=320)
    assert load_picture(tmp_path / "wide.jpg").shape == FELT.shape
    assert load_picture(tmp_path / "small.jpg").shape == (240, 320, 3)


def test_an_overlay_that_cannot_be_saved_names_its_place(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"nowhere.*cannot be written"):
        save_overlay(FELT, tmp_path / "nowhere" / "board.jpg")
