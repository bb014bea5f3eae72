"""A damaged journal is moved aside, and what can be read of it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.errors import StorageError
from companion.record import Journal, salvage
from tests.record.journals import notes, of_schema_1

PAGE: Final = 4096
ENTRIES: Final = notes(range(1, 301))


def written(folder: Path) -> Path:
    """Two matches with 300 entries each, and an electronic roll."""
    with Journal(folder) as journal:
        for name in ("Ann", "Zoe"):
            journal.begin(names=(name, "Bob"), terms={"of": name})
            journal.append_all(ENTRIES)
        journal.draw(6, 1)
    return folder / "journal.sqlite3"


def overwritten(path: Path, start: int, content: bytes) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + content + whole[start + len(content) :])


def pages(path: Path) -> int:
    return path.stat().st_size // PAGE


@pytest.mark.parametrize("share", [0.45, 0.5, 0.9])
def test_what_can_be_read_of_a_damaged_journal_is_kept(
    share: float, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path)
    overwritten(path, int(pages(path) * share) * PAGE, bytes(PAGE))
    damaged = path.read_bytes()
    with Journal(tmp_path) as journal:
        kept = [journal.entries(header.id) for header in journal.matches()]
        assert [header.names[0] for header in journal.matches()] == ["Ann", "Zoe"]
        assert [header.terms for header in journal.matches()] == [{"of": "Ann"}, {"of": "Zoe"}]
    assert all(entries == ENTRIES[: len(entries)] for entries in kept), "a whole beginning of each"
    assert 300 < sum(len(entries) for entries in kept) < 600
    assert (tmp_path / "journal.sqlite3.damaged-1").read_bytes() == damaged
    assert caplog.messages[0] == journal.notice
    assert caplog.messages[1:] == [
        f"journal {tmp_path / 'journal.sqlite3'}: {one.sentence()}" for one in journal.missing
    ]
    assert "was damaged and is kept as journal.sqlite3.damaged-1" in caplog.messages[0]


def test_a_journal_without_its_first_page_is_read_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    overwritten(written(tmp_path), 0, bytes(PAGE))
    with Journal(tmp_path) as journal:
        assert [journal.entries(header.id) for header in journal.matches()] == [ENTRIES, ENTRIES]
        assert [draw.numbers for draw in journal.draws()] == [(6, 1)]
    assert len(caplog.messages) == 1


@pytest.mark.slow
def test_a_journal_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[: -10 * PAGE])
    with Journal(tmp_path) as journal:
        first, second = (journal.entries(header.id) for header in journal.matches())
    assert first == ENTRIES
    assert second == ENTRIES[: len(second)]
    assert len(caplog.messages) == 2
    assert f"match 2: entries {len(second) + 1} to 300 are missing" in caplog.messages[1]


def test_a_journal_of_the_first_version_is_salvaged_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    overwritten(of_schema_1(tmp_path), 4 * PAGE, bytes(PAGE))  # the index of its entries
    with Journal(tmp_path) as journal:
        assert [len(journal.entries(header.id)) for header in journal.matches()] == [3, 1]
    assert len(caplog.messages) == 1


@pytest.mark.slow
def test_entries_of_a_match_that_cannot_be_read_get_a_stand_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    overwritten(written(tmp_path), PAGE, bytes(PAGE))  # the matches
    with Journal(tmp_path) as journal:
        assert [journal.entries(header.id) for header in journal.matches()] == [ENTRIES, ENTRIES]
        assert all(header.clock_doubtful for header in journal.matches())
    assert len(caplog.messages) == 1


def test_what_is_no_database_at_all_is_moved_aside_untouched(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content = "something else entirely, and long enough to be looked at" * 20
    (tmp_path / "journal.sqlite3").write_text(content)
    with Journal(tmp_path) as journal:
        assert journal.matches() == ()
        assert journal.begin().id == 1
    assert (tmp_path / "journal.sqlite3.damaged-1").read_text() == content
    assert "nothing could be read out of it" in caplog.messages[0]


@pytest.mark.slow
def test_each_damaged_journal_keeps_its_own_name(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for content in ("one", "two"):
        (tmp_path / "journal.sqlite3").write_text(content * 500)
        Journal(tmp_path).close()
    kept = [(tmp_path / f"journal.sqlite3.damaged-{number}").read_text()[:3] for number in (1, 2)]
    assert kept == ["one", "two"]
    assert len(caplog.messages) == 2


def test_where_there_is_no_room_for_a_new_journal_the_damaged_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = written(tmp_path)
    overwritten(path, 0, bytes(PAGE))
    damaged = path.read_bytes()

    def full(fresh: Path, place: Path) -> None:
        raise OSError(28, "No space left on device", str(fresh), None, str(place))

    with monkeypatch.context() as patch:
        patch.setattr(salvage, "put_in_place", full)
        with pytest.raises(StorageError, match="No space left"):
            Journal(tmp_path)
    assert path.read_bytes() == damaged
    assert not list(tmp_path.glob("*damaged*"))
    with Journal(tmp_path) as journal:
        assert journal.entries(1) == ENTRIES
    assert len(caplog.messages) == 1


def test_where_a_file_cannot_have_two_names_it_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(self: Path, target: object) -> None:
        raise OSError(1, f"Operation not permitted: {self} {target}")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    overwritten(written(tmp_path), 0, bytes(PAGE))
    with Journal(tmp_path) as journal:
        assert journal.entries(2) == ENTRIES
    assert (tmp_path / "journal.sqlite3.damaged-1").exists()
    assert len(caplog.messages) == 1


def test_nothing_but_the_journal_and_the_damaged_one_is_left_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    overwritten(written(tmp_path), 0, bytes(PAGE))
    Journal(tmp_path).close()
    kept = ["journal.sqlite3", "journal.sqlite3.count", "journal.sqlite3.damaged-1", "run.lock"]
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    assert len(caplog.messages) == 1
