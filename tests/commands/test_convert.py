"""``companion convert``: one match, or a folder of them, in another format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.record import read_match, write_match
from companion.record.files.draughts_formats import read_games
from companion.record.files.mat import mat_text
from companion.record.files.short import PREFIX, short_text
from tests.record.files.test_short import draughts_match
from tests.record.playing import random_match


def convert(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, list[Any], str]:
    status = main(["--json", "convert", *map(str, words)])
    printed, error = capsys.readouterr()
    return status, [json.loads(line) for line in printed.splitlines()], error


def kept(folder: Path, *names: str) -> None:
    for seed, name in enumerate(names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_match(random_match(seed, 3, games=1), folder / name)


@pytest.mark.parametrize("ending", [".mat", ".sgf", ".json"])
def test_a_file_is_written_in_the_format_that_its_ending_says(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, "a.mat")
    status, (report,), _ = convert(capsys, tmp_path / "a.mat", tmp_path / f"b{ending}")
    assert status == 0
    assert (report["out"], report["games"], report["problems"]) == (str(tmp_path / f"b{ending}"), 1, [])
    assert len(read_match(tmp_path / f"b{ending}").games) == 1


def test_a_file_with_illegal_plays_and_lines_not_understood_is_written_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.mat"
    path.write_text("3 point match\n\n Game 1\n A : 0        B : 0\n  1) 31: 8/2                     52: ??x\n")
    status, (report,), _ = convert(capsys, path, tmp_path / "b.json")
    assert status == 0
    assert [problem["line"] for problem in report["problems"]] == [5]
    assert main(["convert", str(path), str(tmp_path / "b.sgf")]) == 0
    assert capsys.readouterr().out.endswith("b.sgf: 1 game, not understood: line 5\n")


def test_a_folder_is_written_with_the_folders_within_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path / "in", "a.mat", "deep/b.sgf", "deep/er/c.json")
    (tmp_path / "in" / "notes.txt").write_text("x")
    status, reports, _ = convert(capsys, tmp_path / "in", tmp_path / "new" / "out", "--to", "sgf")
    assert status == 0
    written = sorted(str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("*.*"))
    assert written == ["out/a.sgf", "out/deep/b.sgf", "out/deep/er/c.sgf"]
    assert [Path(report["file"]).name for report in reports] == ["a.mat", "b.sgf", "c.json"]


def test_one_bad_file_in_a_folder_does_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, "a.mat", "c.mat")
    (tmp_path / "b.mat").write_text("nothing")
    (tmp_path / "b.sgf").write_text("")
    status, reports, error = convert(capsys, tmp_path, tmp_path / "out", "--to", ".json")
    assert status == 2
    assert ["error" in report for report in reports] == [False, True, True, False]
    assert [line.split(": ")[1] for line in error.splitlines()] == [str(tmp_path / "b.mat"), str(tmp_path / "b.sgf")]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "c.json"]


def test_what_is_read_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, "a.mat", "b.mat", "b.sgf")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "link.mat").hardlink_to(tmp_path / "a.mat")
    assert convert(capsys, tmp_path / "a.mat", tmp_path / "a.mat")[0] == 2
    assert convert(capsys, tmp_path / "a.mat", tmp_path / "link.mat")[0] == 2
    (tmp_path / "link.mat").unlink()
    status, _, error = convert(capsys, tmp_path, tmp_path, "--to", ".sgf")
    assert status == 2
    assert "b.sgf: is read from; give another file to write" in error
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert (tmp_path / "a.sgf").exists()


def test_two_files_of_one_name_are_not_written_to_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, "in/a.mat", "in/a.sgf")
    status, _, error = convert(capsys, tmp_path / "in", tmp_path / "out", "--to", ".json")
    assert status == 2
    assert "a.json is written from" in error
    assert len(list((tmp_path / "out").iterdir())) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["in", "out"], "say which with --to"),
        (["in", "out", "--to", "pdf"], "--to 'pdf': expected one of .mat, .sgf, .json"),
        (["in", "in/a.mat", "--to", "sgf"], "a.mat: give a folder"),
        (["in/a.mat", "out.txt"], "out.txt: the ending says the format"),
        (["in/a.mat", "out.sgf", "--to", "json"], "out.sgf: expected a name that ends in .json"),
        (["in/a.mat", "in"], "is a folder, say the format"),
        (["gone.mat", "out.sgf"], "gone.mat: cannot be read"),
        (["empty", "out", "--to", "sgf"], "empty: holds no match files"),
        (["in/a.mat", "in/a.mat/out.sgf"], "a.mat: cannot be made"),
    ],
)
def test_a_conversion_that_makes_no_sense_is_named(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, "in/a.mat")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    status, _, error = convert(capsys, *words)
    assert status == 2
    assert sentence in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("as_file", [True, False])
def test_the_text_of_a_code_is_written_as_a_match_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, as_file: bool
) -> None:
    text: str | Path = short_text(match := random_match(7, 3))
    if as_file:
        (tmp_path / "code.txt").write_text(f"\ufeff{text}\r\n", encoding="utf-8")
        text = tmp_path / "code.txt"
    status, (report,), _ = convert(capsys, text, tmp_path / "new" / "a.mat")
    assert (status, report["games"]) == (0, len(match.games))
    assert (tmp_path / "new" / "a.mat").read_text(encoding="utf-8") == mat_text(match)
    assert len(report["file"]) < 200


def test_the_text_of_a_code_of_draughts_is_written_as_pdn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = short_text(match := draughts_match(1))
    assert convert(capsys, text, tmp_path / "a.pdn")[0] == 0
    assert len(read_games(tmp_path / "a.pdn").games) == len(match.games)
    status, _, error = convert(capsys, text, tmp_path / "a.mat")
    assert status == 2
    assert "expected a name that ends in .pdn or .json" in error


def test_a_damaged_code_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = short_text(random_match(7, 3))
    status, _, error = convert(capsys, text[:-4], tmp_path / "a.mat")
    assert status == 2
    assert f"{PREFIX}" in error
    assert "damaged or incomplete" in error
    assert len(error) < 250
    assert not (tmp_path / "a.mat").exists()
