"""What lies behind the screens: the table, the settings, and what else this device has.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from companion.eyesight import Eyesight
from companion.record.archive import Listed
from companion.screen.source import Source
from companion.settings import Settings
from companion.settings_file import SettingsFile
from vision import Calibration


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


@dataclass(frozen=True, slots=True)
class Desk:
    """All that screens can reach.  What is None is not there, and screens that need it are not offered."""

    table: Source
    settings: SettingsFile = field(default_factory=lambda: SettingsFile(Settings()))
    matches: Matches | None = None
    sight: Eyesight | None = None
    eyes: Watched | None = None
