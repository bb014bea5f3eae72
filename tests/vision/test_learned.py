"""What a board's spots look like, learned from settled turns: patches drawn by hand, and the bundled clip."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import clip
from vision.board import BoardGeometry
from vision.change import Patch, spot_cells
from vision.errors import CalibrationError
from vision.learned import MOST_PICTURES, LearnedBoard
from vision.observation import POINTS, UNSEEN, Counts, Evidence, Spot
from vision.reader import BoardReader

GEOMETRY = BoardGeometry()
CELLS = spot_cells(GEOMETRY)
DOUBT: dict[Spot, Evidence] = {6: Evidence({(5, 0): 0.3, (4, 0): 0.7}), 8: Evidence({(3, 0): 0.9, (2, 0): 0.1})}


def looking(*, unlike: tuple[Spot, ...] = (), hidden: tuple[Spot, ...] = (), kind: int = 0) -> Patch:
    """A board's picture: every spot its own texture; some spots show another one, some lie under a hand."""
    rng = np.random.default_rng(1)
    edges = rng.normal(0, 0.2, (4, 104, 128)).astype(np.float32)
    other = np.random.default_rng(7 + kind).normal(0, 0.2, edges.shape).astype(np.float32)
    maps, clear = np.zeros_like(edges), np.ones((104, 128), np.float32)
    for spot in unlike:
        edges[:, *CELLS[spot]] = other[:, *CELLS[spot]]
        maps[0][CELLS[spot]] = 0.9
    for spot in hidden:
        clear[CELLS[spot]] = 0
    return Patch(edges, maps, clear)


def learned(counts: dict[Spot, Counts]) -> LearnedBoard:
    board = LearnedBoard(GEOMETRY)
    board.learn(looking(), counts)
    return board


def test_a_spot_that_shows_what_was_learned_holds_what_it_held() -> None:
    read = learned({6: (5, 0)}).weighed(looking(), DOUBT)
    assert read[6].best == (5, 0)
    assert read[6].confidence > 0.9
    assert read[8] == DOUBT[8], "of that one nothing was learned"


def test_counts_that_the_net_does_not_think_of_are_believed_if_the_picture_says_so() -> None:
    assert (
        learned({6: (6, 0)}).weighed(looking(), {6: Evidence({(5, 0): 0.9, (4, 0): 0.1})})[6].likelihoods[6, 0] > 0.01
    )


def test_a_spot_that_looks_different_is_left_as_the_net_sees_it() -> None:
    read = learned({6: (5, 0)}).weighed(looking(unlike=(6,)), DOUBT)
    assert read[6].best == (4, 0)
    assert read[6].likelihoods[5, 0] == pytest.approx(0.3, abs=0.02)


def test_a_hidden_spot_is_neither_learned_nor_judged() -> None:
    assert learned({6: (5, 0)}).weighed(looking(hidden=(6,)), DOUBT)[6] == DOUBT[6]
    board = LearnedBoard(GEOMETRY)
    board.learn(looking(hidden=(6,)), {6: (5, 0)})
    assert board.weighed(looking(), DOUBT)[6] == DOUBT[6]


def test_a_spot_that_is_unseen_stays_so() -> None:
    assert learned({6: (5, 0)}).weighed(looking(), {6: UNSEEN})[6] is UNSEEN


def test_who_has_learned_nothing_changes_nothing() -> None:
    assert LearnedBoard(GEOMETRY).weighed(looking(), DOUBT) == DOUBT


def test_what_was_forgotten_counts_no_more() -> None:
    board = learned({6: (5, 0)})
    board.forget()
    assert board.weighed(looking(), DOUBT) == DOUBT


def test_of_each_spot_only_the_last_pictures_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    board = learned({6: (5, 0)})
    with monkeypatch.context() as no_two_alike:
        no_two_alike.setattr("vision.learned._likely_changed", lambda *_: 1.0)
        for _ in range(MOST_PICTURES - 1):
            board.learn(looking(unlike=(6,)), {6: (4, 0)})
        assert board.weighed(looking(), DOUBT)[6].best == (4, 0)
    assert board.weighed(looking(), DOUBT)[6].best == (5, 0), "the first picture is still there"
    with monkeypatch.context() as no_two_alike:
        no_two_alike.setattr("vision.learned._likely_changed", lambda *_: 1.0)
        board.learn(looking(unlike=(6,)), {6: (4, 0)})
    assert board.weighed(looking(), DOUBT)[6].best == (4, 0), "now it is gone"


def test_a_board_that_looks_different_everywhere_is_learned_anew() -> None:
    everywhere = dict.fromkeys(POINTS, (0, 0))
    board = learned(everywhere)
    board.learn(looking(unlike=tuple(POINTS)), everywhere)
    assert board.weighed(looking(), DOUBT) == DOUBT


def test_what_was_learned_is_there_again_after_it_was_kept() -> None:
    again = LearnedBoard.unpacked(learned({6: (5, 0)}).packed(), GEOMETRY)
    assert again.weighed(looking(), DOUBT)[6].best == (5, 0)
    assert LearnedBoard.unpacked(LearnedBoard(GEOMETRY).packed(), GEOMETRY).weighed(looking(), DOUBT) == DOUBT


def test_what_was_learned_of_another_board_is_left_alone() -> None:
    other = LearnedBoard.unpacked(learned({6: (5, 0)}).packed(), BoardGeometry(bar_fraction=0.1))
    assert other.weighed(looking(), DOUBT) == DOUBT


@pytest.mark.parametrize("damaged", [b"", b"nonsense", learned({6: (5, 0)}).packed()[:-200]])
def test_a_damaged_file_is_told(damaged: bytes) -> None:
    with pytest.raises(CalibrationError, match="learned anew"):
        LearnedBoard.unpacked(damaged, GEOMETRY)


@pytest.mark.slow
def test_a_reader_that_has_learned_a_look_is_surer_of_the_next() -> None:
    reader = BoardReader(clip.calibration())
    before = reader.look(clip.picture(0), seen_at_s=0.0)
    reader.compare(0.0)
    reader.settle(0.0)
    reader.confirm(0.0, clip.counts(0))
    after = reader.look(clip.picture(0), seen_at_s=1.0)
    assert min(after.unbiased[p].confidence - before.unbiased[p].confidence for p in POINTS) >= -1e-6
    assert after.changes is not None
    assert max(after.changes.spots.values()) < 0.5
