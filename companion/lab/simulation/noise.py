"""Simulates the reader at a table: draws readings from those that it gave of boards it had never seen.

The bank holds, board by board, the readings of every spot by its true content.  A match is played on one of these
boards.  A reading stays for some looks, and the next one is drawn from those of the same spot with the same content.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from bisect import bisect
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from companion.errors import InputError
from companion.games.rules import BAR, TRAY, Spot
from companion.lab.simulation.table import LyingDie, SimulatedTable
from vision.observation import (
    UNSEEN,
    Counts,
    CubePlace,
    Evidence,
    Observation,
    SeenCube,
    SeenDie,
)

BANK: Final = Path(__file__).parent / "confusions.json.gz"
"""The reader's confusions, measured on boards it had never seen."""

KINDS: Final = ("still", "moved", "dice", "false die", "cube", "hand")
"""The kinds of readings that stay from look to look: of spots while nothing moves and after a movement, and others."""

_POINT: Final[Spot] = 1  # any point, where it does not matter which
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
Place: TypeAlias = tuple[float, float]
Cell: TypeAlias = tuple[Spot, Counts]
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


class Half(Enum):
    """Some of the boards: thresholds are fitted on one half and judged on the other."""

    FITTING = "fitting"
    JUDGING = "judging"

    def has(self, name: str) -> bool:
        """Return whether a board is of this half, which its name alone decides."""
        return (zlib.crc32(name.encode()) % 2 == 1) is (self is Half.FITTING)


@dataclass(frozen=True)
class BoardReadings:
    """The readings of one board, each as often as it occurred.

    ``tray``: whether the checkers in the bear-off tray are seen, which are then right.  ``hand``: whether a hand is
    seen where one is and where none is.  ``false_die``: false dice and their places.
    """

    spots: Mapping[Cell, Lot[Evidence]]
    tray: Lot[bool] = field(default_factory=lambda: Lot.of([(True, 1.0)]))
    dice: Mapping[int, Lot[Faces | None]] = field(default_factory=dict)
    false_die: Lot[tuple[Place, Faces] | None] = field(default_factory=lambda: Lot.of([(None, 1.0)]))
    cube: Mapping[CubePlace, Lot[SeenPlace]] = field(default_factory=dict)
    hand: Mapping[bool, Lot[bool]] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Mapping[tuple[bool, Counts], Sequence[Lot[Evidence]]]:
        """The readings of the bar, and of any point, by content."""
        found: dict[tuple[bool, Counts], list[Lot[Evidence]]] = defaultdict(list)
        for (spot, counts), lot in self.spots.items():
            found[spot == BAR, counts].append(lot)
        return found


@dataclass(frozen=True)
class Bank:
    """The readings of each board.  ``stills``: of other boards, single pictures of rare contents.

    ``lasting``: the share of readings that stay in the next look, see :data:`KINDS`.  ``cocked_noticed``: the share of
    cocked dice that are noticed.
    """

    boards: Mapping[str, BoardReadings]
    stills: Mapping[str, BoardReadings]
    lasting: Mapping[str, float]
    cocked_noticed: float = 1.0

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
            boards={name: _board(of_board) for name, of_board in plain["boards"].items()},
            stills={name: BoardReadings(_cells(of_board["spots"])) for name, of_board in plain["stills"].items()},
            lasting={kind: float(plain["lasting"][kind]) for kind in KINDS},
            cocked_noticed=float(plain["cocked_noticed"]),
        )

    def half(self, half: Half) -> Bank:
        """The boards of one half alone."""
        boards = {name: one for name, one in self.boards.items() if half.has(name)}
        return replace(self, boards=boards, stills={name: one for name, one in self.stills.items() if half.has(name)})

    @cached_property
    def cells(self) -> Mapping[tuple[bool, Counts], Sequence[Lot[Evidence]]]:
        """The readings of the bar, and of any point, by content, of all boards; of stills if no board has any."""
        found: dict[tuple[bool, Counts], list[Lot[Evidence]]] = defaultdict(list)
        for of_kind in (self.boards, self.stills):
            more = [(what, lot) for board in of_kind.values() for what, lots in board.cells.items() for lot in lots]
            missing = {what for what, _ in more} - found.keys()
            for what, lot in more:
                if what in missing:
                    found[what].append(lot)
        return found

    def dice(self, value: int) -> Lot[Faces | None]:
        """The readings of a value on boards that have shown it."""
        return next(board.dice[value] for board in self.boards.values() if value in board.dice)


def _either(share: float) -> Lot[bool]:
    return Lot.of([(True, share), (False, 1 - share)])


@dataclass
class Readings:
    """The readings of one table, look after look: those of a board drawn from the bank."""

    bank: Bank
    rng: Random
    _read: dict[Hashable, Any] = field(default_factory=dict)
    _cells: dict[Cell, Lot[Evidence]] = field(default_factory=dict)
    _held: dict[Spot, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.board = self.rng.choice(list(self.bank.boards.values()))

    def look(self, table: SimulatedTable, at_s: float, *, unmoved: bool = False) -> Observation:
        """One look at the table now; ``unmoved``: nothing has moved since the one before."""
        kind = "still" if unmoved else "moved"
        evidence = {spot: self._evidence(spot, table.counts(spot), kind) for spot in range(25)}
        evidence[TRAY] = self._tray(table.counts(TRAY), kind)
        evidence |= dict.fromkeys(table.covered, UNSEEN)
        hand = self._drawn(("hand", table.hand), self.board.hand.get(table.hand, _either(table.hand)), "hand")
        return Observation(
            evidence=evidence,
            dice=self._seen_dice(table),
            cube=self._seen_cube(table.cube),
            hand=hand,
            seen_at_s=at_s,
            corners_px=_CORNERS,
        )

    def _drawn(self, what: Hashable, lot: Lot[Drawn], kind: str) -> Drawn:
        """The former reading of a thing, or a new one."""
        if what not in self._read or self.rng.random() >= self.bank.lasting[kind]:
            self._read[what] = lot.draw(self.rng)
        read: Drawn = self._read[what]
        return read

    def _evidence(self, spot: Spot, counts: Counts, kind: str) -> Evidence:
        cell = spot, counts
        if cell not in self._cells:
            self._cells[cell] = self._cell(spot, counts)
        if self._held.get(spot) != counts:
            self._held[spot] = counts
            self._read.pop(spot, None)
        return self._drawn(spot, self._cells[cell], kind)

    def _cell(self, spot: Spot, counts: Counts) -> Lot[Evidence]:
        """The readings of this spot with this content on the drawn board, or else on any."""
        if (spot, counts) in self.board.spots:
            return self.board.spots[spot, counts]
        what = spot == BAR, counts
        for cells in (self.board.cells, self.bank.cells):
            if what in cells:
                return self.rng.choice(cells[what])
        return _nearest(
            {there: lots for (is_bar, there), lots in self.bank.cells.items() if is_bar == what[0]}, counts, self.rng
        )

    def _tray(self, counts: Counts, kind: str) -> Evidence:
        return Evidence({counts: 0.98}, 1e-5) if self._drawn((TRAY, counts), self.board.tray, kind) else UNSEEN

    def _seen_dice(self, table: SimulatedTable) -> tuple[SeenDie, ...]:
        seen = [
            self._seen_die(die.place, faces, cocked=self._is_cocked(die))
            for die in table.dice
            if (faces := self._faces(die))
        ]
        false_die = self._drawn("false die", self.board.false_die, "false die")
        if false_die is not None:
            seen.append(self._seen_die(*false_die))
        return tuple(sorted(seen, key=lambda die: -die.confidence))

    def _faces(self, die: LyingDie) -> Faces | None:
        lot = self.board.dice.get(die.value) or self.bank.dice(die.value)
        return self._drawn(die, lot, "dice")

    def _is_cocked(self, die: LyingDie) -> bool:
        return die.cocked and self._drawn((die, "cocked"), _either(self.bank.cocked_noticed), "dice")

    def _seen_die(self, place: Place, faces: Faces, *, cocked: bool = False) -> SeenDie:
        x, y = (v + self.rng.uniform(-_JITTER, _JITTER) for v in place)
        return SeenDie((1000 * x, 800 * y), (x, y), faces, cocked=cocked)

    def _seen_cube(self, place: CubePlace | None) -> SeenCube | None:
        if place is None:
            return None
        right: Lot[SeenPlace] = Lot.of([((place, 0.9), 1.0)])
        seen = self._drawn(place, self.board.cube.get(place, right), "cube")
        return SeenCube(_CUBE_PX[seen[0]], seen[0], seen[1]) if seen is not None else None


# --- what the file holds -------------------------------------------------------------------------


def _board(plain: Mapping[str, Any]) -> BoardReadings:
    false_dice, looks = plain["false_dice"], float(plain["clear_looks"])
    false_die: list[tuple[tuple[Place, Faces] | None, float]] = [((_at(row), _six(row)), 1.0) for row in false_dice]
    return BoardReadings(
        spots=_cells(plain["spots"]),
        tray=_either(1 - float(plain["tray_unseen"])),
        dice={int(value): Lot.of(_faces(row) for row in rows) for value, rows in plain["dice"].items()},
        false_die=Lot.of([*false_die, (None, looks - len(false_dice))]),
        cube={CubePlace(place): Lot.of(_places(row) for row in rows) for place, rows in plain["cube"].items()},
        hand={True: _either(1 - float(plain["hand"]["missed"])), False: _either(float(plain["hand"]["false"]))},
    )


def _cells(plain: Mapping[str, Any]) -> dict[Cell, Lot[Evidence]]:
    return {_cell(name): Lot.of(_spot_read(row) for row in rows) for name, rows in plain.items()}


def _cell(name: str) -> Cell:
    spot, _, pair = name.partition(" ")
    light, _, dark = pair.partition(",")
    return int(spot), (int(light), int(dark))


def _spot_read(row: Mapping[str, Any]) -> tuple[Evidence, float]:
    if row.get("unseen"):
        return UNSEEN, float(row["w"])
    return Evidence({(int(light), int(dark)): float(p) for light, dark, p in row["p"]}), float(row["w"])


def _faces(row: Mapping[str, Any]) -> tuple[Faces | None, float]:
    return (None if row.get("unseen") else _six(row)), float(row["w"])


def _six(row: Mapping[str, Any]) -> Faces:
    one, two, three, four, five, six = (float(p) for p in row["p"])
    return one, two, three, four, five, six


def _at(row: Mapping[str, Any]) -> Place:
    x, y = row["at"]
    return float(x), float(y)


def _places(row: Mapping[str, Any]) -> tuple[SeenPlace, float]:
    place = row["place"]
    return (None if place is None else (CubePlace(place), float(row["confidence"]))), float(row["w"])


# --- what the bank lacks -------------------------------------------------------------------------


def _nearest(table: Mapping[Counts, Sequence[Lot[Evidence]]], counts: Counts, rng: Random) -> Lot[Evidence]:
    """Readings of the nearest count in the bank, moved by the difference."""
    same = [pair for pair in table if _owners(pair) == _owners(counts)]
    if not same and 0 not in counts:
        light, dark = ((counts[0], 0), (0, counts[1]))
        return _together(*(_nearest(table, pair, rng) for pair in (light, dark)))
    near = min(same or list(table), key=lambda pair: math.dist(pair, counts))
    more = counts[0] - near[0], counts[1] - near[1]
    lot = rng.choice(table[near])
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
