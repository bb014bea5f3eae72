"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[2]
MODULES: Final = [
    ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
    for room in ("companion", "hardware", "vision")
    for path in sorted((HOUSE / room).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted > 0
    assert tried.failed == 0
