"""A device in a folder, and releases of a project that is two files long."""

from __future__ import annotations

import gzip
import io
import secrets
import sys
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
from nacl.signing import SigningKey

from companion.updating.device import Installed, UpdateStep, install
from companion.updating.environment import LOCK
from companion.updating.fetching import signed_statement
from companion.updating.packing import pack
from companion.updating.signing import sign, signature_of

DEPENDENCIES: Final = ("numpy>=2",)


class Device:
    """A home and a data folder, which takes the releases of one maintainer; packages and trials are made up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.private = secrets.token_bytes(32)
        self.keys = {"maintainer": public_of(self.private)}
        self.home = folder / "there" / "home"
        self.data = folder / "there" / "data"
        self.data.mkdir(parents=True)
        self.steps: list[UpdateStep] = []
        self.tried: list[Path] = []
        self.wheels: list[str] = []
        self.lock: str | None = None
        self.broken: Exception | None = None

    def release(
        self,
        version: str,
        *,
        schema: int = 2,
        words: str = "",
        dependencies: Sequence[str] = DEPENDENCIES,
        wheels: Path | None = None,
        lock: str = "",
    ) -> Path:
        """A release file with its signature."""
        tree = self.folder / f"tree {version}{words}"
        (tree / "companion" / "record").mkdir(parents=True)
        project = f'[project]\nversion = "{version}"\ndependencies = {list(dependencies)!r}\n'
        (tree / "pyproject.toml").write_text(project, encoding="utf-8")
        (tree / "companion" / "record" / "migrations.py").write_text(f"SCHEMA = {schema}\n", encoding="utf-8")
        (tree / "words").write_text(words, encoding="utf-8")
        if lock:
            (tree / LOCK).write_text(lock, encoding="utf-8")
        (tree / "run").write_text("#!/bin/sh\n", encoding="utf-8")
        (tree / "run").chmod(0o755)
        file = self.folder / f"companion-{version}{words}.tar.gz"
        pack(tree, file, wheels=wheels)
        self.sign(file, version, packages=wheels is not None)
        return file

    def sign(self, file: Path, version: str, *, private: bytes = b"", packages: bool = False) -> None:
        """Sign a file with this key, else with the maintainer's."""
        private = private or self.private
        statement = signed_statement(file, version, packages=packages)
        text = sign(statement, [private], {"whoever": public_of(private)})
        signature_of(file).write_text(text, encoding="ascii")

    def install(self, file: Path, *, by_hand: bool = False) -> Installed:
        return install(
            self.home,
            file,
            self.data,
            on_progress=self.steps.append,
            by_hand=by_hand,
            keys=self.keys,
            packages=self._packages,
            refuse=self._refuse,
        )

    def runs(self) -> str:
        """The version that the link ``current`` leads to."""
        return (self.home / "current").resolve().name.split("-")[0]

    def all_files(self) -> dict[str, str]:
        """Everything below the home, with what links lead to."""
        return {
            str(path.relative_to(self.home)): str(path.readlink()) if path.is_symlink() else ""
            for path in sorted(self.home.rglob("*"))
        }

    def _packages(
        self, home: Path, dependencies: Sequence[str], *, wheels: Path | None = None, lock: Path | None = None
    ) -> Path:
        self.lock = lock.read_text(encoding="utf-8") if lock else None
        self.wheels = sorted(path.name for path in wheels.iterdir()) if wheels else []
        folder = home / "environments" / "-".join(word.strip("<>=0123456789") for word in dependencies)
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        if not (folder / "bin" / "python").exists():
            (folder / "bin" / "python").symlink_to(sys.executable)
        return folder

    def _refuse(self, release: Path, data_dir: Path) -> None:
        assert data_dir == self.data
        assert (release / ".venv" / "bin" / "python").exists()
        self.tried.append(release)
        if self.broken is not None:
            raise self.broken


def public_of(private: bytes) -> bytes:
    return bytes(SigningKey(private).verify_key)


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path)


def rewritten(file: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """The same release file with members changed, or left out where the change is None."""
    changed = file.with_name(f"changed-{file.name}")
    with (
        tarfile.open(file) as before,
        gzip.open(changed, "wb") as packed,
        tarfile.open(fileobj=packed, mode="w") as after,
    ):
        for member in before:
            content = before.extractfile(member)
            assert content is not None
            kept = change(member.name, content.read())
            if kept is not None:
                member.name, member.size = kept[0], len(kept[1])
                after.addfile(member, io.BytesIO(kept[1]))
    return changed
