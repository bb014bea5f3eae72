"""``./run``: what it says where a right, a package or the network is missing.

The script runs in a copy of its own, with stand-ins for the system's programs in front of the real ones.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[2]


class Machine:
    """A place with a copy of the script, and programs that the test makes up."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "a project"
        self.programs = folder / "programs"
        self.project.mkdir()
        self.programs.mkdir()
        shutil.copy(HOUSE / "run", self.project)
        shutil.copy(HOUSE / "pyproject.toml", self.project)
        shutil.copytree(HOUSE / "systemd", self.project / "systemd")
        self.has("dpkg-query", "exit 1")
        self.has("sudo", "exit 1")

    def has(self, program: str, script: str) -> None:
        path = self.programs / program
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.project / "run", *arguments],
            env={"PATH": f"{self.programs}:/usr/bin:/bin", "HOME": str(self.project)},
            cwd="/",
            input=typed,
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
    for command in ("demo", "test", "check", "companion", "install", "uninstall", "release"):
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


def test_postgresql_is_kept_from_starting_before_it_is_installed(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("dpkg-query", 'case $* in *postgresql*) exit 1;; *) echo "install ok installed";; esac')
    machine.has("install", 'for last; do :; done; echo "to $last"; cat "$5"')
    machine.has("apt-get", 'echo "$*"; exit 100')
    (machine.project / ".venv").write_text("in the way of what would come next")
    done = machine.run("test")
    assert done.stdout.splitlines()[0].startswith("to /etc/postgresql-common/createcluster.d/")
    assert done.stdout.splitlines()[-1] == "create_main_cluster = false"
    assert "install --yes --no-install-recommends postgresql" in done.stderr
    assert "\nThe tests of the club are not run on PostgreSQL.\nMaking a Python environment" in done.stderr


def test_packages_are_asked_for_only_where_they_are_missing(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("apt-get", "exit 0")
    machine.has("dpkg-query", 'case $* in *libgl1*|*libglib2.0-0t64*) echo "install ok installed";; *) exit 1;; esac')
    done = machine.run("demo")
    assert "libegl1 libmtdev1" in done.stderr
    assert "libgl1" not in done.stderr
    assert "libglib" not in done.stderr


# --- the device ------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Stands in for the root of a device."""
    folder = tmp_path / "a root"
    folder.mkdir()
    return folder


def files_in(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def gets_a_desktop(root: Path, target: str = "graphical.target") -> None:
    units = root / "etc" / "systemd" / "system"
    units.mkdir(parents=True)
    (units / "display-manager.service").touch()
    (units / "default.target").symlink_to(f"/lib/systemd/system/{target}")


ALWAYS: Final = {
    "usr/local/bin/companion",
    "usr/local/share/man/man1/companion.1",
    "usr/local/share/bash-completion/completions/companion",
}
KIOSK: Final = ALWAYS | {
    "etc/systemd/system/companion.service",
    "etc/systemd/system/companion-back.service",
    "etc/polkit-1/rules.d/50-companion.rules",
    "etc/sysctl.d/90-companion.conf",
}
DESKTOP: Final = ALWAYS | {
    "usr/share/applications/companion.desktop",
    "usr/share/icons/hicolor/scalable/apps/companion.svg",
    "etc/xdg/autostart/companion.desktop",
}


def test_without_a_desktop_the_companion_owns_the_screen(machine: Machine, root: Path) -> None:
    done = machine.run("install", "--root", str(root))
    assert done.returncode == 0, done.stderr
    assert files_in(root) == KIOSK
    assert "Written for a kiosk" in done.stderr


def test_on_a_desktop_it_is_a_program_that_starts_with_it(machine: Machine, root: Path) -> None:
    gets_a_desktop(root)
    done = machine.run("install", "--root", str(root))
    assert files_in(root) >= DESKTOP
    assert "Written for a desktop" in done.stderr


def test_a_desktop_that_is_not_started_does_not_count(machine: Machine, root: Path) -> None:
    gets_a_desktop(root, "multi-user.target")
    assert "Written for a kiosk" in machine.run("install", "--root", str(root)).stderr


def test_either_can_be_asked_for_and_takes_the_place_of_the_other(machine: Machine, root: Path) -> None:
    for _ in range(2):
        machine.run("install", "--desktop", "--root", str(root))
        assert files_in(root) == DESKTOP
        machine.run("install", "--kiosk", "--root", str(root))
        assert files_in(root) == KIOSK
        machine.run("install", "--root", str(root))
        assert files_in(root) == KIOSK


def test_the_live_page_is_opened_to_the_network_where_that_is_asked_for(machine: Machine, root: Path) -> None:
    opened = {"etc/systemd/system/companion.service.d/live.conf", "etc/avahi/services/companion.service"}
    machine.run("install", "--kiosk", "--live", "--root", str(root))
    assert files_in(root) == KIOSK | opened
    machine.run("install", "--kiosk", "--root", str(root))
    assert files_in(root) == KIOSK
    machine.run("install", "--desktop", "--live", "--root", str(root))
    assert files_in(root) == DESKTOP | {"etc/avahi/services/companion.service"}
    machine.run("uninstall", "--root", str(root))
    assert files_in(root) == set()


def test_uninstall_takes_back_what_install_wrote_and_leaves_the_matches(machine: Machine, root: Path) -> None:
    machine.run("install", "--kiosk", "--root", str(root))
    (root / "opt" / "companion" / "releases").mkdir(parents=True)
    data = root / "var" / "lib" / "companion"
    data.mkdir(parents=True)
    (data / "journal.sqlite3").touch()
    done = machine.run("uninstall", "--root", str(root))
    assert done.returncode == 0
    assert files_in(root) == {"var/lib/companion/journal.sqlite3"}
    assert not (root / "opt" / "companion").exists()
    assert f"still in {data}" in done.stderr


@pytest.mark.parametrize(("typed", "left"), [("delete\n", False), ("yes\n", True), ("", True)])
def test_matches_are_deleted_only_after_a_word_that_is_typed(
    machine: Machine, root: Path, typed: str, left: bool
) -> None:
    machine.run("install", "--kiosk", "--root", str(root))
    data = root / "var" / "lib" / "companion"
    data.mkdir(parents=True)
    done = machine.run("uninstall", "--purge", "--root", str(root), typed=typed)
    assert done.returncode == 0
    assert "are to be deleted for good" in done.stderr
    assert data.exists() == left


@pytest.mark.parametrize(
    "words",
    [["install", "--purge"], ["uninstall", "--kiosk"], ["install", "--root"], ["install", "--root", "/no/where"]],
)
def test_options_that_do_not_belong_to_a_command_are_told(machine: Machine, words: list[str]) -> None:
    done = machine.run(*words)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_there_is_nothing_to_uninstall_before_it_is_installed(machine: Machine, root: Path) -> None:
    done = machine.run("uninstall", "--root", str(root))
    assert done.returncode == 1
    assert "not installed" in done.stderr


def test_a_device_without_systemd_is_told(machine: Machine) -> None:
    if Path("/run/systemd/system").exists():
        pytest.skip("systemd runs here")
    done = machine.run("install")
    assert done.returncode == 1
    assert "systemd is not running here" in done.stderr


def test_an_installed_release_starts_at_once_and_by_its_own_name(tmp_path: Path) -> None:
    release = tmp_path / "home" / "releases" / "0.4.0"
    release.mkdir(parents=True)
    shutil.copy(HOUSE / "run", release)
    (release / "release.json").touch()
    python = tmp_path / "home" / "environments" / "one" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$0 $PYTHONPATH $*"\n', encoding="utf-8")
    python.chmod(0o755)
    (release / ".venv").symlink_to("../../environments/one")
    (tmp_path / "home" / "current").symlink_to("releases/0.4.0")
    done = subprocess.run(
        [tmp_path / "home" / "current" / "run", "companion", "run"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{release}/.venv/bin/python {release} -P -m companion run"
