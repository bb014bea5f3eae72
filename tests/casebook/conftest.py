"""The cases assert in modules that are no test files: what failed is to be read all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

_HERE = Path(__file__).parent

for chapter in _HERE.rglob("[a-z]*.py"):
    pytest.register_assert_rewrite(".".join(("tests.casebook", *chapter.relative_to(_HERE).with_suffix("").parts)))
