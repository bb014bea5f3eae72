"""The process in which the engine of draughts computes."""

from __future__ import annotations

import time
from queue import Queue

import pytest

from companion.coach.draughts.at_the_table import MoveDecision, MoveReady
from companion.coach.draughts.worker import draughts_coach
from companion.games.draughts import START, legal_moves
from companion.match.terms import Level


@pytest.mark.timeout(60)
def test_the_process_answers_with_moves_and_with_advice() -> None:
    answers: Queue[MoveReady] = Queue()
    with draughts_coach(answers.put) as coach:
        coach.ask(MoveDecision(START, (), Level.FULL, "1"))
        first = answers.get(timeout=30)
        began = time.monotonic()
        coach.ask(MoveDecision(START, ()))
        second = answers.get(timeout=30)
        took_s = time.monotonic() - began
    assert first.move in legal_moves(START)
    assert second.advice is not None
    assert second.at_s > first.at_s
    assert took_s < 2.0
