"""The numbers of the points on every drawn board are those of the words beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.coach.analysis_page import page_of
from companion.coach.report import PlayJudged
from companion.games.backgammon import START as BOARD
from companion.games.backgammon import BackgammonRules, Dice, Play, RuleSet, legal_plays, picture_of
from companion.games.backgammon.explain import explain
from companion.games.backgammon.ruleset import RULE_SETS, STANDARD
from companion.games.backgammon.wording import number_on_board
from companion.games.rules import Side, Stack
from companion.match.events import PlayEntered, RollEntered
from companion.match.message import Message
from companion.match.session import Terms
from companion.match.terms import HintLevel
from companion.match.view import Arrow, IllegalShown, QuestionShown, TurnShown, View, arrows_of, view_of
from companion.record.reports.board_svg import board_svg
from companion.record.reports.event_words import Narrator, play_words
from companion.record.reports.review import TurnReview
from companion.screen.board.numbering import number_shown, reader_of
from companion.screen.facts import facts_of
from companion.screen.hints import board_of_play, compared, remark_of
from companion.screen.match_history import turn_view
from companion.screen.turn_pages import correction
from companion.screen.widgets.fields import Chair
from tests.coach.judged import report
from tests.screen.conftest import Stage
from tests.screen.taught_views import DICE, helped, remarked, taught
from tests.screen.test_practice_screen import COSTLY, DOING, MOVE_FOR_ME, ended
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY, showing
from tests.table import Table

RULES = {name: RULE_SETS[name] for name in ("tournament", "djeco")}
VIEWS: Mapping[str, View] = {
    "start": START,
    "under way": UNDER_WAY,
    "illegal": ILLEGAL,
    "doubled": DOUBLED,
    "over": OVER,
    "played, and again on roll": replace(UNDER_WAY, on_roll=Side.LIGHT),
    "helped after the opponent's play": showing(
        helped(HintLevel.WHY), last_side=Side.DARK, last_play="24/20", arrows=(Arrow(1, 5),)
    ),
    "remarked, and played since": replace(
        remarked(), last_side=Side.DARK, last_play="24/20", arrows=(Arrow(1, 5),), on_roll=Side.LIGHT
    ),
    "asked to take back": replace(
        UNDER_WAY, message=Message("question.undo", {"play": "13/7/4* 6/4"}, alarm=False),
        question=QuestionShown("question.undo", (), values={"play": "13/7/4* 6/4"}),
        history=(TurnShown(3, Side.LIGHT, Dice(6, 3), "13/7/4* 6/4", BOARD, BOARD),),
    ),
    "task": DOING,
    "task after the opponent's play": replace(DOING, last_side=Side.DARK, last_play="24/20", arrows=(Arrow(1, 5),)),
    "move for me": MOVE_FOR_ME,
    "not the best": ended(COSTLY),
    **taught(),
}  # fmt: skip


def numbers(words: str) -> set[int]:
    return {int(found) for found in re.findall(r"(?<![(\d])\d+", words)}


def on_rim(view: View, spots: Iterable[int]) -> set[int]:
    return {number_shown(view, spot) for spot in spots if spot in range(1, 25)}


def ends(arrows: Iterable[Arrow]) -> set[int]:
    """Where the ways of the checkers begin and end; a chain of steps is written without some of its stops."""
    return {arrow.start for arrow in arrows} ^ {arrow.end for arrow in arrows}


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("light_at_bottom", [True, False])
def test_what_either_half_says_of_points_is_on_the_rim(name: str, light_at_bottom: bool) -> None:
    view = replace(VIEWS[name], light_at_bottom=light_at_bottom)
    for side in Side:
        facts = facts_of(view, side)
        assert view.on_roll is None or number_shown(view, 1) == number_on_board(1, view.on_roll)
        if facts.last_play and not facts.message and "/" in facts.last_play:
            assert on_rim(view, ends(view.arrows)) <= numbers(facts.last_play)
        if view.message is not None and view.message.points:
            assert on_rim(view, view.message.points) <= numbers(facts.message)
        remark = remark_of(Chair(view, side))
        if remark is not None and remark.reason is not None and str(remark.reason.values.get("point")) in facts.message:
            assert on_rim(view, remark.reason.spots) <= numbers(facts.message)


def test_who_is_helped_reads_the_own_numbers() -> None:
    view = VIEWS["helped after the opponent's play"]
    assert facts_of(view, Side.LIGHT).message == "Makes your 5-point."
    assert number_shown(view, 5) == 5


LAST = TurnShown(3, Side.DARK, Dice(4, 1), "24/20", BOARD, BOARD)


def test_the_last_play_of_the_other_player_is_written_by_its_roll() -> None:
    view = replace(VIEWS["helped after the opponent's play"], layers={}, history=(LAST,))
    assert number_shown(view, 5) == 5, "Light is to act"
    assert [facts_of(view, side).last_play for side in Side] == ["4-1", "4-1"]
    again = replace(view, on_roll=Side.DARK)
    assert [facts_of(again, side).last_play for side in Side] == ["24/20", "24/20"]
    alike = replace(view, rules=BackgammonRules(RULES["djeco"]))
    assert "/" in facts_of(alike, Side.LIGHT).last_play, "both players read the same numbers"


def test_a_remark_on_a_play_since_which_the_other_player_is_on_roll_names_no_points() -> None:
    view = replace(VIEWS["remarked, and played since"], on_roll=Side.DARK)
    assert number_shown(view, 5) == 20
    assert not numbers(facts_of(view, Side.LIGHT).message) & set(range(1, 25))


def asking_for_change(view: View) -> View:
    """The view in which it is asked whether a roll and its play are changed."""
    assert view.question is not None
    values = {"name": "Anna", "play": "6-3: bar/19 6/3"}
    return replace(view, question=replace(view.question, key="question.change-play", values=values))


@pytest.mark.parametrize(
    ("name", "on_roll", "play"),
    [("tournament", Side.LIGHT, "13/7/4* 6/4"), ("tournament", Side.DARK, "12/18/21* 19/21")],
)
def test_a_play_to_be_agreed_to_is_written_as_the_rim_counts(name: str, on_roll: Side, play: str) -> None:
    view = replace(VIEWS["asked to take back"], on_roll=on_roll, rules=BackgammonRules(RULES[name]))
    assert facts_of(view, Side.DARK).message == f"Take back {play}?"
    words = facts_of(asking_for_change(view), Side.DARK).message
    assert ("6-3: bar/19 6/3" if on_roll is Side.LIGHT else "6-3: bar/6 19/22") in words


@pytest.mark.parametrize("side", Side)
def test_a_play_that_the_other_player_has_entered_is_written_as_its_player_counts(side: Side) -> None:
    table = Table(Terms(asks=True))
    table.see(BOARD)
    table.happen(RollEntered(*((3, 1) if side is Side.LIGHT else (1, 3)), 1.0))
    table.happen(PlayEntered("8/5 6/5", 2.0, by=side.other))
    view = view_of(table.state)
    assert view.on_roll is side
    assert "8/5 6/5" in facts_of(view, side).message
    played = replace(view, last_side=side.other, last_play="24/20")
    assert "8/5 6/5" in facts_of(played, side).message, "whatever was played before it"


def test_in_a_rule_set_that_numbers_alike_the_roll_before_a_play_stays_a_roll() -> None:
    view = replace(VIEWS["asked to take back"], last_side=Side.DARK, rules=BackgammonRules(RULES["djeco"]))
    assert "6-3: bar/6 19/22" in facts_of(asking_for_change(view), Side.DARK).message


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("mover", Side)
def test_a_warning_names_the_point_that_the_rim_names(rules: RuleSet, mover: Side) -> None:
    before = replace(BOARD, on_roll=mover)
    own, blocked = (24, 19) if mover is Side.LIGHT else (1, 6)  # 24/19 with a 5 is blocked
    after = {**picture_of(BOARD), own: Stack(1, 0) if mover is Side.LIGHT else Stack(0, 1)}
    after[blocked] = Stack(1, 5) if mover is Side.LIGHT else Stack(5, 1)
    found = explain(before, Dice(5, 1), after, rules)
    assert found is not None
    message = Message(found.text_key, found.values, found.points)
    view = replace(
        START, on_roll=mover, last_side=mover.other, last_play="8/5 6/5", message=message,
        rules=BackgammonRules(rules), illegal=IllegalShown(after, mover, (), ()),
    )  # fmt: skip
    assert found.points == (blocked,)
    assert on_rim(view, found.points) == numbers(facts_of(view, mover).message) - {5}  # a 5 is what was thrown


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("side", Side)
def test_a_turn_under_review_is_written_as_its_board_is_numbered(rules: RuleSet, side: Side) -> None:
    play = Play.from_text("8/5 6/5")
    position = replace(BOARD, on_roll=side)
    turn = TurnReview(1, (1,), side, Dice(3, 1), play.text(), position, next(iter(legal_plays(position, DICE))), (), ())
    told = numbers(play_words(turn.play, side, Narrator(rules=rules)))
    for light_at_bottom in (True, False):
        like = replace(START, light_at_bottom=light_at_bottom, on_roll=side.other, last_side=side.other)
        for after in (True, False):
            view = turn_view(turn, like, rules=rules, after=after)
            assert view is not None
            assert on_rim(view, ends(arrows_of(play, side))) == told
            assert reader_of(view) is view.at_bottom  # the page is read from below, whoever played


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("chair_of", Side)
def test_a_correction_is_numbered_for_who_played_and_read_by_who_corrects(rules: RuleSet, chair_of: Side) -> None:
    before = replace(BOARD, on_roll=Side.DARK)
    plays = {play.text(): end for end, play in legal_plays(before, Dice(3, 1), rules).items()}
    turn = TurnShown(1, Side.DARK, Dice(3, 1), "8/5 6/5", before, plays["8/5 6/5"])
    view = replace(
        START, phase="phase.roll", on_roll=Side.LIGHT, last_side=Side.DARK, last_play="8/5 6/5", history=(turn,),
        rules=BackgammonRules(rules), board_read=(Stack(0, 0), *(picture_of(plays["24/20"])[n] for n in range(1, 25))),
    )  # fmt: skip
    page = correction(Chair(view, chair_of), 1)
    assert page is not None
    boards = [field for field in page.fields if field.board is not None]
    assert boards
    for field in boards:
        assert field.board is not None
        assert on_rim(field.board, ends(field.board.arrows)) <= numbers(field.words)
        assert reader_of(field.board) is chair_of is field.board.at_bottom


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_two_compared_plays_are_numbered_as_they_are_written(rules: RuleSet) -> None:
    view = replace(remarked(), rules=BackgammonRules(rules))
    chair = Chair(view, Side.LIGHT)
    remark = remark_of(chair)
    assert remark is not None
    for field in compared(chair, remark).fields:
        assert field.board is not None
        assert on_rim(field.board, ends(field.board.arrows)) <= numbers(field.words)
    drill = board_of_play(chair, replace(BOARD, on_roll=Side.DARK), "8/5 6/5", (Arrow(17, 20), Arrow(19, 20)))
    assert on_rim(drill, (17, 20, 19)) == ({8, 5, 6} if rules is STANDARD else {17, 20, 19})


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_page_of_an_analysis_writes_the_plays_as_its_boards_are_numbered(rules: RuleSet) -> None:
    found = replace(report(), rules=rules)
    page = page_of(found)
    shared = {
        name: [int(one) for one in re.findall(r'font-size="11"[^>]*>(\d+)</text>', field)]
        for name, field in re.findall(r'<g id="([\w-]+)">(.*?)</g>', page)
    }
    cards = page.split('<div class="card">')[1:]
    plays = [(card, one) for card, one in zip(cards, found.worst(10), strict=True) if isinstance(one, PlayJudged)]
    assert plays
    for card, decision in plays:
        (name,) = re.findall(r'<use href="#([\w-]+)"/>', card.split("</svg>")[0])
        told = re.findall(r"(?:Played|Best): ([^<]*)", card)[:2]
        assert decision.played is not None
        for words, play in zip(told, (decision.played, decision.best.play), strict=True):
            spots = ends(arrows_of(play, decision.side)) - {0, 25}
            assert {shared[name][spot - 1] for spot in spots} <= numbers(words)


def test_a_printed_board_has_the_numbers_of_the_rules() -> None:
    drawn = re.findall(r">(\d+)</text>", board_svg(picture_of(BOARD), numbered_for=Side.DARK, rules=RULES["djeco"]))
    assert [int(one) for one in drawn][:24] == list(range(1, 25))


# --- as it is drawn ------------------------------------------------------------------------------


def drawn(monkeypatch: pytest.MonkeyPatch, view: View, size: tuple[float, float]) -> list[tuple[Any, ...]]:
    """The numbers on the rim of a board of a size: words, center, letters."""
    from companion.screen.board import board
    from companion.screen.board.layout import BoardLayout, Box
    from companion.screen.widgets import signs

    found: list[tuple[Any, ...]] = []
    monkeypatch.setattr(signs, "text", lambda words, at, size, *_, **__: found.append((words, at, size)))
    layout = BoardLayout(Box(0, 0, *size), view.light_at_bottom, view.home_at_right)
    board._numbers(layout, view)
    return [(int(words), at, size, layout) for words, at, size in found]


@pytest.mark.parametrize("high", [175, 180, 200, 216, 250, 300, 420])
@pytest.mark.parametrize("name", ["under way", "illegal"])
def test_the_numbers_on_the_rim_do_not_touch_each_other(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, high: float, name: str
) -> None:
    from companion.screen.theme import THEME
    from companion.screen.widgets import signs

    assert stage is not None
    view = VIEWS[name]
    found = drawn(monkeypatch, view, (THEME.px(high) * 1.62, THEME.px(high)))
    assert {len(found)} <= {12, 24}
    for number, (x, y), size, layout in found:
        point = next(spot for spot in range(1, 25) if number_shown(view, spot) == number)
        assert x == pytest.approx(layout.point(point).center[0])
        assert size >= THEME.px(10)
        for other, (its_x, its_y), its_size, _ in found:
            if its_y == y and other != number:
                both = signs.width_of(str(number), size) + signs.width_of(str(other), its_size)
                assert abs(its_x - x) >= both / 2 + THEME.px(2)
