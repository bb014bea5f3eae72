"""The meaning of a cube in a picture: its owner and value, by its place and the number on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side
from vision.observation import CubePlace, SeenCube

MIDDLE: Final = "1"
"""Before anybody has doubled."""
OFFERED: Final = "offered"
NUMBERS: Final = (2, 4, 8, 16, 32, 64)
_PLACES: Final = ("light", "dark", "middle", OFFERED)
_LARGEST: Final = 1024

_STAKES: Final[Mapping[int, float]] = {1: 8982, 2: 6871, 4: 522, 8: 169, 16: 20, 32: 2, 64: 1}
_OFFERS: Final[Mapping[int, float]] = {2: 384, 4: 54, 8: 9, 16: 1, 32: 0.1, 64: 0.05}
"""(plays, doubles) at each stake in the 61 matches of ``gnubg_matches.jsonl.gz`` among the oracles; above 8, where
there were none, judged.
"""
_ODD: Final = 0.2
"""The share of pictures whose cube is set up rather than played: every meaning is as likely there.  Judged."""
_UP: Final = 0.9
"""The probability that an unturned cube shows 64; else any number.  Judged."""
_LIES: Final[Mapping[str, Mapping[CubePlace, float]]] = {
    "middle": {CubePlace.MIDDLE: 0.9, CubePlace.LIGHT: 0.045, CubePlace.DARK: 0.045, CubePlace.OFFERED: 0.01},
    "light": {CubePlace.MIDDLE: 0.08, CubePlace.LIGHT: 0.9, CubePlace.DARK: 0.018, CubePlace.OFFERED: 0.002},
    "dark": {CubePlace.MIDDLE: 0.08, CubePlace.LIGHT: 0.018, CubePlace.DARK: 0.9, CubePlace.OFFERED: 0.002},
    OFFERED: {CubePlace.MIDDLE: 0.05, CubePlace.LIGHT: 0.025, CubePlace.DARK: 0.025, CubePlace.OFFERED: 0.9},
}
"""The probabilities of its places, by owner.  Judged."""
_ROLLED: Final = 0.1
"""The factor by which a cube is offered less often while dice are on the board.  Judged."""


def meanings(seen: SeenCube, *, light_at_bottom: bool, dice: bool) -> dict[str, float]:
    """The probability of each meaning of a cube, written as an answer: ``1``, ``2,light``, ``4,offered``.

    ``seen``: read as if Light sat at the bottom of the picture.  ``dice``: are on the board.
    """
    turned = {CubePlace.LIGHT: CubePlace.DARK, CubePlace.DARK: CubePlace.LIGHT}
    place = seen.place if light_at_bottom else turned.get(seen.place, seen.place)
    played = {MIDDLE: _STAKES[1]} | {f"{v},{side}": _STAKES[v] / 2 for v in NUMBERS for side in ("light", "dark")}
    played |= {f"{v},{OFFERED}": _OFFERS[v] * (_ROLLED if dice else 1.0) for v in NUMBERS}
    whole = sum(played.values())
    before = {text: (1 - _ODD) * n / whole + _ODD / len(played) for text, n in played.items()}
    as_seen = {text: p * _LIES[_owner(text)][place] * _shows(text, seen) for text, p in before.items()}
    total, sure = sum(as_seen.values()), seen.confidence
    return {text: sure * as_seen[text] / total + (1 - sure) * p for text, p in before.items()}


def _owner(text: str) -> str:
    return text.partition(",")[2] or "middle"


def _shows(text: str, seen: SeenCube) -> float:
    """The likelihood of the upper face."""
    faces = dict(zip(NUMBERS, seen.likelihoods or [1 / len(NUMBERS)] * len(NUMBERS), strict=True))
    if text == MIDDLE:
        return _UP * faces[64] + (1 - _UP) / len(NUMBERS)
    return faces[int(text.partition(",")[0])]


def cube_of(text: str, on_roll: Side) -> Cube:
    """The cube of an answer; an offered one shows the stake that is offered."""
    value, _, place = text.partition(",")
    if place == OFFERED:
        before = int(value) // 2
        return Cube(before, on_roll if before > 1 else None).double(on_roll)
    return Cube(int(value), Side(place) if place in ("light", "dark") else None)


def checked(text: str) -> str:
    """An answer as written; raises InputError for an impossible one."""
    number, comma, place = (part.strip() for part in text.partition(","))
    values = [str(1 << k) for k in range(_LARGEST.bit_length())]
    if number not in values or (comma and place not in _PLACES):
        raise InputError(f"cube {quoted(text)}: expected 1, 2, 4 … {_LARGEST}, and whose it is, such as 2,light")
    if number != MIDDLE:
        return f"{number}{comma}{place}"
    if place not in ("", "middle"):
        raise InputError(f"cube {quoted(text)}: nobody owns it before the first double, expected 1")
    return MIDDLE
