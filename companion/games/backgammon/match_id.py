"""GNU Backgammon's Match ID: score, cube, turn and dice in 12 base64 characters.

Source: FORMATS.md section 2 of the design, checked against GNU Backgammon 1.07.
GNU Backgammon's player 1 (bottom, X) is Light here, as in an XGID; its player 0 is Dark.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.dice import Dice
from companion.games.rules import Side, Stack


class Stage(Enum):
    """The stage of a game, with the numbers of the Match ID."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match around a position: cube, score, turn, dice.

    ``owner``: of the cube, None in the middle.  ``on_roll``: the side whose turn it is, the doubler while
    a double is pending.  ``to_act``: the side to play now.  ``resigned``: 0, or 1 to 3 for a single
    game, gammon, backgammon offered.  ``length``: 0 = money play.  ``score``: points won.
    ``beavers`` and ``max_cube`` exist in an XGID only.
    """

    cube: int = 1
    owner: Side | None = None
    on_roll: Side = Side.LIGHT
    to_act: Side = Side.LIGHT
    stage: Stage = Stage.PLAYING
    doubled: bool = False
    resigned: int = 0
    dice: Dice | None = None
    length: int = 0
    score: Stack = _NONE
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024


_SIDES: Final = {0: Side.DARK, 1: Side.LIGHT}
_NUMBERS: Final = {side: number for number, side in _SIDES.items()}
_CENTRED: Final = 3
MOST_POINTS: Final = 2**15 - 1
"""The longest match and the highest score that an ID holds."""

# Field: first bit, number of bits.
_LAYOUT: Final = {
    "cube": (0, 4), "owner": (4, 2), "on_roll": (6, 1), "crawford": (7, 1), "stage": (8, 3),
    "to_act": (11, 1), "doubled": (12, 1), "resigned": (13, 2), "first": (15, 3), "second": (18, 3),
    "length": (21, 15), "score_0": (36, 15), "score_1": (51, 15), "no_jacoby": (66, 1),
}  # fmt: skip


def decode(text: str) -> MatchState:
    """Read a Match ID.  Raises :class:`InputError` naming the text if it makes no sense."""
    if not re.fullmatch(r"[A-Za-z0-9+/]{12}", text):
        raise InputError(f"match {quoted(text)}: expected a GNU Match ID of 12 base64 characters")
    number = int.from_bytes(base64.b64decode(text), "little")
    bits = {name: number >> start & (1 << width) - 1 for name, (start, width) in _LAYOUT.items()}
    _check(text, bits)
    return MatchState(
        cube=1 << bits["cube"],
        owner=_SIDES.get(bits["owner"]),
        on_roll=_SIDES[bits["on_roll"]],
        to_act=_SIDES[bits["to_act"]],
        stage=Stage(bits["stage"]),
        doubled=bool(bits["doubled"]),
        resigned=bits["resigned"],
        dice=Dice(bits["first"], bits["second"]) if bits["first"] else None,
        length=bits["length"],
        score=Stack(bits["score_1"], bits["score_0"]),
        crawford=bool(bits["crawford"]),
        jacoby=bits["length"] == 0 and not bits["no_jacoby"],
    )


def encode(state: MatchState) -> str:
    """Return the Match ID of a state, the larger die first, as GNU Backgammon writes it."""
    dice = sorted((state.dice.first, state.dice.second), reverse=True) if state.dice else (0, 0)
    values = {
        "cube": state.cube.bit_length() - 1,
        "owner": _CENTRED if state.owner is None else _NUMBERS[state.owner],
        "on_roll": _NUMBERS[state.on_roll],
        "crawford": int(state.crawford),
        "stage": state.stage.value,
        "to_act": _NUMBERS[state.to_act],
        "doubled": int(state.doubled),
        "resigned": state.resigned,
        "first": dice[0],
        "second": dice[1],
        "length": state.length,
        "score_0": state.score.dark,
        "score_1": state.score.light,
        "no_jacoby": int(not state.jacoby),
    }
    number = sum(value << _LAYOUT[name][0] for name, value in values.items())
    return base64.b64encode(number.to_bytes(9, "little")).decode("ascii")


def _check(text: str, bits: dict[str, int]) -> None:
    length, best = bits["length"], max(bits["score_0"], bits["score_1"])
    if bits["stage"] > max(stage.value for stage in Stage):
        raise InputError(f"match {quoted(text)}: game state {bits['stage']} is not known, expected 0 to 4")
    if max(bits["first"], bits["second"]) > 6 or (bits["first"] == 0) != (bits["second"] == 0):
        raise InputError(
            f"match {quoted(text)}: dice {bits['first']} {bits['second']}, expected two numbers from 1 to 6"
        )
    if length and best > length:
        raise InputError(f"match {quoted(text)}: a score of {best} is more than the match length {length}")
    if not length and bits["crawford"]:
        raise InputError(f"match {quoted(text)}: there is no Crawford game in money play")
    if bits["owner"] == 2:
        raise InputError(f"match {quoted(text)}: cube owner 2 is not known, expected 0, 1 or 3")
