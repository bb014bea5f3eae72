"""Finds release files that could be installed: on the plugged in USB sticks, or in a folder."""

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
class ReleaseOffer:
    """A release file that claims to be one of ours; the whole file is checked when it is installed."""

    file: Path
    version: str
    has_wheels: bool


def offers(folders: Iterable[Path]) -> list[ReleaseOffer]:
    """Return the release files in these folders, without subfolders, the newest first; other files are skipped."""
    found = [offer for folder in folders for file in folder.glob(PATTERN) if (offer := _offer(file)) is not None]
    return sorted(found, key=lambda offer: (order(offer.version), offer.has_wheels, str(offer.file)), reverse=True)


def _offer(file: Path) -> ReleaseOffer | None:
    try:
        manifest = peeked(file)
    except InputError:
        return None
    return ReleaseOffer(file, manifest.version, manifest.has_wheels())
