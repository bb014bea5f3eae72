"""What the shelf of recorded matches holds, as plain values: a record, and where files can go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.album import Kept
from companion.events import Entry
from companion.record.journal import Header


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded match with its pictures.  ``over``: nobody plays on in it; ``at_table``: it is the one played now.

    ``evening``: the matches that belong to its evening, where they were asked for.
    """

    header: Header
    entries: tuple[Entry, ...]
    over: bool
    at_table: bool
    pictures: tuple[Kept, ...] = ()
    evening: tuple[tuple[Header, tuple[Entry, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Destination:
    """A folder that files can be written to; ``stick``: it can be taken away."""

    name: str
    folder: Path
    stick: bool
