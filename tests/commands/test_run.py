"""The companion of the table: button on a mock pin, looks through the inbox, commands in, views out."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Thread, get_ident

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.recorded_sequence import begin
from companion.app.snapshots import SnapshotThread, SnapshotWriter
from companion.app.table import Console, TableSource
from companion.app.unfinished import newest_unfinished
from companion.cli import main
from companion.errors import InputError
from companion.games.backgammon import START
from companion.games.rules import Side
from companion.match.events import Answered, BoardSeen, ButtonPressed, NextGame, UndoAsked
from companion.match.phases import Phase
from companion.match.session import State, Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.match.view import View
from companion.record import Journal
from companion.record.entries import Kind
from companion.record.facts import PlayCame
from hardware.button import open_button
from tests.commands.program import Program, companion
from tests.patience import PATIENCE_S
from tests.table import after, observed

TERMS = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
PIN = 17
OPENED = after(START, "31", "8/5 6/5")


class Companion:
    """The application without its camera and window: what a person does to it, and what it shows."""

    def __init__(self, folder: Path, terms: Terms = TERMS, *, goes_on: bool = False, blind: bool = False) -> None:
        self._rolls = iter([(3, 1), (6, 4), (5, 2)])
        self.now_s = 0.0
        self.journal = Journal(folder, goes_on=True, patience_s=0.0)
        self.announced: list[str] = []
        self._read, self._write = os.pipe()
        self.session = CurrentMatch(
            self.journal,
            folders=(folder, folder / "elsewhere"),
            announce=self.announced.append,
            roll=lambda: next(self._rolls),
            blind=blind,
            clock=self._clock,
        )
        if goes_on:
            header = newest_unfinished(self.journal, terms, {})
            assert header is not None
            self.session.take_up(header)
        else:
            self.session.begin(terms, {})
        self.console = Console(self._read)
        self.table = TableSource(self.session, CameraReader(), Inbox(), console=self.console, clock=self._clock)
        button = open_button(PIN, lambda at_s: self.table.inbox.post(ButtonPressed(at_s)), clock=self._clock)
        assert button is not None
        self.button = button
        self._pin = Device.pin_factory.pin(PIN)
        self._frame = 0

    def press(self, *, bounces: int = 0) -> View:
        self.now_s += 1.0
        for _ in range(bounces + 1):
            self._pin.drive_low()
            self.now_s += 0.001
            self._pin.drive_high()
            self.now_s += 0.001
        return self.view()

    def see(self, board: object) -> View:
        self._frame += 1
        self.table.inbox.post(BoardSeen(observed(board), self._frame, self.now_s))  # type: ignore[arg-type]
        return self.view()

    def tell(self, *lines: str) -> State:
        """Type lines, and let them happen."""
        os.write(self._write, "".join(f"{line}\n" for line in lines).encode())
        self.view()
        assert isinstance(self.session.state, State)
        return self.session.state

    def view(self) -> View:
        view = self.table.poll()
        assert isinstance(view, View)
        return view

    def phase(self) -> Phase:
        phase = self.session.state.phase
        assert isinstance(phase, Phase)
        return phase

    def recorded(self) -> list[Kind]:
        """What is on record, without how far a play has come."""
        entries = self.journal.entries(self.session.header.id)
        return [entry.event for entry in entries if not isinstance(entry.facts, PlayCame)]

    def close(self) -> None:
        self.button.close()
        self.journal.close()
        os.close(self._read)
        os.close(self._write)

    def _clock(self) -> float:
        return self.now_s


@pytest.fixture(autouse=True)
def pins() -> Iterator[None]:
    Device.pin_factory = MockFactory()
    yield
    Device.pin_factory.close()
    Device.pin_factory = None


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path)
    yield made
    made.close()


def test_a_press_rolls_and_the_roll_is_shown(device: Companion) -> None:
    device.see(START)
    view = device.press()
    assert (view.dice, view.on_roll, view.phase) == ((3, 1), Side.LIGHT, "phase.play")


def test_a_bouncing_contact_is_one_press(device: Companion) -> None:
    device.see(START)
    device.press(bounces=5)
    assert device.recorded() == [Kind.START, Kind.ROLL]


def test_a_turn_at_the_device(device: Companion) -> None:
    device.see(START)
    device.press()
    board = after(START, "31", "8/5 6/5")
    device.see(board)
    device.press()
    view = device.see(board)
    assert (view.phase, view.on_roll, view.last_play) == ("phase.roll", Side.DARK, "8/5 6/5")
    assert device.press().dice == (6, 4)
    assert device.recorded() == [Kind.START, Kind.ROLL, Kind.PLAY, Kind.ROLL]


def test_touching_the_screen_is_pressing_the_button(device: Companion) -> None:
    device.see(START)
    device.table.happen(ButtonPressed(device.table.now_s()))
    assert device.view().dice == (3, 1)


def test_undo_on_the_screen_brings_the_same_roll_back(device: Companion) -> None:
    device.see(START)
    device.press()
    device.press()
    device.see(OPENED)
    device.table.happen(UndoAsked(device.table.now_s()))
    device.view()
    device.table.happen(Answered(0, device.table.now_s()))
    view = device.view()
    assert (view.dice, view.phase) == ((3, 1), "phase.play")


def test_a_press_before_the_start_position_stands_is_only_logged(device: Companion) -> None:
    assert device.press().phase == "phase.start"
    assert device.recorded() == [Kind.NOTE]


def test_an_answer_on_the_screen_answers_the_question(device: Companion) -> None:
    device.see(START)
    device.table.happen(Answered(0, device.table.now_s()))
    device.view()
    assert device.recorded() == [Kind.START, Kind.NOTE]


# --- commands --------------------------------------------------------------------------------------


def test_a_whole_game_is_told_by_commands(device: Companion) -> None:
    state = device.tell("roll 31", "play 8/5 6/5", "press", "play 8/5 6/5", "double", "take", "end dark gammon")
    assert state.record.score == (0, 0), "both have to agree"
    state = device.tell("answer 1")
    assert state.record.score == (0, 4)
    assert device.recorded() == [
        *(Kind.START, Kind.ROLL, Kind.PLAY, Kind.ROLL, Kind.PLAY, Kind.DOUBLE, Kind.TAKE),
        *(Kind.ASKED, Kind.ANSWERED, Kind.RESIGN, Kind.ANSWERED, Kind.GAME_OVER),
    ]  # fmt: skip


def test_a_bad_line_is_answered_by_one_sentence_and_changes_nothing(
    device: Companion, capsys: pytest.CaptureFixture[str]
) -> None:
    device.tell("roll 31")
    before, n = device.session.state, len(device.recorded())
    device.tell("rol 31", "roll 37", "play 8-5", "answer 1", "edit 1 roll", "position x light", "end light", "show me")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 8
    assert all(line.startswith("companion run: ") for line in said)
    assert device.session.state == before
    assert len(device.recorded()) == n


def test_a_question_is_printed_with_numbers_and_answered_by_one(
    device: Companion, capsys: pytest.CaptureFixture[str]
) -> None:
    device.tell("roll 31", "play 8/5 6/5", "double")
    assert capsys.readouterr().out.splitlines()[-3:] == ["? Take or drop?", "  1: Take", "  2: Drop"]
    assert device.tell("answer 2").record.score == (0, 1)


def test_show_tells_how_things_stand(device: Companion, capsys: pytest.CaptureFixture[str]) -> None:
    device.tell("roll 31")
    capsys.readouterr()
    device.tell("show")
    shown = capsys.readouterr().out
    assert "phase trying, Light to act, 3-1, 1 roll" in shown
    assert f"position {START.id()}, cube 1 in the middle" in shown


def test_the_end_of_the_commands_ends_the_run(device: Companion, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    lines.write_bytes(b"roll 31\nplay 8/5 6/5")
    with lines.open("rb") as file:
        console = Console(file.fileno())
        assert console.lines() + console.lines() == ["roll 31", "play 8/5 6/5", "quit"]
    device.tell("roll 31", "quit", "play 8/5 6/5")
    assert device.table.finished()
    assert device.recorded() == [Kind.START, Kind.ROLL]


# --- one match after the other ---------------------------------------------------------------------


def test_an_unfinished_match_goes_on_as_it_was_under_the_terms_it_was_begun_with(tmp_path: Path) -> None:
    terms = replace(TERMS, names=("Ann", "Ben"), length=5, clock=True, patience_s=3.0)
    first = Companion(tmp_path, terms)
    before = first.tell("roll 31", "play 8/5 6/5", "roll 64")
    first.close()
    again = Companion(tmp_path, TERMS, goes_on=True)
    state = again.session.state
    assert again.announced == ["match 1 is resumed: Ann - Ben, to 5 points, refereed, tournament; score 0-0, game 1, "
                               "Ben to act"]  # fmt: skip
    assert (state.terms, state.phase, state.record.position, state.n) == (
        terms,
        Phase.PAUSED,
        before.record.position,
        before.n + 1,
    )
    assert again.tell("resume", "answer 1").phase is Phase.TRYING
    assert again.tell("play 24/14").phase is Phase.MAY_DOUBLE
    again.close()


@pytest.mark.parametrize(("lines", "answer", "score"), [("double", "answer 2", (1, 0)), ("resign", "answer 1", (0, 3))])
def test_what_awaited_an_answer_is_asked_again_after_a_break(
    tmp_path: Path, lines: str, answer: str, score: tuple[int, int]
) -> None:
    said = "double" if lines == "double" else "resign light backgammon"
    first = Companion(tmp_path)
    first.tell("roll 31", "play 8/5 6/5", "roll 64", "play 24/14", *([said] if lines == "resign" else []))
    if lines == "double":
        first.tell("double")
    first.close()
    again = Companion(tmp_path, goes_on=True)
    assert again.tell(answer).record.score == score
    again.close()


def test_a_finished_match_and_one_that_has_not_begun_do_not_go_on(tmp_path: Path) -> None:
    first = Companion(tmp_path, replace(TERMS, length=1))
    first.tell("end light single", "roll 31", "end light single", "answer 1", "new")
    assert len(first.journal.matches()) == 2
    assert newest_unfinished(first.journal, TERMS, {}) is None, "it was begun on other terms, and nothing happened"
    found = newest_unfinished(first.journal, first.session.state.terms, {})
    assert found is not None
    assert found.id == 2
    begin(first.journal, replace(TERMS, asks=False))
    assert newest_unfinished(first.journal, TERMS, {}) is None, "a recorded sequence is not taken up"
    first.close()


def test_a_rematch_is_another_match_on_the_same_terms(tmp_path: Path) -> None:
    device = Companion(tmp_path, replace(TERMS, length=1))
    device.tell("roll 31", "end dark single", "answer 1")
    assert device.phase() is Phase.MATCH_OVER
    device.table.happen(NextGame(device.table.now_s()))
    device.view()
    assert device.session.header.id == 2
    assert device.phase() is Phase.SETTING_UP
    assert device.session.state.terms == replace(TERMS, length=1)
    assert (tmp_path / "matches" / "1.mat").exists()
    assert device.tell("roll 31").n == 2
    device.close()


def test_new_is_refused_while_a_game_is_being_played(device: Companion) -> None:
    device.tell("roll 31")
    with pytest.raises(InputError, match="the game is not over"):
        device.session.again()
    assert device.session.header.id == 1


# --- the board after a break -----------------------------------------------------------------------


def after_a_break(folder: Path, board: object, *lines: str) -> Companion:
    first = Companion(folder)
    first.see(START)
    first.tell("roll 31", *lines)
    first.close()
    again = Companion(folder, goes_on=True)
    again.see(board)
    return again


def test_a_board_that_lies_as_on_record_is_passed_over_in_silence(tmp_path: Path) -> None:
    again = after_a_break(tmp_path, OPENED, "play 8/5 6/5")
    assert again.session.state.phase is Phase.MAY_DOUBLE
    assert Kind.NOTE not in again.recorded()
    again.close()


def test_a_play_that_was_made_before_the_break_counts_as_such(tmp_path: Path) -> None:
    again = after_a_break(tmp_path, OPENED)
    assert again.session.state.phase in (Phase.TRYING, Phase.COMPLETE)
    again.close()


def test_a_board_that_lies_otherwise_is_put_back_point_by_point(tmp_path: Path) -> None:
    spilled = after(OPENED, "64", "24/14")
    again = after_a_break(tmp_path, after(spilled, "55", "13/3(2)"), "play 8/5 6/5")
    assert again.phase() is Phase.PUTTING_BACK
    message = again.session.state.shown.message
    assert message is not None
    assert {3, 11, 13} <= set(message.points)
    again.see(OPENED)
    assert again.phase() is Phase.MAY_DOUBLE
    again.close()


# --- the disk --------------------------------------------------------------------------------------


def test_play_goes_on_while_the_disk_does_not_follow_and_the_record_is_whole_afterwards(
    device: Companion, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    device.tell("roll 31")
    other = sqlite3.connect(tmp_path / "journal.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    state = device.tell("play 8/5 6/5", "roll 64")
    assert state.phase is Phase.TRYING
    assert device.view().trouble is not None
    other.execute("ROLLBACK")
    other.close()
    device.now_s += 1.5
    assert device.view().trouble is None
    assert device.recorded()[:4] == [Kind.START, Kind.ROLL, Kind.PLAY, Kind.ROLL]
    assert [record.levelname for record in caplog.records if record.levelname == "WARNING"] == ["WARNING"]
    caplog.clear()


def test_what_could_not_be_written_is_taken_in_at_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = Companion(tmp_path)
    first.tell("roll 31")
    other = sqlite3.connect(tmp_path / "journal.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first.tell("play 8/5 6/5")
    first.session.keep()
    first.close()
    other.execute("ROLLBACK")
    other.close()
    with Journal(tmp_path) as journal:
        session = CurrentMatch(journal, folders=(tmp_path, tmp_path / "elsewhere"))
        session.take_in()
        recorded = [entry.event for entry in journal.entries(1)]
    assert recorded == [Kind.START, Kind.ROLL, Kind.PLAY]
    assert "the next start takes it in" in caplog.text
    caplog.clear()


def test_time_passes_once_a_second(device: Companion) -> None:
    device.see(START)
    device.tell("roll 31")
    for _ in range(4):
        device.now_s += 100.0
        device.view()
    assert device.session.state.phase is Phase.PAUSED, "nothing has happened for five minutes"


def test_pictures_are_kept_of_a_match_whose_players_want_them(tmp_path: Path) -> None:
    class Told(SnapshotThread):
        begun: Sequence[tuple[int, int, bool]] = ()

        def begin(self, match_id, entries=(), *, wanted):  # type: ignore[no-untyped-def]
            self.begun = (*self.begun, (match_id, len(tuple(entries)), wanted))

    stills = Told(SnapshotWriter(tmp_path))
    with Journal(tmp_path) as journal:
        session = CurrentMatch(journal, folders=(tmp_path,), stills=stills)
        session.begin(TERMS, {"pictures": False})
        session.begin(TERMS, {"pictures": True})
        session.tick()
    assert stills.begun == ((1, 0, False), (2, 0, True))


# --- the program -----------------------------------------------------------------------------------


def test_a_match_is_set_up_played_disputed_corrected_killed_resumed_finished_and_exported(tmp_path: Path) -> None:
    with Program(tmp_path, "--new", "--names", "Ann,Ben", "--length", "3", "--clock", "--mode", "recorded") as first:
        first.tell("roll 31", "play 8/5 6/5", "roll 64", "play 24/14", "dispute", "resume")
        before = first.tell("edit 2 play 24/18 13/9", "roll 52", "play 13/8 13/11", "double")
        assert (before["turn"], before["phase"]) == (3, "doubled")
        before = first.tell("answer 1", "press")
        assert before["phase"] == "trying"
        first.kill()

    with Program(tmp_path, "--length", "7") as again:
        after_it = again.tell()
        assert (after_it["phase"], after_it["clock"]) == ("paused", before["clock"])
        after_it = again.tell("resume")
        recorded = ("match", "names", "length", "mode", "position", "dice", "on_roll", "cube", "score", "turn", "phase")
        assert {key: after_it[key] for key in recorded} == {key: before[key] for key in recorded}
        assert again.tell("end light gammon", "answer 1")["phase"] == "match-over"
        again.quit()

    out = tmp_path / "match.mat"
    companion(tmp_path, "archive", "export", "1", "--mat", "--out", str(out))
    assert "24/18 13/9" in out.read_text(encoding="utf-8")
    assert json.loads(companion(tmp_path, "verify", "--json", str(out)))["ok"] is True
    (listed,) = companion(tmp_path, "archive", "list", "--json").splitlines()
    assert json.loads(listed)["finished"] is True


def test_a_power_cut_gives_no_thinking_time_back(tmp_path: Path) -> None:
    """The one test with real seconds: all others put the clock forward (tests/app/test_clock_survives.py)."""
    rules = "tournament delay_s=1 reserve_per_point_s=200 reserve_less_per_point_scored_s=0"
    match = ("--new", "--names", "Ann,Ben", "--length", "3", "--clock", "--rules", rules)
    with Program(tmp_path, *match) as first:
        first.tell("roll 31", "play 8/5 6/5")
        shown = first.tell()["clock"]
        while shown[1] > 597.5:
            time.sleep(0.1)
            shown = first.tell()["clock"]
        first.kill()
    with Program(tmp_path) as again:
        state = again.tell()
        assert state["phase"] == "paused"
        assert state["clock"][0] == shown[0]
        assert state["clock"][1] <= shown[1] + 2.0
        again.quit()


def test_two_companions_do_not_attend_one_data_folder(tmp_path: Path) -> None:
    with Program(tmp_path) as first:
        first.tell("roll 31")
        with pytest.raises(subprocess.CalledProcessError) as caught:
            companion(tmp_path, "run", "--headless", "--camera", "none")
        first.quit()
    assert caught.value.returncode == 2
    assert "another companion runs on this data folder" in caught.value.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--names", "Ann"), "expected two names"),
        (("--names", "Ann,Ben\nBob"), "expected one line of text"),
        (("--length", "-1"), "'match.length' is -1, expected a number from 0 to 64"),
        (("--rules", "chess"), "rule set 'chess'"),
    ],
)
def test_terms_that_cannot_be_are_refused_before_anything_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, str], said: str
) -> None:
    status = main(["run", "--headless", "--camera", "none", "--data-dir", str(tmp_path / "data"), *words])
    assert status == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "data" / "matches").exists()


def test_a_signal_may_stop_the_table_at_any_moment(device: Companion) -> None:
    """Its handler runs between any two steps of the loop, and may wait for nothing that the loop holds."""

    def stop(number: int, frame: object) -> None:
        del number, frame
        device.table.stop()

    def ask() -> None:
        # To this thread alone: another one might take a signal up only when its handler is being put back.
        for _ in range(5_000):
            signal.pthread_kill(asked, signal.SIGUSR1)

    asked = get_ident()
    before = signal.signal(signal.SIGUSR1, stop)
    asking = Thread(target=ask)
    try:
        asking.start()
        while asking.is_alive():
            device.table.wait(1e-6)
    finally:
        asking.join()
        signal.pthread_sigmask(signal.SIG_BLOCK, ())  # what was sent is handled when the kernel returns
        signal.signal(signal.SIGUSR1, before)
    assert device.table.finished()


def test_the_service_runs_without_devices_and_stops_when_asked(tmp_path: Path) -> None:
    """No camera, no GPIO, no window: it says so in its log, goes on, and saves the match at the end."""
    words = [sys.executable, "-m", "companion", "run", "--headless", "--camera", str(tmp_path / "nowhere")]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(tmp_path / "data")}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert "match 1 begins: Light - Dark, for money" in process.stdout.readline()
        assert "the camera is lost" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        shown, log = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, log
    assert "saved: " not in shown, "there was no roll"
    assert log.count("goes on by touch") == 1
    assert "Traceback" not in log


def test_with_json_the_service_prints_one_object_and_nothing_else(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "run", "--headless", "--json", "--camera", str(tmp_path / "nowhere")]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(tmp_path / "data")}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as recorded:
        recorded.bind(str(tmp_path / "told"))
        recorded.settimeout(PATIENCE_S)
        environment["NOTIFY_SOCKET"] = str(tmp_path / "told")
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
            assert recorded.recv(100) == b"READY=1"
            process.send_signal(signal.SIGTERM)
            shown, log = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, log
    assert json.loads(shown)["out"] is None, "there was no roll"
