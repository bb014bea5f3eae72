"""The rendered games as a camera with perfect, or with known bad, eyes would report them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from companion.match.events import BoardSeen
from vision.observation import (
    BAR,
    TRAY,
    UNSEEN,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    SeenCube,
    SeenDie,
)

RENDERS: Final = Path(__file__).parents[2] / "shared" / "data" / "renders"
_FIELD_CM: Final = (51.0, 44.0)
_CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_CUBE_PLACES: Final = {
    "bar": CubePlace.MIDDLE, "side_right": CubePlace.MIDDLE, "side_left": CubePlace.MIDDLE,
    "offered": CubePlace.OFFERED,
    "W_side": CubePlace.LIGHT, "W_rail": CubePlace.LIGHT, "B_side": CubePlace.DARK, "B_rail": CubePlace.DARK,
}  # fmt: skip


def truths(game: str) -> list[dict[str, Any]]:
    """The truth of every frame of a rendered game; skips the test where the renders are not there."""
    folder = RENDERS / game
    if not folder.is_dir():
        pytest.skip(f"the rendered games are not here: {folder}")
    return [json.loads(path.read_text()) for path in sorted(folder.glob("[0-9]*.json"))]


def looks(game: str, noise: random.Random | None = None) -> Iterator[BoardSeen]:
    """Every frame of a game as a look; ``noise`` makes the eyes bad."""
    for number, truth in enumerate(truths(game)):
        yield BoardSeen(observation_of(truth, noise), number, truth["t"])


def observation_of(truth: Mapping[str, Any], noise: random.Random | None = None) -> Observation:
    position = truth["position"]
    evidence = {k: _evidence((max(n, 0), max(-n, 0)), noise) for k, n in enumerate(position["points"], start=1)}
    evidence[BAR] = _evidence((position["bar"]["W"], position["bar"]["B"]), None)
    evidence[TRAY] = UNSEEN
    return Observation(
        evidence=evidence,
        dice=tuple(_die(die, noise) for die in truth["dice"]),
        cube=_cube(truth["cube"]),
        hand=truth["hand"] is not None,
        seen_at_s=truth["t"],
        corners_px=_CORNERS,
    )


def _evidence(counts: Counts, noise: random.Random | None) -> Evidence:
    if noise is None or noise.random() >= 0.05:
        return Evidence(_likelihoods(counts, 0.999, 0.0005))
    wrong = _one_off(counts, noise)
    return Evidence({**_likelihoods(wrong, 0.7, 0.02), counts: 0.25})


def _one_off(counts: Counts, noise: random.Random) -> Counts:
    light, dark = counts
    change = noise.choice((-1, 1))
    if dark == 0 and (light > 0 or noise.random() < 0.5):
        return max(light + change, 0) if light else 1, 0
    return 0, max(dark + change, 0) if dark else 1


def _likelihoods(counts: Counts, sure: float, neighbour: float) -> dict[Counts, float]:
    light, dark = counts
    around = {(light + 1, 0), (max(light - 1, 0), 0)} if dark == 0 else {(0, dark + 1), (0, max(dark - 1, 0))}
    return {**dict.fromkeys(around - {counts}, neighbour), counts: sure}


def _die(die: Mapping[str, Any], noise: random.Random | None) -> SeenDie:
    value, sure = die["value"], 0.995
    if noise is not None and noise.random() < 0.02:
        value, sure = noise.choice([k for k in range(1, 7) if k != value]), 0.7
    likelihoods = [(1 - sure) / 5] * 6
    likelihoods[value - 1] = sure
    if value != die["value"]:
        likelihoods[die["value"] - 1] = 0.2
    x, y = die["xyz"][0] / _FIELD_CM[0] + 0.5, 0.5 - die["xyz"][1] / _FIELD_CM[1]
    return SeenDie(tuple(die["center"]), (x, y), tuple(likelihoods), cocked=die["cocked"])  # type: ignore[arg-type]


def _cube(cube: Mapping[str, Any] | None) -> SeenCube | None:
    if cube is None or cube["place"] == "none":
        return None
    return SeenCube(tuple(cube["center"]), _CUBE_PLACES[cube["place"]], 0.95, cube["shows"])
