"""The language between seeing and judging."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import rules
from vision import observation
from vision.observation import UNSEEN, Evidence, Orientation

ORIENTATIONS = [Orientation(bottom, right) for bottom in (True, False) for right in (True, False)]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_point_has_a_cell_of_its_own(orientation: Orientation) -> None:
    cells = {orientation.cell(point) for point in observation.POINTS}
    assert len(cells) == 24
    assert all(orientation.point(*orientation.cell(point)) == point for point in observation.POINTS)


def test_lights_home_is_bottom_right_unless_told_otherwise() -> None:
    assert Orientation().cell(1) == ("bottom", 11)
    assert Orientation().cell(6) == ("bottom", 6)
    assert Orientation().cell(13) == ("top", 0)
    assert Orientation().cell(24) == ("top", 11)


def test_a_board_seen_from_the_other_side_is_turned_by_half() -> None:
    assert Orientation(light_at_bottom=False, home_at_right=False).cell(1) == ("top", 0)


def test_both_rooms_number_the_bar_and_the_tray_alike() -> None:
    assert (observation.BAR, observation.TRAY) == (rules.BAR, rules.TRAY)


def test_an_unseen_spot_favours_no_count() -> None:
    assert UNSEEN.log_likelihood(0, 0) == UNSEEN.log_likelihood(15, 15) == 0.0
    assert UNSEEN.confidence == 0.0


@given(st.integers(0, 15), st.integers(0, 15))
def test_no_count_is_ruled_out_by_evidence(light: int, dark: int) -> None:
    seen = Evidence({(2, 0): 0.97})
    assert seen.log_likelihood(light, dark) >= math.log(seen.floor)
    assert seen.best == (2, 0)
