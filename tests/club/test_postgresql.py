"""The tests that PostgreSQL may fail where SQLite passes, on a server of their own of which nothing is kept."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

_PROGRAMS: Final = shutil.which("pg_virtualenv"), next(Path("/usr/lib/postgresql").glob("*/bin/initdb"), None)


@pytest.mark.timeout(1800)  # each of the tests in it has the usual time
@pytest.mark.skipif(None in _PROGRAMS, reason="PostgreSQL is not installed: apt-get install postgresql")
def test_what_is_stored_and_derived_is_the_same_on_postgresql(tmp_path: Path) -> None:
    chosen = ["-m", "pytest", "-q", "-m", "postgresql", "-n", "0", "-p", "no:cacheprovider", "tests/club"]
    own = {"COMPANION_CLUB_DATABASE": "postgresql:///", "COMPANION_CLUB_DATA": str(tmp_path), "PGPORT": str(_free())}
    done = subprocess.run(
        ["pg_virtualenv", "-t", sys.executable, *chosen], env=os.environ | own, cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert " skipped" not in done.stdout, done.stdout


def _free() -> int:
    """A port that no server has: 5432 may be that of one on this machine."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
