"""The services behind the screens around a match: the matches of a session, the players, the doctor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.current_match import CurrentMatch
from companion.app.match_settings import match_terms
from companion.app.recorded_sequence import is_agreed
from companion.errors import InputError, StorageError
from companion.match.phases import Phase
from companion.record import Journal
from companion.record.archive import ListedMatch
from companion.record.players import people_of
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from hardware.sticks import sticks

if TYPE_CHECKING:
    from companion.doctor import Finding

_MATCHES: Final = 200
"""The number of matches that are searched for the names of players."""
_NAMES: Final = 24
_REPORTS: Final = "reports"


def facts_of(settings: Settings) -> dict[str, object]:
    """Return what is agreed besides the match settings: where the match is played, and whether pictures are kept."""
    facts = {name: getattr(settings.match, name) for name in ("event", "round", "board")}
    return {name: words for name, words in facts.items() if words} | {"pictures": settings.pictures.keep}


class MatchesHere:
    """The matches of a session, begun and resumed on the screen under the settings of that moment."""

    def __init__(self, session: CurrentMatch, journal: Journal, settings: SettingsFile) -> None:
        self._session: Final = session
        self._journal: Final = journal
        self._settings: Final = settings

    def unfinished(self) -> ListedMatch | None:
        state = self._session.match
        if state is None:
            return None
        header = self._session.header
        if not header.id or state.is_untouched or state.phase is Phase.MATCH_OVER:
            return None
        return ListedMatch(header, state.record.score, finished=False)

    def begin(self) -> None:
        """Begin a match; one with the same settings in which nothing has happened yet is used instead."""
        settings = self._settings.now()
        terms, facts = match_terms(settings, asks=True), facts_of(settings)
        match = self._session.match
        if match is not None and match.is_untouched and is_agreed(self._session.header, terms, facts):
            self._session.stop_practising()
            return
        self._session.leave()
        self._session.begin(terms, facts)

    def take_up(self, number: int) -> None:
        header = next((header for header in self._journal.matches() if header.id == number), None)
        if header is None:
            raise InputError(f"match {number}: not found; see companion archive list")
        self._session.leave()
        self._session.take_up(header)


class PlayersHere:
    """The people who played the matches in the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal

    def recent(self) -> Sequence[str]:
        """Return the players of the recent matches; none if the journal cannot be read."""
        try:
            headers = [header for header in self._journal.matches() if header.imported is None][-_MATCHES:]
        except StorageError:
            return ()
        names = dict.fromkeys(name for header in reversed(headers) for name in people_of(header))
        return tuple(names)[:_NAMES]


class DoctorHere:
    """The doctor and its reports; it is imported on request, so that the window opens sooner.

    ``find_sticks``: the folders of the USB sticks that are plugged in.
    """

    def __init__(
        self,
        settings: SettingsFile,
        sight: CameraService | None = None,
        *,
        find_sticks: Callable[[], Sequence[Path]] = lambda: sticks(to_write=True),
    ) -> None:
        self._settings: Final = settings
        self._sight: Final = sight
        self._find_sticks: Final = find_sticks

    def examine(self) -> Iterator[Finding]:
        from companion.doctor import examine

        return examine(self._settings.now(), sight=self._sight)

    def bundle(self) -> Path:
        """Write the bundle to the first USB stick that can be written to, else into the data folder."""
        from companion.doctor.bundle import write_bundle

        settings = self._settings.now()
        findings = tuple(self.examine())
        name = f"companion-report-{datetime.now():%Y%m%d-%H%M%S}.zip"
        folder = next((stick for stick in self._find_sticks() if os.access(stick, os.W_OK)), None)
        if folder is None:
            folder = settings.data_dir / _REPORTS
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(f"{folder}: cannot be made ({error.strerror})") from error
        write_bundle(folder / name, settings, findings)
        return folder / name
