"""``companion rules``, and the other commands that are told which rules to go by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.app.recorded_sequence import begin
from companion.cli import main
from companion.games import draughts
from companion.games.backgammon import RULE_SETS
from companion.games.backgammon.ruleset import FIELDS
from companion.games.catalogue import backgammon_named
from companion.match.state import Terms
from companion.record import Journal
from tests.games.boards import board


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(capsys, *words, "--json"))
    return found


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 2
    return capsys.readouterr().err


def test_without_a_name_the_sets_stand_side_by_side_in_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    head, *rows = printed(capsys, "rules").splitlines()
    assert head.split() == list(RULE_SETS)
    assert max(map(len, rows)) <= 100
    assert ["larger_number", "true", "true", "true", "false", "true"] in [row.split() for row in rows]


def test_side_by_side_only_the_lines_are_shown_in_which_the_sets_differ(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row.split() for row in printed(capsys, "rules").split("\n\n")[0].splitlines()[1:]]
    assert all(len(set(row[1:])) > 1 for row in rows)
    assert {row[0] for row in rows} == {
        name for name in FIELDS if len({getattr(rules, name) for rules in RULE_SETS.values()}) > 1
    }


def test_with_a_name_every_line_is_shown_with_its_value_and_source(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "rules", "djeco")
    for name, field in FIELDS.items():
        assert f"\n{name} = {field.text(getattr(RULE_SETS['djeco'], name))}\n" in text
        assert " ".join(f"{field.says} Source: {field.source}.".split()) in " ".join(text.split())


def test_a_changed_line_says_what_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    assert "jacoby = true   (in tactic: false)" in printed(capsys, "rules", "tactic", "jacoby=true")


def test_the_sets_of_draughts_stand_side_by_side_below_those_of_backgammon(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row.split() for row in printed(capsys, "rules").splitlines()]
    at = rows.index(list(draughts.RULE_SETS))
    assert rows[at + 1 :] == [
        ["repetitions", "0", "3"],
        ["king_moves", "0", "15"],
        ["three_kings_moves", "0", "15"],
        ["long_diagonal_moves", "0", "5"],
    ]


def test_a_set_of_draughts_is_shown_line_by_line_and_changed_like_any_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "Source: 15: FMJD" in printed(capsys, "rules", "draughts-federation")
    assert "repetitions = 5   (in draughts-box: 0)" in printed(capsys, "rules", "draughts-box", "repetitions=5")
    file = tmp_path / "club.toml"
    file.write_text('base = "draughts-federation"\nking_moves = 20\n', encoding="utf-8")
    assert answer(capsys, "rules", str(file))["text"] == "draughts-federation king_moves=20"


def test_rules_of_another_game_are_refused_where_backgammon_is_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert "are of draughts, expected one of tournament" in refused(
        capsys, "hint", "4HPwATDgc/ABMA", "3", "1", "--rules", "draughts-box"
    )


def test_as_json_every_set_has_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "rules")["rule_sets"]
    assert list(found) == [*RULE_SETS, *draughts.RULE_SETS]
    assert all(list(found[name]) == list(rules.fields()) for name, rules in RULE_SETS.items())
    assert all(list(found[name]) == list(rules.fields()) for name, rules in draughts.RULE_SETS.items())
    assert found["draughts-box"]["king_moves"] == 0
    assert found["box-leaflet"]["opening"] == "younger"
    assert found["box-leaflet"]["home_size"] == 12
    assert found["box-leaflet"]["larger_number"] is False


def test_as_json_a_set_tells_each_field_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "rules", "tactic jacoby=true")
    assert (found["name"], found["text"]) == ("tactic", "tactic jacoby=true")
    assert [row["field"] for row in found["fields"]] == list(FIELDS)
    assert [row["field"] for row in found["fields"] if row["changed"]] == ["jacoby"]
    assert all(row["says"] and row["source"] and row["expected"] for row in found["fields"])


def test_a_file_of_rules_is_shown_like_a_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "tactic"\nhome_size = 12\n', encoding="utf-8")
    assert answer(capsys, "rules", str(file))["text"] == "tactic home_size=12"


def test_rules_that_do_not_exist_are_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected one of tournament, tactic" in refused(capsys, "rules", "chess")
    assert refused(capsys, "rules", "tactic", "home_sise=6").count("\n") == 1


def test_legal_and_explain_go_by_changed_rules_and_by_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "tournament"\nhome_size = 12\n', encoding="utf-8")
    position = board("12:1 6:1", "1:1").id()
    usual = answer(capsys, "legal", position, "6", "1")["plays"]
    assert not any("off" in row["play"] for row in usual)
    for rules in ("tournament home_size=12", str(file)):
        rows = answer(capsys, "legal", position, "6", "1", "--rules", rules)["plays"]
        (off,) = [row["result"] for row in rows if "off" in row["play"]]
        assert answer(capsys, "explain", position, "6", "1", off, "--rules", rules)["legal"] is True
    assert "there is no field 'home'" in refused(capsys, "legal", position, "6", "1", "--rules", "tactic home=6")


def test_a_recorded_match_keeps_its_rules_as_text(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = begin(journal, Terms(rules=backgammon_named("tactic home_size=6 jacoby=true")))
        assert header.rules == "tactic jacoby=true"
