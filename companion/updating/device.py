"""Installs a release on this device, or goes back to the one before; one at a time, whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from companion.errors import InputError, StorageError
from companion.updating.environment import FOLDER, LINK, LOCK, environment
from companion.updating.fetching import fetched
from companion.updating.interrupted import BEFORE, STAGING, going_back, is_under_way, switching, take_back
from companion.updating.links import CURRENT as CURRENT
from companion.updating.links import PREVIOUS as PREVIOUS
from companion.updating.links import RELEASES as RELEASES
from companion.updating.links import TRIAL as TRIAL
from companion.updating.links import link as _link
from companion.updating.links import linked as _linked
from companion.updating.manifest import WHEELS, Manifest, order, read_manifest
from companion.updating.signing import Statement, statement_of, trusted_keys
from companion.updating.trying import JOURNAL, refuse_broken
from companion.updating.unpacking import peeked, unpack

_LOCK: Final = "lock"


class UpdateStep(Enum):
    """The steps of an installation; a screen has words for each."""

    CHECKING = "checking"
    UNPACKING = "unpacking"
    PACKAGES = "packages"
    TRYING = "trying"
    SWITCHING = "switching"


@dataclass(frozen=True, slots=True)
class Installed:
    """A release on this device.  ``name``: the name of its folder."""

    name: str
    version: str
    is_current: bool
    is_previous: bool


OnProgress = Callable[[UpdateStep], None]
Environment = Callable[..., Path]


def home_of(module: Path) -> Path | None:
    """Return the home that a running module belongs to, None if it runs from a project's folder."""
    for folder in module.resolve().parents:
        if folder.parent.name == RELEASES and (folder.parent.parent / CURRENT).is_symlink():
            return folder.parent.parent
    return None


def installed(home: Path) -> list[Installed]:
    """Return the releases on this device, the newest first, without damaged ones."""
    current, previous = _linked(home, CURRENT), _linked(home, PREVIOUS)
    found = []
    for folder in sorted((home / RELEASES).glob("[0-9]*")):
        with contextlib.suppress(InputError):
            version = read_manifest(folder).version
            found.append(Installed(folder.name, version, folder.name == current, folder.name == previous))
    return sorted(found, key=lambda release: (order(release.version), release.name), reverse=True)


def install(
    home: Path,
    file: Path,
    data_dir: Path,
    *,
    on_progress: OnProgress = lambda _: None,
    by_hand: bool = False,
    keys: Mapping[str, bytes] | None = None,
    packages: Environment = environment,
    refuse: Callable[[Path, Path], None] = refuse_broken,
) -> Installed:
    """Check a release file, unpack it beside the current release, try it, and make it the current one.

    It takes half a minute, and minutes if Python packages have to be fetched: call it from a thread of its
    own.  The running program is not affected; the next start uses the new release.

    The file must be signed with one of ``keys``, None = those of this companion, and be of a newer version.  It is
    copied from its stick, and only the copy whose every byte was found to be signed is unpacked.  ``by_hand``: packed
    from a project's folder by ``./run install``, whose owner decides: it needs no signature and may be of any version;
    the very same release is left as it is.

    Raises :class:`InputError` for a file that is unsigned, damaged, of an older or the same version, or does not work
    here, and :class:`StorageError` if the disk or the network fails; then nothing has changed.
    """
    with _alone_in(home):
        signed = None if by_hand else _newer(home, file, trusted_keys() if keys is None else keys)
        if signed is None and _is_current(home, manifest := peeked(file)):
            return _installed(home, manifest)
        with tempfile.TemporaryDirectory(prefix=STAGING, dir=home / RELEASES) as scratch:
            manifest, staged = _unpacked(file, signed, Path(scratch), on_progress)
            on_progress(UpdateStep.PACKAGES)
            wheels = staged / WHEELS
            found = packages(
                home,
                manifest.dependencies,
                wheels=wheels if wheels.is_dir() else None,
                lock=staged / LOCK if LOCK in manifest.files else None,
            )
            shutil.rmtree(wheels, ignore_errors=True)
            release = home / RELEASES / staged.name
            (staged / LINK).symlink_to(os.path.relpath(found, release))
            _take_place(staged, release, home)
        try:
            on_progress(UpdateStep.TRYING)
            refuse(release, data_dir)
        except BaseException:
            if release.name not in (_linked(home, CURRENT), _linked(home, PREVIOUS)):
                shutil.rmtree(release, ignore_errors=True)
            _tidy(home)
            raise
        on_progress(UpdateStep.SWITCHING)
        _make_current(home, release.name)
        _tidy(home)
        return _installed(home, manifest)


def back(home: Path, data_dir: Path, *, only_on_trial: bool = False) -> Installed:
    """Make the previous release the current one, and the current one the previous one; at once.

    If a newer release has changed the tables of the journal, the copy that was made then replaces it and the
    newer journal is kept beside it: nothing may have the journal open.  ``only_on_trial``: only if the current
    release has not proved itself yet, and then it does not become the previous one.

    Raises :class:`InputError` if there is no release to go back to, :class:`StorageError` if the journal is
    in use or has no such copy; then nothing has changed.
    """
    with _alone_in(home):
        current, previous = _linked(home, CURRENT), _linked(home, PREVIOUS)
        if only_on_trial and not (home / TRIAL).exists():
            raise InputError(f"{home}: the current release is not on trial")
        if current is None or previous is None or not _works(home / RELEASES / previous):
            raise InputError(f"{home}: there is no earlier release that could be gone back to")
        manifest = read_manifest(home / RELEASES / previous)
        with going_back(home, data_dir, to=previous, previous=None if only_on_trial else current):
            _put_journal_back(data_dir, manifest)
            _link(home, CURRENT, previous)
            if only_on_trial:
                (home / PREVIOUS).unlink()  # it has failed: one touch must not lead back to it
            else:
                _link(home, PREVIOUS, current)
            (home / TRIAL).unlink(missing_ok=True)
        return _installed(home, manifest)


def recover(home: Path) -> None:
    """Take back, or finish, an installation that was killed, and remove what it left behind; nothing while one runs.

    Raises :class:`StorageError` if the disk fails.
    """
    if not is_left_behind(home):
        return
    with _alone_in(home):
        _tidy(home)


def is_left_behind(home: Path) -> bool:
    """Return whether something lies in a home that neither link needs, or an installation has not ended."""
    kept = {_linked(home, CURRENT), _linked(home, PREVIOUS)}
    if not kept - {None}:
        return False  # nothing was ever installed there
    releases = {folder.name for folder in (home / RELEASES).iterdir()}
    return not releases <= kept or is_under_way(home) or bool(_unneeded(home))


def prove(home: Path) -> None:
    """Mark the current release as proved, once it has run for a while: it is only left on request from now on."""
    with contextlib.suppress(OSError):
        (home / TRIAL).unlink(missing_ok=True)


def _unpacked(file: Path, signed: Statement | None, scratch: Path, on_progress: OnProgress) -> tuple[Manifest, Path]:
    """Fetch what is signed, and unpack it: what the release says of itself, and its folder in ``scratch``."""
    whole = file
    if signed is not None:
        on_progress(UpdateStep.CHECKING)
        whole = fetched(file, signed, scratch)
    manifest = peeked(whole)
    if signed is not None and signed.version != manifest.version:
        raise InputError(f"{file}: is signed as version {signed.version}, but is {manifest.version}")
    staged = scratch / manifest.name()
    staged.mkdir()
    on_progress(UpdateStep.UNPACKING)
    if unpack(whole, staged) != manifest:
        raise InputError(f"{file}: changed while it was read; fetch it again")
    if whole is not file:
        whole.unlink()  # its room may be needed
    return manifest, staged


# --- folders and links -----------------------------------------------------------------------------


def _take_place(staged: Path, release: Path, home: Path) -> None:
    """Give a staged release its name; a folder of that name is not whole, or it would not have been staged again."""
    if release.exists() and release.name in (_linked(home, CURRENT), _linked(home, PREVIOUS)):
        release.rename(staged.parent / BEFORE)
    else:
        shutil.rmtree(release, ignore_errors=True)
    staged.rename(release)


def _make_current(home: Path, release: str) -> None:
    """Lead the link to a release that is in its place; the one before, if there is another, can be gone back to."""
    os.sync()  # all of it is on the disk before a link leads to it
    with switching(home, release):
        if (current := _linked(home, CURRENT)) not in (None, release):
            _link(home, PREVIOUS, current)
            (home / TRIAL).write_text(f"{release}\n", encoding="utf-8")
        _link(home, CURRENT, release)


def _is_current(home: Path, manifest: Manifest) -> bool:
    current = _linked(home, CURRENT)
    return current == manifest.name() and _works(home / RELEASES / current)


def _works(release: Path) -> bool:
    return (release / LINK / "bin" / "python").exists()


def _tidy(home: Path) -> None:
    """Remove what neither link needs: older releases, their packages, and half unpacked ones after a power cut."""
    kept = {_linked(home, CURRENT), _linked(home, PREVIOUS)}
    for folder in (home / RELEASES).iterdir():
        if folder.name not in kept:
            shutil.rmtree(folder, ignore_errors=True)
    for folder in _unneeded(home):
        shutil.rmtree(folder, ignore_errors=True)


def _unneeded(home: Path) -> list[Path]:
    """The environments that no linked release has."""
    if not (home / FOLDER).is_dir():
        return []
    kept = {_linked(home, CURRENT), _linked(home, PREVIOUS)}
    needed = {(home / RELEASES / name / LINK).resolve() for name in kept if name is not None}
    return [folder for folder in (home / FOLDER).iterdir() if folder.resolve() not in needed]


@contextlib.contextmanager
def _alone_in(home: Path) -> Iterator[None]:
    try:
        (home / RELEASES).mkdir(parents=True, exist_ok=True)
        lock = (home / _LOCK).open("ab")
    except OSError as error:
        raise StorageError(f"{home}: releases cannot be written there ({error.strerror})") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StorageError(f"{home}: another update is under way, expected one at a time") from None
        try:
            take_back(home)
            yield
        except (InputError, StorageError):
            raise
        except OSError as error:
            raise StorageError(
                f"{error.filename or home}: the release was not changed ({error.strerror or error})"
            ) from error


def _installed(home: Path, manifest: Manifest) -> Installed:
    name = manifest.name()
    return Installed(name, manifest.version, name == _linked(home, CURRENT), name == _linked(home, PREVIOUS))


# --- releases that are refused -------------------------------------------------------------------------


def _newer(home: Path, file: Path, keys: Mapping[str, bytes]) -> Statement:
    """What is signed of a release file, if that is newer than what runs."""
    signed = statement_of(file, keys)
    current = _linked(home, CURRENT)
    if current is None:
        return signed
    runs = read_manifest(home / RELEASES / current).version
    if order(signed.version) == order(runs):
        raise InputError(f"{file}: is version {signed.version}, which is the one that runs")
    if order(signed.version) < order(runs):
        raise InputError(
            f"{file}: is version {signed.version}, older than {runs}, which runs; "
            "what ran before that can be gone back to without a file"
        )
    return signed


def _put_journal_back(data_dir: Path, manifest: Manifest) -> None:
    """Replace a journal with tables that a release does not know by the copy from before them."""
    journal = data_dir / JOURNAL
    if not journal.exists():
        return
    # The record needs packages that are not installed yet when a device is set up.
    from companion.record.backup import going_back_to

    going_back_to(journal, manifest.schema)
