"""Whatever happens at a table, in whatever order: no error, and after a restart everything is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import session
from tests.fuzz.sessions import FuzzedSession, fuzzed


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_random_events_and_restarts_end_without_an_error_and_bring_back_what_was_there(seed: int) -> None:
    counts = fuzzed(seed)
    assert not counts.found, f"python -m tests.fuzz.session --only {seed}"
    assert counts.entries > 50, "a session in which nothing happens proves nothing"


def test_a_seed_is_always_the_same_session() -> None:
    first, second = FuzzedSession(7), FuzzedSession(7)
    for one in (first, second):
        one.go_on(80)
    assert first.entries == second.entries
    assert first.state == second.state


def test_the_command_goes_on_where_it_was_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.json"
    assert session.main(["--events", "200", "--seed", "2", "--kept", str(kept)]) == 0
    assert session.main(["--events", "400", "--kept", str(kept)]) == 0
    assert capsys.readouterr().out.splitlines()[-4].startswith("sessions 2, ")
