"""The doctor names what is wrong and what to do; a device that is merely absent is no fault."""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path

import pytest

from companion.commands import doctor
from companion.doctor import Fact, Finding, FindingState, examine, software
from companion.record.alone import alone_with
from companion.screen.camera_service import CameraService
from companion.settings.tree import CameraSettings, LampSettings, Settings
from hardware.camera import Frame
from hardware.pictures import Plain
from tests.hardware.standing_in import scene

pytestmark = pytest.mark.slow

INSTALLED, ENGINES = cache(software.installed), cache(software.engines)


@pytest.fixture(autouse=True)
def _processes_are_started_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each library is imported, and each engine asked, in a process of its own: the first time."""
    monkeypatch.setattr(software, "installed", INSTALLED)
    monkeypatch.setattr(software, "engines", ENGINES)


def options(data_dir: Path, *, as_json: bool) -> argparse.Namespace:
    return argparse.Namespace(data_dir=data_dir, settings=None, json=as_json, bundle=None)


@pytest.mark.parametrize(
    ("fact", "status"),
    [(Fact.CAMERAS_FINE, 0), (Fact.CAMERAS_NONE, 0), (Fact.PYTHON_OLD, 1)],
    ids=lambda value: str(value),
)
def test_only_a_fault_makes_the_answer_no(
    fact: Fact,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    finding = Finding(fact, {"cameras": "usb:0", "package": "rpicam-apps", "version": "3.9", "oldest": "3.11"})
    monkeypatch.setattr(doctor, "examine", lambda *_: iter([finding]))
    assert doctor.run(options(tmp_path, as_json=True)) == status
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["findings"]) == (status == 0, [finding.as_json()])


def test_a_finding_is_told_to_programs_in_english_and_by_its_key() -> None:
    assert Finding(Fact.FREE_SPACE_LOW, {"free": "12", "place": "/", "least": "200"}).as_json() == {
        "name": "Free space",
        "state": "fault",
        "found": "Only 12 MB are free on /.",
        "remedy": "Free some space: at least 200 MB are needed.",
        "key": "free-space.low",
        "values": {"free": "12", "place": "/", "least": "200"},
    }


def test_a_person_reads_the_findings_in_the_language_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda *_: iter([Finding(Fact.BOARD_MOVED)]))
    (tmp_path / "settings.toml").write_text('[screen]\nlanguage = "pl"\n', encoding="utf-8")
    doctor.run(argparse.Namespace(data_dir=tmp_path, settings=tmp_path / "settings.toml", json=False, bundle=None))
    line, last = capsys.readouterr().out.splitlines()
    assert line.startswith("warning  Plansza: Planszy nie ma tam, gdzie ją skalibrowano. -> Odstaw")
    assert last == "Znaleziono 0 usterek."


def test_every_finding_that_is_not_good_has_a_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.run(options(tmp_path, as_json=True))
    findings = {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert all(finding["remedy"] for finding in findings.values() if finding["state"] != "ok")
    for name in (
        "Python",
        "OpenCV",
        "ONNX Runtime",
        "NumPy",
        "Kivy",
        "gpiozero",
        "tomlkit",
        "Data folder",
        "Journal",
        "Calibration",
    ):
        assert findings[name]["state"] == "ok", findings[name]


def test_a_person_reads_one_line_for_each_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.run(options(tmp_path, as_json=False))
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(examine(Settings(data_dir=tmp_path))))
    assert last.endswith(("fault was found.", "faults were found."))


@pytest.fixture
def _untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails where camera or pins are tried."""

    def tried(*_: object) -> None:
        raise AssertionError("it belongs to the companion that runs")

    monkeypatch.setattr("companion.doctor.devices.open_camera", tried)
    monkeypatch.setattr("companion.doctor.devices._tried", tried)


@pytest.mark.usefixtures("_untried")
def test_camera_and_pins_of_a_companion_that_runs_are_left_alone(tmp_path: Path) -> None:
    with alone_with(tmp_path):
        found = {finding.name(): finding.fact for finding in examine(Settings(data_dir=tmp_path))}
    assert found["Camera picture"] is Fact.PICTURE_IN_USE
    assert found["Button"] is Fact.PIN_IN_USE


@pytest.mark.usefixtures("_untried")
def test_the_companion_itself_says_how_its_camera_works(tmp_path: Path) -> None:
    sight = CameraService()
    sight.saw(Frame(Plain(scene(100, width=320, height=240)), 0.0, 0, "usb:2#0"))
    settings = Settings(data_dir=tmp_path, lamps=LampSettings(pin=23))
    found = {finding.name(): finding for finding in examine(settings, sight=sight)}
    assert found["Camera picture"] == Finding(Fact.PICTURE_FINE, {"camera": "usb:2", "size": "320x240"})
    assert found["Lamp"].values["pin"] == "23"
    sight.lost("usb:2: unplugged")
    found = {finding.name(): finding for finding in examine(settings, sight=sight)}
    assert found["Camera picture"] == Finding(Fact.PICTURE_LOST, {"reason": "usb:2: unplugged"})


CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clip"


def test_the_camera_of_the_settings_is_tried_and_the_board_looked_for(tmp_path: Path) -> None:
    from companion.commands import calibrate

    place = tmp_path / "calibration.json"
    calibrate.run(
        argparse.Namespace(
            frames=str(CLIP), corners=None, out=place, json=False, game=None, settings=None, data_dir=tmp_path
        )
    )
    settings = Settings(data_dir=tmp_path, camera=CameraSettings(device=str(CLIP)))
    found = {finding.name(): finding for finding in examine(settings)}
    assert found["Calibration"] == Finding(Fact.CALIBRATION_FINE)
    assert found["Camera picture"].state is FindingState.OK
    assert found["Board"] == Finding(Fact.BOARD_FINE)
    moved = json.loads(place.read_text())
    moved["corners_px"] = [[x + 60, y] for x, y in moved["corners_px"]]
    place.write_text(json.dumps(moved))
    found = {finding.name(): finding for finding in examine(settings)}
    assert found["Board"].state is FindingState.WARNING
