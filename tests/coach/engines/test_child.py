"""What happens when the engine's process dies, hangs or talks nonsense."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from companion.coach.engines.child import Child
from companion.coach.engines.gnubg import Gnubg
from companion.errors import EngineError
from companion.games.backgammon.situation import Situation
from tests.coach.engines.scripted import CHANCES, CUBE, scripted
from tests.patience import PATIENCE_S

START = Situation.from_text("4HPwATDgc/ABMA")


def asked(child: Child, patience_s: float = PATIENCE_S) -> dict[str, Any]:
    return child.ask({"boards": ["4HPwATDgc/ABMA"]}, patience_s=patience_s)


@pytest.mark.parametrize("act", ["answer", "in-pieces"])
def test_an_answer_is_taken_as_it_comes(tmp_path: Path, act: str) -> None:
    with Gnubg(scripted(tmp_path, [act])) as engine:
        advice = engine.cube(START)
    assert (advice.no_double, advice.double_take, advice.double_drop) == tuple(CUBE)
    assert list(advice.chances) == CHANCES


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("die", "ended in the middle"),
        ("die-in-the-middle", "ended in the middle"),
        ("hang", "did not answer within 0.2 seconds"),
        ("garbage", "makes no sense"),
        ("no-object", "makes no sense"),
        ("refuse", "no such board"),
    ],
)
def test_a_question_that_gets_no_answer_is_an_error_and_the_next_one_is_answered(
    tmp_path: Path, act: str, why: str
) -> None:
    with Child("The engine", [scripted(tmp_path, ["answer", act, "answer", "answer"])]) as child:
        first = asked(child)
        with pytest.raises(EngineError, match=why):
            asked(child, 0.2 if act == "hang" else PATIENCE_S)
        assert [asked(child), asked(child)] == [first, first]


def test_a_death_between_two_questions_is_not_noticed(tmp_path: Path) -> None:
    with Child("The engine", [scripted(tmp_path, ["answer-and-die", "answer"])]) as child:
        first = asked(child)
        running = child._running
        assert running is not None
        running._process.wait(timeout=PATIENCE_S)
        assert asked(child) == first


def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with Gnubg(str(tmp_path / "nothing")) as engine, pytest.raises(EngineError, match="could not be asked"):
        engine.cube(START)


def test_closing_ends_the_process_and_may_be_done_twice(tmp_path: Path) -> None:
    engine = Gnubg(scripted(tmp_path, ["answer", "answer"]))
    engine.cube(START)
    running = engine._child._running
    assert running is not None
    engine.close()
    engine.close()
    assert running.has_died()
    with pytest.raises(EngineError, match="closed"):
        engine.cube(START)


def test_it_ends_when_whoever_asked_is_killed(tmp_path: Path) -> None:
    program = scripted(tmp_path, ["answer"])
    asker = textwrap.dedent(f"""
        import os, signal
        from companion.coach.engines.child import Child
        child = Child("The engine", [{program!r}])
        child.ask({{"boards": []}}, patience_s={PATIENCE_S})
        print(child._running._process.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    done = subprocess.run(
        [sys.executable, "-c", asker], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    with contextlib.suppress(ProcessLookupError):  # it has ended already
        process = os.pidfd_open(int(done.stdout))
        assert select.select([process], [], [], PATIENCE_S)[0]
        os.close(process)


def test_the_program_is_not_found_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.coach.engines.gnubg.program", lambda: None)
    with pytest.raises(EngineError, match="not installed"):
        Gnubg()
