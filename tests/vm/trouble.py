"""A full disk, a clock that jumps, a stick with an update, and an update that does not start."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Final

from companion.updating.fetching import signed_statement
from companion.updating.packing import pack
from companion.updating.signing import read_key, sign, signature_of, trusted_keys
from tests.vm import image
from tests.vm.bench import CONSOLE, DATA, SERVICE, SETTINGS, UP_S, Bench, check, property_of, put, service_up, set_up
from tests.vm.machine import Machine
from tests.vm.player import ENTRIES, Player, kept, lost_of, table_at

_FILL: Final = """\
cd /var/cache/companion
fallocate --length $(($(df --output=avail . | tail -1) - 2000))K full
dd if=/dev/zero of=rest bs=4K
true"""
_TURNS: Final = 6
_RELEASE: Final = "/opt/companion/current/pyproject.toml"
_BROKEN: Final = """

def run(arguments: argparse.Namespace) -> int:
    raise RuntimeError("this release does not start")
"""
_BRIEF: Final = 7
"""So many pictures of the demo's clip have two rolls and two plays."""
_UPDATED_S: Final = 1500.0
_BACK_S: Final = 900.0


def disk_is_full(bench: Bench) -> str:
    """With no byte left on the disk the match goes on, and what was shown meanwhile is kept once there is room."""
    machine, player = _at_table(bench)
    pid = property_of(machine, "MainPID")
    _turns(machine, player)
    machine.said(f"runuser -u companion -- sh -c '{_FILL}' 2>&1")
    left = machine.said(f"df --output=avail {DATA} | tail -1")
    check(int(left) == 0, f"{left} KB are left on the disk")
    before = len(player.shown.entries)
    _turns(machine, player)
    meanwhile = len(player.shown.entries) - before
    machine.said("rm /var/cache/companion/full /var/cache/companion/rest")
    _turns(machine, player)
    check(property_of(machine, "MainPID") == pid, "the companion was started again meanwhile")
    _nothing_lost(machine, player)
    return f"{meanwhile} entries while the disk was full, none of {len(player.shown.entries)} lost"


def clock_jumps(bench: Bench) -> str:
    """The clock is set two years on and three back during a match: it goes on, and comes back after a restart."""
    machine, player = _at_table(bench)
    pid = property_of(machine, "MainPID")
    for words in ("+2 years", "-3 years", "+1 year"):
        machine.said(f"date --set '{words}'")
        _turns(machine, player)
    check(property_of(machine, "MainPID") == pid, "the companion was started again meanwhile")
    _nothing_lost(machine, player)
    return f"none of {len(player.shown.entries)} entries lost"


def update_from_stick(bench: Bench) -> str:
    """An update on a stick is taken; one that does not start makes way for the one before it."""
    machine = bench.booted()
    set_up(machine, SETTINGS)
    first = _version(machine)
    good, broken = (_raised(first, by) for by in (1, 2))
    _plug_in(machine, _stick(bench, good, broken=False))
    said = machine.said("companion update 2>&1", _UPDATED_S)
    check(_version(machine) == good, f"version {_version(machine)} is current after {good}: {said}")
    machine.said(f"systemctl restart {SERVICE}", UP_S)
    service_up(machine)
    machine.said("sleep 90")  # it is on trial for a minute
    machine.pull_out()
    machine.wait_for("! test -e /dev/sda", 60.0)
    _plug_in(machine, _stick(bench, broken, broken=True))
    machine.said("companion update 2>&1", _UPDATED_S)
    check(_version(machine) == broken, f"version {_version(machine)} is current, expected {broken}")
    machine.ask(f"systemctl restart {SERVICE}", UP_S)
    machine.wait_for(f"grep -q '^version = \"{good}\"' {_RELEASE}", _BACK_S)
    service_up(machine)
    return f"{first} to {good} from a stick; {broken}, which does not start, was taken back by itself"


def _at_table(bench: Bench) -> tuple[Machine, Player]:
    machine = bench.booted()
    put(machine, "/opt/vm/entries.py", ENTRIES)
    set_up(machine, SETTINGS, CONSOLE)
    player = Player(random.Random(2))
    table_at(machine, player)
    return machine, player


def _turns(machine: Machine, player: Player) -> None:
    assert machine.shown is not None
    for _ in range(2 * _TURNS):
        player.play(machine.shown)


def _nothing_lost(machine: Machine, player: Player) -> None:
    """Restart the service, and compare the table and the record with what was shown."""
    before = player.shown.state["position"]
    machine.said(f"systemctl restart {SERVICE}", UP_S)
    service_up(machine)
    after = table_at(machine, player)["position"]
    check(after == before, f"the table was {before} and is {after}")
    lost = lost_of(player.shown.entries, kept(machine))
    check(not lost, f"shown and lost: {lost}")


def _version(machine: Machine) -> str:
    return machine.said(f"sed -n 's/^version = \"\\(.*\\)\"/\\1/p' {_RELEASE}")


def _raised(version: str, by: int) -> str:
    *rest, last = version.split(".")
    return ".".join([*rest, str(int(last) + by)])


def _plug_in(machine: Machine, stick: Path) -> None:
    machine.plug_in(stick)
    machine.wait_for("test -e /dev/sda && udevadm settle", 60.0)


def _stick(bench: Bench, version: str, *, broken: bool) -> Path:
    """A stick with a signed release of this state of the project, as an image."""
    tree = image.source(bench.folder / "tree", key=bench.key)
    for name, change in (("pyproject.toml", None), ("companion/commands/run.py", _BROKEN if broken else "")):
        text = (tree / name).read_text(encoding="utf-8")
        if change is None:
            lines = (f'version = "{version}"' if line.startswith("version = ") else line for line in text.split("\n"))
            text, change = "\n".join(lines), ""
        (tree / name).write_text(text + change, encoding="utf-8")
    if broken:  # it has to be taken, not to play for ten minutes: the other one plays the whole clip
        _shorten(tree / "companion" / "demo" / "clip")
    files = bench.folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    out = files / f"companion-{version}.tar.gz"
    pack(tree, out)
    keys = trusted_keys(tree / "companion" / "updating" / "release-keys.txt")
    signed = sign(signed_statement(out, version, packages=False), [read_key(bench.key)], keys)
    signature_of(out).write_text(signed, encoding="utf-8")
    stick = bench.folder / f"stick-{version}.img"
    stick.unlink(missing_ok=True)
    image.run(["mke2fs", "-q", "-t", "ext4", "-L", "STICK", "-d", str(files), str(stick), "64M"])
    shutil.rmtree(tree)
    return stick


def _shorten(clip: Path) -> None:
    """Leave the first pictures of a film."""
    for picture in sorted(clip.glob("*.jpg"))[_BRIEF:]:
        picture.unlink()
    frames = clip / "frames.jsonl"
    frames.write_text("".join(frames.read_text(encoding="utf-8").splitlines(keepends=True)[:_BRIEF]), encoding="utf-8")
