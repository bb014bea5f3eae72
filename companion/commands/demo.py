"""``companion demo``: runs the bundled game through the whole pipeline, on the screen if there is one."""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Final

from companion.app.arguments import add_game_argument
from companion.app.camera_reader import CameraReader, Look
from companion.app.confirmed_turns import ConfirmedTurns
from companion.app.games import AnyRecorder, AnyTerms, AnyView, at_table
from companion.app.match_settings import usual_terms
from companion.app.recorded_sequence import Replayed, begin, finished, looks_of, reader_for, recorder_of, replayed, take
from companion.commands import in_full
from companion.errors import CompanionError, InputError
from companion.games.catalogue import Game
from companion.match.events import ButtonPressed, FramesEnded, NextGame, Resumed
from companion.record import Header, Journal
from companion.record.entries import Entry
from companion.record.exporting import forms_of, save_match
from companion.record.reports.transcripts import transcript
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings
from companion.settings.tree import Settings

_PACE_S: Final = 1.2
_NO_LONGER_THAN_S: Final = 40.0
_CLIPS: Final = {Game.BACKGAMMON: "clip", Game.DRAUGHTS: "draughts"}
"""The bundled folder of each game."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--headless", action="store_true", help="no window, and no waiting")
    add_game_argument(parser)
    parser.add_argument("--clip", type=Path, metavar="FRAMES", help="another folder of frames than the bundled one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the whole clip, then print the transcript and where the match was saved."""
    settings = load_settings(arguments.settings, data_dir=arguments.data_dir)
    game = Game(arguments.game or Game.BACKGAMMON)
    terms = usual_terms(game)
    on_entry = _quiet if arguments.json else _printed(terms)
    with _clip(arguments.clip, game) as folder:
        calibration = folder / "calibration.json"
        camera_reader = reader_for(calibration if calibration.exists() else None, None, game=game)
        looks = looks_of(str(folder), camera_reader)
        windowless = _windowless(arguments)
        if windowless is None:
            found = _on_screen(looks, camera_reader, terms, settings.data_dir, on_entry, settings)
        else:
            if windowless:
                print(f"companion demo: {windowless} Going on without a window.", file=sys.stderr)
            found = replayed(looks, terms, settings.data_dir, reader=camera_reader, on_entry=on_entry)
    out = settings.data_dir / "matches" / f"demo-{found.header.id}.{forms_of(found.match)[0]}"
    out.parent.mkdir(parents=True, exist_ok=True)
    save_match(found.match, out)
    print(json.dumps({"out": str(out), "events": len(found.entries)}) if arguments.json else f"saved: {in_full(out)}")
    return 0


@contextmanager
def _clip(given: Path | None, game: Game) -> Iterator[Path]:
    if given is not None:
        yield given
        return
    bundled = files("companion") / "demo" / _CLIPS[game]
    if not bundled.is_dir():
        raise InputError(f"the bundled clip is missing: expected pictures in companion/demo/{_CLIPS[game]}")
    with as_file(bundled) as folder:
        yield folder


def _windowless(arguments: argparse.Namespace) -> str | None:
    """None if a window is to be opened; else the reason, empty if none was wanted."""
    if arguments.headless or arguments.json:
        return ""
    from hardware import display

    return display.available()


def _quiet(entry: Entry) -> None:
    del entry


def _printed(terms: AnyTerms) -> Callable[[Entry], None]:
    printer = transcript(Header(0, "", terms.names, rules=terms.rules.rules.text()))
    return lambda entry: print(printer(entry), flush=True)


def _on_screen(
    looks: Iterator[Look],
    camera_reader: CameraReader,
    terms: AnyTerms,
    data_dir: Path,
    on_entry: Callable[[Entry], None],
    settings: Settings,
) -> Replayed:
    from companion import screen

    with ExitStack() as stack:
        journal = stack.enter_context(Journal(data_dir))
        header = begin(journal, terms)
        source = PacedSource(looks, camera_reader, recorder_of(terms, journal, on_entry=on_entry))
        stack.callback(source.stop)
        screen.run(screen.Services(source, SettingsFile(settings)))
        source.play_out()
        return finished(journal, header, source.looks)


class PacedSource:
    """Shows a recorded sequence at a readable pace: a source for the screen.

    The last picture stays until the window is closed, or the game continues.  A thread of its own reads the frames
    ahead, so that the window stays responsive.
    """

    def __init__(
        self,
        looks: Iterator[Look],
        camera_reader: CameraReader,
        recorder: AnyRecorder,
        *,
        pace_s: float = _PACE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera_reader: Final = camera_reader
        self._recorder: Final = recorder
        self._turns: Final = ConfirmedTurns(camera_reader)
        self._pace_s: Final = pace_s
        self._clock: Final = clock
        self._ahead: Final[Queue[Look | CompanionError | None]] = Queue(maxsize=4)
        self._stopping: Final = threading.Event()
        self._reader: Final = threading.Thread(target=self._read, args=(looks,), name="reader", daemon=True)
        self._reader.start()
        self._began_s = clock()
        self._due_s = self._began_s
        self._at_s = 0.0
        self.over = False
        """Whether the whole recording has been shown."""
        self._closed = False
        self.looks = 0

    def poll(self) -> AnyView | None:
        """Return the newest view; takes the next reading when it is due."""
        late = self._clock() - self._began_s > _NO_LONGER_THAN_S
        if not self.over and (late or self._clock() >= self._due_s):
            try:
                self._take(self._ahead.get_nowait())
                self._due_s = self._clock() + self._pace_s
            except Empty:
                pass
        state = self._recorder.state
        view: AnyView = at_table(state).view(self._camera_reader.checker_bgr, trouble=None)
        return view

    def finished(self) -> bool:
        return self._closed

    def happen(self, event: object) -> None:
        """Show the next reading at once on a press, and close after the last one; a recording takes no other input."""
        if isinstance(event, ButtonPressed):
            self._due_s = self._clock()
        self._closed = self.over and isinstance(event, ButtonPressed | NextGame | Resumed)

    def now_s(self) -> float:
        return self._clock()

    def play_out(self) -> None:
        """Process the rest without waiting: the window was closed early."""
        while not self.over:
            self._take(self._ahead.get())

    def stop(self) -> None:
        self._stopping.set()

    def _take(self, item: Look | CompanionError | None) -> None:
        if isinstance(item, CompanionError):
            self.over = True
            raise item
        if item is None:
            self._recorder.take(FramesEnded(self._at_s))
            self.over = True
            return
        take(self._recorder, item, self._turns)
        self._at_s = item.seen.at_s
        self.looks += 1

    def _read(self, looks: Iterator[Look]) -> None:
        try:
            for look in looks:
                if not self._left(look):
                    return
            self._left(None)
        except CompanionError as error:
            self._left(error)

    def _left(self, item: Look | CompanionError | None) -> bool:
        while not self._stopping.is_set():
            try:
                self._ahead.put(item, timeout=0.2)
                return True
            except Full:
                continue
        return False
