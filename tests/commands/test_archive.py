"""``companion archive`` as a person uses it."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.record import EventLog, Journal, Mode, match_from_entries, read_match, write_match
from companion.record.journal import FILE_NAME
from companion.record.machine import Machine
from companion.record.snapshot_files import FOLDER, SnapshotFacts, keep, kept
from tests.record.recorded import MATCH, MONEY

Said = tuple[int, str, str]
Archive = Callable[..., Said]
UP_TO_FIRST_ROLL = 2


@pytest.fixture
def archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Archive:
    """Runs one action; answers status, output and what was said on standard error."""

    def run(*words: str) -> Said:
        try:
            status = main(["--data-dir", str(tmp_path / "data"), "archive", *words])
        except SystemExit as ended:
            status = int(ended.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Match 1 to 3 points, won; match 2 for money; match 3 has one roll."""
    folder = tmp_path / "data"
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "rtc0").touch()
    with Journal(folder, machine=Machine(root=tmp_path)) as journal:
        journal.begin(names=("Anna", "Łukasz"), length=3, started=datetime(2026, 11, 20, 19, 30, tzinfo=UTC))
        journal.append_all(MATCH)
        journal.begin(names=("Anna", "Zoë"), mode=Mode.RECORDED, started=datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
        journal.append_all(MONEY)
        journal.begin(names=("Bob", "Łukasz"), length=7, started=datetime(2026, 11, 22, 9, 0, tzinfo=UTC))
        journal.append_all(MATCH[:UP_TO_FIRST_ROLL])
    return folder


def picture(data: Path, match_id: int) -> None:
    keep(data, b"\xff\xd8rest", SnapshotFacts(match_id, 1, "roll", 2, 7, 4.0, ""))


# --- list and show -------------------------------------------------------------------------------


@pytest.mark.usefixtures("data")
def test_the_list_has_one_object_a_line(archive: Archive) -> None:
    status, out, _ = archive("list", "--json")
    lines = [json.loads(text) for text in out.splitlines()]
    assert (status, [line["id"] for line in lines]) == (0, [1, 2, 3])
    assert lines[1] == {
        "id": 2, "started": "2026-11-21T20:00:00+00:00", "players": ["Anna", "Zoë"], "length": 0, "score": [1, 0],
        "mode": "recorded", "rules": "tournament", "finished": True,
    }  # fmt: skip


@pytest.mark.usefixtures("data")
def test_the_list_is_a_table_for_people(archive: Archive) -> None:
    _, out, _ = archive("list")
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "ID BEGAN PLAYERS LENGTH SCORE MODE RULES",
        "1 2026-11-20 19:30 Anna - Łukasz 3 3-0 refereed tournament finished",
        "2 2026-11-21 20:00 Anna - Zoë money 1-0 recorded tournament finished",
        "3 2026-11-22 09:00 Bob - Łukasz 7 0-0 refereed tournament",
    ]


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["--player", "łuk"], [1, 3]),
        (["--since", "2026-11-21"], [2, 3]),
        (["--player", "Anna", "--since", "2026-11-21"], [2]),
        (["--player", "nobody"], []),
        (["--deleted"], []),
    ],
)
def test_matches_are_searched_by_player_and_day(words: list[str], ids: list[int], archive: Archive) -> None:
    status, out, _ = archive("list", "--json", *words)
    assert (status, [json.loads(line)["id"] for line in out.splitlines()]) == (0, ids)


def test_a_match_without_a_roll_is_not_in_the_list(archive: Archive, data: Path) -> None:
    with Journal(data) as journal:
        journal.begin(names=("Bob", "Zoë"))
        journal.append_all(MATCH[: UP_TO_FIRST_ROLL - 1])
        assert [header.id for header in journal.matches()] == [1, 2, 3, 4]
    listed = [json.loads(line)["id"] for line in archive("list", "--json")[1].splitlines()]
    assert listed == [1, 2, 3]


def test_a_start_by_a_clock_that_was_not_sure_is_marked(archive: Archive, tmp_path: Path) -> None:
    with Journal(tmp_path / "data", machine=Machine(root=tmp_path)) as journal:
        journal.begin(started=datetime(2026, 11, 20, 19, 30, tzinfo=UTC))
        journal.append_all(MATCH[:UP_TO_FIRST_ROLL])
    assert "2026-11-20 19:30?" in archive("list")[1]
    assert "the clock was not sure of the time when it began" in archive("show", "1")[1]


def test_where_nothing_was_recorded_the_list_is_empty_and_nothing_is_made(archive: Archive, tmp_path: Path) -> None:
    assert archive("list") == (0, "no matches\n", "")
    assert archive("list", "--json") == (0, "", "")
    assert not (tmp_path / "data").exists()


def test_a_match_is_shown_with_score_games_and_transcript(archive: Archive, data: Path) -> None:
    picture(data, 1)
    status, out, _ = archive("show", "1")
    assert status == 0
    assert out.startswith("match 1: Anna (light) and Łukasz (dark)\nto 3 points, rules tournament, refereed")
    assert "score 3-0, finished" in out
    assert "  game 1 at 0-0: Anna wins 2\n  game 2 at 2-0, the Crawford game: Anna wins 1\n1 picture" in out
    assert "Łukasz rolls 6-5" in out


@pytest.mark.usefixtures("data")
def test_a_match_is_shown_as_one_object(archive: Archive) -> None:
    values = json.loads(archive("show", "1", "--json")[1])
    assert values["score"] == [3, 0]
    assert [game["win"] for game in values["games"]] == [{"side": "light", "points": 2}, {"side": "light", "points": 1}]
    assert (values["pictures"], values["deleted"]) == (0, None)


# --- export --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_match_is_exported_as_other_commands_write_it(
    form: str, archive: Archive, data: Path, tmp_path: Path
) -> None:
    with Journal(data) as journal:
        write_match(match_from_entries(journal.header(1), journal.entries(1)), tmp_path / f"own.{form}")
    own = (tmp_path / f"own.{form}").read_text(encoding="utf-8")
    assert archive("export", "1", f"--{form}") == (0, own, "")
    out = tmp_path / f"out.{form}"
    assert archive("export", "1", "--out", str(out)) == (0, f"written: {out}\n", "")
    assert out.read_text(encoding="utf-8") == own


@pytest.mark.usefixtures("data")
def test_the_document_has_the_events_exactly_as_they_were_written_to_a_file(archive: Archive, tmp_path: Path) -> None:
    with EventLog(tmp_path / "events.jsonl") as log:
        for entry in MATCH:
            log.write(entry)
    status, out, _ = archive("export", "1", "--json")
    with Journal(tmp_path / "data") as journal:
        header = journal.header(1)
    assert (json.loads(out)["uuid"], json.loads(out)["epoch"]) == (header.uuid, 1)
    lines = [json.dumps(event, ensure_ascii=False) for event in json.loads(out)["events"]]
    assert (status, lines) == (0, (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines())


@pytest.mark.usefixtures("data")
def test_an_exported_document_is_a_match_file(archive: Archive, tmp_path: Path) -> None:
    status, out, _ = archive("export", "1", "--json", "--out", str(tmp_path / "match.json"))
    assert (status, json.loads(out)) == (0, {"id": 1, "out": str(tmp_path / "match.json")})
    assert read_match(tmp_path / "match.json").names == ("Anna", "Łukasz")


def test_a_disputed_turn_is_exported_as_a_folder(archive: Archive, data: Path, tmp_path: Path) -> None:
    picture(data, 1)
    out = tmp_path / "turn"
    assert archive("export", "1", "--dispute", "1", "--out", str(out)) == (0, f"written: {out}\n", "")
    assert (out / "0001-roll.jpg").exists()
    assert json.loads(archive("export", "1", "--dispute", "2", "--out", f"{out}2", "--json")[1])["turn"] == 2


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "1"], "give a format: --json, --mat, --sgf or --pdn"),
        (["export", "1", "--mat", "--json"], "--json and --mat are two formats; give one"),
        (["export", "1", "--mat", "--out", "x.sgf"], "--mat and --out x.sgf name two formats"),
        (["export", "1", "--mat", "--out", "no/where"], "--out no/where: there is no folder no"),
        (["export", "1", "--mat", "--out", "."], "--out .: is a folder"),
        (["export", "1", "--dispute", "12"], "match 1: turn 12: not found; the match has 4 turns"),
        (["export", "1", "--dispute", "1", "--mat"], "--dispute writes a folder"),
        (["export", "9", "--mat"], "there is no match 9"),
        (["show", "nine"], "match 'nine': give a match number"),
        (["show", "-1"], "match '-1': give a match number"),
        (["show", "1" * 40], "give a match number"),
        (["list", "--since", "yesterday"], "--since 'yesterday': expected a day such as 2026-11-20"),
        (["delete"], "give a match number"),
        (["undelete", "1"], "match 1: not deleted; see companion archive list --deleted"),
        (["restore", "none.zip"], "none.zip: there is no such file"),
        ([], "the following arguments are required: ACTION"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(words: list[str], said: str, archive: Archive) -> None:
    status, out, error = archive(*words)
    assert (status, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["show", "1"], ["export", "1", "--mat"], ["delete", "1", "--yes"], ["backup", "b.zip"]]
)
def test_without_a_journal_that_is_said_and_none_is_made(words: list[str], archive: Archive, tmp_path: Path) -> None:
    status, _, error = archive(*words)
    assert (status, error.count("\n")) == (2, 1)
    assert "journal" in error
    assert not (tmp_path / "data").exists()


@pytest.mark.usefixtures("data")
def test_a_damaged_record_is_listed_and_said_where_it_is_asked_for(archive: Archive, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as database:
        database.execute("INSERT INTO entries (match_id, n, t, event, details) VALUES (3, 3, 9, 'play', '{half')")
    database.close()
    status, out, error = archive("list", "--json")
    assert (status, error, len(out.splitlines())) == (0, "", 3)
    status, _, error = archive("show", "3")
    assert (status, error.count("\n")) == (2, 1)
    assert "match 3: its record is damaged" in error


# --- delete and bring back -----------------------------------------------------------------------


def test_a_deleted_match_is_not_listed_and_can_be_brought_back_with_its_pictures(archive: Archive, data: Path) -> None:
    picture(data, 2)
    status, out, _ = archive("delete", "2", "--yes")
    assert (status, out) == (0, "deleted: match 2; companion archive undelete 2 brings it back\n")
    assert [json.loads(line)["id"] for line in archive("list", "--json")[1].splitlines()] == [1, 3]
    assert [json.loads(line)["id"] for line in archive("list", "--deleted", "--json")[1].splitlines()] == [2]
    assert "marked as deleted" in archive("show", "2")[1]
    assert archive("undelete", "2")[0] == 0
    assert len(archive("list", "--json")[1].splitlines()) == 3
    assert len(kept(data, 2)) == 1


def test_a_match_removed_for_good_is_gone_with_its_pictures(archive: Archive, data: Path) -> None:
    picture(data, 1)
    picture(data, 2)
    status, out, _ = archive("delete", "2", "--now", "--yes", "--json")
    assert (status, json.loads(out)) == (0, {"deleted": [2], "for_good": True})
    assert not (data / FOLDER / "2").exists()
    assert len(kept(data, 1)) == 1
    assert "there is no match 2" in archive("show", "2")[2]
    assert archive("undelete", "2")[0] == 2


def test_what_was_marked_before_goes_for_good_too_and_is_named(archive: Archive, data: Path) -> None:
    picture(data, 3)
    archive("delete", "3", "--yes")
    status, out, _ = archive("delete", "--now", "--yes")
    assert (status, out) == (0, "removed for good: match 3\n")
    assert not (data / FOLDER / "3").exists()
    assert archive("delete", "--now", "--yes") == (0, "no match is marked as deleted\n", "")


@pytest.mark.usefixtures("data")
def test_nobody_is_asked_where_there_is_no_terminal(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    status, _, error = archive("delete", "1")
    assert status == 2
    assert "nobody can be asked here whether match 1 may go; add --yes" in error


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("answer", "status", "left"), [("y\n", 0, 2), ("Yes\n", 0, 2), ("\n", 1, 3), ("no\n", 1, 3), ("", 1, 3)]
)
def test_on_a_terminal_it_asks_first(
    answer: str, status: int, left: int, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    found, _, error = archive("delete", "1")
    assert found == status
    assert (
        "match 1: Anna - Łukasz, began 2026-11-20T19:30:00+00:00\ndelete match 1 (undelete brings it back)? [y/N]"
        in error
    )
    assert len(archive("list", "--json")[1].splitlines()) == left


# --- backup and restore --------------------------------------------------------------------------


def test_a_backup_brings_matches_and_pictures_back(archive: Archive, data: Path, tmp_path: Path) -> None:
    picture(data, 1)
    before = archive("list", "--json")
    file = tmp_path / "all.zip"
    assert archive("backup", str(file)) == (0, f"written: {file}, 3 matches, 1 picture\n", "")
    shutil.rmtree(data)
    status, out, _ = archive("restore", str(file))
    assert (status, out) == (0, "restored: 3 matches, 1 picture\n")
    assert archive("list", "--json") == before
    assert len(kept(data, 1)) == 1


@pytest.mark.usefixtures("data")
def test_what_a_backup_replaces_is_kept_and_named(archive: Archive, tmp_path: Path) -> None:
    archive("backup", str(tmp_path / "all.zip"))
    archive("delete", "1", "--now", "--yes")
    _, out, _ = archive("restore", str(tmp_path / "all.zip"), "--json")
    (beside,) = json.loads(out)["kept"]
    assert Path(beside).exists()
    assert len(archive("list", "--json")[1].splitlines()) == 3
