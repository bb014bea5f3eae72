"""Everything about a turn in one folder, for whoever has to decide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from companion.app.snapshots import SnapshotWriter
from companion.errors import InputError, StorageError
from companion.games.backgammon import START, Position, picture_of
from companion.games.rules import BAR, TRAY, Stack
from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.record.reports.board_svg import board_svg
from companion.record.reports.dispute import ENTRIES_FILE, PAGE, dispute_pack
from companion.record.snapshot_files import FOLDER
from hardware.camera import Frame
from hardware.frames import pictures_in
from hardware.pictures import Encoded, Plain
from tests.app.test_snapshots import CORNERS
from tests.record.recorded import MATCH, entries_of

DISPUTED = entries_of(*MATCH[:6], Entry(0, 29.0, Kind.NOTE).with_details({"dispute": 2}), *MATCH[6:])


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A match in which turn 2 was played against the rules, put right and disputed, with its pictures."""
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Anna <A>", "Łukasz & Co"), length=3)
        keeper = SnapshotWriter(tmp_path, free=lambda _: 10**12)
        keeper.begin(header.id)
        for entry in DISPUTED:
            if entry.frame is not None:
                image = np.full((300, 400, 3), 3 * entry.frame, dtype=np.uint8)
                keeper.shown(Frame(Plain(image), entry.t, entry.frame, "#"), CORNERS, looked=True)
            journal.append(entry)
            keeper.on_entry(entry)
        yield journal


class Page(HTMLParser):
    """What is on a page; every element that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.images.append(dict(attrs)["src"] or "")
        elif tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Drawn shapes close themselves."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def packed(journal: Journal, tmp_path: Path, turn: int = 2) -> Path:
    return dispute_pack(journal, tmp_path, 1, turn, tmp_path / "out")


def test_the_folder_holds_the_pictures_of_the_turn_and_the_moments_before_the_dispute(
    journal: Journal, tmp_path: Path
) -> None:
    out = packed(journal, tmp_path)
    assert sorted(path.name for path in out.iterdir()) == [
        "0002-after-2.jpg", "0002-after.jpg", "0002-before.jpg", "0002-roll.jpg", "dispute-2", ENTRIES_FILE, PAGE,
    ]  # fmt: skip
    frames = [round(float(Encoded((out / name).read_bytes(), name).whole().mean()) / 3)
              for name in ("0002-before.jpg", "0002-roll.jpg", "0002-after.jpg", "0002-after-2.jpg")]  # fmt: skip
    assert frames == [12, 15, 21, 28]
    assert len(pictures_in(out / "dispute-2")) == 6


def test_the_page_shows_every_picture_once_and_needs_nothing_else(journal: Journal, tmp_path: Path) -> None:
    out = packed(journal, tmp_path)
    text = (out / PAGE).read_text(encoding="utf-8")
    images = Page(text).images
    shown = [path.relative_to(out).as_posix() for path in out.rglob("*.jpg")]
    assert sorted(images) == sorted(shown)
    assert images.index("0002-before.jpg") < images.index("0002-after.jpg") < images.index("0002-after-2.jpg")
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_the_page_tells_roll_times_ruling_and_draws_the_board_as_it_was_read(journal: Journal, tmp_path: Path) -> None:
    text = (packed(journal, tmp_path) / PAGE).read_text(encoding="utf-8")
    for told in ("Match 1, game 1, turn 2", "6-5 by Łukasz &amp; Co", "20.0 s after the match began", "blocked-point",
                 "The 8-point is blocked", "the board as it was read",
                 "the position on record after this"):  # fmt: skip
        assert told in text, told
    assert "Anna &lt;A&gt;" in text


def test_a_board_is_numbered_as_the_player_counts_whose_turn_it_shows(journal: Journal, tmp_path: Path) -> None:
    text = (packed(journal, tmp_path) / PAGE).read_text(encoding="utf-8")
    ruling = text[text.index("blocked-point") :]
    drawn = [int(one) for one in re.findall(r'font-size="11"[^>]*>(\d+)</text>', ruling)[:24]]
    assert drawn == list(range(24, 0, -1))  # Dark's turn: Light's first point is Dark's 24


def test_the_entries_about_the_turn_are_lines_of_json_with_their_details(journal: Journal, tmp_path: Path) -> None:
    lines = (packed(journal, tmp_path) / ENTRIES_FILE).read_text(encoding="utf-8").splitlines()
    found = [json.loads(text) for text in lines]
    assert [one["event"] for one in found] == ["roll", "illegal", "corrected", "note", "double", "take"]
    assert found[1]["details"]["points"] == [8]


def test_a_turn_without_pictures_is_told_all_the_same(journal: Journal, tmp_path: Path) -> None:
    for path in (tmp_path / FOLDER / "1").glob("0001-*"):
        path.unlink()
    out = packed(journal, tmp_path, 1)
    assert sorted(path.name for path in out.iterdir()) == [ENTRIES_FILE, PAGE]
    assert "No pictures of this turn were kept." in (out / PAGE).read_text(encoding="utf-8")


def test_a_folder_that_holds_something_is_left_alone(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    with pytest.raises(InputError, match="out: is there already, expected the name of a new folder"):
        packed(journal, tmp_path)


@pytest.mark.parametrize(
    ("out", "said"),
    [("turn.pdf", "expected a folder; its index.html can be printed"), ("no/where", "there is no folder")],
)
def test_where_it_cannot_be_written_is_said(out: str, said: str, journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        dispute_pack(journal, tmp_path, 1, 2, tmp_path / out)


def test_a_full_disk_leaves_no_half_folder(journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copy2", full)
    with pytest.raises(StorageError, match=r"out: cannot be written \(No space left"):
        packed(journal, tmp_path)
    assert not any("out" in path.name for path in tmp_path.iterdir())


def test_turns_and_matches_that_are_not_there_are_named(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="turn 9"):
        packed(journal, tmp_path, 9)
    with pytest.raises(StorageError, match="no match 5"):
        dispute_pack(journal, tmp_path, 5, 1, tmp_path / "out")


# --- the drawn board -----------------------------------------------------------------------------


def circles(svg: str) -> list[tuple[int, int, str]]:
    return [
        (int(x), int(y), fill) for x, y, fill in re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="13" fill="(.*?)"', svg)
    ]


def test_every_checker_of_a_position_is_drawn_on_its_point() -> None:
    found = circles(board_svg(picture_of(START)))
    assert len(found) == 30
    light, dark = (sorted(x for x, _, fill in found if fill == colour) for colour in ("#f6efdd", "#43261a"))
    assert light == dark, "the start position is the same for both, seen across the board"


def test_more_checkers_than_are_drawn_are_told_by_a_number() -> None:
    svg = board_svg({6: Stack(9, 0), TRAY: Stack(0, 12)})
    assert len(circles(svg)) == 5 + 1
    assert ">9</text>" in svg
    assert ">12</text>" in svg


def test_both_sides_on_one_point_and_on_the_bar_are_drawn_beside_each_other() -> None:
    found = circles(board_svg({8: Stack(2, 1), BAR: Stack(1, 1)}))
    assert len(found) == len({(x, y) for x, y, _ in found}) == 5


def test_an_empty_board_has_no_checkers_and_a_label_for_who_cannot_see_it() -> None:
    svg = board_svg(picture_of(Position((0,) * 24)), label='before "the" <roll>')
    assert circles(svg) == []
    assert 'aria-label="before &quot;the&quot; &lt;roll>"' in svg
