"""Resignations in a match against the engine: it resigns only what is lost, and accepts nothing that is worth less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.coach.answering import answer
from companion.coach.at_the_table.decisions import standing
from companion.coach.engines.builtin import Builtin
from companion.coach.evaluator import Evaluator
from companion.games.backgammon import STANDARD, BackgammonRules, Dice, Position, legal_plays
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.in_play import CurrentRoll, MatchInPlay
from companion.match.phases import Phase
from companion.match.session import begun
from companion.match.state import State, Terms, to_roll
from companion.match.terms import Opponent, Strength
from companion.practice import resigning
from companion.practice.exercise import Exercise, Goal, Practice, against
from companion.practice.lessons import board
from companion.practice.view import ExerciseStage
from companion.record import Mode
from companion.record.entries import Kind
from companion.record.facts import OfferAnswered
from companion.record.match import Game, Placed, Win
from tests.practice.against_engine import Opponents
from tests.states import backgammon

ENGINE = Opponent(Side.DARK, Strength.BEGINNER)
ROLLS = [(Dice(a, b), (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]


@pytest.fixture(scope="module")
def engine() -> Iterator[Evaluator]:
    with Builtin() as found:
        yield found


def at_table(
    position: Position, dice: Dice | None = None, *, length: int = 0, score: tuple[int, int] = (0, 0)
) -> State:
    """The engine, Dark, is on roll: it is to roll, or to play this roll."""
    rules = BackgammonRules(STANDARD.changed({"cube": False}))
    terms = Terms(mode=Mode.TRAINING, rules=rules, length=length, opponent=ENGINE)
    game = Game(score, (Placed(position),))
    state = to_roll(replace(begun(terms), record=MatchInPlay().with_games((game,), rules)))
    return state if dice is None else state.with_record(phase=Phase.TRYING, turn=CurrentRoll(dice))


def told(state: State, engine: Evaluator) -> Practice:
    """What the engine's side knows as soon as it was asked."""
    return replace(against(ENGINE), heard=answer(standing(state), engine, ply=0))


def offered(state: State, engine: Evaluator) -> Result | None:
    return resigning.offered(state, told(state, engine))


# --- against the truth -----------------------------------------------------------------------------


@cache
def rolls_needed(home: tuple[int, ...]) -> tuple[float, ...]:
    """How likely the last checker is off after 0, 1, 2... rolls, each played to need the fewest on average."""
    if not sum(home):
        return (1.0,)
    position = board(" ".join(f"{point}:{count}" for point, count in enumerate(home, start=1)), "1:1")
    total = [0.0]
    for dice, chance in ROLLS:
        after = {tuple(end.counts(Side.LIGHT)[:6]) for end in legal_plays(position, dice)}
        best = min((rolls_needed(one) for one in after), key=lambda shares: sum(k * s for k, s in enumerate(shares)))
        total += [0.0] * (len(best) + 1 - len(total))
        for k, share in enumerate(best, start=1):
            total[k] += chance * share
    return tuple(total)


def wins(on_roll: tuple[int, ...], other: tuple[int, ...]) -> float:
    """How often the side on roll is off first."""
    mine, theirs = rolls_needed(on_roll), rolls_needed(other)
    return sum(share * sum(theirs[k:]) for k, share in enumerate(mine))


def home(rng: Random, checkers: int) -> tuple[int, ...]:
    points = [rng.randint(1, 6) for _ in range(checkers)]
    return tuple(points.count(point) for point in range(1, 7))


def race(light: tuple[int, ...], dark: tuple[int, ...]) -> Position:
    def told(side: tuple[int, ...]) -> str:
        return " ".join(f"{point}:{count}" for point, count in enumerate(side, start=1))

    return board(told(light), told(dark), Side.DARK)


def test_it_resigns_a_race_that_cannot_be_won_any_more_and_no_other(engine: Evaluator) -> None:
    rng, resigned, played = Random(5), 0, 0
    for _ in range(150):
        light, dark = home(rng, rng.randint(1, 2)), home(rng, rng.randint(3, 5))
        chance = wins(dark, light)
        found = offered(at_table(race(light, dark)), engine)
        if found is not None:
            resigned += 1
            assert found is Result.SINGLE, (light, dark)
            assert chance <= 2 * resigning.NO_CHANCE, (light, dark)
        else:
            played += 1
            assert chance > 0, (light, dark)
    assert min(resigned, played) > 12


def test_what_it_resigns_it_would_have_lost_just_so(engine: Evaluator) -> None:
    """Refused, and played to the end by both."""
    rng, games, less = Random(8), 0, 0
    while games < 30:
        light, dark = home(rng, rng.randint(1, 6)), home(rng, rng.choice([9, 12, 14, 15, 15, 15]))
        state = at_table(race(light, dark))
        found = offered(state, engine)
        if found is None:
            continue
        games += 1
        position = state.record.position
        while position.winner is None:
            dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
            situation = replace(standing(state).situation, position=position)
            position = engine.ranking(situation, dice, ply=0).best.end
        assert position.winner is Side.LIGHT
        less += found is not (Result.GAMMON if position.off.dark == 0 else Result.SINGLE)
    assert less == 0


# --- what it resigns -------------------------------------------------------------------------------

NEARLY_OFF = "1:2"
BEHIND = board(NEARLY_OFF, "20:3 6:12", Side.DARK)
"""Light bears off with its next roll, and Dark has three checkers in Light's home."""
GAMMON = board(NEARLY_OFF, "14:3 6:12", Side.DARK)


@pytest.mark.parametrize(
    ("position", "dice", "result"),
    [
        (BEHIND, Dice(1, 1), Result.BACKGAMMON),
        (BEHIND, Dice(6, 6), Result.GAMMON),
        (GAMMON, None, Result.GAMMON),
        (board(NEARLY_OFF, "6:5 5:5", Side.DARK), None, Result.SINGLE),
        (board("1:1", "1:2", Side.DARK), None, None),  # any roll wins
        (board("6:2 5:2 4:2", "18:2 6:13", Side.DARK), None, None),  # a gammon or not: that is open
    ],
)
def test_it_resigns_as_much_as_is_lost(
    position: Position, dice: Dice | None, result: Result | None, engine: Evaluator
) -> None:
    assert offered(at_table(position, dice), engine) is result


def test_where_a_gammon_is_worth_no_more_a_single_game_is_resigned(engine: Evaluator) -> None:
    assert offered(at_table(GAMMON, length=3, score=(2, 1)), engine) is Result.SINGLE
    assert offered(at_table(GAMMON, length=3, score=(1, 2)), engine) is Result.GAMMON


def test_as_long_as_there_is_contact_it_plays_on(engine: Evaluator) -> None:
    shot = board("1:1 12:1", "bar:1 6:14", Side.DARK)
    assert offered(at_table(shot), engine) is None


def test_what_was_refused_is_not_offered_again_but_more_may_be(engine: Evaluator) -> None:
    state = at_table(GAMMON)
    practice = told(state, engine)
    assert resigning.offered(state, replace(practice, refused=Result.SINGLE)) is Result.GAMMON
    assert resigning.offered(state, replace(practice, refused=Result.GAMMON)) is None
    decided = at_table(GAMMON, length=3, score=(2, 1))
    refused = replace(told(decided, engine), refused=Result.SINGLE)
    assert resigning.offered(decided, refused) is None, "a gammon is worth no more here"


def test_in_a_lesson_everything_is_played_to_its_end(engine: Evaluator) -> None:
    state = at_table(GAMMON)
    lesson = Practice(Exercise("game.task", Goal.GAME), heard=told(state, engine).heard)
    assert resigning.offered(state, lesson) is None


# --- at the table ----------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path, engine: Evaluator) -> Iterator[Opponents]:
    made = Opponents(tmp_path, engine, "resigning")
    yield made
    made.close()


def answers(table: Opponents) -> list[bool]:
    return [one.facts.accepted for one in table.entries if isinstance(one.facts, OfferAnswered)]


def placed(table: Opponents, light: str, dark: str, on_roll: Side) -> None:
    table.until(ExerciseStage.ROLL, ExerciseStage.CUBE)
    table.place(light, dark, on_roll)


@pytest.mark.parametrize("cube", [False, True])
@pytest.mark.parametrize(
    ("result", "accepted"), [(Result.SINGLE, False), (Result.GAMMON, False), (Result.BACKGAMMON, True)]
)
def test_it_accepts_nothing_that_is_worth_less_than_the_game(
    result: Result, accepted: bool, cube: bool, table: Opponents
) -> None:
    table.begin(Strength.BEGINNER, cube=cube)
    placed(table, "22:3 6:12", "1:2", Side.LIGHT)
    assert table.device.session.state.side is Side.LIGHT
    table.resign(result)
    assert answers(table) == [accepted]
    state = table.device.session.state
    assert (state.phase is Phase.GAME_OVER) is accepted
    assert state.shown.question is None
    if accepted:
        assert state.record.score == (0, 3)
    else:
        assert state.shown.message is not None
        assert state.shown.message.key == "practice.plays-on"


def test_a_gammon_that_is_lost_is_worth_a_gammon(table: Opponents) -> None:
    table.begin(Strength.ONLINE)
    placed(table, "12:3 6:12", "1:2", Side.LIGHT)
    for result in Result:
        if table.device.session.state.phase is not Phase.GAME_OVER:
            table.resign(result)
    assert answers(table) == [False, True]
    assert table.device.session.state.record.score == (0, 2)


def test_at_the_last_point_any_resignation_wins_the_match(table: Opponents) -> None:
    table.begin(Strength.ONLINE, length=1)
    placed(table, "12:3 6:12", "1:2", Side.LIGHT)
    table.resign(Result.SINGLE)
    assert answers(table) == [True]
    assert table.device.session.state.phase is Phase.MATCH_OVER


@pytest.mark.parametrize(
    "stage", [ExerciseStage.ROLL, ExerciseStage.CUBE, ExerciseStage.PLAY, ExerciseStage.MOVE_FOR_ME]
)
def test_an_open_game_may_be_given_up_at_any_time(stage: ExerciseStage, table: Opponents) -> None:
    table.begin(Strength.EXPERT, cube=stage is ExerciseStage.CUBE)
    assert table.until(stage) is stage
    table.resign(Result.SINGLE)
    assert answers(table) == [True]
    assert table.device.session.state.record.score == (0, 1)
    (offer,) = (one for one in table.entries if one.event is Kind.RESIGN)
    assert offer.side is Side.LIGHT


def test_before_the_first_roll_too(table: Opponents) -> None:
    table.begin(Strength.EXPERT)
    assert table.device.tell("next").phase == "phase.opening"
    table.resign(Result.SINGLE)
    assert table.device.session.state.phase is Phase.GAME_OVER


def test_who_is_doubled_may_resign_instead(table: Opponents) -> None:
    table.begin(Strength.BEST, cube=True)
    placed(table, "6:5 5:5 4:5", "6:4 5:4 4:3", Side.DARK)
    assert table.until(ExerciseStage.ANSWER) is ExerciseStage.ANSWER
    light, dark = table.device.session.state.record.score
    table.resign(Result.SINGLE)
    assert table.device.session.state.record.score == (light, dark + 1)


def test_where_no_engine_answers_the_person_does(table: Opponents) -> None:
    table.begin(Strength.BEST)
    table.until(ExerciseStage.ROLL)
    table.device.coach.is_deaf = True
    table.resign(Result.SINGLE)
    assert table.device.stage() is ExerciseStage.THINKING
    assert table.device.view().question is None, "it is the engine's to say"
    table.device.tell("answer 1")
    assert answers(table) == []
    for _ in range(10):
        table.device.pass_time()
    assert table.device.stage() is ExerciseStage.RESIGNED
    table.device.tell("answer 2")
    assert answers(table) == [False]


def test_a_resignation_is_judged_after_a_break(table: Opponents) -> None:
    table.begin(Strength.BEST)
    table.until(ExerciseStage.ROLL)
    table.device.coach.is_deaf = True
    table.resign(Result.SINGLE)
    table.powered_off()
    table.device.pass_time()
    assert answers(table) == [True]


def test_nobody_resigns_for_the_engine(table: Opponents) -> None:
    table.begin(Strength.BEST)
    table.until(ExerciseStage.MOVE_FOR_ME)
    table.device.tell("resign dark backgammon")
    assert backgammon(table.device.session.state).record.resignation is None


def test_its_resignation_is_a_question_that_outlives_a_break(table: Opponents) -> None:
    table.begin(Strength.BEGINNER)
    placed(table, "1:2", "6:5 5:5", Side.DARK)
    assert table.device.stage() is ExerciseStage.RESIGNED
    table.powered_off()
    view = table.device.view()
    assert table.device.stage() is ExerciseStage.RESIGNED
    assert view.question is not None
    assert (view.question.key, view.question.to) == ("question.resigned", frozenset({Side.LIGHT}))
    table.device.tell("answer 1")
    state = backgammon(table.device.session.state)
    assert (state.phase, state.record.result) == (Phase.GAME_OVER, Win(Side.LIGHT, 1))


def test_it_plays_on_where_its_resignation_is_refused_also_after_a_break(table: Opponents) -> None:
    table.begin(Strength.BEGINNER)
    placed(table, "1:2", "6:5 5:5", Side.DARK)
    table.device.tell("answer 2")
    assert table.device.stage() is ExerciseStage.MOVE_FOR_ME
    table.powered_off()
    table.device.pass_time()
    assert table.device.stage() is ExerciseStage.MOVE_FOR_ME
    table.until(ExerciseStage.OVER)
    assert [one.event for one in table.entries].count(Kind.RESIGN) == 1
    assert table.device.session.state.record.score == (1, 0)
