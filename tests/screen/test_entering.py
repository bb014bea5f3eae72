"""Plays entered on the game's own board, where no camera sees them: at the table, in lessons, against the engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.backgammon import STANDARD, BackgammonRules, Dice, legal_plays
from companion.games.backgammon import START as BOARD
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.backgammon.table import place_of
from companion.games.rules import BAR, TRAY, Side
from companion.match.any_seen import Camera
from companion.match.events import (
    ButtonPressed,
    CameraBack,
    CameraLost,
    DiceRolled,
    Event,
    PlayEntered,
    PlayPrepared,
    RollEntered,
)
from companion.match.phases import OVER, Phase
from companion.match.session import Terms
from companion.match.state import DiceSource
from companion.match.terms import Strength
from companion.match.view import AnswerShown, QuestionShown, TurnShown, View, view_of
from companion.practice.view import ExerciseStage, practice_shown
from companion.record.entries import Kind
from companion.record.helping import GUARD
from companion.record.journal import Mode
from companion.screen.turn_pages import correction, play_page
from companion.screen.widgets.fields import Chair
from companion.texts import Language
from tests.practice.device import Device
from tests.screen.conftest import NOW_S, Stage
from tests.screen.entering import drag, tap
from tests.screen.frames import pass_frames
from tests.screen.overflow import bare_boards, cut_off
from tests.screen.test_overflow import faults, speak
from tests.screen.views import BLIND, START
from tests.table import Table, after

SIZES = [(800, 480), (480, 800)]


def blind_table(**terms: object) -> Table:
    table = Table(Terms(asks=True, **terms))  # type: ignore[arg-type]
    table.happen(CameraLost("none", 0.5))
    table.happen(CameraBack(0.6))
    table.state = table.state.with_seen(camera=Camera.NONE)  # there has never been one
    return table


@pytest.fixture(autouse=True)
def nothing_entered(stage: Stage) -> None:
    stage.lay(START)


def fields(stage: Stage, *, opposite: bool = False) -> set[str]:
    half = stage.screen.ids.upper if opposite else stage.screen.ids.lower
    return set(half.fields)


def action(stage: Stage, *, opposite: bool = False) -> str:
    half = stage.screen.ids.upper if opposite else stage.screen.ids.lower
    return str(half.fields["action"].text)


def entry(stage: Stage) -> PlayEntry:
    found: PlayEntry = stage.screen.ids.board.entry
    return found


def entered(stage: Stage) -> str:
    return entry(stage).steps.text()


# --- touches ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_a_play_is_tapped_undone_dragged_and_told_with_one_touch(stage: Stage, size: tuple[int, int]) -> None:
    name = "x".join(map(str, size))
    stage.resize(*size)
    stage.lay(BLIND)
    stage.keep(f"entering-before-{name}")
    assert action(stage) == "List"
    assert {"pause", "dispute"} <= fields(stage)
    assert tap(stage, 24) == []
    assert (entered(stage), fields(stage) & {"pause", "dispute", "back", "back-all"}) == ("24/18", {"back"})
    assert tap(stage, 13) == [PlayPrepared("24/18 13/8", NOW_S)]
    assert {"back", "back-all"} <= fields(stage)
    stage.keep(f"entering-whole-{name}")
    assert stage.touch_field("back") == [PlayPrepared(None, NOW_S)]
    assert entered(stage) == "24/18"
    stage.touch_field("back")
    assert entered(stage) == "Cannot Move"
    assert {"pause", "dispute"} <= fields(stage)
    assert drag(stage, 24, 13, keep=f"entering-drag-{name}") == [PlayPrepared("24/13", NOW_S)]
    assert tap(stage, 13) == [PlayPrepared(None, NOW_S)]
    assert entered(stage) == "Cannot Move", "there is no other way for it"
    tap(stage, 13, 13)
    stage.touch_field("back-all")
    assert entered(stage) == "Cannot Move"
    tap(stage, 24, 13)
    assert stage.touch_field("Done") == [PlayEntered("24/18 13/8", NOW_S, by=Side.LIGHT)]


def test_both_chairs_enter_on_the_one_board_and_only_who_plays_has_the_fields(stage: Stage) -> None:
    dark = replace(BLIND, on_roll=Side.DARK, last_side=Side.LIGHT)
    stage.lay(dark)
    assert tap(stage, 1, 12) == [PlayPrepared("24/18 13/8", NOW_S)]
    assert "back" not in fields(stage)
    assert stage.touch_field("Done", opposite=True) == [PlayEntered("24/18 13/8", NOW_S, by=Side.DARK)]


def test_what_is_entered_stays_while_the_roll_does(stage: Stage) -> None:
    stage.lay(BLIND)
    tap(stage, 24)
    stage.lay(replace(BLIND, score=(1, 0)))
    assert entered(stage) == "24/18"
    stage.lay(replace(BLIND, dice=(4, 2)))
    assert entered(stage) == "Cannot Move"
    stage.lay(replace(BLIND, phase="phase.roll", dice=None, rolled=False))
    assert entry(stage) is None
    assert tap(stage, 24) == []


def test_while_a_question_stands_nothing_is_entered_and_what_is_entered_is_seen(stage: Stage) -> None:
    stage.lay(BLIND)
    tap(stage, 24, 13)
    asked = QuestionShown(GUARD, (AnswerShown("answer.yes"), AnswerShown("answer.no")), frozenset({Side.LIGHT}))
    stage.lay(replace(BLIND, question=asked))
    tap(stage, 8)
    assert entered(stage) == "24/18 13/8"
    assert "back" not in fields(stage)


def test_where_landings_are_is_seen_under_the_finger_in_every_mode(stage: Stage) -> None:
    from kivy.tests.common import UnitTestTouch

    board = stage.screen.ids.board
    for mode in (Mode.REFEREED, Mode.RECORDED, Mode.TRAINING):
        stage.lay(START)
        stage.lay(replace(BLIND, mode=mode))
        before = stage.picture()
        finger = UnitTestTouch(*board.layout.point(13).center)
        finger.touch_down()
        assert board.lifted == 13
        assert board.shown.landings == (2, 7, 8)
        now = stage.picture()
        x, y = (round(at) for at in board.layout.checker(7, Side.LIGHT, 0))
        around = (slice(x - 9, x + 10), slice(y - 9, y + 10))
        assert (abs(now[around] - before[around]).max(axis=2) > 30).mean() > 0.1, "a ring on the 7 point"
        stage.keep(f"entering-landings-{mode.name.lower()}")
        finger.touch_up()
        assert board.shown.landings == ()


def test_a_trembling_finger_taps_once_and_quick_taps_play_a_double(stage: Stage) -> None:
    stage.lay(replace(BLIND, dice=(1, 1)))
    tap(stage, 6)
    tap(stage, 6, after_s=0.05)
    assert entered(stage) == "6/5"
    tap(stage, 6, 8, 8, after_s=0.2)
    assert entered(stage) == "8/7(2) 6/5(2)"


def test_a_touch_is_drawn_at_once(stage: Stage) -> None:
    """Within a tenth of a second from the finger to the picture."""
    took_s = []
    stage.lay(BLIND)
    stage.picture()
    for spot in (24, 13, 8, 6, 13, 24):
        began_s = time.perf_counter()
        tap(stage, spot)
        stage.picture()
        took_s.append(time.perf_counter() - began_s)
    print("ms from finger to picture:", [round(1000 * each) for each in took_s])
    assert min(took_s) < 0.1


def test_a_roll_that_leaves_no_play_is_passed_with_one_touch(stage: Stage) -> None:
    closed = replace(BLIND, points=(*(0,) * 18, *(-2,) * 6), bar=(1, 0), off=(14, 3))
    stage.lay(closed)
    assert action(stage) == "No move"
    assert stage.touch_field("action") == [PlayEntered("Cannot Move", NOW_S, by=Side.LIGHT)]


def test_checkers_come_in_and_are_borne_off_by_taps_and_drags(stage: Stage) -> None:
    stage.lay(replace(BLIND, bar=(1, 0)))
    tap(stage, 24)
    assert entered(stage) == "Cannot Move", "first the one on the bar"
    tap(stage, BAR)
    assert entered(stage) == "bar/20", "its 6 is closed"
    bearing = replace(BLIND, points=(0, 0, 0, 0, 2, 3, *(0,) * 15, -2, -3, 0), off=(10, 10))
    stage.lay(bearing)
    tap(stage, 6)
    drag(stage, 5, TRAY)
    assert entered(stage) == "6/off 5/off"
    assert stage.screen.ids.board.shown.off == (12, 10)


def test_a_board_on_which_a_play_is_entered_is_not_veiled_where_the_camera_is_lost(stage: Stage) -> None:
    stage.lay(replace(BLIND, camera_lost=True))
    assert not stage.screen.ids.board.shown.camera_lost
    stage.lay(replace(BLIND, camera_lost=True, phase="phase.roll", dice=None, rolled=False))
    assert stage.screen.ids.board.shown.camera_lost


def test_a_refereed_match_shows_no_list(stage: Stage) -> None:
    stage.lay(replace(BLIND, mode=Mode.REFEREED))
    assert action(stage) == "Done"
    assert stage.touch_field("action") == [], "before the play is whole"
    tap(stage, 24, 13)
    assert stage.touch_field("action") == [PlayEntered("24/18 13/8", NOW_S, by=Side.LIGHT)]


@pytest.fixture
def dressed(stage: Stage) -> Iterator[Stage]:
    """The stage, whose size and language may be changed."""
    with stage.desk(stage.app._services), bare_boards():
        yield stage


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_nothing_is_cut_off_while_a_play_is_entered(dressed: Stage, size: tuple[int, int]) -> None:
    turn = TurnShown(1, Side.LIGHT, Dice(3, 1), "8/5 6/5", replace(BOARD, on_roll=Side.LIGHT), BOARD)
    named = ("Maximiliana-Aleksandra W", "Wielkopolska-Nowakowska ")
    view = replace(BLIND, names=named, history=(turn, replace(turn, number=2)))
    dressed.resize(*size)
    for row, language in enumerate(Language):
        speak(dressed, language, large=(row + SIZES.index(size)) % 2 == 1)  # each language in both, and each size
        dressed.lay(START)
        dressed.lay(view)
        assert not list(faults(dressed.screen.ids.lower)), language
        tap(dressed, 24, 13)
        assert "back-all" in fields(dressed)
        assert not list(faults(dressed.screen.ids.lower)), language
        chair = Chair(view, Side.LIGHT, language.value)
        seen = Chair(replace(view, blind=False), Side.LIGHT, language.value)
        for page in (play_page(chair), correction(chair, 2), correction(seen, 2)):
            assert page is not None
            dressed.screen.open(page, opposite=False)
            pass_frames(2)
            assert not cut_off(dressed.screen.panel), language
            if dressed.screen.panel.page.entry is not None:
                tap(dressed, 24, 13)
                assert not cut_off(dressed.screen.panel), language
            dressed.screen.close()


# --- with the session ------------------------------------------------------------------------------------------


def happen(stage: Stage, table: Table, events: list[Event], roll: Callable[[], tuple[int, int]]) -> None:
    """Tell a table what was touched; its electronic dice fall at once."""
    for event in events:
        asked = table.rolls_asked
        table.happen(event)
        if table.rolls_asked > asked:
            table.happen(DiceRolled(*roll(), NOW_S))
    stage.lay(view_of(table.state))


def test_a_whole_game_without_a_camera_is_played_by_taps(stage: Stage) -> None:
    rng = Random(5)
    table, touches = blind_table(length=1, mode=Mode.REFEREED, dice=DiceSource.ELECTRONIC), 0
    stage.lay(view_of(table.state))
    while table.state.phase not in OVER:
        view = view_of(table.state)
        opposite = view.on_roll is Side.DARK
        if view.phase == "phase.play":
            while not (now := entry(stage)).is_complete:
                spots = [spot for spot in range(25) if now.landings(spot)]
                spot = max(spots, key=lambda spot: place_of(spot, now.side))
                for event in tap(stage, spot):
                    table.happen(event)
                touches += 1
        events = stage.touch_field("action", opposite=opposite)
        assert events, "one touch goes on"
        happen(stage, table, events, lambda: (rng.randint(1, 6), rng.randint(1, 6)))
    told = [entry.event for entry in table.journal]
    plays = told.count(Kind.PLAY)
    assert plays > 20
    assert touches <= 4 * plays
    assert Kind.ILLEGAL not in told
    assert table.state.record.result is not None


def test_the_button_at_the_table_ends_a_turn_whose_play_is_entered(stage: Stage) -> None:
    table = blind_table(dice=DiceSource.CAMERA)
    table.happen(RollEntered(6, 5, 1.0))
    stage.lay(view_of(table.state))
    happen(stage, table, tap(stage, 24), lambda: (1, 1))
    table.happen(ButtonPressed(2.0))
    assert table.state.phase is not Phase.ROLLING, "half a play ends nothing"
    happen(stage, table, tap(stage, 13), lambda: (1, 1))
    table.happen(ButtonPressed(3.0))
    view = view_of(table.state)
    assert (view.last_play, view.on_roll, view.phase) == ("24/18 13/8", Side.DARK, "phase.roll")


def test_the_press_that_ends_such_a_turn_rolls_too_where_no_double_is_possible() -> None:
    for cube, rolls in ((False, 1), (True, 0)):
        rules = BackgammonRules(replace(STANDARD, cube=cube))
        table = blind_table(length=5, rules=rules, dice=DiceSource.ELECTRONIC)
        table.happen(RollEntered(6, 5, 1.0))
        table.happen(PlayPrepared("24/18 13/8", 2.0))
        table.happen(ButtonPressed(3.0))
        assert (view_of(table.state).last_play, table.rolls_asked) == ("24/18 13/8", rolls)


def test_what_was_prepared_for_another_roll_ends_no_turn() -> None:
    table = blind_table(dice=DiceSource.CAMERA)
    table.happen(RollEntered(6, 5, 1.0))
    table.happen(PlayPrepared("24/18 13/8", 2.0))
    table.happen(RollEntered(6, 4, 3.0))
    table.happen(ButtonPressed(4.0))
    assert view_of(table.state).history == ()
    table.happen(PlayPrepared("24/14", 5.0))
    table.happen(PlayPrepared(None, 5.5))
    table.happen(ButtonPressed(6.0))
    assert view_of(table.state).history == ()


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_an_earlier_turn_is_corrected_on_the_board(stage: Stage, opposite: bool) -> None:
    table = blind_table(dice=DiceSource.CAMERA)
    table.happen(RollEntered(3, 1, 1.0))
    table.happen(PlayEntered("8/5 6/5", 2.0))
    table.happen(RollEntered(6, 5, 3.0))
    stage.lay(view_of(table.state))
    stage.touch_field("menu", opposite=opposite)
    stage.touch_field("Correct a turn", opposite=opposite)
    stage.touch_field("1   8/5 6/5", opposite=opposite)
    stage.keep("entering-correction")
    assert tap(stage, 24, opposite=opposite) == drag(stage, 21, 12, opposite=opposite) == []
    assert stage.screen.panel.board.entry.play is None
    assert tap(stage, 21, opposite=opposite) == []
    for event in stage.touch_field("Done", opposite=opposite):
        table.happen(event)
    if table.state.shown.question is not None:
        stage.lay(view_of(table.state))
        for event in stage.touch_field("Yes", opposite=not opposite):
            table.happen(event)
    assert view_of(table.state).history[0].play == "24/20"
    assert view_of(table.state).points == after(replace(BOARD, on_roll=Side.LIGHT), "31", "24/20").points


# --- lessons, and games against the engine --------------------------------------------------------------------


def touch(stage: Stage, device: Device, events: list[Event]) -> View:
    for event in events:
        device.inbox.post(event)
    view = device.view()
    stage.lay(view)
    return view


def stage_of(view: View) -> ExerciseStage:
    shown = practice_shown(view)
    assert shown is not None
    return shown.stage


def test_a_lesson_is_done_on_the_board(stage: Stage, tmp_path: Path) -> None:
    device = Device(tmp_path, blind=True)
    device.practice.begin("build-a-point")
    stage.lay(device.view())
    touch(stage, device, stage.touch_field("action"))
    view = touch(stage, device, stage.touch_field("action"))
    assert (stage_of(view), view.dice) == (ExerciseStage.PLAY, (3, 1))
    view = touch(stage, device, tap(stage, 8, 6))
    stage.keep("entering-lesson")
    view = touch(stage, device, stage.touch_field("Done"))
    shown = practice_shown(view)
    assert shown is not None
    assert shown.outcome is not None
    assert shown.outcome.solved
    device.close()


def test_a_game_against_the_engine_is_played_on_the_board(stage: Stage, tmp_path: Path) -> None:
    rng = Random(3)
    device = Device(tmp_path, blind=True, rolls=((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(500)))
    device.practice.play(Strength.BEST)
    view, own, engines = device.view(), 0, 0
    stage.lay(view)
    for _ in range(60):
        shown = practice_shown(view)
        assert shown is not None
        if shown.stage is ExerciseStage.THINKING:
            view = device.pass_time()
            stage.lay(view)
            assert entry(stage) is None
            continue
        if shown.stage is ExerciseStage.MOVE_FOR_ME:
            engines += 1
            assert shown.arrows or shown.play == "Cannot Move"
            if engines == 2:
                stage.keep("entering-engine")
            assert stage.screen.ids.board.entry is None
            assert action(stage) == "Done"
            assert tap(stage, *range(1, 25)) == [], "its play is shown, not entered"
        elif shown.stage is ExerciseStage.PLAY:
            own += 1
            while not (now := entry(stage)).is_complete:
                view = touch(stage, device, tap(stage, max(spot for spot in range(25) if now.landings(spot))))
        view = touch(stage, device, stage.touch_field("action"))
    assert min(own, engines) > 7
    device.close()


def test_the_play_that_is_told_is_one_that_the_rules_know(stage: Stage) -> None:
    for dice in ((2, 2), (6, 1), (5, 3)):
        stage.lay(replace(BLIND, dice=dice))
        while not entry(stage).is_complete:
            told = tap(stage, max(spot for spot in range(25) if entry(stage).landings(spot)))
        legal = {play.text() for play in legal_plays(replace(BOARD, on_roll=Side.LIGHT), Dice(*dice)).values()}
        (prepared,) = told
        assert isinstance(prepared, PlayPrepared)
        assert prepared.play in legal
