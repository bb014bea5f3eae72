"""Welcome and new match, touched as two players would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.rules import Side
from companion.match.events import NextGame
from companion.match.message import Message
from companion.match.state import DiceSource
from companion.record import Mode
from companion.screen import PageName, Services
from companion.screen.match_text import waits_for
from companion.settings.director_lock import is_locked, stored
from companion.settings.entries import entries
from companion.settings.file import SettingsFile
from companion.settings.match_code import PARTS, code_of, settings_in
from companion.settings.pin_tries import Guard
from companion.settings.tree import Lower, Settings
from tests.screen.conftest import NOW_S, Stage
from tests.screen.fakes import Matches, standing
from tests.screen.views import OVER, START, UNDER_WAY
from tests.screen.with_services import opened, over, press, said, settle, tap, touch, with_services

PIN = stored("2468", bytes(16))


@pytest.fixture
def services(stage: Stage) -> Iterator[Services]:
    with with_services(stage) as services:
        yield services


def begun(services: Services) -> list[Any]:
    assert isinstance(services.matches, Matches)
    return [settings.match for settings in services.matches.begun]


# --- welcome ----------------------------------------------------------------------------------------


def test_one_touch_begins_a_match_goes_on_with_one_or_plays_the_same_again(stage: Stage, services: Services) -> None:
    assert isinstance(services.matches, Matches)
    services.settings.change({"match.light": "Anna", "match.dark": "Boris", "match.length": 7})
    welcome = opened(stage, PageName.WELCOME)
    assert (welcome.play.words, welcome.play.note) == (
        "Play", "Anna – Boris\n7 points, Refereed, Tournament rules",
    )  # fmt: skip
    touch(stage, welcome.play)
    assert len(begun(services)) == 1
    assert stage.app.app_root.top is None
    services.matches.standing = standing()
    welcome = opened(stage, PageName.WELCOME)
    assert (welcome.play.words, welcome.play.note) == ("Resume", "Anna – Boris  2–5  (7 points)")
    touch(stage, welcome.play)
    assert stage.app.app_root.top is None
    services.matches.standing = None
    stage.lay(replace(OVER, phase="phase.match-over"))
    welcome = opened(stage, PageName.WELCOME)
    assert welcome.play.words == "Rematch"
    before = len(stage.source.told)
    touch(stage, welcome.play)
    assert stage.source.told[before:] == [NextGame(NOW_S)]
    assert len(begun(services)) == 1, "only the first of them began a match"


RESTARTED = Message("notice.taken-up", alarm=False)


@pytest.mark.parametrize(
    ("view", "calibrated", "says"),
    [
        (START, True, "welcome.waits-board"),
        (START, False, "welcome.waits-learn"),
        (replace(START, blind=True), False, "welcome.waits-touch"),
        (replace(START, camera_lost=True), True, "welcome.waits-camera"),
        (replace(UNDER_WAY, phase="phase.paused"), True, "welcome.paused"),
        (replace(UNDER_WAY, phase="phase.paused", blind=True, message=RESTARTED), True, "notice.taken-up"),
        (UNDER_WAY, True, "welcome.ready"),
    ],
)
def test_the_first_screen_says_what_the_table_waits_for(view: Any, calibrated: bool, says: str) -> None:
    assert waits_for(view, calibrated=calibrated)[0] == says


def test_every_screen_that_is_there_is_one_touch_away(stage: Stage, services: Services) -> None:
    del services
    for place in (PageName.NEW_MATCH, PageName.SETTINGS, PageName.DOCTOR):
        welcome = opened(stage, PageName.WELCOME)
        touch(stage, welcome.others[place])
        assert stage.app.app_root.top.content.title == f"screen.{place.value}"
        stage.app.app_root.home()


# --- new match --------------------------------------------------------------------------------------


def test_names_length_mode_and_dice_are_chosen_and_hold_when_the_match_begins(stage: Stage, services: Services) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    touch(stage, form.seats[Side.LIGHT])
    press(stage, "e", "v", "a", "done")
    touch(stage, form.seats[Side.DARK])
    known = over(stage)._names.children[-1]
    assert known.text == "Anna"
    tap(stage, known.to_window(*known.center))
    for _ in range(3):
        touch(stage, form.editors["length"].plus)
    touch(stage, form.editors["mode"].fields[Mode.TRAINING])
    touch(stage, form.editors["dice"].fields[DiceSource.ELECTRONIC])
    touch(stage, form.editors["clock"])
    assert begun(services) == []
    assert services.settings.now().match.light == "Light", "nothing is remembered before Begin"
    assert form.summary.text == "3 points, Training, Tournament rules"
    touch(stage, form.begin)
    (match,) = begun(services)
    assert (match.light, match.dark, match.length, match.mode, match.clock) == ("Eva", "Anna", 3, Mode.TRAINING, True)
    assert services.settings.now().table.dice is DiceSource.ELECTRONIC
    settle()
    assert stage.app.app_root.top is None


def test_a_name_that_is_taken_away_leaves_the_colour(stage: Stage, services: Services) -> None:
    services.settings.change({"match.light": "Anna"})
    form = opened(stage, PageName.NEW_MATCH)
    touch(stage, form.seats[Side.LIGHT])
    tap(stage, over(stage).clear.center)
    press(stage, "done")
    assert form.settings.match.light == "Light"


def test_a_rule_set_is_chosen_with_what_it_means_and_asks_for_the_younger_player(
    stage: Stage, services: Services
) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    assert "younger" not in form.editors
    touch(stage, form.editors["rules"])
    chooser = over(stage)
    assert (
        chooser.rows["box-leaflet"].note
        == "Rules of a leaflet in the box: no cube, the younger player begins, one die rolled twice."
    )
    touch(stage, chooser.rows["box-leaflet"])
    touch(stage, form.editors["younger"].fields[Side.DARK])
    touch(stage, form.begin)
    (match,) = begun(services)
    assert (match.rules, match.younger) == ("box-leaflet", Side.DARK)


def test_seats_or_colours_are_swapped_by_one_touch_and_what_the_camera_sees_is_left_to_it(
    stage: Stage, services: Services
) -> None:
    services.settings.change({"match.light": "Anna", "match.dark": "Boris"})
    form = opened(stage, PageName.NEW_MATCH)
    lower = []
    for _ in range(2):
        touch(stage, form.turned)
        lower.append((form.settings.screen.lower, form.seats[Side.DARK].y < form.seats[Side.LIGHT].y))
    assert lower == [(Lower.DARK, True), (Lower.AUTO, False)]
    assert services.settings.now().screen.lower is Lower.AUTO
    low = form.seats[Side.LIGHT]
    assert (low.title, low.y < form.seats[Side.DARK].y) == ("Anna", True)
    touch(stage, form.colours)  # the players stay in their seats
    assert (form.seats[Side.DARK].title, form.seats[Side.DARK].y < form.seats[Side.LIGHT].y) == ("Anna", True)
    touch(stage, form.begin)
    assert [(match.light, match.dark) for match in begun(services)] == [("Boris", "Anna")]
    assert services.settings.now().screen.lower is Lower.DARK


def test_event_board_sound_and_pictures_are_chosen_with_the_match_and_no_names_are_needed(
    stage: Stage, services: Services
) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    touch(stage, form.editors["event"])
    press(stage, "c", "u", "p", "done")
    touch(stage, form.editors["board"])
    press(stage, "7", "done")
    touch(stage, form.editors["sound"].fields["new.sound.voice"])
    touch(stage, form.editors["pictures"])
    assert form.editors["pictures"].parent.note == "Kept on this device only, for 90 days at most, to settle disputes."
    touch(stage, form.begin)
    assert [(match.event, match.round, match.board) for match in begun(services)] == [("Cup", "", "7")]
    assert [(match.light, match.dark) for match in begun(services)] == [("Light", "Dark")]
    now = services.settings.now()
    assert (now.sound.effects, now.sound.voice, now.pictures.keep) == (True, True, False)


def test_a_match_that_is_not_over_is_kept_after_one_question(stage: Stage, services: Services) -> None:
    assert isinstance(services.matches, Matches)
    services.matches.standing = standing(mode=Mode.RECORDED)
    form = opened(stage, PageName.NEW_MATCH)
    for answer, matches in (("keep", 0), ("act", 1)):
        touch(stage, form.begin)
        assert begun(services) == []
        touch(stage, getattr(over(stage), answer))
        assert len(begun(services)) == matches


def test_a_match_begins_where_the_settings_cannot_be_written_and_that_is_said(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    book = SettingsFile(Settings(), tmp_path / "file" / "settings.toml")
    matches = Matches(book)
    with with_services(stage, settings=book, matches=matches):
        form = opened(stage, PageName.NEW_MATCH)
        touch(stage, form.editors["clock"])
        touch(stage, form.begin)
        assert [settings.match.clock for settings in matches.begun] == [True]
        assert "settings.toml" in said(stage)


# --- the director's PIN -----------------------------------------------------------------------------


def test_rules_mode_and_sound_are_locked_until_the_pin_is_typed(stage: Stage) -> None:
    with with_services(stage, {"director.pin": PIN}) as services:
        form = opened(stage, PageName.NEW_MATCH)
        for name in ("rules", "mode", "sound"):
            assert form.editors[name].locked
        touch(stage, form.editors["mode"])
        press(stage, "2", "4", "6", "8", "done")
        touch(stage, form.editors["mode"].fields[Mode.RECORDED])
        touch(stage, form.begin)
        assert [match.mode for match in begun(services)] == [Mode.RECORDED]


def test_three_wrong_pins_cost_half_a_minute(stage: Stage) -> None:
    clock = [NOW_S]
    guard = Guard(now_s=lambda: clock[0], boot="")
    with with_services(stage, {"director.pin": "2468"}, guard=guard) as services:
        form = opened(stage, PageName.NEW_MATCH)
        told = []
        for _ in range(3):
            touch(stage, form.editors["unlock"])
            press(stage, "1", "1", "1", "1", "done")
            told.append(said(stage))
        assert told == ["That is not the PIN."] * 2 + ["Three wrong PINs: please wait 30 seconds."]
        stage.app.app_root.home()
        form = opened(stage, PageName.NEW_MATCH)  # leaving the screen forgives nothing
        touch(stage, form.editors["unlock"])
        assert over(stage) is None
        assert said(stage).startswith("Three wrong PINs")
        clock[0] += 30
        touch(stage, form.editors["unlock"])
        press(stage, "2", "4", "6", "8", "done")
        assert not form._is_locked
        # What stood in plain digits is a hash from now on.
        assert services.settings.now().director.pin.startswith("scrypt$14$")


def test_a_long_wait_is_told_in_minutes(stage: Stage) -> None:
    guard = Guard(now_s=lambda: 0.0, boot="")
    with with_services(stage, {"director.pin": PIN}, guard=guard):
        guard._count(12)
        form = opened(stage, PageName.NEW_MATCH)
        touch(stage, form.editors["unlock"])
        assert said(stage) == "Many wrong PINs: please wait 4 minutes."


# --- a code -----------------------------------------------------------------------------------------


def test_a_code_that_cannot_be_used_changes_nothing(stage: Stage, services: Services) -> None:
    form = opened(stage, PageName.NEW_MATCH)
    form._scanned("https://example.org")
    assert said(stage) == "This code is not one for setting up a match."
    for text in ("length=many", "rules=chess", "light=A%0AB"):
        form._scanned(f"companion:1?{text}")
        assert said(stage) == "This code cannot be used: something in it is wrong."
    assert form.settings == services.settings.now()


def test_a_code_that_changes_what_is_locked_changes_nothing_without_the_pin(stage: Stage) -> None:
    with with_services(stage, {"director.pin": PIN}):
        form = opened(stage, PageName.NEW_MATCH)
        before = form.settings
        for _ in range(2):
            form._scanned("companion:1?light=Eva&mode=recorded&rules=djeco")
            press(stage, "1", "1", "1", "1", "done")
        assert form.settings == before
        assert form._is_locked
        said(stage)
        form._scanned("companion:1?light=Eva&mode=recorded")
        assert form.settings == before
        press(stage, "2", "4", "6", "8", "done")
        assert (form.settings.match.light, form.settings.match.mode) == ("Eva", Mode.RECORDED)


def test_no_part_of_a_code_changes_what_is_locked_without_the_pin(stage: Stage) -> None:
    values = {"length": "9", "clock": "1", "pictures": "1", "dice": "electronic", "younger": "dark"}
    locked, others = (
        ("rules", "mode"),
        {part: values.get(part, "Eva") for part in PARTS if part not in ("rules", "mode")},
    )
    with with_services(stage, {"director.pin": PIN, "pictures.keep": False}) as services:
        form = opened(stage, PageName.NEW_MATCH)
        before = {entry.key: entry.value for entry in entries(form.settings)}
        for part, value in zip(locked, ("djeco", "recorded"), strict=True):
            form._scanned(code_of({part: value}))
            assert {entry.key: entry.value for entry in entries(form.settings)} == before
            over(stage).close()
        form._scanned(code_of(others))
        changes = {entry.key for entry in entries(form.settings) if entry.value != before[entry.key]}
        for part, value in others.items():
            assert changes.intersection(settings_in(code_of({part: value}))), part
        assert not [key for key in changes if is_locked(key) or key.startswith("director.")]
        assert form._is_locked
        assert services.settings.now().director.pin == PIN
