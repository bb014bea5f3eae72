"""Which frames are looked at, and what happens when the camera fails."""

from __future__ import annotations

import itertools
import logging
import random
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from companion.app import camera_reader as camera_reader_module
from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader, Look, StillnessGate, looks, still_frames
from companion.app.inbox import Inbox
from companion.games.backgammon import START
from companion.match.events import BoardSeen, CameraBack, CameraLost
from companion.screen.camera_service import CameraAnswer, CameraService, NotLearned
from hardware.camera import Camera, Frame, read_picture
from hardware.errors import CameraError, FramesError
from hardware.pictures import Encoded, Plain
from tests.table import observed
from vision import Calibration
from vision.observation import Observation

CLIP: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip"


def frame(number: int, at_s: float, shade: int = 100) -> Frame:
    return Frame(Plain(np.full((120, 160, 3), shade, np.uint8)), at_s, number, f"{number:04d}")


def moved_frame(number: int, at_s: float) -> Frame:
    image = np.full((120, 160, 3), 100, np.uint8)
    image[20:60, 10 + 5 * number : 40 + 5 * number] = 240
    return Frame(Plain(image), at_s, number, f"{number:04d}")


def broken_frame(number: int, at_s: float) -> Frame:
    name = f"{number:04d}"
    return Frame(Encoded(b"no picture", name), at_s, number, name)


def admitted(frames: Iterable[Frame], settle_s: float = 0.5) -> list[int]:
    gate = StillnessGate(settle_s)
    return [each.number for each in frames if gate.admits(each)]


def test_frames_half_a_second_apart_all_count_as_still() -> None:
    assert admitted(moved_frame(k, 0.5 * k) for k in range(4)) == [0, 1, 2, 3]


def test_denser_frames_must_agree_over_the_settle_time() -> None:
    moving = [moved_frame(k, 0.1 * k) for k in range(5)]
    still = [frame(k, 0.1 * k) for k in range(5, 15)]
    assert admitted([*moving, *still])[1:] == [10, 14]


def test_while_nothing_moves_a_look_every_0_4_seconds_is_enough() -> None:
    assert admitted(frame(k, 0.1 * k) for k in range(14)) == [0, 5, 9, 13]


def test_after_a_movement_the_board_is_looked_at_again() -> None:
    before = [frame(k, 0.1 * k) for k in range(4)]
    moving = [moved_frame(k, 0.1 * k) for k in range(4, 7)]
    still = [frame(k, 0.1 * k) for k in range(7, 14)]
    assert admitted([*before, *moving, *still])[-1] == 12


def film(seconds_between: Iterable[float]) -> Iterator[Frame]:
    """Four boards, each still for a second with 0.4 s of movement after it; a frame has the number of its board."""
    at_s = 0.0
    for seconds in seconds_between:
        number, within_s = divmod(at_s, 1.4)
        image = np.full((120, 160, 3), 100, np.uint8)
        left = int(30 * number + (0 if within_s < 1 else 100 * within_s - 70))
        image[20:60, left : left + 25] = 240
        yield Frame(Plain(image), at_s, int(number), "film")
        at_s += seconds
        if at_s >= 4 * 1.4:
            return


@pytest.mark.parametrize("seed", range(3))
def test_a_film_of_uneven_rate_shows_the_same_boards_as_one_of_even_rate(seed: int) -> None:
    rng = random.Random(seed)
    uneven = (rng.choice((1 / 30, 1 / 15, 0.1, 0.15, 0.25)) for _ in itertools.count())
    for seconds_between in (itertools.repeat(0.1), uneven):
        assert list(dict.fromkeys(admitted(film(seconds_between), settle_s=0.2))) == [0, 1, 2, 3]


def test_no_picture_is_held_while_the_next_one_is_decoded() -> None:
    given: list[weakref.ref[Any]] = []

    class Film:
        def read(self) -> Frame | None:
            assert [one for one in given if one() is not None] == []
            image = np.full((120, 160, 3), 100, np.uint8)
            given.append(weakref.ref(image))
            return Frame(Plain(image), float(len(given)), len(given), "film") if len(given) < 5 else None

        def close(self) -> None: ...

    class Reads(CameraReader):
        def look(self, frame: Frame, *, unmoved: bool = False) -> Look | None:
            return Look(BoardSeen(observed(START), frame.number, frame.seen_at_s, unmoved), frame, 0.0)

    for look in looks(Film(), Reads(), StillnessGate()):
        del look
    assert len(given) == 5


def unmoved_at(frames: Iterable[Frame]) -> list[tuple[int, bool]]:
    gate = StillnessGate(0.5)
    return [(each.number, gate.unmoved) for each in frames if gate.admits(each)]


def test_nothing_has_moved_between_looks_while_all_frames_agree() -> None:
    assert unmoved_at(frame(k, 0.1 * k) for k in range(14)) == [(0, False), (5, True), (9, True), (13, True)]


def test_after_a_movement_the_board_is_another_one_also_where_it_looks_the_same_again() -> None:
    still = [frame(k, 0.1 * k) for k in range(6)]
    again = [frame(k, 0.1 * k) for k in range(8, 14)]
    assert unmoved_at([*still, moved_frame(6, 0.6), moved_frame(7, 0.7), *again])[-2:] == [(5, True), (13, False)]


def test_of_stills_nobody_knows_what_has_moved_between_them() -> None:
    assert unmoved_at(frame(k, 0.5 * k) for k in range(3)) == [(0, False), (1, False), (2, False)]


def test_dice_that_lie_there_for_two_frames_of_five_a_second_are_seen() -> None:
    gate = StillnessGate()
    lying = [frame(0, 0.0), moved_frame(1, 0.2), moved_frame(2, 0.4), moved_frame(2, 0.6), moved_frame(3, 0.8)]
    assert [each.seen_at_s for each in lying if gate.admits(each)] == [0.0, 0.6]


def test_a_frame_that_comes_a_little_early_still_ends_the_settle_time() -> None:
    assert admitted([frame(0, 0.0), moved_frame(1, 0.2), moved_frame(1, 0.4), moved_frame(1, 0.69)]) == [0, 1]


def test_a_frame_that_cannot_be_decoded_is_left_out_and_named(caplog: pytest.LogCaptureFixture) -> None:
    sequence = [frame(0, 0.0), broken_frame(1, 1.0), broken_frame(2, 2.0), frame(3, 3.0)]
    assert [each.number for each in still_frames(sequence, StillnessGate())] == [0, 3]
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["0001"]


def test_a_sequence_without_a_single_picture_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    with pytest.raises(FramesError, match="0001: cannot be read as a picture"):
        list(still_frames([broken_frame(0, 0.0), broken_frame(1, 1.0)], StillnessGate()))


def test_a_camera_that_gives_nothing_but_broken_frames_has_failed(caplog: pytest.LogCaptureFixture) -> None:
    endless = (broken_frame(number, 0.1 * number) for number in range(10_000))
    caplog.set_level(logging.CRITICAL)
    with pytest.raises(FramesError, match="0049"):
        list(still_frames((next(endless) for _ in range(60)), StillnessGate()))


class ScriptedCamera:
    """Gives its frames, then raises its error, or ends."""

    def __init__(self, frames: list[Frame], error: Exception | None = None) -> None:
        self._frames, self._error = frames, error

    def read(self) -> Frame | None:
        if self._frames:
            return self._frames.pop(0)
        if self._error is not None:
            raise self._error
        return None

    def close(self) -> None:
        self._frames = []


class SeeingEyes(CameraReader):
    """Sees the start position in everything."""

    def look(self, frame: Frame, *, unmoved: bool = False) -> Look | None:
        return Look(BoardSeen(observed(START), frame.number, frame.seen_at_s, unmoved), frame, 0.0)

    @property
    def calibration(self) -> Calibration | None:
        return None


def watched(cameras: list[Camera], caplog: pytest.LogCaptureFixture) -> list[Any]:
    inbox = Inbox()
    caplog.set_level(logging.CRITICAL)
    watcher = CameraLink(lambda: cameras.pop(0), SeeingEyes(), inbox, retry_s=0.0, clock=lambda: 7.0)
    watcher._run()  # its thread's function, in this thread
    return [posted.event for posted in inbox.drained()]


def test_the_loss_and_the_return_of_the_camera_are_posted_once_each(caplog: pytest.LogCaptureFixture) -> None:
    unplugged = CameraError("usb:0: no such device")
    events = watched(
        [
            ScriptedCamera([frame(0, 0.0)], unplugged),
            ScriptedCamera([], unplugged),
            ScriptedCamera([], unplugged),
            ScriptedCamera([frame(1, 5.0)]),
        ],
        caplog,
    )
    assert [type(event) for event in events] == [BoardSeen, CameraLost, CameraBack, BoardSeen]
    assert events[1] == CameraLost("usb:0: no such device", 7.0)


def test_a_bug_in_reading_does_not_end_the_watch(caplog: pytest.LogCaptureFixture) -> None:
    events = watched([ScriptedCamera([], ZeroDivisionError()), ScriptedCamera([frame(1, 5.0)])], caplog)
    assert [type(event) for event in events] == [CameraLost, CameraBack, BoardSeen]


def test_every_frame_is_shown_and_what_was_looked_at_is_named_with_its_corners() -> None:
    shown: list[int] = []
    looked: list[int] = []
    watcher = CameraLink(
        lambda: ScriptedCamera([frame(k, 0.1 * k) for k in range(6)]),
        SeeingEyes(),
        Inbox(),
        shown=lambda one: shown.append(one.number),
        looked=lambda one, corners_px: looked.append(one.number) if corners_px == observed(START).corners_px else None,
    )
    watcher._run()
    assert shown == [0, 1, 2, 3, 4, 5]
    assert looked == [0, 4]


def test_a_recording_is_seen_when_it_is_looked_at_not_when_it_was_made() -> None:
    for recorded, at_s in ((False, 5.0), (True, 0.0)):
        inbox = Inbox()
        CameraLink(lambda: ScriptedCamera([frame(0, 5.0)]), SeeingEyes(), inbox, recorded=recorded)._run()
        assert [posted.event.at_s for posted in inbox.drained()] == [at_s]


def test_a_watcher_can_be_stopped_twice() -> None:
    watcher = CameraLink(lambda: ScriptedCamera([]), SeeingEyes(), Inbox())
    with watcher:
        pass
    watcher.stop()


def test_eyes_say_why_the_board_was_not_learned() -> None:
    camera_reader = CameraReader(corners_px=((10.0, 10.0), (150.0, 10.0), (150.0, 110.0), (10.0, 110.0)), attempts=None)
    assert camera_reader.look(frame(0, 0.0)) is None
    assert camera_reader.trouble is not None
    assert camera_reader.calibration is None


def test_a_film_may_show_no_board_before_it_shows_the_start() -> None:
    film = [*(frame(k, 0.5 * k) for k in range(10)), start_frame(10, 5.0)]
    (look,) = looks(film, CameraReader(), StillnessGate())
    assert look.seen.frame == 10
    assert look.calibration is not None


# --- what the screen asks --------------------------------------------------------------------------


def start_frame(number: int, at_s: float) -> Frame:
    return Frame(read_picture(CLIP / "00.jpg"), at_s, number, f"usb:0#{number}")


def answer_to(
    ask: Callable[[CameraService], int], frames: list[Frame], camera_reader: CameraReader | None = None, **options: Any
) -> CameraAnswer | None:
    """What a watcher of these frames answers."""
    options.setdefault("clock", lambda: 0.0)
    sight = CameraService(clock=options["clock"])
    request = ask(sight)
    camera_reader = camera_reader or CameraReader(attempts=None)
    CameraLink(lambda: ScriptedCamera(frames), camera_reader, Inbox(), sight=sight, **options)._run()
    return sight.answer(request)


def test_the_board_is_learned_when_asked_and_kept() -> None:
    kept: list[Calibration] = []
    camera_reader = CameraReader(attempts=None)
    answer = answer_to(CameraService.learn, [start_frame(0, 0.0)], camera_reader, keep=kept.append)
    assert answer is not None
    assert (answer.why, answer.reason, answer.advice) == (None, "", ())
    assert kept == [answer.calibration] == [camera_reader.calibration]


def test_a_board_that_is_known_is_learned_anew_when_asked() -> None:
    camera_reader = CameraReader(attempts=None)
    camera_reader.look(start_frame(0, 0.0))
    known = camera_reader.calibration
    assert known is not None
    first, second, third, fourth = known.corners_px
    dragged = ((first[0] + 1.0, first[1]), second, third, fourth)
    answer = answer_to(lambda sight: sight.learn(dragged), [start_frame(0, 0.0)], camera_reader)
    assert answer is not None
    assert answer.calibration is not None
    assert answer.calibration.corners_px == dragged


def test_a_check_finds_the_board_and_learns_nothing() -> None:
    camera_reader = SeeingEyes()
    answer = answer_to(CameraService.check, [start_frame(0, 0.0)], camera_reader)
    assert answer is not None
    assert answer.corners_px is not None
    assert answer.calibration is None


def test_a_picture_without_a_board_is_said_to_show_none() -> None:
    answer = answer_to(CameraService.learn, [frame(0, 0.0)])
    assert answer is not None
    assert (answer.why, answer.corners_px) == (NotLearned.NO_BOARD, None)
    assert "no board was found" in answer.reason


def test_without_the_start_position_nothing_is_learned_and_what_was_known_stays() -> None:
    later = Frame(read_picture(CLIP / "15.jpg"), 0.0, 0, "usb:0#0")
    camera_reader = CameraReader(attempts=None)
    camera_reader.look(start_frame(0, 0.0))
    known = camera_reader.calibration
    answer = answer_to(CameraService.learn, [later], camera_reader)
    assert answer is not None
    assert answer.why is NotLearned.NO_START
    assert "start position" in answer.reason
    assert answer.corners_px is not None
    assert camera_reader.calibration is not None
    assert known is not None
    assert camera_reader.calibration.colours == known.colours


def test_where_nothing_holds_still_that_is_said() -> None:
    moving = [moved_frame(k, 0.1 * k) for k in range(1, 20)]
    now_s = itertools.count(0.0)
    sight = CameraService(clock=lambda: next(now_s))
    requests: list[int] = []

    def pressed(one: Frame) -> None:
        if one.number == 2:  # the first counts as a still
            requests.append(sight.learn())

    CameraLink(
        lambda: ScriptedCamera(moving),
        SeeingEyes(),
        Inbox(),
        sight=sight,
        shown=pressed,
        clock=lambda: next(now_s),
    )._run()
    answer = sight.answer(requests[0])
    assert answer is not None
    assert answer.why is NotLearned.MOVING


def test_what_is_learned_and_cannot_be_kept_is_learned_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    def full(_: Calibration) -> None:
        raise OSError("no space")

    caplog.set_level(logging.CRITICAL)
    answer = answer_to(CameraService.learn, [start_frame(0, 0.0)], keep=full)
    assert answer is not None
    assert answer.why is NotLearned.NOT_KEPT
    assert answer.calibration is not None


def test_a_request_that_a_recording_does_not_answer_is_answered_at_its_end() -> None:
    answer = answer_to(CameraService.learn, [])
    assert answer is not None
    assert (answer.why, answer.reason) == (NotLearned.NO_CAMERA, "the recording is at its end")


def test_the_reading_can_be_asked_for() -> None:
    sight = CameraService()
    CameraLink(lambda: ScriptedCamera([frame(0, 0.0)]), SeeingEyes(), Inbox(), sight=sight)._run()
    assert sight.last_reading() == observed(START)
    assert sight.facts().calibrated


# --- a calibration of another day ------------------------------------------------------------------


def shifted_start(across: int) -> Frame:
    image = start_frame(0, 0.0).image_bgr
    moved = np.asarray(cv2.warpAffine(image, np.array([[1.0, 0, across], [0, 1.0, 0]]), image.shape[1::-1]), np.uint8)
    return Frame(Plain(moved), 0.0, 0, "usb:0#0")


@pytest.fixture(scope="module")
def known() -> Calibration:
    camera_reader = CameraReader()
    camera_reader.look(start_frame(0, 0.0))
    assert isinstance(camera_reader.calibration, Calibration)
    return camera_reader.calibration


def read_by(camera_reader: CameraReader, frame: Frame) -> dict[int, tuple[int, int]]:
    look = camera_reader.look(frame)
    assert look is not None
    return {point: look.seen.observation.spot(point).best for point in range(1, 25)}


def test_a_board_that_was_moved_since_another_day_is_read_where_it_lies(
    known: Calibration, caplog: pytest.LogCaptureFixture
) -> None:
    in_place = read_by(CameraReader(known, kept=True), start_frame(0, 0.0))
    assert in_place == read_by(CameraReader(known), start_frame(0, 0.0))
    assert caplog.records == []
    moved = shifted_start(-40)
    assert read_by(CameraReader(known), moved) != in_place
    assert read_by(CameraReader(known, kept=True), moved) == in_place
    assert [record.getMessage() for record in caplog.records][-1].startswith("the board is not where")


def test_while_no_board_is_seen_the_one_of_another_day_goes_on_being_looked_for(
    known: Calibration, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    moved, camera_reader = shifted_start(-40), CameraReader(known, kept=True)
    camera_reader.look(Frame(Plain(np.full_like(moved.image_bgr, 90)), 0.0, 0, "usb:0#0"))
    assert camera_reader.calibration == known
    assert read_by(camera_reader, moved) == read_by(CameraReader(known), start_frame(0, 0.0))


def test_what_the_camera_reader_is_told_reaches_the_reader_before_the_next_look(
    known: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[object, ...]] = []

    class Noting:
        calibration = known

        def look(self, *_: object, seen_at_s: float) -> Observation:
            told.append(("look", seen_at_s))
            return Observation({}, (), None, False, seen_at_s, known.corners_px)

        def settle(self, *what: object) -> None:
            told.append(("settle", *what))

        def confirm(self, *what: object) -> None:
            told.append(("confirm", *what))

        def forget(self) -> None:
            told.append(("forget",))

    monkeypatch.setattr(camera_reader_module, "reader_of", lambda _: Noting())
    camera_reader = CameraReader(known)
    camera_reader.look(start_frame(0, 0.0))
    camera_reader.settle(0.0)
    camera_reader.confirm(0.0, {6: (5, 0)})
    camera_reader.forget()
    camera_reader.look(start_frame(1, 1.0))
    assert told == [("look", 0.0), ("settle", 0.0), ("confirm", 0.0, {6: (5, 0)}), ("forget",), ("look", 1.0)]
