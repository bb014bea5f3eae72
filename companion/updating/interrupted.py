"""Takes back an installation, or a return to the release before, that was killed before it had switched.

Two files in the home say what is under way: ``.switching`` from before the first link is changed until after the last,
and ``.going-back`` from before the journal is put back until after the last link.  What has switched already is
finished.  A release that no link leads to is removed by whoever tidies up afterwards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.updating.links import CURRENT, PREVIOUS, RELEASES, TRIAL, link, linked, sync
from companion.updating.manifest import read_manifest
from companion.updating.trying import JOURNAL

STAGING: Final = ".unpacking-"
BEFORE: Final = "before"
"""The name within a staging folder of a release that is being replaced by the same one."""
_SWITCHING: Final = ".switching"
_GOING_BACK: Final = ".going-back"
_BEGUN: Final = (_SWITCHING, _GOING_BACK, f"{_SWITCHING}.part", f"{_GOING_BACK}.part", f".{CURRENT}", f".{PREVIOUS}")
"""The names of what lies in a home only while links are changed."""


@contextmanager
def switching(home: Path, release: str) -> Iterator[None]:
    """Change the links to a new release; a kill in between is taken back or finished by :func:`take_back`."""
    plan = {"release": release, "previous": linked(home, PREVIOUS), "trial": _trial(home)}
    with _planned(home, _SWITCHING, plan):
        yield


@contextmanager
def going_back(home: Path, data_dir: Path, *, to: str, previous: str | None) -> Iterator[None]:
    """Put the journal back and change the links; ``previous``: the release that then is the one before, if any."""
    plan = {"data_dir": str(data_dir.absolute()), "to": to, "previous": previous, "kept": _kept(data_dir)}
    with _planned(home, _GOING_BACK, plan):
        yield


def is_under_way(home: Path) -> bool:
    """Return whether a change of the links was begun that has not ended."""
    return any(os.path.lexists(home / name) for name in _BEGUN)


def take_back(home: Path) -> None:
    """Leave a home as if what was interrupted had never begun, or had ended.  Raises ``OSError``.

    Only whoever holds the lock of the home may call it.
    """
    for staged in (home / RELEASES).glob(f"{STAGING}*"):
        _put_release_back(staged / BEFORE, home)
    for file, mend in ((_SWITCHING, _switched), (_GOING_BACK, _gone_back)):
        if (plan := _plan_of(home / file)) is not None:
            mend(home, plan)
    for name in _BEGUN:
        (home / name).unlink(missing_ok=True)


def _put_release_back(release: Path, home: Path) -> None:
    with suppress(InputError):
        name = read_manifest(release).name()
        if not (home / RELEASES / name).exists():
            release.rename(home / RELEASES / name)


def _switched(home: Path, plan: dict[str, Any]) -> None:
    if linked(home, CURRENT) != plan["release"]:
        _lead(home, PREVIOUS, plan["previous"])
        if plan["trial"] is None:
            (home / TRIAL).unlink(missing_ok=True)
        elif _trial(home) != plan["trial"]:
            (home / TRIAL).write_text(plan["trial"], encoding="utf-8")


def _trial(home: Path) -> str | None:
    """What is written of the trial of the current release; None if it has proved itself."""
    try:
        return (home / TRIAL).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None


def _gone_back(home: Path, plan: dict[str, Any]) -> None:
    if linked(home, CURRENT) == plan["to"]:
        _lead(home, PREVIOUS, plan["previous"])
        (home / TRIAL).unlink(missing_ok=True)
        return
    journal = Path(plan["data_dir"]) / JOURNAL
    for name in set(_kept(journal.parent)) - set(plan["kept"]):
        from companion.record.backup import newer_put_back  # needs packages that a device being set up has not

        newer_put_back(journal, journal.with_name(name))


def _lead(home: Path, name: str, release: str | None) -> None:
    if release is None:
        (home / name).unlink(missing_ok=True)
    else:
        link(home, name, release)


def _kept(data_dir: Path) -> list[str]:
    """The names of journals that newer releases have left beside the present one."""
    found = {path.name.removesuffix("-wal").removesuffix("-shm") for path in data_dir.glob(f"{JOURNAL}.newer-*")}
    return sorted(found)


@contextmanager
def _planned(home: Path, name: str, plan: dict[str, Any]) -> Iterator[None]:
    file = home / name
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as written:
        json.dump(plan, written)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)
    sync(home)
    try:
        yield
    except Exception:
        with suppress(OSError):  # the next start tries it again
            take_back(home)
        raise
    file.unlink(missing_ok=True)


def _plan_of(file: Path) -> dict[str, Any] | None:
    try:
        plan = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return plan if isinstance(plan, dict) else None
