"""USB sticks: found where they are mounted, mounted where nobody does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hardware.sticks import said, sticks

MOUNTS = """\
22 28 0:21 / /proc rw,nosuid shared:12 - proc proc rw
61 28 8:1 / /media/pi/MY\\040STICK ro,nosuid shared:40 - vfat /dev/sda1 ro
62 28 8:17 / /run/media/pi/other rw,nosuid shared:41 - exfat /dev/sdb1 rw
63 28 179:1 / /boot/firmware rw shared:42 - vfat /dev/mmcblk0p1 rw
"""

DEVICES = {
    "blockdevices": [
        {"path": "/dev/mmcblk0", "type": "disk", "fstype": None, "mountpoint": None, "hotplug": False, "rm": False,
         "children": [{"path": "/dev/mmcblk0p2", "type": "part", "fstype": "ext4", "mountpoint": None,
                       "hotplug": False, "rm": False}]},
        {"path": "/dev/sda", "type": "disk", "fstype": None, "mountpoint": None, "hotplug": True, "rm": True,
         "children": [{"path": "/dev/sda1", "type": "part", "fstype": "vfat", "mountpoint": None,
                       "hotplug": True, "rm": True},
                      {"path": "/dev/sda2", "type": "part", "fstype": None, "mountpoint": None,
                       "hotplug": True, "rm": True}]},
        {"path": "/dev/sdb", "type": "disk", "fstype": "vfat", "mountpoint": None, "hotplug": True, "rm": True},
        {"path": "/dev/sdc", "type": "disk", "fstype": "vfat", "mountpoint": "/media/x", "hotplug": True, "rm": True},
    ]
}  # fmt: skip


def test_mounted_sticks_are_found_and_nothing_else(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS, encoding="utf-8")
    assert sticks(mounts, lambda _: None) == [Path("/media/pi/MY STICK"), Path("/run/media/pi/other")]
    assert sticks(tmp_path / "nothing", lambda _: "no JSON") == []


def test_what_can_be_plugged_in_and_is_not_mounted_is_mounted_to_be_read(tmp_path: Path) -> None:
    asked: list[Sequence[str]] = []

    def ask(command: Sequence[str]) -> str | None:
        asked.append(command)
        return json.dumps(DEVICES) if command[0] == "lsblk" else None

    sticks(tmp_path / "nothing", ask)
    assert [(command[0], command[-1]) for command in asked[1:]] == [
        ("udisksctl", "/dev/sda1"),
        ("udisksctl", "/dev/sdb"),
    ]
    assert all("ro" in command and "--no-user-interaction" in command for command in asked[1:])
    sticks(tmp_path / "nothing", ask, to_write=True)
    assert "rw" in asked[-1]


def test_a_program_that_fails_or_is_not_there_says_nothing() -> None:
    assert said(["echo", "something"]) == "something\n"
    assert said(["false"]) is None
    assert said(["a-program-nobody-has"]) is None
