"""The table of the bear-off: every position has its row, and the rows are those of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from companion.coach.engines.builtin import bearoff, nets
from companion.coach.engines.builtin.boards import mine

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def computed() -> bearoff.Table:
    return bearoff.computed()


def test_every_position_has_a_row_of_its_own() -> None:
    boards = bearoff._all_boards()
    assert bearoff.rows_of(mine(boards)).tolist() == list(range(bearoff.POSITIONS))
    assert bearoff.is_covered(mine(boards)).all()
    assert len({tuple(board) for board in boards.tolist()}) == bearoff.POSITIONS


def test_what_is_shipped_is_what_the_rules_give(computed: bearoff.Table) -> None:
    shipped = nets._bear_off()
    assert computed.sum(axis=1) == pytest.approx(1)
    assert np.abs(computed[:, : shipped.shape[1]] - shipped).max() < 1e-4


def test_ten_checkers_on_the_ace_point_need_three_doubles_to_be_off_in_three(computed: bearoff.Table) -> None:
    counts = np.zeros((1, 25), np.int8)
    counts[0, 0] = 10
    rolls = computed[bearoff.rows_of(counts)[0]]
    one_in_six = 1 / 6  # four, four and two: the third roll need not be a double
    assert rolls[3] == pytest.approx(one_in_six**2 + 2 * one_in_six**2 * (1 - one_in_six))
