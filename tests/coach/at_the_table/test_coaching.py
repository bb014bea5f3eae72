"""The coach at the table: what may be asked, what is said, and what a match in training keeps of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.coach.answering import answer, answer_of_any
from companion.coach.at_the_table import coaching
from companion.coach.at_the_table.events import CountsAsked, HintReady
from companion.coach.at_the_table.remarks import next_time
from companion.coach.at_the_table.report import coach_facts, coach_lines
from companion.coach.at_the_table.state import coaching_in
from companion.coach.evaluation import CubeAdvice
from companion.coach.teaching import Occasion
from companion.coach.themes import ErrorTheme
from companion.games.backgammon import START, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    CubeActed,
    Edited,
    Ended,
    Paused,
    PlayEntered,
    PositionSet,
    RollEntered,
    UndoAsked,
)
from companion.match.phases import PLAYING, Phase
from companion.match.session import Terms, resumed
from companion.match.state import EndOfTurn
from companion.match.terms import HintLevel, PlayerTraining, TrainingSettings, WordingLevel
from companion.match.view import Arrow
from companion.record.journal import Mode
from companion.texts import Language, sentence
from tests.coach.fakes import ByNotation
from tests.coach.table import TRAINING, Lesson, begun
from tests.match.test_session import moved
from tests.table import LEFT, after, position

LIGHT, DARK = Side.LIGHT, Side.DARK
BEST = "13/10 6/5"  # of an opening 31, by an engine that goes by the notation
GUARDED = TrainingSettings(PlayerTraining(guard=True), PlayerTraining(guard=True))


def opened(
    teaching: TrainingSettings | None = None, *, answers: bool = True, terms: Terms = TRAINING
) -> tuple[Lesson, Position]:
    """Light has opened with 31, entered by touch, so that it is known whose roll it is; it is still to be played."""
    lesson = Lesson(replace(terms, teaching=teaching or TrainingSettings()), answers=answers)
    lesson.see(START)
    lesson.happen(RollEntered(3, 1, lesson.now_s))
    lesson.see(START, "31")
    return lesson, replace(START, on_roll=LIGHT)


class Against(ByNotation):
    """The engine that advises against the double."""

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        return replace(super().cube(situation, ply=ply, rules=rules), no_double=0.9)


def play(lesson: Lesson, text: str) -> None:
    lesson.happen(PlayEntered(text, lesson.now_s))


# --- rungs ---------------------------------------------------------------------------------------


def test_a_roll_is_asked_about_as_soon_as_it_is_on_record() -> None:
    lesson, start = opened(answers=False)
    assert [(asked.turn, asked.situation.position, asked.side, asked.made) for asked in lesson.asks] == [
        (1, start, LIGHT, None)
    ]


def test_where_a_checker_may_land_is_always_there_and_nothing_more() -> None:
    lesson, _ = opened(TrainingSettings(PlayerTraining(help=HintLevel.LANDINGS)))
    assert lesson.shown.landings[8] == (4, 5, 7)
    assert lesson.shown.help is None
    lesson.help(LIGHT)
    assert (lesson.shown.help, lesson.shown.may_ask, lesson.shown.helped) == (
        None,
        frozenset(),
        (0, 0),
    )


def test_where_a_checker_may_land_follows_what_lies_there_already() -> None:
    lesson, start = opened()
    lesson.see(moved(start, (8, 5), side=LIGHT), "31")
    assert lesson.shown.landings == {5: (4,), 6: (5,), 8: (7,), 24: (23,)}
    lesson.see(after(start, "31", "8/5 6/5"), "31")
    assert lesson.shown.landings == {}
    lesson.see(moved(start, (8, 3), side=LIGHT), "31")
    assert lesson.shown.landings[8] == (4, 5, 7), "what is no part of a legal play tells nothing"
    lesson.see(start, "31")
    assert lesson.shown.landings[8] == (4, 5, 7)


def test_each_rung_adds_to_the_one_before() -> None:
    lesson, _ = opened()
    told = []
    for _ in range(4):
        lesson.help(LIGHT)
        shown = lesson.shown.help
        assert shown is not None
        told.append((shown.hint_level, shown.spots, shown.play, shown.arrows, bool(shown.rows)))
    arrows = (Arrow(13, 10), Arrow(6, 5))
    assert told == [
        (HintLevel.CHECKERS, (13, 6), "", (), False),
        (HintLevel.PLAY, (13, 6), BEST, arrows, False),
        (HintLevel.WHY, (13, 6), BEST, arrows, False),
        (HintLevel.LIST, (13, 6), BEST, arrows, True),
    ]
    lesson.help(LIGHT)
    assert lesson.shown.help == shown


@pytest.mark.parametrize("most", list(HintLevel))
def test_nobody_gets_more_than_was_agreed(most: HintLevel) -> None:
    lesson, _ = opened(TrainingSettings(PlayerTraining(help=most)))
    lesson.help(LIGHT, times=6)
    assert (lesson.shown.help.hint_level if lesson.shown.help else HintLevel.LANDINGS) is most


def test_the_opponent_cannot_ask_for_somebody_elses_turn() -> None:
    lesson, _ = opened()
    lesson.help(DARK)
    assert (lesson.shown.help, lesson.shown.may_ask) == (None, frozenset({LIGHT}))


def test_help_waits_for_the_engine_and_is_refined_by_a_deeper_one() -> None:
    lesson, _ = opened(answers=False)
    lesson.help(LIGHT, times=2)
    decision = lesson.asks.pop()
    assert lesson.shown.help is not None
    assert (lesson.shown.help.waiting, lesson.shown.help.play) == (True, "")
    lesson.answer(decision, refined=False)
    assert (lesson.shown.help.waiting, lesson.shown.help.play, lesson.shown.help.refined) == (
        False,
        BEST,
        False,
    )
    lesson.answer(decision)
    assert lesson.shown.help.refined
    lesson.answer(decision, refined=False)
    assert lesson.shown.help.refined, "a shallower answer that comes late changes nothing"


def test_an_answer_to_a_turn_that_is_over_is_dropped() -> None:
    lesson, start = opened(answers=False)
    stale = lesson.asks.pop()
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "65", LEFT)
    lesson.help(DARK)
    lesson.answer(stale)
    assert lesson.shown.help is not None
    assert lesson.shown.help.waiting


def test_an_engine_that_fails_says_so_and_nothing_else_changes() -> None:
    lesson, _ = opened(answers=False)
    before = lesson.state
    lesson.help(LIGHT)
    lesson.happen(_failure(lesson))
    assert lesson.shown.help is not None
    assert lesson.shown.help.failed == "coaching.failed"
    assert (lesson.state.phase, lesson.state.record.position) == (before.phase, before.record.position)


def test_a_deeper_engine_that_fails_leaves_the_quick_answer() -> None:
    lesson, _ = opened(answers=False)
    lesson.help(LIGHT, times=2)
    lesson.answer(lesson.asks[0], refined=False)
    lesson.happen(_failure(lesson))
    assert lesson.shown.help is not None
    assert (lesson.shown.help.play, lesson.shown.help.refined, lesson.shown.help.failed) == (BEST, True, "")


def _failure(lesson: Lesson) -> HintReady:
    return replace(answer_of_any(lesson.asks[0], ByNotation(fails=True)), at_s=lesson.now_s)


def test_help_is_gone_with_the_turn() -> None:
    lesson, start = opened()
    lesson.help(LIGHT, times=3)
    lesson.played(start, "31", "8/5 6/5")
    assert lesson.shown.help is None


def test_help_counts_once_a_turn_and_both_see_it() -> None:
    lesson, start = opened()
    lesson.help(LIGHT, times=3)
    assert lesson.shown.helped == (1, 0)
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "65", LEFT)
    lesson.help(DARK)
    assert lesson.shown.helped == (1, 1)
    assert [(note.side, note.details) for note in lesson.notes("help")] == [
        (LIGHT, {"help": 1}), (LIGHT, {"help": 2}), (LIGHT, {"help": 3}), (DARK, {"help": 1}),
    ]  # fmt: skip


def test_nothing_is_asked_where_nothing_can_be_played() -> None:
    lesson, start = opened(terms=replace(TRAINING, end_of_turn=EndOfTurn.LIFTED))
    lesson.played(start, "31", BEST)
    kept_out = position("bar:1 6:5 5:5 4:4 | 23:-3 22:-2 21:-2 20:-2 19:-2 12:-4", LIGHT)
    lesson.happen(PositionSet(kept_out.id(), LIGHT, lesson.now_s))
    lesson.answers = False
    lesson.see(kept_out, "65", LEFT)
    assert lesson.view.dice == (6, 5)
    assert (lesson.asks, lesson.shown.may_ask, lesson.shown.landings) == ([], frozenset(), {})


def test_help_with_the_cube_and_with_the_roll_of_one_turn_counts_once() -> None:
    lesson, start = opened()
    board = lesson.played(start, "31", BEST)
    lesson.help(DARK)
    lesson.see(board, "65", LEFT)
    lesson.help(DARK, times=2)
    assert lesson.shown.helped == (0, 1)
    play(lesson, "13/2")
    lesson.help(LIGHT)
    lesson.happen(CubeActed(Act.DOUBLE, LIGHT, lesson.now_s))
    lesson.help(DARK)
    assert lesson.shown.helped == (1, 2), "to answer a double is another decision"


# --- why not mine? -------------------------------------------------------------------------------


def test_a_play_is_compared_with_the_best_on_request() -> None:
    lesson, start = opened(TrainingSettings(speaks=False))
    lesson.played(start, "31", "8/5 6/5")
    assert (lesson.shown.remarks, lesson.shown.may_compare) == ((), frozenset({LIGHT}))
    lesson.mine(LIGHT)
    (remark,) = lesson.shown.remarks
    assert (remark.occasion, remark.side, remark.said.key) == (Occasion.ASKED, LIGHT, "coaching.better")
    assert (remark.made, remark.best, remark.before) == ("8/5 6/5", BEST, start)
    assert remark.loss == pytest.approx(1.3)
    assert lesson.shown.helped == (0, 0), "what is over is no help"


def test_the_best_play_is_said_to_be_the_best() -> None:
    lesson, start = opened()
    lesson.played(start, "31", BEST)
    lesson.mine(LIGHT)
    assert [remark.said.key for remark in lesson.shown.remarks] == ["coaching.best"]


def test_a_comparison_waits_for_the_engine() -> None:
    lesson, start = opened(answers=False)
    lesson.played(start, "31", "8/5 6/5")
    lesson.mine(LIGHT)
    assert [(remark.said.key, remark.waiting) for remark in lesson.shown.remarks] == [("coaching.waiting", True)]
    lesson.answer(lesson.asks[-1])
    (remark,) = lesson.shown.remarks
    assert (remark.said.key, remark.waiting, remark.occasion) == ("coaching.better", False, Occasion.ASKED)


def test_who_does_not_want_to_see_plays_is_told_of_none() -> None:
    lesson, start = opened(TrainingSettings(PlayerTraining(help=HintLevel.CHECKERS)))
    lesson.played(start, "31", "8/5 6/5")
    lesson.mine(LIGHT)
    assert (lesson.shown.remarks, lesson.shown.may_compare) == ((), frozenset())


def test_a_child_is_told_in_simple_words() -> None:
    lesson, start = opened(TrainingSettings(PlayerTraining(words=WordingLevel.SIMPLE)))
    lesson.played(start, "31", "8/5 6/5")
    assert [remark.said.key for remark in lesson.shown.remarks] == ["coaching.costly.simple"]


# --- unasked -------------------------------------------------------------------------------------


def test_a_costly_play_is_told_of_unasked() -> None:
    lesson, start = opened()
    lesson.played(start, "31", "8/5 6/5")
    assert [(remark.occasion, remark.said.key) for remark in lesson.shown.remarks] == [
        (Occasion.UNASKED, "coaching.costly")
    ]


def test_a_play_that_costs_little_is_not_spoken_of() -> None:
    lesson, start = opened(TrainingSettings(threshold=1.31))
    lesson.played(start, "31", "8/5 6/5")
    assert lesson.shown.remarks == ()


def test_however_low_the_threshold_nothing_is_said_of_a_play_that_costs_next_to_nothing() -> None:
    lesson, start = opened(TrainingSettings(threshold=0.0), answers=False)
    lesson.played(start, "31", "8/5 6/5")
    decision = lesson.asks[-1]
    ready = answer(decision, ByNotation())
    assert ready.ranking is not None
    close = tuple(replace(one, equity=0.5 - 0.001 * n) for n, one in enumerate(ready.ranking.candidates))
    lesson.happen(replace(ready, ranking=replace(ready.ranking, candidates=close), at_s=lesson.now_s))
    assert coaching_in(lesson.state).made[LIGHT].loss > 0
    assert lesson.shown.remarks == ()


def test_nothing_is_said_unasked_where_that_was_agreed() -> None:
    lesson, start = opened(TrainingSettings(speaks=False))
    lesson.played(start, "31", "8/5 6/5")
    assert lesson.shown.remarks == ()


@pytest.mark.slow
def test_the_coach_speaks_unasked_three_times_a_game_at_most() -> None:
    lesson, start = opened()
    spoken = 0
    board = lesson.played(start, "31", "8/5 6/5")
    spoken += len(lesson.shown.remarks)
    for number in range(6):
        dice, left = ("21", "43")[number % 2], 0.1 + 0.05 * number + 0.4 * (number % 2)
        lesson.see(board)
        lesson.see(board, dice, ((left, 0.4), (left + 0.1, 0.6)))  # no die falls where another one lay
        record, rules = lesson.state.record, lesson.state.terms.rules
        legal = sorted(rules.legal_ends(record.position, record.turn.dice).items(),  # type: ignore[union-attr]
                       key=lambda one: one[1].text())  # fmt: skip
        board = legal[-1][0]
        play(lesson, legal[-1][1].text())
        assert lesson.state.phase in (Phase.MAY_DOUBLE, Phase.ROLLING)
    assert len(lesson.notes("spoken")) == 3


def test_what_was_said_of_a_play_goes_with_its_players_next_roll() -> None:
    lesson, start = opened()
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "65", LEFT)
    assert [remark.side for remark in lesson.shown.remarks] == [LIGHT]
    play(lesson, "13/2")
    lesson.see(after(board, "65", "13/2"), "21")
    assert LIGHT not in [remark.side for remark in lesson.shown.remarks]


def test_a_forced_play_is_neither_praised_nor_spoken_of() -> None:
    lesson, start = opened()
    lesson.played(start, "31", BEST)
    lesson.happen(PositionSet(position("24:1 | 12:-5", LIGHT).id(), LIGHT, lesson.now_s))
    lesson.happen(RollEntered(2, 1, lesson.now_s))
    lesson.answers = False
    play(lesson, "24/21")
    assert (lesson.asks, lesson.shown.remarks) == ([], ())
    lesson.mine(LIGHT)
    assert [(remark.said.key, remark.best) for remark in lesson.shown.remarks] == [("coaching.forced", "")]


def test_a_game_ends_with_one_thing_to_try_next_time() -> None:
    lesson, start = opened(TrainingSettings(PlayerTraining(words=WordingLevel.SIMPLE)))
    lesson.played(start, "31", "8/5 6/5")
    lesson.happen(Ended(DARK, Result.SINGLE, lesson.now_s))
    (remark,) = lesson.shown.remarks
    assert (remark.occasion, remark.side, remark.said.key) == (Occasion.AFTER_GAME, LIGHT, "coaching.next-time.simple")
    assert remark.reason is not None
    assert remark.reason.key == "coach.try.points.simple"
    assert (remark.best, remark.before) == ("", None)


def test_what_costs_most_by_all_plays_of_a_game_is_what_to_try_next_time() -> None:
    costs = {(LIGHT, ErrorTheme.RACE): 0.3, (LIGHT, ErrorTheme.SAFETY): 0.4, (DARK, ErrorTheme.HITTING): 2.0}
    remark = next_time(LIGHT, costs, PlayerTraining())
    assert remark is not None
    assert remark.reason is not None
    assert remark.reason.key == "coach.try.safety"
    assert next_time(LIGHT, {(DARK, ErrorTheme.HITTING): 2.0}, PlayerTraining()) is None


def test_every_theme_has_advice_in_both_registers_and_all_languages() -> None:
    for theme in ErrorTheme:
        for words in WordingLevel:
            remark = next_time(LIGHT, {(LIGHT, theme): 1.0}, PlayerTraining(words=words))
            assert remark is not None
            assert remark.reason is not None
            assert {sentence(remark.reason.key, language=language) for language in Language}


# --- the guard -----------------------------------------------------------------------------------


def test_a_costly_play_is_asked_about_before_the_turn_is_over() -> None:
    lesson, start = opened(GUARDED)
    lesson.played(start, "31", "8/5 6/5")
    assert lesson.view.question is not None
    assert (lesson.view.question.key, lesson.view.question.to) == ("question.guard", frozenset({LIGHT}))
    assert [answer.text for answer in lesson.view.question.answers] == ["answer.my-play", "answer.look-again"]
    assert lesson.state.phase in PLAYING
    assert lesson.state.record.position == start
    assert lesson.shown.helped == (1, 0), "to be warned is help"


def test_the_turn_is_over_as_soon_as_its_player_says_so() -> None:
    lesson, start = opened(GUARDED)
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.happen(Answered(0, lesson.now_s))
    lesson.see(board, "31")
    assert (lesson.state.record.position.points, lesson.view.question) == (board.points, None)
    assert lesson.recorded()[-2:] == ["light play 31 8/5 6/5", "light note"]


def test_to_press_again_says_that_this_is_the_play() -> None:
    lesson, start = opened(GUARDED)
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "31")
    lesson.press()
    assert lesson.state.record.position.points == board.points
    assert lesson.view.question is None


def test_who_looks_again_may_play_another_way() -> None:
    lesson, start = opened(GUARDED)
    lesson.played(start, "31", "8/5 6/5")
    lesson.happen(Answered(1, lesson.now_s))
    assert lesson.view.question is None
    assert lesson.state.phase in PLAYING
    better = after(start, "31", BEST)
    lesson.see(better, "31")
    lesson.press()
    assert (lesson.state.record.position.points, lesson.view.question) == (better.points, None)


def test_a_good_play_is_not_asked_about() -> None:
    lesson, start = opened(GUARDED)
    board = lesson.played(start, "31", BEST)
    assert (lesson.view.question, lesson.state.record.position.points) == (None, board.points)


def test_the_guard_asks_of_a_play_by_touch_too() -> None:
    lesson, start = opened(GUARDED)
    play(lesson, "8/5 6/5")
    assert lesson.view.question is not None
    assert lesson.state.record.position == start
    lesson.happen(Answered(0, lesson.now_s))
    assert lesson.state.record.position.points == after(start, "31", "8/5 6/5").points


def test_the_guard_waits_for_a_clear_look_like_everybody() -> None:
    lesson, start = opened(GUARDED)
    board = after(start, "31", "8/5 6/5")
    lesson.see(board, "31")
    lesson.happen(ButtonPressed(lesson.state.seen.look.at_s + 0.9))  # type: ignore[union-attr]
    assert lesson.state.phase is Phase.ENDED
    lesson.see(board, "31")
    assert lesson.view.question is not None
    assert lesson.view.phase == "phase.play"
    lesson.happen(Answered(0, lesson.now_s))
    lesson.see(board, "31")
    assert lesson.state.record.position.points == board.points


def test_the_guard_is_silent_as_long_as_no_engine_has_answered() -> None:
    lesson, start = opened(GUARDED, answers=False)
    board = lesson.played(start, "31", "8/5 6/5")
    assert (lesson.view.question, lesson.state.record.position.points) == (None, board.points)


def test_only_who_wants_a_guard_has_one() -> None:
    lesson, start = opened(TrainingSettings(dark=PlayerTraining(guard=True)))
    board = lesson.played(start, "31", "8/5 6/5")
    assert (lesson.view.question, lesson.state.record.position.points) == (None, board.points)


# --- the cube ------------------------------------------------------------------------------------


def test_advice_on_the_cube_is_asked_for_only_on_request() -> None:
    lesson, start = opened()
    lesson.played(start, "31", "8/5 6/5")
    engine = lesson.engine
    assert isinstance(engine, ByNotation)
    assert lesson.state.phase is Phase.MAY_DOUBLE
    assert [dice for _, dice, _ in engine.asked].count(None) == 0
    lesson.help(DARK, times=2)
    shown = lesson.shown.help
    assert shown is not None
    assert shown.cube is not None
    assert (shown.cube.doubling and shown.cube.doubling.value, shown.cube.takes, shown.cube.no_double) == (
        "double", True, None,
    )  # fmt: skip
    lesson.help(DARK, times=2)
    assert lesson.shown.help is not None
    assert lesson.shown.help.cube is not None
    assert lesson.shown.help.cube.no_double == 0.5


def test_who_is_doubled_may_ask_as_well() -> None:
    lesson, start = opened()
    lesson.played(start, "31", "8/5 6/5")
    lesson.help(DARK)
    lesson.happen(CubeActed(Act.DOUBLE, DARK, lesson.now_s))
    assert (lesson.shown.help, lesson.shown.may_ask) == (None, frozenset({LIGHT}))
    lesson.help(LIGHT, times=2)
    assert lesson.shown.help is not None
    assert lesson.shown.help.cube is not None
    assert (lesson.shown.help.side, lesson.shown.help.cube.to_answer) == (LIGHT, True)
    assert lesson.shown.help.cube.win == pytest.approx(0.45)


def doubled(lesson: Lesson, start: Position) -> Position:
    """Dark has doubled after Light's opening play."""
    end = lesson.played(start, "31", "8/5 6/5")
    lesson.happen(CubeActed(Act.DOUBLE, DARK, lesson.now_s))
    return end


def said(lesson: Lesson) -> list[tuple[Side, str, str | None]]:
    return [
        (remark.side, remark.said.key, None if remark.reason is None else remark.reason.key)
        for remark in lesson.shown.remarks
        if remark.said.key.startswith("coaching.cube")
    ]


@pytest.mark.parametrize(
    ("act", "verdict", "reason"),
    [(Act.TAKE, "coaching.cube.take", "coach.cube.take"), (Act.DROP, "coaching.cube.better.take", "coach.cube.take")],
)
def test_once_a_double_is_answered_both_players_read_why(act: Act, verdict: str, reason: str) -> None:
    lesson, start = opened()
    doubled(lesson, start)
    assert said(lesson) == [], "nothing helps with the answer"
    lesson.happen(CubeActed(act, LIGHT, lesson.now_s))
    assert said(lesson) == [(LIGHT, verdict, reason), (DARK, "coaching.cube.double", "coach.cube.double")]
    assert f"coach to light: {sentence(reason, {'n': '45', 'm': '27'})}" in coach_lines(lesson.state)
    told: Any = coach_facts(lesson.state)
    assert [one["reason"] is None for one in told["remarks"][:2]] == [False, False]


def test_a_double_that_was_wrong_is_told_to_who_made_it() -> None:
    lesson, start = opened()
    lesson.engine = Against()
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    assert said(lesson)[1] == (DARK, "coaching.cube.better.no-double", "coach.cube.wait")
    assert {one.said.values.get("loss") for one in lesson.shown.remarks if one.side is DARK} == {"0.30"}


def test_what_is_said_of_a_double_stays_until_its_player_decides_again() -> None:
    lesson, start = opened()
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    lesson.happen(RollEntered(5, 2, lesson.now_s))
    assert [side for side, _, _ in said(lesson)] == [LIGHT, DARK]
    play(lesson, "13/8 13/11")
    assert [side for side, _, _ in said(lesson)] == [LIGHT]
    lesson.happen(RollEntered(6, 1, lesson.now_s))
    assert said(lesson) == []


def test_a_take_that_is_taken_back_is_spoken_of_no_more() -> None:
    lesson, start = opened()
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    lesson.happen(UndoAsked(lesson.now_s))
    lesson.happen(Answered(0, lesson.now_s))
    assert (lesson.state.record.cube.owner, said(lesson)) == (None, [])


@pytest.mark.parametrize("help_", [HintLevel.CHECKERS, HintLevel.PLAY, HintLevel.WHY])
def test_of_a_double_is_said_no_more_than_was_agreed(help_: HintLevel) -> None:
    lesson, start = opened(TrainingSettings(light=PlayerTraining(help=help_, words=WordingLevel.SIMPLE)))
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    to_light = [one for one in said(lesson) if one[0] is LIGHT]
    reason = "coach.cube.take.simple" if help_ is HintLevel.WHY else None
    assert to_light == ([] if help_ is HintLevel.CHECKERS else [(LIGHT, "coaching.cube.take.simple", reason)])


def test_who_wants_no_comments_may_ask_about_an_answered_double() -> None:
    lesson, start = opened(TrainingSettings(speaks=False))
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.DROP, LIGHT, lesson.now_s))
    assert (said(lesson), lesson.shown.may_compare) == ([], frozenset(Side))
    lesson.mine(LIGHT)
    assert said(lesson) == [(LIGHT, "coaching.cube.better.take", "coach.cube.take")]


def test_who_asks_about_a_double_before_the_engine_answers_waits() -> None:
    lesson, start = opened(TrainingSettings(speaks=False), answers=False)
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    judged = lesson.asks[-1]
    assert (judged.act, judged.side, judged.is_judged) == (Act.TAKE, LIGHT, True)
    lesson.mine(LIGHT)
    assert [(one.said.key, one.waiting) for one in lesson.shown.remarks] == [("coaching.waiting", True)]
    lesson.answer(judged)
    assert said(lesson) == [(LIGHT, "coaching.cube.take", "coach.cube.take")]


def test_refereed_nothing_is_asked_or_said_of_a_double() -> None:
    lesson, start = opened(terms=replace(TRAINING, mode=Mode.REFEREED))
    doubled(lesson, start)
    lesson.happen(CubeActed(Act.TAKE, LIGHT, lesson.now_s))
    assert (lesson.asks, lesson.shown.remarks) == ([], ())


# --- counts, pauses, undo, break -----------------------------------------------------------------


def test_pip_counts_are_always_shown_where_that_was_agreed_and_in_training_only() -> None:
    always = TrainingSettings(pips=True)
    lesson, _ = opened(always)
    assert lesson.shown.pips == (167, 167)
    play(lesson, "8/5 6/5")
    assert (lesson.shown.pips, lesson.shown.helped) == ((163, 167), (0, 0)), (
        "a fact that anybody could count is no help"
    )
    refereed, _ = opened(always, terms=replace(TRAINING, mode=Mode.REFEREED))
    assert refereed.shown.pips is None
    usual, _ = opened()
    assert usual.shown.pips is None


def test_counts_are_shown_on_request_and_go_with_the_turn() -> None:
    lesson, start = opened()
    assert lesson.shown.counts is None
    lesson.happen(CountsAsked(LIGHT, lesson.now_s))
    assert lesson.shown.counts is not None
    assert lesson.shown.counts.pips == (167, 167)
    lesson.played(start, "31", "8/5 6/5")
    assert lesson.shown.counts is None


def test_help_stands_aside_while_the_game_does() -> None:
    lesson, _ = opened()
    lesson.help(LIGHT, times=2)
    before = lesson.shown.help
    lesson.happen(Paused(lesson.now_s))
    assert (lesson.shown.help, lesson.shown.may_ask) == (None, frozenset())
    lesson.happen(ButtonPressed(lesson.now_s))
    assert lesson.shown.help == before


def test_help_that_was_had_counts_also_after_an_undo() -> None:
    lesson, start = opened()
    lesson.help(LIGHT)
    lesson.played(start, "31", "8/5 6/5")
    lesson.happen(UndoAsked(lesson.now_s))
    lesson.happen(Answered(0, lesson.now_s))
    assert (
        lesson.shown.helped,
        lesson.shown.remarks,
        lesson.shown.may_compare,
    ) == ((1, 0), (), frozenset())
    lesson.help(LIGHT)
    assert lesson.shown.helped == (1, 0)
    again = resumed(lesson.terms, lesson.journal, coaching)
    assert coaching_in(again).helped == (1, 0)


def test_help_that_was_had_counts_also_after_the_record_was_put_right() -> None:
    lesson, start = opened()
    lesson.help(LIGHT)
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "65", LEFT)
    lesson.happen(Edited(1, lesson.now_s, play="24/20"))
    assert lesson.recorded()[-1] == "edit 31 24/20"
    assert lesson.shown.helped == (1, 0)
    again = resumed(lesson.terms, lesson.journal, coaching)
    assert coaching_in(again).helped == (1, 0)


def test_a_match_that_is_taken_up_knows_what_help_there_was() -> None:
    lesson, start = opened()
    lesson.help(LIGHT, times=2)
    board = lesson.played(start, "31", "8/5 6/5")
    lesson.see(board, "65", LEFT)
    lesson.help(DARK)
    again = resumed(lesson.terms, lesson.journal, coaching)
    assert coaching_in(again).helped == coaching_in(lesson.state).helped == (1, 1)
    assert coaching_in(again).spoken == coaching_in(lesson.state).spoken == 1


def test_a_theme_that_only_a_newer_companion_knows_is_passed_over_when_a_match_is_taken_up() -> None:
    lesson, start = opened()
    lesson.played(start, "31", "8/5 6/5")
    unknown = {"graded": 0.5, "theme": "of-tomorrow"}
    notes = lesson.notes("graded")
    journal = [entry.with_details(unknown) if entry in notes else entry for entry in lesson.journal]
    lesson.state = resumed(lesson.state.terms, journal, coaching)
    lesson.happen(Ended(DARK, Result.SINGLE, lesson.now_s))
    assert lesson.shown.remarks == ()


def test_a_look_at_a_board_with_one_checker_taken_up_tells_which() -> None:
    lesson, start = opened()
    points = list(start.points)
    points[7] -= 1
    lesson.see(replace(start, points=tuple(points)), "31")
    assert lesson.shown.in_hand == 8
    lesson.see(start, "31")
    assert lesson.shown.in_hand is None


def test_the_opening_by_camera_is_helped_with_as_soon_as_it_is_known_whose_it_is() -> None:
    lesson = begun()
    assert (lesson.shown.may_ask, lesson.asks) == (frozenset(), [])


def test_what_is_shown_can_be_read_line_by_line() -> None:
    lesson, start = opened(answers=False)
    lesson.help(LIGHT)
    assert coach_lines(lesson.state) == ["hint: …"]
    lesson.answer(lesson.asks.pop())
    assert coach_lines(lesson.state) == ["hint: from 13, 6"]
    lesson.help(LIGHT, times=3)
    lesson.happen(CountsAsked(LIGHT, lesson.now_s))
    hint, reason, best, *_, counts = coach_lines(lesson.state)
    assert (hint, best.split()) == (f"hint: {BEST}", ["+0.500", "0", "55%", *BEST.split()])
    assert reason.strip()
    assert counts == "pips 167 light, 167 dark; rolls that hit light 0, dark 0 of 36"
    lesson.answers = True
    lesson.played(start, "31", "8/5 6/5")
    said, why = coach_lines(lesson.state)
    assert said == f"coach to light: {BEST} is better by 1.30 (equity)."
    assert why.startswith("coach to light: ")


def test_advice_on_the_cube_can_be_read_line_by_line() -> None:
    lesson, start = opened(TrainingSettings(speaks=False))
    lesson.played(start, "31", "8/5 6/5")
    lesson.help(DARK)
    assert coach_lines(lesson.state) == ["hint: you win 55%"]
    lesson.help(DARK, times=3)
    hint, reason, *equities = coach_lines(lesson.state)
    assert (hint, reason.strip() != "") == ("hint: double", True)
    assert equities == ["  +0.500  no double", "  +0.600  double, take", "  +1.000  double, drop"]
    facts = coach_facts(lesson.state)
    assert facts is not None
    assert isinstance(facts["help"], dict)
    assert facts["help"]["cube"]["doubling"] == "double"


# --- what is said of a play that is no longer the one on record ------------------------------------


def remarked() -> tuple[Lesson, Position]:
    """Light has played 8/5 6/5, of which the coach has spoken; Dark is to roll."""
    lesson, start = opened()
    board = lesson.played(start, "31", "8/5 6/5")
    assert [remark.made for remark in lesson.shown.remarks] == ["8/5 6/5"]
    return lesson, board


def test_what_was_said_of_a_play_goes_when_another_is_put_on_record_in_its_place() -> None:
    lesson, _ = remarked()
    lesson.happen(Edited(1, lesson.now_s, play="24/20"))
    assert (lesson.shown.remarks, lesson.shown.may_compare) == ((), frozenset())


def test_what_was_said_of_a_play_goes_when_its_roll_was_another() -> None:
    lesson, _ = remarked()
    lesson.happen(Edited(1, lesson.now_s, dice=(5, 1), play="13/8 6/5"))
    assert lesson.shown.remarks == ()


def test_what_was_said_of_a_play_goes_with_the_play() -> None:
    lesson, _ = remarked()
    lesson.happen(UndoAsked(lesson.now_s))
    lesson.happen(Answered(0, lesson.now_s))
    assert lesson.shown.remarks == ()


def test_what_was_said_of_a_play_goes_when_the_position_is_set_by_hand() -> None:
    lesson, board = remarked()
    lesson.happen(PositionSet(board.id(), DARK, lesson.now_s))
    assert lesson.shown.remarks == ()


def test_what_was_said_of_a_play_stays_when_another_turn_is_corrected_that_leaves_it_as_it_was() -> None:
    lesson, board = remarked()
    lesson.see(board, "65", LEFT)
    play(lesson, "24/13")
    lesson.happen(Edited(2, lesson.now_s, play="13/2"))
    assert [(remark.side, remark.made) for remark in lesson.shown.remarks] == [(LIGHT, "8/5 6/5")]


def test_an_answer_about_a_play_that_was_corrected_meanwhile_is_dropped() -> None:
    lesson, start = opened(answers=False)
    lesson.played(start, "31", "8/5 6/5")
    late = lesson.asks[-1]
    lesson.happen(Edited(1, lesson.now_s, play="24/20"))
    lesson.answer(late)
    assert lesson.shown.remarks == ()
    assert lesson.notes("graded") == []


def test_what_was_said_after_a_game_goes_when_the_game_goes_on_after_all() -> None:
    lesson, _ = remarked()
    lesson.happen(Ended(DARK, Result.SINGLE, lesson.now_s))
    assert [remark.occasion for remark in lesson.shown.remarks] == [Occasion.AFTER_GAME]
    lesson.happen(ChangeUndone(lesson.now_s))
    assert (lesson.view.phase, lesson.shown.remarks) == ("phase.roll", ())
