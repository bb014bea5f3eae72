"""Release files that could be installed: on the sticks that are plugged in, or in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.updating.manifest import order
from companion.updating.unpacking import peeked

PATTERN: Final = "companion-*.tar.gz"


@dataclass(frozen=True, slots=True)
class Offer:
    """A release file that says it is one of ours; it is checked as a whole when it is installed."""

    file: Path
    version: str
    has_wheels: bool


def offers(folders: Iterable[Path]) -> list[Offer]:
    """The release files in these folders, not in folders in them, the newest first; others are passed over."""
    found = [offer for folder in folders for file in folder.glob(PATTERN) if (offer := _offer(file)) is not None]
    return sorted(found, key=lambda offer: (order(offer.version), offer.has_wheels, str(offer.file)), reverse=True)


def _offer(file: Path) -> Offer | None:
    try:
        manifest = peeked(file)
    except InputError:
        return None
    return Offer(file, manifest.version, manifest.has_wheels())
