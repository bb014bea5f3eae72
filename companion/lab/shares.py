"""The confidence interval of a counted share."""

from __future__ import annotations

import math
from typing import Final

_WITHIN: Final = 1.959964
"""Standard deviations within which 95 % lie."""


def interval(count: int, total: int) -> tuple[float, float]:
    """Wilson's interval of 95 % (Journal of the American Statistical Association 22, 1927); 0 to 1 of none."""
    if not total:
        return 0.0, 1.0
    share, square = count / total, _WITHIN**2 / total
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)
