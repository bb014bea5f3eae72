"""Random boards and shots: the same numbers give the same board, and nothing is asked for that cannot be laid out."""

from __future__ import annotations

import random

import pytest

from vision.training.raster import looks


def test_the_same_number_gives_the_same_board() -> None:
    assert looks.board_style(random.Random(7)) == looks.board_style(random.Random(7))
    assert looks.board_style(random.Random(7)) != looks.board_style(random.Random(8))


@pytest.mark.parametrize("number", range(10))
def test_checkers_can_be_told_apart(number: int) -> None:
    checkers = looks.board_style(random.Random(number))["chk"]
    light, dark = (looks.main_colour(checkers[side]["tex"]) for side in "WB")
    assert looks.unlike(light, dark) >= looks.LEAST_CONTRAST


def test_black_and_white_are_as_unlike_as_colours_can_be() -> None:
    assert looks.unlike("#000000", "#ffffff") == pytest.approx(21)
    assert looks.unlike("#123456", "#123456") == 1


@pytest.mark.parametrize("number", range(10))
def test_no_side_has_more_than_fifteen_checkers(number: int) -> None:
    rng = random.Random(number)
    for part in (False, True):
        made = looks.scattered(rng, part=part)
        for side, sign in (("W", 1), ("B", -1)):
            placed = sum(max(0, sign * n) for n in made["points"]) + made["bar"][side] + made["off"][side]
            assert placed == 15 if not part else placed <= 15


def test_some_boards_are_empty_and_some_cameras_look_from_the_side() -> None:
    rng = random.Random(1)
    shots = [looks.shot(rng, str(k), "any") for k in range(400)]
    empty = [s for s in shots if isinstance(s["position"], dict) and not any(s["position"].get("points", [1]))]
    low = [s for s in shots if s["camera"]["tilt"] > 40]
    assert 15 < len(empty) < 60
    assert 100 < len(low) < 180


def test_pictures_to_measure_with_show_positions_from_games() -> None:
    rng = random.Random(3)
    shots = [looks.played(rng, str(k), "any") for k in range(200)]
    placed = [s for s in shots if "random" not in s["position"]]
    assert 2 < len(placed) < 30
    assert all(not any(s["position"]["points"]) for s in placed), "the others are empty boards"
    assert not any(s["mixed"] for s in shots)
    cocked = [s["dice"]["cocked"] for s in shots if s["dice"]]
    assert 0.35 < sum(cocked) / len(cocked) < 0.65


def test_some_shots_have_dice_strewn_over_the_board() -> None:
    rng = random.Random(4)
    strewn = [
        s["dice"]["strewn"]
        for s in (looks.shot(rng, str(k), "any") for k in range(200))
        if s["dice"] and s["dice"].get("strewn")
    ]
    assert len(strewn) > 30
    assert {len(kinds) for kinds in strewn} == {2, 3, 4, 5, 6}


def test_some_checkers_are_as_flat_as_coins() -> None:
    thick = [looks.board_style(random.Random(k)) for k in range(200)]
    flat = [s for s in thick if s["chk"]["t"] < 0.12 * s["pw"]]
    assert 20 < len(flat) < 65
