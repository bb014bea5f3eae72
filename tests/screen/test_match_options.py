"""What *New match* offers of the rules: the options of money play, and the time of a clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.app.match_settings import agreement, match_terms
from companion.games.backgammon import RULE_SETS
from companion.games.catalogue import backgammon_named
from companion.match.clock import Clock
from companion.screen import PageName, Services
from companion.screen.games import rules_note
from companion.screen.match_options import (
    clock_words,
    money_options,
    reserve_option,
    time_options,
    with_option,
    with_reserve,
)
from companion.settings.tree import MatchSettings
from tests.screen.conftest import Stage
from tests.screen.with_services import opened, settle, touch, with_services


def match(**values: Any) -> MatchSettings:
    return MatchSettings(**values)


# --- what there is -----------------------------------------------------------------------------------------------


def test_the_values_of_the_rule_set_are_the_defaults() -> None:
    assert [option.now for option in money_options(match(rules="gamez"))] == [False, False, 6]
    reserve, (delay, increment) = reserve_option(match(length=5)), time_options(match(length=5))
    assert reserve is not None
    assert (reserve.field, reserve.now, delay.now, increment.now) == ("reserve_per_point_s", 120, 12, 0)


@pytest.mark.parametrize("rules", [name for name, rules in RULE_SETS.items() if not rules.cube])
def test_rules_without_a_cube_have_no_options_of_money_play(rules: str) -> None:
    assert money_options(match(rules=rules)) == ()


def test_automatic_doubles_go_no_further_than_the_cube() -> None:
    *_, automatic = money_options(match(rules="tournament cube_limit=8"))
    assert automatic.limits is not None
    assert automatic.limits.most == 3
    assert with_option(match(rules="tournament cube_limit=8"), "automatic_doubles", 3)


def test_every_option_may_be_set_to_its_least_and_most_whatever_the_rules() -> None:
    for rules in RULE_SETS:
        for options in (money_options(match(rules=rules)), time_options(match(rules=rules, length=5))):
            for option in options:
                values = (False, True) if option.limits is None else (int(option.limits.least), int(option.limits.most))
                for value in values:
                    backgammon_named(with_option(match(rules=rules), option.field, value))
        for whole in (False, True):
            changed = with_reserve(match(rules=rules, length=5), whole=whole)
            reserve = reserve_option(match(rules=changed, length=5))
            assert reserve is not None
            assert reserve.limits is not None
            for value in (int(reserve.limits.least), int(reserve.limits.most)):
                backgammon_named(with_option(match(rules=changed, length=5), reserve.field, value))


def test_no_beavers_are_no_raccoons() -> None:
    assert with_option(match(rules="tournament beavers=true raccoons=true"), "beavers", False) == "tournament"


def test_less_for_each_point_is_less_for_each_point_scored_too() -> None:
    short = with_option(match(length=5), "reserve_per_point_s", 30)
    assert short == "tournament reserve_per_point_s=30 reserve_less_per_point_scored_s=15"
    assert with_option(match(rules=short, length=5), "reserve_per_point_s", 120) == "tournament"


def test_a_reserve_as_a_whole_begins_where_that_by_points_was() -> None:
    whole = with_reserve(match(length=7), whole=True)
    assert whole == "tournament reserve_s=840"
    assert clock_words(match(rules=whole, length=5), "en") == clock_words(match(length=7), "en")
    assert with_reserve(match(rules=whole, length=5), whole=False) == "tournament"


def test_a_clock_is_told_as_people_say_it() -> None:
    assert clock_words(match(length=6), "en") == "12 min each; the first 12 s of each turn are free."
    rules = "tournament reserve_s=750 increment_s=5 delay_s=0"
    assert clock_words(match(length=6, rules=rules), "en") == "12:30 min each; each turn adds 5 s."
    both = "tournament reserve_s=720 increment_s=5"
    assert clock_words(match(length=6, rules=both), "en") == (
        "12 min each; the first 12 s of each turn are free, each turn adds 5 s."
    )
    assert clock_words(match(length=6, rules="tournament reserve_s=720 delay_s=0"), "en") == "12 min each."


@pytest.mark.parametrize("rules", ["tournament", "tournament reserve_s=720"])
def test_a_clock_without_a_reserve_says_that_it_means_nothing(rules: str) -> None:
    without = "No reserve of time here: the clock only counts, and nobody loses on time."
    assert clock_words(match(rules=rules), "en") == without
    none = "tournament reserve_per_point_s=0 reserve_less_per_point_scored_s=0"
    assert clock_words(match(rules=none, length=5), "en") == without


def test_changed_rules_are_told_in_words() -> None:
    assert rules_note("tournament jacoby=true automatic_doubles=2 delay_s=8 cube_limit=64", "en") == (
        "Changed: Automatic doubles: 2, cube_limit=64, Jacoby rule, Delay per turn: 8 seconds"
    )


# --- on the page -------------------------------------------------------------------------------------------------


@pytest.fixture
def services(stage: Stage) -> Iterator[Services]:
    with with_services(stage) as services:
        yield services


@pytest.mark.usefixtures("services")
def test_the_options_of_money_play_are_there_in_money_play_only(stage: Stage) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    assert {"jacoby", "beavers", "automatic_doubles"} <= page.editors.keys()
    length = page.editors["length"]
    touch(stage, length.plus)
    settle()
    assert not {"jacoby", "beavers", "automatic_doubles"} & page.editors.keys()
    assert page.editors["length"] is length, "a number that is being held is not made again"
    touch(stage, length.plus)
    assert page.settings.match.length == 2
    touch(stage, length.minus)
    touch(stage, length.minus)
    settle()
    assert {"jacoby", "beavers", "automatic_doubles"} <= page.editors.keys()


def test_what_was_chosen_is_what_the_match_is_played_by(stage: Stage, services: Services) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    for name in ("jacoby", "beavers"):
        touch(stage, page.editors[name])
    touch(stage, page.editors["automatic_doubles"].plus)
    assert page.editors["rules"].parent.note == "Changed: Automatic doubles: 1, Jacoby rule, Beavers"
    touch(stage, page.begin)
    settle()
    rules = backgammon_named(services.settings.now().match.rules).rules
    assert (rules.jacoby, rules.beavers, rules.automatic_doubles) == (True, True, 1)
    assert services.settings.now().match.rules == "tournament automatic_doubles=1 jacoby=true beavers=true"
    options = opened(stage, PageName.NEW_MATCH).editors
    assert (options["jacoby"].active, options["automatic_doubles"].value) == (True, 1)


def test_a_clock_is_set_as_a_whole_with_its_delay_and_increment(stage: Stage, services: Services) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["length"].value = 5
    page.editors["length"].dispatch("on_changed", 5)
    settle()
    assert page.editors["clock"].parent.note == "10 min each; the first 12 s of each turn are free."
    touch(stage, page.editors["clock"])
    settle()
    touch(stage, page.editors["reserve"].fields[True])
    settle()
    touch(stage, page.editors["reserve_s"].plus)
    touch(stage, page.editors["reserve_s"].plus)
    touch(stage, page.editors["increment_s"].plus)
    for _ in range(4):
        touch(stage, page.editors["delay_s"].minus)
    settle()
    stage.keep("new-match-time")
    assert page.editors["clock"].parent.note == "12 min each; the first 8 s of each turn are free, each turn adds 1 s."
    touch(stage, page.begin)
    terms = match_terms(services.settings.now(), asks=True)
    clock = Clock.at_start(terms.length, rules=backgammon_named(terms.rules.rules.text()).rules)
    assert (clock.reserve_s, clock.delay_s, clock.increment_s) == ((720.0, 720.0), 8.0, 1.0)
    assert agreement(terms)["clock"] is True
    assert terms.rules.rules.text() == "tournament delay_s=8 reserve_s=720 increment_s=1", "as a header holds it"


@pytest.mark.usefixtures("services")
def test_money_play_has_no_time_to_set_and_says_so(stage: Stage) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    touch(stage, page.editors["clock"])
    settle()
    assert not {"reserve", "delay_s", "increment_s"} & page.editors.keys()
    assert page.editors["clock"].parent.note.startswith("No reserve of time here")


def test_options_are_locked_with_the_rules(stage: Stage) -> None:
    with with_services(stage, {"director.pin": "2468", "match.clock": True, "match.length": 3}):
        page = opened(stage, PageName.NEW_MATCH)
        for name, shown in (("reserve", "By points"), ("reserve_per_point_s", "2 min"), ("delay_s", "12 seconds")):
            assert (page.editors[name].locked, page.editors[name].shown) == (True, shown)


@pytest.mark.usefixtures("services")
def test_rows_that_come_leave_the_others_where_they_are(stage: Stage) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["length"].dispatch("on_changed", 5)
    settle()
    settle()
    page.sheet.scroll_to(page.editors["clock"].parent, animate=False)
    settle()
    before = page.editors["clock"].to_window(*page.editors["clock"].pos)
    page.editors["clock"].dispatch("on_changed", True)
    settle()
    assert page.editors["clock"].to_window(*page.editors["clock"].pos) == pytest.approx(before, abs=2)
