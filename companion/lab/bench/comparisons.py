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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from companion.games.rules import BAR, Spot
from companion.lab.bench.filmed import Projection, films_in
from companion.lab.bench.rendered import TruthFrame
from companion.lab.simulation.noise import BANK
from companion.match.events import BoardSeen
from hardware.camera import Frame
from vision.observation import Counts, Observation

_ALIKE: Final = 0.4
"""The share of changed spots among those by which vision's comparison was fitted."""
_FARTHEST: Final = 7

Tally: TypeAlias = dict[bool, Counter[int]]
"""For spots that have changed, and for those that have not: how often vision gave which odds, rounded (nats)."""


@dataclass(frozen=True, slots=True)
class _Look:
    seen: Observation
    unmoved: bool
    lay: Mapping[Spot, Counts]


@dataclass
class _Watched(Projection):
    """A showing of a film of which each look is kept beside what truly lay there."""

    watched: list[_Look] = field(default_factory=list)

    def _keep(self, seen: BoardSeen, frame: Frame) -> None:
        truth = TruthFrame.beside((self.film.folder / frame.name).with_suffix(".json"))
        self.watched.append(_Look(seen.observation, seen.unmoved, truth.counts()))


def tally(film: Path) -> Tally:
    """What vision said between two still moments of a film."""
    showing = _Watched(films_in(film)[0], keeps_looks=True)
    showing.show()
    # Of two like colours the reader may take either for Light: then it counts the points from the other end.
    ways = [_tally(showing.watched, exchanged=exchanged) for exchanged in (False, True)]
    return min(ways, key=lambda one: sum(n for odds, n in one[True].items() if odds < 0))


def _tally(looks: Sequence[_Look], *, exchanged: bool) -> Tally:
    found: Tally = {False: Counter(), True: Counter()}
    for before, now in _moved(looks):
        assert now.seen.changes is not None
        for spot, p in now.seen.changes.spots.items():
            if spot > 24:
                continue
            there = 25 - spot if exchanged and spot != BAR else spot
            odds = math.log(max(p, 1e-9) / max(1 - p, 1e-9)) - math.log(_ALIKE / (1 - _ALIKE))
            found[before.lay[there] != now.lay[there]][max(-_FARTHEST, min(_FARTHEST, round(odds)))] += 1
    return found


def _moved(looks: Sequence[_Look]) -> Iterator[tuple[_Look, _Look]]:
    """Each look after a movement, with the last clear one before it."""
    last, hand = None, False
    for look in looks:
        if look.seen.hand:
            hand = True
            continue
        if last is not None and (hand or not look.unmoved) and look.seen.changes is not None:
            yield last, look
        last, hand = look, False


def rows(counted: Counter[int]) -> list[tuple[float, int]]:
    """Each probability that vision gave, as the bank has it, and how often."""
    prior = math.log(_ALIKE / (1 - _ALIKE))
    return [(round(1 / (1 + math.exp(-odds - prior)), 5), n) for odds, n in sorted(counted.items())]


def main(arguments: Sequence[str] | None = None) -> None:
    """Shows the films, and puts what was counted into the bank."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("films", type=Path, nargs="+", help="films of boards that no net learned from")
    parser.add_argument("--bank", type=Path, default=BANK, help="packed JSON")
    options = parser.parse_args(arguments)
    total: Tally = {False: Counter(), True: Counter()}
    for film in options.films:
        for changed, counted in tally(film).items():
            total[changed].update(counted)
    bank = json.loads(gzip.decompress(options.bank.read_bytes()))
    bank["changes"] = {"changed": rows(total[True]), "unchanged": rows(total[False])}
    text = json.dumps(bank, separators=(",", ":"))
    options.bank.write_bytes(gzip.compress(text.encode(), mtime=0))
    for changed, counted in total.items():
        wrong = sum(n for odds, n in counted.items() if (odds > 0) is not changed)
        sys.stdout.write(f"{'changed' if changed else 'unchanged'}: {counted.total()} spots, {wrong} taken wrongly\n")


if __name__ == "__main__":
    main()
