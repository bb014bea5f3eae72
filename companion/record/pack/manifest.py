"""The manifest of a pack: which files are in it, of which size and SHA-256, and the last hash of the journal."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from companion.record.pack.stored_zip import MOST_BYTES as ZIP_BYTES

NAME: Final = "manifest.json"
FORMAT: Final = "companion-pack"
VERSION: Final = 1
MOST_BYTES: Final = 16 * 2**20
"""More than the manifest of a pack with as many files as a zip file can hold."""

_HASH: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """``name``: with its folders, divided by slashes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """``uuid``, ``epoch``: of the match.  ``entries``: how many; ``last_hash``: of the last one."""

    uuid: str
    epoch: int
    entries: int
    last_hash: str
    files: tuple[ListedFile, ...]

    def text(self) -> str:
        """Return the manifest as a file: the same facts are always the same bytes."""
        facts = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Manifest:
        """Return the manifest of a file; the inverse of :meth:`text`.

        Raises :class:`ValueError` for anything else, with a phrase that says what it is or what is missing.
        """
        try:
            value = json.loads(text)
        except RecursionError:
            raise ValueError("is no JSON of ours") from None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise ValueError(f'has no "format": "{FORMAT}"')
        if value.get("version") != VERSION:
            raise ValueError(f"is of version {value.get('version')!r}, expected {VERSION}")
        try:
            files = tuple(_listed(one) for one in value["files"])
            found = cls(
                str(value["uuid"]), _count(value["epoch"]), _count(value["entries"]), _hash(value["last_hash"]), files
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"lacks a fact of the match or of a file ({error})") from None
        if len({one.name for one in files}) != len(files):
            raise ValueError("lists a file twice")
        if sum(one.size for one in files) > ZIP_BYTES:
            raise ValueError("lists more bytes than a pack can have")
        return found


def listed(files: Sequence[tuple[str, int, str]]) -> tuple[ListedFile, ...]:
    """Return files given as (name, size, SHA-256) by their names."""
    return tuple(ListedFile(*one) for one in sorted(files))


def _listed(row: Any) -> ListedFile:
    return ListedFile(str(row["name"]), _count(row["size"]), _hash(row["sha256"]))


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is no count")
    return value


def _hash(value: Any) -> str:
    if not isinstance(value, str) or not _HASH.fullmatch(value):
        raise TypeError(f"{value!r} is no SHA-256")
    return value
