"""Hints are provably absent while a match is refereed, and none is given while one is recorded."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.console import command
from companion.coach.answering import answer
from companion.coach.at_the_table import coaching
from companion.coach.at_the_table.events import AskCoach, CountsAsked, HelpAsked, MineAsked
from companion.coach.at_the_table.report import coach_facts, coach_lines
from companion.coach.at_the_table.shown import CoachShown, coach_shown
from companion.coach.teaching import Decision
from companion.errors import InputError
from companion.games.backgammon import START, Dice
from companion.games.backgammon.cube import Act
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.match import session
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CubeActed,
    DiceRolled,
    Event,
    NextGame,
    Paused,
    PlayEntered,
    Resumed,
    RollEntered,
    Ticked,
    UndoAsked,
)
from companion.match.session import State, Terms, begun
from companion.match.state import DiceSource, EndOfTurn
from companion.match.terms import HintLevel, PlayerTraining, TrainingSettings, WordingLevel
from companion.match.view import View, view_of
from companion.record.entries import Entry, Kind
from companion.record.journal import Mode
from tests.coach.fakes import ByNotation
from tests.coach.table import begun as lesson_begun
from tests.table import LEFT, RIGHT, observed

HOUSE: Final = Path(__file__).parents[3]
WITHOUT: Final = (Mode.REFEREED, Mode.RECORDED)
EAGER: Final = TrainingSettings(
    PlayerTraining(HintLevel.LIST, guard=True),
    PlayerTraining(HintLevel.LIST, WordingLevel.SIMPLE, guard=True),
    threshold=0,
)
"""All that may be agreed to, so that it is the mode alone that keeps it away."""

sides = st.sampled_from(Side)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


def entered(state: State, number: int) -> str:
    """One of the plays of the standing roll, so that games get on."""
    roll = state.record.turn.dice if state.record.turn else None
    if roll is None:
        return "8/5 6/5"
    plays = list(state.terms.rules.legal_ends(state.record.position, roll).values())
    return plays[number % len(plays)].text()


@st.composite
def happenings(draw: st.DrawFn) -> tuple[str, int, Side, tuple[int, int]]:
    kinds = (
        "look", "look", "press", "roll", "roll", "play", "play", "play", "help", "help", "mine", "counts", "ready",
        "graded", "double", "take", "undo", "answer", "tick", "pause", "resume", "drawn", "next",
    )  # fmt: skip
    return draw(st.sampled_from(kinds)), draw(st.integers(0, 30)), draw(sides), draw(dice)


def event_of(told: tuple[str, int, Side, tuple[int, int]], state: State, at_s: float) -> Event:
    kind, number, side, numbers = told
    match kind:
        case "look":
            shown = "" if number % 3 == 0 else f"{numbers[0]}{numbers[1]}"
            look = observed(state.record.position, shown, LEFT if number % 2 else RIGHT, at_s=at_s)
            return BoardSeen(look, number, at_s)
        case "press":
            return ButtonPressed(at_s, side if number % 2 else None)
        case "roll":
            return RollEntered(*numbers, at_s)
        case "drawn":
            return DiceRolled(*numbers, at_s)
        case "play":
            return PlayEntered(entered(state, number), at_s)
        case "help":
            return HelpAsked(side, at_s)
        case "mine":
            return MineAsked(side, at_s)
        case "counts":
            return CountsAsked(side, at_s)
        case "ready" | "graded":
            return ready(state, at_s, graded=kind == "graded")
        case "double":
            return CubeActed(Act.DOUBLE, side, at_s)
        case "take":
            return CubeActed(Act.TAKE, side, at_s)
        case "undo":
            return UndoAsked(at_s)
        case "answer":
            return Answered(number % 3, at_s)
        case "pause":
            return Paused(at_s)
        case "resume":
            return Resumed(at_s)
        case "next":
            return NextGame(at_s)
        case _:
            return Ticked(at_s)


def ready(state: State, at_s: float, *, graded: bool) -> Event:
    """An answer that nobody has asked for, to just the decision that stands."""
    roll = state.record.turn.dice if state.record.turn and state.record.turn.dice else Dice(3, 1)
    position = state.record.position
    decision = Decision(state.record.turns, Situation.from_text(position.id(), position.on_roll), roll)
    if graded:
        decision = replace(decision, made=next(iter(state.terms.rules.legal_ends(position, roll))))
    return replace(answer(decision, ByNotation()), at_s=at_s)


def untouched(view: View) -> bool:
    """Whether a view holds nothing of the coach."""
    return coach_shown(view) == CoachShown()


@pytest.mark.slow
@pytest.mark.parametrize("mode", WITHOUT)
@pytest.mark.parametrize("ends", EndOfTurn)
@given(told=st.lists(happenings(), max_size=25))
@settings(max_examples=12)
def test_whatever_happens_nobody_is_helped_without_training(
    mode: Mode, ends: EndOfTurn, told: list[tuple[str, int, Side, tuple[int, int]]]
) -> None:
    terms = Terms(mode=mode, end_of_turn=ends, dice=DiceSource.BOTH, asks=True, teaching=EAGER)
    state, at_s = begun(terms), 0.0
    state, _ = coaching.step(state, BoardSeen(observed(START), 0, at_s))
    for one in told:
        at_s += 1.0
        event = event_of(one, state, at_s)
        after, effects = coaching.step(state, event)
        assert not [effect for effect in effects if isinstance(effect, AskCoach)]
        assert after.layers == {}
        assert untouched(view_of(after, layer=coaching))
        assert (coach_facts(after), coach_lines(after)) == (None, [])
        notes = [entry for entry in effects if isinstance(entry, Entry) and entry.event is Kind.NOTE]
        assert not any({"help", "graded"} & set(note.details or {}) for note in notes)
        assert after.shown.question is None or after.shown.question.key != "question.guard"
        if isinstance(event, HelpAsked | MineAsked | CountsAsked) or one[0] in ("ready", "graded"):
            assert (after, effects) == (state, []), "answered by nothing"
        state = after


@pytest.mark.slow
@given(told=st.lists(happenings(), max_size=25))
@settings(max_examples=12)
def test_the_coach_changes_nothing_that_the_referee_decides(
    told: list[tuple[str, int, Side, tuple[int, int]]],
) -> None:
    """The same events with a coach (who guards nothing) and without one lead to the same record of the game."""
    of_game = {Kind.ROLL, Kind.PLAY, Kind.ILLEGAL, Kind.DOUBLE, Kind.TAKE, Kind.UNDO, Kind.EDIT, Kind.GAME_OVER}
    records: list[list[tuple[object, ...]]] = []
    states: list[State] = []
    for step in (coaching.step, session.step):
        terms = Terms(mode=Mode.TRAINING, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.BOTH, asks=True)
        state, at_s, record = begun(terms), 0.0, list[tuple[object, ...]]()
        state, _ = step(state, BoardSeen(observed(START), 0, at_s))
        for one in told:
            at_s += 1.0
            happening = [event_of(one, state, at_s)]
            while happening:
                state, effects = step(state, happening.pop())
                asks = [effect.decision for effect in effects if isinstance(effect, AskCoach)]
                happening += [replace(answer(decision, ByNotation()), at_s=at_s) for decision in asks]
                entries = [effect for effect in effects if isinstance(effect, Entry) and effect.event in of_game]
                record += [(each.event, each.side, each.dice, each.play, each.position) for each in entries]
        records.append(record)
        states.append(state)
    assert records[0] == records[1]
    assert states[0].phase is states[1].phase
    assert (states[0].record.position, states[0].record.score, states[0].record.cube) == (
        states[1].record.position, states[1].record.score, states[1].record.cube,
    )  # fmt: skip


@pytest.mark.parametrize("mode", WITHOUT)
@pytest.mark.parametrize("word", ["hint", "hint light", "mine", "counts"])
def test_a_command_for_the_coach_is_refused(mode: Mode, word: str) -> None:
    with pytest.raises(InputError, match=r"this is for training only"):
        command(word, begun(Terms(mode=mode)), 0.0)


# --- who reaches the coach ---------------------------------------------------------------------------


def source(module: str) -> ast.Module:
    return ast.parse((HOUSE / module).read_text(encoding="utf-8"))


def makers_of(name: str) -> set[str]:
    """The modules that call a name."""
    paths = [path for path in (HOUSE / "companion").rglob("*.py") if f"{name}(" in path.read_text(encoding="utf-8")]
    return {
        module
        for module in (str(path.relative_to(HOUSE)) for path in paths)
        for node in ast.walk(source(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    }


def test_the_room_that_asks_the_coach_is_entered_in_training_only() -> None:
    assert makers_of("AskCoach") == {
        "companion/coach/at_the_table/coaching.py", "companion/coach/draughts/at_the_table.py",
        "companion/practice/session.py",
    }  # fmt: skip
    assert makers_of("_accompanied") == {"companion/coach/at_the_table/coaching.py"}
    entered = [
        node.test
        for node in ast.walk(source("companion/coach/at_the_table/coaching.py"))
        if isinstance(node, ast.If) and "_accompanied(state.at(" in ast.unparse(node.body[0])
    ]
    assert [ast.unparse(test) for test in entered] == ["state.terms.mode is Mode.TRAINING"]


def test_what_the_coach_shows_is_filled_into_a_view_in_training_only() -> None:
    assert makers_of("CoachShown") == {
        "companion/coach/at_the_table/shown.py", "companion/screen/board/pictured.py", "companion/screen/hints.py",
    }  # fmt: skip
    lesson = lesson_begun()
    lesson.help(Side.LIGHT)
    assert coach_shown(lesson.view) != CoachShown()
    for mode in WITHOUT:
        state = replace(lesson.state, terms=replace(lesson.state.terms, mode=mode))
        assert view_of(state, layer=coaching).layers == {}
