"""Each thing that the doctor looks at, good and bad."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.doctor import Fact, Finding, FindingState, devices, records, software, system
from companion.errors import EngineError
from companion.record import Journal
from companion.record.machine import Machine
from companion.screen.camera_service import CameraFacts
from companion.settings.tree import ButtonSettings, CameraSettings, Settings, SoundSettings
from hardware.camera import Frame, ListedCamera
from hardware.pictures import Plain
from tests.hardware.standing_in import install_rpicam, scene


def a_file(path: Path, content: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content + "\n", encoding="utf-8")
    return path


Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a program on the path that does what a line of shell says; no other program is there."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))

    def put(name: str, line: str) -> None:
        a_file(programs / name, f"#!/bin/sh\n{line}").chmod(0o755)

    return put


# --- software --------------------------------------------------------------------------------------


def test_a_library_that_is_missing_is_a_fault() -> None:
    assert software.installed("Nothing", "no-such-distribution", "no_such_module").state is FindingState.FAULT


def test_a_library_that_ends_the_process_is_a_fault() -> None:
    finding = software.installed("NumPy", "numpy", "os; os._exit(1)")
    assert finding.state is FindingState.FAULT
    assert "libgl1" in finding.remedy()


class Engine:
    """Answers, or does not, and is closed either way."""

    def __init__(self, *, answers: bool = True) -> None:
        self.answers, self.closed = answers, False

    def cube(self, *_: object, **__: object) -> None:
        if not self.answers:
            raise EngineError("GNU Backgammon ended in the middle of a question")

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True


def test_the_engines_that_are_here_are_named_the_strongest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "available", lambda: ("gnubg", "builtin"))
    monkeypatch.setattr(software, "engine_named", lambda _: Engine())
    assert software.engines().found() == "These engines answer: gnubg, builtin."


def test_without_the_strongest_engine_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software, "available", lambda: ("builtin",))
    monkeypatch.setattr(software, "engine_named", lambda _: Engine())
    finding = software.engines()
    assert (finding.state, finding.fact) == (FindingState.WARNING, Fact.ENGINES_WEAKER)
    assert "apt-get install gnubg" in finding.remedy()


def test_an_engine_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(answers=False)
    monkeypatch.setattr(software, "available", lambda: ("gnubg", "builtin"))
    monkeypatch.setattr(software, "engine_named", lambda _: engine)
    finding = software.engines()
    assert finding.state is FindingState.WARNING
    assert "gnubg does not answer (GNU Backgammon ended" in finding.found()
    assert engine.closed


# --- records ---------------------------------------------------------------------------------------


def test_the_data_folder_is_tried_and_left_clean(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert records.data_folder(folder).state is FindingState.OK
    assert list(folder.iterdir()) == []


def test_a_data_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    finding = records.data_folder(a_file(tmp_path / "file", "no folder"))
    assert finding.state is FindingState.FAULT
    assert str(tmp_path / "file") in finding.found()
    assert "--data-dir" in finding.remedy()


def test_a_journal_is_looked_through_and_left_as_it_is(tmp_path: Path) -> None:
    assert records.journal(tmp_path) == Finding(Fact.JOURNAL_NONE)
    with Journal(tmp_path) as journal:
        journal.begin(names=("Ann", "Bob"))
    path = tmp_path / "journal.sqlite3"
    before = path.read_bytes()
    assert records.journal(tmp_path).found() == "1 match is recorded. Nothing is damaged."
    assert path.read_bytes() == before


def test_a_damaged_journal_is_a_fault_and_so_is_a_newer_one(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(names=("Ann", "Bob"))
    path = tmp_path / "journal.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    assert records.journal(tmp_path).fact is Fact.JOURNAL_NEWER
    path.write_bytes(b"no database" * 100)
    assert records.journal(tmp_path).state is FindingState.FAULT
    assert "restore" in records.journal(tmp_path).remedy()


def test_a_calibration_has_to_be_there_where_the_settings_name_one(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    assert records.calibration(path, named=False).state is FindingState.OK
    assert records.calibration(path, named=True).state is FindingState.FAULT
    a_file(path, "{}")
    assert records.calibration(path, named=False).state is FindingState.FAULT


# --- devices ---------------------------------------------------------------------------------------


def test_a_window_can_be_opened_where_the_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.display.available", lambda: None)
    assert devices.window().state is FindingState.OK
    monkeypatch.setattr("hardware.display.available", lambda: "There is no display.")
    assert devices.window().state is FindingState.WARNING


INPUTS = """\
I: Bus=0003 Vendor=046d Product=c077 Version=0111
N: Name="USB Optical Mouse"
H: Handlers=mouse0 event2
B: PROP=0

I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="generic ft5x06 (79)"
H: Handlers=mouse1 event5
B: PROP=2
B: ABS=260800000000003
"""


def test_a_touchscreen_is_an_input_that_lies_under_the_finger_and_can_be_read(tmp_path: Path) -> None:
    inputs = a_file(tmp_path / "devices", INPUTS)
    assert (
        devices.touchscreen(a_file(tmp_path / "mouse", INPUTS.split("\n\n")[0]), tmp_path).fact is Fact.TOUCHSCREEN_NONE
    )
    unread = devices.touchscreen(inputs, tmp_path)
    assert (unread.state, unread.fact) == (FindingState.WARNING, Fact.TOUCHSCREEN_UNREADABLE)
    assert "-aG input" in unread.remedy()
    a_file(tmp_path / "event5", "")
    assert devices.touchscreen(inputs, tmp_path).found() == "generic ft5x06 (79) was found."


def test_all_cameras_are_listed() -> None:
    assert devices.cameras(list).state is FindingState.WARNING
    two = [ListedCamera("pi:0", "imx708"), ListedCamera("usb:0", "HD Webcam")]
    assert devices.cameras(lambda: two).found() == "Cameras found: pi:0 imx708, usb:0 HD Webcam."


@pytest.mark.slow
def test_the_camera_is_tried_for_its_size_and_its_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, period_s=0.01)
    taken = devices.pictures(CameraSettings(device="pi:0", width=320, height=240))
    assert taken.finding.state is FindingState.OK
    assert taken.finding.found().startswith("pi:0: 320x240, ")
    assert taken.image_bgr is not None


def test_a_camera_of_few_pictures_is_tried_for_some_seconds_from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it took to start: one picture tells no rate."""

    class Slow:
        taken = 0

        def read(self) -> Frame:
            self.taken += 1
            return Frame(Plain(scene(100, width=320, height=240, seed=self.taken)), 60.0 + 2 * self.taken, 0, "usb:0#0")

        def close(self) -> None:
            """Nothing is held."""

    slow = Slow()
    monkeypatch.setattr(devices, "open_camera", lambda *_: slow)
    assert devices.pictures(CameraSettings(device="usb:0")).finding.found() == "usb:0: 320x240, 0 pictures a second."
    assert slow.taken == 3


def test_a_camera_that_gives_no_picture_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_rpicam(tmp_path, monkeypatch, frames=0)
    taken = devices.pictures(CameraSettings(device="pi:0"))
    assert taken.finding.state is FindingState.WARNING
    assert "unplugged" in taken.finding.found()
    assert taken.image_bgr is None


def test_a_black_picture_is_said_to_be_black(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, picture="black", period_s=0.01)
    finding = devices.pictures(CameraSettings(device="pi:0", width=320, height=240)).finding
    assert finding.state is FindingState.WARNING
    assert "black" in finding.found()
    assert "cover" in finding.remedy()


@pytest.mark.parametrize(
    ("facts", "state", "found"),
    [
        (
            CameraFacts("pi:0", (1536, 864), 29.7, held=True),
            FindingState.OK,
            "pi:0: 1536x864, 30 pictures a second. Its exposure is locked.",
        ),
        (
            CameraFacts("pi:0", (1536, 864), 29.7, warning="black"),
            FindingState.WARNING,
            "pi:0: pictures of 1536x864, but they are black.",
        ),
        (
            CameraFacts(trouble="pi:0: unplugged"),
            FindingState.WARNING,
            "The camera sends no pictures (pi:0: unplugged).",
        ),
        (CameraFacts(), FindingState.WARNING, "The camera has sent no picture yet."),
    ],
)
def test_a_camera_at_work_is_told_by_its_facts(facts: CameraFacts, state: FindingState, found: str) -> None:
    finding = devices.watched(facts)
    assert (finding.state, finding.found()) == (state, found)


@pytest.mark.usefixtures("factory")
def test_every_pin_of_the_settings_is_tried_and_no_other() -> None:
    settings = Settings(button=ButtonSettings(pin=17, second_pin=27))
    assert [(finding.name(), finding.found()) for finding in devices.pins(settings, attended=False)] == [
        ("Button", "GPIO 17 can be used."),
        ("Second button", "GPIO 27 can be used."),
    ]


def test_a_pin_that_cannot_be_used_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nothing")
    (finding,) = devices.pins(Settings(), attended=False)
    assert finding.state is FindingState.WARNING
    assert "GPIO 17" in finding.found()


def test_sound_needs_a_program_and_a_card(tmp_path: Path, install: Install) -> None:
    cards, on = a_file(tmp_path / "cards", "--- no soundcards ---"), SoundSettings(effects=True)
    assert devices.sound(SoundSettings(effects=False), cards).fact is Fact.SOUND_OFF
    assert "install alsa-utils" in devices.sound(on, cards).remedy()
    install("aplay", "true")
    assert devices.sound(on, cards).fact is Fact.SOUND_NO_CARD
    a_file(cards, " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0")
    assert devices.sound(on, cards) == Finding(Fact.SOUND_FINE, {"program": "aplay"})


def test_a_voice_needs_its_program_only_where_it_is_to_speak(install: Install) -> None:
    assert devices.voice(SoundSettings()).state is FindingState.OK
    assert devices.voice(SoundSettings(voice=True)).remedy().endswith("install espeak-ng")
    install("espeak-ng", "true")
    assert devices.voice(SoundSettings(voice=True)) == Finding(Fact.VOICE_FINE, {"program": "espeak-ng"})


# --- the system ------------------------------------------------------------------------------------


def test_the_groups_that_own_the_devices_are_named_where_we_are_not_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert system.groups().state is FindingState.OK
    monkeypatch.setattr(os, "geteuid", lambda: 1)
    numbers = {"video": 44, "input": 104, "gpio": 993}
    monkeypatch.setattr(system, "_numbers", lambda: numbers)
    assert system.groups(lambda: [44, 104, 993]) == Finding(Fact.GROUPS_FINE, {"groups": "video, input, gpio"})
    missing = system.groups(lambda: [44])
    assert (missing.state, missing.values["groups"]) == (FindingState.WARNING, "input, gpio")
    assert "usermod -aG input,gpio" in missing.remedy()


def test_the_service_is_told_by_systemd(tmp_path: Path, install: Install) -> None:
    assert "no systemd" in system.service(tmp_path / "none").found()
    facts = "LoadState=loaded\\nUnitFileState=enabled\\nActiveState={}\\nResult={}\\nNRestarts={}\\n"
    install("systemctl", f"printf '{facts.format('active', 'success', 0)}'")
    assert system.service(tmp_path) == Finding(Fact.SERVICE_FINE, {"state": "enabled, active"})
    install("systemctl", f"printf '{facts.format('active', 'success', 3)}'")
    assert system.service(tmp_path).found().endswith("is enabled, active. It was restarted 3 times.")
    install("systemctl", f"printf '{facts.format('failed', 'watchdog', 0)}'")
    failed = system.service(tmp_path)
    assert failed.state is FindingState.FAULT
    assert failed.found().endswith("is enabled, failed (watchdog).")
    install("systemctl", "printf 'LoadState=not-found\\n'")
    assert "./run install" in system.service(tmp_path).remedy()


def test_a_clock_that_nobody_set_is_told(tmp_path: Path) -> None:
    def at(year: int) -> Machine:
        return Machine(tmp_path, lambda: datetime(year, 12, 1, 20, 0, tzinfo=UTC))

    assert system.clock(at(1970)).fact is Fact.CLOCK_PAST
    assert system.clock(at(2026)).fact is Fact.CLOCK_UNSYNCHRONISED
    a_file(tmp_path / "run/systemd/timesync/synchronized", "")
    assert system.clock(at(2026)).state is FindingState.OK


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("throttled=0x0", Fact.POWER_FINE),
        ("throttled=0x50005", Fact.POWER_LOW),
        ("throttled=0x50004", Fact.POWER_SLOWED),
        ("throttled=0x50000", Fact.POWER_WAS_LOW),
        ("throttled=0x40000", Fact.POWER_WAS_SLOWED),
        ("VCHI initialization failed", Fact.POWER_UNKNOWN),
    ],
)
def test_power_is_told_by_the_firmware(said: str, fact: Fact, install: Install) -> None:
    assert system.power().fact is Fact.POWER_UNKNOWN
    install("vcgencmd", f"echo '{said}'")
    assert system.power().fact is fact


def test_heat_is_told_in_degrees(tmp_path: Path) -> None:
    assert system.temperature(tmp_path / "none").state is FindingState.OK
    assert system.temperature(a_file(tmp_path / "temp", "48312")) == Finding(Fact.TEMPERATURE_FINE, {"heat": "48"})
    assert system.temperature(a_file(tmp_path / "temp", "84001")).state is FindingState.WARNING
