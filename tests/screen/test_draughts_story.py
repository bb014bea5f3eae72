"""A match of draughts by touch alone, from the first move to the last game, with the session that referees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.screen import PageName
from tests.match.draughts.play import Table
from tests.screen.conftest import Stage
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, settle, touch, with_services


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
    tile = next(tile for tile in panel.tiles if tile.text.endswith("e7xg5"))
    screen = story.stage.screen
    story.stage.touch(screen.width - tile.center_x, screen.height - tile.center_y)
    board = story.stage.screen.panel.board
    for word in ("g7", "e5"):
        x, y = board.layout.square(named(word)).center
        story.stage.touch(screen.width - x, screen.height - y)
        board = story.stage.screen.panel.board
    done = next(tile for tile in story.stage.screen.panel.tiles if tile.text == "Done")
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
    assert story.view.position.side_at(named("d4")) is Side.DARK

    # A draw is offered and agreed to: one point each.
    story.touches("draw", side=Side.LIGHT)
    assert story.message(Side.DARK) == "Anna offers a draw. Agree, or play on."
    story.touches("draw", side=Side.DARK)
    assert (story.view.phase, story.view.games) == ("phase.over", (1, 1))
    story.stage.keep("draughts-story-drawn")
    story.touches("Agreed", side=Side.DARK)

    # The next game is given up: two points for the other one.
    story.touches("action", side=Side.LIGHT)
    resigning = story.view.to_move
    assert resigning is not None
    winner = story.view.names[resigning is Side.LIGHT]
    story.touches("menu", "Resign", "Resign", side=resigning)
    assert story.view.phase == "phase.over"
    assert sorted(story.view.games) == [1, 3]
    assert story.stage.screen.ids.lower._facts.result == f"{winner} wins 2 points"
