"""Pins that stand in for real ones."""

import pytest

from tests.hardware.conftest import factory
from tests.patience import PATIENCE_S

__all__ = ["factory"]


@pytest.fixture(autouse=True)
def _busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries are imported in processes of their own, which takes its time where others want the processor too."""
    monkeypatch.setattr("companion.doctor.finding.PATIENCE_S", PATIENCE_S)
