"""A recorded match of draughts: move by move, and the card after a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError
from companion.games.draughts.notation import parse
from companion.games.rules import Side
from companion.match.events import DrawOffered, GameResigned, MoveEdited, NextGame, UndoAsked
from companion.record import Journal
from companion.record.archived_match import ArchivedMatch, Destination
from companion.record.journal import Header, Mode
from companion.record.reports.draughts_recap import draughts_recap
from companion.record.reports.draughts_review import reviewed
from companion.record.reports.review import ReviewMark
from companion.screen import PageName
from tests.match.draughts.play import Table
from tests.screen import draughts_views as views
from tests.screen.archives import fields_of, shelf_of
from tests.screen.conftest import NOW_S, Stage
from tests.screen.every_page import NAMES
from tests.screen.overflow import unfit
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, settle, touch, wait_until, with_services

HEADER = Header(5, "2026-11-20T18:00:00+01:00", NAMES, 3, Mode.TRAINING, "draughts-box")


def played() -> Table:
    """Two games: one with a move taken back and one corrected, which is drawn; one that is given up."""
    table = Table(names=NAMES, mode=Mode.TRAINING, asks=False)
    table.start()
    table.play("c3-d4", "f6-e5", "d4xf6", "g7xe5")
    table.do(UndoAsked)
    table.play("e7xg5")
    table.do(lambda at_s: MoveEdited(3, "g7xe5", at_s))
    table.play("e3-f4", "e5-d4")
    table.do(lambda at_s: DrawOffered(Side.LIGHT, at_s))
    table.do(lambda at_s: DrawOffered(Side.DARK, at_s))
    table.do(NextGame)
    table.do(NextGame)
    table.play("c3-b4")
    table.do(lambda at_s: GameResigned(Side.DARK, at_s))
    return table


@dataclass
class OneMatch:
    """An archive of one match."""

    match: ArchivedMatch

    def record(self, number: int | None = None, *, session: bool = False) -> ArchivedMatch:
        del number, session
        return self.match

    def headers(self, *, deleted: bool = False) -> tuple[Header, ...]:
        del deleted
        return (self.match.header,)

    def listed(self, headers: Any) -> Iterator[Any]:
        del headers
        return iter(())


@pytest.fixture
def page(stage: Stage) -> Iterator[Any]:
    match = ArchivedMatch(HEADER, tuple(played().entries), over=True, at_table=False)
    with with_services(stage, archive=OneMatch(match)):
        stage.lay(views.BEGUN)
        yield opened_at(stage)
    stage.lay(UNDER_WAY)


def opened_at(stage: Stage) -> Any:
    content = opened(stage, PageName.REVIEW, match=5, game=1)
    wait_until(lambda: content.turn is not None)
    return content


def test_each_move_has_what_was_recorded_of_it() -> None:
    first, second = reviewed(HEADER, played().entries)
    assert [turn.text for turn in first.turns] == ["c3-d4", "f6-e5", "d4xf6", "g7xe5", "e3-f4", "e5-d4"]
    corrected = first.turns[3]
    assert corrected.marks == (ReviewMark.EDITED, ReviewMark.UNDONE)
    assert corrected.counted == (4, 5), "it was played twice"
    told = [entry.event.value for entry in first.turns[-1].entries]
    assert told[:3] == ["play", "draw_offered", "game_over"]
    assert [entry.event.value for entry in first.opening] == ["start"]
    assert [turn.text for turn in second.turns] == ["c3-b4"]
    for turn in first.turns:
        assert turn.move == parse(turn.text, turn.before)


def test_while_a_refereed_match_goes_on_only_moves_are_told() -> None:
    first, _ = reviewed(HEADER, played().entries, silent=True)
    assert {entry.event.value for turn in first.turns for entry in turn.entries} <= {"play", "undo", "edit"}


def test_the_page_goes_through_the_match_with_arrows(stage: Stage, page: Any) -> None:
    assert page.head.text == f"1   {NAMES[0]}   c3-d4"
    assert page.board.view.last.move.route == views.squares("c3 d4")
    assert page.fields["code"].dead
    assert page.fields["analyse"].dead
    touch(stage, page.fields["before"])
    assert page.board.view.last is None
    for _ in range(5):
        touch(stage, page.on)
    assert page.turn.text == "e5-d4"
    touch(stage, page.fields["events"])
    told = [line.text for line in reversed(page._place.children[0].column.children)]
    assert told == [f"{NAMES[1]} plays e5-d4", f"{NAMES[0]} offers a draw", "The game is drawn"]
    touch(stage, page.on)
    assert page.game.number == 2
    assert page.head.text == f"1   {NAMES[1]}   c3-b4", "the players have changed colours"


def test_the_board_lies_as_at_the_table(stage: Stage, page: Any) -> None:
    turned = replace(views.BEGUN, light_at_bottom=False, checker_bgr=((10, 20, 200), (200, 20, 10)))
    stage.app.app_root.view = stage.source.view = turned
    page._say()
    assert not page.board.view.light_at_bottom
    assert page.board.view.checker_bgr == turned.checker_bgr


# --- the card after a game ---------------------------------------------------------------------------


def test_a_card_counts_the_points_of_those_who_have_the_men() -> None:
    entries = played().entries
    drawn = draughts_recap(HEADER, entries, game=1, over=False)
    assert (drawn.winner, drawn.why, drawn.points, drawn.points_after) == (None, "agreed", (0, 0), (1, 1))
    assert drawn.course is not None, "in training the course is told while the match goes on"
    assert drawn.course.captured == (1, 1)
    assert drawn.course.leads == (0, 0, 1, 0, 0, 0)
    newest = draughts_recap(HEADER, entries, over=True)
    assert (newest.game, newest.winner, newest.why) == (2, Side.LIGHT, "resigned")
    assert (newest.points, newest.points_after, newest.exchanged) == ((1, 1), (3, 1), True)


def test_the_card_of_a_refereed_match_in_play_tells_no_course() -> None:
    header = replace(HEADER, mode=Mode.REFEREED)
    assert draughts_recap(header, played().entries, over=False).course is None
    with pytest.raises(InputError, match="game 9"):
        draughts_recap(header, played().entries, game=9, over=False)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_the_page_and_the_card_fit(stage: Stage, page: Any, size: tuple[int, int]) -> None:
    del page
    stage.resize(*size)
    content = opened_at(stage)
    content._go(4)
    settle()
    stage.keep(f"draughts-review-{size[0]}x{size[1]}")
    assert unfit(stage.app.app_root.top) == []
    stage.lay(replace(views.WON, names=NAMES[::-1]))
    content = opened(stage, PageName.RECAP, match=5, game=2)
    wait_until(lambda: content.recap is not None)
    stage.keep(f"draughts-recap-{size[0]}x{size[1]}")
    assert content.lower.words.text == f"{NAMES[1]} wins the match"
    assert unfit(stage.app.app_root.top) == []


def test_the_card_opens_by_itself_and_its_strip_goes_on(stage: Stage, page: Any) -> None:
    from companion.screen.pages.draughts import DraughtsPage

    del page
    before = len(stage.source.told)
    content = opened(stage, PageName.RECAP, called=True)
    stage.app.app_root.view = stage.source.view = views.DRAWN
    wait_until(lambda: content.lower.main is not None)
    touch(stage, content.lower.action)
    assert stage.source.told[before:] == [NextGame(NOW_S, by=Side.LIGHT)]
    assert DraughtsPage.result(views.DRAWN) != DraughtsPage.result(views.WON)
    assert DraughtsPage.result(views.BEGUN) is None


def test_a_match_is_exported_as_pdn_or_as_a_pack(stage: Stage, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        header = journal.begin(names=HEADER.names, rules=HEADER.rules, mode=Mode.TRAINING)
        journal.append_all(tuple(played().entries))
    archive = shelf_of(tmp_path)
    with with_services(stage, archive=archive, exports=archive):
        stage.lay(views.BEGUN)
        for size in ((480, 800), (800, 480)):
            stage.resize(*size)
            content = opened(stage, PageName.EXPORT, match=header.id)
            settle()
            assert {".pdn", ".json"} <= fields_of(content).keys()
            assert ".mat" not in fields_of(content)
            assert content._xgid is None
            stage.keep(f"draughts-export-{size[0]}x{size[1]}")
            assert unfit(stage.app.app_root.top) == []
    place = Destination("", tmp_path / "out", stick=False)
    (pdn,) = archive.write([header.id], "pdn", place)
    assert pdn.read_text().startswith("[")
    stage.lay(UNDER_WAY)
