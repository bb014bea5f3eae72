"""``companion update``: installs another release from a USB stick or a file, and goes back to the one before."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from companion.errors import InputError
from companion.settings.reading import load_settings
from companion.updating import __main__ as installing
from companion.updating.device import Installed, UpdateStep, back, home_of, install, installed
from companion.updating.offers import PATTERN, offers, refused
from hardware.sticks import sticks


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Installs a release beside the one that runs, tries it, and lets it run from the next start on.  "
        "Without PATH it is looked for on the USB sticks that are plugged in.  A release needs a maintainer's "
        "signature, which is a second file beside it."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a release file, or a folder with some: the "
                      "newest is taken")  # fmt: skip
    what.add_argument("--back", action="store_true", help="let the release from before run again")
    what.add_argument("--list", action="store_true", help="the releases on this device and on USB sticks")
    parser.add_argument("--on-trial", action="store_true", help="with --back: only if the release that runs has not "
                        "yet run for a while")  # fmt: skip
    parser.add_argument("--home", type=Path, metavar="DIR", help="where the releases of this device lie; else where "
                        "this companion runs from")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Update, go back, or list.  Raises :class:`companion.errors.CompanionError` with the obstacle."""
    home = arguments.home or home_of(Path(__file__))
    if home is None or not home.is_dir():
        raise InputError(
            f"{home or Path(__file__).parents[2]}: no release is installed there, expected './run install' first"
        )
    data_dir = load_settings(arguments.settings, data_dir=arguments.data_dir).data_dir
    if arguments.list:
        return _list(home, as_json=arguments.json)
    if arguments.back:
        release = back(home, data_dir, only_on_trial=arguments.on_trial)
    else:
        release = install(home, _file(arguments.path), data_dir, on_progress=_said)
    if arguments.json:
        print(json.dumps(_facts(release)))
    else:
        print(f"version {release.version} is the current one, from the next start on")
    return 0


def _file(path: Path | None) -> Path:
    """The named release file, or the newest in a folder or on a USB stick."""
    if path is not None and not os.path.isdir(path):  # unlike is_dir, also for a folder without read permission
        return path
    folders = [path] if path is not None else sticks()
    found = offers(folders)
    if found:
        return found[0].file
    if turned_down := refused(folders):
        raise InputError(turned_down[0].reason)
    if folders:
        raise InputError(f"{', '.join(map(str, folders))}: no release found; put a file {PATTERN} there")
    raise InputError(
        "there is no USB stick that can be read: plug one in; where it is not found, mount it "
        "(sudo mount -o ro /dev/sda1 /mnt) and name its folder"
    )


def _list(home: Path, *, as_json: bool) -> int:
    here, plugged_in = installed(home), sticks()
    there, turned_down = offers(plugged_in), refused(plugged_in)
    if as_json:
        offered = [{"file": str(offer.file), "version": offer.version, "packages": offer.has_wheels} for offer in there]
        reasons = [{"file": str(each.file), "reason": each.reason} for each in turned_down]
        facts = [_facts(release) for release in here]
        print(json.dumps({"installed": facts, "offered": offered, "refused": reasons}))
        return 0
    for release in here:
        mark = "current" if release.is_current else "previous" if release.is_previous else ""
        print(f"{release.version:<10} {mark:<9} {home / 'releases' / release.name}".rstrip())
    for offer in there:
        print(f"{offer.version:<10} on offer  {offer.file}")
    for each in turned_down:
        print(f"{'':<10} refused   {each.reason}")
    return 0


def _facts(release: Installed) -> dict[str, object]:
    return {
        "name": release.name,
        "version": release.version,
        "current": release.is_current,
        "previous": release.is_previous,
    }


def _said(step: UpdateStep) -> None:
    print(f"{installing.SAID[step]} …", file=sys.stderr, flush=True)
