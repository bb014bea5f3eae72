"""Counts the checkers on each point in played matches, which show where a board's home is.

    python -m companion.lab.occupancy ../shared/data/oracle/corpus_expected.jsonl.gz

It prints the table of :mod:`companion.photograph.ways`, and for the files that were left out, the probability of the
true orientation by the table made of the others.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from companion.games.backgammon import Position
from companion.photograph.ways import CLASSES, Table, likelihoods
from vision.observation import USUAL, Orientation

_OF_A_FILE: Final = 8
"""Positions taken of a match: the next one is nearly the same."""


def positions(corpus: Path, remainder: int | None = None) -> Iterator[Position]:
    """Some positions of every match file, or of every other one."""
    chance = Random(1)
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            played = [row[3] for game in json.loads(line)["games"] for row in game["pos"] if row[4] == "ok"]
            some = chance.sample(played, min(len(played), _OF_A_FILE))
            if remainder is None or number % 2 == remainder:
                yield from map(Position.from_id, some)


def table_of(played: Sequence[Position]) -> Table:
    """Per mille of sides with 0, 1 … 5 or more checkers on each of their points; never less than 1."""
    counts = [[1] * CLASSES for _ in range(24)]
    for position in played:
        for own in (position.counts(position.on_roll), position.counts(position.on_roll.other)):
            for row, count in zip(counts, own[:24], strict=True):
                row[min(count, CLASSES - 1)] += 1
    return tuple(tuple(max(1, round(1000 * n / sum(row))) for n in row) for row in counts)


def main(corpus: Path) -> None:
    """Print the table of all files and what one of half of them says of the other half."""
    for row in table_of([*positions(corpus)]):
        print(f"    {row},")
    half = table_of([*positions(corpus, 0)])
    chances = [_of_truth(position, half) for position in positions(corpus, 1)]
    print(
        f"of {len(chances)} positions of other files the true way is the likeliest in {sum(t > 0.5 for t in chances)}"
    )
    print(f"less likely than 0.01: {sum(t < 0.01 for t in chances)}, than 0.001: {sum(t < 0.001 for t in chances)}")


def _of_truth(position: Position, table: Table) -> float:
    counts = {point: (max(n, 0), max(-n, 0)) for point, n in enumerate(position.points, start=1)}
    ways: dict[Orientation, float] = likelihoods(counts, table)
    return ways[USUAL]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
