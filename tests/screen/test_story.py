"""A whole match by touch, in another language and upright: set up, play, go wrong, correct, double, end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.services import MatchesHere, PlayersHere, facts_of
from companion.app.table import TableSource
from companion.games.backgammon import START, Position, picture_of
from companion.games.rules import Side, Stack
from companion.match.events import BoardSeen
from companion.match.phases import Phase
from companion.record import Journal, read_match
from companion.record.entries import Kind
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraService
from companion.screen.theme import THEME
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings, terms_of
from companion.texts import Language, sentence
from tests.screen.conftest import Stage
from tests.screen.with_services import opened, said, settle, touch, wait_until
from tests.states import backgammon
from tests.table import after, observed

ROLLS = ((3, 1), (6, 5), (4, 2))
# Each story is told in one of them; every page in each language at each size: test_every_page.
ENGLISH, RUSSIAN = (Language.ENGLISH, (800, 480)), (Language.RUSSIAN, (480, 800))


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
    services: Services
    session: CurrentMatch
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
            self.services.table.happen(BoardSeen(observed(board, at_s=at_s), self.frame, at_s))
            self.look()

    def look(self) -> None:
        self.stage.source.view = self.stage.app.app_root.view = self.services.table.poll()
        settle()

    def touches(self, *fields: str, side: Side) -> None:
        """Fields of the half of a side, by their places or their words, then of the pages that they lead to."""
        for words in fields:
            self.stage.touch_field(words, opposite=side is Side.DARK)
            settle()
        self.clock.now_s += 0.5
        self.look()

    @property
    def bands(self) -> tuple[str, str]:
        return self.stage.screen.ids.lower.message, self.stage.screen.ids.upper.message


@contextmanager
def told(stage: Stage, folder: Path, language: Language, size: tuple[int, int]) -> Iterator[Story]:
    settings = changed(Settings(data_dir=folder), {"screen.language": language.value})
    book, rolls = SettingsFile(settings), iter(ROLLS)
    clock = Clock()
    stick = folder / "KINGSTON"
    stick.mkdir(parents=True)
    with Journal(folder, goes_on=True) as journal:
        session = CurrentMatch(journal, folders=(folder,), roll=lambda: next(rolls), clock=clock)
        session.begin(terms_of(settings, asks=True), facts_of(settings))
        archive = StoredArchive(folder, session, sticks=lambda: (stick,))
        sight = CameraService()
        services = Services(
            TableSource(session, CameraReader(attempts=None), Inbox(), sight=sight, clock=clock), book,
            MatchesHere(session, journal, book), sight, players=PlayersHere(journal), archive=archive, trash=archive,
            exports=archive,
        )  # fmt: skip
        with stage.desk(services):
            stage.resize(*size)
            yield Story(stage, stage.app._services, session, language.value, clock)


def test_a_match_is_played_from_the_first_screen_to_its_file(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    name = "ru-480x800"
    with told(stage, tmp_path, *RUSSIAN) as hypothesis:
        set_up(hypothesis)
        hypothesis.lies(START)
        open_with_three_one(hypothesis)
        go_wrong_and_correct(hypothesis, name)
        double_and_take(hypothesis, name)
        win_a_gammon(hypothesis)
        (path,) = kept(hypothesis, name)
        match = read_match(path)
        assert match.length == 3
        (game,) = match.games
        assert game.win is not None
        assert (game.win.side, game.win.points) == (Side.LIGHT, 4)


def set_up(hypothesis: Story) -> None:
    form = opened(hypothesis.stage, PageName.NEW_MATCH)
    for _ in range(3):
        touch(hypothesis.stage, form.editors["length"].plus)
    touch(hypothesis.stage, form.begin)
    hypothesis.look()
    assert hypothesis.stage.app.app_root.top is None, "the game is seen"
    assert hypothesis.session.state.terms.length == 3


def open_with_three_one(hypothesis: Story) -> None:
    hypothesis.touches("action", side=Side.LIGHT)
    assert backgammon(hypothesis.session.state).record.turn is not None
    hypothesis.lies(after(replace(START, on_roll=Side.LIGHT), "31", "8/5 6/5"))
    hypothesis.touches("action", side=Side.LIGHT)
    assert hypothesis.session.state.phase is Phase.MAY_DOUBLE or hypothesis.session.state.side is Side.DARK


def go_wrong_and_correct(hypothesis: Story, name: str) -> None:
    before = backgammon(hypothesis.session.state).record.position
    hypothesis.touches("action", side=Side.DARK)
    wrong = dict(picture_of(before))
    wrong[1], wrong[10] = Stack(0, 1), Stack(0, 1)  # nine pips forward, on a 6-5
    hypothesis.lies(wrong)
    assert hypothesis.bands == ("", ""), "nothing is said before the turn is over"
    hypothesis.touches("action", side=Side.DARK)
    hypothesis.lies(wrong)
    reason = hypothesis.say("wrong-distance", n="9", dice="6-5")
    assert hypothesis.bands == (reason, reason)
    hypothesis.stage.keep(f"story-illegal-{name}")
    picture = hypothesis.stage.picture()
    orange = np.abs(picture - np.array(THEME.warning[:3]) * 255).max(axis=2) < 4
    assert orange[:, : orange.shape[1] // 2].mean() > 0.1, "impossible to miss for the player at the lower edge"
    assert orange[:, orange.shape[1] // 2 :].mean() > 0.1, "and for the player opposite"
    hypothesis.lies(before)
    right = after(before, "65", "24/13")
    hypothesis.lies(right)
    assert hypothesis.bands == ("", "")
    assert hypothesis.session.state.side is Side.LIGHT


def double_and_take(hypothesis: Story, name: str) -> None:
    hypothesis.touches("menu", hypothesis.say("button.double"), side=Side.LIGHT)
    hypothesis.stage.keep(f"story-doubled-{name}")
    hypothesis.touches("answer-0", side=Side.DARK)
    cube = backgammon(hypothesis.session.state).record.cube
    assert (cube.value, cube.owner) == (2, Side.DARK)


def win_a_gammon(hypothesis: Story) -> None:
    """Told by touch and confirmed, then agreed with from the other chair."""
    result = f"{hypothesis.stage.screen.ids.lower.name}\n{hypothesis.say('answer.gammon')}"
    hypothesis.touches("menu", hypothesis.say("button.game-over"), result, result, side=Side.LIGHT)
    assert backgammon(hypothesis.session.state).phase is not Phase.MATCH_OVER, "nobody alone ends a game"
    hypothesis.stage.keep("story-said-over")
    hypothesis.touches("answer-0", side=Side.DARK)
    assert hypothesis.session.state.phase is Phase.MATCH_OVER


def kept(hypothesis: Story, name: str) -> list[Path]:
    wait_until(lambda: hypothesis.stage.app.app_root.top is not None)
    hypothesis.stage.keep(f"story-recap-{name}")
    content = opened(hypothesis.stage, PageName.EXPORT)
    touch(hypothesis.stage, content.save)
    stick = hypothesis.session._folders[0] / "KINGSTON"
    wait_until(lambda: bool(hypothesis.stage.app.app_root.said))
    assert "KINGSTON" in said(hypothesis.stage)
    events = [entry.event for entry in hypothesis.session._journal.entries(hypothesis.session.header.id)]
    assert Kind.ILLEGAL in events
    assert Kind.CORRECTED in events
    return list(stick.glob("*.mat"))
