"""Boards as a reader would see them: what lies on each spot, certain or with a doubt."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.backgammon import Position
from companion.games.rules import BAR
from companion.photograph.backgammon import PicturedBoard
from companion.photograph.ways import spot_of
from vision.observation import (
    POINTS,
    USUAL,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    Orientation,
    SeenCube,
    SeenDie,
    Spot,
)

_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_NUMBERS = (2, 4, 8, 16, 32, 64)


def counts_of(position: Position, way: Orientation = USUAL) -> dict[Spot, Counts]:
    """What lies on points and bar, numbered as it is read where the board lies that way."""
    points = {spot_of(k, way): (max(n, 0), max(-n, 0)) for k, n in enumerate(position.points, start=1)}
    return points | {BAR: (position.bar.light, position.bar.dark)}


def observed(
    used: Mapping[Spot, Evidence], alone: Mapping[Spot, Evidence] | None = None, *,
    dice: tuple[int, ...] = (), cube: SeenCube | None = None,
) -> Observation:  # fmt: skip
    seen = tuple(SeenDie((0.0, 0.0), (0.5, 0.5), _face(n)) for n in dice)
    return Observation(used, seen, cube, False, 0.0, _CORNERS, alone=alone or used)


def pictured(
    position: Position, way: Orientation = USUAL, *, dice: tuple[int, ...] = (), cube: SeenCube | None = None,
    alike: bool = False,
) -> PicturedBoard:  # fmt: skip
    certain = {spot: Evidence({counts: 0.999}) for spot, counts in counts_of(position, way).items()}
    return PicturedBoard(observed(certain, dice=dice, cube=cube), alike=alike)


def cube_at(place: CubePlace, number: int) -> SeenCube:
    return SeenCube((0.0, 0.0), place, 0.99, number, tuple(0.99 if n == number else 0.002 for n in _NUMBERS))


def empty(*held: tuple[Spot, Counts]) -> dict[Spot, Counts]:
    return {**dict.fromkeys((BAR, *POINTS), (0, 0)), **dict(held)}


def _face(number: int) -> tuple[float, float, float, float, float, float]:
    one, two, three, four, five, six = (0.95 if face == number else 0.01 for face in range(1, 7))
    return one, two, three, four, five, six
