"""Searches all readers of foreign bytes for inputs that break them, and says what was found.

::

    python -m tests.fuzz run build/fuzz --inputs 1000000      goes on where it was; ends when so many are reached
    python -m tests.fuzz report build/fuzz                    what it has come to, reader by reader
    python -m tests.fuzz again build/fuzz                     reads every finding again; those that are mended go
    python -m tests.fuzz one mat FILE                         reads one input

An input breaks a reader if it raises anything but an error of our own, takes more than 5 seconds of the processor or
more than 200 MB.  One process at a time reads, at the lowest priority.  Every finding that was mended belongs into a
test, as short as it can be made: ``tests/fuzz/test_found.py``.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.fuzz.readers import READERS
from tests.fuzz.search import CURRENT, Count, Search

_SLICE_S: Final = 12.0
"""A reader is searched so long by one process, which then is replaced by a fresh one."""
_STUCK_S: Final = 60.0
_MOST_ADDRESSES: Final = 3 * 2**30
_FOUND: Final = 1


def main(words: list[str] | None = None) -> int:
    """Do what the command line says; 1 if there are findings."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    acts = parser.add_subparsers(dest="act", required=True)
    for act in ("run", "slice"):
        running = acts.add_parser(act)
        running.add_argument("folder", type=Path)
        running.add_argument("--inputs", type=int, default=1_000_000)
        running.add_argument("--readers", nargs="+", choices=READERS, default=list(READERS))
        running.add_argument("--seed", type=int, default=1)
        running.add_argument("--seconds", type=float, default=float("inf"))
        running.add_argument("--pause-while", type=Path, help="no input is read while this file exists")
    for act in ("report", "again"):
        acts.add_parser(act).add_argument("folder", type=Path)
    one = acts.add_parser("one")
    one.add_argument("reader", choices=READERS)
    one.add_argument("file", type=Path)
    options = parser.parse_args(words)
    match options.act:
        case "run":
            return _run(options)
        case "slice":
            return _slice(options)
        case "one":
            print(READERS[options.reader].read(options.file.read_bytes()) or "understood")
            return 0
        case "again":
            _again(options.folder)
    return report(options.folder)


def _run(options: argparse.Namespace) -> int:
    begun = time.monotonic()
    weights = {name: READERS[name].weight for name in options.readers}
    shares = {name: -int(-options.inputs * weight // sum(weights.values())) for name, weight in weights.items()}
    while time.monotonic() - begun < options.seconds:
        counts = {name: Count.of(options.folder / name) for name in options.readers}
        # The one that is farthest behind its share.
        name = min(counts, key=lambda each: counts[each].inputs / shares[each])
        if counts[name].inputs >= shares[name]:
            break
        left_s = min(_SLICE_S, options.seconds - (time.monotonic() - begun))
        _sliced(options, name, shares[name], left_s)
    return report(options.folder)


def _sliced(options: argparse.Namespace, name: str, until: int, seconds: float) -> None:
    """Search one reader in a process of its own, which is ended where an input keeps it."""
    words = ["slice", str(options.folder), "--readers", name, "--inputs", str(until), "--seed", str(options.seed)]
    words += ["--seconds", str(seconds)]
    if options.pause_while:
        words += ["--pause-while", str(options.pause_while)]
    folder = options.folder / name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "log").open("wb") as log:
        child = subprocess.Popen([sys.executable, "-m", "tests.fuzz", *words], stdout=log, stderr=log)
        seen, since = b"", time.monotonic()
        while child.poll() is None:
            time.sleep(0.5)
            now = _read(folder / CURRENT, 8)
            if now != seen or now == bytes(8):
                seen, since = now, time.monotonic()
            if time.monotonic() - since > _STUCK_S:
                child.kill()
                child.wait()
                _keep_current(name, folder, "stuck", f"took more than {_STUCK_S:.0f} s")
    if child.returncode < 0 and child.returncode != -9:
        _keep_current(name, folder, f"died-{-child.returncode}", f"ended by signal {-child.returncode}")
    elif child.returncode > 0:
        raise SystemExit(f"the search of {name} does not run: {(folder / 'log').read_text()[-2000:]}")


def _slice(options: argparse.Namespace) -> int:
    os.nice(10)
    # Whoever asks for more is refused by the system, which is a finding and does not stop the machine.
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_ADDRESSES, _MOST_ADDRESSES))
    (name,) = options.readers
    search = Search(name, READERS[name], options.folder / name, seed=options.seed)
    wait = options.pause_while
    search.run(options.inputs, options.seconds, waits=lambda: wait is not None and wait.exists())
    return 0


def _keep_current(name: str, folder: Path, what: str, said: str) -> None:
    told = _read(folder / CURRENT, 2**20)
    size = int.from_bytes(told[8:16], "little")
    found = folder / "found" / f"{what}-{name}"
    found.write_bytes(told[16 : 16 + size])
    found.with_name(f"{found.name}.txt").write_text(said)
    count = Count.of(folder)
    count.hangs += what == "stuck"
    count.crashes += what != "stuck"
    count.inputs = max(count.inputs, int.from_bytes(told[:8], "little"))
    count.save(folder)


def _read(path: Path, size: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        return b""


def _again(folder: Path) -> None:
    """Read each finding again in a process of its own, and remove those at which nothing happens any more."""
    for path in _findings(folder):
        name = path.parent.parent.name
        began = time.monotonic()
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.fuzz", "one", name, str(path)], capture_output=True, timeout=_STUCK_S,
                check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            continue
        is_mended = not done.returncode and (path.name.startswith("memory") or time.monotonic() - began < _STUCK_S / 4)
        if is_mended and not path.name.startswith("memory"):
            path.unlink()
            path.with_name(f"{path.name}.txt").unlink(missing_ok=True)


def report(folder: Path) -> int:
    """Print what the search has come to, and what is not mended yet."""
    print(
        f"{'reader':16}{'inputs':>10}{'a second':>10}{'corpus':>8}{'lines':>7}{'crashes':>9}{'hangs':>7}{'memory':>8}"
    )
    total = Count()
    for name in READERS:
        count = Count.of(folder / name)
        _row(name, count)
        for key in vars(total):
            setattr(total, key, getattr(total, key) + getattr(count, key))
    _row("all", total)
    found = list(_findings(folder))
    for path in found:
        said = path.with_name(f"{path.name}.txt").read_text(encoding="utf-8").strip().splitlines()
        print(f"{path}: {said[-1][:200] if said else ''}")
    return _FOUND if found else 0


def _row(name: str, count: Count) -> None:
    pace = count.inputs / count.seconds if count.seconds else 0.0
    print(
        f"{name:16}{count.inputs:>10,}{pace:>10,.0f}{count.corpus:>8,}{count.lines:>7,}{count.crashes:>9}"
        f"{count.hangs:>7}{count.memory:>8}"
    )


def _findings(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.glob("*/found/*") if path.suffix != ".txt")


if __name__ == "__main__":
    sys.exit(main())
