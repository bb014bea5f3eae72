"""Whatever goes wrong with one look, or with one match on record, the table goes on, and nothing on record is lost."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.app.current_match import CurrentMatch
from companion.app.recorder import Recorder
from companion.app.running import not_resumed
from companion.cli import main
from companion.games.backgammon import START, Position
from companion.match.events import BoardSeen, ButtonPressed, Event
from companion.match.phases import PLAYING, Phase
from companion.match.session import Effect, State, Terms, begun, step
from companion.match.state import EndOfTurn
from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.settings.tree import Settings
from tests.commands.program import Process
from tests.commands.test_run import TERMS, Companion
from tests.table import LEFT, RIGHT, Table, after, observed, opened, position

LIFTED = Terms(asks=True, end_of_turn=EndOfTurn.LIFTED)
OPENED = after(START, "31", "8/5 6/5")
START_PICTURE = min((Path(__file__).parents[2] / "companion" / "demo" / "clip").glob("*.jpg"))


@pytest.fixture(autouse=True)
def pins() -> Iterator[None]:
    Device.pin_factory = MockFactory()
    yield
    Device.pin_factory.close()
    Device.pin_factory = None


# --- a look to which nothing leads -----------------------------------------------------------------


def rolled(dice: str = "65") -> tuple[Table, Position]:
    """A table at which Dark has rolled."""
    table, board = opened(LIFTED)
    for shown in ("31", "", ""):
        table.see(board, shown)
    table.see(board, dice, LEFT)
    assert table.state.phase in PLAYING
    return table, board


def test_a_board_to_which_no_play_leads_is_asked_about() -> None:
    """Everything lies elsewhere, and dice were thrown again and again: none of the turns can have been."""
    table, _ = rolled()
    scattered = position("2:5 4:4 7:6 | 9:-5 11:-4 14:-6")
    far = ((0.1, 0.1), (0.15, 0.9))
    for dice, places in (("21", RIGHT), ("43", far), *[("62", ((0.4, 0.1), (0.42, 0.9)))] * 6):
        table.see(scattered, dice, places)
    assert table.recorded()[3:] == ["dark roll 65", "dark asked"]
    assert table.state.shown.question is not None
    assert table.state.shown.question.key == "question.adrift"


# --- an error in one look ----------------------------------------------------------------------------


class Faulty:
    """The session, in which some events cannot be weighed."""

    def __init__(self, *frames: int) -> None:
        self._frames = frames

    def __call__(self, state: State, event: Event) -> tuple[State, Sequence[Effect]]:
        if isinstance(event, BoardSeen) and event.frame in self._frames:
            raise ZeroDivisionError("nobody thought of that")
        return step(state, event)


def test_a_look_that_cannot_be_weighed_is_logged_and_costs_that_look_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[Entry] = []
    seen = [(START, ""), (START, ""), (START, "31"), (START, "31"), (OPENED, "31")]
    looks = [BoardSeen(observed(board, dice), frame, float(frame)) for frame, (board, dice) in enumerate(seen)]
    with Journal(tmp_path) as journal:
        header = journal.begin()
        recorder = Recorder(begun(Terms()), journal, Faulty(1, 2), on_entry=told.append)
        for look in looks:
            recorder.take(look)
        kept = journal.entries(header.id)
    assert [entry.event for entry in kept] == [Kind.START, Kind.ROLL, Kind.PLAY]
    first, last = caplog.records
    assert (first.levelno, last.levelno) == (logging.ERROR, logging.WARNING)
    assert repr(looks[1].observation) in first.getMessage()
    assert "after entry 1, in phase opening" in first.getMessage()
    assert first.exc_info is not None
    assert last.getMessage() == "looks can be weighed again; events left out: 2"


def test_a_press_that_cannot_be_weighed_does_not_end_the_evening_either(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(state: State, event: Event) -> tuple[State, Sequence[Effect]]:
        if isinstance(event, ButtonPressed):
            raise AssertionError
        return step(state, event)

    with Journal(tmp_path) as journal:
        journal.begin()
        recorder = Recorder(begun(Terms()), journal, broken)
        recorder.take(ButtonPressed(1.0))
        recorder.take(BoardSeen(observed(START), 0, 2.0))
    assert recorder.state.phase is Phase.OPENING
    assert "ButtonPressed(at_s=1.0" in caplog.text


def test_a_board_that_cannot_be_compared_after_a_break_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> bool:
        raise ZeroDivisionError("nobody thought of that")

    put_back(tmp_path, kill_in="the game")
    again = Companion(tmp_path, goes_on=True)
    with monkeypatch.context() as patch:
        patch.setattr("companion.app.backgammon_game.record_sync.shows_another_board", broken)
        again.see(OPENED)
    assert "nobody thought of that" in caplog.text
    assert again.session.to_compare, "the next look is compared"
    again.see(OPENED)
    assert not again.session.to_compare
    again.close()


# --- a match that was interrupted -------------------------------------------------------------------


def put_back(folder: Path, *, kill_in: str = "putting back") -> Position:
    """A journal of a match in which the plug was pulled, while the board was put back as on record."""
    first = Companion(folder)
    first.see(START)
    first.tell("roll 31", "play 8/5 6/5")
    lies = after(after(OPENED, "64", "24/14"), "55", "13/3(2)")
    if kill_in == "putting back":
        first.tell("put-back")
        first.see(lies)
        assert first.phase() is Phase.PUTTING_BACK
        assert first.session.state.shown.back is not None
    first.close()  # the journal as it lies there: nothing is written at the end
    return lies


def test_a_match_killed_while_the_board_was_put_back_goes_on_putting_it_back(tmp_path: Path) -> None:
    lies = put_back(tmp_path)
    again = Companion(tmp_path, goes_on=True)
    assert again.phase() is Phase.PUTTING_BACK
    again.see(lies)
    state = again.session.state
    assert state.shown.back is not None
    assert state.record.position == OPENED
    assert {3, 11, 13} <= set(state.shown.back.left)
    again.see(OPENED)
    assert again.phase() is Phase.MAY_DOUBLE
    again.close()


def test_the_program_starts_again_after_it_was_killed_while_the_board_was_put_back(tmp_path: Path) -> None:
    """The camera sees the start position, which the record has not."""
    put_back(tmp_path / "data")
    (tmp_path / "camera").mkdir()
    for number in range(3):
        shutil.copy(START_PICTURE, tmp_path / "camera" / f"{number}.jpg")
    words = ["run", "--headless", "--camera", str(tmp_path / "camera"), "--control", "--json"]
    with Process(main, words, COMPANION_DATA=str(tmp_path / "data")) as process:
        for line in process.stderr:
            if "the board is calibrated" in line:
                break
        notice = ""
        while not notice.startswith("Please restore the marked"):
            process.stdin.write("show\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())
            assert told.get("phase", "putting-back") == "putting-back"
            notice = told.get("notice") or ""
        process.terminate()
        _, log = process.communicate()
        assert process.poll() == 0, log
    assert "Traceback" not in log


def test_a_match_whose_record_cannot_be_followed_is_named_and_left_alone_and_another_begins(tmp_path: Path) -> None:
    put_back(tmp_path, kill_in="the game")
    with Journal(tmp_path) as journal:
        journal.resume(1)
        last = journal.entries(1)[-1]
        journal.append(replace(last, n=last.n + 1, event=Kind.TAKE))  # of a double that nobody offered
        kept = journal.entries(1)
    words = ["run", "--headless", "--camera", "none", "--control"]
    with Process(main, words, COMPANION_DATA=str(tmp_path)) as process:
        said, log = process.communicate("quit\n")
        assert process.poll() == 0, log
    assert "match 2 begins: Light - Dark" in said
    assert (
        f"match 1 (Light - Dark) cannot be resumed, and stays on record as it is: journal entry {last.n + 1} (take)"
        in log
    )
    assert "Traceback" not in log
    with Journal(tmp_path) as journal:
        assert journal.entries(1) == kept


def test_the_first_screen_says_which_match_could_not_be_resumed(tmp_path: Path) -> None:
    put_back(tmp_path, kill_in="the game")
    with Journal(tmp_path) as journal:
        journal.resume(1)
        last = journal.entries(1)[-1]
        journal.append(replace(last, n=last.n + 1, event=Kind.TAKE))
        session = CurrentMatch(journal, folders=(tmp_path,))
        assert not_resumed(session, Settings()) == ""
        assert not session.go_on(TERMS, {})
        assert not_resumed(session, Settings()) == (
            "The match Light – Dark cannot be resumed. It stays in the archive as it is."
        )
        session.begin(TERMS, {})
        assert (session.number, session.state.phase) == (2, Phase.SETTING_UP)


@pytest.mark.parametrize(
    "content",
    [
        b"[]\n",
        b'{"id": 1, "started": "", "names": ["a", "b"], "length": 0, "mode": "refereed", "rules": "x", "terms": {}}\n',
        b'{"id": 1, "started": "2026-11-20T19:30:00+00:00", "names": ["a", "b"], "length": 0, "mode": "refereed",'
        b' "rules": "x", "terms": {}}\n[1]\n',
        b"\xff\n",
    ],
)
def test_a_file_of_unwritten_entries_that_makes_no_sense_is_left_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    path = tmp_path / "unwritten-20261120-1-to-2.jsonl"
    path.write_bytes(content)
    with Journal(tmp_path) as journal:
        session = CurrentMatch(journal, folders=(tmp_path,))
        session.take_in()
        session.begin(TERMS, {})
    assert f"{path} is left as it is" in caplog.text
    caplog.clear()
    assert path.read_bytes() == content
