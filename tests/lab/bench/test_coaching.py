"""The bench of the coach at the table: it plays a real match in training, and sees what a player would wait for."""

from __future__ import annotations

import argparse
import logging
from itertools import islice
from pathlib import Path

import pytest

from companion.coach.at_the_table.shown import coach_shown
from companion.errors import EngineError
from companion.games.backgammon import Dice, legal_plays
from companion.lab.bench import coaching, hints
from companion.lab.bench import training_table as table_module
from companion.lab.bench.coaching import deaths, decisions, share_of_reading, waits
from companion.lab.bench.training_table import list_of, training_table
from tests.clips import quicker
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def _busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach's process gives way to all other programs, and those may be many: no answer is lost so soon."""
    for module in (coaching, table_module):
        monkeypatch.setattr(module, "PATIENCE_S", PATIENCE_S)


def test_a_list_is_shown_for_every_roll_and_then_the_deeper_one() -> None:
    with training_table("builtin", seed=1) as table:
        waited = waits(table, 3)
        shown = list_of(table.view)
    assert all(0 < wait.first_ms <= wait.refined_ms for wait in waited)
    assert shown is not None
    assert shown.refined
    assert len(shown.rows) > 1


def test_only_rolls_that_leave_a_choice_are_measured() -> None:
    with training_table("builtin", seed=2) as table:
        for _ in range(4):
            table.tell(dice := table.roll_with_a_choice())
            assert table.view.dice == (dice.first, dice.second)
            assert coach_shown(table.view).help is not None
            assert table.until(lambda view: list_of(view) is not None)


def test_an_answer_comes_although_the_process_has_been_killed_over_the_question(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING), training_table("builtin", seed=3) as table:
        assert deaths(table, 2) == 0
    assert "started again" in caplog.text
    caplog.clear()


def test_reading_goes_on_beside_the_coach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "DECISIONS", 3)
    monkeypatch.setattr(coaching, "_CLIP", quicker(coaching._CLIP, tmp_path / "clip", most=3))
    assert share_of_reading("builtin", 1, pause_s=0.0) > 0


def test_the_questions_beside_reading_are_choices_of_games_made_up_by_chance() -> None:
    those = list(islice(decisions(seed=4), 30))
    assert those == list(islice(decisions(seed=4), 30))
    for decision in those:
        assert isinstance(decision.dice, Dice)
        assert len(legal_plays(decision.situation.position, decision.dice)) > 1


def test_an_engine_that_is_not_here_is_not_measured_as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.coach.engines.gnubg.program", lambda: None)
    with pytest.raises(EngineError, match="not installed"):
        list(hints.figures(argparse.Namespace(shared=".", engine=["gnubg"], ply=None, at_the_table=True)))
