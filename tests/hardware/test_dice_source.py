"""The electronic roll."""

from __future__ import annotations

import random
from collections import Counter

from hardware.dice_source import fair_roll


def test_every_roll_is_as_likely_as_every_other() -> None:
    source = random.Random(20)
    counts = Counter(fair_roll(source) for _ in range(36_000))
    assert set(counts) == {(first, second) for first in range(1, 7) for second in range(1, 7)}
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 73, "35 degrees of freedom: 73 is passed once in 5000 fair samples"


def test_the_system_decides_and_not_a_seed() -> None:
    random.seed(1)
    first = [fair_roll() for _ in range(50)]
    random.seed(1)
    assert [fair_roll() for _ in range(50)] != first
