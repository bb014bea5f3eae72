"""Puts restored data in the place of a data folder's: all of it or nothing, whenever the program is killed.

The restored data are prepared in a folder ``.restore-…`` of the data folder.  Then ``.restore.plan`` is written as a
whole: from now on the next start finishes the exchange; before, it removes the folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.record.salvage import free_name, keep_as, put_in_place
from companion.record.saving import save, sync

FILE_NAME: Final = "journal.sqlite3"
PICTURES: Final = "pictures"
STAGED: Final = ".restore-"
PLAN: Final = ".restore.plan"
_ENDING: Final = "before-restore"


@dataclass(frozen=True, slots=True)
class _Plan:
    """``staged``: the folder with what is restored.  ``pictures``, ``journal``: names for the former ones, or none."""

    staged: str
    pictures: str | None
    journal: str | None

    @classmethod
    def of(cls, folder: Path) -> _Plan | None:
        """The plan in a data folder, or None."""
        try:
            values = json.loads((folder / PLAN).read_text(encoding="utf-8"))
            plan = cls(values["staged"], values["pictures"], values["journal"])
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None
        fits = _is_name(plan.staged, STAGED) and all(
            name is None or _is_name(name, f"{what}.{_ENDING}-")
            for name, what in ((plan.pictures, PICTURES), (plan.journal, FILE_NAME))
        )
        return plan if fits else None


def _is_name(name: object, beginning: str) -> bool:
    return isinstance(name, str) and name.startswith(beginning) and "/" not in name and "\0" not in name


def exchange(staged: Path, folder: Path) -> tuple[Path, ...]:
    """Give a data folder the journal and the pictures of a staged folder in it; return the new names of the former
    ones.

    All files of the staged folder have to be on disk.  Raises ``OSError``; the next start then finishes it.
    """
    pictures = free_name(folder / PICTURES, _ENDING).name if (folder / PICTURES).exists() else None
    journal = free_name(folder / FILE_NAME, _ENDING).name if (folder / FILE_NAME).exists() else None
    plan = _Plan(staged.name, pictures, journal)
    save(folder / PLAN, json.dumps(asdict(plan)))
    _carry_out(plan, folder)
    return tuple(folder / name for name in (pictures, journal) if name is not None)


def is_left_behind(folder: Path) -> bool:
    """Return whether a restore was begun there and has not ended."""
    try:
        return any(name.startswith((STAGED, PLAN, f".{PLAN}")) for name in os.listdir(folder))
    except OSError:
        return False


def recover(folder: Path) -> None:
    """Finish a restore that was killed when it had begun to exchange the data, else remove what it had made ready.

    Raises :class:`StorageError` if a restore is under way now, and ``OSError`` if the disk fails.
    """
    if not is_left_behind(folder):
        return
    with alone_in(folder):
        if (plan := _Plan.of(folder)) is not None:
            _carry_out(plan, folder)
        for name in os.listdir(folder):
            if name.startswith((PLAN, f".{PLAN}")):
                (folder / name).unlink()
            elif name.startswith(STAGED):
                shutil.rmtree(folder / name)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other restores and openings of the journal out of a data folder during an exchange."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StorageError(f"{folder}: a backup is being restored there, expected that this has ended") from None
        yield
    finally:
        os.close(handle)


def _carry_out(plan: _Plan, folder: Path) -> None:
    """Do the remaining steps; the files show which of them are done."""
    staged, pictures, journal = folder / plan.staged, folder / PICTURES, folder / FILE_NAME
    if plan.pictures is not None and not (folder / plan.pictures).exists() and pictures.exists():
        pictures.rename(folder / plan.pictures)
    if (staged / PICTURES).exists():
        (staged / PICTURES).rename(pictures)
    if (staged / FILE_NAME).exists():
        if plan.journal is not None:
            keep_as(journal, folder / plan.journal)
        put_in_place(staged / FILE_NAME, journal)
    sync(folder)
    shutil.rmtree(staged, ignore_errors=True)
    (folder / PLAN).unlink()
    sync(folder)
