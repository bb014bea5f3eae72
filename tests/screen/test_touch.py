"""Touches of the play screen, at the places where the fields are seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.events import (
    Answered,
    ButtonPressed,
    ChangeUndone,
    Condoned,
    CubeActed,
    Disputed,
    Edited,
    NextGame,
    Paused,
    PutBackAsked,
    Resumed,
    RollEntered,
    UndoAsked,
)
from companion.match.message import Message
from companion.match.view import AnswerShown, QuestionShown, TurnShown
from companion.screen.navigator import PageName
from tests.screen.conftest import NOW_S, Stage
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY

# Right hand and left hand of the player at the lower edge, and of the player opposite.
NEAR_RIGHT, NEAR_LEFT = (730, 125), (70, 125)
FAR_RIGHT, FAR_LEFT = (70, 355), (730, 355)
SIDES = {False: Side.LIGHT, True: Side.DARK}


def test_the_bright_field_is_the_button(stage: Stage) -> None:
    stage.lay(replace(START, phase="phase.roll", on_roll=Side.LIGHT))
    assert stage.touch(*NEAR_RIGHT) == [ButtonPressed(NOW_S)]


def test_the_player_opposite_has_the_same_fields_at_their_own_right_hand(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    assert stage.touch(*FAR_RIGHT) == [ButtonPressed(NOW_S)]


def test_a_player_whose_turn_it_is_not_has_no_button(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    assert stage.touch(*NEAR_RIGHT) == []


def test_an_illegal_play_is_put_back_by_its_player_or_let_stand_by_the_opponent(stage: Stage) -> None:
    stage.lay(replace(ILLEGAL, may_stand=True))
    assert stage.touch(*FAR_RIGHT) == [PutBackAsked(NOW_S, by=Side.DARK)]
    assert stage.touch(*NEAR_RIGHT) == [Condoned(NOW_S, by=Side.LIGHT)]
    stage.lay(ILLEGAL)
    assert stage.touch(*NEAR_RIGHT) == [], "a board that cannot stand"


def test_there_is_no_button_where_a_press_would_change_nothing(stage: Stage) -> None:
    stage.lay(replace(ILLEGAL, message=None))
    assert stage.touch(*NEAR_RIGHT) == []
    assert stage.touch(*FAR_RIGHT) == []


def test_where_all_dice_are_drawn_none_are_entered(stage: Stage) -> None:
    thrown = replace(UNDER_WAY, rolled=True)
    drawn = replace(thrown, dice_seen=False)
    for view, offered in ((thrown, True), (drawn, False)):
        stage.lay(view)
        assert ("dice" in stage.screen.ids.upper.fields) is offered
        stage.touch_field("menu", opposite=True)
        stage.touch_field("Enter roll", opposite=True)
        assert (stage.screen.panel.page.title == "Which roll?") is offered


def test_a_camera_that_sees_the_dice_needs_no_roll_button(stage: Stage) -> None:
    stage.lay(replace(START, phase="phase.roll", on_roll=Side.LIGHT, electronic=False))
    assert stage.touch(*NEAR_RIGHT) == []


def test_a_touch_agrees_with_the_result(stage: Stage) -> None:
    stage.lay(OVER)
    assert stage.touch(*NEAR_RIGHT) == [NextGame(NOW_S, by=Side.LIGHT)]
    assert stage.touch(*FAR_RIGHT) == [NextGame(NOW_S, by=Side.DARK)]


def test_either_player_can_pause_dispute_and_go_on(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    for opposite in (False, True):
        assert stage.touch_field("pause", opposite=opposite) == [Paused(NOW_S, by=SIDES[opposite])]
        assert stage.touch_field("dispute", opposite=opposite) == [Disputed(NOW_S)]
        assert stage.app.app_root.opened() == [(PageName.DISPUTE, opposite, {})]
        stage.lay(UNDER_WAY)
    stage.lay(replace(UNDER_WAY, phase="phase.paused", on_roll=None))
    assert stage.touch(*NEAR_RIGHT) == [Resumed(NOW_S, by=Side.LIGHT)]
    assert stage.touch(*FAR_RIGHT) == [Resumed(NOW_S, by=Side.DARK)]


def test_a_double_is_taken_or_dropped_by_the_player_who_was_doubled(stage: Stage) -> None:
    stage.lay(DOUBLED)
    assert stage.touch(*FAR_RIGHT) == [CubeActed(Act.TAKE, Side.DARK, NOW_S)]
    assert stage.touch(*FAR_LEFT) == [CubeActed(Act.DROP, Side.DARK, NOW_S)]
    assert stage.touch(*NEAR_RIGHT) == []


def test_a_question_with_many_answers_lies_in_a_row(stage: Stage) -> None:
    words = ("answer.single", "answer.gammon", "answer.backgammon")
    question = QuestionShown("question.how-much", tuple(AnswerShown(word) for word in words))
    stage.lay(replace(UNDER_WAY, question=question))
    touched = [stage.touch(x, 125) for x in (210, 440, 680)]
    assert touched == [[Answered(number, NOW_S, by=Side.LIGHT)] for number in range(3)]


def test_rolls_to_choose_from_are_drawn_as_dice_and_plays_of_an_unseen_roll_named_with_it(stage: Stage) -> None:
    rolls = tuple(AnswerShown(dice.text(), dice=dice) for dice in (Dice(6, 4), Dice(6, 5)))
    stage.lay(replace(UNDER_WAY, question=QuestionShown("question.which-roll", rolls)))
    assert [stage.screen.ids.lower.fields[f"answer-{number}"].field.dice for number in (0, 1)] == [(6, 4), (6, 5)]
    assert stage.touch(*NEAR_RIGHT) == [Answered(0, NOW_S, by=Side.LIGHT)]
    assert stage.touch(*FAR_LEFT) == [Answered(1, NOW_S, by=Side.DARK)]
    plays = (AnswerShown("8/5 6/5", BOARD, dice=Dice(3, 1)),)
    stage.lay(replace(UNDER_WAY, question=QuestionShown("question.which-play", plays)))
    assert stage.touch_field("3-1: 8/5 6/5") == [Answered(0, NOW_S, by=Side.LIGHT)]


def test_a_trembling_finger_presses_once(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    assert stage.touch(*FAR_RIGHT) == [ButtonPressed(NOW_S)]
    assert stage.touch(*FAR_RIGHT, after_s=0.1) == []
    assert stage.touch(*FAR_RIGHT, after_s=0.5) == [ButtonPressed(NOW_S)]


def test_a_touch_of_the_board_does_nothing(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    assert stage.touch(400, 240) == []


# --- the record is changed -----------------------------------------------------------------------

TURN = TurnShown(1, Side.LIGHT, Dice(3, 1), "8/5 6/5", replace(BOARD, on_roll=Side.LIGHT), BOARD)
PLAYED = replace(
    START, phase="phase.roll", on_roll=Side.DARK, history=(TURN,), last_side=Side.LIGHT, last_play="8/5 6/5"
)
AMENDED = Message("notice.amended", {"turn": "1"}, alarm=False)


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_the_notice_of_a_change_is_undone_by_one_touch_from_either_chair(stage: Stage, opposite: bool) -> None:
    amended = replace(PLAYED, message=AMENDED, may_undo=True)
    stage.lay(amended)
    assert "last" not in stage.screen.ids.lower.fields
    assert stage.touch_field("undo", opposite=opposite) == [ChangeUndone(NOW_S, by=SIDES[opposite])]
    stage.keep("change-undo")
    stage.lay(replace(PLAYED, message=Message("notice.refused", alarm=False)))
    assert "undo" not in stage.screen.ids.lower.fields


def test_a_double_by_touch_is_undone_beside_take_and_drop(stage: Stage) -> None:
    values = {"name": "Anna", "value": "4"}
    stage.lay(replace(DOUBLED, message=Message("notice.doubled", values, alarm=False), may_undo=True))
    for opposite in (False, True):
        assert stage.touch_field("undo", opposite=opposite) == [ChangeUndone(NOW_S, by=SIDES[opposite])]
    assert stage.touch(*FAR_RIGHT) == [CubeActed(Act.TAKE, Side.DARK, NOW_S)]
    stage.keep("change-undo-double")


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_a_touch_puts_the_notice_of_a_change_away_for_who_touched_it(stage: Stage, opposite: bool) -> None:
    stage.lay(PLAYED)
    amended = replace(PLAYED, message=AMENDED, said_t=2.0 + opposite, may_undo=True)
    stage.lay(amended)
    own, other = stage.screen.ids.lower, stage.screen.ids.upper
    own, other = (other, own) if opposite else (own, other)
    place = own.ids.message.x + 200, own.ids.message.center_y
    assert stage.touch(*((stage.screen.width - place[0], stage.screen.height - place[1]) if opposite else place)) == []
    assert (own.message, "undo" in own.fields, "last" in own.fields) == ("", True, False), "the way back stays"
    assert (other.message, "undo" in other.fields) == ("Turn 1 is corrected in the record.", True)
    stage.app.app_root.view = replace(amended, dice=(2, 1))  # the notice of before: it stays away
    assert own.message == ""
    stage.app.app_root.view = replace(amended, said_t=9.0)  # another change of the same turn
    assert own.message == "Turn 1 is corrected in the record."


def test_a_warning_cannot_be_put_away(stage: Stage) -> None:
    stage.lay(ILLEGAL)
    shown = stage.screen.ids.lower.message
    stage.touch(200, stage.screen.ids.lower.ids.message.center_y)
    assert stage.screen.ids.lower.message == shown != ""


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_notice_of_a_change_covers_neither_board_nor_fields(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    stage.lay(replace(PLAYED, message=AMENDED, may_undo=True))
    half, board = stage.screen.ids.lower, stage.screen.ids.board
    words = half.ids.message.ids.words
    assert half.message
    assert half.ids.message.top <= board.y
    for place, field in half.fields.items():
        assert field.y >= half.ids.message.top or field.x >= words.right, place


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_a_change_of_the_record_tells_from_whose_chair_it_comes(stage: Stage, opposite: bool) -> None:
    side = SIDES[opposite]
    stage.lay(PLAYED)
    stage.touch_field("last", opposite=opposite)
    assert stage.touch_field("24/20", opposite=opposite) == [Edited(1, NOW_S, None, "24/20", by=side)]
    stage.touch_field("menu", opposite=opposite)
    assert stage.touch_field("Undo", opposite=opposite) == [UndoAsked(NOW_S, by=side)]
    stage.touch_field("menu", opposite=opposite)
    stage.touch_field("Enter roll", opposite=opposite)
    (told,) = stage.touch(400, 240)
    assert isinstance(told, RollEntered)
    assert told.by is side


def test_only_the_player_who_has_to_agree_can_answer(stage: Stage) -> None:
    answers = (AnswerShown("answer.yes"), AnswerShown("answer.no"))
    values = {"name": "Boris", "play": "24/20"}
    asked = QuestionShown("question.change-play", answers, frozenset({Side.LIGHT}), values)
    message = Message(asked.key, values, alarm=False, choices=("answer.yes", "answer.no"))
    stage.lay(replace(PLAYED, question=asked, message=message))
    assert "answer-0" not in stage.screen.ids.upper.fields
    assert stage.touch(*NEAR_RIGHT) == [Answered(0, NOW_S, by=Side.LIGHT)]
    assert stage.touch(*NEAR_LEFT) == [Answered(1, NOW_S, by=Side.LIGHT)]
    stage.keep("change-asked")


# --- a double ------------------------------------------------------------------------------------

MAY_DOUBLE = replace(PLAYED, may_double=True)  # Dark, opposite, is on roll
LIGHT_MAY_DOUBLE = replace(MAY_DOUBLE, on_roll=Side.LIGHT, last_side=Side.DARK)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: "x".join(map(str, size)))
def test_who_may_double_doubles_with_one_touch_beside_roll(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    for view, opposite in ((LIGHT_MAY_DOUBLE, False), (MAY_DOUBLE, True)):
        stage.lay(view)
        half, other = (stage.screen.ids[name] for name in (("upper", "lower") if opposite else ("lower", "upper")))
        double, roll = half.fields["double"], half.fields["action"]
        assert min(abs(double.y - roll.top), abs(roll.x - double.right)) < 5, "they touch each other"
        assert "double" not in other.fields
        side = Side.DARK if opposite else Side.LIGHT
        assert stage.touch_field("double", opposite=opposite) == [CubeActed(Act.DOUBLE, side, NOW_S)]
        stage.keep(f"may-double-{side.value}-{size[0]}x{size[1]}")


def test_nobody_doubles_where_the_rules_do_not_allow_it(stage: Stage) -> None:
    for view in (PLAYED, UNDER_WAY, replace(MAY_DOUBLE, may_double=False)):
        stage.lay(view)
        assert "double" not in {**stage.screen.ids.lower.fields, **stage.screen.ids.upper.fields}
        cube = stage.screen.ids.board.layout.cube(view.cube_owner)
        assert stage.touch(*cube.center) == []
        assert stage.screen.panel is None


@pytest.mark.parametrize("owner", [None, Side.DARK], ids=["in the middle", "owned"])
def test_a_touch_of_the_cube_asks_first(stage: Stage, owner: Side | None) -> None:
    view = replace(MAY_DOUBLE, cube_value=1 if owner is None else 2, cube_owner=owner)
    stage.lay(view)
    cube = stage.screen.ids.board.layout.cube(owner)
    assert stage.touch(*cube.center) == []
    assert stage.screen.panel.page.title == ("Double to 2?" if owner is None else "Double to 4?")
    stage.keep("double-asked")
    assert stage.touch_field("No", opposite=True) == []
    assert stage.screen.panel is None
    stage.touch(*cube.center)
    assert stage.touch_field("Yes", opposite=True) == [CubeActed(Act.DOUBLE, Side.DARK, NOW_S)]
