"""A pack holds the whole evidence of a match, is written whole or not at all, and its page needs no network."""

from __future__ import annotations

import json
import re
import resource
import signal
import zipfile
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError, StorageError
from companion.games.rules import Side
from companion.record import Journal, match_from_entries, read_match
from companion.record.canonical import hashes
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    ChoiceMade,
    PointsWon,
    QuestionAsked,
    Replaced,
    RestoredTo,
    RollReread,
    RollWanted,
    TurnAmended,
    TurnWanted,
    TurnWas,
    UndoWanted,
)
from companion.record.pack.acts import corrections
from companion.record.pack.checking import checked
from companion.record.pack.writing import pack
from companion.record.snapshot_files import kept
from companion.texts import Language
from tests.record.pack.packing import PROGRAM, SCRIPT_NAME, packed, recorded
from tests.record.recorded import DARK, LIGHT, MATCH, entries_of


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    recorded(folder)
    return folder


def unpacked(data: Path, out: Path, language: str = "en") -> Path:
    with zipfile.ZipFile(packed(data, out / "one.zip", language=language).path) as archive:
        archive.extractall(out)
    return out


def told(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


def test_the_pack_has_the_match_as_files_and_the_journal_with_its_hashes(data: Path, tmp_path: Path) -> None:
    folder = unpacked(data, tmp_path)
    with Journal(data) as journal:
        (header,) = journal.matches()
        rows = journal.rows(header.id)
    for form in ("mat", "sgf", "json"):
        games = read_match(folder / f"match.{form}").games
        assert [game.win for game in games] == [game.win for game in match_from_entries(header, MATCH).games]
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["entry"] for line in lines] == list(rows)
    assert [line["hash"] for line in lines] == list(hashes(header.uuid, header.epoch, rows))
    manifest = told(folder, "manifest.json")
    assert (manifest["uuid"], manifest["epoch"], manifest["last_hash"]) == (header.uuid, 1, lines[-1]["hash"])


def test_the_manifest_has_size_and_sum_of_every_file(data: Path, tmp_path: Path) -> None:
    folder = unpacked(data, tmp_path)
    files = {one["name"]: (one["size"], one["sha256"]) for one in told(folder, "manifest.json")["files"]}
    found = {
        path.relative_to(folder).as_posix(): (path.stat().st_size, sha256(path.read_bytes()).hexdigest())
        for path in folder.rglob("*") if path.is_file() and path.name not in ("one.zip", "manifest.json")
    }  # fmt: skip
    assert files == found
    assert sum(name.startswith("pictures/") for name in files) == 4 + 3 + 1, "and the times of the dispute's pictures"


def test_the_turns_have_times_positions_and_pictures(data: Path, tmp_path: Path) -> None:
    first, second, *_ = told(unpacked(data, tmp_path), "turns.json")
    assert (first["player"], first["dice"], first["play"], first["t"], first["seconds"]) == (
        "Anna", "3-1", "8/5 6/5", 4.0, 5.0,
    )  # fmt: skip
    assert (first["time"], second["time"]) == ("19:30:04", "19:30:15")
    assert (first["before"], first["after"]) == (MATCH[1].position, MATCH[2].position)
    assert first["pictures"] == [f"pictures/0001-{what}.jpg" for what in ("before", "roll", "after")]
    assert [name for name in second["pictures"] if "dispute" in name] == [
        f"pictures/dispute-2/000{n}.jpg" for n in range(3)
    ]


def test_rulings_and_the_program_are_told(data: Path, tmp_path: Path) -> None:
    folder = unpacked(data, tmp_path)
    assert [(one["event"], one["turn"], one["reason"]) for one in told(folder, "rulings.json")] == [
        ("illegal", 2, "blocked-point"), ("corrected", 2, None),
    ]  # fmt: skip
    about = told(folder, "about.json")
    assert about["packed_by"] == {"version": "0.5.0", "models": dict(PROGRAM.models)}
    assert (about["settings"], about["score"], about["finished"]) == ({"clock": True}, [3, 0], True)


def test_the_same_match_is_the_same_pack_byte_for_byte(data: Path, tmp_path: Path) -> None:
    one, other = packed(data, tmp_path / "one.zip"), packed(data, tmp_path / "other.zip")
    assert one.path.read_bytes() == other.path.read_bytes()
    assert one.seal == other.seal == checked(one.path).seal


# --- who corrected what ----------------------------------------------------------------------------


def test_who_corrected_what_is_told_with_before_and_after() -> None:
    won, again = PointsWon(1), PointsWon(2, said=True)
    entries = entries_of(
        Entry(0, 0.0, Kind.START),
        Entry(0, 1.0, Kind.ROLL, side=LIGHT, dice=(3, 1)),
        Entry(0, 2.0, Kind.ASKED, facts=QuestionAsked("question.change-roll", wanted=RollWanted(LIGHT, (2, 1)))),
        Entry(0, 3.0, Kind.ANSWERED, facts=ChoiceMade("question.change-roll", "answer.yes")),
        Entry(0, 3.0, Kind.EDIT, side=LIGHT, dice=(2, 1), facts=RollReread((3, 1))),
        Entry(0, 4.0, Kind.ILLEGAL, side=LIGHT, dice=(2, 1), reason="blocked-point"),
        Entry(0, 5.0, Kind.CORRECTED, side=LIGHT, dice=(2, 1), play="13/11 6/5"),
        Entry(0, 6.0, Kind.ASKED, facts=QuestionAsked("q", wanted=TurnWanted(DARK, 1, (2, 1), "24/21"))),
        Entry(0, 7.0, Kind.ANSWERED, facts=ChoiceMade("q", "answer.no")),
        Entry(0, 8.0, Kind.EDIT, dice=(2, 1), play="24/21", facts=TurnAmended(1, TurnWas((2, 1), "13/11 6/5"))),
        Entry(0, 9.0, Kind.ASKED, facts=QuestionAsked("q", wanted=UndoWanted(DARK))),
        Entry(0, 9.0, Kind.ANSWERED, facts=ChoiceMade("q", "answer.yes")),
        Entry(0, 9.0, Kind.UNDO, side=LIGHT, dice=(2, 1)),
        Entry(0, 10.0, Kind.RESTORED, facts=RestoredTo(8)),
        Entry(0, 11.0, Kind.EDIT, position="B", facts=Replaced(placed=True, was="A")),
        Entry(0, 12.0, Kind.GAME_OVER, side=LIGHT, facts=won),
        Entry(0, 13.0, Kind.GAME_OVER, side=LIGHT, facts=again),
    )
    found = [(one.entry.t, one.by, one.agreed, one.before, one.after) for one in corrections(entries)]
    made = "2-1: 13/11 6/5"
    assert found == [
        (3.0, LIGHT, DARK, "3-1", "2-1"),
        (5.0, LIGHT, None, "2-1 blocked-point", made),
        (8.0, None, None, made, "2-1: 24/21"),
        (9.0, DARK, LIGHT, made, ""),
        (10.0, None, None, "", made),
        (11.0, None, None, "A", "B"),
        (13.0, None, None, "1", "2"),
    ]


# --- whole or not at all ----------------------------------------------------------------------------


def test_a_full_disk_leaves_what_was_there_and_says_so(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.zip"
    target.write_bytes(b"an earlier pack")
    with Journal(data) as journal:
        (header,) = journal.matches()
        rows, pictures = journal.rows(header.id), kept(data, header.id)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(StorageError, match=r"one\.zip: cannot be written \(File too large\)"):
            pack(header, rows, pictures, target, program=PROGRAM)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert target.read_bytes() == b"an earlier pack"
    assert [path.name for path in tmp_path.iterdir()] == ["one.zip"]


def test_a_picture_that_goes_away_meanwhile_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    recorded(tmp_path)
    with Journal(tmp_path) as journal:
        (header,) = journal.matches()
        rows, pictures = journal.rows(header.id), kept(tmp_path, header.id)
    gone = replace(pictures[0], path=pictures[0].path.with_name("0009-roll.jpg"))
    with pytest.raises(StorageError, match=r"one\.zip: was not written \(No such file"):
        pack(header, rows, (gone,), tmp_path / "one.zip", program=PROGRAM)
    assert not (tmp_path / "one.zip").exists()


def test_a_match_without_entries_is_no_evidence(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin()
    with pytest.raises(InputError, match="there is no entry in it"):
        pack(header, (), (), tmp_path / "one.zip", program=PROGRAM)


# --- the page --------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """All tags of a page with their attributes, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("language", Language)
def test_the_page_steps_through_all_turns_without_a_network(language: Language, data: Path, tmp_path: Path) -> None:
    folder = unpacked(data, tmp_path, language.value)
    page = (folder / "index.html").read_text(encoding="utf-8")
    found = Tags(page)
    assert dict(found.tags)["html"]["lang"] == language.value
    turns = told(folder, "turns.json")
    sections = [facts["id"] for tag, facts in found.tags if tag == "section"]
    assert sections == [f"g{one['game']}t{one['turn']}" for one in turns]
    assert [facts["value"] for tag, facts in found.tags if tag == "option"] == sections
    names = [facts[key] for _, facts in found.tags for key in ("src", "href") if facts.get(key)]
    for name in names:
        assert name is not None
        assert name.startswith("#") or (folder / name).is_file(), name
    assert {facts.get("xmlns") for tag, facts in found.tags if tag == "svg"} == {"http://www.w3.org/2000/svg"}
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert sum(tag == "img" for tag, _ in found.tags) == 7
    assert SCRIPT_NAME in found.words, "a name is a name and no script"
    assert sum(tag == "script" for tag, _ in found.tags) == 1


def test_the_page_allows_its_own_script_and_nothing_from_elsewhere(data: Path, tmp_path: Path) -> None:
    page = (unpacked(data, tmp_path) / "index.html").read_text(encoding="utf-8")
    policy = re.search('Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith(
        "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; script-src 'sha256-"
    )


def test_a_correction_on_the_page_names_who_agreed(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Anna", "Bob"), length=3)
        wanted = QuestionAsked("question.change-roll", wanted=RollWanted(Side.LIGHT, (2, 1)))
        journal.append_all(
            entries_of(
                *MATCH[:2],
                Entry(0, 5.0, Kind.ASKED, facts=wanted),
                Entry(0, 6.0, Kind.ANSWERED, facts=ChoiceMade("question.change-roll", "answer.yes")),
                Entry(0, 6.5, Kind.EDIT, side=LIGHT, dice=(2, 1), facts=RollReread((3, 1)), position=MATCH[1].position),
            )
        )
        pack(header, journal.rows(header.id), (), tmp_path / "one.zip", program=PROGRAM)
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        words = Tags(archive.read("index.html").decode()).words
    assert "Anna; agreed: Bob3-12-1" in words
    assert "No pictures" in words
