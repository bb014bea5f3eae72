"""Finds release files that could be installed: on the plugged in USB sticks, or in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.updating.manifest import order
from companion.updating.signing import Refusal, SignatureError, statement_of, trusted_keys

PATTERN: Final = "companion-*.tar.gz"


@dataclass(frozen=True, slots=True)
class ReleaseOffer:
    """A release file with a signature that is valid; whether it is the file that was signed is checked at install."""

    file: Path
    version: str
    has_wheels: bool


@dataclass(frozen=True, slots=True)
class RefusedRelease:
    """A file that is named like a release and is not taken; ``reason`` is a sentence."""

    file: Path
    refusal: Refusal
    reason: str


def offers(folders: Iterable[Path], *, keys: Mapping[str, bytes] | None = None) -> list[ReleaseOffer]:
    """Return the signed release files in these folders, without subfolders, the newest first.

    Only their signatures are read.  ``keys``: whose releases are taken; None = those of this companion.
    """
    found = [offer for offer in _all_in(folders, keys) if isinstance(offer, ReleaseOffer)]
    return sorted(found, key=lambda offer: (order(offer.version), offer.has_wheels, str(offer.file)), reverse=True)


def refused(folders: Iterable[Path], *, keys: Mapping[str, bytes] | None = None) -> list[RefusedRelease]:
    """Return the files in these folders that are named like releases and are not taken, by name."""
    found = [offer for offer in _all_in(folders, keys) if isinstance(offer, RefusedRelease)]
    return sorted(found, key=lambda offer: str(offer.file))


def _all_in(folders: Iterable[Path], keys: Mapping[str, bytes] | None) -> list[ReleaseOffer | RefusedRelease]:
    known = trusted_keys() if keys is None else keys
    return [_offer(file, known) for folder in folders for file in folder.glob(PATTERN)]


def _offer(file: Path, keys: Mapping[str, bytes]) -> ReleaseOffer | RefusedRelease:
    try:
        signed = statement_of(file, keys)
    except SignatureError as error:
        return RefusedRelease(file, error.refusal, str(error))
    return ReleaseOffer(file, signed.version, signed.packages)
