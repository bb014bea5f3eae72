"""One sight of a view and the mean of four, by a net that is told apart from its mirror image only where it errs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision import net
from vision.fieldmaps import seen_field

MAPS = 13
TILTED = np.array([[1.0, 0.1, -20], [0.02, 1.1, -10], [1e-5, 2e-4, 1]])
PICTURE = np.random.default_rng(3).integers(0, 255, (480, 640, 3), dtype=np.uint8)


def fair(name: str, images: npt.NDArray[np.uint8], **others: Any) -> npt.NDArray[np.float32]:
    """What is bright is a checker, and its shift is as the lean says: in a mirror it says the same, mirrored."""
    assert name == "field"
    bright = images.reshape(-1, 104, 4, 128, 4, 3).mean((2, 4, 5)) / 255
    maps = np.repeat(bright[:, None], MAPS, axis=1).astype(np.float32)
    maps[:, 3:5] = others["lean"]
    return maps


def leftish(name: str, images: npt.NDArray[np.uint8], **others: Any) -> npt.NDArray[np.float32]:
    """The same, but what lies farther left in what it is shown is likelier a checker to it."""
    maps = fair(name, images, **others)
    maps[:, 0] += np.linspace(1, -1, 128, dtype=np.float32)
    return maps


def seen(*, thoroughly: bool) -> npt.NDArray[np.float32]:
    _, maps = seen_field(PICTURE, TILTED, thoroughly=thoroughly)
    return np.stack([maps.checker, maps.shift_x, maps.shift_y, maps.cover])


def test_mirrors_change_nothing_for_a_net_that_errs_on_no_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "run", fair)
    once, four = seen(thoroughly=False), seen(thoroughly=True)
    assert np.abs(once[1:3]).max() > 1, "the view is seen from low down"
    np.testing.assert_allclose(four, once, atol=1e-5)


def test_what_errs_on_one_side_is_evened_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "run", fair)
    true = seen(thoroughly=False)
    monkeypatch.setattr(net, "run", leftish)
    assert np.abs(seen(thoroughly=False) - true).max() > 0.1
    np.testing.assert_allclose(seen(thoroughly=True), true, atol=1e-5)
