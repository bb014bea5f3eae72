"""The tables of priors: a number that says it was measured is one that was counted."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

import companion
from companion.lab.shares import interval
from companion.referee import people
from companion.referee.draughts import people as draughts

COUNTED = {
    name: prior
    for table in (people.PRIORS, draughts.PRIORS)
    for name, prior in table.items()
    if prior.count is not None
}


@pytest.mark.parametrize("name", COUNTED)
def test_the_interval_is_that_of_the_count(name: str) -> None:
    prior = COUNTED[name]
    assert prior.count is not None
    assert prior.interval == pytest.approx(interval(*prior.count), abs=6e-5)
    assert prior.counted_in


@pytest.mark.parametrize("name", COUNTED)
def test_a_measured_number_lies_within_its_interval_and_a_guess_that_was_counted_does_not(name: str) -> None:
    prior = COUNTED[name]
    assert prior.interval is not None
    low, high = prior.interval
    share = 1 / (1 + math.exp(-prior.value)) if name.startswith("no_die") else math.exp(prior.value)
    assert (low <= share <= high) is (prior.origin == "measured"), "of what is no die the odds are written down"


def test_nothing_is_measured_that_was_not_counted() -> None:
    priors = [*people.PRIORS.values(), *draughts.PRIORS.values()]
    assert {prior.origin for prior in priors} == {"measured", "guess"}
    assert all(prior.count is not None for prior in priors if prior.origin == "measured")


def test_the_priors_of_the_tables_are_those_in_use() -> None:
    product = Path(companion.__file__).parent
    used = set()
    for file in product.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="people" | "everybody"), attr=name) if name.isupper():
                    used.add(name)
                case ast.ImportFrom(module="companion.referee.people", names=names):
                    used |= {alias.name for alias in names}
    used -= {"NO_DIE", "PRIORS"}
    used |= {"NO_DIE_SUREST", "NO_DIE_SURE", "NO_DIE_UNSURE"}
    assert used == {name.upper() for table in (people.PRIORS, draughts.PRIORS) for name in table}
