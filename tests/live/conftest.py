"""A device with a match of backgammon for the tests of the live page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.live.device import Device


@pytest.fixture(autouse=True)
def _a_server_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks every tenth of a second whether it is to end, and waits as long for its clients: here a twentieth."""
    quick = {**vars(asyncio), "sleep": lambda seconds: asyncio.sleep(seconds / 20)}
    monkeypatch.setattr("uvicorn.server.asyncio", SimpleNamespace(**quick))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path)
    made.begin()
    yield made
    made.close()


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """A device at which nothing happens any more: for tests that only ask it."""
    made = Device(tmp_path_factory.mktemp("device"), names="club.example other")
    made.begin()
    yield made
    made.close()
