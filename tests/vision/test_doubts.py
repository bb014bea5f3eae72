"""What makes the reading of a single picture doubtful."""

from __future__ import annotations

from dataclasses import replace

from vision.board import BoardGeometry
from vision.calibration import Calibration
from vision.corners import FoundBoard
from vision.observation import BAR, TRAY, Evidence, Observation, Spot
from vision.reader import Still
from vision.sides import USUAL

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
SURE = FoundBoard(CORNERS, 0.99)


def seen(
    counts: dict[Spot, tuple[int, int]], alone: dict[Spot, tuple[int, int]] | None = None, *, alike: bool = False
) -> Still:
    evidence, apart = ({spot: Evidence({n: 1.0}) for spot, n in some.items()} for some in (counts, alone or counts))
    look = Observation(evidence, (), None, hand=False, seen_at_s=0.0, corners_px=CORNERS, alone=apart)
    return Still(look, Calibration(CORNERS, BoardGeometry(), USUAL), alike)


def test_a_sure_board_with_fifteen_a_side_is_not_doubtful() -> None:
    assert not seen({6: (14, 0), BAR: (1, 0), 19: (0, 15), TRAY: (15, 15)}).is_doubtful(SURE)


def test_more_than_fifteen_of_a_side_are_doubtful_however_they_are_counted_together() -> None:
    assert seen({6: (15, 0)}, alone={6: (15, 0), 1: (1, 0)}).is_doubtful(SURE)


def test_corners_that_do_not_fit_make_any_reading_doubtful() -> None:
    assert seen({6: (5, 0)}).is_doubtful(FoundBoard(CORNERS, 0.5))
    assert seen({6: (5, 0)}).is_doubtful(FoundBoard(CORNERS, 0.99, partly=True))


def test_a_reading_that_is_likelier_wrong_than_right_on_some_spot_is_doubtful() -> None:
    still = seen(dict.fromkeys(range(1, 25), (0, 0)))
    for share, doubtful in ((0.99, False), (0.95, True)):
        evidence = {spot: Evidence({(0, 0): share, (1, 0): 1 - share}) for spot in still.seen.evidence}
        assert replace(still, seen=replace(still.seen, evidence=evidence)).is_doubtful(SURE) is doubtful


def test_sides_that_are_equally_light_are_doubtful() -> None:
    assert seen({6: (5, 0)}, alike=True).is_doubtful(SURE)
