"""Boards written short, and random ones, for the tests of the rules."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

import pytest
from hypothesis import strategies as st

from companion.games.backgammon import Dice, Position
from companion.games.rules import Side, Stack

ORACLE: Final = Path(__file__).parents[3] / "shared" / "data" / "oracle"


def board(light: str, dark: str, *, on_roll: Side = Side.LIGHT) -> Position:
    """A position from both sides' checkers, each in its own numbering: ``board("6:2 bar:1", "24:15")``.

    Checkers that are not named are borne off.
    """
    own, other = _places(light), _places(dark)
    assert not any(own.get(str(k)) and other.get(str(25 - k)) for k in range(1, 25)), "both sides on one point"
    points = tuple(own.get(str(k), 0) - other.get(str(25 - k), 0) for k in range(1, 25))
    bar = Stack(own.get("bar", 0), other.get("bar", 0))
    return Position(points, bar, Stack(15 - sum(own.values()), 15 - sum(other.values())), on_roll)


def oracle_lines(name: str) -> list[str]:
    """The lines of a file of reference data; skips the test where the data is not there."""
    path = ORACLE / name
    if not path.is_file():
        pytest.skip(f"reference data {name} is not beside the project")
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def _places(text: str) -> dict[str, int]:
    return {place: int(count) for place, count in (word.split(":") for word in text.split())}


dice = st.builds(Dice, st.integers(1, 6), st.integers(1, 6))


@st.composite
def positions(draw: st.DrawFn, *, highest: int = 5) -> Position:
    """Any position with at most 15 checkers a side, so many on a point, and no shared point."""
    points = draw(st.permutations(range(1, 25)))
    light = draw(st.lists(st.integers(1, highest), min_size=1, max_size=7))
    dark = draw(st.lists(st.integers(1, highest), min_size=1, max_size=7))
    own, other = _at_most_15(light), _at_most_15(dark)
    own_bar = draw(st.sampled_from((0, 0, 0, 1, 2))) if sum(own) <= 13 else 0
    other_bar = draw(st.sampled_from((0, 0, 0, 1, 2))) if sum(other) <= 13 else 0
    light_text = [f"{point}:{n}" for point, n in zip(points, own, strict=False)] + [f"bar:{own_bar}"]
    dark_text = [f"{25 - point}:{n}" for point, n in zip(points[len(own) :], other, strict=False)] + [
        f"bar:{other_bar}"
    ]
    return board(" ".join(light_text), " ".join(dark_text), on_roll=draw(st.sampled_from(Side)))


@st.composite
def bear_offs(draw: st.DrawFn) -> Position:
    """A side on roll near its bear-off, with an opponent anywhere in front of it."""
    own = _at_most_15(draw(st.lists(st.integers(0, 4), min_size=8, max_size=8)))
    own[0] = own[0] or int(not any(own))
    free = [point for point in range(1, 25) if point > 8 or not own[point - 1]]
    at = draw(st.lists(st.sampled_from(free), max_size=4, unique=True))
    light = " ".join(f"{point}:{n}" for point, n in enumerate(own, start=1) if n)
    dark = " ".join(f"{25 - point}:{draw(st.integers(1, 3))}" for point in at)
    position = board(light, dark or "bar:1")
    return draw(st.sampled_from((position, position.mirrored())))


def _at_most_15(counts: list[int]) -> list[int]:
    kept: list[int] = []
    for count in counts:
        kept.append(min(count, 15 - sum(kept)))
    return kept
