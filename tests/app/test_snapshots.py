"""The pictures of a turn: which are kept, for how long, and that play never waits for them."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from companion.app.snapshots import MOST_BYTES, Corners, SnapshotLimits, SnapshotThread, SnapshotWriter, board_box
from companion.errors import StorageError
from companion.games.rules import Side
from companion.record.entries import Entry, Kind
from companion.record.machine import Machine
from companion.record.snapshot_files import (
    FOLDER,
    Kept,
    SnapshotFacts,
    SnapshotKind,
    all_kept,
    facts_in,
    keep,
    kept,
    too_many,
    too_old,
)
from hardware.camera import Frame
from hardware.frames import pictures_in
from hardware.pictures import Encoded, Plain

CORNERS: Final[Corners] = ((100.0, 80.0), (300.0, 80.0), (300.0, 230.0), (100.0, 230.0))
NOW_S: Final = 2_000_000_000.0
PLENTY: Final = 10**12


def frame(number: int, at_s: float | None = None) -> Frame:
    """A picture as bright as its number, without a texture."""
    image = np.full((300, 400, 3), number % 250, dtype=np.uint8)
    return Frame(Plain(image), float(number) if at_s is None else at_s, number, f"#{number}")


def noise(number: int) -> Frame:
    """A picture that compresses badly."""
    image = np.random.default_rng(number).integers(0, 256, (900, 1200, 3), dtype=np.uint8)
    return Frame(Plain(image), float(number), number, f"#{number}")


def machine(tmp_path: Path, now_s: float = NOW_S, *, keeps_time: bool = True) -> Machine:
    if keeps_time:
        (tmp_path / "dev" / "rtc0").mkdir(parents=True, exist_ok=True)
    return Machine(root=tmp_path, now=lambda: datetime.fromtimestamp(now_s, UTC))


def keeper(
    tmp_path: Path, limits: SnapshotLimits | None = None, *, free: int = PLENTY, now_s: float = NOW_S
) -> SnapshotWriter:
    made = SnapshotWriter(tmp_path, limits or SnapshotLimits(), free=lambda _: free, machine=machine(tmp_path, now_s))
    made.begin(1)
    return made


def looked(keeper: SnapshotWriter, *numbers: int) -> None:
    for number in numbers:
        keeper.shown(frame(number), CORNERS, looked=True)


def roll(n: int, at: int | None) -> Entry:
    return Entry(n, float(n), Kind.ROLL, at, Side.LIGHT, (3, 1))


def play(n: int, at: int | None, kind: Kind = Kind.PLAY) -> Entry:
    return Entry(n, float(n), kind, at, Side.LIGHT, (3, 1), "8/5 6/5")


def names(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / FOLDER / "1").iterdir())


def facts(path: Path) -> SnapshotFacts:
    found = facts_in(path.read_bytes())
    assert found is not None
    return found


def frames_of(tmp_path: Path) -> dict[str, int]:
    return {name: facts(tmp_path / FOLDER / "1" / name).frame for name in names(tmp_path)}


# --- which pictures ------------------------------------------------------------------------------


def test_a_turn_keeps_the_still_of_its_roll_the_one_before_and_the_one_it_was_judged_in(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 4, 5, 6, 7)
    one.on_entry(roll(2, 6))
    one.on_entry(play(3, 7))
    assert frames_of(tmp_path) == {"0001-before.jpg": 5, "0001-roll.jpg": 6, "0001-after.jpg": 7}


def test_the_still_before_a_roll_is_one_that_was_looked_at(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 4)
    one.shown(frame(5), CORNERS, looked=False)
    looked(one, 6)
    one.on_entry(roll(2, 6))
    assert frames_of(tmp_path)["0001-before.jpg"] == 4


def test_turns_are_counted_by_rolls_over_the_whole_match_also_when_it_is_taken_up_again(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.begin(1, [roll(1, None), play(2, None), roll(3, None)])
    looked(one, 4, 5)
    one.on_entry(roll(4, 5))
    assert "0003-roll.jpg" in names(tmp_path)


def test_an_illegal_play_and_its_correction_are_both_kept(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2, 3, 4)
    one.on_entry(roll(1, 2))
    one.on_entry(play(2, 3, Kind.ILLEGAL))
    one.on_entry(play(3, 4, Kind.CORRECTED))
    assert frames_of(tmp_path)["0001-after.jpg"] == 3
    assert frames_of(tmp_path)["0001-after-2.jpg"] == 4


def test_dice_that_read_otherwise_later_are_kept_beside_the_roll_as_first_seen(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2, 3)
    one.on_entry(roll(1, 2))
    one.on_entry(Entry(2, 2.0, Kind.EDIT, 3, Side.LIGHT, (3, 2)))
    assert (frames_of(tmp_path)["0001-roll.jpg"], frames_of(tmp_path)["0001-roll-2.jpg"]) == (2, 3)


def test_an_electronic_roll_has_the_still_before_it_and_no_picture_of_dice(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2)
    one.on_entry(roll(1, None))
    one.on_entry(play(2, 2))
    assert frames_of(tmp_path) == {"0001-before.jpg": 2, "0001-after.jpg": 2}


def test_a_play_entered_by_touch_keeps_the_newest_still(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2)
    one.shown(frame(3), CORNERS, looked=False)
    one.on_entry(play(2, None))
    assert frames_of(tmp_path) == {"0000-after.jpg": 2}


def test_a_picture_that_is_not_there_any_more_is_not_replaced_by_another(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2, 300)
    one.on_entry(roll(1, 2))
    assert all_kept(tmp_path) == ()


def test_after_the_camera_came_back_and_counts_anew_the_newest_frame_of_a_number_is_meant(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.shown(frame(3, at_s=10.0), CORNERS, looked=True)
    one.shown(frame(3, at_s=50.0), CORNERS, looked=True)
    one.on_entry(play(2, 3))
    assert facts(tmp_path / FOLDER / "1" / "0000-after.jpg").seen_at_s == 50.0


def test_a_picture_says_what_it_shows(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 6)
    one.on_entry(roll(5, 6))
    found = facts(tmp_path / FOLDER / "1" / "0001-roll.jpg")
    assert found == SnapshotFacts(1, 1, "roll", 5, 6, 6.0, "2033-05-18T03:33:20.000+00:00")


def test_only_the_boards_rectangle_is_kept(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 200)
    one.on_entry(play(1, 200))
    image = Encoded((tmp_path / FOLDER / "1" / "0000-after.jpg").read_bytes(), "kept").whole()
    assert board_box(CORNERS) == (84, 68, 316, 242)
    assert image.shape == (242 - 68, 316 - 84, 3)
    assert abs(float(image.mean()) - 200) < 3, "a viewer opens it, comment and all"


def test_a_board_at_the_pictures_edge_is_cut_there() -> None:
    assert board_box(((-20.0, 0.0), (400.0, 0.0), (400.0, 300.0), (-20.0, 300.0)))[:2] == (0, 0)


def test_no_picture_is_longer_than_agreed(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    one.shown(noise(1), ((0.0, 0.0), (1200.0, 0.0), (1200.0, 900.0), (0.0, 900.0)), looked=True)
    one.on_entry(play(1, 1))
    (found,) = all_kept(tmp_path)
    assert MOST_BYTES // 2 < found.size <= MOST_BYTES


# --- disputes ------------------------------------------------------------------------------------


def dispute(n: int, turn: int) -> Entry:
    return Entry(n, float(n), Kind.NOTE).with_details({"dispute": turn})


def test_a_dispute_keeps_the_last_thirty_seconds_with_their_times(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for half in range(100):
        one.shown(frame(half, at_s=half / 2), CORNERS, looked=half % 4 == 0)
    one.on_entry(dispute(9, 12))
    times = [picture.seen_at_s for picture in pictures_in(tmp_path / FOLDER / "1" / "dispute-12")]
    assert times == [at / 2 for at in range(39, 100)], "a recorded sequence like any other"


def test_looks_that_come_faster_are_thinned_for_a_dispute(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    for fifth in range(100):
        one.shown(frame(fifth, at_s=fifth / 5), CORNERS, looked=True)
    one.on_entry(dispute(9, 12))
    times = [picture.seen_at_s for picture in pictures_in(tmp_path / FOLDER / "1" / "dispute-12")]
    assert all(0.5 <= later - earlier <= 0.61 for earlier, later in pairwise(times))
    assert times[-1] == 19.8


def test_a_second_dispute_about_a_turn_is_kept_beside_the_first(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1)
    one.on_entry(dispute(1, 3))
    one.on_entry(dispute(2, 3))
    assert names(tmp_path) == ["dispute-3", "dispute-3-2"]


def test_all_pictures_of_a_disputed_turn_count_as_disputed(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    looked(one, 1, 2)
    one.on_entry(roll(1, 1))
    one.on_entry(roll(2, 2))
    one.on_entry(dispute(3, 1))
    assert {(still.turn, still.disputed) for still in kept(tmp_path, 1)} == {(1, True), (2, False)}


# --- how much is kept ----------------------------------------------------------------------------


def still(turn: int, *, match: int = 1, size: int = 10, changed_s: float = NOW_S, disputed: bool = False) -> Kept:
    return Kept(Path(f"{match}/{turn}"), match, turn, SnapshotKind.AFTER, size, changed_s, disputed)


def test_the_oldest_go_first_and_those_of_disputed_turns_last() -> None:
    stills = [still(1, disputed=True), still(2), still(3), still(9, match=0)]
    assert [one.turn for one in too_many(stills, excess=15)] == [9, 2]
    assert [one.turn for one in too_many(stills, excess=35)] == [9, 2, 3, 1]
    assert too_many(stills, excess=0) == []


def test_pictures_go_after_so_many_days() -> None:
    day = 86_400.0
    assert too_old([still(1, changed_s=NOW_S - 89 * day)], days=90, now_s=NOW_S) == []
    assert len(too_old([still(1, changed_s=NOW_S - 91 * day)], days=90, now_s=NOW_S)) == 1


def test_a_device_that_did_not_know_the_time_loses_no_pictures_when_it_learns_it() -> None:
    assert too_old([still(1, changed_s=3600.0)], days=90, now_s=NOW_S) == []


@pytest.mark.parametrize(("keeps_time", "left"), [(True, 0), (False, 1)])
def test_old_pictures_of_any_match_go_when_a_match_begins_if_the_clock_can_be_trusted(
    keeps_time: bool, left: int, tmp_path: Path
) -> None:
    one = SnapshotWriter(tmp_path, free=lambda _: PLENTY, machine=machine(tmp_path, keeps_time=keeps_time))
    one.begin(1)
    looked(one, 1)
    one.on_entry(play(1, 1))
    path = tmp_path / FOLDER / "1" / "0000-after.jpg"
    os.utime(path, (NOW_S - 100 * 86_400,) * 2)
    one.begin(2)
    assert len(all_kept(tmp_path)) == left
    assert path.parent.exists() is (left == 1)


def test_a_match_keeps_no_more_than_its_cap_and_gives_up_its_oldest_turns(tmp_path: Path) -> None:
    one = keeper(tmp_path, SnapshotLimits(per_match_mb=0.02))
    for number in range(1, 31):
        looked(one, number)
        one.on_entry(roll(number, number))
        if number == 2:
            one.on_entry(dispute(99, 1))
    found = kept(tmp_path, 1)
    assert sum(each.size for each in found) <= 20_000
    assert {each.turn for each in found if each.disputed} == {1}
    assert min(each.turn for each in found if not each.disputed) > 5
    assert max(each.turn for each in found) == 30


def test_where_the_disk_is_nearly_full_older_pictures_make_room(tmp_path: Path) -> None:
    free = [PLENTY]
    one = SnapshotWriter(tmp_path, SnapshotLimits(free_mb=1), free=lambda _: free[0], machine=machine(tmp_path))
    one.begin(1)
    looked(one, 1, 2)
    one.on_entry(play(1, 1))
    free[0] = 1_000_100
    one.on_entry(roll(2, 2))
    assert "0000-after.jpg" not in names(tmp_path)
    assert "0001-roll.jpg" in names(tmp_path)


def test_where_the_disk_is_full_no_picture_is_kept_and_it_is_said(tmp_path: Path) -> None:
    one = keeper(tmp_path, free=1000)
    looked(one, 1)
    with pytest.raises(StorageError, match="less than 500 MB are free"):
        one.on_entry(play(1, 1))


def test_a_picture_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(handle: int) -> None:
        raise OSError(28, "No space left on device", handle)

    one = keeper(tmp_path)
    looked(one, 1)
    monkeypatch.setattr("os.fsync", cut_short)
    for entry in (play(1, 1), dispute(2, 1)):
        with pytest.raises(StorageError, match=r"pictures .*No space left"):
            one.on_entry(entry)
    assert names(tmp_path) == []


def test_what_was_half_written_when_the_power_went_is_cleared_away(tmp_path: Path) -> None:
    one = keeper(tmp_path, SnapshotLimits(days=10_000))
    looked(one, 1)
    one.on_entry(play(1, 1))
    (tmp_path / FOLDER / "1" / ".0002-roll.jpg.part").write_bytes(b"\xff\xd8")
    (tmp_path / FOLDER / "1" / ".dispute-2.part").mkdir()
    one.begin(1)
    assert names(tmp_path) == ["0000-after.jpg"]


# --- on a thread of its own ----------------------------------------------------------------------


def test_what_is_posted_is_on_disk_when_the_keeper_has_stopped(tmp_path: Path) -> None:
    with SnapshotThread(keeper(tmp_path)) as stills:
        stills.begin(1, wanted=True)
        stills.looked(frame(1), CORNERS)
        stills.on_entry(roll(1, 1))
        stills.on_entry(play(2, 1))
    stills.stop()
    assert frames_of(tmp_path) == {"0001-roll.jpg": 1, "0001-after.jpg": 1}


def test_who_wants_no_pictures_has_none(tmp_path: Path) -> None:
    with SnapshotThread(keeper(tmp_path)) as stills:
        stills.begin(1, wanted=True)
        stills.looked(frame(1), CORNERS)
        stills.begin(2, wanted=False)
        stills.looked(frame(2), CORNERS)
        stills.frame(frame(3))
        for entry in (roll(1, 1), play(2, 2), dispute(3, 1)):
            stills.on_entry(entry)
        stills.begin(3, wanted=True)
        stills.on_entry(play(1, None))
    assert all_kept(tmp_path) == (), "nor is anything of before held in memory"


def test_frames_that_pass_are_taken_twice_a_second(tmp_path: Path) -> None:
    one = keeper(tmp_path)
    with SnapshotThread(one) as stills:
        stills.begin(1, wanted=True)
        stills.frame(frame(0))
        stills.looked(frame(0), CORNERS)
        for tenth in range(10, 30):
            stills.frame(frame(tenth, at_s=tenth / 10))
        stills.on_entry(dispute(1, 1))
    times = [picture.seen_at_s for picture in pictures_in(tmp_path / FOLDER / "1" / "dispute-1")]
    assert times == [0.0, 1.0, 1.5, 2.0, 2.5], "none before it is known where the board lies"


class Slow(SnapshotWriter):
    """Keeps nothing before it is let go."""

    def __init__(self, tmp_path: Path) -> None:
        super().__init__(tmp_path)
        self.go = threading.Event()

    def shown(self, frame: Frame, corners_px: Corners, *, looked: bool) -> None:
        self.go.wait(10)
        super().shown(frame, corners_px, looked=looked)


def test_play_never_waits_for_pictures(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    slow = Slow(tmp_path)
    with SnapshotThread(slow) as stills:
        stills.begin(1, wanted=True)
        for number in range(1000):
            stills.looked(frame(number), CORNERS)
            stills.on_entry(play(number, number))
        slow.go.set()
    assert [record.getMessage() for record in caplog.records] == [
        "a picture was not kept: too much waits to be written; play goes on", "pictures are kept again",
    ]  # fmt: skip
    caplog.clear()


def test_a_disk_that_fails_is_said_once_and_when_it_is_well_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    free = [0]
    one = SnapshotWriter(tmp_path, free=lambda _: free[0], machine=machine(tmp_path))
    with SnapshotThread(one) as stills:
        stills.begin(1, wanted=True)
        for number in range(3):
            stills.looked(frame(number), CORNERS)
            stills.on_entry(play(number, number))
    assert [record.getMessage()[:22] for record in caplog.records] == ["a picture was not kept"]
    assert "less than 500 MB are free" in caplog.records[0].getMessage()
    caplog.clear()


def test_a_broken_frame_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with SnapshotThread(keeper(tmp_path)) as stills:
        stills.begin(1, wanted=True)
        stills.looked(Frame(Encoded(b"no picture", "#1"), 1.0, 1, "#1"), CORNERS)
        stills.looked(frame(2), CORNERS)
        stills.on_entry(play(1, 2))
    assert frames_of(tmp_path) == {"0000-after.jpg": 2}
    assert "cannot be read as a picture" in caplog.records[0].getMessage()
    caplog.clear()


def test_a_picture_without_facts_has_none() -> None:
    assert facts_in(b"\xff\xd8\xff\xe0rest") is None
    assert facts_in(b"\xff\xd8\xff\xfe\x00\x05{x}") is None
    assert facts_in(b"") is None


def test_two_pictures_for_the_same_never_write_over_each_other(tmp_path: Path) -> None:
    content = b"\xff\xd8rest"
    shown = SnapshotFacts(1, 7, "after", 3, 4, 5.0, "")
    assert [keep(tmp_path, content, shown).name for _ in range(3)] == [
        "0007-after.jpg", "0007-after-2.jpg", "0007-after-3.jpg",
    ]  # fmt: skip
