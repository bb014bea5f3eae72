"""The clock survives every end of the program, and nobody thinks for free: both games, on a clock put forward."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.table import TableSource
from companion.games.backgammon import BackgammonRules
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.match.events import (
    ButtonPressed,
    MoveEntered,
    NextGame,
    Paused,
    PlayEntered,
    Resumed,
    RollEntered,
    Ticked,
)
from companion.match.phases import Phase
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.terms import DraughtsTerms
from companion.record import Journal
from companion.record.entries import Kind
from companion.record.facts import Halted

RULES: Final = "tournament delay_s=2 reserve_per_point_s=20 reserve_less_per_point_scored_s=0"
BACKGAMMON: Final = Terms(
    names=("Anna", "Ben"), length=3, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.BOTH, asks=True, clock=True,
    rules=BackgammonRules(RuleSet.from_text(RULES)),
)  # fmt: skip
DRAUGHTS: Final = DraughtsTerms(("Anna", "Ben"), 1, asks=True, clock=True, time_s=60.0, increment_s=0.0)
FIRST_TURN: Final[dict[str, tuple[Any, tuple[Callable[[float], Any], ...]]]] = {
    "backgammon": (BACKGAMMON, (lambda t: RollEntered(3, 1, t), lambda t: PlayEntered("8/5 6/5", t))),
    "draughts": (DRAUGHTS, (NextGame, lambda t: MoveEntered("c3-d4", t))),
}
GAMES: Final = pytest.mark.parametrize("game", FIRST_TURN)


class Device:
    """A table without a camera, whose clock is put forward; ``end`` is an orderly one, and ``killed`` is none."""

    def __init__(self, folder: Path, now_s: float = 1000.0) -> None:
        self.now_s = now_s
        self.journal = Journal(folder)
        self.session = CurrentMatch(self.journal, folders=(folder,), blind=True, clock=lambda: self.now_s)

    @property
    def state(self) -> Any:
        return self.session.state

    def begun(self, game: str) -> Device:
        terms, acts = FIRST_TURN[game]
        self.session.begin(terms, {})
        for act in acts:
            self.session.recorder.take(act(self.now_s))
        return self

    def resumed(self, game: str) -> Device:
        assert self.session.go_on(FIRST_TURN[game][0], {})
        return self

    def waits(self, seconds: int, of_second: float = 0.0) -> None:
        for _ in range(seconds):
            self.now_s += 1.0
            self.session.recorder.take(Ticked(self.now_s))
        self.now_s += of_second

    def does(self, event: Callable[[float], Any]) -> None:
        self.session.recorder.take(event(self.now_s))

    def both(self, event: Callable[[float], Any]) -> None:
        """Both players want it: where it is not said who asks, both agree by asking once more."""
        self.does(event)
        self.does(event)

    @property
    def left(self) -> tuple[float, float]:
        """What the screen shows, to the millisecond."""
        light, dark = (self.state.clock.left_s(side, self.state.t) for side in Side)
        return round(light, 3), round(dark, 3)

    @property
    def delay(self) -> float:
        return float(round(self.state.clock.delay_left_s(self.state.t), 3))

    def end(self) -> None:
        self.session.end()
        self.journal.close()

    def killed(self) -> None:
        self.journal.close()


@GAMES
@pytest.mark.parametrize("seconds", [1, 7, 40])
def test_after_an_orderly_end_the_clock_is_exactly_as_it_was_shown(tmp_path: Path, game: str, seconds: int) -> None:
    first = Device(tmp_path).begun(game)
    first.waits(seconds, 0.4)
    left, delay = first.left, first.delay
    first.end()
    again = Device(tmp_path, 5.0).resumed(game)
    assert (again.left, again.delay) == (left, delay)
    again.waits(600)
    assert again.left == left, "nobody thinks before play goes on"


@GAMES
def test_after_a_power_cut_at_most_two_seconds_are_given_back(tmp_path: Path, game: str) -> None:
    first = Device(tmp_path).begun(game)
    first.waits(30, 0.9)
    used = 30.9 - (2.0 if game == "backgammon" else 0.0)
    first.killed()
    again = Device(tmp_path).resumed(game)
    assert 60.0 - used <= again.left[1] <= 60.0 - used + 2.0


@GAMES
def test_the_table_opens_paused_and_says_why_and_goes_on_from_there(tmp_path: Path, game: str) -> None:
    first = Device(tmp_path).begun(game)
    first.waits(10)
    left = first.left
    first.killed()
    again = Device(tmp_path, 77.0).resumed(game)
    assert again.state.phase is Phase.PAUSED
    assert again.state.shown.message.key == "notice.taken-up"
    halted = again.journal.entries(1)[-1]
    assert (halted.event, isinstance(halted.facts, Halted) and halted.facts.taken_up) == (Kind.NOTE, True)
    again.waits(30)
    again.both(Resumed)
    assert again.left == left
    again.waits(5)
    assert again.left[1] == left[1] - 5.0


@GAMES
def test_no_number_of_starts_gives_anything_back(tmp_path: Path, game: str) -> None:
    device = Device(tmp_path).begun(game)
    device.waits(3)
    for _ in range(10):
        device.waits(2)
        left = device.left
        device.killed()
        device = Device(tmp_path).resumed(game)
        assert device.left == left
        device.both(Resumed)
    device.waits(3)
    assert device.left[1] == 60.0 - (26.0 - (2.0 if game == "backgammon" else 0.0))


@GAMES
def test_a_flag_does_not_fall_while_the_program_is_off(tmp_path: Path, game: str) -> None:
    first = Device(tmp_path).begun(game)
    first.waits(55)
    first.end()
    again = Device(tmp_path, 100_000.0).resumed(game)
    again.waits(100)
    assert again.state.phase is Phase.PAUSED
    again.both(Resumed)
    again.waits(8)
    assert (again.state.phase, again.left[1]) == (Phase.MATCH_OVER, 0.0)


@GAMES
def test_a_game_that_was_paused_opens_as_it_was(tmp_path: Path, game: str) -> None:
    first = Device(tmp_path).begun(game)
    first.waits(10)
    first.both(Paused)
    first.waits(50)
    left, n = first.left, first.state.n
    first.end()
    again = Device(tmp_path).resumed(game)
    assert (again.left, again.state.phase, again.state.n) == (left, Phase.PAUSED, n)


def test_a_match_without_a_clock_is_played_on_at_once(tmp_path: Path) -> None:
    first = Device(tmp_path)
    first.session.begin(Terms(length=3, dice=DiceSource.BOTH, asks=True), {})
    first.does(lambda t: RollEntered(3, 1, t))
    first.killed()
    again = Device(tmp_path)
    assert again.session.go_on(Terms(length=3, dice=DiceSource.BOTH, asks=True), {})
    assert again.state.phase is Phase.TRYING


def test_a_restored_backup_and_an_older_mark_do_not_mix(tmp_path: Path) -> None:
    """The marks of a match that went on differently in another epoch count for nothing."""
    first = Device(tmp_path).begun("backgammon")
    first.waits(20)
    first.killed()
    with Journal(tmp_path) as journal:
        journal.delete(1)
        journal.undelete(1)  # it begins a new epoch
    again = Device(tmp_path).resumed("backgammon")
    assert again.left == (60.0, 60.0)


# --- nobody reads what is asked -----------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("has_window", [False, True])
def test_one_button_without_a_window_ends_the_pause_after_a_power_cut(
    tmp_path: Path, game: str, *, has_window: bool
) -> None:
    Device(tmp_path).begun(game).killed()
    again = Device(tmp_path).resumed(game)
    table = TableSource(again.session, CameraReader(attempts=None), Inbox(), clock=lambda: again.now_s)
    table.has_window = has_window
    table.happen(ButtonPressed(again.now_s))
    table.poll()
    question = again.state.shown.question
    if has_window:
        assert (again.state.phase, question.key) == (Phase.PAUSED, "question.go-on"), "both are asked, as they can read"
    else:
        assert (again.state.clock.runs, question) == (True, None)
        assert [entry.event for entry in again.journal.entries(1)][-3:] == [Kind.ASKED, Kind.ANSWERED, Kind.NOTE]


def test_of_two_buttons_without_a_window_each_player_presses_the_own_one(tmp_path: Path) -> None:
    Device(tmp_path).begun("backgammon").killed()
    again = Device(tmp_path).resumed("backgammon")
    table = TableSource(again.session, CameraReader(attempts=None), Inbox(), clock=lambda: again.now_s)
    table.has_window = False
    for side, phase in ((Side.LIGHT, Phase.PAUSED), (Side.LIGHT, Phase.PAUSED), (Side.DARK, Phase.MAY_DOUBLE)):
        table.happen(ButtonPressed(again.now_s, side))
        table.poll()
        assert again.state.phase is phase
