"""Practice on the screen: the path, an opponent, an exercise in the learner's half, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from companion.coach.at_the_table.events import HintReady
from companion.coach.at_the_table.shown import coach_shown, help_with
from companion.coach.draughts.search import Limits
from companion.coach.draughts.teaching import Advice, advised
from companion.coach.evaluation import Chances, CubeAdvice, PlayReason
from companion.coach.teaching import Decision, HelpShown
from companion.errors import InputError
from companion.games.backgammon import legal_plays
from companion.games.backgammon.cube import Act
from companion.games.backgammon.situation import Situation
from companion.games.draughts import Position as Squares
from companion.games.rules import Side
from companion.match.events import ButtonPressed, CubeActed, NextGame, UndoAsked
from companion.match.terms import HintLevel, PlayerTraining, Strength
from companion.match.view import Arrow, View
from companion.practice.draughts import DRAUGHTS_LESSONS
from companion.practice.goals import cube_said
from companion.practice.lessons import EXERCISES
from companion.practice.puzzles import Answer, Puzzle, Verdict, next_puzzle
from companion.practice.strength import LOSSES_MP
from companion.practice.view import ExerciseStage as At
from companion.practice.view import LessonShown, OutcomeShown, PracticeShown, practice_shown
from companion.screen.camera_service import CameraService
from companion.screen.facts import facts_of
from companion.screen.navigator import PageName
from companion.screen.theme import THEME
from companion.screen.touch_fields import menu
from companion.screen.widgets.fields import Chair
from companion.texts import Language
from tests.screen.conftest import NOW_S, Stage
from tests.screen.overflow import looked_at
from tests.screen.taught_views import BEFORE, TAUGHT, taught
from tests.screen.test_overflow import SIZES, faults, lay
from tests.screen.views import showing
from tests.screen.with_services import opened, over, said, settle, touch, with_services

NAMES = ("rules", "bear-off", "race-home", "hit-and-enter", "build-a-point", "full-game", "cube")


ADVICE = CubeAdvice("fake", 2, 0.5, 0.6, 1.0, Chances(0.7, 0.2, 0.0, 0.1, 0.0))


@dataclass
class Lessons:
    """``told``: what was begun, and what was answered."""

    due: int = 0
    fails: bool = False
    told: list[object] = field(default_factory=list)

    def lessons(self) -> Sequence[LessonShown]:
        lengths = [8 if name == "rules" else 3 for name in NAMES]
        on_board = [
            LessonShown(name, f"practice.{name}", length, length - min(place, length))
            for place, (name, length) in enumerate(zip(NAMES, lengths, strict=True))
        ]
        by_touch = [
            LessonShown(lesson.name, lesson.title, len(lesson.keys), 12 - place, lesson.game, by_touch=True)
            for place, lesson in enumerate(DRAUGHTS_LESSONS)
        ]
        return [*on_board, *by_touch]

    def exercise(self, name: str, *, after: int = 0) -> int:
        if self.fails:
            raise InputError(f"{name}: a match is not over")
        return after + 1

    def keep_answer(self, name: str, number: int, *, solved: bool, helped: bool) -> None:
        self.told.append((name, number, solved, helped))

    def puzzle(self, after: str = "") -> Puzzle:
        if self.fails:
            raise InputError("puzzle: a match is not over")
        return next_puzzle((), (), after=after)

    def judge(self, puzzle: Puzzle, answer: Answer | None) -> Verdict:
        """Every answer is wrong, for as long a reason as there is."""
        why = PlayReason("coach.not.make-point", {"point": "5"})
        choice = None if answer is None else answer.choice
        if puzzle.dice is None:
            best = puzzle.choices[-1]
            return Verdict(False, cube_said(best), best, choice, 0.2, why, is_told=answer is None)
        play = next(iter(legal_plays(puzzle.position, puzzle.dice).values()))
        said = PlayReason("practice.costly", {"play": play.text()})
        return Verdict(False, said, play, choice, 0.2, why, is_told=answer is None)

    def help_in(self, situation: Situation) -> HelpShown:
        self.told.append(("help", situation.xgid()))
        answer = HintReady(Decision(0, situation, situation.state.dice), 0.0, advice=ADVICE)
        return help_with(answer, HintLevel.LIST, PlayerTraining())

    def advice_in(self, position: Squares) -> Advice | None:
        return advised(position, limits=Limits(depth=1))

    def keep_puzzle(self, situation: Situation) -> bool:
        self.told.append(("kept", situation.xgid()))
        return not self.fails

    def play_on(self, situation: Situation) -> None:
        self.told.append(("play on", situation.xgid()))

    def keep_verdict(self, puzzle: Puzzle, verdict: Verdict) -> None:
        self.told.append((puzzle.key, verdict.solved, verdict.is_told))

    def drills_due(self) -> int:
        return self.due

    def begin(self, lesson: str, number: int | None = None, strength: Strength | None = None) -> None:
        if self.fails:
            raise InputError("the board is not known yet")
        self.told.append((lesson, number, strength))

    def play(self, strength: Strength, *, cube: bool = False, length: int = 0) -> None:
        self.told.append((strength, cube, length))

    def repeat(self) -> None:
        self.told.append("repeat")

    def leave(self) -> None:
        self.told.append("leave")


TASK = PracticeShown(
    "practice.build-a-point", 1, 4, Side.LIGHT, PlayReason("practice.build-a-point.1", {"point": "5", "dice": "3-1"}),
    "practice.build-a-point.1.hint", At.PLAY, PlayReason("practice.stage.play"), set_dice=True,
)  # fmt: skip
DOING = showing(TAUGHT, practice=TASK)
MOVE_FOR_ME = showing(
    DOING,
    on_roll=Side.DARK,
    may_ask=frozenset(),
    landings={},
    practice=replace(
        TASK, stage=At.MOVE_FOR_ME, said=PlayReason("practice.stage.move-for-me", {"play": "8/5 6/5"}),
        arrows=(Arrow(17, 20), Arrow(19, 20)), set_dice=False,
    ),
)  # fmt: skip
SOLVED = OutcomeShown(solved=True, said=PlayReason("practice.best-play"), has_next=True)
COSTLY = OutcomeShown(
    False, PlayReason("practice.costly", {"play": "8/5 6/5"}), 161.0, BEFORE, "24/20", (Arrow(24, 20),), "8/5 6/5",
    (Arrow(8, 5), Arrow(6, 5)), PlayReason("coach.not.make-home", {"point": "5"}, (5,)),
)  # fmt: skip


WRONG_DROP = OutcomeShown(
    solved=False, said=PlayReason("practice.better.take"), loss_mp=213.0,
    reason=PlayReason("coach.cube.take", {"n": "31", "m": "22"}),
)  # fmt: skip


def ended(outcome: OutcomeShown) -> View:
    return showing(DOING, practice=replace(TASK, stage=At.OVER, outcome=outcome))


@contextmanager
def practising(stage: Stage, lessons: Lessons, language: Language = Language.ENGLISH) -> Iterator[None]:
    there: dict[str, Any] = {"sight": CameraService(), "archive": object()}
    with with_services(stage, {"screen.language": language.value}, practice=lessons, **there):
        yield


def turned_to(stage: Stage, view: View) -> None:
    stage.source.view = stage.app.app_root.view = view
    settle()


# --- the path ------------------------------------------------------------------------------------


def test_the_first_lesson_that_is_not_done_is_lit_and_each_can_be_begun(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        path = opened(stage, PageName.PRACTICE)
        assert [step.main for step in path.steps] == [False, True, False, False, False, False, False]
        touch(stage, path.steps[4])
        assert lessons.told == [("build-a-point", None, None)]
        assert stage.app.app_root.top is None, "the board is seen"


def test_what_cannot_begin_is_told_in_a_sentence(stage: Stage) -> None:
    with practising(stage, Lessons(fails=True)):
        path = opened(stage, PageName.PRACTICE)
        touch(stage, path.steps[0])
        assert stage.app.app_root.top is not None
        assert said(stage) == "the board is not known yet"


def test_a_game_is_played_as_strong_as_is_wished_and_it_is_said_what_each_strength_loses(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        path = opened(stage, PageName.PRACTICE)
        touch(stage, path.game)
        asked = over(stage)
        for strength, field in asked.strength.fields.items():
            touch(stage, field)
            loss = LOSSES_MP[strength]
            assert asked.loses.text.startswith(f"{field.text}: ")
            assert (f"about {loss} millipoints" in asked.loses.text) is (loss > 0)
        touch(stage, asked.strength.fields[Strength.EXPERT])
        touch(stage, asked.cube)
        touch(stage, asked.begin)
        assert lessons.told == [(Strength.EXPERT, True, 0)]


def test_a_match_is_as_long_as_is_wished_and_has_the_cube(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        path = opened(stage, PageName.PRACTICE)
        touch(stage, path.game)
        asked = over(stage)
        assert (asked.length.words.text, asked.cube.parent is not None) == ("Money play", True)
        touch(stage, asked.length.words)
        pad = over(stage)
        for key in ("1", "1", "done"):
            touch(stage, pad.keys[key])
        assert (asked.length.words.text, asked.cube.parent) == ("11 points", None)
        touch(stage, asked.length.plus)
        touch(stage, asked.begin)
        assert lessons.told == [(Strength.ONLINE, False, 12)]


def test_drills_can_be_repeated_when_some_are_due(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        for lessons.due, words in ((0, "No drill is due"), (1, "1 drill is due"), (7, "7 drills are due")):
            path = opened(stage, PageName.PRACTICE)
            assert path.drills.text == words
            lessons.told.clear()
            touch(stage, path.drills)
            assert lessons.told == (["repeat"] if lessons.due else [])
            stage.app.app_root.home()


def test_practice_is_left_where_it_goes_on(stage: Stage) -> None:
    lessons = Lessons()
    with practising(stage, lessons):
        assert opened(stage, PageName.PRACTICE).leave.parent is None
        stage.app.app_root.home()
        turned_to(stage, DOING)
        path = opened(stage, PageName.PRACTICE)
        touch(stage, path.leave)
        assert lessons.told == ["leave"]


def test_without_lessons_the_way_to_them_is_not_offered(stage: Stage) -> None:
    with with_services(stage):
        assert PageName.PRACTICE not in opened(stage, PageName.WELCOME).others


# --- an exercise ---------------------------------------------------------------------------------


def test_the_task_is_said_to_the_learner_with_how_far_one_is() -> None:
    mine, other = (facts_of(DOING, side) for side in Side)
    assert mine.message == "1/4  Make your 5-point with 3-1."
    assert other.message == ""
    assert (mine.dice_note, other.dice_note) == ("Preset rolls", "Preset rolls")


def test_in_a_whole_game_the_task_makes_way_for_what_is_going_on() -> None:
    game = replace(TASK, number=1, of=1, strength="practice.strength.online", stage=At.ROLL)
    begins = showing(DOING, practice=game, last_side=None, last_play="")
    assert facts_of(begins, Side.LIGHT).message != ""
    under_way = replace(begins, last_side=Side.DARK, last_play="24/15")
    assert facts_of(under_way, Side.LIGHT).message == ""
    moves = replace(practice_shown(MOVE_FOR_ME), strength=game.strength, of=1)  # type: ignore[type-var]
    assert facts_of(showing(MOVE_FOR_ME, practice=moves, last_side=Side.LIGHT), Side.LIGHT).message != ""


def test_without_a_cube_none_is_drawn_and_nobody_is_offered_to_double(stage: Stage) -> None:
    stage.lay(DOING)
    box = stage.screen.ids.board.layout.cube(None)
    area = np.s_[int(box.x) : int(box.x + box.width), int(box.y) : int(box.y + box.height)]
    assert (stage.show(DOING)[area] != stage.show(replace(DOING, with_cube=False))[area]).any()
    being_set_up = replace(DOING, phase="phase.put-back", on_roll=None, dice=None, rolled=False)
    double = next(field for field in menu(Chair(being_set_up, Side.LIGHT, "en")).shown if field.words == "Double")
    assert double.event is None


def test_the_numbers_of_the_points_stand_upright_for_the_learner(stage: Stage) -> None:
    """He moves the opponent's checkers too: they are counted as the opponent counts, and read from his chair."""
    assert stage is not None
    from companion.screen.board.numbering import seat_of

    assert seat_of(MOVE_FOR_ME, Side.DARK) is Side.LIGHT
    assert seat_of(TAUGHT, Side.DARK) is Side.DARK


def test_the_learner_moves_and_presses_for_both_and_nobody_sits_opposite() -> None:
    mine, other = (facts_of(MOVE_FOR_ME, side) for side in Side)
    assert mine.message == "1/4  Please move for me: 8/5 6/5. Then press."
    assert [die.value for die in mine.dice] == [3, 1]
    action = mine.fields["action"]
    assert action.event is not None
    assert action.event(NOW_S) == ButtonPressed(NOW_S)
    assert other.fields == {}


def test_to_double_is_as_easy_as_to_roll_where_that_is_the_question() -> None:
    cube = replace(TASK, stage=At.CUBE)
    view = showing(DOING, practice=cube, phase="phase.roll", dice=None, rolled=False, may_double=True)
    fields = facts_of(view, Side.LIGHT).fields
    double = fields["double"]
    assert double.event is not None
    assert double.event(NOW_S) == CubeActed(Act.DOUBLE, Side.LIGHT, NOW_S)
    assert "double" not in facts_of(replace(view, may_double=False), Side.LIGHT).fields


def test_the_tip_and_the_lessons_are_in_the_menu() -> None:
    page = facts_of(DOING, Side.LIGHT).fields["menu"].page
    assert page is not None
    fields = {each.words: each for each in page().fields}
    assert fields["Lessons"].opens is PageName.PRACTICE
    tip = fields["Hint"].page
    assert tip is not None
    assert tip().fields[0].words == "Two checkers on one point are safe, and nobody else can land there."


# --- a game against the engine -------------------------------------------------------------------

GAME = showing(DOING, practice=replace(TASK, is_match=True, set_dice=False, strength="practice.strength.best"))


def test_a_game_against_the_engine_has_the_menu_of_a_match_for_the_learner_alone() -> None:
    mine, other = (facts_of(GAME, side) for side in Side)
    page = mine.fields["menu"].page
    assert page is not None
    words = {each.words for each in page().fields}
    assert {"Resign", "Game over", "Dispute"} <= words
    assert "Hint" not in words
    assert other.fields == {}


def test_the_card_after_a_match_comes_after_such_a_game_too(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    called: list[object] = []
    result = {"phase": "phase.over", "winner": Side.LIGHT, "points_won": 1, "score": (1, 0)}
    with practising(stage, Lessons()):
        monkeypatch.setattr(stage.app.app_root, "_open_recap", called.append)
        turned_to(stage, replace(DOING, **result))  # type: ignore[arg-type]
        assert not called, "an exercise is no match"
        turned_to(stage, replace(GAME, **result))  # type: ignore[arg-type]
        assert called


# --- how it ended --------------------------------------------------------------------------------


def card(stage: Stage, outcome: OutcomeShown) -> Any:
    turned_to(stage, DOING)
    stage.app.app_root.home()
    turned_to(stage, ended(outcome))
    return stage.app.app_root.top.content


def test_what_came_of_it_is_shown_at_once_and_leads_on(stage: Stage) -> None:
    with practising(stage, Lessons()):
        content = card(stage, SOLVED)
        assert content.said.text == "Solved: no play is better."
        touch(stage, content.next)
        assert stage.source.told[-1] == NextGame(NOW_S)
        turned_to(stage, showing(DOING, practice=replace(TASK, number=2)))
        assert stage.app.app_root.top is None


def test_the_costly_play_and_a_better_one_are_on_boards(stage: Stage) -> None:
    with practising(stage, Lessons()):
        content = card(stage, COSTLY)
        assert [words.text for words in content.captions] == ["Played: 24/20", "Best: 8/5 6/5"]
        assert content.said.text.split("\n") == ["Not yet: 8/5 6/5 is better.", "The best play makes your 5-point."]
        assert content.next.dead
        touch(stage, content.again)
        assert stage.source.told[-1] == UndoAsked(NOW_S)


def test_after_a_game_the_card_tells_one_thing_to_try(stage: Stage) -> None:
    with practising(stage, Lessons()):
        lost = OutcomeShown(solved=True, said=PlayReason("practice.game-lost"), lost=True)
        turned_to(stage, showing(ended(lost), remarks=coach_shown(taught()["next time"]).remarks))
        first, second = stage.app.app_root.top.content.said.text.split("\n")
        assert first == "The game is lost. The next one may be yours."
        assert second.startswith("One thing to try next time:")
        assert not stage.app.app_root.top.content.is_ticked, "a game that was lost is nothing to cheer"
        assert card(stage, SOLVED).is_ticked


def test_a_card_that_was_put_away_can_be_seen_again(stage: Stage) -> None:
    with practising(stage, Lessons()):
        card(stage, SOLVED)
        stage.app.app_root.back()
        turned_to(stage, replace(ended(SOLVED), hand=True))
        assert stage.app.app_root.top is None, "it comes by itself only once"
        stage.touch_field("action")
        shown: Any = stage.app.app_root.top
        assert shown.content.title == "screen.outcome"


# --- that all of it is seen ----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_practice_is_cut_off(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    for language in Language:
        with practising(stage, Lessons(7), language):
            see_all(stage, f"{language.value} {size[0]}x{size[1]}")


def see_all(stage: Stage, what: str) -> None:
    turned_to(stage, DOING)
    assert len(opened(stage, PageName.WELCOME).others) == 6
    stage.app.app_root.home()
    path = opened(stage, PageName.PRACTICE)
    assert all(0 < step.number_px < step.height - THEME.px(34) for step in path.steps)
    path._choose()
    settle()
    over(stage).strength.fields[Strength.BEGINNER].dispatch("on_touched")
    for points in (1, 11):
        over(stage)._length_typed(str(points))
        assert looked_at(stage, f"{what} match of {points}") == []
    stage.app.app_root.home()
    long = PlayReason("coach.not.shots", {"n": "16", "m": "26"})
    card(stage, replace(COSTLY, reason=long))
    assert looked_at(stage, f"{what} outcome") == []
    stage.app.app_root.home()
    asked = replace(TASK, stage=At.CUBE, instruction=PlayReason("practice.cube.1"))
    cube = showing(DOING, practice=asked, phase="phase.roll", dice=None, rolled=False, may_double=True)
    for view in (DOING, MOVE_FOR_ME, cube, *tasks()):
        lay(stage, view)
        halves = stage.screen.ids
        assert [*faults(halves.lower), *faults(halves.upper)] == [], what


def tasks() -> Iterator[View]:
    for key, exercise in EXERCISES.items():
        facts = {"rolls": str(exercise.most_rolls), "point": str(exercise.point), "dice": "3-1"}
        yield showing(DOING, practice=replace(TASK, instruction=PlayReason(f"practice.{key}", facts), number=6, of=6))
