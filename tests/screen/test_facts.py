from __future__ import annotations

from dataclasses import replace

import pytest

from companion.band import Band
from companion.games.rules import Side
from companion.screen.facts import BandKind, bottom_side, facts_of
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY


def test_each_player_reads_the_own_score_first() -> None:
    assert facts_of(UNDER_WAY, Side.LIGHT).score == "2 : 5 to 7"
    assert facts_of(UNDER_WAY, Side.DARK).score == "5 : 2 to 7"


def test_money_play_has_no_length_and_a_crawford_game_says_so() -> None:
    assert facts_of(replace(UNDER_WAY, length=0), Side.LIGHT).score == "2 : 5"
    assert facts_of(replace(UNDER_WAY, crawford=True), Side.LIGHT).score.startswith("Crawford")


def test_only_the_player_on_roll_acts() -> None:
    dark, light = facts_of(UNDER_WAY, Side.DARK), facts_of(UNDER_WAY, Side.LIGHT)
    assert (dark.turn, dark.acts, dark.action, dark.dice) == ("Play 6-3", True, "Done", (6, 3))
    assert (light.turn, light.acts, light.action, light.dice) == ("Waits", False, "", None)


def test_either_player_may_begin() -> None:
    assert [facts_of(START, side).action for side in Side] == ["Roll", "Roll"]


def test_who_was_doubled_answers() -> None:
    assert facts_of(DOUBLED, Side.DARK).answers == ("Take", "Drop")
    assert facts_of(DOUBLED, Side.LIGHT).answers == ()
    assert facts_of(DOUBLED, Side.LIGHT).turn == "Waits"


def test_an_illegal_play_is_said_to_both_and_corrected_by_its_player() -> None:
    for side in Side:
        facts = facts_of(ILLEGAL, side)
        assert facts.band == "Point 12 is blocked: two or more opposing checkers stand there."
        assert facts.band_kind is BandKind.WARNING
        assert facts.action == ""
    assert facts_of(ILLEGAL, Side.DARK).acts


def test_a_question_is_answered_by_the_player_on_roll() -> None:
    asked = replace(UNDER_WAY, band=Band("question.which-play", alarm=False, choices=("24/18", "answer.other")))
    assert facts_of(asked, Side.DARK).answers == ("24/18", "Another")
    assert facts_of(asked, Side.LIGHT).answers == ()
    assert facts_of(asked, Side.LIGHT).band_kind is BandKind.QUESTION


def test_a_notice_is_no_alarm() -> None:
    assert facts_of(replace(START, band=Band("notice.unseen", alarm=False)), Side.LIGHT).band_kind is BandKind.NOTICE


@pytest.mark.parametrize(("points", "said"), [(1, "Anna wins 1 point"), (6, "Anna wins 6 points")])
def test_the_end_of_a_game_names_winner_and_points(points: int, said: str) -> None:
    for side in Side:
        assert facts_of(replace(OVER, points_won=points), side).result == said
    assert facts_of(OVER, Side.LIGHT).won
    assert not facts_of(OVER, Side.DARK).acts


def test_the_side_at_the_lower_edge_is_as_the_board_lies() -> None:
    assert bottom_side(START) is Side.LIGHT
    assert bottom_side(replace(START, light_at_bottom=False)) is Side.DARK
