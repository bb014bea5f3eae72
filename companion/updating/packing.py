"""Packs a project's folder into a release file: ``companion-VERSION.tar.gz``."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import runpy
import shutil
import stat
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.errors import InputError, StorageError
from companion.updating.environment import LOCK, wanted
from companion.updating.manifest import NAME, WHEELS, ListedFile, Manifest, is_wheel, read_manifest

PYTHONS: Final = ("3.11", "3.13")
"""The Python versions of Debian 12 and 13."""
ARCHITECTURES: Final = ("aarch64", "x86_64")

_LIVE: Final = "live"
"""The extra of the live page."""
_LEFT_OUT: Final = frozenset({".git", ".venv", "build", "dist", "shared", "__pycache__"})
_CACHES: Final = (".egg-info", "_cache", ".hypothesis", ".pyc")
# A wheel's platform names the oldest C library it runs on; Debian 12 has 2.36.
_PLATFORMS: Final = ("manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 37)))


def described(tree: Path) -> Manifest:
    """Return the manifest of a project's folder as it is now.  Raises :class:`InputError` if it is none of ours."""
    try:
        project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        # The live page's are on every device: it has to be able to turn the page on.
        live = project.get("optional-dependencies", {}).get(_LIVE, ())
        version, dependencies = project["version"], (*project["dependencies"], *live)
        # Not imported: this may be another tree than the one that runs, and packages may be missing.
        schema = runpy.run_path(str(tree / "companion" / "record" / "migrations.py"))["SCHEMA"]
        files = {path: _listed(tree / path) for path in sorted(_files(tree))}
    except (OSError, KeyError, ValueError):
        raise InputError(f"{tree}: is not the folder of the companion's project") from None
    return Manifest(version=version, schema=schema, dependencies=dependencies, files=files)


def pack(tree: Path, file: Path, *, wheels: Path | None = None) -> Manifest:
    """Write a release file, whole or not at all; ``wheels``: a folder of packages to include.

    The manifest comes first in the file, so that what follows can be checked while it is read.
    Raises :class:`InputError` for a folder that is no project, :class:`StorageError` if it cannot be written.
    """
    found = described(tree)
    sources = {path: tree / path for path in found.files}
    if wheels is not None:
        sources |= {f"{WHEELS}{path.name}": path for path in sorted(wheels.glob("*.whl"))}
        found = Manifest(
            found.version, found.schema, found.dependencies, {path: _listed(at) for path, at in sources.items()}
        )
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # No times and no names of people: the same tree gives the same file.
        with part.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
            with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
                folder = f"companion-{found.version}"
                text = found.text().encode()
                archive.addfile(_member(f"{folder}/{NAME}", len(text), program=False), io.BytesIO(text))
                for path, source in sources.items():
                    listed = found.files[path]
                    with source.open("rb") as content:
                        archive.addfile(_member(f"{folder}/{path}", listed.size, program=listed.program), content)
            packed.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    except OSError as error:
        raise StorageError(f"{file}: was not written ({error.strerror or error})") from error
    finally:
        part.unlink(missing_ok=True)
    return found


def uncommitted(tree: Path) -> bool:
    """Return whether a folder under version control has uncommitted changes."""
    return bool(_git(tree, "status", "--porcelain", "--untracked-files=no"))


def download_wheels(python: Path, tree: Path, architectures: Sequence[str], into: Path) -> None:
    """Fetch the packages of a project for other machines.  Raises :class:`StorageError` with the output of pip."""
    lock = tree / LOCK
    packages = wanted(described(tree).dependencies, lock if lock.exists() else None)
    for architecture in architectures:
        for version in PYTHONS:
            tags = [f"--platform={platform}_{architecture}" for platform in _PLATFORMS]
            command = [str(python), "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
            command += ["--only-binary=:all:", f"--python-version={version}", *tags, "--dest", str(into), *packages]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode:
                said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
                raise StorageError(
                    f"the packages for {architecture}, Python {version}, could not be fetched: pip said {said!r}"
                )


def _member(name: str, size: int, *, program: bool) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o755 if program else 0o644
    return member


def _listed(path: Path) -> ListedFile:
    with path.open("rb") as content:
        facts = os.fstat(content.fileno())
        summed = hashlib.file_digest(content, "sha256").hexdigest()
    return ListedFile(facts.st_size, summed, program=bool(facts.st_mode & stat.S_IXUSR))


def _files(tree: Path) -> Iterator[str]:
    """The files of the project: those that version control or a manifest names, else all but by-products."""
    if (tree / NAME).exists():
        named: Iterator[str] = iter(path for path in read_manifest(tree).files if not is_wheel(path))
    elif listed := _git(tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard"):
        named = iter(path for path in listed.split("\0") if path)
    else:
        named = _walked(tree)
    for path in named:
        if (tree / path).is_file() and not (tree / path).is_symlink():
            yield path


def _walked(tree: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(tree):
        folders[:] = sorted(name for name in folders if not _is_by_product(name))
        for name in files:
            if not _is_by_product(name):
                yield (Path(folder) / name).relative_to(tree).as_posix()


def _is_by_product(name: str) -> bool:
    return name in _LEFT_OUT or name.endswith(_CACHES)


def _git(tree: Path, *words: str) -> str:
    """The output of git, empty if git is missing or does not know this folder."""
    program = shutil.which("git")
    if program is None or not (tree / ".git").exists():
        return ""
    command = [program, "-c", f"safe.directory={tree}", "-C", str(tree), *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout if not done.returncode else ""
