"""Which earlier look the reader is shown, and that none confirms itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from tests.vision import clip
from tests.vision.test_reading import USUAL, maps
from vision import reader
from vision.calibration import Calibration
from vision.observation import BAR, Counts, Orientation, Spot
from vision.reader import BoardReader
from vision.reading import START, EarlierLook, Features, Maps, Values, layout

MISREAD: Mapping[Spot, Counts] = {**START, 6: (4, 0)}
Started = Callable[..., BoardReader]


def test_a_layout_tells_what_lies_on_every_spot_where_the_net_looks_for_it() -> None:
    told = layout({6: (5, 0), 12: (0, 3), BAR: (2, 1)}, USUAL)[0]
    assert told.shape == (5, 52, 64)
    assert told[:, 40, 34:38].T.tolist() == [[1.0, 0.0, 1.0, 0.0, 1.0]] * 4  # point 6: right of the bar, below
    assert told[:, 40, 6].tolist() == pytest.approx([0.0, 0.6, 0.0, 1.0, 1.0])
    assert told[:, 10, 32].tolist() == pytest.approx([0.4, 0.2, 1.0, 1.0, 1.0])
    assert told[4, 4:48, 6:58].all()
    assert not told[:, :4].any()


def test_a_layout_follows_the_board_round() -> None:
    turned = layout({6: (5, 0)}, Orientation(light_at_bottom=False, home_at_right=False))[0]
    np.testing.assert_array_equal(turned, layout({6: (5, 0)}, USUAL)[0, :, ::-1, ::-1])


class Net:
    """A net that reads one thing by itself, and another where it is shown an earlier look; it notes those."""

    def __init__(self, alone: Mapping[Spot, Counts] = START, shown: Mapping[Spot, Counts] = START) -> None:
        self.alone, self.shown = maps(dict(alone)), maps(dict(shown))
        self.layouts: list[bytes | None] = []

    def __call__(self, _: Features, then: Features | None = None, layout: Values | None = None) -> Maps:
        self.layouts.append(None if layout is None else layout.tobytes())
        return self.alone if then is None else self.shown


def unsure(shown: Maps) -> Maps:
    """The same answers with little between them."""
    return replace(shown, points=np.float32(0.2) * shown.points)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """A reader of the clip's board whose net is another."""
    features = Features(*(np.zeros(1, np.float32) for _ in Features._fields))
    monkeypatch.setattr(reader, "encoded", lambda *_: features)
    monkeypatch.setattr(reader, "read_dice", lambda *_: ())
    monkeypatch.setattr(reader, "read_cube", lambda *_: None)

    def make(net: Net, calibration: Calibration | None = None) -> BoardReader:
        monkeypatch.setattr(reader, "decoded", net)
        monkeypatch.setattr("vision.reading.decoded", net)
        return BoardReader(calibration or clip.calibration())

    return make


def looked(board: BoardReader, *times: float) -> None:
    for seen_at_s in times:
        board.look(clip.picture(0), seen_at_s=seen_at_s)


def of(counts: Mapping[Spot, Counts]) -> bytes:
    return layout(counts, USUAL).tobytes()


def test_the_start_look_is_shown_first_then_the_last_look_whose_turn_is_settled(started: Started) -> None:
    net = Net()
    board = started(net)
    looked(board, 0.0, 1.0)
    assert net.layouts == [of(START), None, of(START)], "the first look is read by itself, too"
    board.settle(1.0)
    looked(board, 2.0)
    assert net.layouts[3:] == [None, of(START)], "the turn may yet be taken back"
    board.confirm(1.0, {6: (2, 0)})
    looked(board, 3.0)
    assert net.layouts[5:] == [of({6: (2, 0)})]


def test_a_look_that_no_turn_was_settled_on_confirms_nothing(started: Started) -> None:
    net = Net()
    board = started(net)
    looked(board, 0.0)
    board.confirm(0.0, {6: (2, 0)})
    looked(board, 1.0)
    assert net.layouts[-1] == of(START)


def test_once_the_record_is_corrected_the_start_look_serves_again_and_has_to_prove_itself(started: Started) -> None:
    net = Net()
    board = started(net)
    looked(board, 0.0)
    board.settle(0.0)
    board.confirm(0.0, {6: (2, 0)})
    board.settle(0.0)
    board.forget()
    board.confirm(0.0, {6: (2, 0)})
    net.layouts.clear()
    looked(board, 1.0)
    assert net.layouts == [of(START), None]


def test_without_a_start_look_the_board_is_read_by_itself_until_a_turn_is_settled(started: Started) -> None:
    net = Net()
    board = started(net, replace(clip.calibration(), start=None))
    looked(board, 0.0)
    assert net.layouts == [None]
    board.settle(0.0)
    board.confirm(0.0, START)
    looked(board, 1.0)
    assert net.layouts[-1] == of(START)


def test_an_earlier_look_that_makes_a_reading_less_likely_is_dropped(started: Started) -> None:
    net = Net(shown=MISREAD)
    net.shown = unsure(net.shown)
    board = started(net)
    assert board.look(clip.picture(0), seen_at_s=0.0).spot(6).best == START[6]
    looked(board, 1.0)
    assert net.layouts[-1] is None


def test_an_earlier_look_that_makes_a_reading_likelier_stays(started: Started) -> None:
    net = Net(alone=MISREAD)
    net.alone = unsure(net.alone)
    assert started(net).look(clip.picture(0), seen_at_s=0.0).spot(6).best == START[6]


def test_where_a_turn_is_settled_an_earlier_look_that_misleads_is_dropped(started: Started) -> None:
    net = Net()
    board = started(net)
    looked(board, 0.0)
    board.settle(0.0)
    board.confirm(0.0, MISREAD)
    net.shown = unsure(maps(dict(MISREAD)))
    looked(board, 1.0)
    assert net.layouts[-1] == of(MISREAD)
    board.settle(1.0)
    looked(board, 2.0)
    assert of(MISREAD) not in net.layouts[-2:]


def test_a_picture_read_by_itself_is_not_read_as_what_lay_there(started: Started) -> None:
    net = Net(alone={})
    seen = started(net).look(clip.picture(0), seen_at_s=0.0, by_itself=True)
    assert net.layouts == [None]
    assert seen.spot(6).best == (0, 0)


def test_a_board_that_lies_elsewhere_now_is_shown_the_same_look(started: Started) -> None:
    net = Net()
    board = started(net)
    looked(board, 0.0)
    board.settle(0.0)
    moved = board.at(((0.0, 0.0), (600.0, 0.0), (600.0, 500.0), (0.0, 500.0)))
    moved.confirm(0.0, MISREAD)
    looked(moved, 1.0)
    assert net.layouts[-1] == of(MISREAD)


def test_a_real_earlier_look_is_encoded_once_and_helps() -> None:
    known = clip.calibration()
    assert known.start is not None
    look = known.start.earlier(known.geometry)
    assert isinstance(look, EarlierLook)
    seen = BoardReader(known).look(clip.picture(3), seen_at_s=0.0)
    assert {spot: seen.spot(spot).best for spot in range(1, 25)} == {s: clip.counts(3)[s] for s in range(1, 25)}
