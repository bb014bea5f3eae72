"""A copy of everything that the server stores in one file, and the way back.

The file is a tar archive of the database and of the secret, without which the removed names of players would not be
known again.  SQLite is copied by its own backup while the server runs, PostgreSQL by ``pg_dump``.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection

from companion.club.secret import NAME as SECRET
from companion.club.secret import secret_in, write_secret
from companion.errors import InputError

_SQLITE: Final = "club.sqlite3"
_POSTGRESQL: Final = "club.pgdump"


def backup(to: Path) -> None:
    """Write a copy to a file, which is there only once it is whole, and which only its user can read.

    Raises :class:`InputError` if the file exists, or for what the programs of PostgreSQL say.
    """
    if to.exists():
        raise InputError(f"{to}: there is a file already")
    secret_in(settings.DATA)
    with tempfile.TemporaryDirectory(dir=to.parent, prefix=".backup-") as folder:
        database, whole = Path(folder) / _name(), Path(folder) / "whole"
        _dump(database)
        with whole.open("xb") as file:
            with tarfile.open(fileobj=file, mode="w") as archive:
                archive.add(database, database.name)
                archive.add(settings.DATA / SECRET, SECRET)
            file.flush()
            os.fsync(file.fileno())
        whole.chmod(0o600)
        os.link(whole, to)  # unlike a move, this never replaces a file


def restore(source: Path) -> None:
    """Put a copy in the place of all that is stored.  Raises :class:`InputError` for what is no such copy."""
    with tempfile.TemporaryDirectory(dir=settings.DATA, prefix=".restore-") as folder:
        database, secret = Path(folder) / _name(), Path(folder) / SECRET
        try:
            with tarfile.open(source) as archive:
                for path in (database, secret):
                    _extract(archive, path)
        except (OSError, tarfile.TarError, KeyError) as error:
            said = f"expected a copy of a database of the same kind, with {_name()} and {SECRET}"
            raise InputError(f"{source}: {said} ({error})") from error
        _load(database)
        write_secret(settings.DATA, secret.read_text())


def _extract(archive: tarfile.TarFile, to: Path) -> None:
    """Write the file of that name, and nothing else that an archive may have.  Raises ``KeyError`` without one."""
    member = archive.extractfile(to.name)
    if member is None:
        raise KeyError(to.name)
    with member, to.open("xb") as file:
        shutil.copyfileobj(member, file)


def _name() -> str:
    return _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL


def _dump(to: Path) -> None:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(to)) as copy:
            _opened().backup(copy)
        return
    _run(["pg_dump", "--format=custom", "--no-owner", f"--file={to}", _settings()["NAME"]])


def _load(database: Path) -> None:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(database)) as copy:
            copy.backup(_opened())
        connection.close()
        return
    connection.close()
    lines = database.with_suffix(".sql")
    _run(["pg_restore", "--no-owner", f"--file={lines}", str(database)])
    # One transaction; tables that are newer than the copy go, too.
    emptied = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    way = ["psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    _run([*way, f"--command={emptied}", f"--file={lines}", f"--dbname={_settings()['NAME']}"])


def _opened() -> sqlite3.Connection:
    connection.ensure_connection()
    assert isinstance(connection.connection, sqlite3.Connection)
    return connection.connection


def _settings() -> dict[str, Any]:
    return dict(connection.settings_dict)


def _run(words: list[str]) -> None:
    known = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {name: str(_settings()[key]) for name, key in known.items() if _settings().get(key)}
    try:
        subprocess.run(words, env=os.environ | given, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise InputError(f"{words[0]}: not found; install the client of PostgreSQL") from None
    except subprocess.CalledProcessError as error:
        raise InputError(f"{words[0]}: {error.stderr.strip()}") from error
