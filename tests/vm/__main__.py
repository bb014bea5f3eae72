"""``./run vm``: the steps one after the other; what has passed with this state of the product is not done again."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.vm import cameras, demo, image, keyboard, panel, pins, plug, touching, trouble
from tests.vm.bench import Bench
from tests.vm.machine import ARM, PC

CACHE: Final = Path("/var/cache/companion-vm")
STEPS: Final[Mapping[str, Callable[[Bench], str]]] = {
    "service": panel.service_is_watched,
    "panel": panel.panel_is_filled,
    "touch": touching.starts_a_match,
    "shutdown": touching.shuts_down,
    "keyboard": keyboard.keyboard_is_harmless,
    "pins": pins.press_rolls,
    "camera": cameras.camera_comes_and_goes,
    "full": trouble.disk_is_full,
    "clock": trouble.clock_jumps,
    "update": trouble.update_from_stick,
    "plug": plug.comes_back,
    "demo": demo.plays_to_its_end,
}
"""The steps in their order; each returns what it found, in one line."""
_ON_ARM: Final = ("service", "panel", "pins", "demo")
"""The steps that depend on the processor."""


def main() -> int:
    """Run the steps; 0 where all have passed, or where there is no QEMU."""
    told = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no machine is left behind
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
    failed = False
    for name in steps:
        if (line := done.line(name)) is not None:
            print(f"{name:12} passed before: {line}", flush=True)
            continue
        bench = Bench(system, cache / "run", name, kills=told.kills, key=cache / image.KEY)
        begun_s = time.monotonic()
        try:
            found = STEPS[name](bench)
        except Exception as error:
            failed = True
            print(f"{name:12} FAILED after {time.monotonic() - begun_s:.0f} s: {error}", flush=True)
            traceback.print_exc(file=sys.stderr)
            if (journal := bench.keep_journal()) is not None:
                print(f"{'':12} its journal: {journal}", flush=True)
        else:
            line = f"{time.monotonic() - begun_s:.0f} s; {found}"
            done.passed(name, line)
            print(f"{name:12} passed: {line}", flush=True)
        finally:
            bench.close()
    return int(failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run vm", description="The product on a device that is a virtual machine.")
    parser.add_argument("step", nargs="*", help=f"only these of {', '.join(STEPS)}; else all that have not passed yet")
    parser.add_argument("--arm64", action="store_true", help=f"on the processor of a Pi 4; else {', '.join(_ON_ARM)}")
    parser.add_argument("--again", action="store_true", help="begin anew: what has passed is done again")
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
