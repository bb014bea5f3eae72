"""The coach at the table: the ladder of help in each half, what it draws, and the list of plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.coach.at_the_table.events import CountsAsked, HelpAsked, MineAsked
from companion.coach.at_the_table.shown import coach_shown
from companion.games.rules import Side
from companion.match.events import Disputed, Event, Paused
from companion.match.terms import HintLevel
from companion.match.view import View
from companion.record.journal import Mode
from companion.screen.board.layout import BoardLayout
from companion.screen.facts import facts_of
from companion.screen.half_facts import MessageKind
from companion.screen.navigator import PageName
from companion.screen.theme import THEME
from companion.screen.widgets.fields import Field
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings
from companion.texts import Language
from tests.screen.archives import touch_row
from tests.screen.conftest import NOW_S, Stage
from tests.screen.overflow import looked_at
from tests.screen.taught_views import PLAYED, PLAYS, TAUGHT, helped, remarked, taught
from tests.screen.test_overflow import SIZES, faults, lay, speak
from tests.screen.views import START, UNDER_WAY, showing
from tests.screen.with_services import settle


def field_of(view: View, side: Side = Side.LIGHT) -> Field | None:
    return facts_of(view, side).fields.get("coach")


# --- what is asked -------------------------------------------------------------------------------


def test_each_touch_asks_for_the_next_rung_by_its_own_word() -> None:
    words = []
    for hint_level in HintLevel:
        field = field_of(helped(hint_level) if hint_level else TAUGHT)
        assert field is not None
        words.append(field.words)
        if hint_level < HintLevel.LIST:
            assert field.event is not None
            assert field.event(NOW_S) == HelpAsked(Side.LIGHT, NOW_S)
    assert words == ["Hint", "Show the play", "Why?", "All plays", "All plays"]


def test_the_last_rung_opens_the_list_and_opens_it_again_without_asking() -> None:
    asks, again = field_of(helped(HintLevel.WHY)), field_of(helped(HintLevel.LIST))
    assert asks is not None
    assert again is not None
    assert (asks.opens, again.opens) == (PageName.PLAYS, PageName.PLAYS)
    assert again.event is None


def test_a_player_whose_highest_rung_is_reached_is_offered_no_other() -> None:
    view = showing(helped(HintLevel.PLAY), may_ask=frozenset())
    assert field_of(view) is None


def test_only_the_player_on_turn_can_ask() -> None:
    assert field_of(TAUGHT, Side.DARK) is None


def test_while_the_coach_thinks_the_field_says_so_and_asks_nothing() -> None:
    field = field_of(taught()["waiting"])
    assert field is not None
    assert field.words == "One moment"
    assert not field.alive


def test_after_a_play_its_player_can_ask_why_it_was_not_the_best() -> None:
    field = field_of(PLAYED)
    assert field is not None
    assert field.event is not None
    assert field.event(NOW_S) == MineAsked(Side.LIGHT, NOW_S)
    assert field_of(PLAYED, Side.DARK) is None


def test_what_is_told_of_a_play_leads_to_both_boards() -> None:
    field = field_of(remarked())
    assert field is not None
    assert field.page is not None
    page = field.page()
    assert page.title == "The best play makes your 5-point."
    assert [each.words for each in page.fields] == ["Played: 24/20", "Best: 8/5 6/5"]
    made, best = (each.board for each in page.fields)
    assert made is not None
    assert best is not None
    assert (made.points[19], made.points[23]) == (1, 1)
    assert (best.points[4], best.points[7], best.points[5]) == (2, 2, 4)
    assert coach_shown(made).remarks == coach_shown(best).remarks == ()


def test_who_was_doubled_can_ask_beside_take_and_drop() -> None:
    fields = facts_of(taught()["doubled"], Side.DARK).fields
    assert fields["coach"].event is not None
    assert {"answer-0", "answer-1", "menu"} <= fields.keys()


def test_pause_and_dispute_and_the_counts_are_in_the_menu_then() -> None:
    fields = facts_of(TAUGHT, Side.LIGHT).fields
    assert not {"pause", "dispute"} & fields.keys()
    menu = fields["menu"].page
    assert menu is not None
    told = [each.event(NOW_S) for each in menu().fields if each.event is not None]
    assert {Paused(NOW_S, by=Side.LIGHT), Disputed(NOW_S), CountsAsked(Side.LIGHT, NOW_S)} <= set[Event](told)


# --- what is said --------------------------------------------------------------------------------


def test_the_reason_is_said_to_who_asked_and_the_opponent_keeps_the_strip() -> None:
    mine, other = (facts_of(helped(HintLevel.WHY), side) for side in Side)
    assert (mine.message, mine.message_kind) == ("Makes your 5-point.", MessageKind.COACH)
    assert other.message == ""
    assert facts_of(helped(HintLevel.PLAY), Side.LIGHT).message == ""


def test_what_was_not_asked_for_is_not_said() -> None:
    chances, advice = (facts_of(taught()[name], Side.LIGHT).message for name in ("cube chances", "cube advice"))
    assert chances == "You win 72 of 100 games from here."
    assert advice == "Double. The opponent should take."


def test_the_referee_speaks_before_the_coach() -> None:
    from companion.match.message import Message

    view = replace(helped(HintLevel.WHY), message=Message("notice.paused", alarm=False))
    assert facts_of(view, Side.LIGHT).message_kind is MessageKind.NOTICE


def test_help_is_on_view_for_both() -> None:
    light, dark = (facts_of(PLAYED, side).used for side in Side)
    assert (light, dark) == ("Hints used: 3", "Hints used: 1")


def test_the_pip_count_is_always_there_where_it_is_wanted_and_never_refereed() -> None:
    view = taught()["pips always"]
    assert [facts_of(view, side).turn.rpartition("  ")[2] for side in Side] == ["159 pips", "167 pips"]
    refereed = replace(view, mode=Mode.REFEREED)
    assert not any("pips" in facts_of(refereed, side).turn for side in Side)


def test_both_players_read_why_a_double_and_its_answer_were_right_or_not() -> None:
    said = {side: facts_of(taught()["double answered"], side).message for side in Side}
    assert said[Side.LIGHT].startswith("159 pips · The double is right. ")
    assert said[Side.DARK].startswith("167 pips · A drop is better by 0.13 (equity). ")


def test_counts_are_told_where_the_coach_covers_the_strip_too() -> None:
    both = showing(helped(HintLevel.WHY), counts=coach_shown(taught()["counts"]).counts)
    assert facts_of(both, Side.LIGHT).message.startswith("159 pips · ")
    assert facts_of(showing(both, help=None), Side.LIGHT).message == ""


def test_what_a_play_gives_up_is_written_as_the_language_writes_numbers() -> None:
    assert "0.161" in facts_of(remarked(), Side.LIGHT).message
    assert "0,161" in facts_of(remarked(), Side.LIGHT, language="sk").message


def test_counts_are_told_to_each_of_the_own_checkers() -> None:
    view = taught()["counts"]
    assert [facts_of(view, side).turn for side in Side] == ["Waits  159 pips", "Roll  167 pips"]


# --- what is drawn -------------------------------------------------------------------------------


@pytest.fixture
def dressed(stage: Stage) -> Iterator[Stage]:
    """The stage, whose size and settings may be changed."""
    with stage.desk(stage.app._services):
        yield stage


def layout_of(stage: Stage) -> BoardLayout:
    layout: BoardLayout = stage.screen.ids.board.layout
    return layout


def blue_around(stage: Stage, view: View, spot: int, index: int) -> float:
    """How much of the notice's colour is on a checker's place and around it."""
    picture = stage.show(view)
    layout = layout_of(stage)
    x, y = (round(c) for c in layout.checker(spot, Side.LIGHT, index))
    reach = round(layout.radius * 1.5)
    part = picture[x - reach : x + reach, y - reach : y + reach]
    return float((np.abs(part - np.array(THEME.notice[:3]) * 255).max(axis=2) <= 12).mean())


def test_the_first_rung_marks_the_checkers_and_nothing_else(stage: Stage) -> None:
    view = helped(HintLevel.CHECKERS)
    assert blue_around(stage, view, 8, 2) > 0.08
    assert blue_around(stage, view, 6, 4) > 0.08
    assert blue_around(stage, view, 13, 4) == 0.0
    assert blue_around(stage, view, 5, 0) == 0.0
    assert blue_around(stage, TAUGHT, 8, 2) == 0.0


def test_the_second_rung_shows_where_they_go(stage: Stage) -> None:
    assert blue_around(stage, helped(HintLevel.PLAY), 5, 0) > 0.02


def test_a_touched_checker_shows_where_it_may_land_until_it_is_touched_again(stage: Stage) -> None:
    stage.lay(TAUGHT)
    place = layout_of(stage).checker(24, Side.LIGHT, 1)
    assert stage.touch(*place) == []
    assert stage.screen.ids.board.touched == 24
    stage.keep("taught-landings")
    stage.touch(*layout_of(stage).checker(19, Side.DARK, 0))
    assert stage.screen.ids.board.touched is None, "no own checker stands there"
    stage.touch(*place)
    stage.touch(*place)
    assert stage.screen.ids.board.touched is None
    stage.touch(*place)
    stage.lay(showing(TAUGHT, dice=(6, 5), landings={13: (7, 8)}))
    assert stage.screen.ids.board.touched is None, "it was touched for another roll"


def test_a_lifted_checker_shows_where_it_may_land(stage: Stage) -> None:
    assert blue_around(stage, taught()["lifted"], 21, 0) > 0.05
    assert blue_around(stage, TAUGHT, 21, 0) == 0.0


def test_a_point_that_a_remark_speaks_of_is_framed_until_something_else_is_shown(stage: Stage) -> None:
    def differ(one: View, other: View) -> bool:
        board = stage.screen.ids.board
        box = board.layout.point(5)
        area = np.s_[int(box.x) : int(box.x + box.width), int(box.y) : int(box.y + box.height)]
        return bool((stage.show(one)[area] != stage.show(other)[area]).any())

    told = replace(remarked(), points=TAUGHT.points, arrows=())
    silent = showing(told, remarks=())
    assert differ(told, silent)
    asks = replace(coach_shown(helped(HintLevel.CHECKERS)).help, side=Side.DARK, spots=(19,))  # type: ignore[type-var]
    assert not differ(showing(told, help=asks), showing(silent, help=asks))
    assert not differ(replace(told, last_side=Side.DARK), replace(silent, last_side=Side.DARK))


def test_the_way_of_who_is_on_roll_is_drawn_on_the_rim(stage: Stage) -> None:
    with_way, without = stage.show(TAUGHT), stage.show(showing(TAUGHT, tutored=None, landings={}))
    layout = layout_of(stage)
    x, y = round(layout.bar.center[0]), round(layout.field.y - layout.rim / 2)
    assert (with_way[x - 12 : x + 12, y - 4 : y + 4] != without[x - 12 : x + 12, y - 4 : y + 4]).any()


# --- the list ------------------------------------------------------------------------------------


def turned_to(stage: Stage, view: View) -> None:
    """The table has come to this."""
    stage.source.view = stage.app.app_root.view = view
    settle()


def listed(stage: Stage, view: View) -> Any:
    stage.lay(view)
    stage.touch_field("coach")
    settle()
    return stage.app.app_root.top.content


def test_the_list_opens_at_once_waits_and_is_filled_when_it_comes(stage: Stage) -> None:
    content = listed(stage, helped(HintLevel.WHY))
    assert stage.source.told[-1] == HelpAsked(Side.LIGHT, NOW_S)
    assert content.lines == ()
    assert content.waits.parent is not None
    turned_to(stage, helped(HintLevel.LIST))
    assert [line.words for line in content.lines] == [row.play for row in PLAYS]
    assert content.waits.parent is None
    stage.keep("taught-list")


def test_a_refined_list_leaves_the_reader_where_he_is(stage: Stage) -> None:
    content = listed(stage, helped(HintLevel.LIST))
    touch_row(stage, content.rows, 2)
    chosen = content.lines[2].words
    content.rows.scroll_y = 0.6
    better = (PLAYS[1], PLAYS[0], *PLAYS[2:])
    turned_to(stage, helped(HintLevel.LIST, rows=better, refined=True))
    assert content.rows.scroll_y == pytest.approx(0.6)
    lit = [row["line"].words for row in content.rows.data if row["lit"]]
    assert lit == [chosen]
    assert content.lines[0].words == better[0].play


def test_a_list_that_no_engine_can_fill_says_so(stage: Stage) -> None:
    content = listed(stage, helped(HintLevel.LIST, rows=(), failed="coaching.failed"))
    assert content.waits.words.text == "The coach cannot answer now."
    assert stage.screen.ids.lower.message == "The coach cannot answer now."


def test_the_list_goes_with_the_turn(stage: Stage) -> None:
    listed(stage, helped(HintLevel.LIST))
    turned_to(stage, replace(PLAYED, dice=(3, 1)))
    assert stage.app.app_root.top is None


def test_figures_of_the_cube_are_listed_by_their_worth(stage: Stage) -> None:
    content = listed(stage, taught()["cube figures"])
    told = [(line.words, round(line.equity, 2), round(line.loss, 2)) for line in content.lines]
    assert told == [("Double, take", 0.74, 0.0), ("No double", 0.61, 0.13)]


# --- that all of it is seen ----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_of_the_coach_is_cut_off(dressed: Stage, size: tuple[int, int]) -> None:
    dressed.resize(*size)
    for language in Language:
        speak(dressed, language)
        for name, view in taught().items():
            lay(dressed, view)
            for half in (dressed.screen.ids.lower, dressed.screen.ids.upper):
                for wrong in faults(half):
                    raise AssertionError(f"{name}, {language.value}: {wrong}")
            dressed.keep(f"taught-{name.replace(' ', '-')}-{language.value}-{size[0]}")
        turned_to(dressed, helped(HintLevel.LIST))
        dressed.app.app_root.open(PageName.PLAYS)
        settle()
        assert looked_at(dressed, f"the list, {language.value}") == []
        dressed.app.app_root.home()


def test_both_chairs_read_their_own_language(dressed: Stage) -> None:
    told: dict[str, object] = {"dark.language": "pl"}
    dressed.app._services = replace(dressed.app._services, settings=SettingsFile(changed(Settings(), told)))
    dressed.app.restyle()
    dressed.show(PLAYED)
    assert dressed.screen.ids.lower.used == "Hints used: 3"
    assert dressed.screen.ids.upper.used == "Podpowiedzi: 1"


@pytest.mark.parametrize("view", [START, UNDER_WAY], ids=["start", "under way"])
def test_without_a_coach_a_touch_of_the_board_does_nothing(stage: Stage, view: View) -> None:
    stage.lay(view)
    assert stage.touch(*layout_of(stage).checker(6, Side.LIGHT, 0)) == []
    assert stage.screen.ids.board.touched is None


def test_the_card_of_a_game_waits_until_the_one_thing_to_try_was_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    app_root = stage.app.app_root
    opened: list[PageName] = []
    monkeypatch.setattr("companion.screen.root.RECAP_AFTER_S", 0.0)
    monkeypatch.setattr(type(app_root), "offers", lambda _self, _place: True)
    monkeypatch.setattr(app_root, "open", lambda place, **_: opened.append(place))
    stage.lay(TAUGHT)
    turned_to(stage, taught()["next time"])
    assert opened == []
    monkeypatch.setattr("companion.screen.root.TIP_READ_S", 0.0)
    turned_to(stage, TAUGHT)
    turned_to(stage, taught()["next time"])
    assert opened == [PageName.RECAP]
