"""A fair electronic roll.

``SystemRandom`` draws from the operating system's randomness and picks among six values by
rejection, so no face is favoured and no roll can be foretold from those before it.
"""

from __future__ import annotations

import random
import secrets
from typing import Final

_SYSTEM: Final = secrets.SystemRandom()


def fair_roll(source: random.Random = _SYSTEM) -> tuple[int, int]:
    """Two dice, each 1 to 6, in the order in which they were drawn.

    ``source`` is the system's randomness; tests and simulations hand in a seeded one.
    """
    return source.randint(1, 6), source.randint(1, 6)
