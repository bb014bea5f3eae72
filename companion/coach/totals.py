"""The totals of a player over decisions: the equity lost, the number of errors, and the luck of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from companion.coach.evaluation import MILLI
from companion.coach.grading import CubeFault, Grade, Level, level

if TYPE_CHECKING:
    from companion.coach.cube_acts import CubeAct
    from companion.coach.resignations import ResignFault

_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals over the decisions of one player; two of them are added with ``+``.

    ``rolls``: all of them; ``plays``: those with a choice.  ``cube_turns``: all turns with a cube decision; ``cubes``:
    those that count (close ones, and each double, take and drop).  ``resignations``: offered, accepted and refused,
    which are in no other sum, nor are their losses.  Losses and ``luck`` in points of normalised equity.
    """

    rolls: int = 0
    plays: int = 0
    play_loss: float = 0.0
    play_grades: Mapping[Grade, int] = field(default_factory=dict)
    cubes: int = 0
    cube_turns: int = 0
    cube_loss: float = 0.0
    acts: Mapping[CubeAct, int] = field(default_factory=dict)
    faults: Mapping[CubeFault, int] = field(default_factory=dict)
    fault_losses: Mapping[CubeFault, float] = field(default_factory=dict)
    luck: float = 0.0
    luck_rolls: int = 0
    resignations: int = 0
    resign_loss: float = 0.0
    resign_faults: Mapping[ResignFault, int] = field(default_factory=dict)

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            rolls=self.rolls + other.rolls,
            plays=self.plays + other.plays,
            play_loss=self.play_loss + other.play_loss,
            play_grades=_counted(self.play_grades, other.play_grades),
            cubes=self.cubes + other.cubes,
            cube_turns=self.cube_turns + other.cube_turns,
            cube_loss=self.cube_loss + other.cube_loss,
            acts=_counted(self.acts, other.acts),
            faults=_counted(self.faults, other.faults),
            fault_losses=_summed(self.fault_losses, other.fault_losses),
            luck=self.luck + other.luck,
            luck_rolls=self.luck_rolls + other.luck_rolls,
            resignations=self.resignations + other.resignations,
            resign_loss=self.resign_loss + other.resign_loss,
            resign_faults=_counted(self.resign_faults, other.resign_faults),
        )

    @property
    def decisions(self) -> int:
        """Plays with a choice and cube decisions that count."""
        return self.plays + self.cubes

    @property
    def loss(self) -> float:
        """The equity lost by plays and with the cube, in points."""
        return self.play_loss + self.cube_loss

    @property
    def rate(self) -> float:
        """Millipoints lost per decision, 0 without decisions."""
        return _rate(self.loss, self.decisions)

    @property
    def play_rate(self) -> float:
        """Millipoints per play with a choice."""
        return _rate(self.play_loss, self.plays)

    @property
    def cube_rate(self) -> float:
        """Millipoints per cube decision that counts."""
        return _rate(self.cube_loss, self.cubes)

    @property
    def level(self) -> Level | None:
        """The name of this level of play, None without decisions."""
        return level(self.rate / MILLI) if self.decisions else None


NOTHING: Final = Totals()


def _rate(loss: float, decisions: int) -> float:
    return MILLI * loss / decisions if decisions else 0.0


def _counted(one: Mapping[_Key, int], other: Mapping[_Key, int]) -> Mapping[_Key, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


def _summed(one: Mapping[_Key, float], other: Mapping[_Key, float]) -> Mapping[_Key, float]:
    return {key: one.get(key, 0.0) + other.get(key, 0.0) for key in {**one, **other}}
