"""Measures whether the right rule is named: for turns broken on purpose, and for legal ends that break none.

Every case of the reference data is broken once (:mod:`.broken`) and judged (:mod:`.judge`).  A name is right
if it is the planted rule, or a rule earlier in the order that the board breaks as well.  The table of
planted and named rules is printed as figures, one a pair.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.games.backgammon import Dice, Explanation, Reason, explain
from companion.games.rules import Side
from companion.lab.bench.broken import broken_turns
from companion.lab.bench.figure import Figure
from companion.lab.bench.judge import may_be_named
from companion.lab.bench.reference import rows_of
from companion.lab.bench.steps import Broken, PlayedBoard, TimedTurn, picture_of, position_of

_SEED: Final = 2026
_LEAST_BROKEN: Final = 20_000
_LEAST_OF_A_KIND: Final = 200
_LEAST_AS_PLANTED: Final = 85  # per cent; an omission can often be explained by several earlier faults, too
_ENDS_OF_A_CASE: Final = 3
_CHAOTIC: Final = 400
_UNSEEN: Final = 6  # of 26 spots: a referee judges nothing where more is hidden
_SLOWEST_MS: Final = 200
_OTHERS: Final = (*[0] * 25, 15)  # all the opponent's checkers borne off: nothing is in the way


def figures(options: argparse.Namespace) -> list[Figure]:
    """Rules named wrongly, legal ends refused, the table of confusions, and the slowest answers.

    ``options.shared``: the folder of the reference data.
    """
    folder = Path(options.shared) / "data" / "oracle"
    chance = random.Random(_SEED)
    rows = [*rows_of(folder / "legal_patho.jsonl.gz"), *rows_of(folder / "legal_moves.jsonl.gz")]
    chance.shuffle(rows)
    return [*_broken(rows, chance), *_legal(rows, chance), *_slowest(chance)]


def explained(case: Broken, mover: Side) -> Explanation | None:
    """The explanation of a broken turn."""
    before, after = position_of(case.turn.before, mover), picture_of(case.after, mover)
    return explain(before, case.turn.dice, after, case.turn.rules, shown=case.shown)


def is_rightly_named(case: Broken, said: Explanation | None) -> bool:
    return said is not None and may_be_named(said.reason, case)


def _broken(rows: Sequence[dict[str, Any]], chance: random.Random) -> Iterator[Figure]:
    wrong = 0
    pairs: Counter[tuple[Reason, Reason | None]] = Counter()
    for k, case in enumerate(broken_turns(rows, chance)):
        said = explained(case, _mover(k))
        wrong += not is_rightly_named(case, said)
        pairs[case.planted, said.reason if said else None] += 1
    planted: Counter[Reason] = Counter()
    for (reason, _), number in pairs.items():
        planted[reason] += number
    yield Figure.at_least("broken turns", sum(planted.values()), "turns", _LEAST_BROKEN)
    yield Figure.exactly("a rule wrongly named", wrong, "turns", 0)
    for reason in Reason:
        yield Figure.at_least(f"planted {reason.value}", planted[reason], "turns", _LEAST_OF_A_KIND)
        share = 100 * pairs[reason, reason] / max(planted[reason], 1)
        yield Figure.at_least(f"as planted: {reason.value}", share, "%", _LEAST_AS_PLANTED)
        for named in (*Reason, None):
            if pairs[reason, named]:
                name = f"planted {reason.value}, named {named.value if named else 'nothing'}"
                yield Figure.unlimited(name, pairs[reason, named], "turns")


def _legal(rows: Sequence[dict[str, Any]], chance: random.Random) -> Iterator[Figure]:
    refused = tried = 0
    for k, row in enumerate(rows):
        turn, mover = TimedTurn.from_row(row), _mover(k)
        before = position_of(turn.before, mover)
        for end in chance.sample(turn.ends, min(_ENDS_OF_A_CASE, len(turn.ends))):
            tried += 1
            refused += explain(before, turn.dice, picture_of(end, mover)) is not None
    yield Figure.exactly(f"refused of {tried} legal ends in {len(rows)} cases", refused, "ends", 0)


def _slowest(chance: random.Random) -> Iterator[Figure]:
    """Boards on which every checker is on another point after a double: nothing takes longer to explain."""
    for name, unseen in (("whole boards", 0), (f"boards with {_UNSEEN} spots unseen", _UNSEEN)):
        slowest = 0.0
        for k in range(_CHAOTIC):
            before, after = _stirred(chance, start=2), _stirred(chance, start=1)
            number, mover = chance.randint(1, 6), _mover(k)
            picture = dict(picture_of(PlayedBoard(after, _OTHERS), mover))
            for spot in chance.sample(sorted(picture), unseen):
                del picture[spot]
            call = partial(explain, position_of(PlayedBoard(before, _OTHERS), mover), Dice(number, number), picture)
            slowest = max(slowest, _time_ms(call))
        yield Figure.at_most(f"slowest of {_CHAOTIC} explanations, {name}", slowest, "ms", _SLOWEST_MS)


def _stirred(chance: random.Random, *, start: int) -> tuple[int, ...]:
    """Fifteen checkers on every second point, in the mover's numbering."""
    own = [0] * 26
    for _ in range(15):
        own[chance.randrange(start, 25, 2)] += 1
    return tuple(own)


def _time_ms(call: partial[Explanation | None]) -> float:
    """The better of two, so that other programs on the machine do not count."""
    times = []
    for _ in range(2):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def _mover(k: int) -> Side:
    return Side.DARK if k % 2 else Side.LIGHT
