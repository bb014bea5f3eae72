"""Makes the machine's disk: Debian 13 with the companion, installed as a kiosk by ``./run install``."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.vm.machine import PC, Kind, System

HOUSE: Final = Path(__file__).parents[2]
GUEST: Final = Path(__file__).parent / "guest"
_NEEDED: Final = ("qemu-img", "mmdebstrap", "mke2fs")
"""Programs that have to be there beside QEMU's: Debian's packages qemu-utils, mmdebstrap and e2fsprogs."""
KEY: Final = "test.key"
"""The private key, in the cache's folder, whose releases the machine takes."""

_SUITE: Final = "trixie"
_MIRROR: Final = "http://deb.debian.org/debian"
# What every Debian with systemd has; what ./run install asks for (without a network it finds it there); tools.
_PACKAGES: Final = (
    *("systemd", "systemd-sysv", "dbus", "libpam-systemd", "polkitd", "udisks2", "udev", "kmod", "procps", "sudo"),
    *("ca-certificates", "initramfs-tools", "e2fsprogs", "dosfstools", "fdisk", "kbd"),
    *("python3", "python3-venv", "libgl1", "libglib2.0-0t64", "libegl1", "libmtdev1t64", "libgl1-mesa-dri"),
    *("alsa-utils", "espeak-ng", "libgbm1", "libdrm2", "libgles2", "gnubg", "gnubg-data"),
    *("v4l-utils", "libcamera-tools", "gpiod", "ffmpeg"),
)
_BASE: Final = "2"
"""Raised when what is made of Debian's root is made differently."""
_SIZE: Final = "6G"
_EMULATOR: Final = "qemu-aarch64-static"
_FOREIGN: Final = Path("/proc/sys/fs/binfmt_misc")
_AUTHORITIES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
_EARLY_MODULES: Final = ("virtio_pci", "virtio_blk", "ext4", "virtio_console")


PATIENCE_MIN: Final = 2
"""How long the service's watchdog waits here: its window may take longer than 30 s to draw a table at first."""
_PATIENT: Final = f"[Service]\nTimeoutStartSec=300\nTimeoutStopSec=100\nWatchdogSec={PATIENCE_MIN}min\n"
"""Lines for the service: what takes two seconds on a device, starting or stopping, takes a minute here."""


def made(folder: Path, kind: Kind) -> System:
    """Return the system whose disk is in ``folder``, after making what is not there yet.  Needs root and a network."""
    folder.mkdir(parents=True, exist_ok=True)
    _emulate(kind)
    packages = *_PACKAGES, f"linux-image-{kind.debian}"
    root = _kept(folder / f"root-{_sum_of(*packages)}.tar", lambda part: _make_root(part, packages, kind))
    script = (GUEST / "build_parts.sh").read_text(encoding="utf-8")
    parts = _kept(folder / f"parts-{_sum_of(script, root.name)}.tar", lambda part: _make_parts(root, part))
    base = folder / f"base-{_sum_of(root.name, parts.name, _BASE)}"
    if not base.is_dir():
        _tell(f"making {base.name}")
        _make_base(root, parts, scratch := folder / "scratch")
        scratch.rename(base)
    agent = (path.read_text(encoding="utf-8") for path in sorted(GUEST.glob("agent.*")))
    key = _sum_of(base.name, _state_of_house(), _PATIENT, *agent)
    disk = folder / f"system-{key}.qcow2"
    if not disk.exists():
        _tell(f"making {disk.name}")
        _install(folder, base)
        _make_disk(folder, base, disk)
    boot = base / "boot"
    return System(kind, next(boot.glob("vmlinuz*")), next(boot.glob("initrd*")), disk)


def missing(kind: Kind) -> list[str]:
    """Return the programs that are needed and not there."""
    # What is made for another processor is installed by programs of that one.
    foreign = () if kind is PC else (_EMULATOR, "arch-test")
    return [name for name in (kind.program, *_NEEDED, *foreign) if shutil.which(name) is None]


def _emulate(kind: Kind) -> None:
    """Let the kernel run programs of the kind's processor, where it is not this machine's, by QEMU's."""
    if kind is PC:
        return
    if not (_FOREIGN / "register").exists():
        run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(_FOREIGN)])
    if not (_FOREIGN / "qemu-aarch64").exists():
        *rule, _, _ = Path("/usr/lib/binfmt.d/qemu-aarch64.conf").read_text(encoding="ascii").split(":")
        # F: opened now, so that it is found in a chroot too.
        rule += [shutil.which(_EMULATOR) or "", "F"]
        (_FOREIGN / "register").write_text(":".join(rule), encoding="ascii")


def source(folder: Path, *, key: Path | None = None) -> Path:
    """Copy the project as it stands, without what git ignores, into ``folder``; ``key`` becomes one it trusts."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    listed = run(["git", "-C", str(HOUSE), "ls-files", "--cached", "--others", "--exclude-standard"]).splitlines()
    for name in listed:
        if (HOUSE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOUSE / name, folder / name)
    if key is not None:
        with (folder / "companion" / "updating" / "release-keys.txt").open("a", encoding="utf-8") as keys:
            keys.write(f"{key.with_suffix('.line').read_text(encoding='utf-8').strip()}\n")
    return folder


def test_key(folder: Path) -> Path:
    """Return the private key whose releases the machine takes; made where it is not there."""
    key = folder / KEY
    if not key.exists():
        said = run([sys.executable, "-m", "companion", "release", "--make-key", str(key)])
        public = next(word for word in said.split() if len(word) == 64)
        key.with_suffix(".line").write_text(f"test {public}\n", encoding="utf-8")
    return key


def run(command: Sequence[str], *, cwd: Path = HOUSE) -> str:
    """Run a program and return what it prints; raises with the end of its errors where it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=cwd, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])} … ended with {done.returncode}: {done.stderr[-3000:]}")
    return done.stdout.strip()


def _kept(path: Path, make: Callable[[Path], None]) -> Path:
    """Make a file where it is not there, whole or not at all."""
    if not path.exists():
        _tell(f"making {path.name}")
        part = path.with_name(f".part-{path.name}")
        make(part)
        part.replace(path)
    return path


def _sum_of(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:10]


def _state_of_house() -> str:
    """What is in the files of a release, apart from the lab, of which nothing runs on a device by itself."""
    names = run([
        "git", "-C", str(HOUSE), "ls-files", "--cached", "--others", "--exclude-standard", "--", "companion", "vision",
        "hardware", "systemd", "run", "pyproject.toml", "requirements-device.txt", ":!companion/lab",
    ]).splitlines()  # fmt: skip
    files = (HOUSE / name for name in sorted(names))
    return "\n".join(
        f"{file.relative_to(HOUSE)} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files if file.is_file()
    )


def _make_root(part: Path, packages: Sequence[str], kind: Kind) -> None:
    run(["mmdebstrap", "--mode=root", "--variant=minbase", f"--architectures={kind.debian}", "--format=tar",
         f"--include={','.join(packages)}", _SUITE, str(part), _MIRROR])  # fmt: skip


def _make_parts(root: Path, part: Path) -> None:
    scratch = part.with_suffix(".root")
    _unpack(root, scratch)
    _give_network(scratch)
    shutil.copy(GUEST / "build_parts.sh", scratch / "build_parts.sh")
    run(["chroot", str(scratch), "/bin/bash", "/build_parts.sh"])
    run(["tar", "-C", str(scratch / "parts"), "-cf", str(part), "."])
    shutil.rmtree(scratch)


def _give_network(root: Path) -> None:
    for name in ("/etc/resolv.conf", str(_AUTHORITIES)):
        (root / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, root / name[1:])


def _make_base(root: Path, parts: Path, base: Path) -> None:
    """A Debian that boots, and answers to its agent, without the companion."""
    _unpack(root, base)
    _give_network(base)
    place = base / "opt" / "vm"
    place.mkdir(parents=True)
    run(["tar", "-C", str(place), "-xf", str(parts)])
    modules = next((base / "lib" / "modules").iterdir())
    for module in place.glob("*.ko"):
        (modules / "updates").mkdir(exist_ok=True)
        shutil.move(module, modules / "updates" / module.name)
    # Raspberry Pi OS lets its users at the pins.
    rule = 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
    (base / "etc" / "udev" / "rules.d" / "60-gpio.rules").write_text(rule)
    run(["chroot", str(base), "/usr/sbin/groupadd", "--system", "--force", "gpio"])
    units = base / "etc" / "systemd" / "system"
    (units / "sysinit.target.wants").mkdir(exist_ok=True)
    (units / "sysinit.target.wants" / "agent.service").symlink_to("../agent.service")
    (units / "systemd-networkd-wait-online.service").symlink_to("/dev/null")
    (base / "etc" / "fstab").write_text("/dev/vda / ext4 defaults,errors=remount-ro 0 1\n")
    (base / "etc" / "hostname").write_text("companion\n")
    # A small first file system that loads what is needed to mount the disk: emulated, a large one takes a minute.
    (base / "etc" / "initramfs-tools" / "modules").write_text("\n".join(_EARLY_MODULES) + "\n")
    (base / "etc" / "initramfs-tools" / "conf.d" / "vm").write_text("MODULES=list\nCOMPRESS=lz4\nFSTYPE=ext4\n")
    run(["chroot", str(base), "/bin/sh", "-c", f"depmod {modules.name} && update-initramfs -u -k {modules.name}"])


def _install(folder: Path, base: Path) -> None:
    """Do what a person does, ``./run install --kiosk``; it may be repeated, and keeps the packages it once fetched."""
    place = base / "opt" / "vm"
    shutil.copy(GUEST / "agent.py", place)
    shutil.copy(GUEST / "agent.service", base / "etc" / "systemd" / "system" / "agent.service")
    source(base / "opt" / "source", key=test_key(folder))
    # systemd as a chroot sees it: units are enabled and nothing is started.  /proc stays away, so that no setting of
    # this machine's kernel is touched.
    running = base / "run" / "systemd" / "system"
    running.mkdir(parents=True, exist_ok=True)
    run(["chroot", str(base), "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin", "HOME=/root", "LC_ALL=C.UTF-8",
         "SYSTEMD_OFFLINE=1", f"PIP_CERT={_AUTHORITIES}", "/opt/source/run", "install", "--kiosk"])  # fmt: skip
    # Raspberry Pi OS has the pin library among its packages.
    wheel = next(place.glob("lgpio-*.whl"))
    run(["chroot", str(base), "/opt/companion/current/.venv/bin/pip", "install", "--no-index", "--no-deps",
         f"/opt/vm/{wheel.name}"])  # fmt: skip
    patient = base / "etc" / "systemd" / "system" / "companion.service.d" / "patient.conf"
    patient.parent.mkdir(exist_ok=True)
    patient.write_text(_PATIENT, encoding="utf-8")
    # A device on which it was installed for the first time, also where this folder has another release of before.
    for name in ("previous", "trial"):
        (base / "opt" / "companion" / name).unlink(missing_ok=True)
    shutil.rmtree(base / "run" / "systemd")
    shutil.rmtree(base / "opt" / "source")
    shutil.rmtree(base / "var" / "lib" / "companion", ignore_errors=True)


def _make_disk(folder: Path, base: Path, disk: Path) -> None:
    """Make the file system without mounting it: a folder that becomes an image."""
    raw = folder / "scratch.img"
    raw.unlink(missing_ok=True)
    run(["mke2fs", "-q", "-t", "ext4", "-L", "root", "-d", str(base), str(raw), _SIZE])
    part = disk.with_suffix(".part")
    run(["qemu-img", "convert", "-O", "qcow2", str(raw), str(part)])
    raw.unlink()
    for old in folder.glob("system-*.qcow2"):
        old.unlink()
    part.replace(disk)


def _unpack(archive: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run(["tar", "-C", str(folder), "-xf", str(archive)])


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
