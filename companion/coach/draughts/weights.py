"""Weights of the evaluation of draughts; written by ``companion.lab.draughts_training.fit``.

Fitted to 37690 positions of 1500 games.
"""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = (
    99,  # men on row 1
    92,  # men on row 2
    83,  # men on row 3
    89,  # men on row 4
    99,  # men on row 5
    123,  # men on row 6
    116,  # men on row 7
    197,  # kings
    113,  # a king, the other side none
    -4,  # kings on the long diagonal
    -1,  # men in the centre
    7,  # men on the edge
    -3,  # men on the bridge
    7,  # men with a piece behind
    12,  # free steps
    -34,  # men threatened, of the side to move
    105,  # free way of 1 to promotion
    4,  # free way of 2 to promotion
    -12,  # free way of 3 to promotion
    3,  # balance of the wings
    6,  # the move
)
"""In hundredths of a man, in the order of :data:`companion.coach.draughts.features.NAMES`."""
SCALE: Final = 114.6
"""Hundredths of a man that make the odds of winning e times as good."""
