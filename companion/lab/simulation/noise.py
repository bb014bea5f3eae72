"""Simulates the reader at a table: draws readings from those that it gave of boards it had never seen.

The bank holds, for every true content of a spot, what was read there and how often.  A mistake persists:
the next reading has the same light on the same checkers.
"""

from __future__ import annotations

import gzip
import json
import math
from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.errors import InputError
from companion.games.rules import BAR, TRAY, Side, Spot
from companion.lab.simulation.table import LyingDie, SimulatedTable
from vision.observation import (
    UNSEEN,
    Changes,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    SeenCube,
    SeenDie,
)

BANK: Final = Path(__file__).parent / "confusions.json.gz"
"""What the reader confuses, measured on boards it had never seen."""

_TRAY_FLOOR: Final = 1e-5
_KINDS: Final = ("spot", "dice", "tray", "cube")
_JITTER: Final = 0.002  # of the field: a die's place swings by so much between two looks
_CORNERS: Final = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 800.0), (0.0, 800.0))
_CUBE_PX: Final = {
    CubePlace.MIDDLE: (500.0, 400.0),
    CubePlace.LIGHT: (500.0, 760.0),
    CubePlace.DARK: (500.0, 40.0),
    CubePlace.OFFERED: (250.0, 400.0),
}

Drawn = TypeVar("Drawn")
Faces: TypeAlias = tuple[float, float, float, float, float, float]
SeenPlace: TypeAlias = tuple[CubePlace, float] | None


@dataclass(frozen=True, slots=True)
class Lot(Generic[Drawn]):
    """Things to draw from, each as often as its weight says."""

    items: tuple[Drawn, ...]
    upto: tuple[float, ...]

    @classmethod
    def of(cls, weighted: Iterable[tuple[Drawn, float]]) -> Lot[Drawn]:
        pairs = [(item, weight) for item, weight in weighted if weight > 0]
        return cls(tuple(item for item, _ in pairs), tuple(accumulate(weight for _, weight in pairs)))

    def draw(self, rng: Random) -> Drawn:
        return self.items[min(bisect(self.upto, rng.random() * self.upto[-1]), len(self.items) - 1)]


@dataclass(frozen=True)
class Bank:
    """How every true thing may be read.  ``lasting``: the share of readings that stay in the next look, by kind.

    ``hand_missed``, ``hand_false``, ``false_die``: the shares of looks in which a hand is not seen, one is
    seen where there is none, and something else is taken for a die.  ``changed``: how likely vision takes it to be
    that a spot has changed, for those that have and those that have not; without it, vision compares nothing.
    """

    spots: Mapping[Counts, Lot[Evidence]]
    bar: Mapping[Counts, Lot[Evidence]]
    tray: Mapping[Counts, Lot[Evidence]]
    dice: Mapping[int, Lot[Faces | None]]
    cube: Mapping[CubePlace, Lot[SeenPlace]]
    hand_missed: float
    hand_false: float
    lasting: Mapping[str, float]
    false_die: float = 0.0
    changed: Mapping[bool, Lot[float]] = field(default_factory=dict)
    _shifted: dict[tuple[str, Counts], Lot[Evidence]] = field(default_factory=dict, repr=False)

    @classmethod
    def load(cls, file: Path = BANK) -> Bank:
        """Read a bank.  Raises :class:`InputError` naming the file where it is none."""
        try:
            return cls.from_plain(json.loads(gzip.decompress(file.read_bytes())))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"readings {str(file)!r}: expected a bank of readings ({error})") from error

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Bank:
        """A bank from what its file holds; raises ValueError, KeyError or TypeError where it holds something else."""
        return cls(
            spots=_lots(plain["spots"], 1e-4),
            bar=_lots(plain["bar"], 1e-4),
            tray=_lots(plain["tray"], _TRAY_FLOOR),
            dice={int(value): Lot.of(_faces(row) for row in rows) for value, rows in plain["dice"].items()},
            cube={CubePlace(place): Lot.of(_places(row) for row in rows) for place, rows in plain["cube"].items()},
            hand_missed=float(plain["hand"]["missed"]),
            hand_false=float(plain["hand"]["false"]),
            lasting={str(kind): float(share) for kind, share in plain["persistence"].items()},
            false_die=float(plain.get("false_dice", 0.0)),
            changed={
                name == "changed": Lot.of((float(p), float(weight)) for p, weight in rows)
                for name, rows in plain.get("changes", {}).items()
            },
        )

    def lot(self, spot: Spot, counts: Counts) -> Lot[Evidence]:
        """How these checkers on this spot may be read."""
        name = {BAR: "bar", TRAY: "tray"}.get(spot, "spots")
        table = {"bar": self.bar, "tray": self.tray}.get(name, self.spots)
        if counts in table:
            return table[counts]
        if (name, counts) not in self._shifted:
            self._shifted[name, counts] = _nearest(table, counts)
        return self._shifted[name, counts]


def stand_in(misread: float = 0.04, lasting: float = 0.8) -> Bank:
    """A bank made up, for tests: so large a share of spots is taken for one checker more or less.

    0 = a reader that never errs.
    """
    pairs = [(n, 0) for n in range(16)] + [(0, n) for n in range(1, 16)]
    spots = {pair: Lot.of(_made_up(pair, misread)) for pair in pairs}
    unseen = {(0, 0): Lot.of([(UNSEEN, 1.0)])}
    dice: dict[int, Lot[Faces | None]] = {
        value: Lot.of([(_face(value, 0.98), 1 - misread / 2), (_face(value, 0.6), misread / 4), (None, misread / 4)])
        for value in range(1, 7)
    }
    cube: dict[CubePlace, Lot[SeenPlace]] = {
        place: Lot.of([((place, 0.95), 1 - misread), (None, misread)]) for place in CubePlace
    }
    return Bank(spots, spots, unseen, dice, cube, misread / 4, misread / 40, dict.fromkeys(_KINDS, lasting))


def _made_up(pair: Counts, misread: float) -> list[tuple[Evidence, float]]:
    """A sure and right reading, and less sure ones of one checker more and of one less."""
    more, less = [(n + d if n or pair == (0, 0) else n, m + d if m else m) for d in (1, -1) for n, m in [pair]]
    wrong = [other for other in (more, less) if min(other) >= 0 and other != pair]
    right = Evidence({pair: 0.98, **dict.fromkeys(wrong, 0.01)})
    return [(right, 1 - misread), *[(Evidence({pair: 0.3, other: 0.7}), misread / len(wrong)) for other in wrong]]


def _face(value: int, sure: float) -> Faces:
    one, two, three, four, five, six = (sure if value == k else (1 - sure) / 5 for k in range(1, 7))
    return one, two, three, four, five, six


@dataclass
class Readings:
    """What the reader makes of one table, look after look."""

    bank: Bank
    rng: Random
    _spots: dict[Spot, tuple[Counts, Evidence]] = field(default_factory=dict)
    _dice: dict[LyingDie, Faces | None] = field(default_factory=dict)
    _cube: tuple[CubePlace | None, SeenPlace] = (None, None)
    _false_die: tuple[LyingDie, Faces] | None = None
    _lay: dict[Spot, Counts] | None = None
    _changes: Changes | None = None
    _hand_between: bool = False

    def look(self, table: SimulatedTable, at_s: float, *, unmoved: bool = False) -> Observation:
        """One look at the table as it is now; ``unmoved``: nothing has moved since the one before."""
        evidence = {spot: self._evidence(spot, table.counts(spot)) for spot in range(26)}
        evidence |= dict.fromkeys(table.covered, UNSEEN)
        hand = self._hand(hand=table.hand)
        return Observation(
            evidence=evidence,
            dice=self._seen_dice(table),
            cube=self._seen_cube(table),
            hand=hand,
            seen_at_s=at_s,
            corners_px=_CORNERS,
            changes=self._compared(table, hand=hand, unmoved=unmoved),
        )

    def _compared(self, table: SimulatedTable, *, hand: bool, unmoved: bool) -> Changes | None:
        """What vision says of each spot against the last clear look before something moved: the same until it does."""
        if hand:
            self._hand_between = True
            return None
        lies = {spot: table.counts(spot) for spot in range(25)}
        if self._lay is not None and self.bank.changed and (self._hand_between or not unmoved):
            there = {spot: now != self._lay[spot] for spot, now in lies.items() if spot not in table.covered}
            self._changes = Changes({spot: self.bank.changed[new].draw(self.rng) for spot, new in there.items()})
        self._lay, self._hand_between = lies, False
        return self._changes

    def _evidence(self, spot: Spot, counts: Counts) -> Evidence:
        before = self._spots.get(spot)
        kind = "tray" if spot == TRAY else "spot"
        if before is not None and before[0] == counts and self.rng.random() < self.bank.lasting.get(kind, 0.9):
            return before[1]
        drawn = self.bank.lot(spot, counts).draw(self.rng)
        self._spots[spot] = counts, drawn
        return drawn

    def _seen_dice(self, table: SimulatedTable) -> tuple[SeenDie, ...]:
        lying = {die: self._face(die) for die in table.dice}
        self._dice = lying
        seen = [self._seen_die(die, faces) for die, faces in lying.items() if faces is not None]
        if self.rng.random() >= self.bank.lasting.get("dice", 0.9):
            self._false_die = self._taken_for_die() if self.rng.random() < self.bank.false_die else None
        if self._false_die is not None:
            seen.append(self._seen_die(*self._false_die))
        return tuple(sorted(seen, key=lambda die: -die.confidence))

    def _face(self, die: LyingDie) -> Faces | None:
        if die in self._dice and self.rng.random() < self.bank.lasting.get("dice", 0.9):
            return self._dice[die]
        return self.bank.dice[die.value].draw(self.rng)

    def _taken_for_die(self) -> tuple[LyingDie, Faces] | None:
        value, place = self.rng.randint(1, 6), (self.rng.uniform(0.05, 0.95), self.rng.uniform(0.1, 0.9))
        faces = self.bank.dice[value].draw(self.rng)
        return None if faces is None else (LyingDie(value, place, Side.LIGHT), faces)

    def _seen_die(self, die: LyingDie, faces: Faces) -> SeenDie:
        x, y = (v + self.rng.uniform(-_JITTER, _JITTER) for v in die.place)
        return SeenDie((1000 * x, 800 * y), (x, y), faces, cocked=die.cocked)

    def _seen_cube(self, table: SimulatedTable) -> SeenCube | None:
        if table.cube is None:
            return None
        place, seen = self._cube
        if place is not table.cube or self.rng.random() >= self.bank.lasting.get("cube", 0.9):
            seen = self.bank.cube[table.cube].draw(self.rng)
            self._cube = table.cube, seen
        return SeenCube(_CUBE_PX[seen[0]], seen[0], seen[1]) if seen is not None else None

    def _hand(self, *, hand: bool) -> bool:
        return self.rng.random() >= self.bank.hand_missed if hand else self.rng.random() < self.bank.hand_false


# --- what the file holds -------------------------------------------------------------------------


def _lots(plain: Mapping[str, Any], floor: float) -> dict[Counts, Lot[Evidence]]:
    return {_counts(pair): Lot.of(_read(row, floor) for row in rows) for pair, rows in plain.items()}


def _counts(pair: str) -> Counts:
    light, dark = pair.split(",")
    return int(light), int(dark)


def _read(row: Mapping[str, Any], floor: float) -> tuple[Evidence, float]:
    if row.get("unseen"):
        return UNSEEN, float(row["w"])
    likely = {(int(light), int(dark)): float(p) for light, dark, p in row["p"]}
    return Evidence(likely, floor), float(row["w"])


def _faces(row: Mapping[str, Any]) -> tuple[Faces | None, float]:
    if row.get("unseen"):
        return None, float(row["w"])
    one, two, three, four, five, six = (float(p) for p in row["p"])
    return (one, two, three, four, five, six), float(row["w"])


def _places(row: Mapping[str, Any]) -> tuple[SeenPlace, float]:
    place = row["place"]
    return (None if place is None else (CubePlace(place), float(row["confidence"]))), float(row["w"])


# --- what the bank lacks -------------------------------------------------------------------------


def _nearest(table: Mapping[Counts, Lot[Evidence]], counts: Counts) -> Lot[Evidence]:
    """Readings of the nearest count that there is, moved by the difference."""
    same = [pair for pair in table if _owners(pair) == _owners(counts)]
    if not same and 0 not in counts:
        return _together(_nearest(table, (counts[0], 0)), _nearest(table, (0, counts[1])))
    near = min(same or list(table), key=lambda pair: math.dist(pair, counts))
    more = counts[0] - near[0], counts[1] - near[1]
    lot = table[near]
    return Lot(tuple(_moved(evidence, more) for evidence in lot.items), lot.upto)


def _owners(pair: Counts) -> tuple[bool, bool]:
    return pair[0] > 0, pair[1] > 0


def _moved(evidence: Evidence, more: Counts) -> Evidence:
    likely = {(light + more[0], dark + more[1]): p for (light, dark), p in evidence.likelihoods.items()}
    return Evidence({pair: p for pair, p in likely.items() if min(pair) >= 0}, evidence.floor, evidence.seen)


def _together(light: Lot[Evidence], dark: Lot[Evidence]) -> Lot[Evidence]:
    """Both sides on one spot, where that was never measured: the readings of each side alone, one with the other."""
    pairs = [
        (_product(one, other), (w1, w2))
        for one, w1 in zip(light.items, _weights(light), strict=True)
        for other, w2 in zip(dark.items, _weights(dark), strict=True)
    ]
    likeliest = sorted(pairs, key=lambda pair: -pair[1][0] * pair[1][1])[:40]
    return Lot.of((evidence, a * b) for evidence, (a, b) in likeliest)


def _weights(lot: Lot[Evidence]) -> list[float]:
    return [upto - before for upto, before in zip(lot.upto, (0.0, *lot.upto[:-1]), strict=True)]


def _product(light: Evidence, dark: Evidence) -> Evidence:
    if not (light.seen and dark.seen):
        return UNSEEN
    likely: dict[Counts, float] = {}
    for (n, a), p in light.likelihoods.items():
        for (b, m), q in dark.likelihoods.items():
            pair = n + b, m + a
            likely[pair] = likely.get(pair, 0.0) + p * q
    return Evidence(likely, light.floor)
