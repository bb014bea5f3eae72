"""Other people's files through verify, convert and analyse: any ending, folders, encodings, several matches in one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands import analyse
from companion.record import read_match
from companion.record.files.draughts_formats import read_games
from companion.record.files.mat import mat_text
from companion.record.files.pdn import draughts_json_text
from companion.record.files.pdn_reading import read_pdn
from companion.record.files.sgf import sgf_text
from companion.record.files.short import short_text
from companion.texts import sentence
from tests.coach.fakes import ByNotation
from tests.record.files.test_pdn import GAME
from tests.record.playing import random_match

GAMEPLAY = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
MAT = " {length} point match\n\n Game 1\n {left} : 0                      {right} : 0\n" + GAMEPLAY
ANNA = MAT.format(length=3, left="Anna", right="Ben")
CID = MAT.format(length=7, left="Cid", right="Dan")
POLISH = MAT.format(length=3, left="Łukasz", right="Żaneta")

POINT = {"point": "19"}

Tell = Callable[..., tuple[int, list[Any], str]]


@pytest.fixture
def tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tell:
    """Runs a command with --json; answers status, the objects, and standard error."""

    def told(*words: object) -> tuple[int, list[Any], str]:
        status = main(["--data-dir", str(tmp_path / "data"), "--json", *map(str, words)])
        printed, error = capsys.readouterr()
        return status, [json.loads(line) for line in printed.splitlines()], error

    return told


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def said(*words: object) -> tuple[int, str, str]:
        status = main(["--data-dir", str(tmp_path / "data"), *map(str, words)])
        return status, *capsys.readouterr()

    return said


# --- what a file is --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["match.txt", "match", "match.xg", "match.TXT"])
def test_a_match_of_any_name_is_verified_and_converted(name: str, tmp_path: Path, tell: Tell) -> None:
    match = random_match(3, 5)
    for text in (mat_text(match), sgf_text(match), short_text(match)):
        (path := tmp_path / name).write_text(text, encoding="utf-8")
        status, (report,), _ = tell("verify", path)
        assert (status, report["ok"], report["games"]) == (0, True, len(match.games))
        assert set(report) == {"file", "ok", "games", "rolls", "problems"}
        assert tell("convert", path, tmp_path / "out.json")[0] == 0
        assert [game.win for game in read_match(tmp_path / "out.json").games] == [game.win for game in match.games]


def test_games_of_draughts_of_any_name_are_verified_and_converted(tmp_path: Path, tell: Tell) -> None:
    games = read_pdn(GAME).games
    for number, text in enumerate((GAME, draughts_json_text(games))):
        (path := tmp_path / f"games{number}.txt").write_text(text, encoding="utf-8")
        status, (report,), _ = tell("verify", path)
        assert (status, report["moves"]) == (0, 4)
        assert tell("convert", path, tmp_path / "out.pdn")[0] == 0
        assert [game.acts for game in read_games(tmp_path / "out.pdn").games] == [game.acts for game in games]
        status, _, error = tell("convert", path, tmp_path / "out.mat")
        assert (status, "games of draughts are written as one of .pdn, .json" in error) == (2, True)


def test_a_wrong_ending_is_a_note_and_no_problem(tmp_path: Path, tell: Tell) -> None:
    (path := tmp_path / "match.sgf").write_text(ANNA, encoding="utf-8")
    status, (report,), _ = tell("verify", path)
    assert (status, report["ok"], [problem["kind"] for problem in report["problems"]]) == (0, True, ["no-winner-line"])
    assert [(note["kind"], note["reason"]) for note in report["notes"]] == [
        ("note", "the name ends in .sgf, and the content is that of a .mat file")
    ]


def test_what_is_no_match_says_what_it_is(tmp_path: Path, tell: Tell) -> None:
    (path := tmp_path / "match.xg").write_bytes(b"RGMH\0\0")
    for words in (("verify", path), ("convert", path, tmp_path / "out.mat"), ("analyse", path)):
        status, _, error = tell(*words)
        assert status == 2
        assert "match.xg: is a file of eXtreme Gammon in its own format" in error
        assert "export the match as .mat" in error


# --- folders -----------------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    (folder / "deep").mkdir(parents=True)
    (folder / "anna.mat").write_text(ANNA, encoding="utf-8")
    (folder / "deep" / "cid.txt").write_text(CID, encoding="utf-8")
    (folder / "notes.txt").write_text("buy milk", encoding="utf-8")
    (folder / "other.json").write_text("{}", encoding="utf-8")
    (folder / "match.xg").write_bytes(b"RGMH")
    (folder / ".trash.mat").write_text(ANNA, encoding="utf-8")
    return folder


PASSED_OVER = [("match.xg", "is a file of eXtreme Gammon"), ("notes.txt", "holds no match"), ("other.json", "holds no")]


def check_passed_over(report: Any) -> None:
    told = [(Path(one["file"]).name, one["reason"]) for one in report["passed_over"]]
    assert [name for name, _ in told] == [name for name, _ in PASSED_OVER]
    assert all(reason.startswith(begins) for (_, reason), (_, begins) in zip(told, PASSED_OVER, strict=True))


def test_in_a_folder_text_files_with_matches_are_read_and_the_others_named(club: Path, tell: Tell) -> None:
    status, (anna, cid), _ = tell("verify", club)
    assert (status, Path(anna["file"]).name, Path(cid["file"]).name) == (0, "anna.mat", "cid.txt")
    assert "passed_over" not in anna
    check_passed_over(cid)


def test_a_folder_is_converted_with_its_text_files(club: Path, tmp_path: Path, tell: Tell) -> None:
    status, (anna, cid), _ = tell("convert", club, tmp_path / "out", "--to", ".sgf")
    assert status == 0
    assert [Path(one["out"]).relative_to(tmp_path / "out") for one in (anna, cid)] == [
        Path("anna.sgf"), Path("deep/cid.sgf")
    ]  # fmt: skip
    check_passed_over(cid)


def test_a_name_without_an_ending_keeps_all_of_it(tmp_path: Path, tell: Tell) -> None:
    (folder := tmp_path / "in").mkdir()
    for name in ("Anna 1.5.2025", "Anna 1.5.2026", "match", "b.txt"):
        (folder / name).write_text(ANNA, encoding="utf-8")
    assert tell("convert", folder, tmp_path / "out", "--to", "sgf")[0] == 0
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == ["Anna 1.5.2025.sgf", "Anna 1.5.2026.sgf", "b.sgf", "match.sgf"]


def test_a_person_reads_how_many_were_passed_over_and_why(
    club: Path, say: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    for words in (("verify", club), ("convert", club, tmp_path / "out", "--to", "sgf")):
        status, printed, _ = say(*words)
        assert status == 0
        assert f"{club}: passed over 2 files: notes.txt, other.json: holds no match\n" in printed
        assert f"{club}: passed over a file: match.xg: is a file of eXtreme Gammon" in printed


def test_analyse_names_what_it_passes_over(
    club: Path, say: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse, "engine_named", lambda *_: ByNotation())
    (club / "games.pdn").write_text(GAME, encoding="utf-8")
    status, printed, error = say("analyse", club)
    assert status == 0
    assert "cid.txt. Analysis: Cid – Dan" in printed
    assert "2 of 2 matches" in error
    assert "passed over a file: games.pdn: holds games of draughts, expected a match of backgammon" in error


def test_a_folder_without_a_match_says_what_is_in_it(tmp_path: Path, tell: Tell) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "score.pdf").write_bytes(b"%PDF-1.4")
    status, _, error = tell("verify", tmp_path / "in")
    assert status == 2
    assert "holds no match files, expected some that end in .mat, .sgf, .json, .pdn" in error
    assert "passed over a file: score.pdf: is a PDF document" in error


# --- code pages ----------------------------------------------------------------------------------------


def test_the_encoding_can_be_told(tmp_path: Path, tell: Tell) -> None:
    (path := tmp_path / "match.txt").write_bytes(POLISH.encode("cp1250"))
    status, (report,), _ = tell("verify", "--encoding", "cp1250", path)
    assert (status, report["encoding"]) == (0, "cp1250")
    assert tell("convert", "--encoding", "windows-1250", path, tmp_path / "out.json")[0] == 0
    assert read_match(tmp_path / "out.json").names == ("Łukasz", "Żaneta")
    (games := tmp_path / "games.pdn").write_bytes('[White "Łukasz"]\n1. c3-d4 *'.encode("cp1250"))
    assert tell("convert", "--encoding", "cp1250", games, tmp_path / "out.pdn")[0] == 0
    assert read_games(tmp_path / "out.pdn").games[0].names[0] == "Łukasz"


def test_an_encoding_that_there_is_not_is_named(tmp_path: Path, tell: Tell) -> None:
    (path := tmp_path / "match.txt").write_text(ANNA, encoding="utf-8")
    for words in (("verify", path), ("convert", path, tmp_path / "out.mat"), ("analyse", path)):
        status, _, error = tell(*words, "--encoding", "klingon")
        assert (status, "encoding 'klingon': expected a name such as" in error) == (2, True)


# --- the words of the screen -------------------------------------------------------------------------


def test_a_person_reads_the_sentence_of_the_screen_in_the_language_of_the_settings(
    tmp_path: Path, say: Callable[..., tuple[int, str, str]], tell: Tell
) -> None:
    (path := tmp_path / "bad.txt").write_text(
        ANNA.replace("31: 8/5 6/5", "32: 24/19   ") + "  2)  Doubles => 2               52: 13/8 13/11\n",
        encoding="utf-8",
    )
    (problem,) = (one for one in tell("verify", path)[1][0]["problems"] if one["kind"] == "illegal")
    assert (problem["reason"], problem["key"]) == ("32: 24/19 is not legal: blocked-point", "blocked-point")
    status, printed, _ = say("verify", path)
    assert status == 1
    assert f"  game 1, line 5: 32: 24/19 is not legal: {sentence('blocked-point', POINT)}" in printed
    (tmp_path / "data").mkdir(exist_ok=True)
    (settings := tmp_path / "set.toml").write_text('[screen]\nlanguage = "pl"\n', encoding="utf-8")
    printed = say("--settings", settings, "verify", path)[1]
    assert f": {sentence('blocked-point', POINT, language='pl')}\n" in printed
    assert "is not legal" not in printed


def test_an_illegal_move_of_draughts_is_told_in_the_language_of_the_settings(
    tmp_path: Path, say: Callable[..., tuple[int, str, str]]
) -> None:
    (path := tmp_path / "games.txt").write_text("1. c3-e5 *", encoding="utf-8")
    said = [sentence("draughts.jumped-nothing", {"square": "d4"}, language=language) for language in ("en", "sk")]
    assert said[0] in say("verify", path)[1]
    (settings := tmp_path / "set.toml").write_text('[screen]\nlanguage = "sk"\n', encoding="utf-8")
    printed = say("--settings", settings, "verify", path)[1]
    assert said[1] in printed
    assert said[0] not in printed


# --- several matches in one file -------------------------------------------------------------------


def test_a_file_of_two_matches_is_two(
    tmp_path: Path, tell: Tell, say: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (path := tmp_path / "two.txt").write_text(f"{ANNA}\n{CID.replace('8/4 6/4', '8/4 6/3')}", encoding="utf-8")
    status, (report,), _ = tell("verify", path)
    assert (status, report["games"], report["rolls"]) == (1, 2, 4)
    assert [(one["title"], one["ok"]) for one in report["matches"]] == [
        ("Anna - Ben, to 3", True), ("Cid - Dan, to 7", False)
    ]  # fmt: skip
    (illegal,) = (problem for problem in report["problems"] if problem["kind"] == "illegal")
    assert (illegal["match"], illegal["game"], illegal["line"], illegal["key"]) == (2, 1, 11, "wrong-distance")
    printed = say("verify", path)[1]
    assert "two.txt: not ok, 2 matches, 2 games, 4 rolls" in printed
    assert "  match 2, Cid - Dan, to 7: not ok, 1 game, 2 rolls" in printed
    status, (report,), _ = tell("convert", path, tmp_path / "out.sgf")
    assert (status, report["outs"]) == (0, [str(tmp_path / "out-1.sgf"), str(tmp_path / "out-2.sgf")])
    assert report["out"] == report["outs"][0]
    assert [read_match(out).names for out in report["outs"]] == [("Anna", "Ben"), ("Cid", "Dan")]
    monkeypatch.setattr(analyse, "engine_named", lambda *_: ByNotation())
    printed = say("analyse", path, "--html", tmp_path / "pages")[1]
    assert "two.txt, match 1. Analysis: Anna – Ben" in printed
    assert sorted(page.name for page in (tmp_path / "pages").iterdir()) == ["two-1.html", "two-2.html"]


def test_matches_of_one_file_are_never_written_over_others(tmp_path: Path, tell: Tell) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{ANNA}\n{CID}", encoding="utf-8")
    (folder / "a-1.mat").write_text(ANNA, encoding="utf-8")
    status, reports, error = tell("convert", folder, tmp_path / "out", "--to", ".sgf")
    assert status == 2
    assert ["error" in report for report in reports] == [False, True]
    assert "a-1.sgf is written from" in error
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a-1.sgf"]
    before = (folder / "a-1.mat").read_bytes()
    status, _, error = tell("convert", folder, folder, "--to", ".mat")
    assert (status, "is read from; give another file" in error) == (2, True)
    assert (folder / "a-1.mat").read_bytes() == before
