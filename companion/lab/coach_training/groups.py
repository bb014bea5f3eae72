"""The written games as arrays: decisions, their candidates, and GNU Backgammon's equities of each."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HELD_OUT = 1500
"""The first decisions of each file valued at 2 plies, which are for validation only."""

# As play.py writes them.
CANDIDATE = np.dtype([("end", "i1", 26), ("plies", "i1"), ("equity", "<f4"), ("chances", "<f4", 5)])
_HEADER_SIZE = 32
_COUNT_AT = 30


@dataclass(frozen=True)
class Groups:
    """Candidates row by row, those of one decision together.

    ``ends``: boards after the play, seen by the opponent, who is on roll.  ``chances``: six shares that sum to 1,
    of the games that the player on roll (the opponent) ends so: backgammon, gammon, single won; single, gammon,
    backgammon lost.  ``equity``: cubeful, of the player who made the play.  ``starts``: first row of each decision
    and, last, the number of rows.
    """

    starts: np.ndarray
    boards: np.ndarray
    dice: np.ndarray
    asked: np.ndarray
    style: np.ndarray
    ends: np.ndarray
    plies: np.ndarray
    equity: np.ndarray
    chances: np.ndarray

    def __len__(self) -> int:
        return len(self.starts) - 1

    def rows(self, keep: np.ndarray) -> Groups:
        """Only these rows; decisions that lose all of them go too."""
        counts = np.add.reduceat(keep.astype(np.int64), self.starts[:-1])
        some = counts > 0
        return Groups(
            np.concatenate([[0], np.cumsum(counts[some])]), self.boards[some], self.dice[some], self.asked[some],
            self.style[some], self.ends[keep], self.plies[keep], self.equity[keep], self.chances[keep],
        )  # fmt: skip

    def decisions(self, keep: np.ndarray) -> Groups:
        """Only these decisions."""
        return self.rows(np.repeat(keep, np.diff(self.starts)))


def read(path: Path) -> Groups:
    """One file of play.py, as far as it is whole."""
    raw = path.read_bytes()
    heads, counts, at = [], [], 0
    while at + _HEADER_SIZE <= len(raw):
        count = raw[at + _COUNT_AT] | raw[at + _COUNT_AT + 1] << 8
        after = at + _HEADER_SIZE + count * CANDIDATE.itemsize
        if after > len(raw):
            break
        heads.append(at)
        counts.append(count)
        at = after
    first, number = np.array(heads), np.array(counts)
    data = np.frombuffer(raw, np.uint8)
    head = data[first[:, None] + np.arange(_COUNT_AT)].view(np.int8)
    starts = np.concatenate([[0], np.cumsum(number)])
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], number)
    row_at = np.repeat(first + _HEADER_SIZE, number) + within * CANDIDATE.itemsize
    rows = data[row_at[:, None] + np.arange(CANDIDATE.itemsize)].view(CANDIDATE)[:, 0]
    return Groups(
        starts, head[:, :26], head[:, 26:28], head[:, 28], head[:, 29], -rows["end"][:, ::-1],
        rows["plies"].copy(), rows["equity"].copy(), _exclusive(rows["chances"]),
    )  # fmt: skip


def joined(parts: Iterable[Groups]) -> Groups:
    parts = list(parts)
    counts = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(counts)])
    names = ("boards", "dice", "asked", "style", "ends", "plies", "equity", "chances")
    return Groups(starts, *(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def parted(groups: Groups) -> tuple[Groups, Groups]:
    """Of a file valued at 2 plies: the decisions held out, and all that come after them."""
    last = np.flatnonzero(groups.asked == 2)[:HELD_OUT][-1]
    late = np.arange(len(groups)) > last
    return groups.decisions((groups.asked == 2) & ~late), groups.decisions(late)


def _exclusive(chances: np.ndarray) -> np.ndarray:
    """The maker's five cumulative chances as six exclusive ones of the opponent."""
    win, gammon, backgammon, lose_gammon, lose_backgammon = chances.T.astype(np.float32)
    six = [lose_backgammon, lose_gammon - lose_backgammon, 1 - win - lose_gammon]
    six += [win - gammon, gammon - backgammon, backgammon]
    return np.clip(np.stack(six, axis=1), 0, 1)


def keys(boards: np.ndarray) -> np.ndarray:
    """One number for each board, the same for equal boards and (but for a chance of 1 in 10^19 a pair) only then."""
    weights = np.random.default_rng(26).integers(0, 2**64, 26, np.uint64)
    return (boards.astype(np.int64).astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)


def in_oracles(folder: Path) -> np.ndarray:
    """The keys of all positions of hints and cubes, before and after the plays, seen by the player on roll."""
    boards: list[list[int]] = []
    for name in ("hints", "cubes"):
        with gzip.open(folder / f"{name}.jsonl.gz", "rt") as lines:
            for row in map(json.loads, lines):
                boards.append(row["board"])
                boards += [[-n for n in reversed(move["result"])] for move in row.get("moves", ())]
    return np.unique(keys(np.array(boards, np.int8)))


def without(groups: Groups, forbidden: np.ndarray) -> Groups:
    """Without the positions of ``forbidden``, and without decisions in such a position."""
    groups = groups.decisions(~np.isin(keys(groups.boards), forbidden))
    return groups.rows(~np.isin(keys(groups.ends), forbidden))
