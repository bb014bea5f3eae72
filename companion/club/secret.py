"""The secret of the server: made once, and only its own user may read it."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

_NAME: Final = "secret"


def secret_in(folder: Path) -> str:
    """Return the secret of a data folder; the first call makes it."""
    path = folder / _NAME
    folder.mkdir(parents=True, exist_ok=True)
    whole = path.with_name(f".{_NAME}-{os.getpid()}")
    if not path.exists():
        with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
            os.fsync(file.fileno())
        try:
            os.link(whole, path)  # unlike a move, this lets the first of two processes win
        except FileExistsError:
            pass
        finally:
            whole.unlink()
    return path.read_text()
