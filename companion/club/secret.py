"""The secret of the server: made once, and only its own user may read it."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

_NAME: Final = "secret"


@cache
def secret_in(folder: Path) -> str:
    """Return the secret of a data folder; the first call makes it."""
    path = folder / _NAME
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        number, whole = tempfile.mkstemp(dir=folder, prefix=f".{_NAME}-")  # nobody else may read it
        with os.fdopen(number, "w") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(number)
        with suppress(FileExistsError):
            os.link(whole, path)  # unlike a move, this lets the first of two that make one win
        os.unlink(whole)
    return path.read_text()
