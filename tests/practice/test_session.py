"""An exercise at the table: what the learner does to the board, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from companion.coach.at_the_table.events import HintReady, MineAsked
from companion.coach.at_the_table.state import coaching_in
from companion.coach.cube_acts import CubeAct
from companion.coach.drills import Drill
from companion.coach.evaluation import CubeAdvice, PlayReason
from companion.coach.teaching import Occasion
from companion.games.backgammon import START, Dice, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from companion.match.any_seen import Camera
from companion.match.events import BoardSeen, CameraBack, CameraLost, Ended, Ticked, UndoAsked
from companion.match.phases import Phase
from companion.match.session import Terms, step
from companion.match.terms import Strength
from companion.practice import session as layer
from companion.practice.beginning import begun_at
from companion.practice.exercise import Exercise, Goal
from companion.practice.lessons import EXERCISES, board, drill_exercise, in_turn
from companion.practice.view import ExerciseStage
from companion.record.entries import Kind
from companion.record.journal import Mode
from tests.practice.services import EVEN, LearnersTable, ranked
from tests.table import Table, after, observed

MAKE_FIVE = EXERCISES["build-a-point.1"]
FIVE_OFF = EXERCISES["bear-off.1"]
GAME = Exercise("game", Goal.GAME, board("6:2", "6:2"), strength=Strength.BEST)


def test_the_board_is_put_to_the_position_first() -> None:
    table = LearnersTable(exercises=[FIVE_OFF])
    table.see(START)
    assert (table.state.phase, table.shown.stage) == (Phase.PUTTING_BACK, ExerciseStage.SET_UP)
    assert table.state.shown.back is not None
    assert 24 in table.state.shown.back.left
    assert table.state.shown.message is not None
    assert (table.state.shown.message.key, 24 in table.state.shown.message.points) == ("practice.stage.set-up", True)
    table.see(FIVE_OFF.position)
    assert (table.state.phase, table.shown.stage) == (Phase.ROLLING, ExerciseStage.ROLL)


def test_the_roll_comes_from_the_exercise_and_is_called_set() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE])
    table.see(START)
    table.press()
    assert table.state.record.turn is not None
    assert table.state.record.turn.dice == Dice(3, 1)
    assert table.shown.set_dice
    assert table.rolls_asked == 0


def test_a_fair_roll_is_not_called_set() -> None:
    table = LearnersTable(exercises=[FIVE_OFF], rolls=iter(["21"]))
    table.see(FIVE_OFF.position)
    table.press()
    assert table.rolls_asked == 1
    assert not table.shown.set_dice


def test_an_exercise_is_solved_by_the_play_that_it_wants() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE, FIVE_OFF], best=["8/5 6/5"])
    table.see(START)
    table.press()
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    outcome = table.shown.outcome
    assert outcome is not None
    assert outcome.solved
    assert outcome.has_next
    assert table.shown.stage is ExerciseStage.OVER


def test_another_play_misses_the_goal_and_the_button_tries_again() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE, FIVE_OFF])
    table.see(START)
    table.press()
    table.see(after(START, "31", "24/20"))
    table.press()
    outcome = table.shown.outcome
    assert outcome is not None
    assert (outcome.solved, outcome.said.key) == (False, "practice.missed.point")
    assert table.shown.said.key == "practice.again"
    table.press()
    assert (table.shown.number, table.shown.stage) == (1, ExerciseStage.SET_UP)
    table.see(START)
    table.press()
    assert table.state.record.turn is not None
    assert table.state.record.turn.dice == Dice(3, 1)


def test_the_button_goes_on_after_a_solved_exercise() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE, FIVE_OFF])
    table.see(START)
    table.press()
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    assert table.shown.said.key == "practice.stage.over"
    table.press()
    assert (table.shown.number, table.shown.instruction.key) == (2, "practice.bear-off.1")
    assert table.state.phase is Phase.PUTTING_BACK


def test_after_the_last_exercise_the_button_is_said_to_begin_it_again() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE])
    table.see(START)
    table.press()
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved
    assert table.shown.said.key == "practice.again"


def test_nothing_is_ruled_once_it_is_over() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE])
    table.see(START)
    table.press()
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    entries = len(table.journal)
    for _ in range(8):
        table.see(board("6:3", "6:3"))
    assert len(table.journal) == entries
    table.happen(CameraLost("out", 50.0))
    table.happen(CameraBack(51.0))
    assert table.state.seen.camera is not Camera.LOST


def test_a_costly_play_is_compared_with_the_best_one() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["8/3 6/3", "24/16"])
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    outcome = table.shown.outcome
    assert outcome is not None
    assert (outcome.solved, outcome.said.key, outcome.best) == (False, "practice.costly", "8/3 6/3")
    assert outcome.loss_mp == 100.0
    assert outcome.reason is not None
    assert outcome.reason.key.startswith("coach.not.")
    assert outcome.before == exercise.position


def test_the_coach_does_not_say_unasked_what_the_outcome_says_and_says_why_on_request() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["8/3 6/3", "10/7 10/5", "13/8 13/10", "24/16"])
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    assert table.shown.outcome is not None
    assert coaching_in(table.state).remarks == {}
    table.happen(MineAsked(Side.LIGHT, 9.0))
    assert [said.occasion for said in coaching_in(table.state).remarks.values()] == [Occasion.ASKED]


def test_the_best_play_is_called_so() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["24/16"])
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    outcome = table.shown.outcome
    assert outcome is not None
    assert (outcome.solved, outcome.said.key, outcome.best) == (True, "practice.best-play", "")


def test_a_play_is_graded_as_soon_as_the_engine_has_answered() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["24/16"], silent=True)
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    assert (table.shown.outcome, table.shown.stage) == (None, ExerciseStage.THINKING)
    table.press()
    assert table.rolls_asked == 0
    table.answer()
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved


def test_an_engine_is_still_waited_for_where_the_last_play_has_ended_the_game() -> None:
    last_two = replace(FIVE_OFF, position=board("2:1 1:1", "1:2"), dice=(Dice(2, 1),), limit_mp=40.0)
    table = LearnersTable(exercises=[last_two], silent=True)
    table.see(last_two.position)
    table.press()
    table.touch("2/off 1/off")
    assert (table.state.phase, table.shown.stage) == (Phase.GAME_OVER, ExerciseStage.THINKING)
    table.answer()
    assert table.shown.outcome is not None
    assert table.shown.stage is ExerciseStage.OVER


def test_who_thinks_for_long_is_graded_by_the_engine_all_the_same() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["24/16"], silent=True)
    table.see(exercise.position)
    table.press()
    for _ in range(20):
        table.see(exercise.position)
        table.happen(Ticked(table.state.t + (table.state.started_at_s or 0.0)))
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    assert (table.shown.outcome, table.shown.stage) == (None, ExerciseStage.THINKING)
    table.answer()
    assert table.shown.outcome is not None
    assert table.shown.outcome.said.key == "practice.best-play"


def test_a_play_that_the_engine_dismissed_at_first_sight_is_graded_by_a_second_look() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["24/16"], silent=True)
    table.see(exercise.position)
    table.press()
    (decision,) = table.asked
    assert decision.dice is not None
    ranking = ranked(exercise.position, decision.dice, ["24/16"])
    best, *others = ranking.candidates
    flattering = [replace(best, ply=2), *(replace(other, equity=best.equity + 0.1) for other in others)]
    ranking = replace(ranking, candidates=tuple(flattering))
    table.happen(HintReady(decision, table.state.t, ranking=ranking))
    table.answered = 1
    table.see(after(exercise.position, "53", "13/8 6/3"))
    table.press()
    assert table.shown.stage is ExerciseStage.THINKING
    table.answer()
    assert table.shown.outcome is not None
    assert not table.shown.outcome.solved
    assert table.shown.outcome.loss_mp == pytest.approx(1000 * practice_loss(exercise.position, "13/8 6/3"))


def practice_loss(position: Position, play: str) -> float:
    """What the engine of these tests thinks that a play of 53 loses."""
    ranking = ranked(position, Dice(5, 3), ["24/16"])
    return next(ranking.loss(one) for one in ranking.candidates if one.play.text() == play)


def test_without_an_engine_a_point_that_is_made_counts_and_a_play_is_not_graded() -> None:
    point, play = EXERCISES["build-a-point.3"], EXERCISES["build-a-point.4"]
    for exercise, dice, made, solved in ((point, "61", "13/7 8/7", True), (play, "53", "24/16", False)):
        table = LearnersTable(exercises=[exercise], absent=True)
        table.see(exercise.position)
        table.press()
        table.see(after(exercise.position, dice, made))
        table.press()
        outcome = table.shown.outcome
        assert outcome is not None
        assert outcome.solved is solved
        assert outcome.loss_mp is None


def test_an_engine_that_says_nothing_is_not_waited_for_for_ever() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], silent=True)
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    for second in range(20):
        table.happen(Ticked(10.0 + second))
    assert table.shown.outcome is not None
    assert table.shown.outcome.said.key == "practice.ungraded"


def test_the_quick_answer_counts_where_the_deeper_one_takes_too_long() -> None:
    exercise = EXERCISES["build-a-point.4"]
    table = LearnersTable(exercises=[exercise], best=["24/16"], only_quick=True)
    table.see(exercise.position)
    table.press()
    table.see(after(exercise.position, "53", "24/16"))
    table.press()
    assert table.shown.stage is ExerciseStage.THINKING
    for second in range(20):
        table.happen(Ticked(10.0 + second))
    assert table.shown.outcome is not None
    assert table.shown.outcome.said.key == "practice.best-play"


def test_the_learner_alone_bears_off() -> None:
    table = LearnersTable(exercises=[FIVE_OFF], rolls=iter(["66", "66"]))
    table.see(FIVE_OFF.position)
    table.press()
    left = after(FIVE_OFF.position, "66", "3/off 2/off(2) 1/off")
    table.see(left)
    table.press()
    assert (table.state.side, table.shown.stage) == (Side.LIGHT, ExerciseStage.ROLL)
    assert table.rolls_asked == 1
    table.press()
    table.see(after(replace(left, on_roll=Side.LIGHT), "66", "1/off"))
    table.press()
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved


def test_an_undo_begins_the_exercise_again() -> None:
    table = LearnersTable(exercises=[FIVE_OFF], rolls=iter(["21"]))
    table.see(FIVE_OFF.position)
    table.press()
    table.happen(UndoAsked(9.0))
    assert table.shown.stage is ExerciseStage.SET_UP
    assert table.practice.made == ()


@pytest.mark.parametrize("length", [0, 1])
def test_an_exercise_whose_game_was_given_up_is_begun_again(length: int) -> None:
    given_up = replace(MAKE_FIVE, around=MatchState(length=length))
    table = LearnersTable(exercises=[given_up, FIVE_OFF])
    table.see(START)
    table.happen(Ended(Side.DARK, Result.SINGLE, table.state.t))
    assert (table.shown.stage, table.shown.outcome, table.shown.said.key) == (
        ExerciseStage.OVER,
        None,
        "practice.again",
    )
    table.press()
    assert (table.shown.number, table.state.phase) == (1, Phase.PUTTING_BACK)


def test_an_illegal_play_is_named_as_in_any_game() -> None:
    table = LearnersTable(exercises=[MAKE_FIVE])
    table.see(START)
    table.press()
    wrong = after(START, "41", "13/9 6/5")
    for _ in range(4):
        table.see(wrong)
    table.press()
    assert table.state.phase is Phase.CORRECTING
    assert table.shown.outcome is None


def test_a_match_without_an_exercise_is_as_ever() -> None:
    table = Table()
    look = BoardSeen(observed(START), 0, 0.0)
    assert layer.step(table.state, look) == step(table.state, look)


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_nothing_can_be_practised_but_in_training(mode: Mode) -> None:
    with pytest.raises(AssertionError, match="hints"):
        begun_at(Terms(mode=mode), in_turn([MAKE_FIVE]))


# --- against the engine ----------------------------------------------------------------------------


def test_the_opponents_play_is_shown_to_be_moved() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21", "66"]), best=["6/3", "6/4 6/5"])
    table.see(GAME.position)
    table.press()
    mine = after(GAME.position, "21", "6/3")
    table.see(mine)
    table.press()
    assert (table.shown.stage, table.shown.play) == (ExerciseStage.MOVE_FOR_ME, "6/3")
    assert [(arrow.start, arrow.end) for arrow in table.shown.arrows] == [(19, 21), (21, 22)]
    table.see(after(mine, "21", "6/3"))
    table.press()
    assert (table.state.side, table.shown.stage) == (Side.LIGHT, ExerciseStage.PLAY)


def test_another_play_for_the_opponent_is_taken_back_without_an_alarm() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21", "66"]), best=["6/3", "6/4 6/5"])
    table.see(GAME.position)
    table.press()
    mine = after(GAME.position, "21", "6/3")
    table.see(mine)
    table.press()
    table.see(after(mine, "21", "6/4 6/5"))
    table.press()
    assert (table.shown.stage, table.shown.play) == (ExerciseStage.MISPLACED, "6/3")
    assert table.rolls_asked == 2
    assert not table.state.shown.awaiting_dice
    assert table.state.shown.message is None or not table.state.shown.message.alarm
    table.see(after(mine, "21", "6/3"))
    table.press()
    assert table.state.side is Side.LIGHT
    assert table.state.record.position.points[21] == -1


def test_in_a_game_the_learners_own_play_is_taken_back_with_the_opponents() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21", "66"]), best=["6/3"])
    table.see(GAME.position)
    table.press()
    mine = after(GAME.position, "21", "6/3")
    table.see(mine)
    table.press()
    table.see(after(mine, "21", "6/3"))
    table.press()
    table.undo()
    assert table.state.shown.question is not None
    assert table.state.shown.question.values == {"play": "6/3"}
    table.choose(0)
    assert (table.state.side, table.shown.stage, table.practice.made) == (Side.LIGHT, ExerciseStage.PLAY, ())
    other = after(GAME.position, "21", "6/4 6/5")
    table.see(other)
    table.press()
    assert (table.shown.stage, table.state.side) == (ExerciseStage.MOVE_FOR_ME, Side.DARK)
    assert table.rolls_asked == 3  # a roll that was shown comes again


def test_nothing_is_moved_for_the_opponent_while_it_thinks() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21"]), silent=True)
    table.see(GAME.position)
    table.press()
    mine = after(GAME.position, "21", "6/3")
    table.see(mine)
    table.press()
    stages = [table.shown.stage]
    table.see(after(mine, "21", "6/3"))
    table.press()
    assert table.state.side is Side.DARK
    stages.append(table.shown.stage)
    table.see(mine)
    table.answer()
    stages.append(table.shown.stage)
    assert stages == [ExerciseStage.THINKING, ExerciseStage.THINKING, ExerciseStage.MOVE_FOR_ME]


def test_the_opponent_plays_by_its_quick_answer_where_the_deeper_one_takes_too_long() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21"]), best=["6/3"], only_quick=True)
    table.see(GAME.position)
    table.press()
    table.see(after(GAME.position, "21", "6/3"))
    table.press()
    assert table.shown.stage is ExerciseStage.THINKING
    for second in range(20):
        table.happen(Ticked(10.0 + second))
    assert (table.shown.stage, table.shown.play) == (ExerciseStage.MOVE_FOR_ME, "6/3")


def test_where_no_engine_answers_anything_may_be_played_for_it() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["21", "21", "66"]), absent=True)
    table.see(GAME.position)
    table.press()
    mine = after(GAME.position, "21", "6/3")
    table.see(mine)
    table.press()
    assert table.shown.stage is ExerciseStage.PLAY_FOR_ME
    table.see(after(mine, "21", "6/3"))
    table.press()
    assert table.state.side is Side.LIGHT


def test_a_game_that_is_over_is_an_outcome_won_or_lost() -> None:
    table = LearnersTable(exercises=[GAME], rolls=iter(["66"]))
    table.see(GAME.position)
    table.press()
    table.see(after(GAME.position, "66", "6/off(2)"))
    table.press()
    assert table.shown.outcome is not None
    assert table.shown.outcome.said.key == "practice.game-won"


def test_a_game_from_the_start_begins_by_the_opening_roll() -> None:
    exercise = EXERCISES["full-game.1"]
    table = LearnersTable(exercises=[exercise], rolls=iter(["36", "21"]), best=["24/18 13/10"])
    table.see(START)
    table.press()
    assert (table.state.side, table.shown.stage) == (Side.DARK, ExerciseStage.MOVE_FOR_ME)
    table.see(after(replace(START, on_roll=Side.DARK), "63", table.shown.play))
    table.press()
    assert (table.state.side, table.shown.stage) == (Side.LIGHT, ExerciseStage.PLAY)
    assert table.last(Kind.START).details == {"game": 1, "score": [0, 0], "crawford": False}


# --- the cube --------------------------------------------------------------------------------------

DOUBLE = CubeAdvice("fake", 0, no_double=0.5, double_take=0.7, double_drop=1.0, chances=EVEN)
TOO_EARLY = CubeAdvice("fake", 0, no_double=0.5, double_take=0.1, double_drop=1.0, chances=EVEN)
DROP = CubeAdvice("fake", 0, no_double=0.8, double_take=1.4, double_drop=1.0, chances=EVEN)


def test_to_roll_or_to_double_is_graded_by_the_engine() -> None:
    exercise = EXERCISES["cube.1"]
    table = LearnersTable(exercises=[exercise], advice=DOUBLE)
    table.see(exercise.position)
    table.press()
    assert table.shown.outcome is not None
    assert (table.shown.outcome.solved, table.shown.outcome.said.key) == (False, "practice.better.double")
    assert table.shown.outcome.reason is not None
    assert table.shown.outcome.reason.key.startswith("coach.cube."), "and why"
    assert table.shown.outcome.loss_mp == 200.0
    table = LearnersTable(exercises=[exercise], advice=DOUBLE)
    table.see(exercise.position)
    assert table.shown.stage is ExerciseStage.CUBE
    table.act(Act.DOUBLE)
    assert table.shown.outcome is not None
    assert table.shown.outcome.solved
    assert table.state.shown.question is None


def test_without_an_engine_the_exercise_knows_what_is_right() -> None:
    for key, act, solved in (("cube.1", Act.DOUBLE, True), ("cube.2", Act.DOUBLE, False)):
        table = LearnersTable(exercises=[EXERCISES[key]], absent=True)
        table.see(EXERCISES[key].position)
        table.act(act)
        assert table.shown.outcome is not None
        assert table.shown.outcome.solved is solved
        assert table.shown.outcome.reason == PlayReason(f"practice.{key}.hint"), "what helps with it says why"


def test_what_went_wrong_with_the_cube_is_graded_as_in_the_lesson() -> None:
    state = MatchState(length=5, score=Stack(2, 0), cube=2, owner=Side.DARK, doubled=True, on_roll=Side.DARK)
    drill = Drill(
        Situation(START.mirrored(), state, "xgid"), CubeAct.DROPPED, CubeAct.TOOK, 0.3, "Anna", "x", 1, 9, "fake", 0,
        date(2026, 11, 22), id=4,
    )  # fmt: skip
    for advice, choice, loss_mp in ((DROP, 0, 400.0), (DROP, 1, 0.0), (DOUBLE, 1, 300.0)):
        table = LearnersTable(exercises=[drill_exercise(drill)], advice=advice)
        table.see(START)
        (asked,) = table.asked
        assert (asked.to_answer, asked.situation.state.cube, asked.situation.state.owner) == (True, 2, Side.DARK)
        table.choose(choice)
        assert table.shown.outcome is not None
        assert table.shown.outcome.loss_mp == loss_mp
        assert table.shown.outcome.solved is (loss_mp == 0)


def test_what_comes_from_a_game_by_jacobys_rule_is_asked_by_it() -> None:
    state = MatchState(jacoby=True)
    drill = Drill(
        Situation(START, state, "xgid"), CubeAct.DOUBLED, CubeAct.ROLLED, 0.3, "Anna", "x", 1, 9, "fake", 0,
        date(2026, 11, 22),
    )  # fmt: skip
    table = LearnersTable(exercises=[drill_exercise(drill)], advice=DOUBLE)
    table.see(START)
    assert table.asked[0].situation.state.jacoby


def test_a_double_is_answered() -> None:
    for advice, choice, solved in ((DROP, 0, False), (DROP, 1, True), (DOUBLE, 0, True), (DOUBLE, 1, False)):
        exercise = EXERCISES["cube.3"]
        table = LearnersTable(exercises=[exercise], advice=advice)
        table.see(exercise.position)
        assert table.shown.stage is ExerciseStage.ANSWER
        assert table.state.shown.question is not None
        table.choose(choice)
        assert table.shown.outcome is not None
        assert table.shown.outcome.solved is solved


def test_the_opponent_doubles_takes_and_drops() -> None:
    game = replace(GAME, cube=True)
    table = LearnersTable(exercises=[game], rolls=iter(["21", "21"]), best=["6/3"], advice=DOUBLE)
    table.see(game.position)
    table.press()
    table.see(after(game.position, "21", "6/3"))
    table.press()
    assert (table.state.phase, table.shown.stage) == (Phase.DOUBLED, ExerciseStage.ANSWER)
    table.choose(0)
    assert table.state.record.cube.value == 2
    assert table.shown.stage is ExerciseStage.MOVE_FOR_ME
    for advice, value in ((DOUBLE, 2), (DROP, 1)):
        table = LearnersTable(exercises=[game], rolls=iter(["21"]), advice=advice)
        table.see(game.position)
        table.act(Act.DOUBLE)
        assert table.state.record.cube.value == value
        assert (table.shown.outcome is None) is (value == 2)


def test_the_opponent_rolls_where_it_should_not_double() -> None:
    game = replace(GAME, cube=True)
    table = LearnersTable(exercises=[game], rolls=iter(["21", "21"]), best=["6/3"], advice=TOO_EARLY)
    table.see(game.position)
    table.press()
    table.see(after(game.position, "21", "6/3"))
    table.press()
    assert table.shown.stage is ExerciseStage.MOVE_FOR_ME
