"""``companion release``: packs this project into a file that ``companion update`` installs on a device."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.updating.packing import ARCHITECTURES, described, download_wheels, pack, uncommitted

_TREE: Final = Path(__file__).parents[2]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("dist"), metavar="DIR", help="where companion-VERSION.tar.gz "
                        "goes, else dist")  # fmt: skip
    parser.add_argument("--with-wheels", nargs="*", choices=ARCHITECTURES, metavar="MACHINE", help="put the "
                        "Python packages in, so that no network is needed: of aarch64 (the Pi) or x86_64")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the release file.  Raises :class:`InputError` for uncommitted changes."""
    if uncommitted(_TREE):
        raise InputError(f"{_TREE}: has changes that are not committed, expected none in a release")
    found = described(_TREE)
    out = arguments.out / f"companion-{found.version}.tar.gz"
    with tempfile.TemporaryDirectory(prefix="companion-wheels-") as scratch:
        wheels = None
        if arguments.with_wheels is not None:
            wheels = Path(scratch)
            machines = arguments.with_wheels or ARCHITECTURES[:1]
            print(f"Fetching Python packages for {' and '.join(machines)} …", file=sys.stderr, flush=True)
            download_wheels(Path(sys.executable), found.dependencies, machines, wheels)
        pack(_TREE, out, wheels=wheels)
    size = out.stat().st_size
    if arguments.json:
        print(json.dumps({"out": str(out), "version": found.version, "files": len(found.files), "bytes": size}))
    else:
        print(f"saved: {out} ({size / 1e6:.0f} MB)")
    return 0
