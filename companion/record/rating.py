"""The rating of FIBS, the First Internet Backgammon Server (its command ``help formula``).

With D the difference of the two ratings and n the length of the match, the weaker player wins with the chance
P_upset = 1 / (10^(D √n / 2000) + 1).  The winner gains, and the loser loses, 4 K √n P points: P is 1 - P_upset if the
weaker player has won, else P_upset.  K = max(1, 5 - experience / 100) is each player's own; the experience is the sum
of the lengths of the matches before this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

_PER_POINT: Final = 4.0
_SCALE: Final = 2000.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and the experience behind it, in points of match length."""

    points: float = 1500.0
    experience: int = 0

    @property
    def factor(self) -> float:
        """K of the formula.

        >>> Rating(1500.0, 150).factor
        3.5
        """
        return max(1.0, 5.0 - self.experience / 100)


def upset_chance(difference: float, length: int) -> float:
    """Return the chance that the weaker player wins.

    >>> round(upset_chance(100, 9), 4)
    0.4145
    """
    return 1 / (10 ** (abs(difference) * sqrt(length) / _SCALE) + 1)


def rated(winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
    """Return the ratings of winner and loser after a match to so many points."""
    upset = upset_chance(winner.points - loser.points, length)
    surprise = 1 - upset if winner.points < loser.points else upset
    change = _PER_POINT * sqrt(length) * surprise
    return (
        Rating(winner.points + winner.factor * change, winner.experience + length),
        Rating(loser.points - loser.factor * change, loser.experience + length),
    )
