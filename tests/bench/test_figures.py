"""Figures, their limits, and ``companion bench``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.bench import rules
from companion.bench.figure import Figure, as_json, as_table
from companion.commands import bench
from companion.errors import InputError

FIGURES = [Figure.at_most("time", 12.5, "us", 20), Figure.at_least("right", 90, "%", 97), Figure.unlimited("n", 3, "")]


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    bench.add(parser.add_subparsers())
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
        (("bench", "hints"), "not there yet"),
        (("bench", "nonsense"), "expected one of rules, reading, replay"),
        (("bench", "rules", "--shared", "/nowhere"), "there is no such folder"),
    ],
)
def test_a_bench_that_cannot_run_says_why(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call(*words)


def test_missing_test_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"legal_moves\.jsonl\.gz"):
        call("bench", "rules", "--shared", str(tmp_path))


def test_the_rules_bench_measures_times_and_differences() -> None:
    shared = Path(__file__).parents[3] / "shared"
    if not (shared / "data" / "oracle").is_dir():
        pytest.skip("the reference data is not beside the project")
    figures = rules.figures(argparse.Namespace(shared=shared))
    assert len(figures) == 8
    assert all(figure.value == 0 for figure in figures if figure.unit == "cases")
