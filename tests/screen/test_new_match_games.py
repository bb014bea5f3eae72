"""The page for a new match, where there are several games to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.app.match_settings import match_terms
from companion.games.rules import Side
from companion.match.terms import EngineOpponent, Level
from companion.record import Mode
from companion.screen import PageName, Services
from companion.screen.games import GAMES, game_of, rules_options
from companion.screen.match_text import length_words
from tests.screen.conftest import Stage
from tests.screen.every_page import NAMES
from tests.screen.overflow import unfit
from tests.screen.with_services import opened, over, settle, touch, wait_until, with_services

BACKGAMMON, DRAUGHTS = GAMES.values()


@pytest.fixture
def services(stage: Stage) -> Iterator[Services]:
    with with_services(stage, {"match.light": NAMES[0], "match.dark": NAMES[1]}) as services:
        yield services


def proposing(stage: Stage, services: Services, name: str | None) -> Any:
    stage.app._services = replace(services, proposed_game=lambda: name)
    stage.app.restyle()
    settle()
    return opened(stage, PageName.NEW_MATCH)


def test_a_match_is_as_long_as_its_game_counts() -> None:
    assert length_words(3, "en", "draughts-box") == "3 games"
    assert length_words(0, "en", "draughts-box") == "No limit"
    assert length_words(3, "en", "tournament") == "3 points"


def test_rules_that_are_in_no_file_any_more_are_of_the_usual_game() -> None:
    assert game_of("/gone/house.toml") is BACKGAMMON
    assert game_of("draughts-box repetition=true") is DRAUGHTS


def test_rules_are_those_of_the_chosen_game_and_ones_own() -> None:
    assert [value for value, _, _ in rules_options("tournament", "en", (DRAUGHTS,))] == [*DRAUGHTS.rules]
    assert [value for value, _, _ in rules_options("tactic jacoby=true", "en", (BACKGAMMON,))][-1] == (
        "tactic jacoby=true"
    )


def test_draughts_have_their_rules_and_no_dice(stage: Stage, services: Services) -> None:
    from companion.screen.widgets.editors import LinkField  # opens the window

    page = opened(stage, PageName.NEW_MATCH)
    assert "dice" in page.editors
    page.editors["game"].dispatch("on_changed", DRAUGHTS)
    settle()
    stage.keep("new-match-draughts")
    assert page.settings.match.rules == "draughts-box"
    assert "dice" not in page.editors
    assert isinstance(page.editors["rules"], LinkField)
    assert page.editors["rules"].shown == "Box"
    page.editors["game"].dispatch("on_changed", BACKGAMMON)
    settle()
    assert page.settings.match.rules == services.settings.now().match.rules


def in_training(page: Any) -> None:
    page.editors["game"].dispatch("on_changed", DRAUGHTS)
    page.editors["mode"].dispatch("on_changed", Mode.TRAINING)
    settle()


@pytest.mark.usefixtures("services")
def test_in_training_draughts_can_be_against_the_engine_at_a_level(stage: Stage) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["mode"].dispatch("on_changed", Mode.TRAINING)
    assert "against" not in page.editors  # backgammon against the engine is begun from Practice
    in_training(page)
    assert "engine_side" not in page.editors
    touch(stage, page.editors["against"])
    chooser = over(stage)
    assert list(chooser.rows) == ["person", "child", "beginner", "casual", "strong", "full"]
    touch(stage, chooser.rows["strong"])
    settle()
    assert page.editors["against"].shown == "Strong player"
    page.editors["engine_side"].dispatch("on_changed", Side.LIGHT)
    terms = match_terms(page.settings, asks=True)
    assert isinstance(terms.opponent, EngineOpponent)
    assert (terms.opponent.side, terms.opponent.level) == (Side.LIGHT, Level.STRONG)
    assert terms.names == ("Computer (Strong player)", NAMES[1])
    page.editors["mode"].dispatch("on_changed", Mode.REFEREED)
    settle()
    assert "against" not in page.editors
    assert match_terms(page.settings, asks=True).opponent is None


def test_the_page_fits_with_both_games(stage: Stage, services: Services) -> None:
    stage.resize(480, 800)
    page = proposing(stage, services, "draughts")
    settle()
    stage.keep("new-match-proposed-480x800")
    assert unfit(stage.app.app_root.top) == []
    assert page.settings.match.rules == "draughts-box"


def test_a_game_with_a_clock_sets_its_time(stage: Stage, services: Services) -> None:
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["clock"].dispatch("on_changed", True)
    settle()
    assert "minutes" not in page.editors, "the rules of backgammon say it"
    page.editors["game"].dispatch("on_changed", DRAUGHTS)
    settle()
    assert page.editors["clock"].parent.note == "15 min each; each turn adds 5 s."
    page.editors["minutes"].dispatch("on_changed", 20)
    page.editors["increment_s"].dispatch("on_changed", 3)
    assert page.editors["clock"].parent.note == "20 min each; each turn adds 3 s."
    match = page.settings.match
    assert (match.clock, match.minutes, match.increment_s) == (True, 20, 3)
    stage.keep("new-match-clock")
    assert services.settings.now().match.minutes != 20, "until the match begins"


def test_the_camera_proposes_a_game_that_is_there_until_one_is_chosen(stage: Stage, services: Services) -> None:
    seen = ["chess"]
    stage.app._services = replace(services, proposed_game=lambda: seen[0])
    stage.app.restyle()
    page = opened(stage, PageName.NEW_MATCH)
    usual = services.settings.now().match.rules
    assert page.settings.match.rules == usual
    seen[0] = "draughts"
    wait_until(lambda: page.settings.match.rules == "draughts-box")
    page.editors["game"].dispatch("on_changed", BACKGAMMON)
    settle()
    page.show(stage.source.view)
    assert page.settings.match.rules == usual


def test_a_chosen_game_stays_though_another_board_is_seen(stage: Stage, services: Services) -> None:
    seen: list[str | None] = [None]
    stage.app._services = replace(services, proposed_game=lambda: seen[0])
    stage.app.restyle()
    page = opened(stage, PageName.NEW_MATCH)
    page.editors["game"].dispatch("on_changed", BACKGAMMON)
    seen[0] = "draughts"
    wait_until(lambda: page._seen is DRAUGHTS)
    assert page.settings.match.rules == services.settings.now().match.rules
