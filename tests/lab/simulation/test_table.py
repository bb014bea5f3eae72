"""The simulated table: checkers are where they are put, and only still frames are looked at."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from companion.app import camera_reader
from companion.games.backgammon import START, Dice, legal_plays, picture_of
from companion.games.rules import BAR, Side, Stack
from companion.lab.simulation.acts import steps_of
from companion.lab.simulation.table import (
    AGAIN_S,
    FLOOR,
    FRAME_S,
    Shift,
    SimulatedTable,
    Stillness,
    nearest,
    shifts_between,
)


def looks(versions: list[int]) -> list[int]:
    """Which of these frames are looked at."""
    gate = Stillness()
    return [k for k, version in enumerate(versions) if gate.admits(version, k * FRAME_S)]


def test_a_frame_is_looked_at_once_nothing_has_moved_for_the_settle_time() -> None:
    assert looks([1, 2, 3, 3]) == [3]


def test_a_still_table_is_looked_at_again_and_again() -> None:
    found = looks([1] * 20)
    assert found[0] == 1
    assert {round((b - a) * FRAME_S, 6) for a, b in pairwise(found)} == {AGAIN_S}


def test_whatever_moves_starts_the_settling_anew() -> None:
    assert looks([1, 1, 1, 2, 3, 3, 3, 3]) == [1, 5, 7]


@dataclass(frozen=True)
class _Frame:
    """A frame for the real gate: a square stands where the version says."""

    version: int
    seen_at_s: float

    def glance(self) -> npt.NDArray[np.uint8]:
        grey = np.full((120, 160), 90, np.uint8)
        grey[20 * (self.version % 5) :][:16, :16] = 220
        return grey


def test_the_model_of_the_gate_looks_when_the_watchers_gate_does() -> None:
    rng = random.Random(7)
    version, versions = 1, [0, 1]
    for _ in range(300):
        version += rng.random() < 0.15
        versions.append(version)
    gate, model = camera_reader.StillnessGate(), Stillness()
    frames = [_Frame(v, k * FRAME_S * 1.001) for k, v in enumerate(versions)]  # a camera is never quite exact
    real = [gate.admits(frame) for frame in frames]  # type: ignore[arg-type]
    mine = [model.admits(frame.version, frame.seen_at_s) for frame in frames]
    assert real[1:] == mine[1:], "the first frame of all counts as still: nothing was before it"
    assert sum(mine) > 30


def test_a_legal_play_done_checker_by_checker_leads_to_its_end() -> None:
    rng, position = random.Random(3), START
    table = SimulatedTable()
    for _ in range(60):
        ends = legal_plays(position, Dice(rng.randint(1, 6), rng.randint(1, 6)))
        end, play = rng.choice(list(ends.items()))
        for shift in steps_of(play, position.on_roll):
            table.shift(shift)
        assert table.position(end.on_roll) == end
        position = end
        if position.winner:
            break


def test_a_board_is_rearranged_into_another_and_nothing_is_lost() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.LIGHT, 6, FLOOR))
    table.shift(Shift(Side.DARK, 1, BAR))
    for shift in shifts_between(table.picture(), picture_of(START)):
        table.shift(shift)
    assert table.position(Side.LIGHT) == replace(START, on_roll=Side.LIGHT)
    assert table.stacks[FLOOR] == [0, 0]


def test_a_mistake_is_put_right_with_the_fewest_checkers() -> None:
    table, dice = SimulatedTable(), Dice(3, 1)
    table.shift(Shift(Side.LIGHT, 8, 5))
    table.shift(Shift(Side.LIGHT, 6, 4))
    end = nearest(table.picture(), legal_plays(START, dice))
    assert [shift for shift in shifts_between(table.picture(), picture_of(end)) if shift.side is Side.LIGHT] in (
        [Shift(Side.LIGHT, 4, 5)],
        [Shift(Side.LIGHT, 5, 4)],
        [Shift(Side.LIGHT, 4, 6)],
    )


def test_both_sides_on_one_point_are_a_picture_and_no_position() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.LIGHT, 6, 1))
    assert table.picture()[1] == Stack(1, 2)
    assert table.position(Side.LIGHT) is None


def test_no_checker_is_taken_from_where_none_lies() -> None:
    with pytest.raises(AssertionError, match="no checker"):
        SimulatedTable().shift(Shift(Side.LIGHT, 1, 2))
