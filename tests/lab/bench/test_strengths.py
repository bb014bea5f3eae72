"""What the strengths lose: measured, and told as it was measured."""

from __future__ import annotations

from companion.lab.bench.measuring import checkout
from companion.lab.bench.results import FILE, read_results
from companion.lab.bench.strengths import measured
from companion.match.terms import Strength
from companion.practice.strength import LOSSES_MP
from tests.record.files.test_gnubg import needs_gnubg


def test_what_is_said_where_a_strength_is_chosen_is_what_was_measured() -> None:
    kept = read_results(checkout() / FILE)["strengths"]
    assert {one: round(kept.value(f"{one.value}: a play for money")) for one in Strength} == LOSSES_MP


@needs_gnubg
def test_who_is_stronger_loses_less_in_plays_and_with_the_cube() -> None:
    found = {figure.name: figure.value for figure in measured(1, 1, 5)}
    for part in ("a play for money", "a play in a match", "a cube decision in a match"):
        losses = [found[f"{strength.value}: {part}"] for strength in Strength]
        assert losses == sorted(losses, reverse=True), part
        assert losses[-1] == 0
    assert found["matches to 5 points"] == 1
