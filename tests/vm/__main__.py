"""``./run vm``: one step on each processor; what has passed with this state of the product is not done again."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from tests.vm import cameras, demo, image, keyboard, panel, pins, plug, touching, trouble
from tests.vm.bench import Bench
from tests.vm.machine import ARM, PC

CACHE: Final = Path("/var/cache/companion-vm")
STEPS: Final[Mapping[str, Callable[[Bench], str]]] = {
    "plug": plug.comes_back,
    "update": trouble.update_from_stick,
    "demo": demo.plays_to_its_end,
    "panel": panel.panel_is_filled,
    "pins": pins.press_rolls,
    "clock": trouble.clock_jumps,
    "keyboard": keyboard.keyboard_is_harmless,
    "shutdown": touching.shuts_down,
    "full": trouble.disk_is_full,
    "camera": cameras.camera_comes_and_goes,
    "service": panel.service_is_watched,
    "touch": touching.starts_a_match,
}
"""The steps, the longest first; each returns what it found, in one line."""
_ON_ARM: Final = ("demo", "panel", "pins", "service")
"""The steps that depend on the processor."""


def main() -> int:
    """Run the steps; 0 where all have passed, or where there is no QEMU."""
    told = _arguments()
    _ends_in_order()
    kind = ARM if told.arm64 else PC
    if missing := image.missing(kind):
        print(f"No virtual machine here: {', '.join(missing)} not found; nothing was tried.")
        return 0
    if os.geteuid() != 0:
        print("The machine's disk is made in a chroot, which needs root; nothing was tried.")
        return 0
    cache: Path = told.cache / kind.debian if told.arm64 else told.cache
    system = image.made(cache, kind)
    steps = told.step or list(_ON_ARM if told.arm64 else STEPS)
    done = _Done(cache / "passed.json", system.disk.stem, steps, again=told.again)
    if told.again and "plug" in steps:
        (cache / "run" / plug.KEPT).unlink(missing_ok=True)
    waiting = []
    for name in steps:
        if (line := done.line(name)) is None:
            waiting.append(Bench(system, cache / "run", name, kills=told.kills, key=cache / image.KEY))
        else:
            print(f"{name:12} passed before: {line}", flush=True)
    failed = False
    with Pool(max(1, told.jobs), initializer=_ends_in_order) as pool:
        for name, passed, line in pool.imap_unordered(_tried, waiting):
            print(f"{name:12} {'passed:' if passed else 'FAILED after'} {line}", flush=True)
            failed |= not passed
            if passed:
                done.passed(name, line)
    return int(failed)


def _ends_in_order() -> None:
    """Make a process that is asked to end leave no machine behind."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def _tried(bench: Bench) -> tuple[str, bool, str]:
    """Do one step; return its name, whether it has passed, and how long that took and what was found."""
    begun_s = time.monotonic()
    try:
        found, passed = STEPS[bench.step](bench), True
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        journal = bench.keep_journal()
        found, passed = f"{error}" + (f"\n{'':12} its journal: {journal}" if journal is not None else ""), False
    finally:
        bench.close()
    return bench.step, passed, f"{time.monotonic() - begun_s:.0f} s; {found}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run vm", description="The product on a device that is a virtual machine.")
    parser.add_argument("step", nargs="*", help=f"only these of {', '.join(STEPS)}; else all that have not passed yet")
    parser.add_argument("--arm64", action="store_true", help=f"on the processor of a Pi 4; else {', '.join(_ON_ARM)}")
    parser.add_argument("--again", action="store_true", help="begin anew: what has passed is done again")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--jobs", type=int, default=cores, metavar="N",
                        help="so many at the same time, each on a processor of its own, else all of them")  # fmt: skip
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="how often the plug is pulled, else 50")
    parser.add_argument("--cache", type=Path, default=CACHE, metavar="DIR", help=f"disks and records, else {CACHE}")
    told = parser.parse_args()
    if unknown := [name for name in told.step if name not in STEPS]:
        parser.error(f"{unknown[0]}: expected one of {', '.join(STEPS)}")
    return told


class _Done:
    """What has passed with one state of the product, in a file."""

    def __init__(self, file: Path, state: str, steps: Sequence[str], *, again: bool) -> None:
        self._file: Final = file
        self._state: Final = state
        if again:
            self._write({name: line for name, line in self._lines().items() if name not in steps})

    def line(self, step: str) -> str | None:
        return self._lines().get(step)

    def passed(self, step: str, line: str) -> None:
        self._write(self._lines() | {step: line})

    def _lines(self) -> dict[str, str]:
        kept = json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else {}
        lines: dict[str, str] = kept.get(self._state, {})
        return lines

    def _write(self, lines: Mapping[str, str]) -> None:
        self._file.write_text(json.dumps({self._state: lines}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
