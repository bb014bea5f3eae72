"""A whole match by touch, in every language and at every size: set up, play, go wrong, correct, double, end, keep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from companion.app.archive import ShelfHere
from companion.app.camera_link import Eyes
from companion.app.current_match import Evening
from companion.app.inbox import Inbox
from companion.app.services import MatchesHere, PlayersHere, facts_of
from companion.app.table import TableSource
from companion.games.backgammon import START, Position, picture_of
from companion.games.rules import Side, Stack
from companion.match.events import BoardSeen
from companion.match.phases import Phase
from companion.record import Journal, read_match
from companion.record.entries import Kind
from companion.screen import Desk, Place
from companion.screen.camera_service import Eyesight
from companion.screen.theme import THEME
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings, changed, terms_of
from companion.texts import Language, sentence
from tests.screen.conftest import Stage
from tests.screen.furnished import opened, said, settle, touch, wait_until
from tests.screen.test_shell import SIZES
from tests.table import after, observed

pytestmark = pytest.mark.slow

ROLLS = ((3, 1), (6, 5), (4, 2))
# Every language lying and standing, every size.
TOLD = [*product(Language, [(800, 480), (480, 800)]), *((Language.ENGLISH, size) for size in SIZES[1:3])]


@dataclass
class Clock:
    """Time that passes as the test says."""

    now_s: float = 100.0

    def __call__(self) -> float:
        return self.now_s


@dataclass
class Story:
    """The window over a table at which the camera sees what the test lays there."""

    stage: Stage
    desk: Desk
    evening: Evening
    language: str
    clock: Clock
    frame: int = 0

    def say(self, key: str, **values: str) -> str:
        return sentence(key, values, language=self.language)

    def lies(self, board: Position | dict[int, Stack]) -> None:
        """The camera sees this board, twice, with no hand over it."""
        for _ in range(2):
            self.frame += 1
            self.clock.now_s += 0.5
            at_s = self.clock.now_s
            self.desk.table.happen(BoardSeen(observed(board, at_s=at_s), self.frame, at_s))
            self.look()

    def look(self) -> None:
        self.stage.source.view = self.stage.app.shell.view = self.desk.table.poll()
        settle()

    def touches(self, *fields: str, side: Side) -> None:
        """Fields of the half of a side, by their places or their words, then of the pages that they lead to."""
        for words in fields:
            print(
                words,
                self.stage.screen.panel and [t.text for t in self.stage.screen.panel.tiles],
                list(self.stage.screen.ids.lower.fields),
                self.bands,
            )
            self.stage.touch_field(words, opposite=side is Side.DARK)
            settle()
        self.clock.now_s += 0.5
        self.look()

    @property
    def bands(self) -> tuple[str, str]:
        return self.stage.screen.ids.lower.band, self.stage.screen.ids.upper.band


@contextmanager
def told(stage: Stage, folder: Path, language: Language, size: tuple[int, int]) -> Iterator[Story]:
    settings = changed(Settings(data_dir=folder), {"screen.language": language.value})
    book, rolls, before = SettingsFile(settings), iter(ROLLS), stage.app._desk
    clock = Clock()
    stick = folder / "KINGSTON"
    stick.mkdir(parents=True)
    with Journal(folder, goes_on=True) as journal:
        evening = Evening(journal, folders=(folder,), roll=lambda: next(rolls), clock=clock)
        evening.begin(terms_of(settings, asks=True), facts_of(settings))
        shelf = ShelfHere(folder, evening, sticks=lambda: (stick,))
        sight = Eyesight()
        stage.app._desk = Desk(
            TableSource(evening, Eyes(attempts=None), Inbox(), sight=sight, clock=clock), book,
            MatchesHere(evening, journal, book), sight, players=PlayersHere(journal), shelf=shelf, bin=shelf,
            exports=shelf,
        )  # fmt: skip
        try:
            stage.resize(*size)
            stage.app.restyle()
            yield Story(stage, stage.app._desk, evening, language.value, clock)
        finally:
            stage.app._desk = before
            stage.app.shell.home()
            stage.resize(800, 480)
            stage.app.restyle()


@pytest.mark.parametrize(
    ("language", "size"), TOLD, ids=lambda value: "x".join(map(str, value)) if value in SIZES else value
)
def test_a_match_is_played_from_the_first_screen_to_its_file(
    stage: Stage, tmp_path: Path, language: Language, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    name = f"{language.value}-{size[0]}x{size[1]}"
    with told(stage, tmp_path, language, size) as story:
        set_up(story)
        story.lies(START)
        open_with_three_one(story)
        go_wrong_and_correct(story, name)
        double_and_take(story, name)
        win_a_gammon(story)
        (path,) = kept(story, name)
        match = read_match(path)
        assert match.length == 3
        (game,) = match.games
        assert game.win is not None
        assert (game.win.side, game.win.points) == (Side.LIGHT, 4)


def set_up(story: Story) -> None:
    form = opened(story.stage, Place.NEW_MATCH)
    for _ in range(3):
        touch(story.stage, form.editors["length"].plus)
    touch(story.stage, form.begin)
    story.look()
    assert story.stage.app.shell.top is None, "the game is seen"
    assert story.evening.state.terms.length == 3


def open_with_three_one(story: Story) -> None:
    story.touches("action", side=Side.LIGHT)
    assert story.evening.state.turn is not None
    story.lies(after(replace(START, on_roll=Side.LIGHT), "31", "8/5 6/5"))
    story.touches("action", side=Side.LIGHT)
    assert story.evening.state.phase is Phase.MAY_DOUBLE or story.evening.state.side is Side.DARK


def go_wrong_and_correct(story: Story, name: str) -> None:
    before = story.evening.state.position
    story.touches("action", side=Side.DARK)
    wrong = dict(picture_of(before))
    wrong[1], wrong[10] = Stack(0, 1), Stack(0, 1)  # nine pips forward, on a 6-5
    story.lies(wrong)
    assert story.bands == ("", ""), "nothing is said before the turn is over"
    story.touches("action", side=Side.DARK)
    story.lies(wrong)
    reason = story.say("wrong-distance", n="9", dice="6-5")
    assert story.bands == (reason, reason)
    picture = story.stage.picture()
    orange = np.abs(picture - np.array(THEME.warning[:3]) * 255).max(axis=2) < 4
    assert orange[:, : orange.shape[1] // 2].mean() > 0.1, "impossible to miss for the player at the lower edge"
    assert orange[:, orange.shape[1] // 2 :].mean() > 0.1, "and for the player opposite"
    story.stage.keep(f"story-illegal-{name}")
    story.lies(before)
    right = after(before, "65", "24/13")
    story.lies(right)
    assert story.bands == ("", "")
    assert story.evening.state.side is Side.LIGHT


def double_and_take(story: Story, name: str) -> None:
    story.touches("menu", story.say("button.double"), side=Side.LIGHT)
    story.stage.keep(f"story-doubled-{name}")
    story.touches("answer-0", side=Side.DARK)
    assert (story.evening.state.cube.value, story.evening.state.cube.owner) == (2, Side.DARK)


def win_a_gammon(story: Story) -> None:
    """Told by touch and confirmed, then agreed with from the other chair."""
    result = f"{story.stage.screen.ids.lower.name}\n{story.say('answer.gammon')}"
    story.touches("menu", story.say("button.game-over"), result, result, side=Side.LIGHT)
    assert story.evening.state.phase is Phase.MATCH_OVER


def kept(story: Story, name: str) -> list[Path]:
    wait_until(lambda: story.stage.app.shell.top is not None)
    story.stage.keep(f"story-recap-{name}")
    content = opened(story.stage, Place.EXPORT)
    touch(story.stage, content.save)
    stick = story.evening._folders[0] / "KINGSTON"
    wait_until(lambda: bool(story.stage.app.shell.said))
    assert "KINGSTON" in said(story.stage)
    events = [entry.event for entry in story.evening._journal.entries(story.evening.header.id)]
    assert Kind.ILLEGAL in events
    assert Kind.CORRECTED in events
    return list(stick.glob("*.mat"))
