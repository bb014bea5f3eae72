"""What vision says of changed spots in films, as it is counted for the simulator."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.backgammon import START, picture_of
from companion.lab.bench.comparisons import counted, rows
from companion.lab.simulation.sitting import SeenLook
from tests.table import observed
from vision.observation import Changes, Counts

SPOTS = range(26)


def look(moved: int | None, said: dict[int, float], *, unmoved: bool = False, hand: bool = False) -> SeenLook:
    counts: dict[int, Counts] = {spot: (stack.light, stack.dark) for spot, stack in picture_of(START).items()}
    if moved is not None:
        counts[moved] = (counts[moved][0] + 1, counts[moved][1])
    seen = replace(observed(START), changes=Changes(said), hand=hand)
    return SeenLook(0.0, seen, counts, "", "", unmoved)


def test_each_look_after_a_movement_is_counted_against_the_last_clear_one_before_it() -> None:
    looks = [
        look(None, {}),
        look(6, {6: 0.999, 8: 0.01}),
        look(6, {6: 0.999, 8: 0.01}, unmoved=True),  # nothing has moved: it says the same
        look(None, {}, hand=True),
        look(6, {6: 0.01}, unmoved=True),  # a hand has been there
    ]
    found = counted(looks, exchanged=False)
    assert found[True] == Counter({7: 1})
    assert found[False] == Counter({-5: 2})


def test_points_may_be_counted_from_the_other_end() -> None:
    looks = [look(None, {}), look(6, {19: 0.999})]
    assert counted(looks, exchanged=True)[True] == Counter({7: 1})
    assert counted(looks, exchanged=False)[True] == Counter()


def test_the_bank_has_probabilities() -> None:
    assert rows(Counter({0: 3, -7: 1})) == [(0.00091, 1), (0.5, 3)]
