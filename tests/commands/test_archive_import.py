"""``companion archive import`` as a person uses it: other people's matches among the recorded ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands import analyse
from companion.record import Journal
from companion.record.files.mat import mat_text
from companion.record.files.sgf import sgf_text
from tests.coach.fakes import ByNotation
from tests.commands.test_other_peoples_files import ANNA, CID, POLISH
from tests.record.files.test_pdn import GAME
from tests.record.playing import random_match
from tests.record.recorded import MATCH

LATE = " 5 point match\n\n Game 1\n Anna : 2                      Ben : 1\n  1) 31: 8/5 6/5\n"

Say = Callable[..., tuple[int, str, str]]
Tell = Callable[..., tuple[int, list[Any], str]]


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs an action of the archive; answers status, output and what was said on standard error."""

    def said(*words: object) -> tuple[int, str, str]:
        status = main(["--data-dir", str(tmp_path / "data"), "archive", *map(str, words)])
        return status, *capsys.readouterr()

    return said


@pytest.fixture
def tell(say: Say) -> Tell:
    """The same with --json."""

    def told(*words: object) -> tuple[int, list[Any], str]:
        status, out, error = say(*words, "--json")
        return status, [json.loads(line) for line in out.splitlines()], error

    return told


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding=encoding)
    return path


def test_a_match_is_imported_listed_shown_and_exported(tmp_path: Path, say: Say, tell: Tell) -> None:
    match = random_match(3, 5)
    path = written(tmp_path / "Anna's.txt", sgf_text(match))
    assert say("import", path) == (
        0, f"{path}: imported as match 1: Anna 3 - Łukasz O'Neill, to 5, {len(match.games)} games\n", "",
    )  # fmt: skip
    row = say("list")[1].splitlines()[1]
    assert row.split() == ["1", "2026-11-20", "Anna", "3", "-", "Łukasz", "O'Neill", "5", *row.split()[8:]]
    assert row.endswith("recorded  tournament  imported, finished")
    shown = say("show", 1)[1].splitlines()
    assert shown[1:3] == [
        "to 5 points, rules tournament, recorded, began 2026-11-20",
        "imported from Anna's.txt, which has no times and no pictures",
    ]
    assert "  game 1 begins" in shown
    assert tell("list")[1][0]["imported"]["file"] == "Anna's.txt"
    assert tell("show", 1)[1][0]["imported"]["day"] == "2026-11-20"
    assert say("export", 1, "--mat")[1] == mat_text(match)


def test_the_same_match_is_passed_over_also_in_the_trash(tmp_path: Path, say: Say, tell: Tell) -> None:
    match = random_match(3, 5)
    mat, sgf = written(tmp_path / "a.mat", mat_text(match)), written(tmp_path / "b.sgf", sgf_text(match))
    assert tell("import", mat) == (
        0, [{"file": str(mat), "matches": [{"id": 1, "title": "Anna 3 - Łukasz O'Neill, to 5",
                                            "games": len(match.games)}]}], "",
    )  # fmt: skip
    assert say("import", sgf) == (0, f"{sgf}: passed over, as match 1 is the same: Anna 3 - Łukasz O'Neill, to 5\n", "")
    (report,) = tell("import", sgf)[1]
    assert (report["matches"], [one["id"] for one in report["known"]]) == ([], [1])
    say("delete", 1, "--yes")
    assert "is the same and in the trash; companion archive undelete 1 brings it back" in say("import", mat)[1]
    say("undelete", 1)
    assert len(tell("list")[1]) == 1


def test_a_folder_of_both_games_says_what_it_passes_over(tmp_path: Path, say: Say, tell: Tell) -> None:
    folder = tmp_path / "club"
    written(folder / "a.mat", ANNA + CID)
    written(folder / "b.txt", GAME)
    written(folder / "notes.txt", "nothing to see")
    written(folder / "polish.mat", POLISH, "cp1250")
    status, reports, error = tell("import", folder)
    assert (status, error) == (0, "")
    assert [[one["title"] for one in report["matches"]] for report in reports] == [
        ["Anna - Ben, to 3", "Cid - Dan, to 7"], ['Anna - Jan "Kowal"'], ["Łukasz - Żaneta, to 3"],
    ]  # fmt: skip
    assert reports[-1]["passed_over"] == [{"file": str(folder / "notes.txt"), "reason": "holds no match"}]
    assert say("import", folder)[1].splitlines()[-1] == f"{folder}: passed over a file: notes.txt: holds no match"
    assert [one["players"] for one in tell("list", "--player", "jan")[1]] == [["Anna", 'Jan "Kowal"']]
    assert say("export", 3, "--pdn")[0] == 0


def test_the_encoding_may_be_told(tmp_path: Path, tell: Tell) -> None:
    path = written(tmp_path / "polish.mat", POLISH, "cp1250")
    (report,) = tell("import", path, "--encoding", "cp1252")[1]
    assert report["matches"][0]["title"] == "£ukasz - ¯aneta, to 3"


def test_a_match_that_cannot_be_kept_costs_only_itself(tmp_path: Path, say: Say, tell: Tell) -> None:
    good, late = written(tmp_path / "good.mat", ANNA), written(tmp_path / "late.mat", LATE)
    page = written(tmp_path / "page.mat", "<!doctype html><html></html>")
    status, out, error = say("import", late, page, good)
    assert status == 2
    assert out == f"{good}: imported as match 1: Anna - Ben, to 3, 1 game\n"
    assert error.splitlines() == [
        f"companion archive import: {late}: Anna - Ben, to 5: not imported: game 1: its score, its start or its end "
        "does not follow from the games before",
        f"companion archive import: {page}: is a web page, expected a match file; save the text of the match, not the "
        "page that shows it",
    ]
    status, (report,), _ = tell("import", late)
    assert status == 1
    assert [one["title"] for one in report["refused"]] == ["Anna - Ben, to 5"]
    assert len(tell("list")[1]) == 1


def test_a_match_with_a_turn_that_is_not_understood_is_refused_with_the_line(tmp_path: Path, say: Say) -> None:
    path = written(tmp_path / "torn.mat", ANNA + "  2) 2x: 13/11\n" + CID)
    status, out, error = say("import", path)
    assert (status, out) == (1, f"{path}: imported as match 1: Cid - Dan, to 7, 1 game\n")
    assert error == (
        f"companion archive import: {path}: Anna - Ben, to 3: not imported: game 1, line 6: '2x: 13/11' is no move, "
        "cube action or result\n"
    )


def test_an_imported_match_is_analysed_by_its_number_also_where_it_is_not_finished(
    tmp_path: Path, say: Say, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse, "engine_named", lambda *_: ByNotation())
    say("import", written(tmp_path / "a.mat", ANNA), written(tmp_path / "b.pdn", GAME))
    assert main(["--data-dir", str(tmp_path / "data"), "analyse", "1", "--no-luck"]) == 0
    assert "match 1. Analysis: Anna – Ben" in capsys.readouterr().out
    assert main(["--data-dir", str(tmp_path / "data"), "analyse", "2"]) == 2
    assert "match 2: is of draughts; the screen analyses it, from the archive" in capsys.readouterr().err


def test_a_match_at_the_table_is_left_alone(tmp_path: Path, say: Say) -> None:
    with Journal(tmp_path / "data") as table:
        table.begin(names=("Bob", "Zoë"), terms={"asks": True})
        table.append_all(MATCH[:3])
        assert say("import", written(tmp_path / "a.mat", ANNA))[0] == 0
        table.append_all(MATCH[3:5])
        assert table.entries(1) == MATCH[:5]
