"""A match to three points against the engine, from the page where it is chosen to the card at its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive import StoredArchive
from companion.coach.engines.builtin import Builtin
from companion.coach.evaluator import Evaluator
from companion.games.rules import Side
from companion.match.phases import Phase
from companion.match.terms import Strength
from companion.match.view import View
from companion.practice.lessons import board
from companion.practice.view import ExerciseStage
from companion.record import match_from_entries
from companion.screen.facts import facts_of
from companion.screen.navigator import PageName
from tests.patience import eventually
from tests.practice.against_engine import Opponents
from tests.screen.archives import labels_of
from tests.screen.conftest import NOW_S, Stage
from tests.screen.with_services import opened, over, settle, touch, with_services

GAMMON, SINGLE = ("1:2", "14:3 6:12"), ("1:2", "6:5 5:5")
"""Light is off with its next roll; the engine, Dark, loses a gammon or a single game."""


@pytest.fixture(scope="module")
def engine() -> Iterator[Evaluator]:
    with Builtin() as found:
        yield found


@pytest.fixture
def table(tmp_path: Path, engine: Evaluator) -> Iterator[Opponents]:
    made = Opponents(tmp_path, engine, "at the screen")
    made.device.coach.now_s = NOW_S
    yield made
    made.close()


class Person:
    """Sees what the screen shows, and touches it."""

    def __init__(self, stage: Stage, table: Opponents) -> None:
        self.stage, self.table = stage, table

    def look(self) -> View:
        """What the table shows now, on the screen."""
        view = self.table.device.view()
        self.stage.lay(view)
        return view

    def touches(self, words: str) -> View:
        self.look()
        for event in self.stage.touch_field(words):
            self.table.device.inbox.post(event)
        return self.look()

    def says(self, view: View) -> str:
        return facts_of(view, Side.LIGHT).message

    def nears_the_end(self, lies: tuple[str, str]) -> View:
        """Play until the board can be put so that the engine, to roll, has lost."""
        self.table.until(ExerciseStage.ROLL, ExerciseStage.CUBE)
        self.table.device.tell(f"position {board(*lies, Side.DARK).id()} dark")
        self.table.until(ExerciseStage.RESIGNED)
        return self.look()

    def card(self) -> Any:
        """What is open over the board, a moment after a game."""
        self.stage.source.view = self.stage.app.app_root.view = self.table.device.view()
        settle()
        settle()
        return self.stage.app.app_root.top


def says(card: Any, words: str) -> bool:
    """Whether a card, which is read from the archive beside the drawing, says this by now."""
    settle()
    return any(words in said for said in labels_of(card))


def test_a_match_to_three_points(stage: Stage, table: Opponents, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    monkeypatch.setattr("companion.screen.root.TIP_READ_S", 0.0)
    archive = StoredArchive(table.folder, table.device.session)
    with with_services(stage, practice=table.device.practice, archive=archive):
        path = opened(stage, PageName.PRACTICE)
        touch(stage, path.game)
        asked = over(stage)
        touch(stage, asked.strength.fields[Strength.IMPROVER])
        for _ in range(3):
            touch(stage, asked.length.plus)
        touch(stage, asked.begin)
        person = Person(stage, table)
        view = person.look()
        assert (view.length, view.names[1], view.with_cube) == (3, "Computer (Improver)", True)

        view = person.nears_the_end(GAMMON)
        assert person.says(view) == "Computer (Improver) resigns a gammon. Accept?"
        stage.keep("engine-resigns")
        view = person.touches("Yes")
        assert (view.score, view.winner, view.phase) == ((2, 0), Side.LIGHT, "phase.over")
        assert person.card().content.title == "screen.recap"
        stage.app.app_root.home()

        view = person.touches("Next game")
        assert view.phase == "phase.next-game"
        person.touches("Next game")
        view = person.touches("Roll")
        assert (view.score, view.crawford) == ((2, 0), True)
        view = person.nears_the_end(SINGLE)
        assert facts_of(view, Side.LIGHT).score.startswith("Crawford")
        assert "double" not in facts_of(view, Side.LIGHT).fields
        assert person.says(view) == "Computer (Improver) resigns a single game. Accept?"
        view = person.touches("No")
        assert table.device.session.state.side is Side.DARK
        table.until(ExerciseStage.MATCH_OVER)
        view = person.look()
        assert (view.phase, view.score, view.winner) == ("phase.match-over", (3, 0), Side.LIGHT)
        fields = facts_of(view, Side.LIGHT).fields
        assert (fields["action"].words, fields["leave"].words) == ("Rematch", "Leave")
        assert "Press to continue" not in person.says(view)
        stage.keep("engine-over")
        card = person.card()
        assert card.content.title == "screen.recap"
        stage.keep("engine-card")
        assert eventually(lambda: says(card, "3"))
    assert table.device.session.state.phase is Phase.MATCH_OVER
    (header,) = table.device.journal.matches()
    match = match_from_entries(header, table.entries)
    assert (match.length, [game.crawford for game in match.games]) == (3, [False, True])


def test_the_engine_answers_a_resignation_at_the_screen(stage: Stage, table: Opponents) -> None:
    with with_services(stage, practice=table.device.practice):
        table.begin(Strength.BEST, length=3)
        table.until(ExerciseStage.ROLL, ExerciseStage.CUBE)
        table.device.tell(f"position {board('14:3 6:12', '1:2', Side.LIGHT).id()} light")
        person = Person(stage, table)
        person.look()
        stage.touch_field("menu")
        stage.touch_field("Resign")
        (event,) = stage.touch_field("Single game")
        table.device.inbox.post(event)
        view = person.look()
        assert person.says(view) == "The computer plays on for more than a single game."
        assert view.question is None
        stage.keep("engine-plays-on")
