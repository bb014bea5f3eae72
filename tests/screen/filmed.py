"""The companion before a camera whose pictures a test shows, put together as ``companion run`` does it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from companion.app.archive import StoredArchive
from companion.app.board_vision import file_of
from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.app.camera_setup import SeeingHere
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.match_settings import match_terms
from companion.app.proposed_game import ProposedGame
from companion.app.services import MatchesHere, PlayersHere, facts_of
from companion.app.snapshots import SnapshotLimits, SnapshotThread, SnapshotWriter
from companion.app.table import TableSource
from companion.record import Journal
from companion.record.saving import save
from companion.screen import Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings, settings_file
from companion.settings.tree import calibration_file
from hardware.camera import Frame
from hardware.errors import CameraError
from hardware.pictures import Image, Plain
from tests.patience import PATIENCE_S
from tests.screen.conftest import Stage
from tests.screen.with_services import settle
from vision.pictures import load_picture

DEMO = Path(__file__).parents[2] / "companion" / "demo"
FRAME_S = 0.6
"""Between two pictures: each is a still of its own."""


@dataclass
class Film:
    """A bundled film: its pictures, and what lies on the board in each."""

    folder: Path = DEMO / "draughts"
    truth: list[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.truth = json.loads((self.folder / "truth.json").read_text(encoding="utf-8"))["frames"]

    def picture(self, number: int) -> Image:
        return load_picture(self.folder / self.truth[number]["file"])


class ShownPictures:
    """A camera before which a test lays pictures; it may be unplugged."""

    def __init__(self) -> None:
        self._shown: SimpleQueue[Frame | None] = SimpleQueue()
        self.waits = 0
        """How often it has waited for a picture: one more than the pictures that were worked on."""

    def read(self) -> Frame | None:
        self.waits += 1
        frame = self._shown.get()
        if frame is None:
            raise CameraError("usb:0: unplugged")
        return frame

    def show(self, frame: Frame | None) -> None:
        self._shown.put(frame)

    def has_worked_on_more(self, waited: int) -> bool:
        return self.waits > waited

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Filmed:
    """The window over the table, before a camera whose pictures are shown here."""

    stage: Stage
    services: Services
    session: CurrentMatch
    camera: ShownPictures
    now_s: float = 100.0
    image: Image | None = None
    count: int = 0

    def __call__(self) -> float:
        return self.now_s

    @property
    def view(self) -> Any:
        return self.stage.app.app_root.view

    @property
    def page(self) -> Any:
        return self.stage.app.app_root.top.content

    def poll(self) -> Any:
        view = self.services.table.poll()
        self.stage.app.app_root.view = self.stage.source.view = view
        settle()
        return view

    def look(self, looks: int = 1) -> Any:
        """Let the camera see what lies before it, so often, and the table hear of it."""
        for _ in range(looks):
            assert self.image is not None
            self.now_s += FRAME_S
            self.count += 1
            waited = self.camera.waits
            self.camera.show(Frame(Plain(self.image), self.now_s, self.count, f"usb:0#{self.count}"))
            _until(partial(self.camera.has_worked_on_more, waited))
            self.poll()
        return self.view

    def sees(self, image: Image, looks: int = 3) -> Any:
        self.image = image
        return self.look(looks)

    def until(self, done: Callable[[], bool]) -> None:
        """Let the camera look until something is so."""

        def seen() -> bool:
            self.look()
            return done()

        _until(seen)

    def touches(self, *fields: str, opposite: bool = False) -> None:
        for words in fields:
            self.stage.touch_field(words, opposite=opposite)
            settle()
        self.now_s += 0.1
        self.poll()

    def messages(self) -> tuple[str, str]:
        """What the lower and the upper half say."""
        return self.stage.screen.ids.lower.message, self.stage.screen.ids.upper.message


@contextmanager
def filmed(stage: Stage, folder: Path, stick: Path) -> Iterator[Filmed]:
    """The companion on a data folder; a match that was cut is resumed."""
    settings = load_settings(None, data_dir=folder)
    book = SettingsFile(settings, settings_file(None, data_dir=folder))
    before, camera, inbox, sight = stage.app._services, ShownPictures(), Inbox(), CameraService()
    table = Filmed(stage, before, None, camera)  # type: ignore[arg-type]
    known = calibration_file(settings)
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, goes_on=True, patience_s=0.0))
        kept = settings.pictures
        limits = SnapshotLimits(per_match_mb=kept.per_match_mb, days=kept.days, free_mb=0)
        stills = stack.enter_context(SnapshotThread(SnapshotWriter(folder, limits)))
        session = CurrentMatch(
            journal, folders=(folder, folder / "elsewhere"), stills=stills, pictures=kept.keep, clock=table
        )
        terms, facts = match_terms(settings, asks=True), facts_of(settings)
        if not session.go_on(terms, facts):
            session.begin(terms, facts)
        reader = CameraReader(attempts=None)
        source = TableSource(
            session, reader, inbox, sight=sight, clock=table, board_file=lambda game: file_of(game, known)
        )
        source.watch_game()
        watcher = CameraLink(
            lambda: camera, reader, inbox, sight=sight, retry_s=0.01, clock=table, shown=stills.frame,
            looked=stills.looked,
            keep=lambda calibration: save(source.board_file(), calibration.to_json() + "\n"),
        )  # fmt: skip
        archive = StoredArchive(folder, session, sticks=lambda: (stick,))
        table.session = session
        table.services = stage.app._services = Services(
            source, book, MatchesHere(session, journal, book), sight, camera_reader=SeeingHere(reader, watcher, book),
            players=PlayersHere(journal), archive=archive, trash=archive, exports=archive,
            proposed_game=ProposedGame(sight),
        )  # fmt: skip
        watcher.__enter__()
        try:
            stage.app.restyle()
            table.poll()
            yield table
        finally:
            watcher._stopping.set()
            camera.show(None)
            watcher.stop()
            stage.app._services = before
            stage.app.app_root.home()
            stage.app.restyle()


def _until(done: Callable[[], bool]) -> None:
    give_up_s = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < give_up_s, "nothing came of it"
        time.sleep(0.002)
