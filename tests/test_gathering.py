"""What several looks at a board on which nothing moves show together."""

from __future__ import annotations

from companion.events import BoardSeen
from companion.games.backgammon import START
from companion.gathering import Gathered
from tests.table import evidence, observed
from vision.observation import TRAY, UNSEEN, Evidence


def _look(tray: Evidence, number: int, *, unmoved: bool) -> BoardSeen:
    return BoardSeen(observed(START, misread={TRAY: tray}), number, float(number), unmoved=unmoved)


def test_what_was_seen_of_a_spot_counts_while_nothing_moves() -> None:
    first, second = _look(evidence((0, 1)), 1, unmoved=False), _look(UNSEEN, 2, unmoved=True)
    shown = Gathered().with_look(first).with_look(second).shown_by(second).observation
    assert shown.alone is not None
    assert shown.alone[TRAY].seen
    assert shown.alone[TRAY].best == (0, 1)


def test_what_was_seen_of_a_spot_is_forgotten_once_something_has_moved() -> None:
    first, second = _look(evidence((0, 1)), 1, unmoved=False), _look(UNSEEN, 2, unmoved=False)
    shown = Gathered().with_look(first).with_look(second).shown_by(second).observation
    assert shown.alone is not None
    assert not shown.alone[TRAY].seen
