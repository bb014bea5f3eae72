"""Here a board is learned each time it is said to be: that is what is tested."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def boards_are_learned_once() -> None:
    """Keeps nothing, unlike that of all other tests."""
