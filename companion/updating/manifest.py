"""The manifest of a release: ``release.json``, with the checksum of each of its files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from companion.errors import InputError, quoted

NAME: Final = "release.json"
FORMAT: Final = 1
LONGEST: Final = 4 * 2**20
"""The greatest size in bytes, far above that of any manifest of ours."""
WHEELS: Final = "wheels/"

_MOST_BYTES: Final = 4 * 2**30
_VERSION: Final = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")
_SUM: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of a release: its size in bytes, its SHA-256 in hexadecimal digits."""

    size: int
    sha256: str
    program: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest; ``schema``: the newest version of the journal's tables that this release reads.

    ``files``: by path within the release, with ``/`` between folders; the manifest itself is not among them.
    """

    version: str
    schema: int
    dependencies: tuple[str, ...]
    files: Mapping[str, ListedFile]

    def name(self) -> str:
        """The folder's name: the version, and a digest that distinguishes builds of one version.

        Wheels do not count: with or without them it is the same release.
        """
        values = [f"{path} {listed.sha256}" for path, listed in sorted(self.files.items()) if not is_wheel(path)]
        return f"{self.version}-{hashlib.sha256(chr(10).join(values).encode()).hexdigest()[:8]}"

    def has_wheels(self) -> bool:
        return any(is_wheel(path) for path in self.files)

    def size(self) -> int:
        """The bytes of all files."""
        return sum(listed.size for listed in self.files.values())

    def text(self) -> str:
        """Return the manifest as JSON; :meth:`from_text` reads it."""
        files = {
            path: {"size": listed.size, "sha256": listed.sha256} | ({"program": True} if listed.program else {})
            for path, listed in sorted(self.files.items())
        }
        values = {
            "format": FORMAT,
            "name": "companion",
            "version": self.version,
            "schema": self.schema,
            "dependencies": list(self.dependencies),
            "files": files,
        }
        return json.dumps(values, indent=1) + "\n"

    @classmethod
    def from_text(cls, text: str, named: str) -> Manifest:
        """Read a manifest.  Raises :class:`InputError` naming the file (``named``) for any other text."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError(f"{named}: its {NAME} is damaged, expected JSON") from None
        if not isinstance(values, dict) or values.get("name") != "companion":
            raise InputError(f"{named}: is no release of the companion")
        if values.get("format") != FORMAT:
            raise InputError(
                f"{named}: is a release of format {quoted(values.get('format'))}, this companion reads format {FORMAT}"
            )
        try:
            return cls(
                version=_version(values["version"]),
                schema=_number(values["schema"]),
                dependencies=tuple(_text(word) for word in values["dependencies"]),
                files={_path(path): _listed(facts) for path, facts in values["files"].items()},
            )
        except (KeyError, TypeError, AttributeError, ValueError):
            raise InputError(f"{named}: its {NAME} is damaged, expected version, schema and files with sums") from None


def is_wheel(path: str) -> bool:
    return path.startswith(WHEELS)


def is_version(text: str) -> bool:
    """Return whether a text is the version of a release.

    >>> is_version("0.10.0"), is_version("0.10.0-rc1")
    (True, False)
    """
    return _VERSION.fullmatch(text) is not None


def read_manifest(release: Path) -> Manifest:
    """Read the manifest of an unpacked release.  Raises :class:`InputError` if there is no usable one."""
    file = release / NAME
    try:
        if file.stat().st_size > LONGEST:
            raise InputError(f"{file}: is no manifest of a release")
        return Manifest.from_text(file.read_text(encoding="utf-8"), str(release))
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{release}: is no release of the companion, expected a {NAME} in it") from None


def order(version: str) -> tuple[int, ...]:
    """Return a key by which versions are compared.

    >>> order("0.10.0") > order("0.9.1")
    True
    >>> order("1.0") == order("1.0.0")
    True
    """
    numbers = [int(word) for word in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _version(value: Any) -> str:
    if not isinstance(value, str) or not is_version(value):
        raise ValueError
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST_BYTES:
        raise ValueError
    return value


def _text(value: Any) -> str:
    # A text that begins with a dash would be an option to the package installer.
    if not isinstance(value, str) or not value[:1].isalnum():
        raise ValueError
    value.encode()  # JSON may hold halves of letters, which no file and no line can
    return value


def _path(value: str) -> str:
    """Check a path: it stays within the release and is in normal form."""
    value.encode()
    path = PurePosixPath(value)
    if path.is_absolute() or ".." in path.parts or str(path) != value or value in (".", NAME) or "\0" in value:
        raise ValueError
    return value


def _listed(facts: Any) -> ListedFile:
    if not isinstance(facts["sha256"], str) or not _SUM.fullmatch(facts["sha256"]):
        raise ValueError
    return ListedFile(_number(facts["size"]), facts["sha256"], program=facts.get("program") is True)
