"""The yardsticks: ``companion bench all``, with measurements that are made up."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.lab.bench import all as yardsticks
from companion.lab.bench import measuring
from companion.lab.bench.all import Part
from companion.lab.bench.compared import FigureChange, compared, missing
from companion.lab.bench.figure import Figure, as_json, from_json
from companion.lab.bench.measuring import NotMeasuredError, figures_of_command, figures_of_report
from companion.lab.commands import bench
from tests.lab.bench.test_figures import FIGURES, call

Parts = Callable[[argparse.Namespace], list[Part]]

JUNIT = """<testsuites><testsuite tests="5">
<testcase name="answered"/><testcase name="answered too"/>
<testcase name="expected to fail"><skipped type="pytest.xfail" message="Not yet."/></testcase>
<testcase name="wrong"><failure message="assert"/></testcase>
<testcase name="broken"><error message="set-up"/></testcase>
</testsuite></testsuites>"""


def made_up(**runs: list[Figure] | NotMeasuredError) -> Parts:
    """Parts of one run each, which give these figures, or fail."""

    def measure(found: list[Figure] | NotMeasuredError) -> list[Figure]:
        if isinstance(found, NotMeasuredError):
            raise found
        return found

    return lambda _: [Part(name, {name: lambda found=found: measure(found)}) for name, found in runs.items()]  # type: ignore[misc]


def answer(returncode: int, stdout: str, stderr: str = "") -> Callable[..., subprocess.CompletedProcess[str]]:
    return lambda words, **_: subprocess.CompletedProcess(words, returncode, stdout, stderr)


def figure(name: str, value: float, limit: str | None = "<= 0", unit: str = "") -> Figure:
    return Figure(name, value, unit, limit, ok=True)


# --- comparing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "before", "now", "change"),
    [
        ("<= 0", 3, 4, FigureChange.WORSE),
        ("<= 9", 4, 3, FigureChange.BETTER),
        (">= 95", 96, 97, FigureChange.BETTER),
        (">= 95", 97, 96, FigureChange.WORSE),
        ("= 0", 0, 1, FigureChange.WORSE),
        ("= 5", 3, 6, FigureChange.BETTER),
        ("<= 0", 2, 2, FigureChange.SAME),
        ("<= 2", 1.00001, 1.00002, FigureChange.SAME),  # the file keeps four digits
        (None, 2, 3, FigureChange.OTHER),
    ],
)
def test_worse_is_farther_from_what_the_limit_asks_for(
    limit: str | None, before: float, now: float, change: FigureChange
) -> None:
    (row,) = compared([figure("a", before, limit)], [figure("a", now, limit)])
    assert row.change is change


def test_times_are_told_in_per_cent_and_never_called_worse() -> None:
    (row,) = compared([figure("read", 20, "<= 35", "ms")], [figure("read", 30, "<= 35", "ms")])
    assert row.change is FigureChange.TIMED
    assert row.before_and_after == "+50 %"


def test_the_simulated_table_has_a_time_of_its_own() -> None:
    name = "simulate tuning-1: verdict, 95 of 100"
    (row,) = compared([figure(name, 0.6, "<= 1", "s")], [figure(name, 0.7, "<= 1", "s")])
    assert row.change is FigureChange.WORSE


def test_figures_are_the_same_whatever_was_counted_in_them() -> None:
    before = [
        figure("dev1: plays right (36 of 36)", 100, ">= 100"),
        figure("dev2: plays right (41 of 41)", 100, ">= 100"),
    ]
    now = [
        figure("dev1: plays right (30 of 35)", 85.7, ">= 100"),
        figure("dev2: plays right (41 of 41)", 100, ">= 100"),
    ]
    assert [row.change for row in compared(before, now)] == [FigureChange.WORSE, FigureChange.SAME]
    assert missing(before, now) == []


def test_what_is_new_or_no_longer_measured_is_told() -> None:
    before, now = [figure("a", 1), figure("b", 1)], [figure("b", 1), figure("c", 1)]
    assert [row.change for row in compared(before, now)] == [FigureChange.SAME, FigureChange.NEW]
    assert missing(before, now) == before[:1]


# --- the command ---------------------------------------------------------------------------------


def test_all_prints_every_part_and_ends_with_1_where_a_limit_is_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(yardsticks, "parts", made_up(replay=FIGURES[:1], rules=FIGURES[1:]))
    assert call("--json", "bench", "all") == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["bench"] == "all"
    assert [row["name"] for row in printed["figures"]] == ["replay: time", "rules: right", "rules: n"]
    assert call("bench", "all", "--only", "replay") == 0


def test_all_names_what_got_worse_since_an_earlier_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = tmp_path / "before.json"
    monkeypatch.setattr(yardsticks, "parts", made_up(replay=[figure("lost", 1), figure("asked", 5)]))
    call("bench", "all", "--out", str(earlier))
    capsys.readouterr()
    monkeypatch.setattr(yardsticks, "parts", made_up(replay=[figure("lost", 2), figure("asked", 4)]))
    call("bench", "all", "--before", str(earlier))
    lines = capsys.readouterr().out.splitlines()
    assert "  replay: lost: 1 before, 2 now" in lines[lines.index("worse than before: 1") :]
    assert "  replay: asked: 5 before, 4 now" in lines[lines.index("better than before: 1") :]
    assert next(line for line in lines if line.startswith("replay: lost ")).split()[2:] == [
        "1",
        "2",
        "<=",
        "0",
        "WORSE",
    ]


def test_of_parts_that_were_not_asked_for_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = tmp_path / "before.json"
    earlier.write_text(as_json("all", [figure("rules: a", 1), figure("replay: b", 1)]), encoding="utf-8")
    monkeypatch.setattr(yardsticks, "parts", made_up(rules=[figure("a", 1)], replay=[]))
    call("bench", "all", "--only", "rules", "--before", str(earlier))
    assert "no longer measured: 0" in capsys.readouterr().out
    call("bench", "all", "--before", str(earlier))
    assert "no longer measured: 1\n  replay: b" in capsys.readouterr().out


def test_a_part_that_fails_says_why_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "now.json"
    parts = made_up(replay=NotMeasuredError("ended with 2: no such folder"), rules=FIGURES[:1])
    monkeypatch.setattr(yardsticks, "parts", parts)
    assert call("bench", "all", "--out", str(kept)) == 1
    assert "  replay: ended with 2: no such folder" in capsys.readouterr().out
    assert [f.name for f in from_json(kept.read_text(encoding="utf-8"))] == [
        "replay: runs that were not measured",
        "rules: time",
    ]


def test_each_part_is_printed_and_kept_before_the_next_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def second() -> list[Figure]:
        assert "replay: time" in capsys.readouterr().out
        assert "replay: time" in (tmp_path / "now.json").read_text(encoding="utf-8")
        return FIGURES[:1]

    parts = [Part("replay", {"replay": lambda: FIGURES[:1]}), Part("rules", {"rules": second})]
    monkeypatch.setattr(yardsticks, "parts", lambda _: parts)
    assert call("bench", "all", "--out", str(tmp_path / "now.json")) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("all", "--only", "casebook,nonsense"), "--only 'nonsense': expected one of casebook, replay, "),
        (("reading", "--only", "casebook"), "--only 'casebook': expected one of stills, "),
        (("rules", "--only", "stills"), "--only 'stills': expected no part of bench rules"),
        (("all", "--before", "/nowhere.json"), "expected a file that companion bench all --out wrote"),
        (("all", "--before", __file__), "expected a file that companion bench all --out wrote"),
    ],
)
def test_what_cannot_be_measured_or_compared_is_refused(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call("bench", *words)


def test_the_parts_are_those_that_may_be_asked_for_and_judging_seeds_are_none_of_theirs() -> None:
    options = argparse.Namespace(data_dir=None, shared=None)
    assert tuple(part.name for part in yardsticks.parts(options)) == yardsticks.PARTS
    assert not {"999", "777", "888", "701", "702"} & set(yardsticks.SEEDS)


@pytest.mark.parametrize("part", ["replay", "rules", "reading", "durability", "simulate"])
def test_every_part_is_a_command_that_can_be_typed(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.cli import parser

    typed: list[list[str]] = []

    def measure(words: list[str]) -> list[Figure]:
        typed.append(words)
        return FIGURES

    monkeypatch.setattr(yardsticks, "figures_of_command", measure)
    options = argparse.Namespace(data_dir=Path("disk"), shared=Path("data"))
    (found,) = (one for one in yardsticks.parts(options) if one.name == part)
    for run in found.runs.values():
        run()
    assert len(typed) == len(found.runs)
    for words in typed:
        options = parser().parse_args(words)
        assert options.command in ("simulate", "bench")
        assert options.command == "simulate" or options.bench in bench._MODULES


# --- measuring -----------------------------------------------------------------------------------


def test_a_command_that_misses_a_limit_has_measured_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.run", answer(1, as_json("rules", FIGURES)))
    assert figures_of_command(["bench", "rules"]) == FIGURES


@pytest.mark.parametrize(
    ("done", "why"),
    [
        (
            answer(2, "", "warned\ncompanion bench: test data: there is no such folder\n"),
            "ended with 2: companion bench: ",
        ),
        (answer(0, "not json"), "ended with 0: not json"),
        (answer(-9, ""), "ended with -9"),
    ],
)
def test_a_command_that_measures_nothing_says_why(
    done: Callable[..., subprocess.CompletedProcess[str]], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.run", done)
    with pytest.raises(NotMeasuredError, match=why):
        figures_of_command(["bench", "rules"])


def test_a_command_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(words: list[str], *, timeout: float, **_: object) -> None:
        raise subprocess.TimeoutExpired(words, timeout)

    monkeypatch.setattr("subprocess.run", hangs)
    with pytest.raises(NotMeasuredError, match="not done after"):
        figures_of_command(["bench", "rules"])


def test_situations_are_counted_by_how_they_end() -> None:
    assert [(f.name, f.value, f.limit, f.ok) for f in figures_of_report(JUNIT)] == [
        ("situations answered as written", 2, ">= 5", False),
        ("situations expected to fail", 1, "<= 0", False),
        ("situations that fail", 2, "= 0", False),
    ]


def test_the_cases_that_are_measured_are_there() -> None:
    path, name = measuring._CASES.split("::")
    assert f"def {name}(" in (measuring.checkout() / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["[]", "{}", '{"figures": [{"name": "a"}]}', "nothing"])
def test_what_is_no_object_with_figures_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        from_json(text)
