"""From the first start to the first roll, through everything that the running companion is put together from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.services import DoctorHere, MatchesHere, PlayersHere, facts_of
from companion.app.table import TableSource
from companion.app.unfinished import newest_unfinished
from companion.games.backgammon import START
from companion.games.rules import Side
from companion.match.events import BoardSeen, RollEntered
from companion.match.phases import Phase
from companion.record import Journal
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings, settings_file
from companion.settings.tree import terms_of
from hardware.camera import Frame
from hardware.pictures import Plain
from tests.screen.conftest import Stage
from tests.screen.with_services import opened, over, press, said, settle, touch, wait_until
from tests.table import observed
from tests.vision.test_qr import shown
from vision.qr import codes_in


@contextmanager
def companion(stage: Stage, folder: Path) -> Iterator[tuple[Services, CurrentMatch]]:
    """The companion on a data folder, without a camera, as ``companion run`` puts it together."""
    settings = load_settings(None, data_dir=folder)
    book = SettingsFile(settings, settings_file(None, data_dir=folder))
    before = stage.app._services
    with Journal(folder, goes_on=True, patience_s=0.0) as journal:
        session = CurrentMatch(journal, folders=(folder, folder / "elsewhere"), blind=True)
        terms, facts = terms_of(settings, asks=True), facts_of(settings)
        header = newest_unfinished(journal, terms, facts)
        if header is None:
            session.begin(terms, facts)
        else:
            session.take_up(header)
        sight = CameraService()
        stage.app._services = Services(
            TableSource(session, CameraReader(attempts=None), Inbox(), sight=sight), book,
            MatchesHere(session, journal, book), sight, players=PlayersHere(journal),
            doctor=DoctorHere(book), codes_in=codes_in,
        )  # fmt: skip
        try:
            stage.app.restyle()
            stage.app.app_root.view = stage.app._services.table.poll()
            yield stage.app._services, session
        finally:
            stage.app._services = before
            stage.app.app_root.home()
            stage.app.restyle()


def polled(stage: Stage, services: Services) -> None:
    stage.app.app_root.view = services.table.poll()
    settle()


def names_on_screen(stage: Stage) -> tuple[str, str]:
    return stage.screen.ids.lower.name, stage.screen.ids.upper.name


def test_typed_names_are_seen_in_the_game_kept_on_record_and_remembered(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, session):
        welcome = opened(stage, PageName.WELCOME)
        touch(stage, welcome.others[PageName.NEW_MATCH])
        form = stage.app.app_root.top.content
        touch(stage, form.seats[Side.LIGHT])
        press(stage, *"eva", "done")
        touch(stage, form.seats[Side.DARK])
        press(stage, "layout", "ł", *"ukasz", "done")
        for _ in range(5):
            touch(stage, form.editors["length"].plus)
        touch(stage, form.begin)
        polled(stage, services)
        assert names_on_screen(stage) == ("Eva", "Łukasz")
        assert (session.header.names, session.header.length) == (("Eva", "Łukasz"), 5)
        stage.keep("first-evening")
    with companion(stage, tmp_path) as (services, session):
        welcome = opened(stage, PageName.WELCOME)
        assert welcome.play.note == "Eva – Łukasz\n5 points, Refereed, Tournament rules"
        touch(stage, welcome.play)
        polled(stage, services)
        assert names_on_screen(stage) == ("Eva", "Łukasz")
        assert services.players is not None
        assert list(services.players.recent()) == ["Eva", "Łukasz"]


def test_a_match_in_which_nothing_happened_leaves_none_behind_when_another_begins(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, session), Journal(tmp_path) as beside:
        assert services.matches is not None
        services.matches.begin()
        assert session.header.id == 1, "the same terms: the same match"
        services.settings.change({"match.length": 5})
        services.matches.begin()
        assert [header.id for header in beside.matches()] == [2]
        services.table.happen(RollEntered(3, 1, services.table.now_s()))
        polled(stage, services)
        assert services.matches.unfinished() is not None
        services.matches.begin()
        assert [header.id for header in beside.matches()] == [2, 3], "one that has begun is kept"


def test_a_match_that_is_not_over_goes_on_after_a_break_with_one_touch(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, _):
        services.table.happen(RollEntered(3, 1, services.table.now_s()))
        polled(stage, services)
    with companion(stage, tmp_path) as (services, session):
        welcome = opened(stage, PageName.WELCOME)
        assert (welcome.play.words, welcome.play.note) == ("Resume", "Light – Dark  0–0")
        touch(stage, welcome.play)
        polled(stage, services)
        assert session.state.phase is Phase.TRYING


def test_a_match_is_set_up_by_a_code_before_the_camera_and_the_pin_goes_before_the_code(
    stage: Stage, tmp_path: Path
) -> None:
    code = "companion:1?light=Eva&dark=%C5%81ukasz&length=9&mode=recorded&event=Cup&round=2&board=4"
    (tmp_path / "settings.toml").write_text('[director]\npin = "2468"\n', encoding="utf-8")
    with companion(stage, tmp_path) as (services, session):
        form = opened(stage, PageName.NEW_MATCH)
        touch(stage, form.editors["scan"])
        assert services.sight is not None
        services.sight.saw(Frame(Plain(shown(code, angle=7.0)), 0.0, 0, "usb:0#0"))
        wait_until(lambda: "1" in getattr(over(stage), "keys", ()))
        stage.keep("scanned-pin")
        press(stage, *"2468", "done")
        assert said(stage) == "The code has been read. Check it, then tap “Begin”."
        assert (form.seats[Side.LIGHT].title, form.editors["event"].shown) == ("Eva", "Cup")
        touch(stage, form.begin)
        header = session.header
        assert (header.names, header.length, header.mode.value) == (("Eva", "Łukasz"), 9, "recorded")
        assert {name: header.terms[name] for name in ("event", "round", "board")} == {
            "event": "Cup", "round": "2", "board": "4",
        }  # fmt: skip


def test_the_scan_shows_the_picture_until_it_is_left(stage: Stage, tmp_path: Path) -> None:
    with companion(stage, tmp_path) as (services, _):
        form = opened(stage, PageName.NEW_MATCH)
        touch(stage, form.editors["scan"])
        assert services.sight is not None
        picture = shown("no code of ours")
        picture[:] = (40, 200, 90)
        services.sight.saw(Frame(Plain(picture), 0.0, 0, "usb:0#0"))
        scan = over(stage)
        wait_until(lambda: scan._shown == 1 and scan._worker is None)
        seen = stage.picture()
        assert (abs(seen[400, 200] - (90, 200, 40)) < 6).all()
        stage.keep("scan-800x480")
        touch(stage, scan.leave)
        assert over(stage) is None
        settle()
        assert not scan._looking.is_triggered


def test_the_doctor_of_this_device_is_heard_and_writes_its_report_to_a_stick_or_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick: Any = tmp_path / "FRIDAY"
    stick.mkdir()
    settings = load_settings(None, data_dir=tmp_path / "data")
    found = DoctorHere(SettingsFile(settings), find_sticks=lambda: [stick])
    monkeypatch.setattr("companion.doctor.examine", lambda *_, **__: iter(()))
    assert found.bundle().parent == stick
    assert DoctorHere(SettingsFile(settings), find_sticks=list).bundle().parent == tmp_path / "data" / "reports"


def test_a_match_without_a_roll_is_never_offered_to_be_continued_and_leaves_no_trace(
    stage: Stage, tmp_path: Path
) -> None:
    with companion(stage, tmp_path) as (services, session):
        welcome = opened(stage, PageName.WELCOME)
        assert welcome.play.words == "Play"
        touch(stage, welcome.play)
        services.table.happen(BoardSeen(observed(START), 1, services.table.now_s()))
        polled(stage, services)
        assert session.state.phase is Phase.OPENING
        assert opened(stage, PageName.WELCOME).play.words == "Play"
        assert StoredArchive(tmp_path, session).headers() == ()
        assert session.end() is None
    assert not list(tmp_path.glob("matches/*"))
    with Journal(tmp_path) as beside:
        assert beside.matches() == ()
        assert beside.begun() == frozenset()


@pytest.mark.parametrize("roll", [(3, 1), (4, 4)], ids=["a roll", "equal dice"])
def test_the_first_roll_puts_a_match_into_the_archive(stage: Stage, tmp_path: Path, roll: tuple[int, int]) -> None:
    with companion(stage, tmp_path) as (services, session):
        archive = StoredArchive(tmp_path, session)
        assert archive.headers() == ()
        services.table.happen(RollEntered(*roll, services.table.now_s()))
        polled(stage, services)
        assert [header.id for header in archive.headers()] == [session.header.id]
        assert session.end() is not None
    with companion(stage, tmp_path) as (services, _):
        assert services.matches is not None
        assert services.matches.unfinished() is not None
