"""Nothing is shown as played before it is on disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.events import BoardSeen, ButtonPressed, Entry, Kind
from companion.games.backgammon import START
from companion.record import EventLog, Journal, line, match_from_entries
from companion.recorder import Recorder
from companion.session import Terms
from companion.state import DiceSource, EndOfTurn, Phase
from tests.table import after, observed

BOARD = after(START, "31", "8/5 6/5")


def looks() -> list[BoardSeen]:
    seen = [observed(START), observed(START, "31"), observed(BOARD, "31")]
    return [BoardSeen(observation, frame, float(frame)) for frame, observation in enumerate(seen)]


def test_what_was_told_is_in_the_journal_and_in_the_event_log(tmp_path: Path) -> None:
    told: list[Entry] = []
    with Journal(tmp_path) as journal, EventLog(tmp_path / "events.jsonl") as log:
        header = journal.begin()
        recorder = Recorder(Terms(), journal, log=log, told=told.append)
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

        recorder = Recorder(Terms(), journal, told=told)
        for look in looks():
            recorder.take(look)
        assert recorder.state.n == 3


def test_the_state_stays_as_it_was_where_the_record_cannot_be_kept(tmp_path: Path) -> None:
    class FullDisk(Journal):
        def append(self, entry: Entry) -> None:
            raise StorageError(f"no space for entry {entry.n}")

    with FullDisk(tmp_path) as journal:
        journal.begin()
        recorder = Recorder(Terms(), journal)
        with pytest.raises(StorageError, match="entry 1"):
            recorder.take(looks()[0])
        assert recorder.state.phase is Phase.START


def test_electronic_dice_are_on_record_before_they_are_shown(tmp_path: Path) -> None:
    terms = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(terms, journal, roll=lambda: (3, 1))
        recorder.take(looks()[0])
        recorder.take(ButtonPressed(1.0))
        assert recorder.state.turn is not None
        assert journal.entries(header.id)[-1].dice == (3, 1)


def test_the_time_from_frame_to_verdict_is_on_record(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(Terms(), journal, clock=lambda: 10.25)
        recorder.take(looks()[0], began_s=10.0)
        assert journal.entries(header.id)[0].latency_ms == 250.0


def test_the_journal_folds_into_the_match_that_was_played(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Ann", "Bob"))
        recorder = Recorder(Terms(names=("Ann", "Bob")), journal)
        for look in looks():
            recorder.take(look)
        match = match_from_entries(header, journal.entries(header.id))
    (game,) = match.games
    (roll,) = game.actions
    assert str(getattr(roll, "play", None)) == "8/5 6/5"


def test_a_kill_at_any_moment_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    program = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from companion.record import Journal
        from companion.recorder import Recorder
        from companion.session import Terms
        from tests.test_recorder import looks

        with Journal(Path(sys.argv[1])) as journal:
            journal.begin()
            recorder = Recorder(Terms(), journal, told=lambda entry: print(entry.n, flush=True))
            for look in looks():
                recorder.take(look)
            sys.stdin.read()
        """
    )
    root = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, text=True, env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        shown = [int(process.stdout.readline()) for _ in range(3)]
        process.send_signal(signal.SIGKILL)
    with Journal(tmp_path) as journal:
        assert [entry.n for entry in journal.entries(1)] == shown
