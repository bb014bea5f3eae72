"""The tutorial of the rules: each step is drawn and said, tried on the board or by touch, and says what was wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.backgammon import Dice, Play, explain, legal_plays
from companion.games.backgammon.cube import Act
from companion.games.backgammon.play_entry import laid
from companion.games.rules import Side
from companion.match.phases import Phase
from companion.practice.beginning import begun_at
from companion.practice.exercise import Exercise, Goal
from companion.practice.lessons import LESSONS, practice_of
from companion.practice.progress import attempts
from companion.practice.rules import RULES
from companion.practice.view import ExerciseStage
from companion.texts import LONGEST, Language, sentence
from tests.practice.device import Device
from tests.practice.services import TERMS, LearnersTable
from tests.table import after

STEPS = {exercise.key: exercise for exercise in RULES.exercises}
GOOD = {
    "rules.1": "13/9 6/5", "rules.2": "8/5* 6/5", "rules.3": "bar/21 13/7", "rules.4": "14/11 8/2",
    "rules.5": "8/5(2) 6/3(2)", "rules.6": "5/off 2/off", "rules.8": "2/off 1/off",
}  # fmt: skip
MISSED = {"rules.2": "24/23 13/10", "rules.6": "5/3/off", "rules.8": "2/1/off"}
"""Legal plays that do not do what is asked."""
ILLEGAL = {
    "rules.1": ("24/19 6/5", "blocked-point"),  # a five, and the point is taken
    "rules.3": ("13/7 24/20", "bar-first"),
    "rules.4": ("14/8", "both-numbers"),
    "rules.5": ("8/5(2)", "move-left"),
}


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path, blind=True)


def at_step(key: str) -> LearnersTable:
    """A table without an engine, on which the step is set up and the roll made."""
    table = LearnersTable(exercises=[STEPS[key]], absent=True)
    table.see(STEPS[key].position)
    if STEPS[key].dice:
        table.press()
    return table


def test_it_is_the_first_lesson_and_has_the_eight_steps() -> None:
    assert LESSONS[0] is RULES
    names = [sentence(f"practice.{key}.rule") for key in STEPS]
    assert names == ["Moving", "Hitting", "The bar", "Both numbers", "Doubles", "Bearing off", "The cube", "Winning"]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("exercise", RULES.exercises, ids=lambda exercise: exercise.key)
def test_a_step_is_drawn_and_said_in_at_most_three_short_sentences(exercise: Exercise, language: Language) -> None:
    table = LearnersTable(exercises=[exercise])
    rule = table.shown.rule
    assert rule is not None
    said = [sentence(key, language=language) for key in rule.sentences]
    assert 1 <= len(said) <= 3
    assert all(len(words) <= LONGEST for words in (*said, sentence(rule.name, language=language)))
    assert rule.arrows or rule.doubled


@pytest.mark.parametrize("exercise", RULES.exercises, ids=lambda exercise: exercise.key)
def test_what_is_drawn_could_be_played(exercise: Exercise) -> None:
    drawn = exercise.illustration
    assert drawn is not None
    board = laid(drawn.position, drawn.play)
    assert not any(stack.light and stack.dark for spot, stack in board.items() if 1 <= spot <= 24)
    rolls = [Dice(first, second) for first in range(1, 7) for second in range(1, first + 1)]
    plays = {play.text() for roll in rolls for play in legal_plays(drawn.position, roll).values()}
    assert drawn.doubled or any(drawn.play.text().split()[0] in text for text in plays)


@pytest.mark.parametrize("key", GOOD)
def test_a_good_try_solves_it_without_an_engine(key: str) -> None:
    table = at_step(key)
    table.see(after(STEPS[key].position, str(STEPS[key].dice[0]), GOOD[key]))
    table.press()
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved


def test_the_cube_is_offered_and_rolling_on_is_said_to_be_worse() -> None:
    table = at_step("rules.7")
    table.act(Act.DOUBLE)
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved
    table = at_step("rules.7")
    table.press()
    assert table.shown.outcome is not None
    assert (table.shown.outcome.solved, table.shown.outcome.said.key) == (False, "practice.better.double")


@pytest.mark.parametrize("key", MISSED)
def test_another_legal_play_says_what_is_missing_and_can_be_tried_again(key: str) -> None:
    table = at_step(key)
    table.see(after(STEPS[key].position, str(STEPS[key].dice[0]), MISSED[key]))
    table.press()
    assert table.shown.outcome is not None
    goal = STEPS[key].goal.value
    assert (table.shown.outcome.solved, table.shown.outcome.said.key) == (False, f"practice.missed.{goal}")
    table.press()
    assert table.shown.stage is ExerciseStage.SET_UP


@pytest.mark.parametrize("key", ILLEGAL)
def test_a_play_against_the_rule_is_told_why_and_put_right(key: str) -> None:
    play, reason = ILLEGAL[key]
    exercise, table = STEPS[key], at_step(key)
    wrong = laid(exercise.position, Play.from_text(play))
    told = explain(exercise.position, exercise.dice[0], wrong)
    assert told is not None
    table.see(wrong)
    table.press()
    table.see(wrong)
    message = table.state.shown.message
    assert message is not None
    assert message.key.split(".")[0] == told.reason.value
    assert table.shown.outcome is None, "nothing is lost by it"
    table.see(after(exercise.position, str(exercise.dice[0]), GOOD[key]))
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved
    assert reason == told.reason.value


@pytest.mark.parametrize("key", ILLEGAL)
def test_a_play_entered_by_touch_is_judged_alike(key: str) -> None:
    play, reason = ILLEGAL[key]
    table = at_step(key)
    table.touch(play)
    message = table.state.shown.message
    assert message is not None
    assert message.key.split(".")[0] == reason
    table.touch(GOOD[key])
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved


def test_all_of_it_is_done_by_touch_without_a_camera_and_its_progress_kept(device: Device, tmp_path: Path) -> None:
    device.practice.begin("rules")
    for exercise in RULES.exercises:
        assert device.stage() is ExerciseStage.SET_UP
        device.press()  # it is set up
        if exercise.goal is Goal.DOUBLE:
            device.tell("double")
        else:
            device.press()
            device.tell(f"play {GOOD[exercise.key]}")
        assert device.stage() is ExerciseStage.OVER
        device.press()
    assert [made.exercise for made in attempts(tmp_path) if made.solved] == list(STEPS)
    assert device.practice.next_lesson() == "bear-off"
    device.close()


def test_who_plays_the_dark_checkers_learns_with_them() -> None:
    practice = practice_of(RULES, 1, learner=Side.DARK)
    for exercise in (practice.exercise, *practice.ahead):
        assert exercise.illustration is not None
        assert exercise.illustration.position.on_roll is exercise.position.on_roll is Side.DARK
    assert begun_at(TERMS, practice).phase is Phase.PUTTING_BACK
