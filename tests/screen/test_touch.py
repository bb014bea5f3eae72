"""Touches of the play screen, at the places where the fields are seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.band import Band
from companion.games.rules import Side
from tests.screen.conftest import Stage
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY

# Right hand and left hand of the player at the lower edge, and of the player opposite.
NEAR_RIGHT, NEAR_LEFT = (730, 125), (70, 125)
FAR_RIGHT, FAR_LEFT = (70, 355), (730, 355)


def test_the_bright_field_is_the_button(stage: Stage) -> None:
    stage.show(replace(START, phase="phase.roll", on_roll=Side.LIGHT))
    assert stage.touch(*NEAR_RIGHT) == ["press"]


def test_the_player_opposite_has_the_same_fields_at_their_own_right_hand(stage: Stage) -> None:
    stage.show(UNDER_WAY)
    assert stage.touch(*FAR_RIGHT) == ["press"]
    assert stage.touch(*FAR_LEFT) == ["undo"]


def test_a_player_whose_turn_it_is_not_has_no_button(stage: Stage) -> None:
    stage.show(UNDER_WAY)
    assert stage.touch(*NEAR_RIGHT) == []


@pytest.mark.parametrize("view", [ILLEGAL, OVER])
def test_there_is_no_button_where_a_press_would_change_nothing(stage: Stage, view: object) -> None:
    stage.show(view)  # type: ignore[arg-type]
    assert stage.touch(*NEAR_RIGHT) == []
    assert stage.touch(*FAR_RIGHT) == []


def test_either_player_can_undo(stage: Stage) -> None:
    stage.show(ILLEGAL)
    assert stage.touch(*NEAR_LEFT) == ["undo"]
    assert stage.touch(*FAR_LEFT) == ["undo"]


def test_a_double_is_taken_or_dropped_by_the_player_who_was_doubled(stage: Stage) -> None:
    stage.show(DOUBLED)
    assert stage.touch(*FAR_RIGHT) == ["answer 0"]
    assert stage.touch(*FAR_LEFT) == ["answer 1"]
    assert stage.touch(*NEAR_RIGHT) == []


def test_a_question_with_many_answers_lies_in_a_row(stage: Stage) -> None:
    choices = ("24/18 13/10", "24/15", "13/7 8/5")
    stage.show(replace(UNDER_WAY, on_roll=Side.LIGHT, band=Band("question.which-play", alarm=False, choices=choices)))
    assert [stage.touch(x, 125) for x in (130, 400, 670)] == [["answer 0"], ["answer 1"], ["answer 2"]]


def test_a_trembling_finger_presses_once(stage: Stage) -> None:
    stage.show(UNDER_WAY)
    assert stage.touch(*FAR_RIGHT) == ["press"]
    assert stage.touch(*FAR_RIGHT, after_s=0.1) == []
    assert stage.touch(*FAR_RIGHT, after_s=0.5) == ["press"]


def test_a_touch_of_the_board_does_nothing(stage: Stage) -> None:
    stage.show(UNDER_WAY)
    assert stage.touch(400, 240) == []
