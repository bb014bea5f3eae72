"""The companion on the device: button on a mock pin, looks through the inbox, views out."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.commands.run import TableSource
from companion.events import BoardSeen, ButtonPressed, Kind
from companion.games.backgammon import START
from companion.games.rules import Side
from companion.inbox import Inbox
from companion.record import Journal
from companion.recorder import Recorder
from companion.session import Terms
from companion.state import DiceSource, EndOfTurn
from companion.view import View
from companion.watcher import Eyes
from hardware.button import open_button
from tests.table import after, observed

TERMS = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
PIN = 17


class Companion:
    """The application without its camera and window: what a person does to it, and what it shows."""

    def __init__(self, folder: Path) -> None:
        self._rolls = iter([(3, 1), (6, 4), (5, 2)])
        self._now_s = 0.0
        self.journal = Journal(folder)
        self.header = self.journal.begin()
        recorder = Recorder(TERMS, self.journal, roll=lambda: next(self._rolls), clock=self._clock)
        self.table = TableSource(recorder, Eyes(), Inbox(), clock=self._clock)
        button = open_button(PIN, lambda at_s: self.table.inbox.post(ButtonPressed(at_s)), clock=self._clock)
        assert button is not None
        self.button = button
        self._pin = Device.pin_factory.pin(PIN)
        self._frame = 0

    def press(self, *, bounces: int = 0) -> View:
        self._now_s += 1.0
        for _ in range(bounces + 1):
            self._pin.drive_low()
            self._now_s += 0.001
            self._pin.drive_high()
            self._now_s += 0.001
        return self.view()

    def see(self, board: object) -> View:
        self._frame += 1
        self.table.inbox.post(BoardSeen(observed(board), self._frame, self._now_s))  # type: ignore[arg-type]
        return self.view()

    def view(self) -> View:
        view = self.table.poll()
        assert view is not None
        return view

    def told(self) -> list[Kind]:
        return [entry.event for entry in self.journal.entries(self.header.id)]

    def _clock(self) -> float:
        return self._now_s


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Companion]:
    Device.pin_factory = MockFactory()
    made = Companion(tmp_path)
    yield made
    made.button.close()
    made.journal.close()
    Device.pin_factory.close()
    Device.pin_factory = None


def test_a_press_rolls_and_the_roll_is_shown(device: Companion) -> None:
    device.see(START)
    view = device.press()
    assert (view.dice, view.on_roll, view.phase) == ((3, 1), Side.LIGHT, "phase.play")


def test_a_bouncing_contact_is_one_press(device: Companion) -> None:
    device.see(START)
    device.press(bounces=5)
    assert device.told() == [Kind.START, Kind.ROLL]


def test_a_turn_at_the_device(device: Companion) -> None:
    device.see(START)
    device.press()
    board = after(START, "31", "8/5 6/5")
    device.see(board)
    view = device.press()
    assert (view.phase, view.on_roll, view.last_play) == ("phase.roll", Side.DARK, "8/5 6/5")
    assert device.press().dice == (6, 4)
    assert device.told() == [Kind.START, Kind.ROLL, Kind.PLAY, Kind.ROLL]


def test_touching_the_screen_is_pressing_the_button(device: Companion) -> None:
    device.see(START)
    device.table.press()
    assert device.view().dice == (3, 1)


def test_undo_on_the_screen_brings_the_same_roll_back(device: Companion) -> None:
    device.see(START)
    device.press()
    device.see(after(START, "31", "8/5 6/5"))
    device.press()
    device.table.undo()
    view = device.view()
    assert (view.dice, view.phase) == ((3, 1), "phase.play")


def test_a_press_before_the_start_position_stands_is_only_logged(device: Companion) -> None:
    assert device.press().phase == "phase.start"
    assert device.told() == [Kind.NOTE]


def test_an_answer_on_the_screen_answers_the_question(device: Companion) -> None:
    device.see(START)
    device.table.answer(0)
    device.view()
    assert device.told() == [Kind.START, Kind.NOTE]


def test_the_service_runs_without_devices_and_stops_when_asked(tmp_path: Path) -> None:
    """No camera, no GPIO, no window: it says so in its log, goes on, and saves the match at the end."""
    words = [sys.executable, "-m", "companion", "run", "--headless", "--camera", str(tmp_path / "nowhere")]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(tmp_path / "data")}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert "the camera is lost" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        shown, log = process.communicate(timeout=30)
    assert process.returncode == 0, log
    assert "saved: " in shown
    assert log.count("goes on by touch") == 1
    assert "Traceback" not in log


def test_with_json_the_service_prints_one_object_and_nothing_else(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "run", "--headless", "--json", "--camera", str(tmp_path / "nowhere")]
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(tmp_path / "data")}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "told"))
        told.settimeout(30)
        environment["NOTIFY_SOCKET"] = str(tmp_path / "told")
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
            assert told.recv(100) == b"READY=1"
            process.send_signal(signal.SIGTERM)
            shown, log = process.communicate(timeout=30)
    assert process.returncode == 0, log
    assert Path(json.loads(shown)["out"]).exists()
