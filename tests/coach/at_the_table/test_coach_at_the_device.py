"""The coach in the running companion: who is asked when, what is shown, and what the match keeps of it."""

from __future__ import annotations

import importlib.util
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.table import TableSource
from companion.app.unfinished import newest_unfinished
from companion.coach.answering import answer
from companion.coach.at_the_table.events import HelpAsked, MineAsked
from companion.coach.at_the_table.shown import CoachShown, coach_shown
from companion.coach.teaching import Decision
from companion.games.backgammon import START
from companion.games.backgammon.scoring import Result
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.match.events import BoardSeen, ButtonPressed, Ended, Event, PlayEntered
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.match.view import View
from companion.record import Journal, Mode
from companion.record.entries import Kind
from tests.coach.fakes import ByNotation
from tests.commands.program import Program
from tests.patience import PATIENCE_S
from tests.states import backgammon
from tests.table import after, observed

pytestmark = pytest.mark.slow

TERMS = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True, mode=Mode.TRAINING)
BEST = "13/10 6/5"


class Answering:
    """A coach that answers as soon as the table is polled again.  ``lived``: what it was told to do."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.lived: list[str] = []
        self.asked: list[Decision] = []

    def wake(self) -> None:
        self.lived.append("wake")

    def ask(self, decision: Decision) -> None:
        self.asked.append(decision)
        self._inbox.post(replace(answer(decision, ByNotation()), at_s=1.0))

    def rest(self) -> None:
        self.lived.append("rest")


class Device:
    """The companion with a coach, without camera, window and button."""

    def __init__(self, folder: Path, terms: Terms = TERMS, *, goes_on: bool = False) -> None:
        inbox = Inbox()
        self.coach = Answering(inbox)
        self.journal = Journal(folder)
        rolls = iter([(3, 1), (6, 4), (5, 2)])
        self.session = CurrentMatch(
            self.journal,
            folders=(folder,),
            roll=lambda: next(rolls),
            coaches={Game.BACKGAMMON: self.coach},
            clock=lambda: 0.0,
        )
        if goes_on:
            header = newest_unfinished(self.journal, terms, {})
            assert header is not None
            self.session.take_up(header)
        else:
            self.session.begin(terms, {})
        self.table = TableSource(self.session, CameraReader(), inbox, clock=lambda: 0.0)

    def happen(self, *events: Event) -> View:
        for event in events:
            self.table.happen(event)
        for _ in range(3):  # what is asked on the way is answered on the way
            view = self.table.poll()
        assert isinstance(view, View)
        return view

    def opened(self) -> View:
        return self.happen(BoardSeen(observed(START), 1, 1.0), ButtonPressed(1.0))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path)
    yield made
    made.journal.close()


def test_the_coach_is_woken_when_a_match_in_training_begins(device: Device) -> None:
    assert device.coach.lived == ["wake"]
    assert device.coach.asked == []


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_without_training_no_coach_is_woken_and_none_is_asked(tmp_path: Path, mode: Mode) -> None:
    device = Device(tmp_path, replace(TERMS, mode=mode))
    device.opened()
    view = device.happen(HelpAsked(Side.LIGHT, 2.0), PlayEntered("8/5 6/5", 3.0), MineAsked(Side.LIGHT, 4.0))
    assert (device.coach.lived, device.coach.asked) == (["rest"], [])
    assert coach_shown(view) == CoachShown()
    assert Kind.NOTE not in [entry.event for entry in device.journal.entries(device.session.header.id)]
    device.journal.close()


def test_a_hint_is_asked_for_answered_shown_and_kept(device: Device) -> None:
    device.opened()
    view = device.happen(HelpAsked(Side.LIGHT, 2.0), HelpAsked(Side.LIGHT, 3.0))
    help_ = coach_shown(view).help
    assert help_ is not None
    assert (help_.play, coach_shown(view).helped, help_.waiting) == (BEST, (1, 0), False)
    view = device.happen(PlayEntered("8/5 6/5", 4.0))
    assert (coach_shown(view).help, [remark.best for remark in coach_shown(view).remarks]) == (None, [BEST])
    notes = [entry.details for entry in device.journal.entries(1) if entry.event is Kind.NOTE]
    assert [{**(note or {})} for note in notes] == [
        {"help": 1}, {"help": 2}, {"graded": 1.3, "theme": "points", "spoken": True},
    ]  # fmt: skip


def test_a_match_that_goes_on_wakes_the_coach_again(tmp_path: Path) -> None:
    before = Device(tmp_path)
    before.opened()
    before.happen(HelpAsked(Side.LIGHT, 2.0))
    before.journal.close()
    device = Device(tmp_path, goes_on=True)
    assert device.coach.lived == ["wake"]
    view = device.happen(BoardSeen(observed(START), 1, 9.0))
    assert [decision.side for decision in device.coach.asked] == [Side.LIGHT]
    assert (coach_shown(view).helped, coach_shown(view).landings != {}) == ((1, 0), True)
    device.journal.close()


def test_the_next_match_is_refereed_and_the_coach_rests(device: Device) -> None:
    device.opened()
    device.happen(Ended(Side.LIGHT, Result.SINGLE, 5.0))
    device.session.leave()
    device.session.begin(replace(TERMS, mode=Mode.REFEREED), {})
    asked = len(device.coach.asked)
    view = device.opened()
    assert (device.coach.lived, len(device.coach.asked)) == (["wake", "rest"], asked)
    assert coach_shown(view).tutored is None


def test_a_late_answer_to_a_match_in_training_is_nothing_to_a_refereed_one(device: Device) -> None:
    device.opened()
    late = replace(answer(device.coach.asked[0], ByNotation()), at_s=7.0)
    device.session.leave()
    device.session.begin(replace(TERMS, mode=Mode.REFEREED), {})
    device.opened()
    state = device.session.state
    view = device.happen(late)
    assert (coach_shown(view).help, device.session.state) == (None, state)


def test_the_match_file_holds_the_plays_and_nothing_of_the_coach(device: Device) -> None:
    device.opened()
    board = after(replace(START, on_roll=Side.LIGHT), "31", "8/5 6/5")
    device.happen(HelpAsked(Side.LIGHT, 2.0), PlayEntered("8/5 6/5", 4.0))
    assert backgammon(device.session.state).record.position.points == board.points
    out = device.session.write_file()
    assert out is not None
    text = out.read_text(encoding="utf-8")
    assert "31: 8/5 6/5" in text
    assert "graded" not in text


# --- the program -----------------------------------------------------------------------------------


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, by any of its threads."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found += map(int, listed.read_text(encoding="utf-8").split())
    return found


def until(program: Program, *, waits: str = "help") -> dict[str, Any]:
    """How things stand once the coach has answered."""
    given_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < given_up_s:
        told = program.tell()
        coach = told["coach"]
        assert coach is not None
        if waits == "help" and coach["help"] is not None and not coach["help"]["waiting"]:
            return told
        if waits == "remarks" and coach["remarks"] and not any(one["waiting"] for one in coach["remarks"]):
            return told
    raise AssertionError(f"the coach has not answered: {json.dumps(told)}")


@pytest.mark.skipif(
    importlib.util.find_spec("companion.coach.engines.builtin") is None, reason="there is no built-in engine yet"
)
def test_a_training_match_by_commands_with_the_engine_that_is_always_there(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[coach]\nengine = "builtin"\n', encoding="utf-8")
    with Program(tmp_path, "--new", "--mode", "training") as program:
        program.tell("roll 31", "hint", "hint", "hint", "hint", "counts")
        told = until(program)["coach"]
        assert told["help"]["plays"][0]["play"] == "8/5 6/5"
        assert told["help"]["reason"]
        assert told["counts"]["pips"] == [167, 167]
        program.tell("play 24/23 13/10", "mine")
        told = until(program, waits="remarks")["coach"]
        assert told["remarks"][0]["best"] == "8/5 6/5"
        program.kill()
    with Program(tmp_path) as again:
        assert again.tell()["coach"]["helped"] == [1, 0]
        again.quit()


def test_a_refereed_match_by_commands_has_no_coach_and_no_process_of_one(tmp_path: Path) -> None:
    with Program(tmp_path, "--new", "--mode", "refereed") as program:
        told = program.tell("roll 31", "hint", "mine", "counts")
        assert told["coach"] is None
        assert children_of(program.process.pid) == []
        assert program.quit().count("this is for training only") == 3


def test_a_match_in_training_has_a_process_beside_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Program(tmp_path, "--new", "--mode", "training") as program:
        program.tell("roll 31", "hint")
        until(program)
        assert children_of(program.process.pid)
        program.quit()
    assert "Traceback" not in capfd.readouterr().err
