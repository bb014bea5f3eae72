"""In a refereed match nothing that is said helps to play: only score, stake, clock, turn, and what is on record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.coach.at_the_table.events import CountsAsked, HelpAsked, MineAsked
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.events import (
    ButtonPressed,
    CameraLost,
    CubeActed,
    Disputed,
    Ended,
    Paused,
    PlayEntered,
    PutBackAsked,
    Resigned,
    RollEntered,
)
from companion.match.session import Terms
from companion.match.state import DiceSource
from companion.match.terms import HintLevel
from companion.match.view import View, view_of
from companion.practice import session as layer
from companion.record.journal import Mode
from companion.screen.facts import facts_of
from companion.screen.half_facts import MessageKind
from companion.screen.widgets.fields import Field, Page
from tests.screen.conftest import NOW_S, Stage
from tests.screen.taught_views import TAUGHT, helped, taught
from tests.screen.views import showing
from tests.table import LEFT, Table, opened

HELPFUL = re.compile(
    r"pip count|pips? (ahead|behind)|equity|\bmwc\b|\bbest\b|\bhint|advice|should|winning chance|%|\bblunder|\berror",
    re.IGNORECASE,
)
PLAY = re.compile(r"(bar|\d+)\*?/(off|\d+)")
DEEPEST = 4


@cache
def views(mode: Mode = Mode.REFEREED) -> tuple[View, ...]:
    """The phases of matches, refereed ones by default, with a camera and without, one after the other."""
    return tuple(played(mode))


def played(mode: Mode) -> Iterator[View]:
    for dice in (DiceSource.BOTH, DiceSource.CAMERA):
        table, board = opened(Terms(length=5, asks=True, mode=mode, dice=dice, clock=True))
        yield view_of(table.state, layer=layer)
        table.see(board, "65", LEFT)
        yield view_of(table.state, layer=layer)
        table.see(replace(board, points=(-1, 0, -1, *board.points[3:])), "65", LEFT)
        yield view_of(table.state, layer=layer)
        for event in (PutBackAsked(50.0), Disputed(51.0), Paused(52.0), Resigned(Side.DARK, Result.SINGLE, 53.0)):
            other, _ = opened(Terms(length=5, asks=True, mode=mode, dice=dice))
            other.see(board, "65", LEFT)
            other.happen(event)
            yield view_of(other.state, layer=layer)
        doubled, _ = opened(Terms(length=5, asks=True, mode=mode, dice=dice))
        doubled.happen(CubeActed(Act.DOUBLE, Side.DARK, 60.0))
        yield view_of(doubled.state, layer=layer)
        doubled.happen(Ended(Side.LIGHT, Result.GAMMON, 61.0))
        yield view_of(doubled.state, layer=layer)
        blind = Table(Terms(length=5, asks=True, mode=mode, dice=dice))
        blind.happen(CameraLost("none", 0.5))
        yield view_of(blind.state, layer=layer)
        blind.happen(RollEntered(3, 1, 1.0))
        yield view_of(blind.state, layer=layer)
        blind.happen(PlayEntered("13/11 13/10", 2.0))
        yield view_of(blind.state, layer=layer)
        blind.happen(PlayEntered("8/5 6/5", 3.0))
        blind.happen(ButtonPressed(4.0))
        yield view_of(blind.state, layer=layer)


def reached(field: Field, deep: int = 0) -> Iterator[Field | Page]:
    """A field, and the pages with their fields to which it leads."""
    yield field
    if field.page is not None and deep < DEEPEST:
        page = field.page()
        yield page
        for inner in (*page.fields, *page.also):
            yield from reached(inner, deep + 1)


def all_reached(view: View) -> tuple[Field | Page, ...]:
    """What both players can reach from a view; walked once for all who ask of the same one."""
    if id(view) not in _WALKED:
        fields = [field for side in Side for field in facts_of(view, side).fields.values()]
        _WALKED[id(view)] = view, tuple(one for field in fields for one in reached(field))
    return _WALKED[id(view)][1]


_WALKED: dict[int, tuple[View, tuple[Field | Page, ...]]] = {}
"""By the identity of a view, which stays here, so that no other one gets it."""


def said(view: View) -> Iterator[str]:
    """All words that both players can reach from a view."""
    for side in Side:
        facts = facts_of(view, side)
        yield from (facts.name, facts.score, facts.turn, facts.message, facts.result, facts.clock, facts.delay)
    for one in all_reached(view):
        yield from (one.words, one.note) if isinstance(one, Field) else (one.title,)


@pytest.mark.parametrize("number", range(26))
def test_nothing_that_is_said_helps_to_play(number: int) -> None:
    view = views()[number]
    assert view.sealed
    words = list(said(view))
    assert len(words) > 20
    for each in words:
        assert not HELPFUL.search(each), each


def test_no_page_names_a_play_of_the_standing_roll() -> None:
    for view in views():
        on_record = {turn.play for turn in view.history}
        fields = (field for side in Side for field in facts_of(view, side).fields.values())
        told = {words for field in fields for words in said_of_this_turn(field, view) if PLAY.search(words)}
        assert told <= on_record, (view.phase, told)


def said_of_this_turn(field: Field, view: View, deep: int = 0) -> Iterator[str]:
    """Words on the way to entering the standing play; past turns may be corrected, which lists their plays."""
    past = {turn.play for turn in view.history}
    if field.words in past or field.words == "Correct a turn":
        return
    yield field.words
    if field.page is not None and deep < DEEPEST:
        page = field.page()
        for inner in (*page.fields, *page.also):
            yield from said_of_this_turn(inner, view, deep + 1)


def test_the_walk_would_find_a_list_of_plays() -> None:
    table = Table(Terms(asks=True, mode=Mode.RECORDED))
    table.happen(CameraLost("none", 0.5))
    table.happen(RollEntered(3, 1, 1.0))
    view = view_of(table.state, layer=layer)
    fields = facts_of(view, Side.LIGHT).fields.values()
    told = {words for field in fields for words in said_of_this_turn(field, view) if PLAY.search(words)}
    assert len(told) >= 10


def test_every_word_that_is_drawn_is_one_of_these(stage: Stage) -> None:
    """The window shows no label besides."""
    from kivy.uix.label import Label

    for view in views()[:9]:
        stage.lay(view)
        reachable = {*said(view), *(facts_of(view, side).last_play for side in Side), ""}
        shown = {label.text for label in stage.app.root.walk() if isinstance(label, Label)}
        assert shown <= reachable, shown - reachable


# --- the coach is not there ----------------------------------------------------------------------

ASKING = (HelpAsked, MineAsked, CountsAsked)


def coached_by(view: View) -> Iterator[str]:
    """Whatever of a coach two players can reach from a view."""
    for side in Side:
        facts = facts_of(view, side)
        yield from (place for place in facts.fields if place == "coach")
        yield from filter(None, (facts.used, facts.dice_note))
        if facts.message and facts.message_kind is MessageKind.COACH:
            yield facts.message
    for one in all_reached(view):
        if isinstance(one, Field) and one.event is not None and isinstance(event := one.event(NOW_S), ASKING):
            yield type(event).__name__


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_no_coach_can_be_asked_where_nobody_is_taught(mode: Mode) -> None:
    for view in views(mode):
        assert view.mode is mode
        assert list(coached_by(view)) == []
        assert view.layers == {}


def test_the_walk_would_find_a_coach() -> None:
    assert {"coach", "HelpAsked", "CountsAsked"} <= set(coached_by(TAUGHT))
    assert {"Hints used: 3", "Makes your 5-point."} <= set(coached_by(helped(HintLevel.WHY)))


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_whatever_a_view_holds_nothing_of_it_is_said_or_drawn_outside_of_training(stage: Stage, mode: Mode) -> None:
    for name, view in taught().items():
        held = replace(view, mode=mode)
        bare = showing(
            held, help=None, remarks=(), counts=None, helped=(0, 0), tutored=None, may_ask=frozenset(),
            may_compare=frozenset(), landings={}, in_hand=None,
        )  # fmt: skip
        assert list(coached_by(held)) == [], name
        assert [facts_of(held, side) for side in Side] == [facts_of(bare, side) for side in Side], name
        assert (stage.show(held) == stage.show(bare)).all(), name


def test_a_touch_of_the_board_shows_nothing_in_a_refereed_match(stage: Stage) -> None:
    stage.lay(replace(TAUGHT, mode=Mode.REFEREED))
    board = stage.screen.ids.board
    assert stage.touch(*board.layout.checker(6, Side.LIGHT, 0)) == []
    assert board.touched is None
