"""Practice at the device: through the inbox, with commands in and views out, while a match waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from companion.app.services import MatchesHere
from companion.coach.at_the_table.shown import coach_shown
from companion.coach.cube_acts import CubeAct
from companion.coach.drill_box import DrillBox
from companion.coach.drills import Drill
from companion.errors import InputError, StorageError
from companion.games.backgammon import START, Dice, Play
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from companion.match.events import NextGame
from companion.match.phases import Phase
from companion.match.terms import Strength
from companion.practice.lessons import EXERCISES, lesson_named
from companion.practice.progress import StoredAttempt, attempts, first_open, keep
from companion.practice.view import ExerciseStage, practice_shown
from companion.record import Journal, Mode
from companion.record.backup import backup, restore
from companion.record.journal import FILE_NAME
from tests.practice.device import MATCH, Device
from tests.states import backgammon
from tests.table import after


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, rolls=((3, 1), (2, 1), (6, 6)))
    yield made
    made.close()


def test_an_exercise_from_the_screen_to_the_disk(device: Device) -> None:
    device.practice.begin("build-a-point")
    assert device.see(START).phase == "phase.roll"
    assert device.press().dice == (3, 1)
    device.see(after(START, "31", "8/5 6/5"))
    view = device.press()
    practice = practice_shown(view)
    assert practice is not None
    assert practice.outcome is not None
    assert practice.outcome.solved
    (kept,) = attempts(device.folder)
    assert (kept.exercise, kept.solved) == ("build-a-point.1", True)
    solved = {lesson.name: lesson.solved for lesson in device.practice.lessons()}
    assert {name: number for name, number in solved.items() if number} == {"build-a-point": 1}
    device.practice.begin("build-a-point")
    shown = practice_shown(device.view())
    assert shown is not None
    assert shown.number == 2


def test_exercises_are_no_matches(device: Device) -> None:
    device.practice.begin("build-a-point")
    device.see(START)
    device.press()
    assert device.journal.matches() == ()
    assert device.journal.draws() == ()
    assert device.session.write_file() is None
    assert MatchesHere(device.session, device.journal, device.settings).unfinished() is None


def test_a_match_waits_and_is_put_back(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.see(START)
    device.press()
    board = after(START, "31", "8/5 6/5")
    device.see(board)
    device.press()
    entries = len(device.journal.entries(1))
    device.practice.begin("bear-off")
    matches = MatchesHere(device.session, device.journal, device.settings)
    assert matches.unfinished() is not None
    device.see(EXERCISES["bear-off.1"].position)
    assert device.stage() is ExerciseStage.ROLL
    assert len(device.journal.entries(1)) == entries
    device.practice.leave()
    assert practice_shown(device.view()) is None
    assert device.session.state.phase is Phase.PUTTING_BACK
    assert device.see(EXERCISES["bear-off.1"].position).phase == "phase.put-back"
    assert device.see(board).phase == "phase.roll"


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_nobody_practises_while_a_match_without_help_is_played(device: Device, mode: Mode) -> None:
    device.session.begin(replace(MATCH, mode=mode), {})
    device.see(START)
    device.press()
    with pytest.raises(InputError, match="not over"):
        device.practice.begin("bear-off")
    assert practice_shown(device.view()) is None
    assert not device.coach.is_awake


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_nor_between_the_games_of_such_a_match(device: Device, mode: Mode) -> None:
    device.session.begin(replace(MATCH, mode=mode, length=5), {})
    device.see(START)
    device.press()
    device.tell("end light single")
    if mode is Mode.REFEREED:
        device.tell("answer 1")
    assert device.session.state.phase is Phase.GAME_OVER
    with pytest.raises(InputError, match="not over"):
        device.practice.begin("bear-off")
    device.session.begin(replace(MATCH, mode=mode, length=1), {})
    device.see(START)
    device.press()
    device.tell("end light single")
    if mode is Mode.REFEREED:
        device.tell("answer 1")
    device.practice.begin("bear-off")
    assert practice_shown(device.view()) is not None


def test_what_the_coach_was_asked_in_the_match_is_asked_again_once_practice_is_left(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.see(START)
    device.coach.is_deaf = True
    device.press()
    device.tell("hint")
    device.coach.is_deaf = False
    device.practice.begin("bear-off")
    device.view()
    device.practice.leave()
    view = device.see(START)
    help_ = coach_shown(view).help
    assert help_ is not None
    assert not help_.waiting


def test_practice_that_is_left_where_no_match_waits_gives_way_to_one(device: Device) -> None:
    device.practice.begin("bear-off")
    device.practice.leave()
    assert practice_shown(device.view()) is None
    assert device.session.state.phase is Phase.SETTING_UP
    assert not device.coach.is_awake


def test_practice_that_is_left_gives_way_to_the_match_that_was_not_finished(tmp_path: Path) -> None:
    before = Device(tmp_path, rolls=((3, 1),))
    before.session.begin(MATCH, {})
    before.see(START)
    before.press()
    before.close()
    device = Device(tmp_path)
    device.practice.begin("bear-off")
    device.practice.leave()
    assert (device.session.number, device.view().dice) == (1, (3, 1))
    device.close()


def test_the_coach_rests_again_once_practice_is_left(device: Device) -> None:
    device.session.begin(replace(MATCH, mode=Mode.REFEREED), {})
    device.practice.begin("bear-off")
    assert device.coach.is_awake
    device.practice.leave()
    assert not device.coach.is_awake
    assert device.session.state.phase is Phase.SETTING_UP


def test_a_new_match_ends_practice(device: Device) -> None:
    device.practice.begin("bear-off")
    MatchesHere(device.session, device.journal, device.settings).begin()
    assert practice_shown(device.view()) is None
    assert device.session.state.phase is Phase.SETTING_UP


def test_the_commands_of_a_match_are_those_of_practice(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    device.practice.begin("build-a-point")
    device.see(START)
    device.tell("press")
    device.tell("play 24/20")
    assert device.stage() is ExerciseStage.OVER
    device.tell("undo")
    assert device.stage() is ExerciseStage.SET_UP
    device.tell("new", "show")
    told = capsys.readouterr()
    assert "Make your 5-point with 3-1." in told.out
    assert "The point is not made yet." in told.out
    assert "an exercise is on the board" in told.err


def test_a_game_against_the_engine_without_a_camera(tmp_path: Path) -> None:
    device = Device(tmp_path, blind=True, rolls=((1, 3), (2, 1)))
    device.practice.play(Strength.BEST)
    sides = [device.press().on_roll]
    assert device.stage() is ExerciseStage.MOVE_FOR_ME
    sides.append(device.press().on_roll)
    assert sides == [Side.DARK, Side.LIGHT]
    assert backgammon(device.session.state).record.position.points[19] == -2
    assert device.stage() is ExerciseStage.ROLL
    device.close()


def test_the_learner_may_have_the_dark_checkers(tmp_path: Path) -> None:
    device = Device(tmp_path)
    device.practice.learner = Side.DARK
    device.practice.begin("bear-off", 2)
    assert device.see(EXERCISES["bear-off.2"].position.mirrored()).on_roll is Side.DARK
    assert device.press().dice == (4, 1)
    device.close()


def test_an_unknown_lesson_leaves_everything_as_it_is(device: Device) -> None:
    device.session.begin(MATCH, {})
    with pytest.raises(InputError, match="expected one of"):
        device.practice.begin("juggling")
    with pytest.raises(InputError, match="1 to 3"):
        device.practice.begin("bear-off", 9)
    assert practice_shown(device.view()) is None


def test_going_on_leads_to_the_next_exercise(device: Device) -> None:
    device.practice.begin("build-a-point")
    device.see(START)
    device.press()
    device.see(after(START, "31", "8/5 6/5"))
    device.press()
    device.inbox.post(NextGame(device.coach.now_s))
    shown = practice_shown(device.view())
    assert shown is not None
    assert (shown.number, shown.stage) == (2, ExerciseStage.SET_UP)


# --- drills ----------------------------------------------------------------------------------------


def a_drill(situation: Situation) -> Drill:
    best, made = Play.from_text("8/5 6/5"), Play.from_text("24/20")
    return Drill(situation, best, made, 0.24, "Anna", "match 1", 1, 1, "fake", 0, date.today())


def test_drills_that_are_due_are_put_on_the_board_and_their_results_kept(device: Device) -> None:
    dark = Situation.from_text(START.xgid()).position.mirrored()
    state = MatchState(on_roll=Side.DARK, to_act=Side.DARK, dice=Dice(3, 1), length=5, score=Stack(1, 3))
    with DrillBox(device.folder) as box:
        box.add([a_drill(Situation(dark, state, "xgid"))])
    assert device.practice.drills_due() == 1
    device.practice.repeat()
    device.see(START)
    view = device.press()
    assert (view.dice, view.on_roll, view.length, view.score) == ((3, 1), Side.LIGHT, 5, (3, 1))
    device.see(after(START, "31", "8/5 6/5"))
    view = device.press()
    practice = practice_shown(view)
    assert practice is not None
    assert practice.outcome is not None
    assert practice.outcome.solved
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.tries, drill.solved, drill.box) == (1, 1, 1)
    assert device.practice.drills_due() == 0
    assert attempts(device.folder) == ()


def test_only_the_first_try_of_a_sitting_counts(device: Device) -> None:
    state = MatchState(on_roll=Side.LIGHT, to_act=Side.LIGHT, dice=Dice(3, 1))
    with DrillBox(device.folder) as box:
        box.add([a_drill(Situation(START, state, "xgid"))])
    device.practice.repeat()
    for play in ("24/20", "8/5 6/5"):
        device.see(START)
        device.press()
        device.see(after(START, "31", play))
        device.press()
        device.press()
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.tries, drill.solved, drill.box) == (1, 0, 0)


def test_the_roll_of_a_drill_is_given_so_the_cube_is_left_alone(device: Device) -> None:
    state = MatchState(on_roll=Side.LIGHT, to_act=Side.LIGHT, dice=Dice(3, 1), length=5)
    with DrillBox(device.folder) as box:
        box.add([a_drill(Situation(START, state, "xgid"))])
    device.practice.repeat()
    device.see(START)
    assert device.stage() is ExerciseStage.ROLL
    device.tell("double")
    assert (device.stage(), backgammon(device.session.state).record.cube.offer) == (ExerciseStage.ROLL, None)
    device.press()
    assert device.stage() is ExerciseStage.PLAY


CUBE = MatchState(length=7, score=Stack(1, 3), cube=2, owner=Side.LIGHT)


def about_the_cube(state: MatchState, best: CubeAct, made: CubeAct) -> Drill:
    return replace(a_drill(Situation(START, state, "xgid")), best=best, made=made)


@pytest.mark.parametrize(("word", "solved"), [("double", True), ("press", False)])
def test_a_double_that_was_missed_is_asked_again_at_its_score_and_cube(device: Device, word: str, solved: bool) -> None:
    with DrillBox(device.folder) as box:
        box.add([about_the_cube(CUBE, CubeAct.DOUBLED, CubeAct.ROLLED)])
    assert device.practice.drills_due() == 1
    device.practice.repeat()
    view = device.see(START)
    assert device.stage() is ExerciseStage.CUBE
    cube = backgammon(device.session.state).record.cube
    assert (view.length, view.score, cube.value, cube.owner) == (7, (1, 3), 2, Side.LIGHT)
    device.tell(word)
    assert device.stage() is ExerciseStage.OVER
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.tries, drill.solved, drill.box) == (1, int(solved), int(solved))


@pytest.mark.parametrize(("word", "solved"), [("take", False), ("drop", True)])
def test_a_double_that_was_taken_wrongly_is_offered_again(device: Device, word: str, solved: bool) -> None:
    offered = replace(CUBE, doubled=True, to_act=Side.DARK, score=Stack(5, 3))
    with DrillBox(device.folder) as box:
        box.add([about_the_cube(offered, CubeAct.DROPPED, CubeAct.TOOK)])
    device.practice.repeat()
    view = device.see(START)
    assert (device.stage(), view.score) == (ExerciseStage.ANSWER, (3, 5)), "the learner has the light checkers"
    cube = backgammon(device.session.state).record.cube
    assert (cube.value, cube.owner) == (2, Side.DARK)
    view = device.tell(word)
    practice = practice_shown(view)
    assert practice is not None
    assert practice.outcome is not None
    assert practice.outcome.solved is solved
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.tries, drill.solved) == (1, int(solved))


def test_a_drill_that_was_solved_with_a_hint_comes_back_as_if_it_was_not(device: Device) -> None:
    state = MatchState(on_roll=Side.LIGHT, to_act=Side.LIGHT, dice=Dice(3, 1))
    with DrillBox(device.folder) as box:
        box.add([a_drill(Situation(START, state, "xgid"))])
    device.practice.repeat()
    device.see(START)
    device.press()
    device.tell("hint")
    device.see(after(START, "31", "8/5 6/5"))
    device.press()
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.tries, drill.solved) == (1, 0)


def test_where_no_drill_is_due_that_is_said(device: Device) -> None:
    assert device.practice.drills_due() == 0
    with pytest.raises(InputError, match="none is due"):
        device.practice.repeat()


def test_drills_that_cannot_be_read_are_named_and_the_lessons_are_there_all_the_same(
    device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(device.folder / FILE_NAME)) as database:
        database.execute("DROP TABLE drills")
    assert device.practice.drills_due() == 0
    assert "cannot be read" in caplog.text
    with pytest.raises(StorageError, match="cannot be read"):
        device.practice.repeat()


# --- what is kept ----------------------------------------------------------------------------------


def test_attempts_are_kept_with_the_matches_and_backed_up_with_them(tmp_path: Path) -> None:
    now = datetime(2026, 11, 22, tzinfo=UTC).isoformat()
    made = (StoredAttempt("bear-off.1", True, now), StoredAttempt("bear-off.2", False, now, 12.5, helped=True))
    Journal(tmp_path / "here").close()
    for attempt in made:
        keep(tmp_path / "here", attempt)
    assert attempts(tmp_path / "here") == made
    backup(tmp_path / "here", tmp_path / "all.zip")
    restore(tmp_path / "there", tmp_path / "all.zip")
    assert attempts(tmp_path / "there") == made


def test_an_attempt_that_cannot_be_kept_is_named_and_shown_all_the_same(
    device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(device.folder / FILE_NAME)) as database:
        database.execute("DROP TABLE attempts")
    device.practice.begin("build-a-point")
    device.see(START)
    device.press()
    device.see(after(START, "31", "8/5 6/5"))
    view = device.press()
    practice = practice_shown(view)
    assert practice is not None
    assert practice.outcome is not None
    assert "an exercise was not written" in caplog.text


def test_the_first_exercise_that_was_never_solved_comes_next(tmp_path: Path) -> None:
    lesson = lesson_named("bear-off")
    made = [
        StoredAttempt("bear-off.1", True, ""),
        StoredAttempt("bear-off.2", False, ""),
        StoredAttempt("bear-off.1", False, ""),
    ]
    assert first_open(lesson, made) == 2
    assert first_open(lesson, [StoredAttempt(each.key, True, "") for each in lesson.exercises]) == 1
    assert attempts(tmp_path / "nowhere") == ()


def test_a_board_that_is_not_known_yet_is_named(device: Device) -> None:
    device.practice.begin("bear-off")
    message = device.view().message
    assert message is not None
    assert message.key == "notice.unknown-board"
