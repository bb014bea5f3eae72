"""The cases assert in modules that are no test files: what failed is to be read all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

for chapter in Path(__file__).parent.glob("[a-z]*.py"):
    pytest.register_assert_rewrite(f"tests.casebook.{chapter.stem}")
