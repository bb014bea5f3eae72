"""The examples in the documentation of the rules are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = (
    "dice",
    "generator",
    "landings",
    "match_id",
    "notation",
    "plays",
    "position",
    "position_id",
    "ruleset",
    "situation",
    "xgid",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"companion.games.backgammon.{name}")).failed == 0
