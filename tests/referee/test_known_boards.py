"""Which board a look shows, of some that are known."""

from __future__ import annotations

import pytest

from companion.referee.known_boards import chances


def test_what_is_left_of_the_chances_of_the_known_boards_is_that_it_is_none_of_them() -> None:
    assert sum(chances([-1.0, -3.0])) == pytest.approx(1.0, abs=0.001)
    assert sum(chances([-30.0, -40.0])) < 0.001, "a look that fits neither"
    assert chances([]) == []


def test_a_board_that_is_seldom_there_takes_a_clearer_look() -> None:
    seldom, usual = chances([0.0, -4.0], [-5.0, 0.0])
    assert seldom < usual
    assert seldom / usual == pytest.approx(0.37, abs=0.01)
