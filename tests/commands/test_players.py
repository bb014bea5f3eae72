"""``companion players``: the list, one player in words, as JSON and as a page; merged and removed names."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.coach.analysing import analysed
from companion.coach.saved_analyses import Keeping
from companion.games.rules import Side
from companion.record import Journal, Mode, match_from_entries
from companion.record.archived_match import CARDS
from companion.record.entries import Entry, Kind
from tests.archived import BEGAN, entries_of_match
from tests.coach.fakes import ByNotation
from tests.record.playing import random_match

PEOPLE = (("Anna", "Boris"), ("Boris", "Anna"), ("Ania", "Łucja <b>"))
SHORT = [entries_of_match(random_match(seed, 1)) for seed in range(3)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches to a point between people and one against an engine, two of them analysed."""
    folder = tmp_path_factory.mktemp("made")
    with Journal(folder) as journal:
        for names, entries in zip(PEOPLE, SHORT, strict=True):
            journal.begin(names=names, length=1, started=BEGAN)
            journal.append_all(entries)
        opponent = {"opponent": {"side": "light", "strength": "weak", "seed": 1}}
        journal.begin(names=("GNU Backgammon", "Anna"), length=1, mode=Mode.RECORDED, started=BEGAN, terms=opponent)
        journal.append_all(SHORT[0])
        for number in (1, 2):
            match = match_from_entries(journal.header(number), journal.entries(number))
            with Keeping(folder, match, engine="builtin", ply=1, number=number) as kept:
                for step in analysed(match, ByNotation(), luck_ply=None):
                    kept.add(step.judged)
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(made, tmp_path / "data"))


def players(folder: Path, *words: str) -> int:
    return main(["--data-dir", str(folder), "players", *words])


def told(capsys: pytest.CaptureFixture[str]) -> list[Any]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_list_names_people_and_their_results(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(data, "list") == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["PLAYER", "MATCHES", "WON", "LOST", "RATING", "EXPERIENCE", "LAST"]
    assert sorted(line.split()[0] for line in lines) == ["Ania", "Anna", "Boris", "Łucja"]


def test_the_list_is_one_object_a_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(data, "list", "--json") == 0
    found = told(capsys)
    assert {tuple(one) for one in found} == {
        ("name", "names", "matches", "won", "lost", "rating", "experience", "last")
    }
    anna = next(one for one in found if one["name"] == "Anna")
    assert (anna["matches"], anna["experience"]) == (3, 2)


def test_nothing_recorded_is_no_error_and_makes_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(tmp_path, "list") == 0
    assert capsys.readouterr().out == "no players\n"
    assert list(tmp_path.iterdir()) == []


def test_a_player_as_an_object(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(data, "show", "anna", "--json") == 0
    (anna,) = told(capsys)
    assert list(anna) == [
        "name", "names", "matches", "won", "lost", "rating", "experience", "last", "against", "history", "errors",
    ]  # fmt: skip
    assert [(one["opponent"], one["engine"]) for one in anna["against"]] == [("Boris", False), ("GNU Backgammon", True)]
    assert [one["id"] for one in anna["history"]] == [1, 2, 4]
    assert [one["error_rate"] is not None for one in anna["history"]] == [True, True, False]
    errors = anna["errors"]
    assert (errors["engine"], errors["ply"], errors["matches"], errors["trend"]) == ("builtin", 1, 2, None)
    assert errors["low"] <= errors["rate"] <= errors["high"]
    assert errors["kinds"]
    assert set(errors["kinds"][0]) == {"kind", "errors", "lost"}


def test_a_player_in_words_names_engine_and_depth(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(data, "show", "Anna") == 0
    words = capsys.readouterr().out
    assert "built in, 1-ply" in words
    assert "Computer opponent" in words
    assert "PR" not in words.split()


@pytest.mark.parametrize("language", ["en", "pl", "sk", "ru"])
def test_a_page_is_whole_and_loads_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    out = tmp_path / "page.html"
    assert players(data, "show", "Łucja", "--html", str(out), "--language", language) == 0
    assert players(data, "show", "Anna", "--html", str(out), "--language", language, "--json") == 0
    assert f'"page": "{out}"' in capsys.readouterr().out
    page = out.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert not tags.links
    assert f'lang="{language}"' in page
    assert "color-scheme: light dark" in page


def test_a_name_cannot_write_into_the_page(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert players(data, "show", "Łucja", "--html", str(out)) == 0
    assert "Łucja &lt;b&gt;" in out.read_text(encoding="utf-8")
    assert "Łucja <b>" not in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("show", "Eva"), "player 'Eva': not found"),
        (("show", "An"), "may be Anna, Ania"),
        (("show", "GNU"), "not found"),
        (("show", "Anna", "--html", "/nowhere/at/all.html"), "there is no folder"),
        (("merge", "Anna", "Boris"), "have played each other"),
        (("merge", "Anna", "Anna"), "one player already"),
        (("unmerge", "Anna"), "is not merged"),
        (("delete", "Anna"), "add --yes"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    data: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    assert players(data, *words) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


def test_names_are_merged_and_separated(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert players(data, "merge", "ania", "Anna", "--json") == 0
    assert told(capsys) == [{"merged": "Ania", "player": "Anna"}]
    assert players(data, "show", "Ania", "--json") == 0
    assert (shown := told(capsys)[0])["names"] == ["Anna", "Ania"]
    assert shown["matches"] == 4
    assert players(data, "unmerge", "Ania", "--json") == 0
    assert told(capsys) == [{"unmerged": "Ania"}]
    assert players(data, "show", "Ania", "--json") == 0
    assert told(capsys)[0]["matches"] == 1


def test_a_removed_player_leaves_matches_without_the_name(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / CARDS).mkdir()
    for name in ("match-1-game-1.png", "match-3-game-1.png"):
        (data / CARDS / name).touch()
    assert players(data, "delete", "Anna", "--yes", "--json") == 0
    assert told(capsys) == [{"deleted": ["Anna"], "matches": 3}]
    assert main(["--data-dir", str(data), "archive", "list", "--json"]) == 0
    assert [one["players"] for one in told(capsys)] == [
        ["Light", "Boris"], ["Boris", "Dark"], ["Ania", "Łucja <b>"], ["GNU Backgammon", "Dark"],
    ]  # fmt: skip
    assert [path.name for path in (data / CARDS).iterdir()] == ["match-3-game-1.png"], "the name is in the picture"
    assert players(data, "show", "Boris", "--json") == 0
    assert {one["opponent"] for one in told(capsys)[0]["history"]} == {None}


def test_a_match_in_play_shows_nothing_of_its_evaluation(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(data) as journal:
        header = journal.begin(names=("Anna", "Boris"), length=9, mode=Mode.TRAINING, started=BEGAN)
        journal.append_all(SHORT[1][:20])
        match = match_from_entries(header, journal.entries(header.id))
        with Keeping(data, match, engine="builtin", ply=1, number=header.id) as kept:
            for step in analysed(match, ByNotation(), luck_ply=None):
                kept.add(step.judged)
    assert players(data, "show", "Anna", "--json") == 0
    (anna,) = told(capsys)
    assert anna["errors"]["matches"] == 2
    assert (anna["history"][-1]["id"], anna["history"][-1]["error_rate"]) == (header.id, None)


def test_help_of_the_coach_keeps_a_match_out_of_the_rate(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(data) as journal:
        header = journal.begin(names=("Anna", "Boris"), length=1, mode=Mode.TRAINING, started=BEGAN)
        note = Entry(len(SHORT[1]) + 1, 9e9, Kind.NOTE, side=Side.LIGHT).with_details({"help": 2})
        journal.append_all([*SHORT[1], note])
        match = match_from_entries(header, journal.entries(header.id))
        with Keeping(data, match, engine="builtin", ply=1, number=header.id) as kept:
            for step in analysed(match, ByNotation(), luck_ply=None):
                kept.add(step.judged)
    for name, number in (("Anna", 2), ("Boris", 3)):
        assert players(data, "show", name, "--json") == 0
        assert told(capsys)[0]["errors"]["matches"] == number


class Tags(HTMLParser):
    """What is open still, and what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "rect", "line", "circle", "br"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line", "circle"):
            assert self.open.pop() == tag
