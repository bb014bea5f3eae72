"""``companion run``: the companion on the device: camera, button, screen."""

from __future__ import annotations

import argparse
import json
import logging
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.sequence import begin, eyes_for, finished
from companion.errors import DeviceError
from companion.events import Answered, ButtonPressed, Entry, UndoAsked
from companion.inbox import Inbox
from companion.record import Journal, write_match
from companion.recorder import Recorder
from companion.settings import Settings, load_settings, terms_of
from companion.transcript import transcript_line
from companion.view import View, view_of
from companion.watcher import Eyes, Watcher
from hardware.button import open_button
from hardware.camera import open_camera
from hardware.dice_source import fair_roll
from hardware.watchdog import notify

if TYPE_CHECKING:
    from argparse import _SubParsersAction

log = logging.getLogger(__name__)

_POLL_S: Final = 0.05
_WATCHDOG_S: Final = 5.0
_CALIBRATION: Final = "calibration.json"


def add(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("run", help="the companion on the device: camera, button, screen")
    parser.add_argument("--headless", action="store_true", help="no window: camera and button only")
    parser.add_argument("--camera", metavar="CAMERA", help="pi:0, usb:0, a folder or a video; else as the settings say")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Attend a match until the window is closed or the process is asked to stop."""
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    settings = load_settings(arguments.settings, data_dir=arguments.data_dir)
    terms = terms_of(settings, asks=True)
    eyes = _eyes(settings)
    camera = arguments.camera or settings.camera.device
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(settings.data_dir))
        header = begin(journal, terms)
        recorder = Recorder(terms, journal, told=_told(arguments, terms.names), roll=fair_roll)
        table = TableSource(recorder, eyes, Inbox())
        stack.enter_context(
            Watcher(
                lambda: open_camera(camera),
                eyes,
                table.inbox,
                settle_s=settings.camera.settle_s,
                retry_s=settings.camera.retry_s,
            )
        )
        button = open_button(
            settings.button.pin, lambda at_s: table.inbox.post(ButtonPressed(at_s)), settle_s=settings.button.settle_s
        )
        if button is not None:
            stack.enter_context(button)
        _stop_when_asked(table)
        notify("READY=1")
        _attend(table, settings, headless=arguments.headless)
        notify("STOPPING=1")
        found = finished(journal, header, 0)
    out = settings.data_dir / "matches" / f"{header.id}.mat"
    out.parent.mkdir(parents=True, exist_ok=True)
    write_match(found.match, out)
    summary = {"out": str(out), "events": len(found.entries)}
    print(json.dumps(summary) if arguments.json else f"saved: {out}", flush=True)
    return 0


class TableSource:
    """The table as the screen sees it: drains the inbox, takes touches."""

    def __init__(
        self, recorder: Recorder, eyes: Eyes, inbox: Inbox, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.inbox: Final = inbox
        self._recorder: Final = recorder
        self._eyes: Final = eyes
        self._clock: Final = clock
        self._stopping: Final = threading.Event()
        self._alive_s = clock()

    def poll(self) -> View | None:
        """Let everything happen that was posted, and show the table as it is then."""
        for posted in self.inbox.drained():
            self._recorder.take(posted.event, began_s=posted.began_s)
        if self._clock() - self._alive_s > _WATCHDOG_S:
            self._alive_s = self._clock()
            notify("WATCHDOG=1")
        return view_of(self._recorder.state, self._eyes.checker_bgr)

    def press(self) -> None:
        self.inbox.post(ButtonPressed(self._clock()))

    def answer(self, choice: int) -> None:
        self.inbox.post(Answered(choice, self._clock()))

    def undo(self) -> None:
        self.inbox.post(UndoAsked(self._clock()))

    def finished(self) -> bool:
        return self._stopping.is_set()

    def stop(self) -> None:
        self._stopping.set()

    def wait(self, seconds: float) -> None:
        self._stopping.wait(seconds)


def _eyes(settings: Settings) -> Eyes:
    named = settings.camera.calibration
    path = Path(named) if named else settings.data_dir / _CALIBRATION
    if named or path.exists():
        return eyes_for(path, None)
    log.info("the board is learned from the start position, as soon as it stands there")
    return Eyes(attempts=None)


def _told(arguments: argparse.Namespace, names: tuple[str, str]) -> Callable[[Entry], None] | None:
    return None if arguments.json else lambda entry: print(transcript_line(entry, names), flush=True)


def _stop_when_asked(table: TableSource) -> None:
    def stop(number: int, frame: object) -> None:
        del number, frame
        table.stop()

    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, stop)


def _attend(table: TableSource, settings: Settings, *, headless: bool) -> None:
    if not headless:
        from companion import screen

        try:
            screen.run(table, fullscreen=settings.screen.fullscreen, language=settings.screen.language)
            return
        except DeviceError as error:
            log.warning("%s Going on without a window.", error)
    while not table.finished():
        table.poll()
        table.wait(_POLL_S)
