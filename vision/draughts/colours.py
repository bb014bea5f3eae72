"""Colours of one board, learned from its own squares: what looks alike holds alike.

The net's answers are the beginning: the colours of an empty square, a light and a dark piece on it are estimated from
them, each square is judged again by both, and so on (expectation maximisation, Dempster, Laird and Rubin 1977).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.draughts.net import COVERED, DARK, EMPTY, LIGHT, SQUARE, Classes
from vision.draughts.numbering import parity
from vision.rectify import Image

_BLACK: Final = 10.0
_ROUNDS: Final = 3
_SPREAD: Final = 0.09
"""Of colours of one kind on one board, in logarithms; added to what is seen of it."""
_PRIOR: Final = 3.0
"""So many squares' worth of belief in that spread."""
_ODD: Final = 1.0
"""The density of what looks like nothing else on the board."""
_TRUST: Final = 1.5
"""The power that the net's answers are taken to."""
_LEAST: Final = 0.6
_CUT: Final = SQUARE // 4


def recoloured(view_bgr: Image, seen: Classes) -> Classes:
    """The classes (8, 8, 4), each square judged by the net and beside the others of the board."""
    looks = _looks(view_bgr, seen).reshape(64, -1)
    first = parity().ravel()
    flat = seen.reshape(64, 4)
    prior = np.clip(flat[:, :3], 1e-4, 1) ** _TRUST
    open_ = 1 - flat[:, COVERED]
    belief = flat[:, :3]
    for _ in range(_ROUNDS):
        weights = belief * open_[:, None]
        densities = np.stack(
            [
                np.where(
                    first, _density(looks, weights[:, EMPTY] * first), _density(looks, weights[:, EMPTY] * ~first)
                ),
                _density(looks, weights[:, LIGHT]),
                _density(looks, weights[:, DARK]),
            ],
            axis=1,
        )
        joint = prior * densities
        belief = joint / joint.sum(axis=1, keepdims=True)
    return np.column_stack([belief * open_[:, None], flat[:, COVERED]]).reshape(8, 8, 4)


def _density(looks: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How likely each look (n, k) is among those that are weighed (n): a normal distribution, and anything at all."""
    total = float(weights.sum())
    if total < _LEAST:
        return np.full(len(looks), _ODD)
    mean = weights @ looks / total
    off = looks - mean
    spread = (weights @ off**2 + _PRIOR * _SPREAD**2) / (total + _PRIOR)
    power = -0.5 * (off**2 / spread).sum(axis=1)
    return np.asarray(_ODD + np.exp(power) / np.sqrt(np.prod(2 * np.pi * spread)))


def _looks(view_bgr: Image, seen: Classes) -> npt.NDArray[np.float64]:
    """For each square (8, 8, 4): the logarithms of its colour, less how the light falls, and how uneven it is."""
    inner = view_bgr[SQUARE:-SQUARE, SQUARE:-SQUARE].astype(np.float64)
    tiles = inner.reshape(8, SQUARE, 8, SQUARE, 3).transpose(0, 2, 1, 3, 4)[:, :, _CUT:-_CUT, _CUT:-_CUT]
    logs = np.log(tiles + _BLACK).reshape(8, 8, -1, 3)
    colour = np.median(logs, axis=2)
    colour -= _lit(colour.mean(axis=2), seen)[..., None]
    uneven = 0.3 * np.log(logs.mean(axis=3).std(axis=2) + 0.02)
    return np.concatenate([colour, uneven[..., None]], axis=2)


def _lit(light: npt.NDArray[np.float64], seen: Classes) -> npt.NDArray[np.float64]:
    """How the light falls (8, 8): a plane through the empty squares of each colour, steepness alone."""
    y, x = np.mgrid[0:8, 0:8] - 3.5
    weight = np.sqrt(seen[..., 0]).ravel()
    terms = np.column_stack([x.ravel(), y.ravel(), parity().ravel(), ~parity().ravel()]).astype(np.float64)
    ridge = np.diag([1.0, 1.0, 0.0, 0.0])
    matrix = np.vstack([terms * weight[:, None], ridge])
    target = np.concatenate([light.ravel() * weight, np.zeros(4)])
    slopes = np.linalg.lstsq(matrix, target, rcond=None)[0][:2]
    return np.asarray(slopes[0] * x + slopes[1] * y)
