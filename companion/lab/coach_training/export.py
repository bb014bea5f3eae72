"""Writes the shipped files: trained networks in half precision, and the bear-off table.

python -m companion.lab.coach_training.export contact=FILE race=FILE OUT.npz
"""

from __future__ import annotations

import sys
import zipfile

import numpy as np
import torch

from companion.coach.engines.builtin import bearoff


def main() -> None:
    *networks, out = sys.argv[1:]
    with zipfile.ZipFile(out, "w") as stored:
        for kind, file in (network.split("=", 1) for network in networks):
            state = torch.load(file, weights_only=True)
            for name, values in state.items():
                _, layer, part = name.split(".")
                write(stored, f"{kind}.{layer}.{part}", values.numpy().T.astype(np.float16))
        write(stored, "bearoff", np.round(bearoff.computed() * 65535).astype(np.uint16).T)


def write(stored: zipfile.ZipFile, name: str, values: np.ndarray) -> None:
    """Write as np.savez does, without the time of day, so that the same networks make the same file."""
    entry = zipfile.ZipInfo(f"{name}.npy")
    entry.compress_type = zipfile.ZIP_DEFLATED
    with stored.open(entry, "w") as file:
        np.lib.format.write_array(file, np.ascontiguousarray(values))


if __name__ == "__main__":
    main()
