"""Nothing that a person does is silent, and what is offered is not refused: a sample of random tables."""

from __future__ import annotations

import pytest

from tests.fuzz import controls
from tests.fuzz.controls import Controls, Tried, tried

TABLES = 3


@pytest.mark.parametrize("seed", range(TABLES))
def test_each_control_at_a_random_table_has_an_effect_or_is_answered_by_a_sentence(seed: int) -> None:
    one = tried(seed)
    assert not one.found, f"python -m tests.fuzz.controls --only {seed}"
    assert one.controls.total() > 30, "a table at which nothing can be touched proves nothing"


def test_a_silent_step_is_found() -> None:
    # At some tables something has been said at this very moment.
    assert any("is silent" in one for table in map(Controls, range(4)) for one in _deaf(table).try_all().found)


def _deaf(table: Controls) -> Controls:
    """A table at which nothing comes of anything."""
    table.step = lambda event: (table.state, [])  # type: ignore[method-assign]  # noqa: ARG005
    return table


def test_the_command_tells_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert controls.main(["--tables", "1", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith("tables 1, controls ")


def test_what_was_found_is_counted() -> None:
    both = Tried(tables=1, found=["one"])
    both.add(Tried(tables=1, found=["other"]))
    assert (both.tables, both.found) == (2, ["one", "other"])
