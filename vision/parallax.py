"""The displacement in the view of things above the board's plane: finds the camera's place from the corners alone.

In the rectified view the board's plane is flat, and what is higher leans away from the spot under the
camera.  By how much tells how many checkers lie on each other, so the reader is given it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.rectify import Points, inverse

# What cameras are like: the focal length by the picture's longer side, its logarithm with its spread; and how far
# from square exact corners seem.
_FOCAL, _FOCAL_SPREAD = float(np.log(0.8)), 0.2
_SQUARE_SPREAD: Final = 0.02
_LENS: Final = 0.03
"""Of an aspect's logarithm: 0.005 on 34 rasterised boards nearly from above with exact corners (their lenses bend); a
quarter of a point, as far as found corners may be off, is 0.025 more."""
_FOCALS: Final = np.exp(_FOCAL + np.linspace(-2.5, 2.5, 21) * _FOCAL_SPREAD)


def lean(homography: Points, picture_wh: tuple[int, int], aspect: float, spread: float) -> Points:
    """The rising direction (3,) of the board in the view's homogeneous pixels.

    What stands at ``(x, y)`` and is ``z`` view pixels high shows its top at the point with the homogeneous
    coordinates ``(x, y, 1) + z * lean``.  ``homography`` (3, 3): from pixels of the picture to pixels of the
    view.  ``aspect``: how long a pixel of the view is down the board, by its length across it; ``spread``: of its
    logarithm.  The focal length is the likeliest under which the field is a rectangle of this shape (Zhang 2000
    gives the two constraints); pixels are taken as square, the optical axis as in the picture's middle.
    """
    middle = _from_the_middle(homography, picture_wh)
    focals, right, down, odd = _under_each_focal(middle, max(picture_wh))
    across, along = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
    best = int(np.argmin(odd + (np.log(along / across / aspect) / spread) ** 2))
    up = np.cross(down[best], right[best])
    up *= across[best] / np.linalg.norm(up)
    return np.asarray(np.linalg.solve(middle, up * (focals[best], focals[best], 1)))


def proportion(homography: Points, picture_wh: tuple[int, int]) -> tuple[float, float]:
    """The logarithm of the aspect (see :func:`lean`) as the corners alone tell it, and how far it may be off.

    Seen from straight above it is plain; from the side it hangs on the focal length.
    """
    _, right, down, odd = _under_each_focal(_from_the_middle(homography, picture_wh), max(picture_wh))
    aspects = np.log(np.linalg.norm(down, axis=1) / np.linalg.norm(right, axis=1))
    weights = np.exp((odd.min() - odd) / 2)
    mean = float(np.average(aspects, weights=weights))
    return mean, float(np.sqrt(np.average((aspects - mean) ** 2, weights=weights) + _LENS**2))


def _from_the_middle(homography: Points, picture_wh: tuple[int, int]) -> Points:
    wide, high = picture_wh
    shift = np.array([[1, 0, -(wide - 1) / 2], [0, 1, -(high - 1) / 2], [0, 0, 1]])
    return np.asarray(shift @ inverse(homography), np.float64)


def _under_each_focal(middle: Points, longer_side: int) -> tuple[Points, Points, Points, Points]:
    """Focal lengths (n,), the view's axes in space under each (n, 3), and how odd each is, in squared spreads."""
    focals = _FOCALS * longer_side
    axes = (np.column_stack([np.outer(1 / focals, middle[:2, k]), np.full(len(focals), middle[2, k])]) for k in (0, 1))
    right, down = axes
    long = np.linalg.norm(right, axis=1) * np.linalg.norm(down, axis=1)
    square = ((right * down).sum(axis=1) / long / _SQUARE_SPREAD) ** 2
    return focals, right, down, square + ((np.log(_FOCALS) - _FOCAL) / _FOCAL_SPREAD) ** 2
