"""Whole games against the engine by learners who play anything legal, and often move the engine's checkers wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.coach.evaluation import CubeAdvice
from companion.games.backgammon import START, legal_plays
from companion.games.backgammon.cube import Act
from companion.match.events import PlayEntered
from companion.match.phases import PLAYING, Phase
from companion.match.terms import Strength
from companion.practice.exercise import Exercise, Goal
from companion.practice.lessons import board
from companion.practice.view import ExerciseStage
from companion.record.entries import Kind
from tests.practice.services import EVEN, LearnersTable

MOST_TURNS = 400


def rolls(rng: Random) -> Iterator[str]:
    while True:
        yield f"{rng.randint(1, 6)}{rng.randint(1, 6)}"


def advice(rng: Random) -> CubeAdvice:
    return CubeAdvice("fake", 0, rng.uniform(-1, 1), rng.uniform(-1, 2), 1.0, EVEN)


def take_turn(table: LearnersTable, rng: Random, *, by_touch: bool) -> None:
    """Whatever is awaited is done, by a learner who knows only the rules."""
    match table.shown.stage:
        case ExerciseStage.CUBE if rng.random() < 0.1:
            table.advice = advice(rng)
            table.act(Act.DOUBLE)
        case ExerciseStage.ROLL | ExerciseStage.CUBE:
            table.press()
        case ExerciseStage.ANSWER:
            table.choose(0)
        case ExerciseStage.PLAY | ExerciseStage.MOVE_FOR_ME | ExerciseStage.MISPLACED:
            lay(table, rng, by_touch=by_touch)
        case stage:
            pytest.fail(f"nobody waits for {stage}")


def lay(table: LearnersTable, rng: Random, *, by_touch: bool) -> None:
    assert table.state.record.turn is not None
    ends = legal_plays(table.state.record.position, table.state.record.turn.dice)
    right = [end for end, play in ends.items() if play.text() == table.shown.play]
    end = right[0] if right and rng.random() < 0.8 else rng.choice(list(ends))
    side = table.state.side
    table.see(table.state.record.position)
    if by_touch:
        table.happen(PlayEntered(ends[end].text(), table.state.t + (table.state.started_at_s or 0.0)))
    else:
        table.see(end)
        table.press()
        if table.state.phase in PLAYING and table.state.side is side:  # a tall stack that looks lower is no evidence
            table.happen(PlayEntered(ends[end].text(), table.state.t + (table.state.started_at_s or 0.0)))


@pytest.mark.slow
@pytest.mark.parametrize(("cube", "by_touch"), [(True, False), (False, True)])
def test_a_whole_game_comes_to_its_end(cube: bool, by_touch: bool) -> None:
    rng = Random(f"0 {cube} {by_touch}")
    game = Exercise("game.task", Goal.GAME, board("8:1 6:4 5:3 4:2", "8:1 6:4 5:3 4:2"), cube=cube)
    table = LearnersTable(exercises=[replace(game, strength=Strength.BEGINNER)], rolls=rolls(rng), advice=advice(rng))
    table.see(game.position)
    for _ in range(MOST_TURNS):
        if table.shown.outcome is not None:
            break
        take_turn(table, rng, by_touch=by_touch)
    assert table.shown.outcome is not None
    assert not [entry for entry in table.journal if entry.event in (Kind.ILLEGAL, Kind.ASKED, Kind.STOOD)]
    undone = sum(entry.event is Kind.UNDO for entry in table.journal)
    played = sum(entry.event is Kind.PLAY for entry in table.journal)
    assert undone <= played


@pytest.mark.slow
def test_a_game_from_the_start_comes_to_its_end() -> None:
    rng = Random(5)
    table = LearnersTable(exercises=[Exercise("game.task", Goal.GAME)], rolls=rolls(rng))
    table.see(START)
    table.press()
    while table.state.phase is Phase.OPENING:
        table.see(START)
        table.press()  # equal dice are thrown again
    for _ in range(MOST_TURNS):
        if table.shown.outcome is not None:
            break
        take_turn(table, rng, by_touch=False)
    assert table.shown.outcome is not None
    assert table.state.phase is Phase.GAME_OVER


def test_nobody_is_waited_for_but_who_is_shown() -> None:
    """After each event of a game somebody is to do something: the learner, or the engine, which is being asked."""
    rng = Random(9)
    game = Exercise("game.task", Goal.GAME, board("6:3 5:2", "6:3 5:2"))
    table = LearnersTable(exercises=[game], rolls=rolls(rng), silent=True)
    table.see(game.position)
    for _ in range(MOST_TURNS):
        if table.shown.outcome is not None:
            return
        if table.shown.stage is ExerciseStage.THINKING:
            assert table.state.phase in PLAYING
            table.see(table.state.record.position)
            table.answer()
        else:
            take_turn(table, rng, by_touch=False)
    pytest.fail("the game does not end")
