"""``./run``: what it says where a right, a package or the network is missing.

The script runs in a copy of its own, with stand-ins for the system's programs in front of the real ones.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[1]


class Machine:
    """A place with a copy of the script, and programs that the test makes up."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "a project"
        self.programs = folder / "programs"
        self.project.mkdir()
        self.programs.mkdir()
        shutil.copy(HOUSE / "run", self.project)
        shutil.copy(HOUSE / "pyproject.toml", self.project)
        self.has("dpkg-query", "exit 1")
        self.has("sudo", "exit 1")

    def has(self, program: str, script: str) -> None:
        path = self.programs / program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.project / "run", *arguments],
            env={"PATH": f"{self.programs}:/usr/bin:/bin", "HOME": str(self.project)},
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_a_command_it_says_which_there_are(machine: Machine) -> None:
    done = machine.run()
    assert done.returncode == 2
    for command in ("demo", "test", "check", "companion", "install", "uninstall"):
        assert f"\n  {command} " in done.stderr
    assert machine.run("--help").returncode == 0
    assert machine.run("dance").returncode == 2


def test_without_a_right_it_names_the_packages_in_one_sentence(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("apt-get", "exit 0")
    done = machine.run("demo")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Root or sudo without a password is needed to install the system packages" in done.stderr
    assert "libgl1" in done.stderr


def test_without_a_network_it_asks_for_one(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("apt-get", "echo 'Temporary failure resolving deb.debian.org'; exit 100")
    done = machine.run("test")
    assert done.returncode == 1
    assert "Temporary failure resolving" in done.stderr
    assert "is there a network connection?" in done.stderr.splitlines()[-1]
    assert "gnubg" in done.stderr


def test_packages_are_asked_for_only_where_they_are_missing(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("apt-get", "exit 0")
    machine.has("dpkg-query", 'case $* in *libgl1*|*libglib2.0-0t64*) echo "install ok installed";; *) exit 1;; esac')
    done = machine.run("demo")
    assert "libegl1 libmtdev1" in done.stderr
    assert "libgl1" not in done.stderr
    assert "libglib" not in done.stderr


def test_there_is_nothing_to_uninstall_before_it_is_installed(machine: Machine) -> None:
    if Path("/etc/systemd/system/companion.service").exists():
        pytest.skip("the companion is installed as a service on this machine")
    done = machine.run("uninstall")
    assert done.returncode == 1
    assert "not installed" in done.stderr


def test_the_service_file_has_only_the_marks_that_install_fills_in() -> None:
    script = (HOUSE / "run").read_text(encoding="utf-8")
    unit = (HOUSE / "systemd" / "companion.service").read_text(encoding="utf-8")
    for mark in ("@ROOT@", "@USER@", "@GROUPS@"):
        assert mark in unit
        assert f"s|{mark}|" in script
