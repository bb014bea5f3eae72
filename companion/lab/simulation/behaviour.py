"""The frequencies of human actions at the simulated table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Shares of turns with each action.

    ``planted``: illegal acts.  ``corrects``: of those reported, the share that is corrected rather than condoned by the
    opponent's roll.  The others are harmless.
    """

    planted: float = 0.12
    corrects: float = 0.75
    tried: float = 0.12
    hand_left: float = 0.03
    knocked: float = 0.02
    dice_aside: float = 0.02
    cocked: float = 0.02
    one_by_one: float = 0.03
    camera_gone: float = 0.002
    early_lift: float = 0.03
    together: float = 0.10
    both_pairs: float = 0.02
    premature: float = 0.01
    by_button: float = 0.1  # where either kind of dice counts
    pauses: float = 0.4  # of the moves within a play: the hand leaves the board before the next one


CLEAN: Final = Behaviour(planted=0.0)
"""People who play by the rules, but not always smoothly."""
TIDY: Final = Behaviour(0.0, 1.0, *[0.0] * 13)
"""People who only play, for tests."""
