"""The page of an analysis."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from xml.etree import ElementTree

import pytest

from companion.coach.analysis_page import page_of
from companion.coach.analysis_text import Telling
from companion.coach.cube_acts import CubeAct
from companion.coach.match_graph import match_graph_of
from companion.games.backgammon import START, picture_of
from companion.games.rules import BAR, TRAY, Side
from companion.record.reports.board_svg import SvgArrow, board_svg
from companion.texts import Language
from tests.coach.judged import TWO_GAMES, cube, one_game, play, report


@pytest.mark.parametrize("language", [one.value for one in Language])
def test_a_page_needs_nothing_else_and_is_well_formed(language: str) -> None:
    page = page_of(report(), language=language)
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)
    body = page.split("<body>")[1].split("</body>")[0]
    ElementTree.fromstring(f"<body>{body}</body>")
    assert f'<html lang="{language}">' in page
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page


def test_names_are_only_text() -> None:
    page = page_of(report(replace(TWO_GAMES, names=("<b>Anna", 'Bob & "Co"'))))
    assert "&lt;b&gt;Anna" in page
    assert "<b>Anna" not in page


def test_every_decision_that_was_made_has_a_line_and_every_bad_one_a_mark() -> None:
    page = page_of(report())
    assert page.count("<details>") == 2
    assert page.count("<td>3-1</td>") == 1
    assert "??" in page
    assert page.count('<div class="card">') == len(report().worst(10))


@pytest.mark.parametrize(
    ("language", "of_match", "of_game"),
    [
        ("en", "Chance that Anna wins the match", "Chance that Anna wins the game"),
        ("pl", "Szansa, że Anna wygra mecz", "Szansa, że Anna wygra partię"),
        ("sk", "Šanca, že Anna vyhrá zápas", "Šanca, že Anna vyhrá hru"),
        ("ru", "Вероятность, что Anna выиграет матч", "Вероятность, что Anna выиграет партию"),
    ],
)
def test_whether_the_graph_shows_the_match_or_the_game_is_said(language: str, of_match: str, of_game: str) -> None:
    match, money = (page_of(report(replace(TWO_GAMES, length=length)), language=language) for length in (5, 0))
    assert (of_match in match, of_game in match) == (True, False)
    assert (of_match in money, of_game in money) == (False, True)


def test_the_chance_of_the_match_stands_beside_each_play() -> None:
    found = report()
    page = page_of(found)
    assert page.count('<th class="n">Match winning chances: Anna</th>') == 2
    after_first = match_graph_of(found)[1].light_wins
    assert f'<td class="n">{100 * after_first:.0f} %</td></tr>' in page
    assert f"Game 1, turn 1. Match winning chances: Anna, {100 * after_first:.0f} %</title>" in page


def test_a_match_without_an_error_says_so() -> None:
    found = report(one_game("light 31"))
    assert "No errors were found" in page_of(found)


@pytest.mark.slow
def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert Telling(report(), "en").number(-0.123, 3) == "−0.123"
    assert Telling(report(), "pl").number(1.5, 1, signed=True) == "+1,5"
    assert Telling(report(), "ru").number(12.4) == "12"
    assert Telling(report(), "sk").number(-0.0001, 3) == "0,000"


def test_what_was_not_judged_is_told_with_its_reason() -> None:
    found = report(one_game("light 31 3/1", "dark 42 8/4 6/4"))
    assert Telling(found).notes == ("1 decision was left out: the board after an illegal play is not known",)
    stopped = replace(report(), of=20)
    assert Telling(stopped).notes == ("Stopped after 13 of 20 decisions",)


def test_the_arrows_of_a_play_lie_on_the_board() -> None:
    arrows = [SvgArrow(BAR, 20, Side.LIGHT), SvgArrow(6, TRAY, Side.LIGHT, dashed=True), SvgArrow(1, 5, Side.DARK)]
    drawn = board_svg(picture_of(START), arrows=arrows)
    assert drawn.count('stroke-width="4"') == 3
    assert drawn.count("stroke-dasharray") == 1
    ElementTree.fromstring(drawn)


def test_the_points_have_the_numbers_of_who_plays() -> None:
    light = re.findall(r">(\d+)</text>", board_svg(picture_of(START)))
    dark = re.findall(r">(\d+)</text>", board_svg(picture_of(START), numbered_for=Side.DARK))
    assert [int(one) for one in dark] == [25 - int(one) for one in light]


def test_each_of_the_worst_says_what_the_better_one_has_for_it() -> None:
    match = replace(TWO_GAMES, games=TWO_GAMES.games[1:])
    found = report(match)
    told = [Telling(found).reason(one) for one in found.worst()]
    assert told
    assert all(told)
    page = page_of(found)
    assert all(escape(reason) in page for reason in told)


def test_a_play_is_told_from_the_best_one_and_a_drop_by_the_chances() -> None:
    telling = Telling(report(one_game()))
    assert telling.reason(play(0.2)).startswith(("The best play", "Leaves", "Breaks", "Misses"))
    assert telling.reason(cube(CubeAct.DROPPED, 0.5, 0.6)).endswith("taking is worth more.")
    assert "waiting is worth more" in telling.reason(cube(CubeAct.DOUBLED, 0.5, 0.1))
    assert telling.reason(replace(play(0.2), made=None)) == ""
