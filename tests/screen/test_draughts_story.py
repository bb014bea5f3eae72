"""A match of draughts by touch alone, from the first move to the last game, with the session that referees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.match_settings import match_terms
from companion.app.services import MatchesHere, PlayersHere, facts_of
from companion.app.table import TableSource
from companion.coach.draughts.at_the_table import MoveDecision, answer, coached_shown
from companion.games.catalogue import Game
from companion.games.draughts.notation import text
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.events import CameraLost
from companion.record import Journal
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraService
from companion.screen.games import GAMES
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings
from tests.match.draughts.play import Table
from tests.screen.conftest import Stage
from tests.screen.test_story import Clock
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, settle, touch, wait_until, with_services
from tests.states import draughts


@dataclass
class Live:
    """The table of a session, as the screen reaches it."""

    table: Table = field(default_factory=Table)

    def poll(self) -> DraughtsView:
        return self.table.view

    def happen(self, event: Any) -> None:
        self.table.do(lambda at_s: replace(event, at_s=at_s))

    def now_s(self) -> float:
        return self.table.now_s

    def finished(self) -> bool:
        return False


@dataclass
class Story:
    stage: Stage
    live: Live

    @property
    def view(self) -> DraughtsView:
        return self.live.table.view

    def look(self) -> None:
        self.stage.app.app_root.view = self.stage.source.view = self.view
        settle()

    def touches(self, *fields: str, side: Side) -> None:
        for words in fields:
            self.stage.touch_field(words, opposite=side is not self.view.at_bottom)
            settle()
        self.look()

    def plays(self, *moves: str) -> None:
        """Each move by taps of its squares, and Done in the mover's half."""
        for move in moves:
            side = self.view.to_move
            assert side is not None
            for word in move.replace("x", "-").split("-"):
                board = self.stage.screen.board
                self.stage.touch(*board.layout.square(named(word)).center)
                settle()
            self.touches("action", side=side)
            assert self.view.last is not None
            assert self.view.last.text == move

    def message(self, side: Side) -> str:
        ids = self.stage.screen.ids
        return str((ids.lower if side is self.view.at_bottom else ids.upper).message)


@pytest.fixture
def story(stage: Stage) -> Iterator[Story]:
    live = Live()
    with with_services(stage) as services:
        before = stage.app._services
        stage.app._services = replace(services, table=live)
        stage.source.view = live.poll()
        stage.app.restyle()
        try:
            story = Story(stage, live)
            story.look()
            yield story
        finally:
            stage.app._services = before
    stage.lay(UNDER_WAY)


def test_a_match_is_played_by_touch(story: Story) -> None:
    story.touches("Begin", side=Side.DARK)
    story.plays("c3-d4", "f6-e5", "d4xf6", "g7xe5")
    assert story.view.games == (0, 0)

    # Light wants its opponent's move taken back, and the opponent does not mind.
    story.touches("menu", "Undo", side=Side.LIGHT)
    assert story.message(Side.DARK) == "Anna wants g7xe5 taken back. Agree?"
    story.touches("Yes", side=Side.DARK)
    assert story.view.last is not None
    assert story.view.last.text == "d4xf6"
    story.plays("e7xg5")

    # An earlier move was another one: the other player agrees, and what follows is played again.
    story.touches("menu", "Correct a move", side=Side.DARK)
    panel = story.stage.screen.panel
    button = next(button for button in panel.buttons if button.text.endswith("e7xg5"))
    screen = story.stage.screen
    story.stage.touch(screen.width - button.center_x, screen.height - button.center_y)
    board = story.stage.screen.panel.board
    for word in ("g7", "e5"):
        x, y = board.layout.square(named(word)).center
        story.stage.touch(screen.width - x, screen.height - y)
        board = story.stage.screen.panel.board
    done = next(button for button in story.stage.screen.panel.buttons if button.text == "Done")
    story.stage.touch(screen.width - done.center_x, screen.height - done.center_y)
    story.look()
    assert "g7xe5" in story.message(Side.LIGHT)
    story.touches("Yes", side=Side.LIGHT)
    assert story.view.last.text == "g7xe5"

    # The board is put as it lies.
    page = opened(story.stage, PageName.DRAUGHTS_POSITION)
    for word in ("e5", "d4"):
        story.stage.touch(*page.board.layout.square(named(word)).center)
    touch(story.stage, page.fields["accept"])
    story.look()
    assert story.view.position.side_at(named("e5")) is Side.DARK, "the other player is asked first"
    story.stage.keep("draughts-story-position-asked")
    story.touches("answer-0", side=Side.DARK)
    assert story.view.position.side_at(named("d4")) is Side.DARK

    # A draw is offered and agreed to: one point each.
    story.touches("draw", side=Side.LIGHT)
    assert story.message(Side.DARK) == "Anna offers a draw. Agree, or play on."
    story.touches("draw", side=Side.DARK)
    assert (story.view.phase, story.view.games) == ("phase.over", (1, 1))
    story.stage.keep("draughts-story-drawn")
    story.touches("Agreed", side=Side.DARK)
    assert story.view.phase == "phase.over", "both agree with the result"
    story.stage.keep("draughts-story-agreed")
    story.touches("Yes", side=Side.LIGHT)

    # The next game is given up: two points for the other one.
    story.touches("action", side=Side.LIGHT)
    resigning = story.view.to_move
    assert resigning is not None
    winner = story.view.names[resigning is Side.LIGHT]
    story.touches("menu", "Resign", "Resign", side=resigning)
    assert story.view.phase == "phase.over"
    assert sorted(story.view.games) == [1, 3]
    assert story.stage.screen.ids.lower._facts.result == f"{winner} wins 2 points"


# --- at the device -------------------------------------------------------------------------------------


@dataclass
class Device:
    """The window over the real table, with its journal; no camera answers."""

    stage: Stage
    clock: Clock
    session: CurrentMatch

    def look(self) -> Any:
        self.clock.now_s += 0.5
        view = self.stage.app._services.table.poll()
        self.stage.source.view = self.stage.app.app_root.view = view
        settle()
        return view

    def happens(self, event: Any) -> Any:
        self.stage.app._services.table.happen(event)
        return self.look()


@pytest.fixture
def device(stage: Stage, tmp_path: Path) -> Iterator[Device]:
    book, clock, before = SettingsFile(changed(Settings(data_dir=tmp_path), {})), Clock(), stage.app._services
    with Journal(tmp_path, goes_on=True) as journal:
        session = CurrentMatch(journal, folders=(tmp_path,), roll=lambda: (3, 1), clock=clock)
        session.begin(match_terms(book.now(), asks=True), facts_of(book.now()))
        archive = StoredArchive(tmp_path, session, sticks=lambda: ())
        sight = CameraService()
        stage.app._services = Services(
            TableSource(session, CameraReader(attempts=None), Inbox(), sight=sight, clock=clock), book,
            MatchesHere(session, journal, book), sight, players=PlayersHere(journal), archive=archive, trash=archive,
            exports=archive,
        )  # fmt: skip
        try:
            stage.app.restyle()
            yield Device(stage, clock, session)
        finally:
            stage.app._services = before
            stage.app.app_root.home()
            stage.lay(UNDER_WAY)
            stage.app.restyle()


def test_a_match_is_begun_played_kept_and_reviewed_at_the_device(device: Device) -> None:
    stage = device.stage
    device.look()
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["game"].dispatch("on_changed", GAMES[Game.DRAUGHTS])
    settle()
    touch(stage, page.begin)
    view = device.look()
    assert isinstance(view, DraughtsView)
    assert stage.app.app_root.top is None
    device.happens(CameraLost("no camera", device.clock.now_s))
    stage.touch_field("Begin")
    device.look()
    for move in ("c3-d4", "f6-e5", "d4xf6", "g7xe5"):
        for word in move.replace("x", "-").split("-"):
            stage.touch(*stage.screen.board.layout.square(named(word)).center)
        mover = draughts(device.session.match).record.position.to_move
        stage.touch_field("action", opposite=mover is Side.DARK)
        assert device.look().last.text == move
    for words in ("menu", "Resign", "Resign"):
        stage.touch_field(words)
    assert device.look().phase == "phase.over"

    card = opened(stage, PageName.RECAP)
    wait_until(lambda: card.recap is not None)
    assert card.recap.won is Side.DARK
    review = opened(stage, PageName.REVIEW)
    wait_until(lambda: review.turn is not None)
    assert [row["play"] for row in review.rows.data] == ["c3-d4", "f6-e5", "d4xf6", "g7xe5"]
    archive = opened(stage, PageName.ARCHIVE)
    wait_until(lambda: bool(archive._headers))
    assert archive._headers[0].rules == "draughts-box"


class Engine:
    """The engine of draughts, which answers at once and not in a process of its own."""

    def __init__(self, inbox: Inbox, clock: Clock) -> None:
        self._inbox, self._clock = inbox, clock

    def wake(self) -> None:
        """It is always awake."""

    def rest(self) -> None:
        """It never does more than it is asked."""

    def ask(self, decision: MoveDecision) -> None:
        self._inbox.post(replace(answer(decision), at_s=self._clock.now_s))


def test_a_match_against_the_engine_with_hints(stage: Stage, tmp_path: Path) -> None:
    chosen = {"match.rules": "draughts-box", "match.mode": "training", "match.against": "casual", "match.length": 1}
    book, clock, before = SettingsFile(changed(Settings(data_dir=tmp_path), chosen)), Clock(), stage.app._services
    inbox = Inbox()
    with Journal(tmp_path, goes_on=True) as journal:
        coaches = {Game.DRAUGHTS: Engine(inbox, clock)}
        session = CurrentMatch(journal, folders=(tmp_path,), clock=clock, blind=True, coaches=coaches)
        session.begin(match_terms(book.now(), asks=True), facts_of(book.now()))
        table = TableSource(session, CameraReader(attempts=None), inbox, clock=clock)
        stage.app._services = Services(table, book, MatchesHere(session, journal, book), CameraService())
        device = Device(stage, clock, session)
        try:
            stage.app.restyle()
            device.look()
            stage.touch_field("Begin")
            device.look()
            view = device.look()
            assert view.names == ("Light", "Computer (Casual player)")
            for words in ("Hint", "Which piece?", "Show the move", "Why?", "All moves"):
                stage.touch_field(words)
                device.look()
            best = coached_shown(device.look().layers).hint
            assert best is not None
            stage.touch_field("All moves")
            settle()
            assert stage.screen.panel.buttons[0].text == text(best.rows[0].move)
            stage.keep("draughts-hint-list")
            stage.screen.close()
            for square in best.rows[0].move.route:
                stage.touch(*stage.screen.board.layout.square(square).center)
            stage.touch_field("action")
            device.look()
            view = device.look()
            assert [move.side for move in view.moves] == [Side.LIGHT, Side.DARK]
            assert view.to_move is Side.LIGHT
            stage.keep("draughts-engine-moved")

            # What was begun against the engine is resumed against it.
            session.take_up(session.header)
            state = draughts(session.match)
            assert (state.engine, len(state.record.moves)) == (Side.DARK, 2)
        finally:
            stage.app._services = before
            stage.app.app_root.home()
            stage.lay(UNDER_WAY)
            stage.app.restyle()
