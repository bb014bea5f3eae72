"""What was learned of a board's looks is kept in a file, which may be damaged anywhere."""

from __future__ import annotations

import pytest

from tests.vision.test_learned import DOUBT, GEOMETRY, learned, looking
from vision.errors import CalibrationError
from vision.learned import LearnedBoard
from vision.observation import POINTS

WHOLE = learned(dict.fromkeys(POINTS, (0, 0)) | {6: (5, 0), 8: (2, 0)}).packed()


def test_all_spots_are_there_again_and_go_on_being_learned() -> None:
    again = LearnedBoard.unpacked(WHOLE, GEOMETRY)
    assert [again.weighed(looking(), DOUBT)[spot].best for spot in (6, 8)] == [(5, 0), (2, 0)]
    again.learn(looking(), {8: (3, 0)})
    assert [again.weighed(looking(), DOUBT)[spot].best for spot in (6, 8)] == [(5, 0), (3, 0)]


def test_a_file_damaged_anywhere_is_told() -> None:
    for begin in range(0, len(WHOLE) - 64, len(WHOLE) // 40):
        damaged = WHOLE[:begin] + b"\xff" * 64 + WHOLE[begin + 64 :]
        with pytest.raises(CalibrationError, match="learned anew"):
            LearnedBoard.unpacked(damaged, GEOMETRY)
