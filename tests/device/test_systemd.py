"""The service as systemd sees it: it can be loaded, it is closed to what it does not need, its devices stay open.

The units are looked at as ``./run install --root`` writes them.
"""

from __future__ import annotations

import configparser
import ipaddress
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from companion.app import table
from companion.settings.tree import LiveSettings

HOUSE: Final = Path(__file__).parents[2]
MOST_EXPOSURE: Final = 2.0
ANALYZE: Final = shutil.which("systemd-analyze")
MANAGE: Final = "org.freedesktop.systemd1.manage-units"
SYSTEM_UNITS: Final = Path("/lib/systemd/system")

needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed here")


class _Lines(dict[str, str]):
    """A key that is given twice keeps both values, as in a unit."""

    def __setitem__(self, key: str, value: str) -> None:
        if isinstance(value, list) and key in self:
            value = [*self[key], *value]
        super().__setitem__(key, value)


def unit(name: str) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False, dict_type=_Lines, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(HOUSE / "systemd" / name, encoding="utf-8")
    return parser


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A root with what ``./run install --kiosk`` writes, and what the units call."""
    subprocess.run([HOUSE / "run", "install", "--kiosk", "--root", tmp_path], check=True, capture_output=True)
    for link in ("current", "previous"):
        (tmp_path / "opt" / "companion" / link).mkdir(parents=True)
        shutil.copy(HOUSE / "run", tmp_path / "opt" / "companion" / link)
    return tmp_path


@needs_systemd
def test_the_units_can_be_loaded(installed: Path) -> None:
    if not (SYSTEM_UNITS / "sysinit.target").exists():
        pytest.skip("the system's own units are not installed here")
    shutil.copytree(SYSTEM_UNITS, installed / "usr" / "lib" / "systemd" / "system", symlinks=True)
    (installed / "lib").symlink_to("usr/lib")
    (installed / "bin").mkdir()
    for program in ("sleep", "systemctl"):
        (installed / "bin" / program).write_text("#!/bin/sh\n")
        (installed / "bin" / program).chmod(0o755)
    assert ANALYZE is not None
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", f"--root={installed}", "companion.service", "companion-back.service"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # What the system's own units lack in this root is not ours; RestartMode= came with version 254.
    told = [line for line in done.stderr.splitlines() if "companion" in line and "'RestartMode'" not in line]
    assert told == []


@needs_systemd
def test_every_unit_is_hardly_exposed_and_one_command_says_how_much() -> None:
    done = subprocess.run([HOUSE / "run", "exposure"], capture_output=True, text=True, timeout=120, check=False)
    found = dict(re.findall(r"^(.+): (\S+)$", done.stdout, re.MULTILINE))
    if "unknown" in found.values():
        pytest.skip("this systemd-analyze cannot look at a file")
    units = {path.name for path in (HOUSE / "systemd").glob("*.service")}
    assert set(found) == units | {"companion.service with --live"}
    assert {name: level for name, level in found.items() if float(level) > MOST_EXPOSURE} == {}
    assert done.returncode == 0, done.stderr


def test_where_nothing_can_tell_the_exposure_that_is_said(tmp_path: Path) -> None:
    for program in ("sh", "dirname", "readlink"):
        found = shutil.which(program)
        assert found is not None
        (tmp_path / program).symlink_to(found)
    done = subprocess.run(
        [HOUSE / "run", "exposure"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=60, check=True
    )
    assert "systemd-analyze is not installed here" in done.stderr


def test_no_unit_runs_as_root_or_with_a_right_of_roots() -> None:
    for path in (HOUSE / "systemd").glob("*.service"):
        service = unit(path.name)["Service"]
        assert service["User"] == "companion", path.name
        assert service["CapabilityBoundingSet"] == "", path.name
        assert service["NoNewPrivileges"] == "yes", path.name
        for key in (key for key in service if key.startswith("Exec")):
            assert all(line[0] in "/-" and line.lstrip("-")[0] == "/" for line in service[key].splitlines()), path.name


def test_the_devices_of_the_table_stay_open() -> None:
    service = unit("companion.service")["Service"]
    allowed = {line.split()[0] for line in service["DeviceAllow"].splitlines()}
    assert {"char-drm", "char-input", "char-video4linux", "char-media", "char-dma_heap", "char-gpiochip", "char-alsa",
            "/dev/vchiq"} <= allowed  # fmt: skip
    assert service.get("PrivateDevices") is None, "it would hide all of them"
    assert service.get("ProcSubset") is None, "it would hide which Pi this is"
    assert {"AF_UNIX", "AF_NETLINK"} == set(service["RestrictAddressFamilies"].split()), "udev speaks netlink"


def test_the_live_page_is_reached_from_the_same_network_only() -> None:
    opened = unit("companion-live.conf")["Service"]
    assert {"AF_INET", "AF_INET6"} == set(opened["RestrictAddressFamilies"].split())
    allowed = opened["IPAddressAllow"].split()
    networks = [ipaddress.ip_network(one) for one in allowed if one not in ("localhost", "link-local")]
    assert networks
    assert all(network.is_private for network in networks)
    assert unit("companion.service")["Service"]["IPAddressDeny"] == "any"


def test_the_program_that_announces_the_page_names_its_port() -> None:
    announced = ElementTree.parse(HOUSE / "systemd" / "companion-avahi.xml")
    assert announced.findtext("service/port") == str(LiveSettings().port)


def test_the_watchdog_is_fed_several_times_before_it_bites() -> None:
    service = unit("companion.service")["Service"]
    assert service["Type"] == "notify"
    assert service["NotifyAccess"] == "main"
    assert float(service["WatchdogSec"]) >= 3 * table._WATCHDOG_S


def test_a_release_that_keeps_failing_or_hanging_makes_way_before_the_count_starts_anew() -> None:
    service = unit("companion.service")
    seconds = {name: float(value) for name, value in service["Service"].items() if name.endswith("Sec")}
    longest_s = max(seconds["TimeoutStartSec"], seconds["WatchdogSec"])
    each_s = longest_s + seconds["TimeoutStopSec"] + seconds["RestartSec"]
    assert float(service["Unit"]["StartLimitIntervalSec"]) > each_s * int(service["Unit"]["StartLimitBurst"])
    assert service["Service"]["RestartMode"] == "direct"  # what fails once is tried again before that
    assert service["Unit"]["OnFailure"] == "companion-back.service"


def test_the_companion_is_tried_again_also_where_there_is_no_release_before() -> None:
    unit_back = unit("companion-back.service")
    assert not [key for key in unit_back["Unit"] if key.startswith(("Condition", "Assert"))]
    assert unit_back["Service"]["ExecStart"].startswith(
        "-/opt/companion/previous/run companion update --back --on-trial"
    )
    after = unit_back["Service"]["ExecStartPost"].splitlines()
    assert [line.split()[-2:] for line in after[1:]] == [
        ["reset-failed", "companion.service"],
        ["start", "companion.service"],
    ]
    assert all(line.startswith("-") for line in after[:-1]), "what fails there does not keep it from being started"


def test_the_service_may_write_to_its_data_its_cache_and_its_releases_only() -> None:
    service = unit("companion.service")["Service"]
    assert service["ProtectSystem"] == "strict"
    assert service["ProtectHome"] == "yes"
    assert service["ReadWritePaths"].split() == ["/opt/companion", "-/media", "-/run/media"]
    assert service["StateDirectory"] == service["CacheDirectory"] == service["RuntimeDirectory"] == "companion"
    assert "COMPANION_DATA=/var/lib/companion" in service["Environment"]


def test_the_rule_lets_that_user_switch_off_read_a_stick_and_start_its_own_unit_and_nobody_do_anything_else() -> None:
    rule = (HOUSE / "systemd" / "companion.rules").read_text(encoding="utf-8")
    assert 'subject.user !== "companion"' in rule
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed here, which could run the rule")
    asked = [
        ("companion", "org.freedesktop.login1.power-off", {}),
        ("companion", "org.freedesktop.login1.reboot", {}),
        ("companion", "org.freedesktop.udisks2.filesystem-mount", {}),
        ("companion", MANAGE, {"unit": "companion.service", "verb": "start"}),
        ("companion", MANAGE, {"unit": "companion.service", "verb": "reset-failed"}),
        ("companion", MANAGE, {"unit": "companion.service", "verb": "stop"}),
        ("companion", MANAGE, {"unit": "ssh.service", "verb": "start"}),
        ("companion", MANAGE, {}),
        ("companion", "org.freedesktop.systemd1.manage-unit-files", {}),
        ("somebody", "org.freedesktop.login1.power-off", {}),
        ("somebody", MANAGE, {"unit": "companion.service", "verb": "start"}),
    ]
    script = f"""
        const polkit = {{Result: {{YES: "yes", NOT_HANDLED: null}}, addRule: (rule) => polkit.rule = rule}};
        {rule}
        const answers = {json.dumps(asked)}.map(
            ([user, id, told]) => polkit.rule({{id, lookup: (key) => told[key]}}, {{user}}) || null);
        console.log(JSON.stringify(answers));
    """
    done = subprocess.run([program, "-e", script], capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(done.stdout) == ["yes"] * 5 + [None] * 6


def test_the_start_entry_starts_what_is_installed() -> None:
    entry = unit("companion.desktop")["Desktop Entry"]
    assert (entry["Type"], entry["Exec"], entry["Icon"]) == (
        "Application",
        "/opt/companion/current/run companion run",
        "companion",
    )
    checker = shutil.which("desktop-file-validate")
    if checker is not None:
        subprocess.run([checker, HOUSE / "systemd" / "companion.desktop"], check=True, timeout=30)
