"""``companion run``: runs the table with camera, button, screen and commands, one match after the other."""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from companion import screen
from companion.app.analyses import AnalysesHere
from companion.app.announcer import Announcer
from companion.app.archive import StoredArchive
from companion.app.arguments import COMMAND_LINE, add_game_argument, match_settings
from companion.app.board_vision import file_of
from companion.app.camera_link import CameraLink, CameraReader
from companion.app.camera_setup import SeeingHere, opened
from companion.app.closing import is_service, leave
from companion.app.current_match import CurrentMatch, Told
from companion.app.devices import announcing, pressing
from companion.app.inbox import Inbox
from companion.app.live import LiveHere
from companion.app.match_settings import match_terms
from companion.app.phone import PhoneHere, judges_of
from companion.app.phone_pictures import PicturesOfPhones
from companion.app.pictures import PicturesHere
from companion.app.players import StoredPlayers
from companion.app.practice import PracticeHere
from companion.app.proposed_game import ProposedGame
from companion.app.recorded_sequence import eyes_for, is_agreed
from companion.app.services import DoctorHere, MatchesHere, PlayersHere, facts_of
from companion.app.snapshots import SnapshotLimits, SnapshotThread, SnapshotWriter
from companion.app.starts import counted
from companion.app.table import Console, TableSource
from companion.app.this_device import ThisDevice
from companion.coach.draughts.worker import draughts_coach
from companion.coach.worker import Coach
from companion.commands import in_full
from companion.errors import DeviceError, InputError, StorageError
from companion.games.catalogue import Game
from companion.match.state import DiceSource
from companion.record import Header, Journal, Mode, line
from companion.record.alone import alone_with
from companion.record.entries import Entry
from companion.record.missing import Missing
from companion.record.reports.transcripts import transcript
from companion.record.saving import save
from companion.screen import Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.pin_tries import Guard
from companion.settings.tree import (
    Against,
    EndsWith,
    Settings,
    calibration_file,
    changed,
    load_settings,
    settings_file,
    usable_settings,
)
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
_OPTIONS: Final = {
    "mode": "match.mode",
    "against": "match.against",
    "clock": "match.clock",
    "dice": "table.dice",
    "end_of_turn": "table.end_of_turn",
    "pictures": "pictures.keep",
}
"""Options with the keys of the settings that they replace."""
_SET_UP: Final = ("names", "length", "rules", "game", *_OPTIONS)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The companion of the table.  The last match that was not finished is resumed, with the settings it was "
        "begun with; else a new one begins, as the settings say."
    )
    add_table_arguments(parser)
    match = parser.add_argument_group("a new match", "what is not said here is as the settings say")
    match.add_argument("--new", action="store_true", help="begin a match, even where one could be resumed")
    match.add_argument("--names", metavar="LIGHT,DARK", help="the players")
    match.add_argument("--length", type=int, metavar="N", help="points of the match, games of draughts; 0 = no end")
    match.add_argument("--rules", metavar="NAME", help="the rule set, see companion rules")
    add_game_argument(match)
    match.add_argument("--mode", choices=[mode.value for mode in Mode], help="how it is supervised")
    match.add_argument("--against", choices=[who.value for who in Against], help="draughts in training: a person, or "
                       "the engine at this level, with the dark men unless the settings say otherwise")  # fmt: skip
    match.add_argument("--clock", action=argparse.BooleanOptionalAction, default=None, help="delay and reserve run")
    match.add_argument("--dice", choices=[dice.value for dice in DiceSource], help="whose rolls count")
    match.add_argument("--end-of-turn", choices=[ends.value for ends in EndsWith], help="what ends a turn: dice "
                       "lifted, the button, a still board, or what is usual with these dice")  # fmt: skip
    match.add_argument("--pictures", action=argparse.BooleanOptionalAction, default=None, help="keep pictures of the "
                       "turns, to settle disputes")  # fmt: skip
    parser.set_defaults(run=run, checks_settings=False)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--headless``, ``--camera`` and ``--control``: how the table is shown, watched and controlled."""
    parser.add_argument("--headless", action="store_true", help="no window: camera, button and commands only")
    parser.add_argument("--camera", metavar="CAMERA", help="auto, pi:0, usb:0, http://…, rtsp://…, a folder, a video, "
                        "or none; else as the settings say")  # fmt: skip
    parser.add_argument("--control", action="store_true", help="take commands from standard input, one a line: "
                        "roll 31, play 8/5 6/5, show; help names them all")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Run a match until the window is closed or the process is asked to stop."""
    settings, troubles = table_settings(arguments)
    return attend(arguments, as_told(settings, arguments), troubles)


def table_settings(arguments: argparse.Namespace) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings of the table and what is unusable in them: with a window the companion starts all the same.

    Raises :class:`InputError`, without a window for anything that cannot be used.
    """
    if arguments.headless:
        return load_settings(arguments.settings, data_dir=arguments.data_dir), ()
    return usable_settings(arguments.settings, data_dir=arguments.data_dir)


def attend(
    arguments: argparse.Namespace,
    settings: Settings,
    troubles: Sequence[str] = (),
    practise: Callable[[PracticeHere], None] | None = None,
) -> int:
    """Run the table until the window is closed or the process is asked to stop.

    ``arguments``: those of :func:`add_table_arguments`, and of a match.  ``troubles``: what is unusable in the
    settings, which is logged and shown.  ``practise``: begins an exercise in place of a match.
    """
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    heap.share()
    camera = arguments.camera or settings.camera.device
    camera_reader, unknown = (
        _sighted(settings, strictly=arguments.headless) if camera != _NO_CAMERA else (CameraReader(attempts=None), ())
    )
    for trouble in (troubles := (*troubles, *unknown)):
        log.warning("%s; its default is used", trouble)
    with ExitStack() as stack:
        attendance = stack.enter_context(alone_with(settings.data_dir))
        _tidied()
        has_crashed = stack.enter_context(counted(settings.data_dir))
        journal = stack.enter_context(Journal(settings.data_dir, goes_on=True, patience_s=_PATIENCE_S, attends=True))
        stills = stack.enter_context(SnapshotThread(SnapshotWriter(settings.data_dir, _limits(settings))))
        inbox = Inbox()
        session = CurrentMatch(
            journal,
            folders=_folders(settings.data_dir),
            told=_told(arguments),
            announce=None if arguments.json else lambda text: print(text, flush=True),
            stills=stills,
            pictures=settings.pictures.keep,
            blind=camera == _NO_CAMERA,
            at_table=attendance.at_table,
            coaches={
                Game.BACKGAMMON: stack.enter_context(Coach(inbox.post, engine=settings.coach.engine.value)),
                Game.DRAUGHTS: stack.enter_context(draughts_coach(inbox.post)),
            },
        )
        session.take_in()
        if practise is None:
            _begin(session, settings, arguments, resumes=not has_crashed)
        console = (
            Console(_descriptor(), as_json=arguments.json, command=arguments.command) if arguments.control else None
        )
        sight = CameraService(trouble=_NOT_WATCHED if camera == _NO_CAMERA else "")
        announcer = stack.enter_context(announcing(settings))
        book = SettingsFile(
            settings,
            settings_file(arguments.settings, data_dir=arguments.data_dir),
            told=lambda new: _heard(announcer, live, new),
        )
        book.hide_pin()
        practice = stack.enter_context(PracticeHere(session, book))
        pictures = PicturesOfPhones(
            lambda: session.forbids_help, practice.keep_puzzle, engine=settings.coach.engine.value
        )
        live = stack.enter_context(LiveHere(session, settings, pictures=pictures))
        table = TableSource(
            session, camera_reader, inbox, console=console, sight=sight, announcer=announcer, proved=_proved,
            board_file=lambda game: file_of(game, calibration_file(settings)), follow=live.follow,
        )  # fmt: skip
        if practise is not None:
            practise(practice)
        seeing = None
        table.watch_game()
        if camera != _NO_CAMERA:
            watcher = stack.enter_context(_watcher(camera, settings, camera_reader, table, stills))
            seeing = SeeingHere(camera_reader, watcher, book)
        stack.enter_context(pressing(settings, table))
        _stop_when_asked(table)
        notify("READY=1")
        archive = StoredArchive(
            settings.data_dir,
            session,
            language=lambda: book.now().screen.language.value,
            deleted=live.shelf.withdraw,
        )
        analyses = AnalysesHere(settings.data_dir, archive.record, engine=settings.coach.engine.value)
        phone = stack.enter_context(PhoneHere(archive.record, live, judges_of(settings.data_dir, analyses)))
        services = Services(
            table,
            book,
            MatchesHere(session, journal, book),
            sight,
            camera_reader=seeing,
            device=ThisDevice(table, settings.data_dir),
            players=PlayersHere(journal),
            doctor=DoctorHere(book, sight),
            analyses=analyses,
            codes_in=codes_in,
            archive=archive,
            bin=archive,
            exports=archive,
            practice=practice,
            records=StoredPlayers(
                settings.data_dir, at_table=lambda: session.header.names, changed=live.shelf.withdraw, beside=True
            ),
            proposed_game=ProposedGame(sight),
            live=live,
            phone=phone,
            pictures=PicturesHere(practice.check, sight, language=lambda: book.now().screen.language.value),
            guard=Guard(settings.data_dir / _PIN_TRIES),
            leaves=not is_service(),
        )
        first = screen.at_the_start(services) if practise is None else ()
        lost, left_alone = lost_entries(journal.missing, book.now()), crashed(book.now()) if has_crashed else ""
        said = " ".join(filter(None, [_said(troubles, settings), lost, not_resumed(session, book.now()), left_alone]))
        _attend(services, table, headless=arguments.headless, first=first, said=said)
        notify("STOPPING=1")
        out, match = session.end(), session.match
    if arguments.json:
        print(json.dumps({"out": str(out) if out else None, "events": match.n if match is not None else 0}), flush=True)
    elif out is not None:
        print(f"saved: {in_full(out)}", flush=True)
    if table.after_closing is not None:
        leave(table.after_closing, settings.data_dir)
    return 0


# --- match settings --------------------------------------------------------------------------------


def as_told(settings: Settings, arguments: argparse.Namespace) -> Settings:
    """Return the settings with what the command line says of a new match.  Raises :class:`InputError`."""
    told = match_settings(arguments.length, arguments.rules, arguments.names, arguments.game)
    told |= {key: value for name, key in _OPTIONS.items() if (value := getattr(arguments, name)) is not None}
    settings = changed(settings, told, place=COMMAND_LINE)
    if arguments.against not in (None, Against.PERSON.value) and match_terms(settings, asks=True).opponent is None:
        raise InputError("--against: the computer plays draughts in training only; add --game draughts --mode training")
    return settings


def _begin(session: CurrentMatch, settings: Settings, arguments: argparse.Namespace, *, resumes: bool) -> None:
    """Resume the newest unfinished match, or begin a new one; ``resumes`` False: always a new one."""
    terms, facts = match_terms(settings, asks=True), facts_of(settings)
    if not resumes:
        log.warning("the program ended twice within a minute, so no match is resumed; it waits in the archive")
    if arguments.new or not resumes or not session.go_on(terms, facts):
        session.begin(terms, facts)
    elif any(getattr(arguments, name) is not None for name in _SET_UP) and not is_agreed(session.header, terms, facts):
        log.warning("the match is resumed with the settings it was begun with; --new begins another")


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


def crashed(settings: Settings) -> str:
    """Return what the first screen says if nothing was resumed, as the program has ended twice just before."""
    return sentence("welcome.crashed", language=settings.screen.language)


def _heard(announcer: Announcer, live: LiveHere, settings: Settings) -> None:
    """Apply the settings of sound, language and live page from now on."""
    live.apply(settings)
    announcer.sound, announcer.language = settings.sound, settings.screen.language


# --- requirements -----------------------------------------------------------------------------


def _descriptor() -> int:
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        raise InputError("--control: standard input is closed, expected commands, one a line") from None


def _folders(data_dir: Path) -> tuple[Path, Path]:
    """Where entries go that the journal does not take: the data folder, else one that only this data folder has."""
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
        return eyes_for(path, None, kept=True)
    log.info("the board is calibrated from the start position, as soon as it is set up")
    return CameraReader(attempts=None)


def _said(troubles: Sequence[str], settings: Settings) -> str:
    """What the window says at first about unusable settings; nothing if all are usable."""
    if not troubles:
        return ""
    return sentence("settings.unusable", {"reason": "; ".join(troubles)}, language=settings.screen.language)


def _watcher(
    camera: str, settings: Settings, camera_reader: CameraReader, table: TableSource, stills: SnapshotThread
) -> CameraLink:
    return CameraLink(
        lambda: opened(camera, settings.camera),
        camera_reader,
        table.inbox,
        settle_s=settings.camera.settle_s,
        retry_s=settings.camera.retry_s,
        shown=stills.frame,
        looked=stills.looked,
        recorded=not is_live(camera),
        sight=table.sight,
        lock=settings.camera.lock,
        keep=lambda calibration: save(table.board_file(), calibration.to_json() + "\n"),
    )


def _told(arguments: argparse.Namespace) -> Told | None:
    if not arguments.json:
        return _printed
    if arguments.control:
        return lambda *_: lambda entry: print(json.dumps(line(entry)), flush=True)
    return None


def _printed(header: Header, so_far: Sequence[Entry]) -> Callable[[Entry], None]:
    teller = transcript(header, so_far)
    return lambda entry: print(teller(entry), flush=True)


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


def _attend(
    services: Services, table: TableSource, *, headless: bool, first: Sequence[screen.PageName], said: str
) -> None:
    """Run with a window as soon as there is a screen: a starting device may find its own seconds later."""
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
    """None once a window has been open, else why there is none."""
    try:
        screen.run(services, first=first, said=said)
    except DeviceError as error:
        return str(error)
    return None
