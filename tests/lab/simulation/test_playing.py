"""People at the simulated table: what is played is legal unless planted, and the session's record is what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon import STANDARD, explain, legal_plays
from companion.lab.commands.simulate import terms_for
from companion.lab.simulation import playing
from companion.lab.simulation.behaviour import CLEAN, TIDY, Behaviour
from companion.lab.simulation.playing import Played, played_match
from companion.lab.simulation.scoring import scored
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from tests.lab.simulation.bank import stand_in

LIFTED = Terms(length=7, asks=True, end_of_turn=EndOfTurn.LIFTED)
BUTTON = replace(LIFTED, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC)
SURE = stand_in(0.0)


def play(seed: str, habits: Behaviour, turns: int, *, misread: float = 0.0, terms: Terms = LIFTED) -> Played:
    bank = stand_in(misread) if misread else SURE
    return played_match(seed, terms, bank, behaviour=habits, most_turns=turns)


@contextmanager
def nobody_watches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What people do when no session follows: all of it truly, and quickly."""
    with monkeypatch.context() as patch:
        patch.setattr("companion.lab.simulation.session.step", _asleep)
        patch.setattr(playing, "_ASTRAY", 10_000)
        yield


def _asleep(state: Any, _: object) -> tuple[Any, list[object]]:
    return state, []


def _raising(_: object, __: object) -> object:
    raise KeyError("nothing")


def only(**shares: float) -> Behaviour:
    """Nothing but these habits."""
    return replace(TIDY, **shares)


def test_the_same_seed_plays_the_same_match() -> None:
    one, other = (play("7", CLEAN, 2, misread=0.04) for _ in range(2))
    assert one.truth == other.truth
    assert one.journal == other.journal


def test_another_seed_plays_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    with nobody_watches(monkeypatch):
        assert play("7", CLEAN, 3).truth != play("8", CLEAN, 3).truth


def test_tidy_people_seen_rightly_are_recorded_exactly() -> None:
    score = scored(play("3", TIDY, 5))
    assert score.turns == 5
    assert score.failures == []
    assert max(score.latencies_s) <= 1.0


def test_people_who_plant_nothing_end_every_turn_legally_from_where_the_last_one_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with nobody_watches(monkeypatch):
        turns = play("11", CLEAN, 150).truth.turns
    assert len(turns) > 100
    for before, turn in zip([None, *turns], turns, strict=False):
        assert turn.end is not None
        assert turn.end in legal_plays(turn.before, turn.dice)
        if before is not None and before.game == turn.game and before.side is not turn.side:
            assert turn.before == before.end


def test_a_planted_act_that_nobody_tells_lies_on_the_board_and_stands_or_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with nobody_watches(monkeypatch):
        acts = [turn for turn in play("1", Behaviour(planted=0.9), 100).truth.turns if turn.planted is not None]
    assert len(acts) > 50
    for turn in acts:
        assert turn.wrong is not None
        assert turn.end is not None
        assert explain(turn.before, turn.dice, turn.wrong, STANDARD) is not None
        assert turn.stood != turn.noticed
        assert turn.stood != (turn.end in legal_plays(turn.before, turn.dice))


def test_habits_are_had_about_as_often_as_they_are_meant_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with nobody_watches(monkeypatch):
        turns = play("a", only(tried=0.5, hand_left=0.2), 200).truth.turns
    seen = Counter(habit for turn in turns for habit in turn.harmless)
    assert set(seen) == {"tried", "hand-left"}
    assert 60 <= seen["tried"] <= 120
    assert 15 <= seen["hand-left"] <= 60


@pytest.mark.parametrize(
    "habit", ["early-lift", "together", "both-pairs", "premature", "camera-gone", "knocked", "dice-aside"]
)
def test_a_habit_is_had_and_every_turn_ends_with_a_signal(habit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    habits = only(**{habit.replace("-", "_"): 0.6})
    with nobody_watches(monkeypatch):
        turns = [turn for seed in "abc" for turn in play(seed, habits, 30).truth.turns]
    assert any(habit in turn.harmless for turn in turns)
    assert all(turn.signal_s is not None for turn in turns)
    assert all(turn.signal_s >= turn.rolled_s for turn in turns if turn.signal_s is not None)


def test_with_electronic_dice_the_roll_is_the_one_that_was_drawn() -> None:
    played = play("5", TIDY, 4, terms=BUTTON)
    score = scored(played)
    assert score.turns == 4
    assert score.failures == []
    assert [one.entry.event for one in played.journal].count(Kind.PLAY) >= 3


def test_as_shipped_some_rolls_are_thrown_and_some_come_with_the_button() -> None:
    played = play("5", only(by_button=0.5), 5, terms=terms_for("both"))
    score = scored(played)
    assert score.turns == 5
    assert score.failures == []
    rolls = [written.entry for written in played.journal if written.entry.event is Kind.ROLL]
    assert {bool(roll.details and roll.details.get("electronic")) for roll in rolls} == {True, False}


def test_a_session_that_raises_is_a_failure_and_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.lab.simulation.session.step", _raising)
    score = scored(play("1", TIDY, 10))
    assert [failure.kind for failure in score.failures] == ["crash"]
