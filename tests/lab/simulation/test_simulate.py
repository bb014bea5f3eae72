"""The command: what it prints, how it ends, what it keeps."""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.lab.commands import simulate
from companion.lab.simulation import results
from companion.lab.simulation.noise import BANK, Half
from companion.lab.simulation.scoring import ActOutcome, Failure, SimulationScore


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    simulate.add(parser.add_subparsers().add_parser("simulate"))
    return parser.parse_args([*(word for word in words if word == "--json"), "simulate",
                              *(word for word in words if word != "--json")])  # fmt: skip


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "_SLICE", 3)


def test_the_figures_that_others_build_on_are_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    status = simulate.run(options("--turns", "3", "--matches", "0", "--json"))
    found = json.loads(capsys.readouterr().out)
    assert found.keys() >= {
        "turns", "planted", "missed", "false_accusations", "wrong_records", "questions", "latency_s",
    }  # fmt: skip
    assert found["turns"] == 3
    assert found["latency_s"].keys() >= {"median", "p95"}
    assert len(found["planted"]) == 15
    assert status == (0 if all(figure["ok"] for figure in found["figures"]) else 1)


def test_one_match_is_played_again_alone(capsys: pytest.CaptureFixture[str]) -> None:
    simulate.run(options("--only", "1-3", "--json"))
    again = json.loads(capsys.readouterr().out)
    simulate.run(options("--only", "1-3", "--json"))
    assert json.loads(capsys.readouterr().out) == again
    assert again["turns"] == 3


def test_a_bank_without_boards_of_the_half_that_is_asked_for_is_refused(tmp_path: Path) -> None:
    bank = json.loads(gzip.decompress(BANK.read_bytes()))
    bank["boards"] = {name: board for name, board in bank["boards"].items() if Half.FITTING.has(name)}
    file = tmp_path / "bank.json.gz"
    file.write_bytes(gzip.compress(json.dumps(bank).encode()))
    with pytest.raises(InputError, match="expected boards of the half 'judging'"):
        simulate.run(options("--readings", str(file)))


@pytest.mark.parametrize("kind", ["wrong-record", "false-accusation", "early-ruling", "crash", "lost"])
def test_a_failure_misses_the_limit(kind: str) -> None:
    fine = SimulationScore(matches=1, turns=100)
    assert all(figure.ok for figure in results.figures_of(fine))
    fine.add(SimulationScore(failures=[Failure(kind, "1", 1, "")]))
    assert not all(figure.ok for figure in results.figures_of(fine))


def test_more_than_one_missed_act_in_two_hundred_is_too_many() -> None:
    score = SimulationScore(turns=1000)
    score.planted["backward", ActOutcome.CORRECTED] = 199
    score.planted["backward", ActOutcome.MISSED] = 1
    assert all(figure.ok for figure in results.figures_of(score))
    score.planted["backward", ActOutcome.MISSED] = 2
    assert [figure.name for figure in results.figures_of(score) if not figure.ok] == ["acts missed"]


def test_failures_are_kept_as_texts_and_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    kept: dict[str, int] = {}
    task = simulate._Task("1-0", 4, "camera", Path("bank"), Half.JUDGING, keep=True)
    done = simulate._Done(task, SimulationScore(), (("missed", "a case"), ("missed", "another")))
    simulate._keep(done, tmp_path / "cases", kept)
    assert sorted(file.name for file in (tmp_path / "cases").iterdir()) == ["missed-001.txt", "missed-002.txt"]
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="expected a folder"):
        simulate._keep(done, tmp_path / "file", kept)


def test_the_table_names_all_fifteen_acts_and_what_became_of_them() -> None:
    text = results.as_text(SimulationScore(turns=1), results.figures_of(SimulationScore(turns=1)))
    assert len([line for line in text.splitlines() if line.split() and line.split()[-1] == "0"]) >= 15
    for head in ("planted", "corrected", "stood", "asked", "missed"):
        assert head in text.splitlines()[0]
