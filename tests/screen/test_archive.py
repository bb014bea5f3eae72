"""Archive, review and export, touched as people touch them; and the story of an evening from the last game on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.table import TableSource
from companion.errors import InputError
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.events import Ended, NextGame, PlayEntered, RollEntered
from companion.match.state import DiceSource, Terms
from companion.record import Journal, Mode, read_match
from companion.record.archive import ListedMatch
from companion.record.archived_match import Destination
from companion.record.entries import Entry, Kind
from companion.record.files.any_game import read_file
from companion.record.files.document import json_text
from companion.record.importing import Importer, foreign_matches
from companion.record.pack.checking import checked
from companion.record.reports.event_words import Narrator, mark_words
from companion.record.reports.review import ReviewMark
from companion.record.snapshot_files import SnapshotFacts, keep
from companion.screen import PageName
from companion.texts import Language
from tests.archived import evenings, fill, random_entries
from tests.record.playing import random_match
from tests.screen.archives import (
    fields_of,
    labels_of,
    settle,
    shelf_of,
    touch_row,
    touch_widget,
    touch_words,
    with_services,
)
from tests.screen.conftest import Stage
from tests.screen.views import UNDER_WAY

SIZES = [(800, 480), (480, 800)]
VIEW = replace(UNDER_WAY, mode=Mode.TRAINING)


@dataclass
class Matches:
    """Remembers which match was taken up."""

    taken_up: int = 0

    def unfinished(self) -> ListedMatch | None:
        return None

    def begin(self) -> None:
        raise AssertionError

    def take_up(self, number: int) -> None:
        self.taken_up = number


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven matches, not to be changed."""
    folder = tmp_path_factory.mktemp("evening")
    evenings(folder, 7)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three matches; the last is not finished."""
    folder = tmp_path / "data"
    with Journal(folder) as journal:
        fill(journal, 1, length=1)
        fill(journal, 2, length=1, names=("Bob", "Zoë"))
        fill(journal, 3, length=5, most_entries=40)
    return folder


@pytest.fixture
def at(stage: Stage, data: Path, tmp_path: Path) -> Iterator[Any]:
    """The shell of a desk with these matches, and a stick."""
    usb = tmp_path / "KINGSTON"
    usb.mkdir()
    archive = shelf_of(data, sticks=(usb,))
    with with_services(stage, archive=archive, trash=archive, exports=archive, matches=Matches()) as app_root:
        stage.lay(VIEW)
        yield app_root


def opened(app_root: Any, place: PageName, **told: Any) -> Any:
    app_root.open(place, **told)
    settle()
    return app_root.top.content


def titles(content: Any) -> list[str]:
    return [row["title"] for row in content.rows.data]


# --- the archive ---------------------------------------------------------------------------------


def test_an_imported_match_is_marked_is_reviewed_and_never_resumed(stage: Stage, tmp_path: Path) -> None:
    whole = random_match(8, 5)
    game = replace(whole.games[0], actions=whole.games[0].actions[:20], win=None)
    unfinished = replace(whole, names=("Łukasz", "Bob"), games=(game,))
    (path := tmp_path / "club.json").write_text(json_text(unfinished))
    (other := tmp_path / "other.json").write_text(json_text(replace(random_match(9, 3), header={})))
    with Journal(folder := tmp_path / "data") as journal:
        fill(journal, 1, length=1)
        importer = Importer(journal)
        for file in (path, other):
            (foreign,) = foreign_matches(read_file(file).found)
            importer.take_in(foreign, file, datetime.now(UTC))
    archive = shelf_of(folder)
    with with_services(stage, archive=archive, trash=archive, exports=archive, matches=Matches()):
        stage.lay(VIEW)
        content = opened(stage.app.app_root, PageName.ARCHIVE)
        notes = [row["note"] for row in content.rows.data]
        assert notes[:2] == ["3 points · Imported", "20 Nov 2026 · Not finished · 5 points · Imported"]
        content.rows.data[1]["then"]()
        settle()
        stage.keep("archive-imported-800x480")
        assert "Resume" not in fields_of(content)
        assert {"Review", "Export"} <= set(fields_of(content))
        opened(stage.app.app_root, PageName.REVIEW, match=2)
        stage.keep("review-imported-800x480")


def test_the_list_begins_with_the_newest_match_and_one_touch_brings_back_what_is_deleted(stage: Stage, at: Any) -> None:
    content = opened(at, PageName.ARCHIVE)
    assert titles(content) == ["Anna – Łukasz", "Bob – Zoë", "Anna – Łukasz"]
    assert "Not finished" in content.rows.data[0]["note"]
    assert "Not finished" not in content.rows.data[1]["note"]
    stage.keep("archive-800x480")
    assert "Delete" not in fields_of(content)
    touch_row(stage, content.rows, 1)
    touch_words(stage, content, "Delete")
    assert titles(content) == ["Anna – Łukasz", "Anna – Łukasz"]
    assert "Deleted: Bob – Zoë" in labels_of(content)
    stage.keep("archive-deleted-800x480")
    touch_words(stage, content, "Undo")
    assert titles(content) == ["Anna – Łukasz", "Bob – Zoë", "Anna – Łukasz"]
    assert "Undo" not in fields_of(content)
    # What was deleted before is seen and brought back later.
    at._services.trash.delete(2)
    touch_words(stage, content, "Deleted")
    assert titles(content) == ["Bob – Zoë"]
    touch_row(stage, content.rows, 0)
    touch_words(stage, content, "Restore")
    assert titles(content) == []
    assert "No deleted matches" in labels_of(content)
    touch_words(stage, content, "All matches")
    assert len(titles(content)) == 3


def test_matches_are_searched_by_a_players_name(stage: Stage, at: Any) -> None:
    content = opened(at, PageName.ARCHIVE)
    touch_words(stage, content, "Search")
    touch_words(stage, at.top, "Zoë")
    if "Done" in fields_of(at.top):
        touch_words(stage, at.top, "Done")
    assert titles(content) == ["Bob – Zoë"]
    content._sought("nobody")
    assert "No match of nobody" in labels_of(content)
    content._sought("")
    assert len(titles(content)) == 3


def test_an_unfinished_match_is_gone_on_with(stage: Stage, at: Any) -> None:
    content = opened(at, PageName.ARCHIVE)
    touch_row(stage, content.rows, 1)
    assert "Resume" not in fields_of(content)  # it is finished
    touch_row(stage, content.rows, 0)
    touch_words(stage, content, "Resume")
    assert at._services.matches.taken_up == 3
    assert at.top is None


def test_an_empty_shelf_says_so(stage: Stage, tmp_path: Path) -> None:
    with Journal(tmp_path):
        pass
    with with_services(stage, archive=shelf_of(tmp_path)) as app_root:
        content = opened(app_root, PageName.ARCHIVE)
        assert "No matches yet" in labels_of(content)


def test_players_without_a_name_are_called_in_the_language_of_the_screen(stage: Stage, tmp_path: Path) -> None:
    light, dark = "Светлый", "Тёмный"
    with Journal(tmp_path) as journal:
        nameless = fill(journal, 1, length=1, names=("Light", "Dark")).id
        fill(journal, 2, length=1)
    archive = shelf_of(tmp_path)
    with with_services(stage, archive=archive, exports=archive) as app_root:
        stage.lay(replace(VIEW, names=("Light", "Dark")))
        stage.app._services.settings.change({"screen.language": "ru"})
        try:
            content = opened(app_root, PageName.ARCHIVE)
            content._sought(light)
            assert [title.split(" – ")[0] for title in titles(content)] == [light]
            for place in (PageName.REVIEW, PageName.EXPORT, PageName.RECAP, PageName.POSITION):
                app_root.home()
                content = opened(app_root, place, **({} if place is PageName.POSITION else {"match": nameless}))
                words = " ".join(word for _ in turned_over(content) for word in labels_of(content))
                assert dark in words, place
                assert light in words or place is PageName.REVIEW, "its first turn is that of the other"
                assert "Light" not in words, place
                assert "Dark" not in words, place
        finally:
            app_root.home()
            stage.app._services.settings.change({"screen.language": "en"})


# --- turn by turn --------------------------------------------------------------------------------


def test_turns_are_gone_through_forward_and_back_over_the_ends_of_games(stage: Stage, at: Any) -> None:
    content = opened(at, PageName.REVIEW, match=3)
    assert (content.turn.number, content.game.number) == (1, len(content._games))
    touch_widget(stage, content.on)
    assert content.turn.number == 2
    assert content.board.view.last_side is content.turn.side
    touch_widget(stage, content.back)
    assert content.turn.number == 1
    while not content.on.dead and content.turn.number < 6:
        content._go(content.turn.number + 1)
    touch_words(stage, content, "Before")
    assert content.board.view.points == content.turn.before.points
    touch_words(stage, content, "After")
    assert content.board.view.points == content.turn.after.points
    stage.keep("review-800x480")
    touch_row(stage, content.rows, 2)  # or a turn is chosen in the list
    assert content.turn.number == 3
    assert [row["lit"] for row in content.rows.data[:4]] == [False, False, True, False]
    content._go(1)
    touch_words(stage, content, "What happened")
    words = labels_of(content)
    assert any(line.startswith(("Anna rolls", "Łukasz rolls")) for line in words)
    assert "The game begins" in words
    assert "Correct" not in fields_of(content)  # it is not the one at the table


def test_the_pictures_of_a_turn_are_shown(stage: Stage, at: Any, data: Path) -> None:
    picture = np.full((60, 100, 3), (0, 0, 255), np.uint8)
    for turn, what in ((2, "roll"), (2, "after")):
        jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
        keep(data, jpeg, SnapshotFacts(3, turn, what, 2, 7, 4.0, ""))
    content = opened(at, PageName.REVIEW, match=3)
    assert "Pictures" not in fields_of(content)
    touch_widget(stage, content.on)
    touch_words(stage, content, "Pictures")
    shown = stage.picture()
    x, y = (round(place) for place in content.photo.center)
    assert shown[x, y][0] > 200
    assert shown[x, y][1] < 60
    assert content.marks.text.endswith("1 / 2")
    touch_widget(stage, content.photo)
    assert content.marks.text.endswith("2 / 2")
    stage.keep("review-pictures-800x480")


def test_what_happened_is_told_in_the_words_of_the_rules(stage: Stage, tmp_path: Path) -> None:
    start, roll, *rest = random_entries(1, 1)
    illegal = Entry(0, roll.t, Kind.ILLEGAL, side=roll.side, reason="bear-off-outside")
    with Journal(tmp_path) as journal:
        header = journal.begin(names=("Anna", "Boris"), length=1, mode=Mode.TRAINING, rules="tactic")
        journal.append_all([replace(each, n=n) for n, each in enumerate((start, roll, illegal, *rest), start=1)])
    with with_services(stage, archive=shelf_of(tmp_path)) as app_root:
        stage.lay(VIEW)
        stage.app._services.settings.change({"screen.language": "pl"})
        try:
            content = opened(app_root, PageName.REVIEW, match=header.id, turn=1)
            touch_words(stage, content, "Przebieg")
            assert "wyprowadzać na dwór" in " ".join(labels_of(content))
        finally:
            app_root.home()
            stage.app._services.settings.change({"screen.language": "en"})


def test_of_a_refereed_match_under_way_there_is_no_code(stage: Stage, data: Path) -> None:
    with Journal(data) as journal:
        header = fill(journal, 6, length=5, mode=Mode.REFEREED, most_entries=40)
    with with_services(stage, archive=shelf_of(data, header)) as app_root:
        stage.lay(VIEW)
        content = opened(app_root, PageName.REVIEW)
        assert "Code" not in fields_of(content)
        touch_words(stage, content, "What happened")
        assert "While the match goes on, only plays and dice are shown" in labels_of(content)


# --- files ---------------------------------------------------------------------------------------


def test_a_match_is_written_to_a_stick_and_read_back_or_packed_with_its_evidence_and_checked(
    stage: Stage, at: Any, tmp_path: Path
) -> None:
    content = opened(at, PageName.EXPORT, match=1)
    touch_words(stage, content, "Save")
    (path,) = (tmp_path / "KINGSTON").iterdir()
    assert path.name == "2026-11-20-match-1-Anna-Lukasz.mat"
    assert read_match(path).games
    assert at.said == f"Saved on KINGSTON, in its top folder, and verified: {path.name}"
    stage.keep("export-800x480")
    at._unsay()
    touch_words(stage, content, ".zip")
    touch_words(stage, content, "Save")
    (pack,) = (tmp_path / "KINGSTON").glob("*.zip")
    assert pack.stem == path.stem
    assert checked(pack).ok
    assert at.said == f"Saved on KINGSTON, in its top folder, and verified: {pack.name}"
    stage.keep("export-pack-800x480")


def test_a_match_in_play_is_not_packed_since_its_rulings_must_not_be_seen(stage: Stage, data: Path) -> None:
    with Journal(data) as journal:
        header = fill(journal, 4, length=5, most_entries=40, mode=Mode.RECORDED)
    archive = shelf_of(data, header)
    with with_services(stage, archive=archive, exports=archive) as app_root:
        stage.lay(VIEW)
        content = opened(app_root, PageName.EXPORT, match=header.id)
        assert {".mat", ".json"} <= fields_of(content).keys()
        assert ".zip" not in fields_of(content)
        with pytest.raises(InputError, match="not over"):
            archive.write([header.id], "zip", Destination("", data, stick=False))


def test_a_whole_evening_is_written_to_this_device(stage: Stage, at: Any, data: Path) -> None:
    content = opened(at, PageName.EXPORT, match=1)
    touch_words(stage, content, "This session: 3 matches")
    touch_words(stage, content, ".json")
    touch_words(stage, content, "This device")
    touch_words(stage, content, "Save")
    assert len(list((data / "exports").glob("*.json"))) == 3
    names = [path.name for path in sorted((data / "exports").glob("*.json"))]
    assert at.said.startswith(f"Saved on this device, in {data / 'exports'}, and verified: 3 files: ")
    assert sorted(at.said.rpartition(": ")[2].split(", ")) == names
    stage.keep("export-session-800x480")


def test_a_stick_that_was_pulled_out_is_said_and_nothing_is_lost(stage: Stage, at: Any, tmp_path: Path) -> None:
    content = opened(at, PageName.EXPORT, match=1)
    (tmp_path / "KINGSTON").rmdir()
    touch_words(stage, content, "Save")
    assert at.said == "KINGSTON cannot be written to. Is it still plugged in? Nothing was lost."
    assert "Save" in fields_of(content)


# --- every size and language ---------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_what_is_marked_on_a_turn_fits_its_row_in_every_language(
    size: tuple[int, int], stage: Stage, session: Path
) -> None:
    from companion.screen.widgets.fitting import fits
    from companion.screen.widgets.turn_row import TurnRow

    seen_together = [
        (ReviewMark.ILLEGAL, ReviewMark.CORRECTED),
        (ReviewMark.ILLEGAL, ReviewMark.STOOD),
        *((mark,) for mark in ReviewMark),
    ]
    with with_services(stage, archive=shelf_of(session)) as app_root:
        stage.resize(*size)
        try:
            content = opened(stage.app.app_root, PageName.REVIEW, match=7)
            row = next(one for one in content.rows.walk() if isinstance(one, TurnRow))
            for language, marks in product(Language, seen_together):
                row.marks = mark_words(marks, Narrator(language.value))
                words = row._words["marks"]
                assert fits(words.text, words.font_size, *words.size, bold=words.bold), (words.text, words.size)
        finally:
            app_root.home()


def turned_over(content: Any) -> Iterator[str]:
    """Every page of a screen in turn, by its name."""
    yield "first"
    match content.title:
        case "screen.recap":
            for page in ("dice", "code"):
                content._turn_to(page)
                settle()
                yield page
        case "screen.review":
            for page in ("before", "events", "code"):
                content._touched(page, None)
                settle()
                yield page
        case "screen.export":
            content._show_code()
            settle()
            yield "code"
        case "screen.archive":
            content._choose(content._headers[0])
            settle()
            yield "chosen"
            content._mark(content._headers[0], deleted=True)
            settle()
            yield "deleted-one"
            content._back_again()
            settle()
            content._touched("deleted", None)
            settle()
            yield "none-deleted"


# --- the story -----------------------------------------------------------------------------------


def test_from_the_last_game_of_a_match_to_its_file_on_a_stick(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Game over, card, agreed, next; match over, card on disk, review, export; with the table's own objects."""
    from companion.screen import root as shells

    monkeypatch.setattr(shells, "RECAP_AFTER_S", 0.0)
    monkeypatch.setattr(shells, "TIP_READ_S", 0.0)
    data, usb = tmp_path / "data", tmp_path / "KINGSTON"
    usb.mkdir()
    terms = Terms(names=("Anna", "Boris"), length=2, mode=Mode.TRAINING, dice=DiceSource.ELECTRONIC, asks=True)
    with Journal(data) as journal:
        session = CurrentMatch(journal, folders=(data,), blind=True, roll=lambda: (3, 1))
        session.begin(terms, {})
        table = TableSource(session, CameraReader(attempts=None), Inbox())
        archive = StoredArchive(data, session, sticks=lambda: (usb,))
        stage_source = stage.source
        with with_services(stage, archive=archive, trash=archive, exports=archive) as app_root:
            object.__setattr__(app_root._services, "table", table)
            try:
                for game in (1, 2):
                    win_a_game(table)
                    show(stage, app_root, table)
                    assert app_root.top is not None, (
                        game,
                        app_root is stage.app.app_root,
                        app_root._recapped,
                        app_root.said,
                    )
                    assert "Anna wins 1 point" in labels_of(app_root.top) or game == 2
                    if game == 1:
                        touch_words(stage, app_root.top, "Agreed")
                        show(stage, app_root, table)
                        assert session.state.record.score == (1, 0)
                        table.happen(NextGame(table.now_s()))
                        show(stage, app_root, table)
                        assert app_root.top is None or session.state.record.game == 1
                        app_root.home()
                settle()
                cards = sorted(path.name for path in (data / "cards").iterdir())
                assert cards == ["match-1-game-1.png", "match-1-game-2.png"]
                touch_words(stage, app_root.top, "Review")
                assert "Review" in labels_of(app_root.top)
                app_root.home()
                content = opened(app_root, PageName.EXPORT)
                touch_words(stage, content, "Save")
                (path,) = usb.glob("*.mat")
                assert [game.win.points for game in read_match(path).games if game.win] == [1, 1]
            finally:
                object.__setattr__(app_root._services, "table", stage_source)


def win_a_game(table: TableSource) -> None:
    """Anna plays a roll, and both agree that she has won."""
    now_s = table.now_s()
    for event in (RollEntered(3, 1, now_s), PlayEntered("8/5 6/5", now_s), Ended(Side.LIGHT, Result.SINGLE, now_s)):
        table.happen(event)
        table.poll()


def show(stage: Stage, app_root: Any, table: TableSource) -> None:
    view = table.poll()
    assert view is not None
    stage.source.view = app_root.view = view
    for _ in range(2):
        settle()
