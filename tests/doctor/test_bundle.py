"""A support bundle holds what helps, and nothing that is private."""

from __future__ import annotations

import argparse
import json
import zipfile
from pathlib import Path

import pytest

from companion.commands import calibrate, doctor
from companion.doctor import Fact, Finding
from companion.doctor.bundle import write_bundle
from companion.errors import StorageError
from companion.record import Journal
from companion.settings.tree import BrokerSettings, CameraSettings, DirectorSettings, MatchSettings, Settings

CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clip"
PRIVATE = (
    "Zdzisława",
    'Ed "Eagle" O',
    "Ярослав",
    "Klubowa 7",
    "Finale-xyz",
    "4711",
    "table-ninety",
    "hansjoerg",
    "tischpi",
    "broker.example",
    "tisch-neun",
    "geheim.txt",
)
LOG = """\
-- Journal begins at Mon 2026-11-02 --
2026-11-22T19:00:01+0100 tischpi systemd[1]: Started companion.service - Backgammon companion.
2026-11-22T19:00:03+0100 tischpi companion[815]: companion.app.camera_link: pictures come from the camera pi:0
2026-11-22T19:00:04+0100 tischpi companion[815]:     4.5 s     7  Zdzisława rolls 61
2026-11-22T19:00:05+0100 tischpi companion[815]:     9.5 s    12  Zdzisława plays 61: 13/7 8/7
2026-11-22T19:00:06+0100 tischpi companion[815]: companion.commands.run: the match of Zdzisława goes on
2026-11-22T19:00:07+0100 tischpi companion[815]: saved: /home/hansjoerg/.local/share/companion/Finale-xyz.mat
2026-11-22T19:00:08+0100 tischpi companion[815]: companion.app.recorder: the watcher failed
2026-11-22T19:00:08+0100 tischpi companion[815]: Traceback (most recent call last):
2026-11-22T19:00:08+0100 tischpi companion[815]:   File "/home/hansjoerg/companion/app/recorder.py", line 1, in x
2026-11-22T19:00:08+0100 tischpi companion[815]:     9.6 s    13  Zdzisława plays 52: 24/22 13/8
2026-11-22T19:00:08+0100 tischpi companion[815]: ValueError: Zdzisława's 24/22 13/8
2026-11-22T19:00:08+0100 tischpi companion[815]: companion.live.broker: broker broker.example:1883: it cannot be \
reached (No such file or directory: /etc/geheim.txt)
2026-11-22T19:00:09+0100 tischpi companion[815]: Zdzisława wins 2 points
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings, journal and log of somebody's device, private strings everywhere."""
    data_dir = tmp_path / "hansjoerg" / "data"
    with Journal(data_dir) as journal:
        journal.begin(names=('Ed "Eagle" O', "Ярослав"))
    programs = tmp_path / "programs"
    programs.mkdir()
    (tmp_path / "log").write_text(LOG, encoding="utf-8")
    (programs / "journalctl").write_text(f"#!/bin/sh\n/bin/cat '{tmp_path / 'log'}'\n", encoding="utf-8")
    (programs / "journalctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr("socket.gethostname", lambda: "tischpi")
    monkeypatch.setattr("getpass.getuser", lambda: "hansjoerg")
    return Settings(
        data_dir=data_dir,
        match=MatchSettings("Zdzisława", "Dark", event="Klubowa 7", round="Finale-xyz", board="table-ninety"),
        camera=CameraSettings(device="/dev/v4l/by-id/usb-4711", width=1280),
        director=DirectorSettings(pin="4711"),
        broker=BrokerSettings(True, "broker.example", user="tisch-neun", password_file="/etc/geheim.txt"),
    )


FINDINGS = (
    Finding(
        Fact.DATA_FOLDER_UNWRITABLE,
        {"folder": "/home/hansjoerg/data", "reason": "read-only", "option": "--data-dir"},
    ),
    Finding(Fact.JOURNAL_DAMAGED, {"reason": 'Ярослав and Ed "Eagle" O', "command": "ask tischpi"}),
)


def contents(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as bundle:
        return {name: bundle.read(name).decode() for name in bundle.namelist()}


def test_no_private_string_is_in_the_bundle(settings: Settings, tmp_path: Path) -> None:
    write_bundle(tmp_path / "help.zip", settings, FINDINGS)
    parts = contents(tmp_path / "help.zip")
    for private in (*PRIVATE, "Eagle", "13/7", "24/22", "/home/"):
        for name, part in parts.items():
            assert private.lower() not in part.lower(), (private, name)


def test_what_helps_is_in_the_bundle(settings: Settings, tmp_path: Path) -> None:
    calibrate_to = settings.data_dir / "calibration.json"
    calibrate.run(
        argparse.Namespace(
            frames=str(CLIP), corners=None, out=calibrate_to, json=False, game=None, settings=None, data_dir=tmp_path
        )
    )
    write_bundle(tmp_path / "help.zip", settings, FINDINGS)
    parts = contents(tmp_path / "help.zip")
    assert set(parts) == {"findings.json", "versions.json", "settings.json", "calibration.json", "log.txt"}
    findings = json.loads(parts["findings.json"])
    assert findings[0] == {
        "name": "Data folder",
        "state": "fault",
        "found": "Nothing can be written to … (read-only).",
        "remedy": "Make the folder writable, or choose another one with --data-dir.",
        "key": "data-folder.unwritable",
        "values": {"folder": "…", "reason": "read-only", "option": "--data-dir"},
    }
    told = json.loads(parts["settings.json"])
    assert told["match"] == {
        "light": "…",
        "dark": "…",
        "length": 0,
        "rules": "tournament",
        "mode": "refereed",
        "clock": False,
        "minutes": 15,
        "increment_s": 5,
        "against": "person",
        "engine_side": "dark",
        "younger": "light",
        "event": "…",
        "round": "…",
        "board": "…",
    }
    assert (told["camera"]["device"], told["camera"]["width"], told["button"]["pin"]) == ("…", 1280, 17)
    assert told["screen"]["language"] == "en"
    assert told["director"] == {"pin": "…"}
    assert len(json.loads(parts["calibration.json"])["corners_px"]) == 4
    assert "opencv-python" in json.loads(parts["versions.json"])
    assert parts["log.txt"].splitlines() == [
        "2026-11-22T19:00:01+0100 Started companion.service - Backgammon companion.",
        "2026-11-22T19:00:03+0100 companion.app.camera_link: pictures come from the camera pi:0",
        "2026-11-22T19:00:06+0100 companion.commands.run: the match of … goes on",
        "2026-11-22T19:00:08+0100 companion.app.recorder: the watcher failed",
        "2026-11-22T19:00:08+0100 Traceback (most recent call last):",
        '2026-11-22T19:00:08+0100   File "…", line 1, in x',
        "2026-11-22T19:00:08+0100 ValueError",
        "2026-11-22T19:00:08+0100 companion.live.broker: broker …:1883: it cannot be reached "
        "(No such file or directory: …)",
    ]


def test_a_bundle_that_cannot_be_written_is_said_to_be_so(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"help\.zip: cannot be written"):
        write_bundle(tmp_path / "none" / "help.zip", settings, ())


def test_the_command_writes_a_bundle(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda *_: iter(FINDINGS))
    file = tmp_path / "help.zip"
    options = argparse.Namespace(data_dir=settings.data_dir, settings=None, json=False, bundle=file)
    assert doctor.run(options) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"saved: {file}; look into it before you send it"
    assert len(json.loads(contents(file)["findings.json"])) == 2
