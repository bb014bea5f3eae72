"""The files of reference data that several benches read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from companion.errors import InputError


def lines_of(path: Path) -> list[str]:
    """The lines of a packed file; raises InputError naming a file that is not there."""
    try:
        return gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
    except FileNotFoundError:
        raise InputError(f"test data {str(path)!r}: there is no such file; name its folder with --shared DIR") from None


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a packed file with one JSON object a line."""
    return [json.loads(line) for line in lines_of(path)]
