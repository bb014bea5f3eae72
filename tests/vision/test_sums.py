"""What fifteen a side says about doubtful spots of a single picture."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from vision.observation import BAR, POINTS, UNSEEN, Counts, Evidence, Spot
from vision.reading import START
from vision.sums import summed, worth


def board(changes: Mapping[Spot, Mapping[Counts, float]] | None = None) -> dict[Spot, Evidence]:
    """The start position, read with hardly a doubt, but for some spots."""
    tables: dict[Spot, Mapping[Counts, float]] = {s: {START.get(s, (0, 0)): 0.99} for s in (*POINTS, BAR)}
    return {spot: Evidence(table) for spot, table in (tables | dict(changes or {})).items()}


def test_a_doubtful_stack_is_what_makes_fifteen() -> None:
    seen = summed(board({6: {(4, 0): 0.7, (5, 0): 0.3}}))
    assert seen[6].best == (5, 0)
    assert seen[6].confidence > 0.85


def test_clear_evidence_beats_fifteen() -> None:
    assert summed(board({6: {(4, 0): 0.9999, (5, 0): 0.0001}}))[6].best == (4, 0)


def test_of_two_stacks_that_may_be_lower_one_is() -> None:
    doubtful = {6: {(6, 0): 0.6, (5, 0): 0.4}, 13: {(6, 0): 0.55, (5, 0): 0.45}}
    seen = summed(board({**doubtful, 8: {(3, 0): 1.0}, 24: {(1, 0): 1.0}}))
    assert (seen[6].best, seen[13].best) == ((6, 0), (5, 0))


def test_twelve_a_side_are_read_as_they_stand() -> None:
    few = {6: {(4, 0): 0.99, (5, 0): 0.01}, 13: {(4, 0): 0.99, (5, 0): 0.01}, 8: {(2, 0): 0.99, (3, 0): 0.01}}
    assert [summed(board(few))[p].best for p in (6, 8, 13)] == [(4, 0), (2, 0), (4, 0)]


def test_one_side_missing_a_checker_says_nothing_of_the_other() -> None:
    assert summed(board({6: {(4, 0): 1.0}, 12: {(0, 5): 0.6, (0, 6): 0.4}}))[12].best == (0, 5)


@pytest.mark.parametrize("hidden", [6, 12, BAR])
def test_a_covered_spot_stays_unseen_and_makes_no_other_doubtful(hidden: Spot) -> None:
    seen = summed({**board(), hidden: UNSEEN})
    assert seen[hidden] is UNSEEN
    assert all(seen[p].best == START.get(p, (0, 0)) for p in POINTS if p != hidden)


def test_a_board_with_more_than_fifteen_a_side_is_left_as_it_was_read() -> None:
    sixteen = board({7: {(1, 0): 1.0}})
    assert summed(sixteen) == sixteen
    assert worth(sixteen) < worth(board({7: {(1, 0): 1.0}, 6: {(4, 0): 1.0}}))


def test_likelihoods_sum_to_one() -> None:
    seen = summed(board({6: {(4, 0): 0.7, (5, 0): 0.3}, 8: {(3, 0): 0.5, (2, 1): 0.5}}))
    assert all(sum(e.likelihoods.values()) == pytest.approx(1.0, abs=0.01) for e in seen.values())
