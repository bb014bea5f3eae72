from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.lab.bench.draughts_reading import film_tally
from tests.vision.draughts.boards import board
from vision.draughts.calibration import Calibration, calibrate
from vision.draughts.overlay import overlaid
from vision.draughts.reader import DraughtsReader, read_still
from vision.errors import CalibrationError
from vision.training.draughts.scene import EMPTY, START, Hand

CLIP = Path(__file__).parents[3] / "companion" / "demo" / "draughts"
MIDGAME = ("........", "d.d...d.", ".....d..", "..L.....", ".l...d.d", "....l...", ".l.l.D.l", "l.......")
MOVED = (*START[:4], ".l......", "..l.l.l.", *START[6:])
"""After a3-b4."""


@pytest.mark.parametrize("around", [2.0, 93.0, 181.0, 266.0])
def test_men_and_kings_are_read_as_the_picture_shows_them(around: float) -> None:
    image, corners, rows = board(MIDGAME, around=around)
    assert read_still(image, corners).rows == rows


def test_nothing_stands_on_an_empty_board() -> None:
    image, corners, _ = board(EMPTY)
    still = read_still(image, corners)
    assert still.rows == EMPTY
    assert not still.seen.hand


def test_every_still_frame_of_the_clip_is_read_exactly() -> None:
    tally = film_tally(CLIP)
    assert tally.boards == len(json.loads((CLIP / "truth.json").read_text())["frames"])
    assert tally.exact == tally.boards


def test_a_look_tells_which_squares_have_changed() -> None:
    reader = DraughtsReader(calibrate(board()[0]))
    first = reader.look(board()[0], seen_at_s=1.0)
    assert first.changes is None
    assert first.spot(0).best == (1, 0)
    assert first.spot(63).best == (0, 1)
    reader.compare(1.0)
    changes = reader.look(board(MOVED)[0], seen_at_s=2.0).changes
    assert changes is not None
    assert {square for square, likely in changes.spots.items() if likely > 0.5} == {16, 25}
    assert len(changes.spots) == 64


def test_a_hand_is_noticed_and_hides_squares() -> None:
    image, corners, _ = board(MIDGAME, hand=Hand(4.0, 3.0, 270.0))
    seen = read_still(image, corners).seen
    assert seen.hand
    assert any(not evidence.seen for evidence in seen.evidence.values())


def test_a_board_that_was_moved_is_followed_with_its_sides() -> None:
    reader = DraughtsReader(calibrate(board(around=2.0)[0]))
    seen = reader.look(board(MOVED, around=24.0)[0], seen_at_s=1.0)
    assert not seen.hand
    assert (seen.spot(16).best, seen.spot(25).best, seen.spot(63).best) == ((0, 0), (1, 0), (0, 1))


def test_while_no_board_is_seen_nothing_is_to_be_judged() -> None:
    image, _, _ = board()
    reader = DraughtsReader(calibrate(image))
    blank = image.copy()
    blank[:] = 80
    assert reader.look(blank, seen_at_s=1.0).hand


def test_squares_outside_the_picture_are_unseen() -> None:
    image, corners, _ = board()
    left = round(min(x for x, _ in corners) + 70)
    shifted = tuple((x - left, y) for x, y in corners)
    first, second, third, fourth = shifted
    seen = read_still(image[:, left:].copy(), (first, second, third, fourth)).seen
    unseen = {square for square, evidence in seen.evidence.items() if not evidence.seen}
    assert 0 < len(unseen) <= 16


def test_what_was_learned_of_another_board_is_refused() -> None:
    reader = DraughtsReader(Calibration(((0, 0), (9, 0), (9, 9), (0, 9)), 0))
    reader.recall(reader.learned())
    with pytest.raises(CalibrationError):
        reader.recall(b"looks of a backgammon board")


def test_the_overlay_marks_the_men() -> None:
    image, corners, _ = board(MIDGAME)
    still = read_still(image, corners)
    drawn = overlaid(image, still.seen, still.known)
    assert drawn.shape == image.shape
    assert (drawn != image).any()
