"""How much processor time each command takes to start: ``python -m tests.lab.start_times [RUNS]`` prints the figures.

Of so many runs (5) the least and the median are told: what else the machine does only adds to them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final

GOAL_S: Final = 0.25
"""For what needs neither OpenCV nor numpy; on the machine on which 0.8 s were measured before."""
_ID: Final = "4HPwATDgc/ABMA"
_MATCH: Final = " 3 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 6/5      42: 8/4 6/4\n"


def calls(folder: Path) -> Iterator[tuple[str, ...]]:
    """What is measured; files go to ``folder``."""
    match, bad = folder / "match.mat", folder / "bad.toml"
    match.write_text(_MATCH, encoding="utf-8")
    bad.write_text("nothing_such = 1\n", encoding="utf-8")
    kept = ("--data-dir", str(folder))
    yield from (("--help",), ("--version",), ("help", "legal"), ("chess",))
    yield from (("legal", _ID, "3", "1"), ("explain", _ID, "3", "1", _ID), ("rules",), ("rules", "tactic"))
    yield from (("verify", str(match)), ("convert", str(match), str(folder / "match.sgf")))
    yield from ((*kept, "archive", "list"), (*kept, "dice", "audit"), ("qr", "--light", "Ann"))
    yield ("--settings", str(bad), "legal", _ID, "3", "1")
    yield from (("hint", _ID, "3", "1", "--engine", engine) for engine in ("gnubg", "builtin"))
    yield from (("cube", _ID, "--engine", engine) for engine in ("gnubg", "builtin"))


def started_s(words: Sequence[str]) -> float:
    """Processor time of one call, user and system, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "companion", *words], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print("least s  median s")
        for words in calls(Path(folder)):
            took = [started_s(words) for _ in range(runs)]
            beyond = "  over the goal" if min(took) > GOAL_S else ""
            print(f"{min(took):7.2f}  {median(took):8.2f}  {' '.join(words).replace(folder, '')}{beyond}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
