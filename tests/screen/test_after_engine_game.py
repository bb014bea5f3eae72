"""After a game against the engine, as one person at the table sees and touches it; and when a double comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.coach.at_the_table.shown import coach_shown
from companion.games.backgammon import START
from companion.games.rules import Side
from companion.match.events import NextGame
from companion.match.phases import Phase
from companion.match.terms import Strength
from companion.match.view import PutBackShown, View
from companion.screen.facts import facts_of
from companion.screen.half_facts import HalfFacts
from companion.screen.navigator import PageName
from tests.practice.device import Device
from tests.screen.conftest import Stage
from tests.screen.taught_views import DARK_MUST_DECIDE, remarked, taught
from tests.screen.views import showing
from tests.screen.with_services import with_services

TIP = coach_shown(taught()["next time"]).remarks


@pytest.fixture(params=[True, False], ids=["blind", "camera"])
def device(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Device]:
    """A game against the engine is over, the learner has won."""
    made = Device(tmp_path, blind=request.param, rolls=((3, 1), (2, 1), (6, 6)))
    made.practice.play(Strength.ONLINE, cube=True)
    if not request.param:
        made.see(START)
    made.press()
    made.tell("play 24/20", "end light single")
    yield made
    made.close()


def told(device: Device) -> tuple[View, HalfFacts]:
    view = showing(device.view(), remarks=TIP)
    return view, facts_of(view, Side.LIGHT)


def test_how_it_ended_what_to_try_and_where_to_go_are_seen_at_once(device: Device) -> None:
    view, mine = told(device)
    assert mine.result == "Light wins 1 point"
    assert mine.message.startswith("One thing to try next time:")
    assert (mine.fields["action"].words, mine.fields["leave"].words) == ("Next game", "Leave")
    assert mine.fields["leave"].opens is PageName.WELCOME
    assert mine.dice == ()
    other = facts_of(view, Side.DARK)
    assert (other.dice, dict(other.fields)) == ((), {}), "nobody sits there"


def test_then_the_next_game_is_to_be_set_up_and_nothing_lies_over_that(device: Device) -> None:
    device.inbox.post(NextGame(device.coach.now_s))
    view, mine = told(device)
    assert view.phase == "phase.next-game"
    assert view.dice is None
    assert mine.turn == "Set up the next game"
    assert "One thing" not in mine.message
    assert mine.fields["action"].main
    assert mine.fields["leave"].opens is PageName.WELCOME
    if not view.blind:
        device.see(START)
    device.press()
    assert device.session.state.record.game == 2
    assert device.session.state.phase is not Phase.BETWEEN_GAMES


def test_both_ways_are_touched_on_the_screen(stage: Stage, device: Device) -> None:
    with with_services(stage, practice=device.practice):
        stage.lay(told(device)[0])
        (event,) = stage.touch_field("Next game")
        assert isinstance(event, NextGame)
        stage.touch_field("Leave")
        assert stage.app.app_root.top.content.title == "screen.welcome"


def test_the_result_goes_as_soon_as_the_next_game_is_being_set_up() -> None:
    over = replace(taught()["next time"], phase="phase.next-game")
    assert facts_of(over, Side.LIGHT).result
    assert not facts_of(replace(over, put_back=PutBackShown((), (6, 8, 13, 24))), Side.LIGHT).result


def test_the_question_of_a_double_is_not_covered_by_what_is_said_of_the_play_before() -> None:
    (said,) = coach_shown(remarked()).remarks
    doubled = showing(DARK_MUST_DECIDE, remarks=(replace(said, side=Side.DARK),))
    asked = facts_of(doubled, Side.DARK)
    assert asked.message == ""
    assert asked.turn == "Take or drop?"
    helped = showing(doubled, help=coach_shown(taught()["doubled, advised"]).help)
    assert facts_of(helped, Side.DARK).message, "what was asked for is said"
