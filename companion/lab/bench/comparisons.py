"""``python -m companion.lab.bench.comparisons FILM ...``: what vision says of changed spots, for the simulator's bank.

In films it is known what lay on each spot before and after a movement.  How likely vision takes a change to be is
counted for the spots that have changed and for those that have not, and is put into the bank beside the readings.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

from companion.games.rules import BAR, TRAY
from companion.lab.bench.filmed import Projection, films_in
from companion.lab.simulation.noise import BANK
from companion.lab.simulation.sitting import SeenLook

_FARTHEST: Final = 7
"""Odds that are longer count as these (nats)."""

Tally: TypeAlias = dict[bool, Counter[int]]
"""For spots that have changed, and for those that have not: how often vision gave which odds, rounded (nats)."""


def tally(film: Path) -> Tally:
    """What vision said between two still moments of a film."""
    looks = Projection(films_in(film)[0], keeps_looks=True).show().seen
    # Of two like colours the reader may take either for Light: then it counts the points from the other end.
    ways = [counted(looks, exchanged=exchanged) for exchanged in (False, True)]
    return min(ways, key=lambda one: sum(n for odds, n in one[True].items() if odds < 0))


def counted(looks: Sequence[SeenLook], *, exchanged: bool) -> Tally:
    """What vision said at each look after a movement, against the last clear one before it."""
    found: Tally = {False: Counter(), True: Counter()}
    for before, now in _moved(looks):
        for spot, p in now.observation.changes.spots.items() if now.observation.changes is not None else ():
            if spot != TRAY:
                there = 25 - spot if exchanged and spot != BAR else spot
                found[before.counts[there] != now.counts[there]][_odds(p)] += 1
    return found


def _odds(p: float) -> int:
    return round(max(-_FARTHEST, min(_FARTHEST, math.log(max(p, 1e-9) / max(1 - p, 1e-9)))))


def _moved(looks: Sequence[SeenLook]) -> Iterator[tuple[SeenLook, SeenLook]]:
    clear = [number for number, look in enumerate(looks) if not look.observation.hand]
    for before, now in pairwise(clear):
        if now > before + 1 or not looks[now].unmoved:
            yield looks[before], looks[now]


def rows(counts: Counter[int]) -> list[tuple[float, int]]:
    """Each probability that vision gave, as the bank has it, and how often."""
    return [(round(1 / (1 + math.exp(-odds)), 5), n) for odds, n in sorted(counts.items())]


def main(arguments: Sequence[str] | None = None) -> None:
    """Shows the films, and puts what was counted into the bank."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("films", type=Path, nargs="+", help="films of boards that no net learned from")
    parser.add_argument("--bank", type=Path, default=BANK, help="packed JSON")
    options = parser.parse_args(arguments)
    total: Tally = {False: Counter(), True: Counter()}
    for film in options.films:
        for changed, counts in tally(film).items():
            total[changed].update(counts)
    bank = json.loads(gzip.decompress(options.bank.read_bytes()))
    bank["changes"] = {"changed": rows(total[True]), "unchanged": rows(total[False])}
    text = json.dumps(bank, separators=(",", ":"))
    options.bank.write_bytes(gzip.compress(text.encode(), mtime=0))
    for changed, counts in total.items():
        wrong = sum(n for odds, n in counts.items() if (odds > 0) is not changed)
        sys.stdout.write(f"{'changed' if changed else 'unchanged'}: {counts.total()} spots, {wrong} taken wrongly\n")


if __name__ == "__main__":
    main()
