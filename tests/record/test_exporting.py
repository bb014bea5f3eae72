"""Recorded matches as files that are read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.record import Header, Match, exporting, match_from_entries, read_match
from companion.record.exporting import FORMS, export, file_stem, session_matches
from tests.record.recorded import MATCH

HEADER = Header(12, "2026-11-20T23:30:00+01:00", ("Łukasz", "Зоя"), 3)


@pytest.fixture
def match() -> Match:
    return match_from_entries(HEADER, MATCH)


@pytest.mark.parametrize("form", FORMS)
def test_a_match_is_written_and_can_be_read_again(form: str, match: Match, tmp_path: Path) -> None:
    path = tmp_path / f"match.{form}"
    export(match, MATCH, path)
    assert [game.win for game in read_match(path).games] == [game.win for game in match.games]


def test_a_file_that_holds_something_else_is_not_said_to_be_saved(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.mat"
    monkeypatch.setattr(exporting, "save", lambda path, text: path.write_text(text[: len(text) // 2]))
    with pytest.raises(StorageError, match="holds something else"):
        export(match, MATCH, path)
    monkeypatch.setattr(exporting, "save", lambda path, text: None)  # noqa: ARG005
    path.unlink()
    with pytest.raises(StorageError, match="cannot be read again"):
        export(match, MATCH, path)


def test_the_name_of_a_file_can_stand_on_any_stick() -> None:
    assert file_stem(HEADER) == "2026-11-20-match-12-Lukasz"
    assert file_stem(replace(HEADER, names=("../a:b", 'c?"'))) == "2026-11-20-match-12-a-b-c"


def test_an_evening_lasts_until_six_in_the_morning() -> None:
    starts = ["20T18:00", "20T23:30", "21T02:00", "21T05:59", "21T06:01", "20T05:00"]
    headers = [replace(HEADER, id=n, started=f"2026-11-{at}:00+01:00") for n, at in enumerate(starts)]
    assert [one.id for one in session_matches(HEADER, headers)] == [0, 1, 2, 3]
