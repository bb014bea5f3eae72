"""A restore that is killed at any step is finished, or taken back, by the next start."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.record import Journal, exchange
from companion.record.backup import backup, restore
from companion.record.exchange import alone_in
from tests.killed import left_by_kills
from tests.record.test_backup import played, who


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with a backup of Ann's match, and a data folder ``there`` with Zoe's."""
    played(tmp_path / "here", "Ann")
    played(tmp_path / "before", "Zoe")
    backup(tmp_path / "here", tmp_path / "all.zip")
    return tmp_path


def _fresh(made: Path, *, pictures: bool = True) -> Path:
    there = made / "there"
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(made / "before", there)
    if not pictures:
        shutil.rmtree(there / "pictures")
    return there


def _is_whole(there: Path, *, pictures: bool = True) -> str:
    """Whose data is there: the match, the pictures and what is kept belong together, and nothing else lies there."""
    (name,) = who(there)
    picture = there / "pictures/1/0001-roll.jpg"
    names = {"journal.sqlite3", "journal.sqlite3.count"} | ({"pictures"} if picture.exists() else set())
    if name == "Ann":
        names |= {"journal.sqlite3.before-restore-1"} | ({"pictures.before-restore-1"} if pictures else set())
    found = {path.name for path in there.iterdir() if not path.name.endswith(("-wal", "-shm", "-journal", ".lock"))}
    assert found == names
    assert picture.exists() == (pictures or name == "Ann")
    if picture.exists():
        assert picture.read_bytes() == f"picture of {name}".encode()
    return name


@pytest.mark.slow
@pytest.mark.parametrize("pictures", [True, False], ids=["pictures", "none"])
def test_a_restore_killed_before_any_file_operation_is_finished_or_taken_back(made: Path, pictures: bool) -> None:
    there = _fresh(made, pictures=pictures)
    ends = [_is_whole(there, pictures=pictures) for _ in left_by_kills(there, lambda: restore(there, made / "all.zip"))]
    assert len(ends) > 20
    assert ends == sorted(ends, reverse=True), "first taken back, from some moment on finished"
    assert set(ends) == {"Ann", "Zoe"}


@pytest.mark.slow
def test_what_finishes_it_may_be_killed_too(made: Path) -> None:
    there = _fresh(made)
    for _ in left_by_kills(there, lambda: restore(there, made / "all.zip")):
        if (there / exchange.PLAN).exists():
            break
    ends = [_is_whole(there) for _ in left_by_kills(there, lambda: exchange.recover(there))]
    assert len(ends) > 5
    assert set(ends) == {"Ann"}


@pytest.mark.slow
def test_where_a_file_cannot_have_two_names_it_is_finished_too(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    there = _fresh(made)
    assert {_is_whole(there) for _ in left_by_kills(there, lambda: restore(there, made / "all.zip"))} == {"Ann", "Zoe"}


@pytest.mark.slow
def test_a_restore_killed_at_any_moment_is_finished_or_taken_back(made: Path) -> None:
    chance = random.Random(22)
    for _ in range(5):
        there = _fresh(made)
        _killed_after(chance.uniform(0, 0.06), lambda there=there: restore(there, made / "all.zip"))  # type: ignore[misc]
        _is_whole(there)


def _killed_after(seconds: float, act: Callable[[], object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            act()
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_nobody_opens_the_journal_while_it_is_exchanged(made: Path) -> None:
    there = _fresh(made)
    (there / ".restore-x").mkdir()
    with alone_in(there), pytest.raises(StorageError, match="a backup is being restored there"):
        Journal(there)
    assert _is_whole(there) == "Zoe"


@pytest.mark.parametrize("plan", ["", "{}", '{"staged": "../x", "pictures": null, "journal": null}', "[" * 100_000])
def test_a_plan_that_nobody_wrote_here_is_removed(made: Path, plan: str) -> None:
    there = _fresh(made)
    (there / exchange.PLAN).write_text(plan)
    assert _is_whole(there) == "Zoe"
