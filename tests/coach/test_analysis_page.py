"""The page of an analysis."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from xml.etree import ElementTree

import pytest

from companion.coach.analysis_page import page_of
from companion.coach.analysis_text import ReportSpeaker
from companion.coach.cube_acts import CubeAct
from companion.coach.match_graph import errors_on, match_graph_of
from companion.coach.report import Judged, MatchReport, PlayJudged, cost_of
from companion.games.backgammon import START, Dice, legal_plays, picture_of
from companion.games.backgammon.cube import Cube
from companion.games.rules import BAR, TRAY, Side
from companion.record.reports.board_svg import SvgArrow, board_svg
from companion.texts import Language
from tests.coach.judged import TWO_GAMES, cube, one_game, play, report


@pytest.mark.parametrize("language", [one.value for one in Language])
def test_a_page_needs_nothing_else_and_is_well_formed(language: str) -> None:
    page = page_of(report(), language=language)
    assert not re.search(r"src=|href=\"[^#]|url\(|@import|<script |<link", page)
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
    assert page.count('<details class="game">') == 2
    assert page.count('<span class="roll">3-1</span>') == 1
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
    assert page.count('<span class="chance">Match winning chances: Anna</span>') == 2
    after_first = match_graph_of(found)[1].light_wins
    assert f'<span class="chance">{100 * after_first:.0f}%</span></summary>' in page
    assert f"Game 1, turn 1. Match winning chances: Anna, {100 * after_first:.0f}%</title>" in page


def elements(found: MatchReport) -> ElementTree.Element:
    return ElementTree.fromstring(f"<body>{page_of(found).split('<body>')[1].split('</body>')[0]}</body>")


def turns_on(body: ElementTree.Element) -> list[ElementTree.Element]:
    return [one for one in body.iter("details") if one.get("class") == "turn"]


def test_every_turn_is_stepped_to_from_the_one_before_and_back() -> None:
    turns = turns_on(elements(report()))
    names = [turn.get("id") for turn in turns]
    assert names == [
        f"g{game}t{turn}" for game, turn in [*((1, n) for n in range(1, 5)), *((2, n) for n in range(1, 4))]
    ]
    links = [[link.get("href") for link in turn.iter("a")] for turn in turns]
    for at, found in enumerate(links):
        assert found == [f"#{name}" for name in (*names[max(at - 1, 0) : at], *names[at + 1 : at + 2])]


def test_an_opened_turn_has_its_board_and_all_plays_with_their_equities() -> None:
    found = report()
    play = next(one for one in found.decisions if isinstance(one, PlayJudged))
    first = turns_on(elements(found))[0]
    rows = [["".join(cell.itertext()) for cell in row] for row in first.iter("tr")][1:]
    assert len(rows) == len(legal_plays(play.position, play.dice))
    assert [row[1] for row in rows if row[1].startswith("Played: ")] == [f"Played: {play.played}"]
    assert rows[0][2:4] == ["+0.500", ""]
    assert rows[1][2:4] == ["+0.400", "−0.100"]
    assert sum("board" in (use.get("href") or "") for use in first.iter("{http://www.w3.org/2000/svg}use")) == 1


def test_each_turn_of_the_graph_and_each_error_on_it_leads_to_its_turn() -> None:
    found = report()
    body = elements(found)
    svg = "{http://www.w3.org/2000/svg}"
    graph = next(one for one in body.iter(f"{svg}svg") if one.get("class") == "swings")
    names = {turn.get("id") for turn in turns_on(body)}
    links = {link.get("href", "").removeprefix("#"): link for link in graph.iter(f"{svg}a")}
    assert set(links) <= names
    assert {f"g{one.game}t{one.turn}" for one in found.decisions if isinstance(one, PlayJudged)} <= set(links)
    marked = sum(1 for _ in graph.iter(f"{svg}circle"))
    assert marked == len({error.at for error in errors_on(match_graph_of(found), found)}) > 3


def test_result_date_event_engine_and_depth_are_on_the_page() -> None:
    header = {"Event": "Club <night>", "EventDate": "2026.11.25", "Round": "2", "Site": "?"}
    page = page_of(replace(report(replace(TWO_GAMES, header=header)), engine="gnubg", ply=2))
    assert "Club &lt;night&gt; · 2 · 2026-11-25" in page
    assert "Score so far: Anna 0–3 Bob" in page
    assert "5 points. Engine: GNU Backgammon, 2-ply" in page
    won = replace(TWO_GAMES, length=3)
    assert "Result: Anna 0–3 Bob" in page_of(report(won))


def test_a_decision_about_the_cube_shows_score_cube_and_what_each_action_is_worth() -> None:
    last = turns_on(elements(report()))[-1]
    told = " ".join(last.itertext())
    assert "Score 0–2, match to 5 · Cube in the middle" in told
    rows = [["".join(cell.itertext()) for cell in row] for row in last.iter("tr")]
    assert [row[1] for row in rows if row[1]] == ["No double", "Double, take", "Double, drop", "Take", "Drop"]
    assert ">2</text>" in page_of(report()).split('id="g2t3"')[1], "the offered cube"


def test_the_worst_are_ranked_by_what_they_cost() -> None:
    assert "Ranked by the match winning chances lost" in page_of(report())
    money = report(replace(TWO_GAMES, length=0))
    assert "Ranked by the points lost" in page_of(money)
    costs = [cost_of(one, money.rules) for one in money.worst(50)]
    assert costs == sorted(costs, reverse=True)
    doubled = next(one for one in money.worst(50) if one.situation.state.cube == 2)
    assert cost_of(doubled) == pytest.approx(2 * doubled.loss), "the cube multiplies it"
    assert ReportSpeaker(money).lost(doubled) == f"Lost: {2 * doubled.loss:.3f} points (equity {doubled.loss:.3f})"


def test_what_an_earlier_version_saved_without_plays_is_shown_and_told() -> None:
    found = report()
    games = tuple(replace(game, judged=tuple(map(without_plays, game.judged))) for game in found.games)
    page = page_of(replace(found, games=games))
    assert "turns were saved by an earlier version without their plays: analyse the match again" in page
    assert page.count('<details class="turn"') == page_of(found).count('<details class="turn"')


def without_plays(one: Judged) -> Judged:
    return replace(one, plays=()) if isinstance(one, PlayJudged) else one


def test_a_match_without_an_error_says_so() -> None:
    found = report(one_game("light 31"))
    assert "No errors were found" in page_of(found)


@pytest.mark.slow
def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert ReportSpeaker(report(), "en").number(-0.123, 3) == "−0.123"
    assert ReportSpeaker(report(), "pl").number(1.5, 1, signed=True) == "+1,5"
    assert ReportSpeaker(report(), "ru").number(12.4) == "12"
    assert ReportSpeaker(report(), "sk").number(-0.0001, 3) == "0,000"


def test_what_was_not_judged_is_told_with_its_reason() -> None:
    found = report(one_game("light 31 3/1", "dark 42 8/4 6/4"))
    assert ReportSpeaker(found).notes == ("1 decision was left out: the board after an illegal play is not known",)
    stopped = replace(report(), of=20)
    assert ReportSpeaker(stopped).notes == ("Stopped after 13 of 20 decisions",)


def test_the_arrows_of_a_play_lie_on_the_board() -> None:
    arrows = [SvgArrow(BAR, 20, Side.LIGHT), SvgArrow(6, TRAY, Side.LIGHT, dashed=True), SvgArrow(1, 5, Side.DARK)]
    drawn = board_svg(picture_of(START), arrows=arrows)
    assert drawn.count('stroke-width="4"') == 3
    assert drawn.count("stroke-dasharray") == 1
    ElementTree.fromstring(drawn)


def test_dice_and_cube_lie_on_the_drawn_board() -> None:
    plain = board_svg(picture_of(START))
    rolled = board_svg(picture_of(START), dice=Dice(6, 3), roller=Side.DARK)
    assert rolled.count("<circle") - plain.count("<circle") == 9
    middle, owned, offered = (
        board_svg(picture_of(START), cube=cube) for cube in (Cube(), Cube(4, Side.DARK), Cube(2).double(Side.LIGHT))
    )
    assert ">64</text>" in middle
    assert owned.count(">4</text>") == plain.count(">4</text>") + 1
    assert offered.count(">4</text>") == plain.count(">4</text>") + 1
    for drawn in (rolled, middle, owned, offered):
        ElementTree.fromstring(drawn)


def test_the_points_have_the_numbers_of_who_plays() -> None:
    light = re.findall(r">(\d+)</text>", board_svg(picture_of(START)))
    dark = re.findall(r">(\d+)</text>", board_svg(picture_of(START), numbered_for=Side.DARK))
    assert [int(one) for one in dark] == [25 - int(one) for one in light]


def test_each_of_the_worst_says_what_the_better_one_has_for_it() -> None:
    match = replace(TWO_GAMES, games=TWO_GAMES.games[1:])
    found = report(match)
    told = [ReportSpeaker(found).reason(one) for one in found.worst()]
    assert told
    assert all(told)
    page = page_of(found)
    assert all(escape(reason) in page for reason in told)


def test_a_play_is_told_from_the_best_one_and_a_drop_by_the_chances() -> None:
    speaker = ReportSpeaker(report(one_game()))
    assert speaker.reason(play(0.2)).startswith(("The best play", "Leaves", "Breaks", "Misses"))
    assert speaker.reason(cube(CubeAct.DROPPED, 0.5, 0.6)).endswith("games in 100: take.")
    assert "better to wait" in speaker.reason(cube(CubeAct.DOUBLED, 0.5, 0.1))
    assert speaker.reason(replace(play(0.2), made=None)) == ""
