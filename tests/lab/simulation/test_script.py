"""A film's script: every step can be carried out, and every mistake in it is the one that it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.backgammon import STANDARD, START, Dice, Position, explain, legal_plays, picture_of
from companion.games.rules import Picture, Side
from companion.lab.simulation.acts import carried_out
from companion.lab.simulation.script import planned, script
from companion.lab.simulation.table import Shift

SCRIPTS = {
    f"{seed} {'fast' if fast else 'slow'}": script(seed, fast=fast, turns=20, acts=5)["turns"]
    for seed in (1, 2)
    for fast in (False, True)
}


def shifts(step: dict[str, Any]) -> list[Shift]:
    return [Shift(Side(side), start, end) for side, start, end in step["ways"]]


def boards(turns: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list[Picture]]]:
    """Each turn with the boards after each of its plays; the first is the one before it."""
    picture = picture_of(START)
    for turn in turns:
        seen = [picture]
        for step in turn["steps"]:
            if step["do"] == "carry":
                picture = carried_out(picture, shifts(step)) if not _floored(step) else _without(picture, step)
                seen.append(picture)
        yield turn, seen


def _floored(step: dict[str, Any]) -> bool:
    return any(start == 26 for _, start, _ in step["ways"])


def _without(picture: Picture, step: dict[str, Any]) -> Picture:
    """A checker comes back from the floor."""
    back = [Shift(shift.side, shift.start, shift.end) for shift in shifts(step) if shift.start != 26]
    counts = {spot: list(stack) for spot, stack in carried_out(picture, back).items()}
    for shift in shifts(step):
        if shift.start == 26:
            counts[shift.end][0 if shift.side is Side.LIGHT else 1] += 1
    return {spot: type(picture[spot])(*pair) for spot, pair in counts.items()}


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_turn_leaves_the_board_that_its_truth_tells(name: str) -> None:
    for turn, seen in boards(SCRIPTS[name]):
        end = Position.from_id(turn["end"], Side(turn["side"]).other)
        assert seen[-1] == picture_of(end), turn
        before = Position.from_id(turn["before"], Side(turn["side"]))
        assert seen[0] == picture_of(before), turn


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_planted_act_breaks_the_rule_that_it_is_named_after(name: str) -> None:
    acts = [(turn, seen) for turn, seen in boards(SCRIPTS[name]) if turn["act"]]
    assert len(acts) == len(list(planned(SCRIPTS[name]))) > 2
    for turn, seen in acts:
        before = Position.from_id(turn["before"], Side(turn["side"]))
        turned = [Dice.from_text(step["dice"]) for step in turn["steps"] if step["do"] == "turn"]
        said = explain(before, Dice.from_text(turn["dice"]), seen[1], STANDARD, shown=turned[0] if turned else None)
        assert said is not None
        assert said.reason.value == turn["act"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_turn_ends_legally_unless_its_mistake_stands(name: str) -> None:
    for turn in SCRIPTS[name]:
        before = Position.from_id(turn["before"], Side(turn["side"]))
        ends = legal_plays(before, Dice.from_text(turn["dice"]))
        end = Position.from_id(turn["end"], before.on_roll.other)
        assert (end in ends) == (turn["ended"] != "stood")


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_turn_but_the_last_is_ended_by_a_signal(name: str) -> None:
    signals = [sum(bool(step.get("signal")) for step in turn["steps"]) for turn in SCRIPTS[name]]
    assert set(signals[:-1]) == {1}


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_roll_is_thrown_once_by_its_own_player_or_during_the_turn_before(name: str) -> None:
    turns = SCRIPTS[name]
    for turn, before in zip(turns, [None, *turns], strict=False):
        own = [s for s in turn["steps"] if s["do"] == "throw" and not s.get("cocked")]
        early = [s["meanwhile"] for s in before["steps"] if s.get("meanwhile")] if before else []
        thrown = [(s["side"], s["dice"]) for s in own] + [(side, dice) for side, dice in early]
        assert thrown == [(turn["side"], turn["dice"])]


def test_the_same_seed_writes_the_same_script() -> None:
    assert script(3, fast=False, turns=6, acts=2) == script(3, fast=False, turns=6, acts=2)


def test_the_opening_throw_is_one_die_of_each_player() -> None:
    first = SCRIPTS["1 slow"][0]
    assert first["steps"][0]["each"]
    assert len(set(first["dice"])) == 2
