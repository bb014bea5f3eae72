"""Puzzles on the drawn board: which comes next, what an engine says of an answer, and when it comes again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.coach.cube_acts import CubeAct
from companion.coach.drill_box import DrillBox
from companion.coach.drills import Drill, Task
from companion.coach.engines.choosing import BUILTIN, engine_named
from companion.coach.evaluator import Evaluator
from companion.games.backgammon import START, Dice, Play, legal_plays
from companion.games.backgammon.cube import Act
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.practice.progress import attempts
from companion.practice.puzzles import Answer, Puzzle, PuzzleState, judged, next_puzzle, usual_puzzles
from tests.practice.device import Device

THREE_ONE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
USUAL = {puzzle.key: puzzle for puzzle in usual_puzzles()}


@pytest.fixture(scope="module")
def engine() -> Iterator[Evaluator]:
    with engine_named(BUILTIN) as found:
        yield found


def a_drill(number: int, *, due: date | None = None) -> Drill:
    best, made = Play.from_text("8/5 6/5"), Play.from_text("24/20")
    situation = Situation.from_text(THREE_ONE)
    return Drill(
        situation, best, made, 0.24, "Anna", "match 1", 1, 1, "builtin", 0, due or date.today(), id=number
    )  # fmt: skip


def answered(puzzle: Puzzle, *taps: int) -> Answer:
    """The play that is entered by these taps."""
    state = PuzzleState.of(puzzle)
    for spot in taps:
        assert state.entry is not None
        state = state.entered(state.entry.tapped(spot))
    assert state.may_answer
    assert state.entry is not None
    return Answer(state.entry.play, state.end)


# --- the order ----------------------------------------------------------------------------------------------


def test_own_errors_that_are_due_come_before_the_usual_set() -> None:
    first, second = a_drill(7), a_drill(9)
    assert next_puzzle((first, second), ()).drill is first
    assert next_puzzle((first, second), (), after="drill.7").drill is second
    assert next_puzzle((), (), after="drill.7").drill is None


def test_of_the_usual_set_what_was_not_solved_comes_and_in_the_end_all_of_it_again() -> None:
    keys = [puzzle.key for puzzle in usual_puzzles()]
    assert next_puzzle((), ()).key == keys[0]
    assert next_puzzle((), keys[:3]).key == keys[3]
    assert next_puzzle((), keys[:3], after=keys[5]).key == keys[6]
    assert next_puzzle((), [], after=keys[-1]).key == keys[0]
    assert next_puzzle((), keys, after=keys[2]).key == keys[3]


def test_the_usual_set_has_every_opening_roll_and_each_kind_of_task() -> None:
    usual = usual_puzzles()
    assert len({puzzle.key for puzzle in usual}) == len(usual) >= 20
    openings = [puzzle.dice for puzzle in usual if puzzle.position.points == START.points]
    assert len(set(openings)) == 15
    assert {puzzle.task for puzzle in usual} == set(Task)


# --- the answer ---------------------------------------------------------------------------------------------


def opening(dice: str) -> Puzzle:
    return USUAL[f"puzzle.opening.{dice}"]


def test_the_best_play_is_right_and_another_one_is_told_what_is_better_and_why(engine: Evaluator) -> None:
    puzzle = opening("31")
    right = judged(puzzle, answered(puzzle, 8, 6), engine)
    assert right.solved
    assert (right.loss, right.said.key) == (0.0, "practice.best-play")
    wrong = judged(puzzle, answered(puzzle, 24, 21), engine)
    assert not wrong.solved
    assert wrong.loss > 0.08
    assert wrong.said.values == {"play": "8/5 6/5"}
    assert wrong.reason is not None


def test_shown_the_solution_is_no_answer(engine: Evaluator) -> None:
    shown = judged(opening("31"), None, engine)
    assert (shown.solved, shown.is_told) == (False, True)
    assert isinstance(shown.best, Play)
    assert shown.best.text() == "8/5 6/5"
    assert shown.reason is not None


@pytest.mark.parametrize(
    ("key", "right", "wrong"),
    [
        ("puzzle.cube.1", Act.DOUBLE, None), ("puzzle.cube.3", Act.TAKE, Act.DROP),
        ("puzzle.cube.4", Act.DROP, Act.TAKE),
    ],
)  # fmt: skip
def test_acts_with_the_cube_are_judged(engine: Evaluator, key: str, right: Act, wrong: Act | None) -> None:
    puzzle = USUAL[key]
    assert {right, wrong} == set(puzzle.choices)
    assert judged(puzzle, Answer(right), engine).solved
    verdict = judged(puzzle, Answer(wrong), engine)
    assert (verdict.solved, verdict.best) == (False, right)
    assert verdict.reason is not None
    assert judged(puzzle, None, engine).best is right


def test_who_is_doubled_decides_and_not_who_is_on_roll() -> None:
    drill = Drill(
        Situation.from_text(DOUBLED), CubeAct.TOOK, CubeAct.DROPPED, 0.2, "Ben", "s", 1, 1, "builtin", 0, date.today()
    )
    puzzle = Puzzle.of_drill(drill)
    assert puzzle.task is Task.ANSWER
    assert puzzle.side is not puzzle.position.on_roll


def test_an_answer_is_given_once_a_whole_play_is_entered_and_judged_until_it_is_changed(engine: Evaluator) -> None:
    puzzle = opening("31")
    state = PuzzleState.of(puzzle)
    assert not state.may_answer
    assert state.entry is not None
    half = state.entered(state.entry.tapped(8))
    assert not half.may_answer
    whole = half.entered(half.entry.tapped(6)) if half.entry else half
    assert whole.may_answer
    assert not whole.asked().may_answer
    assert whole.asked().entered(state.entry) == whole.asked(), "while it is judged nothing moves"
    wrong = whole.judged(judged(puzzle, answered(puzzle, 24, 21), engine))
    assert not wrong.may_answer
    assert wrong.entered(state.entry).verdict is None


# --- at the table -------------------------------------------------------------------------------------------


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, blind=True)
    yield made
    made.close()


def kept(device: Device) -> Drill:
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    return drill


def test_an_own_error_that_is_solved_comes_back_later_and_one_that_is_not_tomorrow(device: Device) -> None:
    with DrillBox(device.folder) as box:
        box.add([a_drill(0)])
    puzzle = device.practice.puzzle()
    assert puzzle.drill is not None
    assert puzzle.side is Side.LIGHT
    assert puzzle.dice == Dice(3, 1)
    verdict = device.practice.judge(puzzle, answered(puzzle, 8, 6))
    device.practice.keep_verdict(puzzle, verdict)
    drill = kept(device)
    assert (drill.tries, drill.solved, drill.box) == (1, 1, 1)
    assert device.practice.drills_due() == 0
    assert device.practice.puzzle(puzzle.key).drill is None
    device.practice.keep_verdict(Puzzle.of_drill(drill), device.practice.judge(puzzle, None))
    assert (kept(device).box, kept(device).due) == (0, date.today() + timedelta(days=1))
    assert attempts(device.folder) == ()


def test_what_was_solved_of_the_usual_set_is_known_after_a_restart(device: Device, tmp_path: Path) -> None:
    puzzle = device.practice.puzzle()
    shown = device.practice.judge(puzzle, None)
    device.practice.keep_verdict(puzzle, shown)
    assert device.practice.puzzle() == puzzle, "shown is not solved"
    assert puzzle.dice is not None
    play = shown.best
    assert isinstance(play, Play)
    end = next(end for end, legal in legal_plays(puzzle.position, puzzle.dice).items() if legal == play)
    device.practice.keep_verdict(puzzle, device.practice.judge(puzzle, Answer(play, end)))
    device.close()
    again = Device(tmp_path, blind=True, goes_on=False)
    try:
        assert again.practice.puzzle().key != puzzle.key
    finally:
        again.close()
