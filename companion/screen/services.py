"""The services that pages use, as ports: the table, the settings, the archive, the device.  No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.match.terms import Strength
from companion.practice.puzzles import Answer, Puzzle, Verdict
from companion.practice.view import LessonShown
from companion.record.archive import ListedMatch
from companion.record.archived_match import ArchivedMatch, Destination
from companion.record.journal import Header
from companion.record.players import PlayerRecord
from companion.screen.camera_service import AnyCalibration, CameraService
from companion.screen.closing import AfterClosing
from companion.screen.club import ClubPort
from companion.screen.source import Source
from companion.settings.file import SettingsFile
from companion.settings.pin_tries import Guard
from companion.settings.tree import Settings
from companion.updating.device import UpdateStep
from companion.updating.offers import RefusedRelease, ReleaseOffer
from hardware.pictures import Image

if TYPE_CHECKING:  # only their shapes are needed here
    from companion.coach.draughts.teaching import Advice
    from companion.coach.player_text import PlayerShown
    from companion.coach.report import MatchReport
    from companion.coach.teaching import HelpShown
    from companion.doctor import Finding
    from companion.games.backgammon.situation import Situation
    from companion.games.catalogue import Game
    from companion.games.draughts import Position as Squares
    from companion.photograph.backgammon import PicturedBoard
    from companion.photograph.draughts import PicturedSquares
    from vision.framed import Framed


class Matches(Protocol):
    """The matches that are played here, one after the other."""

    def unfinished(self) -> ListedMatch | None:
        """The match at the table if it has begun and is not over; else None."""
        ...

    def begin(self) -> None:
        """Begin a match by the settings.  An unfinished match is kept as it is, and can be resumed later.

        Raises :class:`companion.errors.CompanionError`; the match before continues then.
        """
        ...

    def take_up(self, number: int) -> None:
        """Resume a recorded match.  Raises :class:`companion.errors.CompanionError` if it cannot be resumed."""
        ...


class ArchivePort(Protocol):
    """The archive of recorded matches, readable from any thread.

    All methods raise :class:`companion.errors.CompanionError`.
    """

    def headers(self, *, deleted: bool = False) -> tuple[Header, ...]:
        """All matches with a roll, the newest first; ``deleted``: those in the trash instead.  Quick."""
        ...

    def listed(self, headers: Iterable[Header]) -> Iterator[ListedMatch]:
        """The score and end of these matches, one after the other; unchanged matches are not read again."""
        ...

    def record(self, number: int | None = None, *, session: bool = False) -> ArchivedMatch:
        """The whole record of a match, by default the one at the table; ``session``: with the others of its session."""
        ...


class Trash(Protocol):
    """The trash.  Both methods raise :class:`companion.errors.CompanionError`; they may be called from any thread."""

    def delete(self, number: int) -> None:
        """Mark a match as deleted; the match at the table is refused."""
        ...

    def bring_back(self, number: int) -> None:
        """Remove that mark."""
        ...


class Exports(Protocol):
    """Export to files.  All methods raise :class:`companion.errors.CompanionError`; call them from any thread."""

    def destinations(self) -> tuple[Destination, ...]:
        """The places to which files can be written now: USB sticks first, this device last."""
        ...

    def write(self, numbers: Iterable[int], form: str, to: Destination) -> tuple[Path, ...]:
        """Write matches in a format of their game, each read back before this returns."""
        ...

    def keep_card(self, name: str, png: bytes, to: Destination | None = None) -> Path:
        """Save the picture of a recap on this device, or write it to a destination."""


class Analyses(Protocol):
    """Engine analyses of recorded matches.

    Both methods raise :class:`companion.errors.CompanionError`; they may be called from any thread.
    """

    def analyse(
        self,
        number: int | None,
        *,
        on_progress: Callable[[int, int], None],
        stop: Callable[[], bool],
        again: bool = False,
    ) -> MatchReport | None:
        """Analyse a match, by default the one at the table; decisions that were analysed before only if ``again``.

        It takes minutes.  ``on_progress``: called with the number of analysed decisions and their total.  ``stop``:
        asked between two decisions; if it says so, None is returned and the analysis so far is kept.  An unfinished
        match is analysed only if it is for training.
        """
        ...

    def keep_drills(self, report: MatchReport, number: int | None) -> int:
        """Save the worst errors as drills; returns how many of them are new."""
        ...


class Watched(Protocol):
    """The camera at the table, and its calibrated board."""

    def known(self) -> AnyCalibration | None:
        """The calibrated board, with its corners where they were last seen."""
        ...

    def cameras(self) -> tuple[tuple[str, str], ...]:
        """The cameras to choose from: the name in the settings, and words; ``auto`` stands for any camera found.

        It takes a while: do not call it on the screen's thread.
        """
        ...

    def take(self, camera: str) -> None:
        """Use another camera from now on, also after the next start."""
        ...


class Players(Protocol):
    """The players who have played here."""

    def recent(self) -> Sequence[str]:
        """The names of the players, each once, the most recent first."""
        ...


class PlayerRecords(Protocol):
    """What is known of the players: results, ratings, error rates; and which names are one player.

    All methods raise :class:`companion.errors.CompanionError`; they take up to seconds: call them on a thread.
    """

    def all(self) -> tuple[PlayerRecord, ...]:
        """All players, those who played last first."""
        ...

    def show(self, name: str) -> PlayerShown:
        """All about a player, nothing of a match in play evaluated."""
        ...

    def merge(self, name: str, player: str) -> None:
        """Count the matches of one player as those of another from now on; :meth:`separate` undoes it."""
        ...

    def separate(self, name: str) -> None:
        """Undo :meth:`merge`; ``name``: as it is written in the matches."""
        ...

    def delete(self, name: str) -> PlayerRecord:
        """Remove the names of a player from all matches for good; one who is at the table is refused."""
        ...


class Doctor(Protocol):
    """Finds faults.  Both methods may take a minute and are called on threads."""

    def examine(self) -> Iterator[Finding]:
        """Every finding, as it is found."""
        ...

    def bundle(self) -> Path:
        """Write a support bundle without private data, to a USB stick if one is plugged in; returns the file.

        Raises :class:`companion.errors.CompanionError`.
        """
        ...


class DevicePort(Protocol):
    """The device that the companion runs on."""

    def leave(self, what: AfterClosing) -> None:
        """Close the table with everything on disk, and then do this; the window closes by itself."""
        ...

    def version(self) -> str | None:
        """The release that runs from the next start on; None if the companion was not installed."""
        ...

    def version_before(self) -> str | None:
        """The release that ``AfterClosing.GO_BACK`` leads to; None where there is none."""
        ...

    def offers(self) -> list[ReleaseOffer]:
        """The signed releases on USB sticks, the newest first, older ones included.

        May take seconds: on a thread.
        """
        ...

    def refused(self) -> list[RefusedRelease]:
        """The files on USB sticks that are named like releases and are not taken.  On a thread, too."""
        ...

    def install(self, offer: ReleaseOffer, on_progress: Callable[[UpdateStep], None]) -> None:
        """Install a release for the next start, see ``AfterClosing.START_AGAIN``.

        It takes minutes: call it on a thread.
        ``on_progress``: called on that thread as each step begins.  Raises :class:`companion.errors.CompanionError`
        with the reason if the release was refused; nothing is changed then.
        """
        ...


class PicturePlace(Enum):
    """Where a picture of a board comes from.  The value is its text key after ``photograph.from.``."""

    CAMERA = "camera"
    STICK = "stick"


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture on a USB stick of that name; ``taken_s``: when the file was changed, seconds since 1970."""

    path: Path
    stick: str
    taken_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Pictured:
    """A board that was read, with what is open, and the part of its picture that shows it."""

    board: PicturedBoard | PicturedSquares
    framed: Framed


class PicturesPort(Protocol):
    """Reads positions in pictures.  Nothing of them is stored.

    All methods but the first two take up to seconds, and raise :class:`companion.errors.CompanionError`: call them on a
    thread.
    """

    def refused(self) -> str:
        """Why no picture is read now, as a sentence: a match in which no help is allowed is not over; else empty."""
        ...

    def places(self) -> tuple[PicturePlace, ...]:
        """Where pictures can come from now.  Quick."""
        ...

    def files(self) -> tuple[PictureFile, ...]:
        """The pictures on USB sticks, the newest first."""
        ...

    def from_file(self, path: Path, game: Game) -> Pictured | None:
        """Read a board of this game in a picture; None where none is found."""
        ...

    def from_camera(self, game: Game) -> Pictured | None:
        """Read the board that the camera sees now; None where none is found, or no picture comes."""
        ...


class PracticePort(Protocol):
    """Lessons and games against an engine on the board of this table; ``View.practice`` shows the current one.

    A match in progress waits, and continues when practice is left.  A method that fails raises
    :class:`companion.errors.CompanionError`, and nothing has changed then.
    """

    def lessons(self) -> Sequence[LessonShown]:
        """All lessons of each game in order, with the exercises that have been solved.  Quick."""
        ...

    def exercise(self, name: str, *, after: int = 0) -> int:
        """The number of the first unsolved exercise, from 1, of a lesson that is solved by touch.

        ``after``: the exercise that was done just now, to which those that follow it are preferred.
        """
        ...

    def keep_answer(self, name: str, number: int, *, solved: bool, helped: bool) -> None:
        """Keep what came of an exercise that was solved by touch; if the disk fails, the log says so."""
        ...

    def puzzle(self, after: str = "") -> Puzzle:
        """The puzzle that comes next, the own errors that are due first; ``after``: the key of the one done just now.

        Quick.
        """
        ...

    def judge(self, puzzle: Puzzle, answer: Answer | None) -> Verdict:
        """What an engine says of an answer; None asks for the solution.  Takes a moment."""
        ...

    def help_in(self, situation: Situation) -> HelpShown:
        """All that an engine says of a roll, of a double, or of whether to double.  Takes a moment."""
        ...

    def advice_in(self, position: Squares) -> Advice | None:
        """What the engine says of a position of draughts; None without a legal move.  Takes a moment."""
        ...

    def keep_puzzle(self, situation: Situation) -> bool:
        """Keep a decision as a drill, due at once; False where no answer to it is wrong.  Takes a moment."""
        ...

    def play_on(self, situation: Situation) -> None:
        """Begin a game against the engine at a position, for who is on roll there."""
        ...

    def keep_verdict(self, puzzle: Puzzle, verdict: Verdict) -> None:
        """Keep what came of the first answer to a puzzle; if the disk fails, the log says so."""
        ...

    def drills_due(self) -> int:
        """How many decisions from reviewed games are to be repeated today."""
        ...

    def begin(self, lesson: str, number: int | None = None, strength: Strength | None = None) -> None:
        """Begin a lesson at exercise ``number`` (from 1), or at the first unsolved one.

        ``strength``: of the opponent, if the exercise has one; None = the exercise's own.
        """
        ...

    def play(self, strength: Strength, *, cube: bool = False, length: int = 0) -> None:
        """Begin a recorded match against the engine, in place of the one at the table.

        ``length``: in points, 0 = for money, with the cube only if ``cube``.
        """
        ...

    def repeat(self) -> None:
        """Begin the drills that are due, one after the other."""
        ...

    def leave(self) -> None:
        """Return to the match that waits, if there is one; an unfinished game against the engine is kept as it is."""
        ...


@dataclass(frozen=True, slots=True)
class LiveShown:
    """The live page: its address, None if nobody can open it now, and what is said of that, with its values."""

    address: str | None
    said: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandedMatch:
    """A match for a phone.  ``page``: its page on the live page, or why there is none; ``code``: the match itself.

    ``form``: the ending of its file.
    """

    page: LiveShown
    code: str
    form: str


class PhonePort(Protocol):
    """What hands a match to a phone."""

    def hand(self, number: int | None) -> HandedMatch:
        """Let a match be opened on the live page, by default the one at the table.

        It takes a second: call it on a thread.  Raises :class:`companion.errors.CompanionError`, also for a match in
        play that is not for training.
        """
        ...


class LivePort(Protocol):
    """The page on which spectators follow the match."""

    def shown(self) -> LiveShown:
        """Where the page is, or why it is nowhere.  Quick."""
        ...

    def invite(self) -> LiveShown:
        """The address at which one phone, once, may have a picture read, or why none may.  Quick."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """All services that pages can reach.  None = not available; pages that need it are not offered then.

    ``codes_in``: the texts of the QR codes in a picture.  ``guard``: counts wrong PINs of the director.
    ``leaves``: whether the program can be left; not where a service would only start it again.
    ``proposed_game``: the game whose board the camera sees, by its name in commands; None where it cannot tell.
    """

    table: Source
    settings: SettingsFile = field(default_factory=lambda: SettingsFile(Settings()))
    matches: Matches | None = None
    sight: CameraService | None = None
    camera_reader: Watched | None = None
    device: DevicePort | None = None
    players: Players | None = None
    doctor: Doctor | None = None
    codes_in: Callable[[Image], Sequence[str]] | None = None
    guard: Guard = field(default_factory=Guard)
    archive: ArchivePort | None = None
    trash: Trash | None = None
    exports: Exports | None = None
    practice: PracticePort | None = None
    analyses: Analyses | None = None
    records: PlayerRecords | None = None
    live: LivePort | None = None
    phone: PhonePort | None = None
    pictures: PicturesPort | None = None
    club: ClubPort | None = None
    proposed_game: Callable[[], str | None] = lambda: None
    leaves: bool = True
