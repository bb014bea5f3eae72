"""Nothing is shown as played before it is on disk."""

from __future__ import annotations

import json
import logging
import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app.recorder import Recorder
from companion.errors import StorageError
from companion.games.backgammon import START
from companion.games.rules import Side
from companion.lab.bench.failing import FAILURES, Disk, failing
from companion.match.actions import appended
from companion.match.events import Answered, BoardSeen, ButtonPressed, DiceRolled, Event
from companion.match.session import Effect, RollDice, State, Terms, begun, resumed, step
from companion.record import EventLog, Journal, line, match_from_entries
from companion.record.entries import Entry, Kind
from companion.record.facts import RollOff
from companion.record.rescue import take_in
from hardware.dice_source import fair_roll
from tests.table import after, observed

BOARD = after(START, "31", "8/5 6/5")


def looks() -> list[BoardSeen]:
    seen = [observed(START), observed(START, "31"), observed(BOARD, "31")]
    return [BoardSeen(observation, frame, float(frame)) for frame, observation in enumerate(seen)]


def test_what_was_told_is_in_the_journal_and_in_the_event_log(tmp_path: Path) -> None:
    told: list[Entry] = []
    with Journal(tmp_path) as journal, EventLog(tmp_path / "events.jsonl") as log:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, step, log=log, on_entry=told.append)
        for look in looks():
            recorder.take(look)
        kept = journal.entries(header.id)
    assert [entry.event for entry in kept] == [Kind.START, Kind.ROLL, Kind.PLAY]
    assert list(kept) == told
    written = [json.loads(text) for text in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert written == [line(entry) for entry in told]


def test_an_entry_is_on_disk_before_anybody_is_told_and_before_the_state_shows_it(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()

        def told(entry: Entry) -> None:
            with Journal(tmp_path) as other:
                assert entry in other.entries(header.id)
            assert recorder.state.n < entry.n

        recorder = Recorder(begun(Terms()), journal, step, on_entry=told)
        for look in looks():
            recorder.take(look)
        assert recorder.state.n == 3


def test_the_state_stays_as_it_was_where_the_record_cannot_be_kept(tmp_path: Path) -> None:
    disk = Disk()
    with Journal(tmp_path, connect=disk.connect) as journal:
        journal.begin()
        recorder = Recorder(begun(Terms()), journal, step)
        before = recorder.state
        disk.lock_writing(locked=True)
        with pytest.raises(StorageError, match="entry 1 was not written"):
            recorder.take(looks()[0])
        assert recorder.state == before
        disk.lock_writing(locked=False)
        recorder.take(looks()[0])
        assert recorder.state.n == 1


def test_the_time_from_frame_to_verdict_is_on_record(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, step, clock=lambda: 10.25)
        recorder.take(looks()[0], began_s=10.0)
        assert journal.entries(header.id)[0].latency_ms == 250.0


def test_turns_that_nobody_saw_and_that_are_told_otherwise_later_are_written(tmp_path: Path) -> None:
    """A slow camera: Dark's 64 and Light's 52 are over when it looks again."""
    later = after(after(BOARD, "64", "24/14"), "52", "13/8 13/11*")
    seen = [
        *looks(),
        BoardSeen(observed(later), 3, 3.0),
        BoardSeen(observed(after(later, "53", "bar/22 13/8")), 4, 4.0),
    ]
    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, step, goes_on=True)
        for look in seen:
            recorder.take(look)
        kept = journal.entries(header.id)
    assert (recorder.trouble, recorder.unwritten) == (None, ())
    assert [entry.n for entry in kept] == list(range(1, recorder.state.n + 1))
    told = [entry.event for entry in kept]
    assert told[told.index(Kind.UNDO) :][:3] == [Kind.UNDO, Kind.ILLEGAL, Kind.STOOD]
    assert resumed(Terms(), kept).record.position == recorder.state.record.position


def test_an_event_whose_entries_do_not_follow_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def forgetful(state: State, event: Event) -> tuple[State, list[Effect]]:
        state, effects = decided(state, event)
        return state, effects[1:] if isinstance(event, Answered) else effects

    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, forgetful, roll=lambda: (6, 4), goes_on=True)
        recorder.take(ButtonPressed(1.0))
        recorder.take(Answered(0, 2.0))
        recorder.take(ButtonPressed(3.0))
        kept = journal.entries(header.id)
    assert [(entry.n, entry.event) for entry in kept] == [(1, Kind.ROLL), (2, Kind.ROLL)]
    assert recorder.unwritten == ()
    assert len(caplog.messages) == 1


def test_the_journal_folds_into_the_match_that_was_played(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Ann", "Bob"))
        recorder = Recorder(begun(Terms(names=("Ann", "Bob"))), journal, step)
        for look in looks():
            recorder.take(look)
        match = match_from_entries(header, journal.entries(header.id))
    (game,) = match.games
    (roll,) = game.actions
    assert str(getattr(roll, "play", None)) == "8/5 6/5"


# --- electronic dice: drawn, on disk, shown, used once -----------------------------------------------


def decided(state: State, event: Event) -> tuple[State, list[Effect]]:
    """A session in short: a press asks for a roll, a roll is told, an answer is three entries, a look is none."""
    match event:
        case ButtonPressed():
            return state, [RollDice()]
        case DiceRolled(first, second):
            roll = Entry(state.n + 1, state.t, Kind.ROLL, side=Side.LIGHT, dice=(first, second))
            return replace(state, n=roll.n), [roll]
        case Answered(choice):
            return _three(state, choice)
        case _:
            return state, []


def _three(state: State, choice: int) -> tuple[State, list[Effect]]:
    effects: list[Effect] = []
    for place in range(3):
        state, entries = appended(state, Kind.NOTE, others={"answer": choice, "place": place})
        effects += entries
    return state, effects


def recorder_of(journal: Journal, **others: Any) -> Recorder[State]:
    facts: dict[str, Any] = {
        "state": begun(Terms()), "decide": decided, "goes_on": True, "clock": lambda: 0.0, **others
    }  # fmt: skip
    return Recorder(journal=journal, **facts)


def test_a_roll_is_on_disk_before_it_happens(tmp_path: Path) -> None:
    drawn: list[tuple[int, int]] = []

    def checked(state: State, event: Event) -> tuple[State, list[Effect]]:
        if isinstance(event, DiceRolled):
            with Journal(tmp_path) as other:
                drawn.extend(draw.numbers for draw in other.draws())
        return decided(state, event)

    with Journal(tmp_path) as journal:
        journal.begin()
        Recorder(begun(Terms()), journal, checked, roll=lambda: (6, 4)).take(ButtonPressed(1.0))
        (draw,) = journal.draws()
        assert drawn == [(6, 4)]
        assert (draw.numbers, draw.entry_n, draw.recorded) == ((6, 4), 1, (6, 4))


def test_a_roll_that_was_drawn_when_the_power_went_is_not_rolled_anew(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.draw(2, 1)
    with Journal(tmp_path) as journal:
        journal.resume(1)
        recorder = recorder_of(journal, roll=lambda: (6, 6))
        recorder.take(ButtonPressed(1.0))
        recorder.take(ButtonPressed(2.0))
        assert [entry.dice for entry in journal.entries(1)] == [(2, 1), (6, 6)]
        assert all(draw.entry_n for draw in journal.draws())


def test_opening_rolls_that_are_equal_are_used_as_well(tmp_path: Path) -> None:
    def tied(state: State, event: Event) -> tuple[State, list[Effect]]:
        if isinstance(event, DiceRolled) and event.first == event.second:
            return appended(state, Kind.NOTE, RollOff(event.first))
        return decided(state, event)

    rolls = iter([(4, 4), (3, 1)])
    with Journal(tmp_path) as journal:
        journal.begin()
        recorder = recorder_of(journal, roll=lambda: next(rolls), decide=tied)
        recorder.take(ButtonPressed(1.0))
        recorder.take(ButtonPressed(2.0))
        assert [(draw.numbers, draw.entry_n) for draw in journal.draws()] == [((4, 4), 1), ((3, 1), 2)]
        assert journal.unused_draw() is None


def test_a_roll_that_the_session_does_not_take_waits_for_the_next_press(tmp_path: Path) -> None:
    deaf = True

    def deafened(state: State, event: Event) -> tuple[State, list[Effect]]:
        return (state, []) if deaf and isinstance(event, DiceRolled) else decided(state, event)

    rolls = iter([(5, 2), (6, 6)])
    with Journal(tmp_path) as journal:
        journal.begin()
        recorder = recorder_of(journal, roll=lambda: next(rolls), decide=deafened)
        recorder.take(ButtonPressed(1.0))
        recorder.take(Answered(0, 2.0))
        deaf = False
        recorder.take(ButtonPressed(3.0))
        assert journal.entries(1)[-1].dice == (5, 2)


# --- a disk that does not follow: play goes on, and nothing is lost ----------------------------------


def until_it_fails(recorder: Recorder[State]) -> None:
    """A full disk has room left in its last page."""
    for at_s in range(200):
        recorder.take(Answered(at_s, float(at_s)))
        if recorder.trouble:
            return
    raise AssertionError("the disk never failed")


SAID: Final = {
    "full disk": "disk is full",
    "full disk with room for a roll": "disk is full",
    "read-only disk": "readonly database",
    "locked by another process": "is locked",
    "broken disk": "I/O error",
}


@pytest.mark.parametrize("failure", FAILURES)
def test_play_goes_on_where_the_disk_fails_and_all_is_written_in_order_when_it_can_be(
    failure: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk()
    told: list[Entry] = []
    now_s = [0.0]
    rolls = iter([(6, 4), (3, 1)])
    log = EventLog(tmp_path / "events.jsonl")
    with log, Journal(tmp_path, connect=disk.connect, patience_s=0.0) as journal:
        journal.begin()
        recorder = recorder_of(journal, log=log, on_entry=told.append, roll=lambda: next(rolls), clock=lambda: now_s[0])
        recorder.take(Answered(0, 0.0))
        with failing(failure, disk, tmp_path / "journal.sqlite3"):
            until_it_fails(recorder)
            recorder.take(ButtonPressed(300.0))
            recorder.take(Answered(1, 301.0))
            recorder.take(ButtonPressed(302.0))
            assert SAID[failure] in str(recorder.trouble)
            kept = len(journal.entries(1))
            assert [entry.n for entry in recorder.unwritten] == list(range(kept + 1, recorder.state.n + 1))
            assert [entry.n for entry in told] == list(range(1, kept + 1)), "only what is on disk is told"
            assert kept % 3 == 0, "whole steps"
            assert len((tmp_path / "events.jsonl").read_text().splitlines()) == kept
        now_s[0] = 12.5
        recorder.retry()
        assert (recorder.trouble, recorder.unwritten) == (None, ())
        entries = journal.entries(1)
    assert [entry.n for entry in entries] == [entry.n for entry in told] == list(range(1, recorder.state.n + 1))
    assert (entries[-1].event, entries[-1].details) == (Kind.NOTE, {"in_memory_s": 12.5})
    shown = [(entry.dice, entry.details) for entry in entries if entry.event is Kind.ROLL]
    assert shown == [((6, 4), {"draw": 1}), ((3, 1), {"draw": 2})]
    written = [json.loads(text)["n"] for text in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert written == [entry.n for entry in entries]
    assert len(caplog.messages) == 1, "said once"


def test_a_roll_on_disk_whose_entry_waits_is_not_rolled_a_second_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk, rolls = Disk(), iter([(6, 4), (3, 1)])
    with Journal(tmp_path, connect=disk.connect) as journal:
        journal.begin()
        recorder = recorder_of(journal, roll=lambda: next(rolls))
        with failing("full disk with room for a roll", disk, tmp_path / "journal.sqlite3"):
            recorder.take(ButtonPressed(1.0))
            assert [draw.entry_n for draw in journal.draws()] == [None]
            recorder.take(ButtonPressed(2.0))
        recorder.retry()
        assert [entry.dice for entry in journal.entries(1)[:2]] == [(6, 4), (3, 1)]
        assert [draw.entry_n for draw in journal.draws()] == [1, 2]
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("seed", range(8))
def test_whenever_and_however_the_disk_fails_the_record_is_what_happened(seed: int, tmp_path: Path) -> None:
    failed_at_random(random.Random(seed), tmp_path)


def failed_at_random(source: random.Random, folder: Path) -> None:
    """Sixty events, among them failures of the disk; then compares all of it."""
    logging.disable(logging.WARNING)
    happened: list[Entry] = []
    told: list[Entry] = []

    def noticed(state: State, event: Event) -> tuple[State, list[Effect]]:
        state, effects = decided(state, event)
        happened.extend(effect for effect in effects if isinstance(effect, Entry))
        return state, effects

    disk, wrong, path = Disk(), ExitStack(), folder / "journal.sqlite3"
    try:
        with Journal(folder, connect=disk.connect, patience_s=0.0) as journal, EventLog(folder / "events") as log:
            journal.begin()
            recorder = recorder_of(
                journal, roll=lambda: fair_roll(source), decide=noticed, on_entry=told.append, log=log
            )
            for at_s in range(60):
                match source.randrange(8):
                    case 0:
                        wrong.close()
                        wrong.enter_context(failing(source.choice(list(FAILURES)), disk, path))
                    case 1:
                        wrong.close()
                    case 2:
                        recorder.retry()
                    case 3 | 4:
                        recorder.take(Answered(at_s, float(at_s)))
                    case _:
                        recorder.take(ButtonPressed(float(at_s)))
            wrong.close()
            recorder.retry()
            entries, draws = journal.entries(1), journal.draws()
    finally:
        logging.disable(logging.NOTSET)
    assert (recorder.trouble, recorder.unwritten) == (None, ())
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    assert list(entries) == told
    assert [json.loads(text) for text in (folder / "events").read_text().splitlines()] == [
        line(entry) for entry in told
    ]
    kept = {entry.n: entry for entry in entries}
    assert [(kept[entry.n].event, kept[entry.n].dice) for entry in happened] == [
        (entry.event, entry.dice) for entry in happened
    ]
    rolls = [entry for entry in entries if entry.event is Kind.ROLL]
    assert [(draw.entry_n, draw.numbers) for draw in draws] == [(entry.n, entry.dice) for entry in rolls]


def test_each_event_tries_to_write_what_waits(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    with Journal(tmp_path, connect=disk.connect) as journal:
        journal.begin()
        recorder = recorder_of(journal)
        disk.lock_writing(locked=True)
        recorder.take(Answered(0, 0.0))
        disk.lock_writing(locked=False)
        recorder.take(Answered(1, 1.0))
        assert recorder.trouble is None
        told = [(entry.details or {}) for entry in journal.entries(1)]
    assert [values.get("answer", "gap") for values in told] == [0, 0, 0, "gap", 1, 1, 1]
    assert len(caplog.messages) == 1


def test_a_commit_that_was_reported_as_failed_but_reached_the_disk_is_not_written_twice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Forgetful(Journal):
        fails = False

        def append_all(self, entries: Sequence[Entry]) -> None:
            super().append_all(entries)
            if self.fails:
                raise StorageError("the answer of the disk was lost")

    with Forgetful(tmp_path) as journal:
        journal.begin()
        recorder = recorder_of(journal)
        journal.fails = True
        recorder.take(Answered(0, 0.0))
        assert len(recorder.unwritten) == 3
        journal.fails = False
        recorder.retry()
        assert recorder.trouble is None
        assert [entry.n for entry in journal.entries(1)] == [1, 2, 3, 4]
    assert len(caplog.messages) == 1


def test_a_journal_that_is_damaged_while_a_match_is_played_is_written_anew_with_all_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk()
    with Journal(tmp_path, connect=disk.connect) as journal:
        header = journal.begin(names=("Ann", "Bob"), terms={"dice": "both"})
        recorder = recorder_of(journal, roll=lambda: (6, 4))
        for number in range(60):
            recorder.take(Answered(number, float(number)))
        recorder.take(ButtonPressed(60.0))
        disk.fail("BEGIN", "database disk image is malformed", sqlite3.SQLITE_CORRUPT)
        recorder.take(Answered(60, 61.0))
        assert "malformed" in str(recorder.trouble)
        disk.heal()
        assert disk.database is not None
        disk.database.execute("PRAGMA wal_checkpoint (TRUNCATE)")
        path = tmp_path / "journal.sqlite3"
        whole = path.read_bytes()
        path.write_bytes(whole[: 4 * 4096] + bytes(len(whole) - 4 * 4096))
        recorder.retry()
        assert (recorder.trouble, recorder.unwritten) == (None, ())
        (kept,) = journal.matches()
        assert (kept.names, kept.terms) == (header.names, header.terms)
        assert [entry.n for entry in journal.entries(1)] == list(range(1, recorder.state.n + 1))
        assert [draw.entry_n for draw in journal.draws()] == [181]
    assert (tmp_path / "journal.sqlite3.damaged-1").exists()
    assert len(caplog.messages) == 2


def test_a_full_disk_under_the_events_file_does_not_hold_up_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path) as journal, EventLog(tmp_path / "events.jsonl") as log:
        journal.begin()
        recorder = recorder_of(journal, log=log)
        with monkeypatch.context() as patch:
            patch.setattr(log, "_write", _failing)
            recorder.take(Answered(0, 0.0))
            recorder.take(Answered(1, 1.0))
            assert recorder.trouble is not None
            assert "events file" in recorder.trouble
            assert (recorder.unwritten, len(journal.entries(1))) == ((), 6)
        recorder.retry()
        assert recorder.trouble is None
        assert len((tmp_path / "events.jsonl").read_text().splitlines()) == 6
        assert len(journal.entries(1)) == 6, "nothing was in memory only, so there is no note of it"
    assert len(caplog.messages) == 1


def _failing(content: bytes) -> None:
    raise OSError(28, f"No space left on device for {len(content)} bytes")


@pytest.mark.parametrize("ready_made", [False, True], ids=["no folder yet", "an older match in it"])
def test_a_match_can_begin_where_nothing_can_be_written_yet(
    ready_made: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "card" / "data"
    if ready_made:
        with Journal(folder) as journal:
            journal.begin()
        (tmp_path / "card").rename(tmp_path / "drawer")
    (tmp_path / "card").touch()  # where the folder is to be, is none
    with Journal(folder, goes_on=True) as journal:
        assert journal.begin(names=("Ann", "Bob"), terms={"clock": True}).id == 0
        recorder = recorder_of(journal, roll=lambda: (6, 4))
        recorder.take(Answered(0, 0.0))
        recorder.take(ButtonPressed(1.0))
        assert "cannot be opened, expected a writable folder" in str(recorder.trouble)
        assert len(recorder.unwritten) == 4
        (tmp_path / "card").unlink()
        if ready_made:
            (tmp_path / "drawer").rename(tmp_path / "card")
        recorder.retry()
        assert recorder.trouble is None
        assert journal.standing is not None
        assert (journal.standing.id, journal.standing.terms) == (1 + ready_made, {"clock": True})
        assert [entry.n for entry in journal.entries(journal.standing.id)] == [1, 2, 3, 4, 5]
        assert [draw.entry_n for draw in journal.draws()] == [4]
    assert len(caplog.messages) == 1


def test_what_is_still_in_memory_at_the_end_comes_back_at_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk()
    with Journal(tmp_path, connect=disk.connect) as journal:
        journal.begin()
        recorder = recorder_of(journal)
        assert recorder.rescued([tmp_path]) is None
        recorder.take(Answered(0, 0.0))
        disk.lock_writing(locked=True)
        recorder.take(Answered(1, 1.0))
        path = recorder.rescued([tmp_path])
    assert path is not None
    with Journal(tmp_path) as journal:
        take_in(journal, path)
        assert [entry.n for entry in journal.entries(1)] == [1, 2, 3, 4, 5, 6]
    assert len(caplog.messages) == 1


def test_a_journal_of_a_newer_companion_is_never_played_past(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    other = sqlite3.connect(tmp_path / "journal.sqlite3")
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(StorageError, match="newer companion"):
        Journal(tmp_path, goes_on=True)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        first = recorder_of(journal)
        first.take(Answered(0, 0.0))
    with Journal(tmp_path) as journal:
        journal.resume(1)
        second = recorder_of(journal, state=first.state, so_far=journal.entries(1))
        second.take(Answered(1, 1.0))
        assert [entry.n for entry in journal.entries(1)] == [1, 2, 3, 4, 5, 6]


# --- killed ----------------------------------------------------------------------------------------


def test_a_kill_at_any_moment_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from companion.record import Journal
        from companion.app.recorder import Recorder
        from companion.match.session import State, Terms, begun, step
        from tests.app.test_recorder import looks

        with Journal(Path(sys.argv[1])) as journal:
            journal.begin()
            recorder = Recorder(begun(Terms()), journal, step, on_entry=lambda entry: print(entry.n, flush=True))
            for look in looks():
                recorder.take(look)
            sys.stdin.read()
        """
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, text=True, env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        shown = [int(process.stdout.readline()) for _ in range(3)]
        process.send_signal(signal.SIGKILL)
    with Journal(tmp_path) as journal:
        assert [entry.n for entry in journal.entries(1)] == shown
