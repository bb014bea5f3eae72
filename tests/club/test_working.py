"""What a command does again and again goes on when the database is back, and is done by one process."""

from __future__ import annotations

import threading

import pytest
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from companion.club import working
from companion.club.lock import Work, alone
from companion.club.working import work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _: None)
    monkeypatch.setattr(working, "_AGAIN_S", 0.0)


def test_a_database_that_is_away_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[int] = []

    def step() -> float | None:
        asked.append(len(asked))
        if len(asked) == 1:
            raise OperationalError("gone")
        return 0.0 if len(asked) < 4 else None

    work(BaseCommand(), Work.ANALYSING, 19, step, threading.Event())
    assert asked == [0, 1, 2, 3]
    assert "the database does not answer: gone" in capsys.readouterr().err


def test_it_ends_when_it_is_told_to() -> None:
    stopped, steps = threading.Event(), iter((0.0, 60.0))

    def step() -> float:
        wait_s = next(steps)
        if wait_s:
            stopped.set()
        return wait_s

    work(BaseCommand(), Work.ANALYSING, 19, step, stopped)
    assert list(steps) == []


def test_another_process_does_it_already() -> None:
    with alone(Work.DERIVING):
        with pytest.raises(CommandError, match="derived already, by another process"):
            work(BaseCommand(), Work.DERIVING, 10, lambda: None, threading.Event())
        work(BaseCommand(), Work.ANALYSING, 19, lambda: None, threading.Event())
