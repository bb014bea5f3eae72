"""What lies behind the screens: the table, the settings, and what else this device has.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol

from companion.director import Guard
from companion.eyesight import Eyesight
from companion.record.archive import Listed
from companion.screen.source import Source
from companion.settings import Settings
from companion.settings_file import SettingsFile
from hardware.pictures import Image


class Matches(Protocol):
    """The matches that are played here, one after the other."""

    def unfinished(self) -> Listed | None:
        """The match at the table, where something has happened in it and it is not over; else None."""
        ...

    def begin(self) -> None:
        """Begin a match as the settings say.  One that is not over is kept as it is, and can be taken up again.

        Raises :class:`companion.errors.CompanionError`; the match before goes on then.
        """
        ...

    def take_up(self, number: int) -> None:
        """Go on with a recorded match.  Raises :class:`companion.errors.CompanionError` where that cannot be."""
        ...


class Players(Protocol):
    """Who has played here."""

    def recent(self) -> Sequence[str]:
        """The names of the players, whoever played last first, each once."""
        ...


class Finding(Protocol):
    """One thing that was looked at; ``state``: ``ok``, ``warning`` or ``fault``."""

    @property
    def name(self) -> str: ...

    @property
    def found(self) -> str: ...

    @property
    def remedy(self) -> str: ...

    @property
    def state(self) -> Enum: ...


class Doctor(Protocol):
    """Looks for faults.  Both may take a minute and are called on threads."""

    def examine(self) -> Iterator[Finding]:
        """Everything that is looked at, as it is found."""
        ...

    def bundle(self) -> Path:
        """Write a support bundle without private data, to a USB stick where one is plugged in; the file written.

        Raises :class:`companion.errors.CompanionError`.
        """
        ...


class Machine(Protocol):
    """The machine that the companion runs on.  The match is on disk before anything else is done."""

    def shut_down(self) -> None:
        """Switch it off.  Raises :class:`companion.errors.CompanionError`."""
        ...

    def restart(self) -> None:
        """Start it anew.  Raises :class:`companion.errors.CompanionError`."""
        ...


@dataclass(frozen=True, slots=True)
class Release:
    """A version that can be installed: where it comes from, in words, and its file."""

    version: str
    place: str
    file: Path


class Releases(Protocol):
    """The versions of the companion on this device.  The match is on disk before another one starts."""

    def running(self) -> str:
        """The version in use."""
        ...

    def previous(self) -> str | None:
        """The version that can be gone back to."""
        ...

    def offers(self) -> Sequence[Release]:
        """What lies on the USB sticks, the newest first.  On a thread."""
        ...

    def install(self, release: Release, told: Callable[[str], None]) -> None:
        """Install and start it; ``told``: how far it is.  On a thread.

        Raises :class:`companion.errors.CompanionError`; the version in use stays then.
        """
        ...

    def back(self) -> None:
        """Go back to the version before.  On a thread.  Raises :class:`companion.errors.CompanionError`."""
        ...


@dataclass(frozen=True, slots=True)
class Desk:
    """All that screens can reach.  What is None is not there, and screens that need it are not offered.

    ``codes_in``: the texts of the QR codes in a picture.  ``guard``: counts wrong PINs of the director.
    """

    table: Source
    settings: SettingsFile = field(default_factory=lambda: SettingsFile(Settings()))
    matches: Matches | None = None
    sight: Eyesight | None = None
    players: Players | None = None
    doctor: Doctor | None = None
    machine: Machine | None = None
    releases: Releases | None = None
    codes_in: Callable[[Image], Sequence[str]] | None = None
    guard: Guard = field(default_factory=Guard)
