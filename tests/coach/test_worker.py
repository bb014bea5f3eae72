"""The coach's process: two answers to a question, the newest question first, and deaths that nobody notices."""

from __future__ import annotations

import logging
import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.coach import worker
from companion.coach.at_the_table.events import HintReady
from companion.coach.evaluation import Doubling, Ranking
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.coach.worker import Coach
from companion.errors import EngineError
from companion.games.backgammon import START, Dice, legal_plays
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.backgammon.situation import Situation
from tests.coach.fakes import ByNotation
from tests.patience import PATIENCE_S, eventually


class Asked:
    """A coach with the fake process, and what it posts.  ``folder``: see :mod:`tests.coach.fake_worker`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.posted: queue.Queue[HintReady] = queue.Queue()
        command = (sys.executable, "-m", "tests.coach.fake_worker")
        self.coach = Coach(self.posted.put, engine=str(folder), command=command, clock=lambda: 7.0)

    def __call__(self, dice: str, turn: int = 1, **facts: object) -> Decision:
        decision = replace(decided(dice, turn), **facts)  # type: ignore[arg-type]
        self.coach.ask(decision)
        return decision

    def next(self) -> HintReady:
        return self.posted.get(timeout=PATIENCE_S)

    def until_begun(self) -> None:
        """Wait until the deeper engine has begun to think: until then a newer question takes the place of this one."""
        assert eventually((self.folder / "asked").exists), "the deeper engine was not asked"

    def until_passed_on(self, count: int) -> None:
        """Wait until so many questions are with the deeper engine: each is only after its quick answer."""
        had = self.folder / "had"
        assert eventually(lambda: str(count) in had.read_text().split()), "questions have not been passed on"


def decided(dice: str, turn: int = 1) -> Decision:
    return Decision(turn, Situation.from_text(START.id()), Dice.from_text(dice), RULE_SETS["tournament"])


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Asked]:
    asked = Asked(tmp_path)
    with asked.coach:
        yield asked


def test_nothing_is_started_until_somebody_asks(ask: Asked) -> None:
    assert not ask.coach.is_awake


@pytest.mark.slow
def test_a_quick_answer_is_followed_by_a_deeper_one(ask: Asked) -> None:
    decision = ask("31")
    quick, deep = ask.next(), ask.next()
    assert quick.ranking is not None
    assert deep.ranking is not None
    assert [(quick.ranking.engine, quick.ranking.ply, quick.refined), (deep.ranking.engine, deep.ranking.ply)] == [
        ("quick", 0, False), ("deep", 2),
    ]  # fmt: skip
    assert (quick.decision, deep.decision, deep.refined, deep.at_s) == (decision, decision, True, 7.0)
    assert deep.reason is not None


@pytest.mark.slow
def test_a_play_that_was_made_is_compared_by_the_deeper_engine_alone(ask: Asked) -> None:
    made = next(end for end, play in legal_plays(START, Dice(3, 1)).items() if play.text() == "8/5 6/5")
    decision = ask("31", made=made)
    answered = ask.next()
    assert (answered.decision, answered.refined) == (decision, True)
    assert answered.ranking is not None
    assert answered.ranking.of(made) is not None
    assert answered.reason is not None
    assert answered.reason.key.startswith("coach.not.")


@pytest.mark.slow
def test_what_is_known_of_a_roll_is_not_computed_again_for_the_play(ask: Asked) -> None:
    decision = ask("31")
    ask.next(), ask.next()
    ask("31", made=next(iter(legal_plays(START, Dice(3, 1)))))
    assert ask.next().decision.made is not None
    assert (ask.folder / "asked").read_text().split() == [decision.dice.text()]  # type: ignore[union-attr]


@pytest.mark.slow
def test_the_cube_is_advised_on(ask: Asked) -> None:
    ask.coach.ask(replace(decided("31"), dice=None))
    for answered in (ask.next(), ask.next()):
        assert answered.advice is not None
        assert answered.advice.doubling is Doubling.DOUBLE
        assert answered.reason is not None


@pytest.mark.slow
def test_a_question_is_forgotten_before_it_is_begun_when_a_newer_one_has_come(ask: Asked) -> None:
    held = ask("44")
    assert ask.next().decision == held
    ask.until_begun()
    stale = ask("21", turn=2)
    assert ask.next().decision == stale  # at once, though the deeper engine is busy
    newest = ask("41", turn=3)
    assert ask.next().decision == newest
    ask.until_passed_on(3)
    (ask.folder / "go").touch()
    assert [ask.next().decision, ask.next().decision] == [held, newest]
    with pytest.raises(queue.Empty):
        ask.posted.get(timeout=0.2)


@pytest.mark.slow
def test_a_question_about_what_to_do_does_not_drive_out_one_about_a_play(ask: Asked) -> None:
    ask("44")
    ask.next()
    ask.until_begun()
    made = ask("31", made=next(iter(legal_plays(START, Dice(3, 1)))))
    to_do = ask("21", turn=2)
    assert ask.next().decision == to_do
    ask.until_passed_on(3)
    (ask.folder / "go").touch()
    assert [ask.next().decision for _ in range(3)][1:] == [to_do, made]


@pytest.mark.slow
def test_where_the_deeper_engine_cannot_answer_another_one_does(ask: Asked) -> None:
    ask("33")
    ask.next()
    answered = ask.next()
    assert answered.ranking is not None
    assert (answered.ranking.engine, answered.ranking.ply, answered.refined) == ("fallback", 1, True)


@pytest.mark.slow
def test_a_question_is_asked_again_where_the_process_has_died(ask: Asked, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        decision = ask("55")
        answers = [ask.next()]
        while not answers[-1].refined:
            answers.append(ask.next())
    assert (answers[-1].decision, answers[-1].failure) == (decision, "")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    caplog.clear()


@pytest.mark.slow
def test_a_question_that_is_the_death_of_every_process_is_given_up(
    ask: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        decision = ask("66")
        answers = [ask.next()]
        while not answers[-1].refined:
            answers.append(ask.next())
        assert (answers[-1].decision, answers[-1].ranking) == (decision, None)
        assert "stopped twice" in answers[-1].failure
        after = ask("31", turn=2)
        answers = [ask.next(), ask.next()]
    assert (answers[-1].decision, answers[-1].refined) == (after, True)
    assert len(caplog.records) == 1, "said once"
    caplog.clear()


def test_a_process_that_cannot_be_started_is_an_answer_too(caplog: pytest.LogCaptureFixture) -> None:
    posted: queue.Queue[HintReady] = queue.Queue()
    with caplog.at_level(logging.WARNING), Coach(posted.put, command=("/no/such/program",)) as coach:
        coach.ask(decided("31"))
        assert posted.get(timeout=PATIENCE_S).failure
    caplog.clear()


def test_a_process_that_cannot_be_started_is_not_tried_again_and_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def fails(*_: object, **__: object) -> None:
        nonlocal tries
        tries += 1
        raise OSError("no room")

    monkeypatch.setattr(subprocess, "Popen", fails)
    posted: queue.Queue[HintReady] = queue.Queue()
    with Coach(posted.put) as coach:
        coach.ask(decided("31"))
        assert posted.get(timeout=PATIENCE_S).failure
        time.sleep(0.2)
    assert tries < 6
    caplog.clear()


@pytest.mark.slow
def test_what_has_ended_holds_nothing_any_more(ask: Asked) -> None:
    def rested() -> int:
        ask.coach.wake()
        ask.coach.rest()
        ask.coach._ending[-1].thread.join(PATIENCE_S)
        return len(os.listdir("/proc/self/fd"))

    first = rested()
    assert [rested() for _ in range(3)] == [first] * 3


@pytest.mark.slow
def test_it_ends_at_once_even_while_an_engine_thinks(ask: Asked) -> None:
    ask("44")
    ask.next()
    began_s = time.monotonic()
    ask.coach.close()
    assert time.monotonic() - began_s < PATIENCE_S
    assert not ask.coach.is_awake
    ask.coach.close()


@pytest.mark.slow
def test_after_a_rest_it_can_be_asked_again(ask: Asked) -> None:
    ask("31")
    ask.next(), ask.next()
    ask.coach.rest()
    decision = ask("21", turn=2)
    assert ask.next().decision == decision


def test_engines_are_asked_once_before_anybody_waits() -> None:
    """So that the first list of a match does not wait for weights to be read and programs to be started."""
    asked: list[tuple[str, Dice]] = []

    class Listening(ByNotation):
        def ranking(self, situation: Situation, dice: Dice, **facts: Any) -> Ranking:
            asked.append((self.name, dice))
            if self.name == "broken":
                raise EngineError("broken: cannot be started")
            return super().ranking(situation, dice, **facts)

    engines: list[Evaluator] = [Listening("deep"), Listening("fallback")]
    assert worker._warmed(engines) == engines
    assert worker._warmed([Listening("broken")])
    assert [name for name, _ in asked] == ["deep", "broken"]


@pytest.mark.slow
def test_the_deeper_engine_gives_way_to_the_quick_one() -> None:
    code = (
        "import os, threading; from companion.coach.worker import give_way, leave_room; leave_room(); "
        "deeper = threading.Thread(target=lambda: (give_way(), print(os.getpriority(os.PRIO_PROCESS, 0)))); "
        "deeper.start(); deeper.join(); print(os.getpriority(os.PRIO_PROCESS, 0))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert int(told[0]) == 19 > int(told[1])


@pytest.mark.slow
def test_the_process_leaves_room_for_reading_the_board() -> None:
    """As it is started: low priority, half of the cores, one thread for arithmetic."""
    code = (
        "import os; from companion.coach.worker import leave_room; leave_room(); "
        "print(os.getpriority(os.PRIO_PROCESS, 0), len(os.sched_getaffinity(0)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    here = len(os.sched_getaffinity(0))
    assert (int(told[0]) >= os.getpriority(os.PRIO_PROCESS, 0) + 1, int(told[1])) == (True, here - here // 2)
