"""The orientation of the board in a game, relative to the calibrated one.

Between games players may change colours or seats; the recorded match stays theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.rules import Picture, Spot, Stack
from vision.observation import POINTS, Evidence, Observation


@dataclass(frozen=True, slots=True)
class BoardOrientation:
    """How the board is set up; players keep their seats, and the cube is at its owner's edge in either colour.

    ``mirrored``: both homes are at the other end of the board.  ``swapped``: the players have changed colours.
    """

    mirrored: bool = False
    swapped: bool = False

    def spot(self, seen: Spot) -> Spot:
        """The record's spot for a spot in the camera reader's numbering; its own inverse."""
        if seen not in POINTS or not self.mirrored:
            return seen
        return 13 - seen if seen <= 12 else 37 - seen

    def observation(self, seen: Observation) -> Observation:
        """An observation in the record's own spots and sides."""
        if self == USUAL_SEATING:
            return seen
        if self.mirrored:
            orientation = seen.orientation
            seen = replace(seen, orientation=replace(orientation, home_at_right=not orientation.home_at_right))
        return renumbered(seen, self.spot, self._turned)

    def picture(self, seen: Picture) -> Picture:
        """A board in the record's own spots and sides; its own inverse."""
        return {self.spot(spot): self._stack(stack) for spot, stack in seen.items()}

    def _turned(self, seen: Evidence) -> Evidence:
        if not self.swapped:
            return seen
        likelihoods = {(dark, light): likelihood for (light, dark), likelihood in seen.likelihoods.items()}
        return replace(seen, likelihoods=likelihoods)

    def _stack(self, stack: Stack) -> Stack:
        return Stack(stack.dark, stack.light) if self.swapped else stack


def renumbered(
    seen: Observation, spot: Callable[[Spot], Spot], turned: Callable[[Evidence], Evidence] = lambda evidence: evidence
) -> Observation:
    """Return an observation with other numbers of its spots, and with the evidence of each ``turned``."""

    def of(evidence: Mapping[Spot, Evidence]) -> dict[Spot, Evidence]:
        return {spot(number): turned(one) for number, one in evidence.items()}

    return replace(seen, evidence=of(seen.evidence), alone=None if seen.alone is None else of(seen.alone))


USUAL_SEATING: Final = BoardOrientation()
SEATINGS: Final = (
    BoardOrientation(),
    BoardOrientation(mirrored=True),
    BoardOrientation(swapped=True),
    BoardOrientation(mirrored=True, swapped=True),
)
"""All ways to set up a board, the learned one first."""
