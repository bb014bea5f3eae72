"""What a stack may be besides what it looks like."""

from __future__ import annotations

import pytest

from companion.referee.stack_readings import as_it_may_be
from tests.table import evidence
from vision.observation import BAR, UNSEEN, Counts


@pytest.mark.parametrize(("seen", "hiding"), [((4, 0), (3, 1)), ((0, 4), (1, 3)), ((2, 0), (1, 1))])
def test_a_stack_may_hide_a_checker_of_the_other_side(seen: Counts, hiding: Counts) -> None:
    looks = evidence(seen)
    shown = as_it_may_be(9, looks)
    assert shown.best == seen
    assert shown.log_likelihood(*hiding) > looks.log_likelihood(*hiding)


@pytest.mark.parametrize("seen", [(1, 0), (0, 0)])
def test_a_single_checker_hides_none(seen: Counts) -> None:
    assert as_it_may_be(9, evidence(seen)) == evidence(seen)


def test_on_the_bar_both_sides_lie_side_by_side() -> None:
    assert as_it_may_be(BAR, evidence((3, 0))) == evidence((3, 0))


def test_of_what_is_not_seen_nothing_is_known() -> None:
    assert as_it_may_be(9, UNSEEN) is UNSEEN


def test_a_tall_stack_may_be_another_one() -> None:
    looks = evidence((5, 0))
    assert as_it_may_be(9, looks).log_likelihood(9, 0) > looks.log_likelihood(9, 0)
