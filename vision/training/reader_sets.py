"""The sets of pictures that the reader learns from, held on the device that trains."""

from __future__ import annotations

import glob
from collections.abc import Sequence

import numpy as np
import torch

FIELDS = ("canvas", "ids", "pts", "bar", "hidden", "bar_hidden", "rising", "dice", "cube", "board")


class Sets:
    """Sets of pictures held on a device; grows while more are being made."""

    def __init__(self, folders: Sequence[str], most: int, frames: int, device: torch.device) -> None:
        self.folders, self.most, self.frames, self.device = list(folders), most, frames, device
        self._seen: set[str] = set()
        self._held: dict[str, torch.Tensor] = {}
        self.count = 0
        self.lengths = torch.zeros(most, dtype=torch.long, device=device)

    def grow(self, most: int = 10**9) -> None:
        """Take in up to so many sets that are new in the folders; what cannot be read is passed over."""
        for name in (file for folder in self.folders for file in sorted(glob.glob(folder + "/*.npz"))):
            if name in self._seen or self.count >= self.most or most <= 0:
                continue
            self._seen.add(name)
            try:
                with np.load(name) as file:
                    rows = {field: torch.from_numpy(file[field][: self.frames]) for field in FIELDS}
            except (OSError, ValueError, KeyError) as error:
                print(f"{name}: left out ({error})", flush=True)
                continue
            if len(rows["canvas"]) < 2:
                continue
            self._take(rows)
            most -= 1

    def _take(self, rows: dict[str, torch.Tensor]) -> None:
        length = len(rows["canvas"])
        for field, values in rows.items():
            if field not in self._held:
                kind = values.dtype if values.dtype == torch.uint8 else torch.float32
                shape = (self.most, self.frames, *values.shape[1:])
                self._held[field] = torch.zeros(shape, dtype=kind, device=self.device)
            self._held[field][self.count, :length] = values.to(self.device)
        self.lengths[self.count] = length
        self.count += 1

    def __getitem__(self, field: str) -> torch.Tensor:
        """All that is held of one field, (sets, pictures, …)."""
        return self._held[field]
