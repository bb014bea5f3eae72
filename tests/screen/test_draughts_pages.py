"""The other pages at a table of draughts: the position, a dispute, and that no page trips over another game's view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.draughts.squares import named
from companion.games.rules import Side, Stack
from companion.match.events import Claimed, Disputed, LeftToDirector, MoveEdited, PositionEntered
from companion.record.snapshot_files import SnapshotKind
from companion.screen import PageName
from companion.screen.board.draughts_placing import DraughtsPlacing, Kind, as_seen, placing
from companion.screen.help_text import DRAUGHTS, about
from tests.screen import draughts_views as views
from tests.screen.conftest import NOW_S, Stage
from tests.screen.every_page import NAMES, PAGES, everything, recorded
from tests.screen.overflow import unfit
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import opened, over, settle, touch, with_services

SIZES = [(800, 480), (480, 800)]


@pytest.fixture
def at_table(stage: Stage) -> Iterator[Stage]:
    with with_services(stage):
        stage.lay(views.BEGUN)
        yield stage
    stage.lay(UNDER_WAY)


# --- placing -----------------------------------------------------------------------------------------


def test_a_lifted_piece_is_put_where_the_next_touch_is() -> None:
    placed = placing(views.FRESH).touched(named("c3"))
    assert placed.held
    assert not placed.touched(named("c3")).held
    moved = placed.touched(named("d4"))
    assert moved.at(named("c3")) is None
    assert moved.at(named("d4")) == Kind(Side.LIGHT, king=False)
    assert moved.undone().position == views.FRESH.position


def test_a_man_on_its_far_row_is_a_king() -> None:
    placed = DraughtsPlacing(views.board("c3", "e5"))
    assert placed.touched(named("c3")).touched(named("h8")).at(named("h8")) == Kind(Side.LIGHT, king=True)
    assert placed.touched(named("b2")).put(Kind(Side.DARK, king=True)).at(named("b2")) == Kind(Side.DARK, king=True)
    assert placed.touched(named("b2")).put(Kind(Side.DARK, king=False)).at(named("b2")) == Kind(Side.DARK, king=False)


def test_no_side_may_be_without_pieces_or_with_too_many() -> None:
    placed = DraughtsPlacing(views.board("c3", "e5"))
    assert placed.fault is None
    assert placed.touched(named("e5")).put(None).fault == ("placing.none-left", Side.DARK, 0)
    crowded = placing(views.FRESH).touched(named("d4")).put(Kind(Side.LIGHT, king=False))
    assert crowded.fault == ("placing.too-many", Side.LIGHT, 1)


def test_what_the_camera_sees_keeps_the_rank_on_record() -> None:
    record = views.board("a1 c3", "e5 h8", "a1 h8")
    view = views.played(start=record, board_read=views.lying(record, c3=Stack(0, 0), d4=Stack(1, 0)))
    seen = as_seen(view)
    assert seen == views.board("a1 d4", "e5 h8", "a1 h8")
    assert as_seen(replace(view, blind=True)) is None


def test_a_position_is_corrected_by_touch(at_table: Stage) -> None:
    page = opened(at_table, PageName.DRAUGHTS_POSITION)
    settle()
    for square in ("d4", "c5"):
        at_table.touch(*page.board.layout.square(named(square)).center)
    assert page.placing.at(named("c5")) == Kind(Side.LIGHT, king=False)
    touch(at_table, page.kinds[Kind(Side.LIGHT, True)])
    touch(at_table, page.turns[Side.LIGHT])
    before = len(at_table.source.told)
    touch(at_table, page.fields["accept"])
    (told,) = at_table.source.told[before:]
    assert isinstance(told, PositionEntered)
    assert told.at_s == NOW_S
    assert told.fen.startswith("W:W")
    assert "Kc5" in told.fen.split(":B")[0]
    assert at_table.app.app_root.top is None


def test_the_chair_at_the_upper_edge_sees_its_own_board(at_table: Stage) -> None:
    page = opened(at_table, PageName.DRAUGHTS_POSITION, opposite=True)
    settle()
    assert not page.board.view.light_at_bottom


# --- a dispute ---------------------------------------------------------------------------------------


def test_a_dispute_stops_the_clock_and_opens_its_page(at_table: Stage) -> None:
    assert at_table.touch_field("dispute") == [Disputed(NOW_S)]
    settle()
    assert at_table.app.app_root.top.content.title == "screen.dispute"
    assert at_table.screen.disputes


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_a_disputed_move_shows_it_and_what_is_said(at_table: Stage, size: tuple[int, int]) -> None:
    at_table.resize(*size)
    dispute = views.DISPUTED.dispute
    assert dispute is not None
    view = replace(views.DISPUTED, names=NAMES, dispute=replace(dispute, claims=("claim.play", "")))
    at_table.lay(view)
    page = opened(at_table, PageName.DISPUTE)
    settle()
    at_table.keep(f"draughts-dispute-{size[0]}x{size[1]}")
    assert page.turn.text == f"{NAMES[0]}: c3-b4"
    assert page.claims[Side.LIGHT].text == f"{NAMES[0]}: The play was different."
    assert page.stages[SnapshotKind.ROLL].parent is None, "nothing is rolled"
    assert page.board.view.position == views.BEGUN.position
    touch(at_table, page.stages[SnapshotKind.BEFORE])
    assert page.board.view.position == views.BEGUN.moves[-1].before
    assert unfit(at_table.app.app_root.top) == []


def test_a_dispute_is_decided_by_a_correction_or_kept_for_the_director(at_table: Stage) -> None:
    at_table.lay(views.DISPUTED)
    page = opened(at_table, PageName.DISPUTE)
    touch(at_table, page.claims[Side.DARK])
    touch(at_table, over(at_table).rows["claim.play"])
    assert at_table.source.told[-1] == Claimed(Side.DARK, "claim.play", NOW_S)
    touch(at_table, page.keep)
    assert at_table.source.told[-1] == LeftToDirector(NOW_S, by=Side.LIGHT)
    touch(at_table, page.correct)
    panel = at_table.screen.panel
    assert panel is not None
    assert panel.board.entry.before == views.BEGUN.moves[-1].before
    for square in ("e3", "f4"):
        at_table.touch(*panel.board.layout.square(named(square)).center)
    assert at_table.touch_field("Done") == [MoveEdited(4, "e3-f4", NOW_S, by=Side.LIGHT)]


# --- other pages -------------------------------------------------------------------------------------


def test_every_page_that_is_offered_opens_over_a_game_of_draughts(stage: Stage, tmp_path: Path) -> None:
    recorded(tmp_path)
    with everything(stage, tmp_path, {}):
        stage.lay(replace(views.BEGUN, names=NAMES))
        offered = [place for place in PageName if stage.app.app_root.offers(place)]
        assert {PageName.DRAUGHTS_POSITION, PageName.REVIEW, PageName.CAMERA, PageName.FIRST_STEPS} <= {*offered}
        assert PageName.POSITION not in offered
        for place in offered:
            content = opened(stage, place, **PAGES[place].told)
            stage.app.app_root.view = replace(views.BEGUN, names=NAMES, hand=True)
            settle()
            assert content is not None
            stage.app.app_root.home()
    stage.lay(UNDER_WAY)


def test_help_at_the_table_is_about_draughts() -> None:
    assert about("play", views.BEGUN) == DRAUGHTS
    assert about("camera", views.BEGUN) == "camera"
