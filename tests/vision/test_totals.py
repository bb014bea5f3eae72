"""What fifteen a side says about doubtful spots and about the borne-off checkers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from vision.observation import BAR, POINTS, TRAY, UNSEEN, Counts, Evidence, Spot
from vision.totals import settled

START: Mapping[int, Counts] = {
    1: (0, 2),
    6: (5, 0),
    8: (3, 0),
    12: (0, 5),
    13: (5, 0),
    17: (0, 3),
    19: (0, 5),
    24: (2, 0),
}
NO_PILES = (0.0, 0.0)


def board(changes: Mapping[Spot, Mapping[Counts, float]] | None = None) -> dict[Spot, Evidence]:
    """The start position, read with hardly a doubt, but for some spots."""
    tables: dict[Spot, Mapping[Counts, float]] = {s: {START.get(s, (0, 0)): 0.99} for s in (*POINTS, BAR)}
    return {spot: Evidence(table) for spot, table in (tables | dict(changes or {})).items()}


def test_a_doubtful_stack_is_what_makes_fifteen() -> None:
    seen = settled(board({6: {(4, 0): 0.7, (5, 0): 0.3}}), NO_PILES)
    assert seen[6].best == (5, 0)
    assert seen[6].confidence > 0.9


def test_clear_evidence_beats_fifteen() -> None:
    seen = settled(board({6: {(4, 0): 0.9999, (5, 0): 0.0001}}), NO_PILES)
    assert seen[6].best == (4, 0)


def test_twelve_a_side_are_read_as_they_stand() -> None:
    few = {6: {(4, 0): 0.99, (5, 0): 0.01}, 13: {(4, 0): 0.99, (5, 0): 0.01}, 8: {(2, 0): 0.99, (3, 0): 0.01}}
    seen = settled(board(few), NO_PILES)
    assert [seen[p].best for p in (6, 8, 13)] == [(4, 0), (2, 0), (4, 0)]


def test_one_side_missing_a_checker_says_nothing_of_the_other() -> None:
    seen = settled(board({6: {(4, 0): 1.0}, 12: {(0, 5): 0.6, (0, 6): 0.4}}), NO_PILES)
    assert seen[12].best == (0, 5)


def test_when_all_are_on_the_board_none_are_off() -> None:
    seen = settled(board(), NO_PILES)
    assert seen[TRAY].best == (0, 0)
    assert seen[TRAY].confidence > 0.95


def bare(**doubtful: float) -> dict[Spot, Evidence]:
    """A board on which nothing stands, some points of which may hold a light checker."""
    points = {int(name[1:]): Evidence({(0, 0): 1 - p, (1, 0): p}) for name, p in doubtful.items()}
    return {s: points.get(s, Evidence({(0, 0): 0.9999})) for s in (*POINTS, BAR)}


def test_a_board_on_which_hardly_anything_seems_to_stand_is_bare() -> None:
    seen = settled(bare(p4=0.6, p16=0.6), NO_PILES)
    assert {seen[p].best for p in POINTS} == {(0, 0)}


def test_a_few_checkers_that_are_clearly_seen_are_no_bare_board() -> None:
    seen = settled(bare(p4=0.999, p5=0.999, p6=0.999), NO_PILES)
    assert [seen[p].best for p in (4, 5, 6)] == [(1, 0)] * 3


BEARING_OFF: Mapping[Spot, Mapping[Counts, float]] = {
    **{point: {(0, 0): 0.999} for point in (8, 13, 24)},
    6: {(5, 0): 0.999},
    3: {(4, 0): 0.999},
    2: {(3, 0): 0.999},
}


def test_as_many_are_off_as_are_missing_where_a_pile_lies() -> None:
    seen = settled(board(BEARING_OFF), (1.0, 0.0))
    assert seen[TRAY].best == (3, 0)


def test_missing_checkers_that_are_not_in_view_leave_the_tray_unseen() -> None:
    assert not settled(board(BEARING_OFF), NO_PILES)[TRAY].seen


def test_a_stack_is_no_less_likely_for_fifteen_while_checkers_lie_beside_the_board() -> None:
    seen = settled(board({**BEARING_OFF, 6: {(5, 0): 0.8, (8, 0): 0.2}}), (1.0, 0.0))
    assert seen[6].best == (5, 0)


def test_what_lies_beside_the_board_is_no_pile_while_a_side_is_not_home() -> None:
    seen = settled(board({6: {(4, 0): 0.7, (5, 0): 0.3}}), (1.0, 0.0))
    assert seen[6].best == (5, 0)
    assert seen[TRAY].best == (0, 0)


@pytest.mark.parametrize("hidden", [6, 12, BAR])
def test_a_covered_spot_stays_unseen(hidden: Spot) -> None:
    evidence = board()
    evidence[hidden] = UNSEEN
    assert settled(evidence, NO_PILES)[hidden] is UNSEEN


def test_what_may_lie_under_a_hand_does_not_make_others_doubtful() -> None:
    evidence = board()
    evidence[6] = UNSEEN
    seen = settled(evidence, NO_PILES)
    assert all(seen[p].best == START.get(p, (0, 0)) for p in POINTS if p != 6)


def test_likelihoods_sum_to_one() -> None:
    seen = settled(board({6: {(4, 0): 0.7, (5, 0): 0.3}, 8: {(3, 0): 0.5, (2, 1): 0.5}}), NO_PILES)
    assert all(sum(e.likelihoods.values()) == pytest.approx(1.0, abs=0.01) for e in seen.values())


def test_a_small_pile_means_few_borne_off() -> None:
    doubtful = board({**BEARING_OFF, 3: {(4, 0): 0.55, (6, 0): 0.45}})
    assert settled(doubtful, (0.4, 0.0))[TRAY].best == (1, 0)
    assert settled(doubtful, (2.5, 0.0))[TRAY].best == (3, 0)


def test_the_faintest_pile_leaves_all_fifteen_likely() -> None:
    seen = settled(board({**BEARING_OFF, 3: {(4, 0): 0.3, (7, 0): 0.7}}), (0.01, 0.0))
    assert seen[3].best == (7, 0)
