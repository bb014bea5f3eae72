"""The companion at a table: builds and connects its parts, and runs them until it is stopped."""

from __future__ import annotations

import hashlib
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from companion import screen
from companion.app.analyses import AnalysesHere
from companion.app.archive import StoredArchive
from companion.app.board_vision import file_of
from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.app.camera_setup import SeeingHere, opened
from companion.app.closing import is_service, leave
from companion.app.current_match import CurrentMatch, EntryListener
from companion.app.devices import announcing, pressing
from companion.app.inbox import Inbox
from companion.app.live import LiveHere
from companion.app.outbox import OutboxThread
from companion.app.pairing import ClubHere, paired_club
from companion.app.phone import PhoneHere, judges_of
from companion.app.phone_pictures import PicturesOfPhones
from companion.app.pictures import PicturesHere
from companion.app.players import StoredPlayers
from companion.app.practice import PracticeHere
from companion.app.proposed_game import ProposedGame
from companion.app.recorded_sequence import reader_for
from companion.app.services import DoctorHere, MatchesHere, PlayersHere
from companion.app.snapshots import SnapshotLimits, SnapshotThread, SnapshotWriter
from companion.app.starts import counted
from companion.app.table import Console, TableSource
from companion.app.this_device import ThisDevice
from companion.coach.draughts.worker import draughts_coach
from companion.coach.worker import Coach
from companion.errors import DeviceError, InputError, StorageError
from companion.games.catalogue import Game
from companion.record import Journal
from companion.record.alone import alone_with
from companion.record.missing import Missing
from companion.record.saving import save
from companion.screen import Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.pin_tries import Guard
from companion.settings.reading import settings_file
from companion.settings.tree import Settings, calibration_file
from companion.texts import label, sentence
from companion.updating.device import home_of, prove, recover
from hardware import heap
from hardware.camera import is_live
from hardware.watchdog import notify
from vision.qr import codes_in

log = logging.getLogger(__name__)

_POLL_S: Final = 0.05
_LOOKING_S: Final = 3.0
"""Seconds between two attempts to find a screen."""
_PATIENCE_S: Final = 0.5
_NO_CAMERA: Final = "none"
_NOT_WATCHED: Final = "the companion runs without a camera"
_PIN_TRIES: Final = "pin-tries.json"


class Begins(Protocol):
    """Begins a match, or resumes one."""

    def __call__(self, session: CurrentMatch, *, resumes: bool) -> None:
        """``resumes`` False: the program ended twice just before, so none is to be resumed."""
        ...


@dataclass(frozen=True, slots=True)
class Launch:
    """The options of a start of the companion.

    ``command``: the name of the running command, which heads its errors.  ``camera``: replaces that of the settings.
    ``headless``: no window.  ``control``: commands come from standard input.  ``as_json``: the answers are JSON.
    ``settings``: another file of settings.  ``entry_listener``: makes a function that takes each entry, ``announce``:
    takes all other lines.  ``saved``: called with the match file and its number of entries.
    """

    command: str
    camera: str | None
    headless: bool
    control: bool
    as_json: bool
    settings: Path | None
    entry_listener: EntryListener | None
    announce: Callable[[str], None] | None
    saved: Callable[[Path | None, int], None]


def run_table(
    launch: Launch,
    settings: Settings,
    begins: Begins,
    *,
    troubles: Sequence[str] = (),
    practise: Callable[[PracticeHere], None] | None = None,
) -> None:
    """Run the table until the window is closed or the process is asked to stop.

    ``troubles``: unusable settings, which are logged and shown.  ``practise``: begins an exercise instead of a match.
    """
    heap.share()
    camera = launch.camera or settings.camera.device
    camera_reader, unknown = (
        _sighted(settings, strictly=launch.headless) if camera != _NO_CAMERA else (CameraReader(attempts=None), ())
    )
    for trouble in (troubles := (*troubles, *unknown)):
        log.warning("%s; its default is used", trouble)
    with ExitStack() as stack:
        here = _RunningTable(stack, launch, settings, camera, camera_reader)
        if practise is None:
            begins(here.session, resumes=not here.has_crashed)
        here.join()
        if practise is not None:
            practise(here.practice)
        here.table.watch_game()
        services = here.services()
        first = screen.at_the_start(services) if practise is None else ()
        _run(services, here.table, headless=launch.headless, first=first, said=here.said(troubles))
        notify("STOPPING=1")
        out, match = here.session.end(), here.session.match
    launch.saved(out, match.n if match is not None else 0)
    if here.table.after_closing is not None:
        leave(here.table.after_closing, settings.data_dir)


class _RunningTable:
    """The parts of a running table; all that have to be closed are on the stack."""

    def __init__(
        self, stack: ExitStack, launch: Launch, settings: Settings, camera: str, camera_reader: CameraReader
    ) -> None:
        self._stack, self._launch, self._settings = stack, launch, settings
        self._camera, self._camera_reader = camera, camera_reader
        alone = stack.enter_context(alone_with(settings.data_dir))
        _tidied()
        self.has_crashed: Final = stack.enter_context(counted(settings.data_dir))
        self._journal: Final = stack.enter_context(
            Journal(settings.data_dir, goes_on=True, patience_s=_PATIENCE_S, exclusive=True)
        )
        self._stills: Final = stack.enter_context(SnapshotThread(SnapshotWriter(settings.data_dir, _limits(settings))))
        self._inbox: Final = Inbox()
        self.session: Final = CurrentMatch(
            self._journal,
            folders=_folders(settings.data_dir),
            entry_listener=launch.entry_listener,
            announce=launch.announce,
            stills=self._stills,
            pictures=settings.pictures.keep,
            blind=camera == _NO_CAMERA,
            at_table=alone.at_table,
            coaches={
                Game.BACKGAMMON: stack.enter_context(Coach(self._inbox.post, engine=settings.coach.engine.value)),
                Game.DRAUGHTS: stack.enter_context(draughts_coach(self._inbox.post)),
            },
        )
        self.session.take_in()

    def join(self) -> None:
        """Join the match with all that watches it, shows it and speaks of it."""
        stack, launch, settings, session = self._stack, self._launch, self._settings, self.session
        console = Console(_descriptor(), as_json=launch.as_json, command=launch.command) if launch.control else None
        self._sight = CameraService(trouble=_NOT_WATCHED if self._camera == _NO_CAMERA else "")
        self._announcer = stack.enter_context(announcing(settings))
        self._book = SettingsFile(
            settings, settings_file(launch.settings, data_dir=settings.data_dir), on_change=self._apply
        )
        self._book.hide_pin()
        self.practice = stack.enter_context(PracticeHere(session, self._book))
        pictures = PicturesOfPhones(
            lambda: session.forbids_help, self.practice.keep_puzzle, engine=settings.coach.engine.value
        )
        self._live = stack.enter_context(LiveHere(session, settings, pictures=pictures))
        stack.enter_context(OutboxThread(settings.data_dir, lambda: paired_club(settings.data_dir)))
        self.table = TableSource(
            session, self._camera_reader, self._inbox, console=console, sight=self._sight, announcer=self._announcer,
            proved=_proved, board_file=lambda game: file_of(game, calibration_file(settings)),
            follow=self._live.follow,
        )  # fmt: skip

    def services(self) -> Services:
        """The services of the pages; from now on camera and button are active, and the process may be asked to stop."""
        stack, settings, session, book = self._stack, self._settings, self.session, self._book
        seeing = None
        if self._camera != _NO_CAMERA:
            seeing = SeeingHere(self._camera_reader, stack.enter_context(self._watcher()), book)
        stack.enter_context(pressing(settings, self.table))
        _stop_when_asked(self.table)
        notify("READY=1")
        withdraw = self._live.published.withdraw
        archive = StoredArchive(
            settings.data_dir, session, language=lambda: book.now().screen.language.value, deleted=withdraw
        )
        analyses = AnalysesHere(settings.data_dir, archive.record, engine=settings.coach.engine.value)
        judges = judges_of(settings.data_dir, analyses)
        return Services(
            self.table,
            book,
            MatchesHere(session, self._journal, book),
            self._sight,
            camera_reader=seeing,
            device=ThisDevice(self.table, settings.data_dir),
            players=PlayersHere(self._journal),
            doctor=DoctorHere(book, self._sight),
            analyses=analyses,
            codes_in=codes_in,
            archive=archive,
            trash=archive,
            exports=archive,
            practice=self.practice,
            records=StoredPlayers(
                settings.data_dir, at_table=lambda: session.header.names, changed=withdraw, shared=True
            ),
            proposed_game=ProposedGame(self._sight),
            live=self._live,
            phone=stack.enter_context(PhoneHere(archive.record, self._live, judges)),
            pictures=PicturesHere(self.practice.check, self._sight, language=lambda: book.now().screen.language.value),
            guard=Guard(settings.data_dir / _PIN_TRIES),
            club=ClubHere(settings.data_dir),
            leaves=not is_service(),
        )

    def said(self, troubles: Sequence[str]) -> str:
        """The first words of the window, or empty."""
        now = self._book.now()
        lost, left_alone = lost_entries(self._journal.missing, now), _crashed(now) if self.has_crashed else ""
        return " ".join(
            filter(None, [_unusable(troubles, self._settings), lost, not_resumed(self.session, now), left_alone])
        )

    def _apply(self, settings: Settings) -> None:
        """Apply the settings of sound, language and live page from now on."""
        self._live.apply(settings)
        self._announcer.sound, self._announcer.language = settings.sound, settings.screen.language

    def _watcher(self) -> CameraLink:
        settings, table = self._settings, self.table
        return CameraLink(
            lambda: opened(self._camera, settings.camera),
            self._camera_reader,
            table.inbox,
            settle_s=settings.camera.settle_s,
            retry_s=settings.camera.retry_s,
            shown=self._stills.frame,
            looked=self._stills.looked,
            recorded=not is_live(self._camera),
            sight=table.sight,
            lock=settings.camera.lock,
            keep=lambda calibration: save(table.board_file(), calibration.to_json() + "\n"),
        )


# --- what the first screen says ----------------------------------------------------------------------


def not_resumed(session: CurrentMatch, settings: Settings) -> str:
    """Return what the first screen says if the match to be resumed could not be; else nothing."""
    lost = session.not_resumed
    if lost is None:
        return ""
    language = settings.screen.language
    names = " – ".join(label(name, language=language) for name in lost.names)
    return sentence("welcome.not-resumed", {"names": names}, language=language)


def lost_entries(missing: Sequence[Missing], settings: Settings) -> str:
    """Return what the first screen says if entries of a match were lost; else nothing.  The log names them all."""
    if not missing:
        return ""
    values = {"match": str(missing[0].match), "first": str(missing[0].first), "last": str(missing[0].last)}
    return sentence("welcome.entries-missing", values, language=settings.screen.language)


def _crashed(settings: Settings) -> str:
    """Return what the first screen says if nothing was resumed, as the program has ended twice just before."""
    return sentence("welcome.crashed", language=settings.screen.language)


def _unusable(troubles: Sequence[str], settings: Settings) -> str:
    """The window's first words about unusable settings; empty if all are usable."""
    if not troubles:
        return ""
    return sentence("settings.unusable", {"reason": "; ".join(troubles)}, language=settings.screen.language)


# --- requirements ---------------------------------------------------------------------------------


def _descriptor() -> int:
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        raise InputError("--control: standard input is closed, expected commands, one a line") from None


def _folders(data_dir: Path) -> tuple[Path, Path]:
    """The folders for entries that the journal does not take: the data folder, else one of this data folder's own."""
    name = hashlib.sha256(str(data_dir.resolve()).encode(errors="surrogateescape")).hexdigest()[:12]
    return data_dir, Path(tempfile.gettempdir()) / f"companion-{name}"


def _limits(settings: Settings) -> SnapshotLimits:
    kept = settings.pictures
    return SnapshotLimits(per_match_mb=kept.per_match_mb, days=kept.days, free_mb=kept.free_mb)


def _sighted(settings: Settings, *, strictly: bool) -> tuple[CameraReader, tuple[str, ...]]:
    """The camera reader, and what is wrong with a kept calibration that it cannot use; ``strictly``: then raises."""
    try:
        return _camera_reader(settings), ()
    except InputError as error:
        if strictly:
            raise
        return CameraReader(attempts=None), (str(error),)


def _camera_reader(settings: Settings) -> CameraReader:
    path = calibration_file(settings)
    if settings.camera.calibration or path.exists():
        return reader_for(path, None, kept=True)
    log.info("the board is calibrated from the start position, as soon as it is set up")
    return CameraReader(attempts=None)


def _proved() -> None:
    home = home_of(Path(__file__))
    if home is not None:
        prove(home)


def _tidied() -> None:
    """Take back an update that was killed, and remove what it left behind."""
    home = home_of(Path(__file__))
    if home is not None:
        try:
            recover(home)
        except StorageError as error:
            log.warning("%s", error)


def _stop_when_asked(table: TableSource) -> None:
    def stop(number: int, frame: object) -> None:
        del number, frame
        table.stop()

    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, stop)


def _run(
    services: Services, table: TableSource, *, headless: bool, first: Sequence[screen.PageName], said: str
) -> None:
    """Run with a window as soon as there is a screen, which a starting device may find seconds later."""
    looked_s: float | None = None
    while not table.finished():
        if not headless and (looked_s is None or table.now_s() - looked_s >= _LOOKING_S):
            table.has_window = True
            reason = _windowless(services, first, said)
            if reason is None:
                return
            if looked_s is None:
                log.warning("%s Going on without a window until there is one.", reason)
            looked_s = table.now_s()
        table.has_window = False
        table.poll()
        table.wait(_POLL_S)


def _windowless(services: Services, first: Sequence[screen.PageName], said: str) -> str | None:
    """The reason why there is no window; None once there was one."""
    try:
        screen.run(services, first=first, said=said)
    except DeviceError as error:
        return str(error)
    return None
