"""The table of phases: what may follow on what, and the page that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.match.phases import IN_GAME, INTERRUPTED, OVER, TO_ROLL, TRANSITIONS, Phase, may_follow

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "phases.md"


def _by_name(phases: frozenset[Phase]) -> list[Phase]:
    return sorted(phases, key=lambda phase: phase.value)


def diagram() -> str:
    """The phases as a Mermaid state diagram, a line a transition, in the order of :class:`Phase`."""
    lines = ["stateDiagram-v2", f"    [*] --> {_name(Phase.SETTING_UP)}"]
    for before, afters in TRANSITIONS.items():
        lines += [f"    {_name(before)} --> {_name(after)}" for after in Phase if after in afters]
    lines.append(f"    {_name(Phase.MATCH_OVER)} --> [*]")
    return "\n".join(lines)


def _name(phase: Phase) -> str:
    return phase.value.replace("-", "_")


def test_the_page_shows_the_table_as_it_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = page.split("```mermaid\n")[1].split("\n```")[0]
    assert shown == diagram()


def test_every_phase_has_its_row_and_can_be_reached() -> None:
    assert set(TRANSITIONS) == set(Phase)
    reached = {after for afters in TRANSITIONS.values() for after in afters} | INTERRUPTED | {Phase.SETTING_UP}
    assert reached == set(Phase)


@pytest.mark.parametrize("phase", _by_name(IN_GAME))
def test_a_game_may_be_interrupted_in_any_phase_and_goes_on_in_it(phase: Phase) -> None:
    for aside in INTERRUPTED:
        assert may_follow(phase, aside)
        assert may_follow(aside, phase)


@pytest.mark.parametrize("over", _by_name(OVER))
def test_nobody_rolls_in_a_game_that_is_over(over: Phase) -> None:
    assert not any(may_follow(over, phase) for phase in TO_ROLL | {Phase.TRYING})


def test_an_illegal_play_is_not_ruled_on_before_there_was_a_roll() -> None:
    assert not may_follow(Phase.MAY_DOUBLE, Phase.CORRECTING)
    assert not may_follow(Phase.OPENING, Phase.CORRECTING)
