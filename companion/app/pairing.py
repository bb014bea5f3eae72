"""The club that this table is paired with, if any: kept in the data folder, because it has a secret."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from companion.errors import InputError, StorageError, quoted
from companion.record.saving import save

_NAME: Final = "club.json"
_PATH: Final = "/pair"
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Club:
    """``address``: of the server, such as ``https://club.example``; ``token``: of this table."""

    address: str
    token: str

    @classmethod
    def from_code(cls, code: str) -> Club:
        """Return the club of a pairing code, ``https://HOST/pair#TOKEN``.  Raises :class:`InputError`.

        Without TLS only a server on this machine is accepted: anybody in the network could read the token.  Whoever is
        asked about the host has to see all of its name, and nothing that looks like one.

        >>> Club.from_code("https://club.example/pair#s3cret")
        Club(address='https://club.example', token='s3cret')
        """
        try:
            parts = urlsplit(code.strip())
            host = parts.hostname or ""
        except ValueError:
            host = ""
        is_plain = host and host.isascii() and host.isprintable() and "@" not in parts.netloc
        is_safe = is_plain and (parts.scheme == "https" or (parts.scheme == "http" and host in _LOCAL))
        if not is_safe or not parts.path.endswith(_PATH) or not parts.fragment:
            raise InputError(f"{quoted(code)} is no pairing code of a club, expected https://HOST/pair#TOKEN")
        return cls(f"{parts.scheme}://{parts.netloc}{parts.path.removesuffix(_PATH)}", parts.fragment)

    @property
    def host(self) -> str:
        """The name of the server, with its port if it has an unusual one."""
        return urlsplit(self.address).netloc


class ClubHere:
    """The club of the table with this data folder, as the screen reaches it."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir: Final = data_dir

    def host(self, code: str) -> str | None:
        try:
            return Club.from_code(code).host
        except InputError:
            return None

    def pair(self, code: str) -> None:
        pair_with(self._data_dir, Club.from_code(code))


def paired_club(data_dir: Path) -> Club | None:
    """Return the club that matches are sent to, None if the table is paired with none."""
    try:
        said = json.loads((data_dir / _NAME).read_text(encoding="utf-8"))
        return Club(str(said["address"]), str(said["token"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def pair_with(data_dir: Path, club: Club) -> None:
    """Send all matches, also those played before, to a club from now on.  Raises :class:`StorageError`."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{data_dir}: cannot be made ({error.strerror})") from error
    save(data_dir / _NAME, json.dumps(asdict(club)) + "\n", private=True)


def unpair(data_dir: Path) -> None:
    """Send nothing any more; what the club has it keeps."""
    with suppress(FileNotFoundError):
        (data_dir / _NAME).unlink()
