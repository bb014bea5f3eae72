"""What each square of a rectified view holds, by a small net."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision import net
from vision.draughts.view import SIZE
from vision.rectify import Image

Likely = npt.NDArray[np.float64]
"""(8, 8, 4): for each square of the view, row and column, how likely it is empty, light, dark, or under a hand."""

EMPTY, LIGHT, DARK, COVERED = range(4)
_LEAST: Final = 1e-4


def likelihoods(view_bgr: Image) -> Likely:
    """How likely each square is what: the mean of the view and its mirror image, as the net sees them."""
    both = net.run("squares", np.stack([view_bgr, view_bgr[:, ::-1]])).reshape(2, 4, SIZE, SIZE)
    mean = (both[0] + both[1, :, :, ::-1]) / 2
    return np.asarray(np.clip(mean.transpose(1, 2, 0), _LEAST, 1.0), dtype=np.float64)
