"""Figures on the pages: they are those of the file of results, which commands write."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import parser
from companion.errors import InputError
from companion.lab.bench import pages, results
from companion.lab.bench.blocks import BLOCKS
from companion.lab.bench.figure import Figure, as_json
from companion.lab.bench.measuring import checkout
from companion.lab.bench.pages import blocks_of, differing, filled, pages_of
from companion.lab.bench.results import FILE, BenchResult, read_results, with_printed, write_results
from tests.lab.bench.test_figures import call

HOUSE = checkout()
KEPT = read_results(HOUSE / FILE)


def replay(right: int) -> BenchResult:
    """One game, so many plays of ten right."""
    names = ("rolls right", "plays right", "cube actions right", "illegal plays found")
    figures = [Figure.at_least(f"dev1: {name} ({right} of 10)", 10 * right, "%", 100) for name in names]
    return BenchResult("companion bench replay", (*figures, Figure.exactly("dev1: false accusations", 0, "", 0)))


# --- the pages of the project --------------------------------------------------------------------


def test_the_pages_say_what_the_file_of_results_says() -> None:
    assert list(differing(HOUSE, KEPT)) == [], "write them again: companion bench figures --write"


def test_every_block_is_on_a_page() -> None:
    texts = [page.read_text(encoding="utf-8") for page in pages_of(HOUSE)]
    assert {found["name"] for text in texts for found in blocks_of(text)} == set(BLOCKS)


@pytest.mark.parametrize("name", KEPT)
def test_each_command_of_the_file_can_be_typed_and_is_named_on_a_page(name: str) -> None:
    command = KEPT[name].command
    parser().parse_args(shlex.split(command)[1:])
    assert any(command in page.read_text(encoding="utf-8") for page in pages_of(HOUSE))


@pytest.mark.parametrize("page", pages_of(HOUSE), ids=lambda page: page.name)
def test_no_line_of_text_begins_with_a_mark(page: Path) -> None:
    """Markdown would print it, and what follows, as HTML."""
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if re.match(r"<!-- (figures|end).*?-->.", line)] == []


def test_figures_that_miss_their_limit_are_kept_as_such() -> None:
    """What the file says of a limit is what the limit says of the value."""
    holds = {"<=": float.__le__, ">=": float.__ge__, "=": float.__eq__}
    for result in KEPT.values():
        for figure in result.figures:
            if figure.limit is not None:
                sign, number = figure.limit.split()
                assert figure.ok == holds[sign](figure.value, float(number)), figure


# --- blocks --------------------------------------------------------------------------------------


def test_a_block_is_filled_wherever_it_stands() -> None:
    told = "9 of 10 rolls, 9 of 10 plays, 9 of 10 cube actions, 9 of 10 illegal plays, no false accusation"
    block = "<!-- figures: replay -->old<!-- end -->"
    text = f"before {block}; behind\n\n| a | {block} |\n"
    new = block.replace("old", told)
    assert filled(text, {"replay": replay(9)}) == f"before {new}; behind\n\n| a | {new} |\n"


def test_a_table_begins_on_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BLOCKS, "table", lambda _: "| a |\n|---|\n| <= 3 |")
    once = filled("<!-- figures: table -->\n<!-- end -->", {})
    assert once == "<!-- figures: table -->\n| a |\n|---|\n| <= 3 |\n<!-- end -->"
    assert filled(once, {}) == once


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<!-- figures: nonsense --><!-- end -->", "block 'nonsense': expected one of rules, "),
        ("<!-- figures: replay --> and no end", "1 blocks of figures begin, 0 have"),
        ("<!-- figures: replay --> <!-- figures: replay --><!-- end -->", "2 blocks of figures begin, 1 have"),
        ("<!-- figures: rules --><!-- end -->", "there is no 'rules'"),
    ],
)
def test_a_block_that_cannot_be_filled_is_told(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        filled(text, {"replay": replay(9)})


def test_a_block_misses_a_figure_that_was_not_measured() -> None:
    with pytest.raises(InputError, match="expected one figure 'turns', found 0"):
        filled(
            "<!-- figures: simulate --><!-- end -->", {"simulate": BenchResult("companion simulate", replay(1).figures)}
        )


# --- the file ------------------------------------------------------------------------------------


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_results(tmp_path / "figures.json", {"replay": replay(9)})
    assert read_results(tmp_path / "figures.json") == {"replay": replay(9)}
    write_results(tmp_path / "again.json", KEPT)
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == (HOUSE / FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', '{"a": {"figures": []}}', '{"a": {"command": "x"}}'])
def test_what_is_no_file_of_results_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="expected a file of results"):
        read_results(path)


def test_only_commands_of_the_companion_are_run() -> None:
    with pytest.raises(InputError, match="expected a command that begins with companion"):
        BenchResult("rm -r .", ()).measured_again()


def test_what_a_command_printed_takes_the_place_of_what_it_printed_before(tmp_path: Path) -> None:
    printed = tmp_path / "printed.json"
    printed.write_text(as_json("replay", replay(10).figures), encoding="utf-8")
    assert with_printed({"replay": replay(9)}, "replay", printed) == {"replay": replay(10)}
    with pytest.raises(InputError, match="there is no 'rules', expected one of replay"):
        with_printed({"replay": replay(9)}, "rules", printed)
    with pytest.raises(InputError, match="expected what a bench or simulate prints with --json"):
        with_printed({"replay": replay(9)}, "replay", tmp_path / "nowhere.json")


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one page, which says what the file says."""
    (tmp_path / "docs").mkdir()
    write_results(tmp_path / FILE, {"replay": replay(9)})
    (tmp_path / "README.md").write_text("<!-- figures: replay -->old<!-- end -->", encoding="utf-8")
    monkeypatch.setattr(pages, "checkout", lambda: tmp_path)
    assert call("bench", "figures", "--write") == 0
    return tmp_path


def test_measured_again_the_file_changes_and_the_page_is_stale_until_it_is_written(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed: list[list[str]] = []

    def measure(words: list[str]) -> tuple[Figure, ...]:
        typed.append(words)
        return replay(10).figures

    monkeypatch.setattr(results, "figures_of_command", measure)
    capsys.readouterr()
    assert call("--json", "bench", "figures", "--measure", "replay") == 1
    assert typed == [["bench", "replay"]]
    assert json.loads(capsys.readouterr().out)["figures"][0]["value"] == 1
    assert read_results(house / FILE) == {"replay": replay(10)}
    assert call("bench", "figures") == 1
    assert capsys.readouterr().out.startswith("README.md: replay\n")
    assert call("bench", "figures", "--write") == 0
    assert "10 of 10 plays" in (house / "README.md").read_text(encoding="utf-8")


def test_figures_printed_before_are_taken_in(house: Path) -> None:
    (house / "printed.json").write_text(as_json("replay", replay(8).figures), encoding="utf-8")
    assert call("bench", "figures", "--take", f"replay={house / 'printed.json'}", "--write") == 0
    assert "8 of 10 plays" in (house / "README.md").read_text(encoding="utf-8")
