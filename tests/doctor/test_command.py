"""The doctor names what is wrong and what to do; a device that is merely absent is no fault."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from companion.commands import doctor
from companion.commands.doctor import Finding, State
from companion.settings import Settings


def options(data_dir: Path, *, as_json: bool) -> argparse.Namespace:
    return argparse.Namespace(data_dir=data_dir, settings=None, json=as_json)


def a_file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("state", "status"), [(State.OK, 0), (State.WARNING, 0), (State.FAULT, 1)], ids=lambda value: str(value)
)
def test_only_a_fault_makes_the_answer_no(
    state: State,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    finding = Finding("Camera", state, "none", "plug one in")
    monkeypatch.setattr(doctor, "examine", lambda *_: iter([finding]))
    assert doctor.run(options(tmp_path, as_json=True)) == status
    assert json.loads(capsys.readouterr().out) == {
        "ok": status == 0,
        "findings": [{"name": "Camera", "state": state.value, "found": "none", "remedy": "plug one in"}],
    }


def test_every_finding_that_is_not_good_has_a_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.run(options(tmp_path, as_json=True))
    findings = {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert all(finding["remedy"] for finding in findings.values() if finding["state"] != "ok")
    for name in ("Python", "OpenCV", "NumPy", "Kivy", "Data folder"):
        assert findings[name]["state"] == "ok", findings[name]


def test_a_person_reads_one_line_for_each_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doctor.run(options(tmp_path, as_json=False))
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(doctor.examine(Settings(data_dir=tmp_path))))
    assert last.endswith(("fault.", "faults."))


def test_the_data_folder_is_tried_and_left_clean(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert doctor.data_folder(folder).state is State.OK
    assert list(folder.iterdir()) == []


def test_a_data_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    finding = doctor.data_folder(a_file(tmp_path / "file", "no folder"))
    assert finding.state is State.FAULT
    assert str(tmp_path / "file") in finding.found
    assert "--data-dir" in finding.remedy


def test_a_library_that_is_missing_is_a_fault() -> None:
    assert doctor.installed("Nothing", "no-such-distribution", "no_such_module").state is State.FAULT


def test_a_library_that_ends_the_process_is_a_fault() -> None:
    finding = doctor.installed("NumPy", "numpy", "os; os._exit(1)")
    assert finding.state is State.FAULT
    assert "libgl1" in finding.remedy


def test_a_desktop_or_a_connected_screen_is_a_display(tmp_path: Path) -> None:
    assert doctor.display({"DISPLAY": ":0"}, tmp_path).state is State.OK
    assert doctor.display({}, tmp_path).state is State.WARNING
    a_file(tmp_path / "card1-HDMI-A-1" / "status", "disconnected")
    assert doctor.display({}, tmp_path).state is State.WARNING
    a_file(tmp_path / "card1-DSI-1" / "status", "connected")
    assert doctor.display({}, tmp_path) == Finding("Display", State.OK, "card1-DSI-1")


def test_chips_that_call_themselves_video_devices_are_no_cameras(tmp_path: Path) -> None:
    a_file(tmp_path / "video10" / "name", "bcm2835-codec-decode")
    assert doctor.camera(tmp_path, list).state is State.WARNING
    a_file(tmp_path / "video0" / "name", "HD Webcam")
    a_file(tmp_path / "video1" / "name", "HD Webcam")
    a_file(tmp_path / "video1" / "index", "1")
    assert doctor.camera(tmp_path, lambda: ["pi:0 imx708"]) == Finding(
        "Camera", State.OK, "usb:0 HD Webcam, pi:0 imx708"
    )


def test_the_pi_cameras_are_those_that_its_program_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = a_file(
        tmp_path / "rpicam-hello",
        "#!/bin/sh\necho 'Available cameras'\necho '-----------------'\n"
        "echo '0 : imx708 [4608x2592 10-bit RGGB] (/base/axi/i2c@88000/imx708@1a)'\n"
        "echo \"    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps]\"",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert doctor.listed_pi_cameras() == ["pi:0 imx708"]


def test_absent_devices_are_no_faults() -> None:
    assert doctor.button(17).state in (State.OK, State.WARNING)
    assert doctor.gnubg(None).state is State.WARNING
    assert doctor.gnubg("/usr/games/gnubg").state is State.OK
