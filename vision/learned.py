"""What a board's spots look like, learned while it is played on.

A settled turn tells for certain what lies on every spot.  What was in sight then is kept, a few pictures a spot; where
a later look shows a spot exactly as one of them, it holds what it held, whatever the net makes of it.  A picture that
differs says nothing: checkers that were pushed together are still as many.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board import BoardGeometry
from vision.change import (
    CELLS_WH,
    LEAST_IN_SIGHT,
    Patch,
    agreement,
    changed,
    noise_between,
    shift_between,
    spot_cells,
    unlike,
)
from vision.errors import CalibrationError
from vision.observation import Counts, Evidence, Spot

MOST_PICTURES: Final = 6
"""So many are kept of each spot; the oldest goes first."""
_MOST_ODDS: Final = 200.0
"""A picture that seems the same is so in all but one of some hundred cases: the measured share of unnoticed changes."""
_SAME_BOARD: Final = 0.5
"""Edges of a whole board that agree less (correlation) are of another board or in another light: in rendered games
looks at one board agreed by 0.80 and more, looks at two different ones by 0.18 at most."""
_WELL_IN_SIGHT: Final = 0.8
_SURELY_THE_SAME: Final = 0.05
_DOUBTFUL: Final = 0.005
"""Earlier pictures are compared where the net holds their counts likelier than this: more would only take time."""
_LEAST_BELIEF: Final = 1e-4


@dataclass(slots=True, eq=False)
class _Picture:
    """One picture of a spot, and what lay there."""

    counts: Counts
    patch: Patch


class LearnedBoard:
    """The pictures of one board's spots, as one camera sees them."""

    def __init__(self, geometry: BoardGeometry) -> None:
        self._geometry = geometry
        self._cells = spot_cells(geometry)
        self._pictures: dict[Spot, list[_Picture]] = defaultdict(list)
        self._anchor: Patch | None = None
        self._latest = _nothing()

    def learn(self, seen: Patch, counts: Mapping[Spot, Counts]) -> None:
        """Keep how the spots look that hold these counts for certain; spots without counts are left out."""
        patch, noise = self._laid(seen)
        if self._anchor is None or agreement(self._anchor, patch) < _SAME_BOARD:
            self.forget()
            self._anchor, patch, noise = seen, seen, 0.0
        for spot, held in counts.items():
            cells = self._cells.get(spot)
            if cells is None or float(patch.clear[cells].mean()) < _WELL_IN_SIGHT:
                continue
            here = patch.part(*cells)
            others = [
                picture
                for picture in self._pictures[spot]
                if _likely_changed(picture.patch, here, self._geometry.pitch, noise) > 0.5
            ]
            self._keep(spot, [*others[-(MOST_PICTURES - 1) :], _Picture(held, here)])

    def _keep(self, spot: Spot, pictures: list[_Picture]) -> None:
        """Take these as all the pictures of a spot; its latest goes into the picture of the whole board."""
        self._pictures[spot] = pictures
        cells, latest = self._cells[spot], pictures[-1].patch
        self._latest.edges[:, *cells], self._latest.maps[:, *cells] = latest.edges, latest.maps
        self._latest.clear[cells] = latest.clear

    def forget(self) -> None:
        """Begin anew: the board was corrected by a person, or it or its light is another."""
        self._pictures.clear()
        self._anchor = None
        self._latest = _nothing()

    def packed(self) -> bytes:
        """All that is known, to be kept until the board is played on again."""
        kept = [(spot, picture) for spot, pictures in self._pictures.items() for picture in pictures]
        patches = {f"picture{k}": _stacked(picture.patch) for k, (_, picture) in enumerate(kept)}
        if self._anchor is not None:
            patches["anchor"] = _stacked(self._anchor)
        facts = {
            "board": asdict(self._geometry),
            "pictures": [(spot, picture.counts) for spot, picture in kept],
        }
        written = io.BytesIO()
        np.savez_compressed(written, allow_pickle=False, facts=np.array(json.dumps(facts)), **patches)
        return written.getvalue()

    @classmethod
    def unpacked(cls, packed: bytes, geometry: BoardGeometry) -> LearnedBoard:
        """What :meth:`packed` gave; nothing if that was of another board.  Raises CalibrationError if it is damaged."""
        board = cls(geometry)
        try:
            with np.load(io.BytesIO(packed), allow_pickle=False) as stored:
                facts = json.loads(str(stored["facts"]))
                if facts["board"] != json.loads(json.dumps(asdict(geometry))):
                    return board
                board._anchor = _patch(stored["anchor"]) if "anchor" in stored else None
                for k, (spot, (light, dark)) in enumerate(facts["pictures"]):
                    picture = _Picture((int(light), int(dark)), _patch(stored[f"picture{k}"]))
                    board._keep(int(spot), [*board._pictures[int(spot)], picture])
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise CalibrationError(
                "what was learned of the board's looks cannot be read; it is learned anew"
            ) from error
        return board

    def weighed(self, seen: Patch, evidence: Mapping[Spot, Evidence]) -> dict[Spot, Evidence]:
        """The evidence of a look, counts made likelier whose picture the spot shows."""
        patch, noise = self._laid(seen)
        if self._anchor is None or agreement(self._anchor, patch) < _SAME_BOARD:
            return dict(evidence)
        latest = unlike(self._latest, patch, self._geometry.pitch, noise)
        clear = patch.clear * self._latest.clear
        known = {
            spot: latest.features(*self._cells[spot])
            for spot, one in evidence.items()
            if one.seen and self._pictures.get(spot) and float(clear[self._cells[spot]].mean()) >= LEAST_IN_SIGHT
        }
        differs = dict(zip(known, changed(list(known.values())), strict=True))
        return {
            spot: self._reweighed(spot, one, differs[spot], patch, noise) if spot in differs else one
            for spot, one in evidence.items()
        }

    def _reweighed(self, spot: Spot, evidence: Evidence, differs: float, patch: Patch, noise: float) -> Evidence:
        """The evidence of a spot that differs with this probability from its latest picture."""
        cells, pictures = self._cells[spot], self._pictures[spot]
        odds = {pictures[-1].counts: _odds(differs)}
        if differs > _SURELY_THE_SAME:
            here = patch.part(*cells)
            for picture in pictures[:-1]:
                if evidence.likelihoods.get(picture.counts, 0.0) < _DOUBTFUL:
                    continue
                same = _odds(_likely_changed(picture.patch, here, self._geometry.pitch, noise))
                odds[picture.counts] = max(odds.get(picture.counts, 1.0), same)
        weights = {pair: p * odds.get(pair, 1.0) for pair, p in evidence.likelihoods.items()}
        for pair, factor in odds.items():
            weights.setdefault(pair, max(evidence.floor, _LEAST_BELIEF) * factor)
        total = sum(weights.values())
        return Evidence({pair: w / total for pair, w in weights.items()}, floor=evidence.floor)

    def _laid(self, seen: Patch) -> tuple[Patch, float]:
        """A picture laid on the first one, for the board may have been nudged, and the noise between the two."""
        if self._anchor is None:
            return seen, 0.0
        dx, dy = shift_between(self._anchor, seen)
        laid = seen.shifted(-dx, -dy)
        return laid, noise_between(self._anchor, laid)


def _nothing() -> Patch:
    """A picture of the whole view in which nothing is in sight."""
    wide, high = CELLS_WH
    edges, maps = np.zeros((4, high, wide), np.float32), np.zeros((4, high, wide), np.float32)
    return Patch(edges, maps, np.zeros((high, wide), np.float32))


def _odds(differs: float) -> float:
    """By how much a spot that differs with this probability makes the counts of the picture likelier."""
    return max(1.0, min((1 - differs) / max(differs, 1e-6), _MOST_ODDS))


def _likely_changed(then: Patch, now: Patch, pitch: float, noise: float) -> float:
    high, wide = now.clear.shape
    return changed([unlike(then, now, pitch, noise).features(slice(0, high), slice(0, wide))])[0]


def _stacked(patch: Patch) -> npt.NDArray[np.float16]:
    """A patch in one array (9, h, w), half as exact: that is finer than any two looks agree."""
    return np.concatenate([patch.edges, patch.maps, patch.clear[None]]).astype(np.float16)


def _patch(stacked: npt.NDArray[np.float16]) -> Patch:
    if stacked.ndim != 3 or len(stacked) != 9:
        raise ValueError(f"a picture of {stacked.shape} where (9, h, w) was expected")
    whole = stacked.astype(np.float32)
    return Patch(whole[:4], whole[4:8], whole[8])
