"""``companion release``: packs this project into a file for ``companion update``, and signs it."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.commands import in_full
from companion.errors import InputError
from companion.record.saving import save
from companion.updating.fetching import signed_statement
from companion.updating.packing import ARCHITECTURES, described, download_wheels, pack, uncommitted
from companion.updating.signing import make_key, read_key, sign, signature_of, trusted_keys

_TREE: Final = Path(__file__).parents[2]
_KEYS: Final = "companion/updating/release-keys.txt"


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Packs what is committed into companion-VERSION.tar.gz, and signs it with --sign: devices take no other file."
    )
    parser.add_argument("--out", type=Path, default=Path("dist"), metavar="DIR", help="where companion-VERSION.tar.gz "
                        "goes, else dist")  # fmt: skip
    parser.add_argument("--with-wheels", nargs="*", choices=ARCHITECTURES, metavar="MACHINE", help="put the "
                        "Python packages in, so that no network is needed: of aarch64 (the Pi) or x86_64")  # fmt: skip
    parser.add_argument("--sign", action="append", default=[], type=Path, metavar="FILE", help="the private key that "
                        "signs the release; may be given twice, while one key takes the place of another")  # fmt: skip
    parser.add_argument("--make-key", type=Path, metavar="FILE", help="write a new private key there, packing nothing, "
                        "and print its public half")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the release file and its signature.  Raises :class:`InputError` for uncommitted changes."""
    if arguments.make_key is not None:
        return _make_key(arguments.make_key, as_json=arguments.json)
    private = [read_key(file) for file in arguments.sign]
    if uncommitted(_TREE):
        raise InputError(f"{_TREE}: has changes that are not committed; commit them first")
    found = described(_TREE)
    out = arguments.out / f"companion-{found.version}.tar.gz"
    with tempfile.TemporaryDirectory(prefix="companion-wheels-") as scratch:
        wheels = None
        if arguments.with_wheels is not None:
            wheels = Path(scratch)
            machines = arguments.with_wheels or ARCHITECTURES[:1]
            print(f"Fetching Python packages for {' and '.join(machines)} …", file=sys.stderr, flush=True)
            download_wheels(Path(sys.executable), _TREE, machines, wheels)
        pack(_TREE, out, wheels=wheels)
    signature = _signed(out, found.version, private, packages=wheels is not None)
    size = out.stat().st_size
    if arguments.json:
        facts = {"out": str(out), "version": found.version, "files": len(found.files), "bytes": size}
        print(json.dumps(facts | {"signature": str(signature) if signature else None}))
    else:
        print(f"saved: {in_full(out)} ({size / 1e6:.0f} MB)")
        if signature is not None:
            print(f"saved: {in_full(signature)}")
    return 0


def _signed(out: Path, version: str, private: Sequence[bytes], *, packages: bool) -> Path | None:
    signature = signature_of(out)
    if not private:
        signature.unlink(missing_ok=True)  # it was that of another file
        print("The release is not signed, and no device takes it as an update; see --sign", file=sys.stderr)
        return None
    save(signature, sign(signed_statement(out, version, packages=packages), private, trusted_keys()))
    return signature


def _make_key(file: Path, *, as_json: bool) -> int:
    public = make_key(file, apart_from=_TREE).hex()
    if as_json:
        print(json.dumps({"private": str(file), "public": public}))
    else:
        print(
            f"saved: {in_full(file)}\nIts public half, as a line of {_KEYS} (put a name of yours first):\nNAME {public}"
        )
    return 0
