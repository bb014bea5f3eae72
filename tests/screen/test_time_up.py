"""What the players see of the clock: a flag that falls, a restart, a long think, and rules without a reserve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive import StoredArchive
from companion.app.camera_reader import CameraReader
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.services import MatchesHere, PlayersHere
from companion.app.table import TableSource
from companion.games.backgammon import BackgammonRules
from companion.games.backgammon.ruleset import RuleSet
from companion.match.events import MoveEntered, NextGame, PlayEntered, Resumed, RollEntered
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.terms import DraughtsTerms
from companion.record import Journal
from companion.screen import Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from companion.texts import sentence
from tests.screen.archives import labels_of
from tests.screen.conftest import Stage
from tests.screen.test_story import Clock
from tests.screen.with_services import settle

RULES = "tournament delay_s=2 reserve_per_point_s=120 reserve_less_per_point_scored_s=0"
BACKGAMMON = Terms(
    ("Anna", "Ben"), 5, end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.BOTH, asks=True, clock=True,
    rules=BackgammonRules(RuleSet.from_text(RULES)),
)  # fmt: skip
DRAUGHTS = DraughtsTerms(("Anna", "Ben"), 1, asks=True, clock=True, time_s=600.0)
FIRST: dict[Any, tuple[Any, ...]] = {
    BACKGAMMON: (lambda t: RollEntered(3, 1, t), lambda t: PlayEntered("8/5 6/5", t), lambda t: RollEntered(6, 5, t)),
    DRAUGHTS: (NextGame, lambda t: MoveEntered("c3-d4", t)),
}
BOTH = pytest.mark.parametrize(
    ("terms", "size"), [(BACKGAMMON, (480, 800)), (DRAUGHTS, (800, 480))], ids=["backgammon", "draughts"]
)


@dataclass
class Table:
    """The window over a table without a camera."""

    stage: Stage
    session: CurrentMatch
    clock: Clock

    def look(self) -> None:
        self.stage.source.view = self.stage.app.app_root.view = self.stage.app._services.table.poll()
        settle()

    def waits(self, seconds: float) -> None:
        self.clock.now_s += seconds
        self.look()

    def does(self, *events: Any) -> None:
        for event in events:
            self.clock.now_s += 1.0
            self.stage.app._services.table.happen(event(self.clock.now_s))
            self.look()

    def facts(self, view: Any) -> tuple[str, str]:
        """The result on the halves of (light, dark)."""
        screen = self.stage.app.app_root.play
        light, dark = (screen.facts_of(view, side, language="en") for side in (view.at_bottom, view.at_bottom.other))
        return light.result, dark.result


@contextmanager
def table(stage: Stage, folder: Path, terms: Any, size: tuple[int, int], *, resumes: bool = False) -> Iterator[Table]:
    book, clock = SettingsFile(Settings(data_dir=folder)), Clock()
    with Journal(folder, goes_on=True) as journal:
        session = CurrentMatch(journal, folders=(folder,), clock=clock, blind=True)
        assert not resumes or session.go_on(terms, {})
        if not resumes:
            session.begin(terms, {})
        archive, sight = StoredArchive(folder, session), CameraService()
        services = Services(
            TableSource(session, CameraReader(attempts=None), Inbox(), sight=sight, clock=clock), book,
            MatchesHere(session, journal, book), sight, players=PlayersHere(journal), archive=archive, trash=archive,
            exports=archive,
        )  # fmt: skip
        with stage.desk(services):
            stage.resize(*size)
            here = Table(stage, session, clock)
            here.look()
            yield here


def name(terms: Any, size: tuple[int, int], what: str) -> str:
    return f"time-{what}-{'backgammon' if terms is BACKGAMMON else 'draughts'}-{size[0]}x{size[1]}"


@BOTH
def test_a_flag_that_falls_is_told_on_the_board_and_on_the_card(
    stage: Stage, tmp_path: Path, terms: Any, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    said = "Ben's time is up. Anna wins the match"
    with table(stage, tmp_path, terms, size) as here:
        here.does(*FIRST[terms])
        here.waits(700.0)
        view = here.stage.app.app_root.view
        assert here.facts(view) == (said, said)
        for _ in range(3):
            settle()
        top = stage.app.app_root.top
        assert top is not None
        words = labels_of(top)
        assert said in words
        assert not any(sentence("recap.not-over") in label for label in words)
        stage.keep(name(terms, size, "card"))
        stage.app.app_root.back()
        stage.keep(name(terms, size, "up"))


@BOTH
def test_a_restart_opens_the_table_paused_and_says_why(
    stage: Stage, tmp_path: Path, terms: Any, size: tuple[int, int]
) -> None:
    with table(stage, tmp_path, terms, size) as here:
        here.does(*FIRST[terms])
        here.waits(40.0)
        left = here.stage.app.app_root.view.clock.left_s
        here.session.end()
    with table(stage, tmp_path, terms, size, resumes=True) as here:
        view = here.stage.app.app_root.view
        assert (view.phase, view.clock.left_s, view.clock.runs) == ("phase.paused", left, None)
        assert view.message.key == "notice.taken-up"
        stage.keep(name(terms, size, "restart"))
        here.does(Resumed, Resumed)
        assert here.stage.app.app_root.view.clock.runs is not None


@pytest.mark.parametrize("terms", [BACKGAMMON, DRAUGHTS], ids=["backgammon", "draughts"])
def test_a_long_think_dims_the_page_until_it_is_touched(stage: Stage, tmp_path: Path, terms: Any) -> None:
    size = (800, 480)
    with table(stage, tmp_path, terms, size) as here:
        here.does(*FIRST[terms])
        page = here.stage.app.app_root.play
        assert page.shade == 0.0
        here.waits(310.0)
        assert page.shade > 0.5
        assert here.stage.app.app_root.view.clock.runs is not None
        stage.keep(name(terms, size, "dimmed"))
        stage.touch(5, 5)
        assert page.shade == 0.0
        here.waits(2.0)
        assert page.shade == 0.0, "it has been touched"


def test_rules_that_leave_no_reserve_are_told_at_the_start(stage: Stage, tmp_path: Path) -> None:
    rules = BackgammonRules(RuleSet.from_text("tournament reserve_per_point_s=0 reserve_less_per_point_scored_s=0"))
    terms = Terms(("Anna", "Ben"), 5, asks=True, clock=True, dice=DiceSource.BOTH, rules=rules)
    with table(stage, tmp_path, terms, (480, 800)) as here:
        halves = here.stage.screen.ids
        words = sentence("notice.no-reserve")
        assert words in (halves.lower.message, halves.upper.message)
        stage.keep("time-no-reserve")
