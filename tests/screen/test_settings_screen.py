"""The settings on the screen: all of them, changed by touch, written at once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.match.events import Paused
from companion.screen import PageName, Services, theme
from companion.screen.closing import AfterClosing
from companion.screen.services import LiveShown
from companion.settings.director_lock import opens, stored
from companion.settings.entries import FILE_ONLY, entries
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from companion.texts import TEXTS, Language
from companion.updating.offers import RefusedRelease
from companion.updating.signing import Refusal
from tests.screen.conftest import NOW_S, Stage
from tests.screen.fakes import Device, Live
from tests.screen.with_services import opened, over, press, said, settle, touch, wait_until, with_services


@pytest.fixture
def services(stage: Stage) -> Iterator[Services]:
    with with_services(stage) as services:
        yield services


def test_every_setting_has_a_label_and_an_explanation_and_every_choice_has_words() -> None:
    wanted = set()
    for entry in entries(Settings()):
        if entry.group in FILE_ONLY:
            continue
        wanted |= {f"setting.{entry.key}", f"setting.{entry.key}.note", f"settings.group.{entry.group}"}
        if entry.key != "match.rules":
            wanted |= {f"setting.{entry.key}={choice}" for choice in entry.choices}
    wanted |= {f"setting.screen.theme={name}" for name in theme.names()}
    assert sorted(wanted - TEXTS.keys()) == []


def test_no_label_is_left_of_a_setting_that_is_no_more() -> None:
    there = {f"setting.{entry.key}" for entry in entries(Settings())}
    named = {key.removesuffix(".note").partition("=")[0] for key in TEXTS if key.startswith("setting.")}
    assert sorted(named - there) == []


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_every_setting_stands_in_a_group_which_is_seen_in_the_list_when_it_is_chosen(
    stage: Stage, services: Services, size: tuple[int, int]
) -> None:
    stage.resize(*size)
    content = opened(stage, PageName.SETTINGS)
    index, shown = content._index, []
    for name, field in content.groups.items():
        content.show_group(name)
        shown += content.rows
        settle()
        left, low = field.to_window(*field.pos)
        assert index.x - 1 <= left <= index.right - field.width + 1, name
        assert index.y - 1 <= low <= index.top - field.height + 1, name
    there = entries(services.settings.now())
    assert sorted(shown) == sorted(entry.key for entry in there if entry.group not in FILE_ONLY)
    assert not FILE_ONLY & set(content.groups)


def test_a_change_is_written_into_the_file_at_once(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("# ours\n[match]\nlength = 5\n", encoding="utf-8")
    with with_services(stage, settings=SettingsFile(Settings(), path)):
        screen = opened(stage, PageName.SETTINGS, group="match")
        touch(stage, screen.rows["match.clock"].editor)
        touch(stage, screen.rows["match.event"].editor)
        press(stage, "c", "u", "p", "done")
        text = path.read_text(encoding="utf-8")
        assert "# ours" in text
        assert tomllib.loads(text)["match"] == {"length": 5, "clock": True, "event": "Cup"}


def test_the_switch_of_the_live_page_shows_its_address_as_words_and_as_a_code(stage: Stage, services: Services) -> None:
    screen = opened(stage, PageName.SETTINGS, group="live")
    assert screen.live_address.row.title == "Nobody else can see the match."
    assert screen.live_address.code.parent is None
    touch(stage, screen.rows["live.on"].editor)
    assert services.settings.now().live.on
    assert screen.live_address.row.title == screen.live_address.code.text == "http://192.168.178.123:8100/"
    assert screen.live_address.code.parent is not None
    touch(stage, screen.picture)
    assert stage.app.app_root.top.content.title == "screen.picture-phone"
    stage.app.app_root.back()
    touch(stage, screen.rows["live.on"].editor)
    assert not services.settings.now().live.on
    assert screen.live_address.code.parent is None


def test_why_there_is_no_live_page_is_said_below_its_switch(stage: Stage) -> None:
    book = SettingsFile(Settings())
    page = Live(book, LiveShown(None, "live.in-use", {"port": "8100"}))
    with with_services(stage, settings=book, live=page):
        screen = opened(stage, PageName.SETTINGS, group="live")
        touch(stage, screen.rows["live.on"].editor)
        assert screen.live_address.row.title == "Another program uses port 8100. Choose another one."
        assert screen.live_address.code.parent is None


def test_a_number_is_stepped_or_typed_and_written_once_the_finger_rests(stage: Stage, services: Services) -> None:
    screen = opened(stage, PageName.SETTINGS, group="table")
    stepper = screen.rows["table.patience_s"].editor
    touch(stage, stepper.plus)
    touch(stage, stepper.plus)
    screen._write_down()
    assert services.settings.now().table.patience_s == 10.0
    touch(stage, screen.rows["table.idle_s"].editor.words)
    press(stage, "6", "0", "done")
    assert services.settings.now().table.idle_s == 60.0


def test_what_is_stepped_to_is_written_when_the_screen_is_left(stage: Stage, services: Services) -> None:
    screen = opened(stage, PageName.SETTINGS, group="match")
    touch(stage, screen.rows["match.length"].editor.plus)
    stage.app.app_root.home()
    assert services.settings.now().match.length == 1


@pytest.mark.usefixtures("services")
def test_a_number_out_of_range_is_refused_with_the_range(stage: Stage) -> None:
    for typed in ("99", "1.", "."):
        screen = opened(stage, PageName.SETTINGS, group="sound")
        touch(stage, screen.rows["sound.volume"].editor.words)
        press(stage, *typed, "done")
        assert said(stage) == ("" if typed == "1." else f"{typed} is not a number from 0 to 1.")
        stage.app.app_root.home()
        stage.app._drafts.clear()


def test_what_the_settings_refuse_is_said_and_the_old_value_stays(stage: Stage, services: Services) -> None:
    screen = opened(stage, PageName.SETTINGS, group="lamps")
    touch(stage, screen.rows["lamps.pin"].editor.words)
    press(stage, "1", "7", "done")
    assert "'lamps.pin' is 17, which is 'button.pin' already" in said(stage)
    assert services.settings.now().lamps.pin == 0
    assert screen.rows["lamps.pin"].editor.value == 0


def test_what_is_not_as_delivered_is_marked_and_set_back_by_a_touch(stage: Stage, services: Services) -> None:
    screen = opened(stage, PageName.SETTINGS, group="pictures")
    row = screen.rows["pictures.keep"]
    assert not row.marked
    touch(stage, row.editor)
    assert row.marked
    touch(stage, row._foot)
    assert services.settings.now().pictures.keep is True
    assert not screen.rows["pictures.keep"].marked


def test_when_a_change_holds_is_said(stage: Stage, services: Services) -> None:
    del services
    screen = opened(stage, PageName.SETTINGS, group="camera")
    assert screen.rows["camera.device"].note.endswith("Takes effect with the next start.")
    screen.show_group("match")
    assert screen.rows["match.length"].note.endswith("Takes effect with the next match.")
    screen.show_group("screen")
    assert "Holds" not in screen.rows["screen.theme"].note


def test_theme_and_language_change_everything_at_once_and_the_screen_stays_open(
    stage: Stage, services: Services
) -> None:
    from companion.screen.theme import THEME

    screen = opened(stage, PageName.SETTINGS, group="screen")
    dusk = THEME.background
    touch(stage, screen.rows["screen.theme"].editor.fields["day"])
    settle()
    assert THEME.background != dusk
    screen = stage.app.app_root.top.content
    touch(stage, screen.rows["screen.language"].editor)
    touch(stage, over(stage).rows["pl"])
    settle()
    assert services.settings.now().screen.language is Language.POLISH
    assert stage.app.app_root.top.content.title == "screen.settings"
    assert stage.app.app_root.top.content._language == "pl"


def test_the_pin_is_set_changed_and_removed_by_who_knows_it(stage: Stage, services: Services) -> None:
    def pin() -> str:
        return services.settings.now().director.pin

    screen = opened(stage, PageName.SETTINGS, group="director")
    touch(stage, screen.rows["director.pin"].editor)
    press(stage, "1", "2", "done")
    assert (said(stage), pin()) == ("A PIN has 4 to 8 digits: it stays as it was.", "")
    touch(stage, screen.rows["director.pin"].editor)
    for typed in ("2468", "8642"):
        press(stage, *typed, "done")
    assert (said(stage), pin()) == ("The two were not the same: the PIN stays as it was.", "")
    touch(stage, screen.rows["director.pin"].editor)
    for typed in ("2468", "2468"):
        press(stage, *typed, "done")
    assert said(stage) == "The PIN is set."
    assert "2468" not in pin()
    assert opens(pin(), "2468")
    touch(stage, screen.rows["director.pin"].editor)
    press(stage, *"1111", "done")
    assert said(stage) == "That is not the PIN."
    touch(stage, screen.rows["director.pin"].editor)
    press(stage, *"2468", "done")
    press(stage, "done")
    assert (said(stage), pin()) == ("The PIN is removed.", "")


def test_what_the_pin_locks_is_shown_and_not_changed(stage: Stage) -> None:
    with with_services(stage, {"director.pin": stored("2468", bytes(16))}) as services:
        for key in ("sound.voice", "live.on", "live.initials"):
            group, _, name = key.partition(".")
            screen = opened(stage, PageName.SETTINGS, group=group)
            touch(stage, screen.rows[key].editor)
            assert getattr(getattr(services.settings.now(), group), name) is False
            press(stage, *"2468", "done")
            touch(stage, screen.rows[key].editor)
            assert getattr(getattr(services.settings.now(), group), name) is True
            stage.app.app_root.home()


# --- the device -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deed", "does"),
    [("shut-down", AfterClosing.SHUT_DOWN), ("restart", AfterClosing.RESTART), ("back", AfterClosing.GO_BACK)],
)
def test_the_device_is_left_after_a_question_and_the_game_is_paused_before(
    stage: Stage, services: Services, deed: str, does: AfterClosing
) -> None:
    assert isinstance(services.device, Device)
    screen = opened(stage, PageName.SETTINGS, group="device")
    before = len(stage.source.told)
    touch(stage, screen.deeds[f"device.{deed}"])
    touch(stage, over(stage).keep)
    assert (services.device.told, stage.source.told[before:]) == ([], [])
    touch(stage, screen.deeds[f"device.{deed}"])
    touch(stage, over(stage).act)
    assert (services.device.told, stage.source.told[before:]) == ([does], [Paused(NOW_S)])


def updating(stage: Stage, services: Services) -> Any:
    screen = opened(stage, PageName.SETTINGS, group="device")
    wait_until(lambda: "device.update" in screen.deeds)
    touch(stage, screen.deeds["device.update"])
    touch(stage, over(stage).act)
    return services.device


def test_an_update_is_installed_and_the_companion_starts_anew(stage: Stage, services: Services) -> None:
    device = updating(stage, services)
    wait_until(lambda: bool(device.told))
    assert (device.installed, device.told) == (["0.4.0"], [AfterClosing.START_AGAIN])


def test_with_a_pin_only_the_director_changes_the_release_that_runs(stage: Stage) -> None:
    with with_services(stage, {"director.pin": stored("2468", bytes(16))}) as services:
        assert isinstance(services.device, Device)
        screen = opened(stage, PageName.SETTINGS, group="device")
        wait_until(lambda: "device.update" in screen.deeds)
        for deed in ("device.update", "device.back"):
            touch(stage, screen.deeds[deed])
            press(stage, *"1111", "done")
            assert over(stage) is None
            assert said(stage) == "That is not the PIN."
        touch(stage, screen.deeds["device.back"])
        press(stage, *"2468", "done")
        touch(stage, over(stage).act)
        assert (services.device.installed, services.device.told) == ([], [AfterClosing.GO_BACK])


def test_files_that_are_not_taken_are_named_with_the_reason(stage: Stage) -> None:
    files = [
        RefusedRelease(Path(f"/media/FRIDAY/companion-0.{number}.0.tar.gz"), refusal, "a sentence")
        for number, refusal in enumerate(Refusal, 5)
    ]
    with with_services(stage, device=Device(turned_down=files)):
        screen = opened(stage, PageName.SETTINGS, group="device")
        wait_until(lambda: len(screen.deeds) == 8)
        rows = [row for key, row in screen.deeds.items() if key.startswith("device.refused")]
        assert [row.title.endswith(file.file.name) for row, file in zip(rows, files, strict=True)] == [True] * 4
        assert len({row.note for row in rows}) == 4
        screen.sheet.scroll_y = 0
        stage.keep("updates-refused")


def test_an_update_that_is_refused_says_why_and_all_stays(stage: Stage) -> None:
    with with_services(stage, device=Device(broken=True)) as services:
        device = updating(stage, services)
        wait_until(lambda: stage.app.app_root._note is not None)
        assert "is not whole, expected a release file" in said(stage)
        assert (device.installed, device.told) == ([], [])


def test_a_device_that_was_not_installed_has_no_versions(stage: Stage) -> None:
    device = Device()
    object.__setattr__(device, "version", lambda: None)
    with with_services(stage, device=device):
        screen = opened(stage, PageName.SETTINGS, group="device")
        assert list(screen.deeds) == ["device.shut-down", "device.restart"]


def test_without_a_device_there_is_no_such_group(stage: Stage) -> None:
    with with_services(stage, device=None):
        assert "device" not in opened(stage, PageName.SETTINGS).groups
