"""Outcomes of many boards at once, for the player on roll: exact if that is easy, else by the networks.

Outcomes are six shares that sum to 1, (n, 6): backgammon, gammon, single game won; single game, gammon, backgammon
lost.  In reverse order they are the opponent's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.coach.engines.builtin import bearoff
from companion.coach.engines.builtin.boards import HOME, Boards, Floats, borne_off, is_race, mine, theirs
from companion.coach.engines.builtin.inputs import CONTACT_SCALE, RACE_SCALE, Inputs, contact_inputs, race_inputs

Outcomes: TypeAlias = Floats
"""(n, 6)"""
_Layers: TypeAlias = list[tuple[Floats, Floats]]

WEIGHTS: Final = files("companion.coach.engines.builtin") / "weights.npz"
_BATCH: Final = 1024  # rows at a time: what is between two layers then stays in the processor's cache


def outcomes(boards: Boards) -> Outcomes:
    """The outcomes of these positions, finished games included."""
    result = np.zeros((len(boards), 6), np.float32)
    own, others = mine(boards), theirs(boards)
    won, lost = ~own.any(axis=1), ~others.any(axis=1)
    ending = bearoff.is_covered(own) & bearoff.is_covered(others)
    race = is_race(boards)
    unknown = ~(won | lost | ending)
    for which, kind, inputs, scale in (
        (race & unknown, "race", race_inputs, RACE_SCALE),
        (~race & unknown, "contact", contact_inputs, CONTACT_SCALE),
    ):
        if which.any():
            result[which] = _computed(boards[which], kind, inputs, scale)
    for safe, at in ((borne_off(others) > 0, (2, 1, 0)), (borne_off(own) > 0, (3, 4, 5))):
        single, gammon, backgammon = at
        result[:, single] += safe * (result[:, gammon] + result[:, backgammon])
        result[safe, gammon] = result[safe, backgammon] = 0
    if ending.any():
        result[ending, 2] = bearoff.wins(_bear_off(), own[ending], others[ending])
        result[ending, 3] = 1 - result[ending, 2]
    result[won | lost] = 0
    result[won, 2 - _size(boards[won])] = 1
    result[lost, 3 + _size(-boards[lost, ::-1])] = 1
    return result


def _size(boards: Boards) -> NDArray[np.intp]:
    """Of games won by the player on roll: 0 a single one, 1 a gammon, 2 a backgammon."""
    none_off = borne_off(theirs(boards)) <= 0
    behind = (boards[:, : HOME + 1] < 0).any(axis=1)
    return np.where(none_off, 1 + behind, 0)


def _computed(boards: Boards, kind: str, inputs: Callable[[Boards], Inputs], scale: Floats) -> Outcomes:
    parts = [_forward(inputs(boards[at : at + _BATCH]), kind, scale) for at in range(0, len(boards), _BATCH)]
    return np.concatenate(parts)


def _forward(rows: Inputs, kind: str, scale: Floats) -> Outcomes:
    *hidden, (weights, bias) = _layers()[kind]
    values: Floats = rows * scale
    for inner, inner_bias in hidden:
        values = values @ inner
        values += inner_bias
        np.maximum(values, 0, out=values)
    values = values @ weights + bias
    values -= values.max(axis=1, keepdims=True)
    np.exp(values, out=values)
    values /= values.sum(axis=1, keepdims=True)
    return values


@cache
def _bear_off() -> bearoff.Table:
    """The table, stored the other way round in parts of 65,535."""
    with WEIGHTS.open("rb") as file, np.load(file) as stored:
        table: Floats = stored["bearoff"].T.astype(np.float32)
    table /= table.sum(axis=1, keepdims=True)
    return table


@cache
def _layers() -> dict[str, _Layers]:
    """The weights of each network, from the input on, as ``weights.npz`` holds them: ``contact.0.weight``..."""
    with WEIGHTS.open("rb") as file, np.load(file) as stored:
        return {
            kind: [
                (stored[f"{kind}.{k}.weight"].astype(np.float32), stored[f"{kind}.{k}.bias"].astype(np.float32))
                for k in range(len([name for name in stored if name.startswith(f"{kind}.")]) // 2)
            ]
            for kind in ("contact", "race")
        }
