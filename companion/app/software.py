"""The version of the program, and its models for reading boards and valuing plays."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from hashlib import file_digest
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.record.pack.page import Program

_HOUSE: Final = Path(__file__).parents[2]
_DISTRIBUTION: Final = "backgammon-companion"
_MODELS: Final = ("vision/weights/*", "companion/coach/engines/builtin/*.npz")


def version() -> str:
    """Return the version of the project that runs: what its folder says, else what was installed."""
    try:
        return str(tomllib.loads((_HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, KeyError):
        return metadata.version(_DISTRIBUTION)


def models() -> Mapping[str, str]:
    """Return the SHA-256 of each model, by its path in the project."""
    paths = sorted(path for pattern in _MODELS for path in _HOUSE.glob(pattern) if path.is_file())
    return {path.relative_to(_HOUSE).as_posix(): _sum_of(path) for path in paths}


def program() -> Program:
    """Return what packs a match."""
    from companion.record.pack.page import Program

    return Program(version(), models())


def _sum_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
