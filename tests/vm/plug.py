"""The plug is pulled at random moments of a match, again and again on one disk."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.games.backgammon import START
from tests.vm.bench import CONSOLE, SETTINGS, Bench, check, drawn, put, service_up, set_up
from tests.vm.machine import Machine
from tests.vm.player import ENTRIES, Player, kept, lost_of, table_at

KEPT: Final = "plug.json"
"""What the kills have cost so far, so that they can go on another time."""
_EARLY: Final = 1 / 5
"""So many of the kills come while the machine still starts."""
_EARLY_S: Final = 70.0
_LATE_S: Final = 40.0
_START: Final = START.id()
_EVERY: Final = 10
"""After so many kills the whole file system is checked, apart from the check at each boot."""


@dataclass(slots=True)
class Toll:
    """What the kills have cost so far; ``early``: how many of them came before the table was back."""

    kills: int = 0
    early: int = 0
    shown: int = 0
    lost: int = 0
    replayed: int = 0
    checked: int = 0
    longest_s: float = 0.0


def comes_back(bench: Bench) -> str:
    """So often the plug is pulled: the same table comes back by itself, with all that was shown."""
    file = bench.folder / KEPT
    toll = _kept(file, bench.system.disk.stem)
    if toll.kills >= bench.kills:
        return _in_words(toll)
    source = random.Random(toll.kills)
    player = Player(source)
    machine = bench.booted()
    put(machine, "/opt/vm/entries.py", ENTRIES)
    set_up(machine, SETTINGS, CONSOLE)
    machine.said("sync")
    table_at(machine, player)
    while toll.kills < bench.kills:
        _until_killed(machine, player, source)
        toll.kills += 1
        _check_disk(bench, machine, toll)
        while source.random() < _EARLY and toll.kills < bench.kills:
            machine.switch_on()
            time.sleep(source.uniform(1.0, _EARLY_S))
            machine.pull_plug()
            toll.kills, toll.early = toll.kills + 1, toll.early + 1
        _comes_back(machine, player, toll)
        file.write_text(json.dumps({bench.system.disk.stem: asdict(toll)}) + "\n", encoding="utf-8")
        print(f"  {_in_words(toll)}", file=sys.stderr, flush=True)
    drawn(machine, bench.picture("after"))
    return _in_words(toll)


def _in_words(toll: Toll) -> str:
    return (
        f"{toll.kills} times the plug, {toll.early} of them during the start: {toll.shown} entries shown, "
        f"{toll.lost} lost; "
        f"journal of the file system replayed {toll.replayed} times, whole file system checked {toll.checked} times, "
        f"always clean; table back after at most {toll.longest_s:.0f} s"
    )


def _kept(file: Path, state: str) -> Toll:
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return Toll(**kept[state]) if state in kept else Toll()


def _until_killed(machine: Machine, player: Player, source: random.Random) -> None:
    """Play, and pull the plug at a moment that no line waits for."""
    assert machine.shown is not None
    at_s = time.monotonic() + source.uniform(0.0, _LATE_S)
    while time.monotonic() < at_s:
        player.play(machine.shown)
    machine.shown.say(player.next_words())
    time.sleep(source.uniform(0.0, 0.5))
    lines = machine.shown
    while (line := lines.line(0.0)) is not None:
        player.take(line)
    machine.pull_plug()


def _comes_back(machine: Machine, player: Player, toll: Toll) -> None:
    before = player.shown
    shown, match = dict(before.entries), before.state["match"]
    begun_s = time.monotonic()
    log_at = machine.log.stat().st_size
    machine.start()
    service_up(machine)
    state = table_at(machine, player)
    toll.longest_s = max(toll.longest_s, time.monotonic() - begun_s)
    booted = machine.log.read_bytes()[log_at:].decode(errors="replace")
    check("recovering journal" in booted or "clean" in booted, "the boot does not tell of its file system")
    check(
        not re.search(r"UNEXPECTED INCONSISTENCY|EXT4-fs error|run fsck manually", booted), f"damaged: {booted[-2000:]}"
    )
    toll.replayed += "recovering journal" in booted
    found = kept(machine)
    lost = lost_of(shown, found)
    toll.shown, toll.lost = len(shown), toll.lost + len(lost)
    check(not lost, f"shown and lost: {lost}")
    check(state["match"] == found.newest >= match, f"match {state['match']} is back, expected {found.newest}")
    check(
        state["position"] in (None, found.position() or _START),
        f"the table is {state}, on record is {found.position()}",
    )
    # What came to the disk but not out any more was not shown; from now on it is.
    player.shown.entries.update(found.entries)


def _check_disk(bench: Bench, machine: Machine, toll: Toll) -> None:
    """Now and then replay the journal of the file system outside, on a copy, and check all of it."""
    if (toll.kills - 1) % _EVERY:
        return
    raw = bench.folder / "plug.img"
    try:
        subprocess.run(["qemu-img", "convert", "-O", "raw", machine.system.disk, raw], check=True)
        subprocess.run(["e2fsck", "-fy", "-E", "journal_only", raw], check=False, capture_output=True)
        done = subprocess.run(["e2fsck", "-fn", raw], check=False, capture_output=True, text=True)
    finally:
        raw.unlink(missing_ok=True)
    check(done.returncode == 0, f"the file system is damaged: {done.stdout[-2000:]}")
    toll.checked += 1
