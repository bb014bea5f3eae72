"""What people do at a draughts board, and how likely each of it is, beside what they do at any board.

Natural logarithms of probabilities, as in :mod:`companion.referee.people`; all judged, on simulated matches.
"""

from __future__ import annotations

from typing import Final

UNDOES: Final = -5.5
"""A move that was over is set back, with what it captured: 1 in 250."""
MORE_PIECES: Final = -2.5
"""For each piece moved beyond the one that a turn moves, and each that went nowhere without being jumped."""
MOVES_OTHERS: Final = -5.0
"""For each piece of the other side that lies where none lay."""
COMES_BACK: Final = -8.0
"""For each piece more than there were: it is rather misread."""
LEFT_OUT: Final = -1.5
"""For each piece taken off beyond those that a legal move could have taken: the wrong one, or one too many."""
HARDLY_BEGUN: Final = -3.0
"""The opponent moves while the turn before is half-way: a captured piece was overlooked."""
STANDS: Final = -1.0
"""The opponent moves on over a move that broke a rule."""
STRAIGHTENS: Final = -6.0
"""Pieces lie elsewhere between two turns."""
LATER: Final = -1.0
"""The board is brought in line with what a person has entered only later."""
