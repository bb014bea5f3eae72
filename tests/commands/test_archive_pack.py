"""A film is recorded, packed and checked, as a person does it; the page is opened in a browser where there is one."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.software import version
from companion.cli import main
from companion.games.catalogue import Game
from companion.match.terms import DraughtsTerms
from companion.record import Journal
from companion.record.pack.stored_zip import walked
from tests.packs import CLAIM, filmed
from tests.patience import PATIENCE_S

Said = tuple[int, str, str]
Archive = Callable[..., Said]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    filmed(folder)
    return folder


@pytest.fixture
def archive(data: Path, capsys: pytest.CaptureFixture[str]) -> Archive:
    def run(*words: str) -> Said:
        try:
            status = main(["--data-dir", str(data), "archive", *words])
        except SystemExit as ended:
            status = int(ended.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_match_of_a_film_is_packed_and_checked(archive: Archive, data: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.zip"
    status, told, _ = archive("export", "1", "--pack", str(out), "--json")
    facts = json.loads(told)
    with Journal(data) as journal:
        header = journal.header(1)
    assert (status, facts["uuid"], facts["epoch"], facts["pictures"] > 25) == (0, header.uuid, 1, True)
    status, told, _ = archive("check", str(out))
    assert (status, told) == (0, f"{out}: {facts['files']} files, all as written; seal {facts['seal']}\n")
    found = json.loads(archive("check", str(out), "--json")[1])
    assert (found["ok"], found["last_hash"], found["seal"]) == (True, facts["last_hash"], facts["seal"])
    with zipfile.ZipFile(out) as pack:
        assert {"index.html", "match.mat", "match.sgf", "match.json", "journal.jsonl"} <= set(pack.namelist())
        turns = json.loads(pack.read("turns.json"))
        about = json.loads(pack.read("about.json"))
        (correction,) = json.loads(pack.read("corrections.json"))
        said = [one["text"] for one in json.loads(pack.read("rulings.json"))]
    assert all(turn["pictures"] and turn["time"] and turn["left_s"] for turn in turns[:-1])
    assert (correction["by"], correction["before"], correction["after"]) == (
        "dark", "5-3 wrong-distance", "5-3: bar/22 13/8",
    )  # fmt: skip
    assert about["recorded_by"]["version"] == about["packed_by"]["version"] == version()
    assert {"vision/weights/finder.onnx", "vision/weights/dice.onnx"} <= about["packed_by"]["models"].keys()
    assert any(CLAIM in text for text in said)


def test_a_flipped_byte_of_a_picture_is_named(archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "match.zip"
    archive("export", "1", "--pack", str(out))
    content = bytearray(out.read_bytes())
    with out.open("rb") as file:
        (place,) = (one.start + one.size // 2 for one in walked(file).files if one.name == "pictures/0003-roll.jpg")
    content[place] ^= 4
    out.write_bytes(content)
    status, told, _ = archive("check", str(out))
    assert (status, told) == (1, f"{out}: is not as it was written\naltered: pictures/0003-roll.jpg\n")
    status, told, _ = archive("check", str(out), "--json")
    assert (status, json.loads(told)["altered"]) == (1, ["pictures/0003-roll.jpg"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["check", "README.md"], "README.md: is no pack, expected a .zip file"),
        (["check", "nowhere.zip"], "nowhere.zip: cannot be read (No such file or directory)"),
        (["check", "docs"], "docs: cannot be read (Is a directory)"),
        (["export", "1", "--pack", "docs"], "--pack docs: is a folder"),
        (["export", "1", "--pack", "nowhere/x.zip"], "--pack nowhere/x.zip: there is no folder nowhere"),
        (["export", "1", "--pack", "x.zip", "--mat"], "--pack FILE stands alone; leave out --out"),
        (["export", "7", "--pack", "x.zip"], "there is no match 7"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_2(words: list[str], sentence: str, archive: Archive) -> None:
    status, told, error = archive(*words)
    assert (status, told, error.count("\n")) == (2, "", 1)
    assert sentence in error


def test_a_match_of_draughts_is_packed_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = tmp_path / "data", tmp_path / "match.zip"
    filmed(
        data, frames=Path("companion/demo/draughts"), terms=DraughtsTerms(names=("Anna", "Łukasz")), game=Game.DRAUGHTS
    )
    assert main(["--data-dir", str(data), "archive", "export", "1", "--pack", str(out)]) == 0
    assert main(["archive", "check", str(out)]) == 0
    with zipfile.ZipFile(out) as pack:
        names = set(pack.namelist())
        turns = json.loads(pack.read("turns.json"))
        page = pack.read("index.html").decode()
    assert {"match.pdn", "match.json"} <= names
    assert "match.mat" not in names
    assert len(turns) > 3
    assert all(turn["before"].startswith(("W:", "B:")) and turn["dice"] is None for turn in turns)
    assert page.count("<svg") >= 2 * len(turns)
    assert turns[0]["pictures"]
    capsys.readouterr()


CHROMIUM = shutil.which("chromium")


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_a_browser_shows_one_turn_at_a_time_without_a_complaint(archive: Archive, tmp_path: Path) -> None:
    archive("export", "1", "--pack", str(tmp_path / "match.zip"))
    with zipfile.ZipFile(tmp_path / "match.zip") as pack:
        pack.extractall(tmp_path / "match")
    page = f"{(tmp_path / 'match/index.html').as_uri()}#g1t3"
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]
    done = subprocess.run(
        [str(CHROMIUM), *options, f"--user-data-dir={tmp_path / 'profile'}", page],
        capture_output=True, text=True, timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    assert '<body class="stepping">' in done.stdout
    assert '<section class="turn now" id="g1t3">' in done.stdout
    assert done.stdout.count("turn now") == 1
    assert [line for line in done.stderr.splitlines() if ":CONSOLE" in line] == []
