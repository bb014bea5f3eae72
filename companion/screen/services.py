"""What lies behind the screens: the table, the settings, and what else this device has.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.match.training import Strength
from companion.practice.view import LessonShown
from companion.record.archive import Listed
from companion.record.archived_match import Destination, Record
from companion.record.journal import Header
from companion.screen.camera_service import Eyesight
from companion.screen.closing import Afterwards
from companion.screen.source import Source
from companion.settings.director_lock import Guard
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from companion.updating.device import Step
from companion.updating.offers import Offer
from hardware.pictures import Image
from vision import Calibration

if TYPE_CHECKING:  # only their shapes are needed here
    from companion.coach.report import MatchReport
    from companion.doctor import Finding


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


class Shelf(Protocol):
    """The recorded matches, to be read from any thread.  All raise :class:`companion.errors.CompanionError`."""

    def headers(self, *, deleted: bool = False) -> tuple[Header, ...]:
        """All matches, the newest first; ``deleted``: those marked as deleted instead.  Quick."""
        ...

    def listed(self, headers: Iterable[Header]) -> Iterator[Listed]:
        """Score and end of these, one after the other; what has not changed since is remembered."""
        ...

    def record(self, number: int | None = None, *, evening: bool = False) -> Record:
        """All of a match, by default of the one at the table; ``evening``: with the others of its evening."""
        ...


class Bin(Protocol):
    """Matches that are not wanted any more.  Both raise :class:`companion.errors.CompanionError`; from any thread."""

    def delete(self, number: int) -> None:
        """Mark a match as deleted; the one at the table is not."""
        ...

    def bring_back(self, number: int) -> None:
        """Take that mark away."""
        ...


class Exports(Protocol):
    """Files to be taken away.  All raise :class:`companion.errors.CompanionError`; from any thread."""

    def destinations(self) -> tuple[Destination, ...]:
        """Where files can go now: what is plugged in first, this device last."""
        ...

    def write(self, numbers: Iterable[int], form: str, to: Destination) -> tuple[Path, ...]:
        """Write matches in one of :data:`companion.record.exporting.FORMS`, each read back before this returns."""
        ...

    def keep_card(self, name: str, png: bytes, to: Destination | None = None) -> Path:
        """Keep the picture of a recap on this device, or take it to a destination."""


class Analyses(Protocol):
    """Recorded matches judged by an engine.  Both raise :class:`companion.errors.CompanionError`; from any thread."""

    def analyse(
        self, number: int | None, *, told: Callable[[int, int], None], stop: Callable[[], bool]
    ) -> MatchReport | None:
        """Judge a match, by default the one at the table; what was judged before is not judged again.

        It takes minutes.  ``told``: how many decisions are judged, of how many.  ``stop``: asked between two; None is
        the answer then, and what was judged is kept.  A match that goes on is not judged, unless it is for training.
        """
        ...

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        """Keep the worst errors as drills, and say how many of them are new."""
        ...


class Watched(Protocol):
    """The camera at the table, and the board it knows."""

    def known(self) -> Calibration | None:
        """The board that is known, its corners where they were last seen."""
        ...

    def cameras(self) -> tuple[tuple[str, str], ...]:
        """The cameras to choose from: as settings name them, and in words; ``auto`` is whichever is there.

        It takes a while: not on the screen's thread.
        """
        ...

    def take(self, camera: str) -> None:
        """Look through another camera from now on, and after the next start."""
        ...


class Players(Protocol):
    """Who has played here."""

    def recent(self) -> Sequence[str]:
        """The names of the players, whoever played last first, each once."""
        ...


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


class Device(Protocol):
    """The device that the companion runs on."""

    def leave(self, what: Afterwards) -> None:
        """Close the table, with all of it on disk, and then do this; the window closes by itself."""
        ...

    def version(self) -> str | None:
        """The release that runs from the next start on; None where the companion was not installed."""
        ...

    def version_before(self) -> str | None:
        """The release that ``Afterwards.GO_BACK`` leads to; None where there is none."""
        ...

    def offers(self) -> list[Offer]:
        """Releases on USB sticks, the newest first, also such as are not newer.  May take seconds: on a thread."""
        ...

    def install(self, offer: Offer, told: Callable[[Step], None]) -> None:
        """Let a release be the one of the next start, see ``Afterwards.START_AGAIN``.  Takes minutes: on a thread.

        ``told``: which step begins, from that thread.  Raises :class:`companion.errors.CompanionError` with why
        the release was not taken; nothing is changed then.
        """
        ...


class Practice(Protocol):
    """Lessons and games against an engine on the board of this table; what is on it is ``View.practice``.

    A match that is being played waits, and goes on when practice is left.  What raises raises
    :class:`companion.errors.CompanionError`, and nothing has changed then.
    """

    def lessons(self) -> Sequence[LessonShown]:
        """All lessons in their order, with what has been solved.  Quick."""
        ...

    def drills_due(self) -> int:
        """How many decisions from reviewed games are to be repeated today."""
        ...

    def begin(self, lesson: str, number: int | None = None, strength: Strength | None = None) -> None:
        """Put a lesson on the board: exercise ``number`` from 1, or the first that is not solved yet.

        ``strength``: of the opponent, where the exercise has one; None = its own.
        """
        ...

    def play(self, strength: Strength, *, cube: bool = False) -> None:
        """Begin a match against the engine, on record, in place of the one that lies on the table."""
        ...

    def repeat(self) -> None:
        """Put the drills that are due on the board, one after the other."""
        ...

    def leave(self) -> None:
        """Back to the match that waits, if there is one; a game against the engine that is left is kept as it is."""
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
    eyes: Watched | None = None
    device: Device | None = None
    players: Players | None = None
    doctor: Doctor | None = None
    codes_in: Callable[[Image], Sequence[str]] | None = None
    guard: Guard = field(default_factory=Guard)
    shelf: Shelf | None = None
    bin: Bin | None = None
    exports: Exports | None = None
    practice: Practice | None = None
    analyses: Analyses | None = None
