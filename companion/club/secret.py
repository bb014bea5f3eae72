"""The secret of the server: made once, and only its own user may read it."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

NAME: Final = "secret"


@cache
def secret_in(folder: Path) -> str:
    """Return the secret of a data folder; the first call makes it."""
    path = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        whole = _written(folder, secrets.token_urlsafe(64))
        with suppress(FileExistsError):
            os.link(whole, path)  # unlike a move, this lets the first of two that make one win
        whole.unlink()
    return path.read_text()


def write_secret(folder: Path, secret: str) -> None:
    """Put a secret in the place of the one of a data folder; programs that run know it after a restart."""
    _written(folder, secret).replace(folder / NAME)


def _written(folder: Path, secret: str) -> Path:
    number, whole = tempfile.mkstemp(dir=folder, prefix=f".{NAME}-")  # nobody else may read it
    with os.fdopen(number, "w") as file:
        file.write(secret)
        file.flush()
        os.fsync(number)
    return Path(whole)
