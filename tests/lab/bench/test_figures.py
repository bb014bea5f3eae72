"""Figures, their limits, and ``companion bench``."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS
from companion.games.backgammon.generator import ends
from companion.lab.bench import explain, rules
from companion.lab.bench.figure import Figure, as_json, as_table
from companion.lab.bench.reference import lines_of
from companion.lab.commands import bench

FIGURES = [Figure.at_most("time", 12.5, "us", 20), Figure.at_least("right", 90, "%", 97), Figure.unlimited("n", 3, "")]


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    bench.add(parser.add_subparsers().add_parser("bench"))
    options = parser.parse_args(words)
    return int(options.run(options))


def test_a_figure_keeps_to_its_limit_or_not() -> None:
    assert [figure.ok for figure in FIGURES] == [True, False, True]
    assert not Figure.exactly("differences", 1, "cases", 0).ok


def test_figures_are_printed_as_one_json_object() -> None:
    assert json.loads(as_json("rules", FIGURES)) == {
        "bench": "rules",
        "figures": [
            {"name": "time", "value": 12.5, "unit": "us", "limit": "<= 20", "ok": True},
            {"name": "right", "value": 90, "unit": "%", "limit": ">= 97", "ok": False},
            {"name": "n", "value": 3, "unit": "", "limit": None, "ok": True},
        ],
    }


def test_a_missed_limit_shows_in_the_table() -> None:
    assert [line.split()[-1] for line in as_table(FIGURES).splitlines()] == ["ok", "MISSED", "3"]


def test_a_bench_ends_with_1_where_a_figure_misses_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "figures", lambda _: FIGURES)
    assert call("--json", "bench", "rules", "--shared", str(tmp_path)) == 1
    monkeypatch.setattr(rules, "figures", lambda _: FIGURES[:1])
    assert call("bench", "rules", "--shared", str(tmp_path)) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("ok")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bench", "nonsense"), "expected one of rules, explain, "),
        (("bench", "rules", "--shared", "/nowhere"), "there is no such folder"),
    ],
)
def test_a_bench_that_cannot_run_says_why(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call(*words)


def test_missing_test_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"legal_counts\.tsv\.gz"):
        call("bench", "rules", "--shared", str(tmp_path))


def test_the_rules_bench_measures_times_and_differences_under_each_rule_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rules, "_EVERY", 20)
    monkeypatch.setattr(rules, "lines_of", lambda path: lines_of(path)[::50])
    monkeypatch.setattr(rules, "rows_of", partial(few_rows, every=50))
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    figures = rules.figures(argparse.Namespace(shared=_shared()))
    differences = [figure for figure in figures if figure.unit == "cases"]
    assert {figure.name.rsplit(", ")[-1] for figure in differences} == set(RULE_SETS)
    assert len(differences) == 3 * len(RULE_SETS)
    assert all(figure.value == 0 for figure in differences)
    assert len(figures) == len(differences) + 8  # backgammon has five times and ratios, draughts three


def test_the_rules_bench_compares_with_another_program_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "_EVERY", 20)
    monkeypatch.setattr(rules, "lines_of", lambda path: lines_of(path)[::100])
    monkeypatch.setattr(rules, "rows_of", partial(few_rows, every=100))
    monkeypatch.setitem(sys.modules, "bgsage", _fake_bgsage())
    ratios = [figure for figure in rules.figures(argparse.Namespace(shared=_shared())) if "bgsage" in figure.name]
    assert [(figure.unit, figure.limit) for figure in ratios] == [("times", None), ("times", None), ("cases", None)]
    assert ratios[0].value > 0
    assert ratios[2].value == 0


def test_the_box_leaflet_plays_alike_only_where_its_own_rules_play_no_part() -> None:
    far = (0,) * 20 + (3,) + (0,) * 5
    assert rules.plays_alike(far, (6, 5), 2)
    assert not rules.plays_alike(far, (6, 5), 1)  # either number may be free
    assert not rules.plays_alike((0,) * 8 + (3,) + (0,) * 17, (6, 5), 2)  # home on twelve points, not on six
    assert not rules.plays_alike((0,) * 15 + (1,) + (0,) * 10, (6, 5), 2)  # comes home with the 6
    assert rules.plays_alike((0,) * 4 + (3,) + (0,) * 21, (6, 5), 2)


def test_the_explain_bench_prints_what_was_planted_and_what_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _shared()
    monkeypatch.setattr(explain, "rows_of", partial(few_rows, every=50))
    monkeypatch.setattr(explain, "_CHAOTIC", 5)
    figures = {figure.name: figure for figure in explain.figures(argparse.Namespace(shared=_shared()))}
    assert figures["a rule wrongly named"].value == 0
    assert figures["planted own-on-bar, named own-on-bar"].value == figures["planted own-on-bar"].value > 0
    assert figures["as planted: own-on-bar"].value == 100
    assert sum(figure.value for name, figure in figures.items() if ", named " in name) == figures["broken turns"].value
    assert [figure.value for name, figure in figures.items() if name.startswith("refused of")] == [0]


def few_rows(path: Path, *, every: int) -> list[dict[str, Any]]:
    """Every so-manieth row; the others are not even parsed."""
    return [json.loads(line) for line in lines_of(path)[::every]]


def _shared() -> Path:
    shared = Path(__file__).parents[4] / "shared"
    if not (shared / "data" / "oracle").is_dir():
        pytest.skip("the reference data is not beside the project")
    return shared


def _fake_bgsage() -> ModuleType:
    """A program that lists the boards a turn may end in, the opponent's checkers on the bar counted up."""
    fake = ModuleType("bgsage")
    fake.__spec__ = ModuleSpec("bgsage", None)

    def possible_moves(board: list[int], first: int, second: int) -> list[list[int]]:
        found = ends((-board[0], *board[1:]), first, second)
        return [[-end[0], *end[1:]] for end in found]

    fake.__dict__["possible_moves"] = possible_moves
    return fake
