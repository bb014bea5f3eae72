"""The plain values of the archive: a recorded match, and the folders that files can be written to."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.record.entries import Entry
from companion.record.journal import Header
from companion.record.snapshot_files import Kept

CARDS: Final = "cards"
"""The folder of the data folder that holds the pictures of recaps."""


def card_stem(match: int, game: int) -> str:
    """Return the file name, without suffix, of the picture of a game's recap.

    >>> card_stem(12, 3)
    'match-12-game-3'
    """
    return f"match-{match}-game-{game}"


def delete_cards(data_dir: Path, match: int) -> None:
    """Delete the pictures of a match's recaps, as far as possible."""
    for path in (data_dir / CARDS).glob(f"match-{match}-game-*.png"):
        with suppress(OSError):
            path.unlink()


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A recorded match with its pictures.  ``over``: play has ended; ``at_table``: it is being played.

    ``session``: the matches of its session, if requested.
    """

    header: Header
    entries: tuple[Entry, ...]
    over: bool
    at_table: bool
    pictures: tuple[Kept, ...] = ()
    session: tuple[tuple[Header, tuple[Entry, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Destination:
    """A folder that files can be written to; ``stick``: it is on a removable USB stick."""

    name: str
    folder: Path
    stick: bool
