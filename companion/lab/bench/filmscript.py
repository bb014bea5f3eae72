"""Writes the script of a film, which ``vision/training/filmed.py`` renders.

python -m companion.lab.bench.filmscript --seed 218 --out SCRIPT.json
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.lab.simulation.script import planned, script


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the script and says what is planted in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--turns", type=int, default=33, help="at most so many (default: 33)")
    parser.add_argument("--acts", type=int, default=10, help="planted acts, at most (default: 10)")
    parser.add_argument("--fast", action="store_true", help="a race: borne off early, few checkers hit")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    written = script(options.seed, fast=options.fast, turns=options.turns, acts=options.acts)
    options.out.write_text(json.dumps(written), encoding="utf-8")
    for act, ended in planned(written["turns"]):
        sys.stdout.write(f"{act}: {ended}\n")


if __name__ == "__main__":
    main()
