"""Turns broken on purpose over the reference positions: the rule that was broken is named.

A sample; ``companion bench explain`` takes all of them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games.backgammon import Dice, Explanation, Reason
from companion.games.rules import Side
from companion.lab.bench.broken import broken_turns
from companion.lab.bench.explain import explained, is_rightly_named
from companion.lab.bench.judge import is_broken
from companion.lab.bench.steps import Broken, PlayedBoard, TimedTurn
from tests.games.boards import oracle_lines

_SEED: Final = 2026
_CASES: Final = 500
_EACH: Final = 10

_SAMPLE_SCRIPT: Final = """
import sys
from tests.games.test_broken_turns import printed_sample
print(printed_sample(sys.stdin.read().splitlines()))
"""


@pytest.mark.slow
def test_the_broken_rule_is_named_or_an_earlier_one_that_is_broken_as_well() -> None:
    planted: Counter[Reason] = Counter()
    for k, case in enumerate(broken_turns(_rows(_CASES), random.Random(_SEED))):
        planted[case.planted] += 1
        said = explained(case, list(Side)[k % 2])
        assert is_rightly_named(case, said), (_SEED, k, case, said)
    assert {reason: number for reason, number in planted.items() if number < _EACH} == {}
    assert set(planted) == set(Reason)


@pytest.mark.slow
def test_the_same_is_said_whatever_the_order_of_sets() -> None:
    lines = oracle_lines("legal_patho.jsonl.gz")[:100]
    said = {_in_a_process_of_its_own(lines, hash_seed) for hash_seed in ("0", "1")}
    assert len(said) == 1
    assert len(said.pop().splitlines()) == len(lines)


def printed_sample(lines: list[str]) -> str:
    """What is said of a broken turn for each line of reference data."""
    cases = broken_turns(map(json.loads, lines), random.Random(_SEED))
    return "\n".join(repr(explained(case, Side.DARK)) for case in islice(cases, len(lines)))


# The judge is worth something only if it can say no.

LATER_OR_WRONG: Final = [
    (Reason.CHECKER_COUNT, False),
    (Reason.DICE_CHANGED, False),
    (Reason.OPPONENT_MOVED, False),
    (Reason.HIT_NOT_ON_BAR, False),
    (Reason.OWN_ON_BAR, False),
    (Reason.BACKWARD, False),
    (Reason.BAR_FIRST, False),
    (Reason.BEAR_OFF_OUTSIDE, False),
    (Reason.LOWER_CHECKER_OFF, False),
    (Reason.BLOCKED_POINT, False),
    (Reason.WRONG_DISTANCE, True),  # 16 to 9 with a 4 and a 1
    (Reason.WRONG_NUMBER_OF_MOVES, False),
    (Reason.LARGER_NUMBER, False),
    (Reason.MOVE_LEFT, False),
    (Reason.BOTH_NUMBERS, False),
]


@pytest.mark.parametrize(("named", "right"), LATER_OR_WRONG)
def test_the_judge_accepts_a_wrong_distance_as_nothing_else(named: Reason, right: bool) -> None:
    case = _moved(16, 9)
    assert is_broken(named, case) is right
    assert is_rightly_named(case, Explanation(named)) is right


def test_the_judge_accepts_no_reason_that_comes_later_than_what_was_broken() -> None:
    case = Broken(Reason.BACKWARD, _moved(16, 9).turn, _moved(16, 9).after, Dice(4, 1))
    assert is_broken(Reason.WRONG_DISTANCE, case)
    assert not is_rightly_named(case, Explanation(Reason.WRONG_DISTANCE))
    assert not is_rightly_named(case, None)


def _moved(start: int, end: int) -> Broken:
    """Three own checkers, one of which went astray with a 4 and a 1."""
    own, other = [12, *[0] * 25], [*[0] * 24, 2, 13]
    own[16], own[13] = 1, 2
    before = PlayedBoard(tuple(own), tuple(other))
    return Broken(Reason.WRONG_DISTANCE, TimedTurn(before, Dice(4, 1), (), 2), before.own_moved(start, end), Dice(4, 1))


def _rows(number: int) -> list[dict[str, Any]]:
    lines = oracle_lines("legal_patho.jsonl.gz")
    return [json.loads(line) for line in random.Random(_SEED).sample(lines, number)]


def _in_a_process_of_its_own(lines: list[str], hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _SAMPLE_SCRIPT], input="\n".join(lines), capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )  # fmt: skip
    return done.stdout.strip()
