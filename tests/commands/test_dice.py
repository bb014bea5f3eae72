"""``companion dice audit``: the log of electronic rolls and its counts."""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import pytest

from companion.commands import dice
from companion.errors import StorageError
from companion.games.rules import Side
from companion.record import Journal
from companion.record.entries import Entry, Kind
from hardware.dice_source import fair_roll


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--settings", type=Path)
    dice.add(parser.add_subparsers().add_parser("dice"))
    options = parser.parse_args(words)
    return int(options.run(options))


def rolled(folder: Path, rolls: int, seed: int) -> None:
    source = random.Random(seed)
    with Journal(folder) as journal:
        journal.begin()
        for n in range(1, rolls + 1):
            numbers = fair_roll(source)
            number = journal.draw(*numbers)
            journal.append(Entry(n, 0.0, Kind.ROLL, side=Side.LIGHT, dice=numbers).with_details({"draw": number}))
        journal.draw(6, 4)


def test_the_audit_tells_log_counts_and_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolled(tmp_path, 30, seed=1)
    assert call("--data-dir", str(tmp_path), "dice", "audit") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[30].split()[-1] == "{}{}".format(*fair_roll_at(1, 30))
    assert lines[31].endswith("64  never used")
    assert any(line.startswith("sixes: ") and " of 62, usual " in line for line in lines)
    assert "drawn and never used: 1" in lines
    assert lines[-1].startswith("as fair dice fall")


def fair_roll_at(seed: int, number: int) -> tuple[int, int]:
    source = random.Random(seed)
    return [fair_roll(source) for _ in range(number)][-1]


def test_the_audit_of_one_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolled(tmp_path, 3, seed=1)
    rolled(tmp_path, 5, seed=2)
    assert call("--data-dir", str(tmp_path), "--json", "dice", "audit", "--match", "2") == 0
    told = json.loads(capsys.readouterr().out)
    assert [draw["match"] for draw in told["draws"]] == [2] * 6
    assert [draw["turn"] for draw in told["draws"]] == [1, 2, 3, 4, 5, None]
    assert told["draws"][0]["dice"] == told["draws"][0]["recorded"] == list(fair_roll_at(2, 1))
    assert told["unused"] == [told["draws"][-1]["id"]]
    assert {count["name"]: count["of"] for count in told["counts"]}["doubles"] == 6


def test_where_nothing_was_rolled_the_audit_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--data-dir", str(tmp_path / "none"), "dice", "audit") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "no electronic roll was drawn"
    assert not (tmp_path / "none").exists()


def test_a_match_that_is_not_there_is_named(tmp_path: Path) -> None:
    rolled(tmp_path, 1, seed=1)
    with pytest.raises(StorageError, match="there is no match 7"):
        call("--data-dir", str(tmp_path), "dice", "audit", "--match", "7")
