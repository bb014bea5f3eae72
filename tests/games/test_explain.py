"""Which rule a turn breaks: one case or more for each of the fifteen acts a referee names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.backgammon import (
    RULE_SETS,
    START,
    Dice,
    Explanation,
    Play,
    Position,
    Reason,
    explain,
    picture_of,
)
from companion.games.backgammon.notation import resolve
from companion.games.rules import BAR, TRAY, Picture, Side, Stack
from tests.games.boards import board

RENDERS = Path(__file__).parents[3] / "shared" / "data" / "renders"


def played(position: Position, roll: str, play: str, **changes: Stack | None) -> Explanation | None:
    """The verdict on a play applied literally; ``p8=Stack(1, 1)``, ``bar=…``, ``tray=None`` change the picture."""
    picture = dict(picture_of(resolve(position, Play.from_text(play))))
    for name, stack in changes.items():
        spot = {"bar": BAR, "tray": TRAY}.get(name) if name in ("bar", "tray") else int(name[1:])
        assert spot is not None
        if stack is None:
            del picture[spot]
        else:
            picture[spot] = stack
    return explain(position, Dice.from_text(roll), picture)


def left(position: Position, roll: str, light: str, dark: str, rules: str = "tournament") -> Explanation | None:
    """The verdict on a board that was left after a roll of Light."""
    return explain(position, Dice.from_text(roll), picture_of(board(light, dark)), RULE_SETS[rules])


def reason(found: Explanation | None) -> Reason | None:
    return found.reason if found else None


# The legal end


def test_a_legal_play_breaks_no_rule() -> None:
    assert played(START, "31", "8/5 6/5") is None


def test_a_dance_breaks_no_rule() -> None:
    assert played(board("bar:1 13:1", "6:2 5:2 4:2 3:2 2:2 1:2"), "61", "") is None


def test_a_legal_play_with_unseen_spots_breaks_no_rule() -> None:
    assert played(START, "31", "8/5 6/5", p1=None, tray=None) is None


def test_a_checker_borne_off_to_an_unseen_tray_breaks_no_rule() -> None:
    assert played(board("3:2 2:1", "1:2"), "32", "3/off 2/off", tray=None) is None


def test_a_double_played_by_one_checker_breaks_no_rule() -> None:
    assert played(board("24:1 13:2", "2:2"), "44", "24/8") is None


def test_a_winning_play_breaks_no_rule() -> None:
    assert played(board("6:1", "1:2"), "61", "6/off") is None


def test_a_side_with_fewer_checkers_from_the_start_breaks_no_rule() -> None:
    position = Position((*[0] * 12, 14, *[0] * 10, -14), on_roll=Side.LIGHT)  # nobody has borne off any
    assert played(position, "31", "13/10 13/12") is None


# 1 checker-count


def test_a_missing_checker_is_asked_about() -> None:
    found = played(START, "31", "8/5 6/5", p13=Stack(4, 0))
    assert found == Explanation(Reason.CHECKER_COUNT, (), {"side": "light", "n": "14", "expected": "15"})


def test_an_added_checker_is_asked_about_even_where_the_tray_is_unseen() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 6), tray=None)
    assert found == Explanation(Reason.CHECKER_COUNT, (), {"side": "dark", "n": "16", "expected": "15"})


def test_a_checker_missing_in_mid_game_is_not_taken_for_borne_off() -> None:
    assert reason(played(START, "31", "8/5 6/5", p6=Stack(3, 0), tray=None)) is Reason.CHECKER_COUNT


def test_checkers_already_borne_off_are_not_missing() -> None:
    assert played(board("6:2 5:2", "1:2"), "65", "6/off 5/off", tray=None) is None


def test_a_missing_opposing_checker_is_asked_about() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 4))
    assert found == Explanation(Reason.CHECKER_COUNT, (), {"side": "dark", "n": "14", "expected": "15"})


def test_a_missing_opposing_checker_is_not_taken_for_moved_where_the_tray_is_unseen() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 4), tray=None)
    assert found == Explanation(Reason.CHECKER_COUNT, (), {"side": "dark", "n": "14", "expected": "15"})


def test_the_side_with_too_many_checkers_is_asked_about_first() -> None:
    found = played(START, "31", "8/5 6/5", p13=Stack(4, 0), p12=Stack(0, 6))
    assert found
    assert found.values["side"] == "dark"


def test_checkers_seen_elsewhere_do_not_lie_on_an_unseen_point() -> None:
    found = played(START, "31", "", p8=None, p3=Stack(3, 0))  # all three of the 8 point lie on the 3 point
    assert reason(found) is Reason.WRONG_DISTANCE


def test_after_the_last_checker_a_count_is_still_asked_about() -> None:
    assert reason(played(board("6:1", "1:2"), "61", "6/off", tray=Stack(14, 13))) is Reason.CHECKER_COUNT


# 2 dice-changed


def test_other_dice_than_the_roll_are_asked_about() -> None:
    picture = picture_of(resolve(START, Play.from_text("8/4 6/4")))
    found = explain(START, Dice(3, 1), picture, shown=Dice(4, 2))
    assert found == Explanation(Reason.DICE_CHANGED, (), {"now": "4-2", "roll": "3-1"})


def test_other_dice_do_not_matter_where_the_recorded_roll_was_played() -> None:
    picture = picture_of(resolve(START, Play.from_text("8/5 6/5")))
    assert explain(START, Dice(3, 1), picture, shown=Dice(4, 2)) is None


def test_a_wrong_count_is_asked_about_before_other_dice() -> None:
    picture = {**picture_of(START), 6: Stack(4, 0)}
    assert reason(explain(START, Dice(3, 1), picture, shown=Dice(4, 2))) is Reason.CHECKER_COUNT


# 3 opponent-moved


def test_an_opponents_checker_must_not_be_moved() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 4), p11=Stack(0, 1))
    assert found == Explanation(Reason.OPPONENT_MOVED, (12, 11), {"from": "12"})


def test_an_opponents_checker_must_not_be_put_on_the_bar_without_a_hit() -> None:
    position = board("13:2", "15:1 20:4")
    assert reason(played(position, "65", "13/7 13/8", p10=Stack(0, 0), bar=Stack(0, 1))) is Reason.OPPONENT_MOVED


def test_an_opponents_checker_must_not_be_taken_off() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 4), tray=Stack(0, 1))
    assert found == Explanation(Reason.OPPONENT_MOVED, (12,), {"from": "12"})


def test_an_opponents_checker_must_not_be_put_on_an_own_point() -> None:
    found = played(START, "31", "8/5 6/5", p12=Stack(0, 4), p13=Stack(5, 1))
    assert found == Explanation(Reason.OPPONENT_MOVED, (12, 13), {"from": "12"})


def test_an_opponents_checker_must_not_be_entered_for_him() -> None:
    position = board("13:2", "bar:1 1:2")
    assert reason(played(position, "31", "13/10 13/12", p5=Stack(0, 1), bar=Stack(0, 0))) is Reason.OPPONENT_MOVED


# 4 hit-not-on-bar


def test_a_hit_checker_must_not_stay_under_the_hitter() -> None:
    position = board("8:1 6:1", "20:1 1:2")
    found = played(position, "31", "8/5 6/5", p5=Stack(2, 1), bar=Stack(0, 0))
    assert found == Explanation(Reason.HIT_NOT_ON_BAR, (5,), {"point": "5"})


def test_a_hit_checker_must_not_be_taken_off() -> None:
    position = board("8:1 6:1", "20:1 1:2")
    found = played(position, "31", "8/5 6/5", bar=Stack(0, 0), tray=Stack(13, 13))
    assert found == Explanation(Reason.HIT_NOT_ON_BAR, (5,), {"point": "5"}, "unseen")
    assert played(position, "31", "8/5 6/5", bar=Stack(0, 0), tray=None) == found


def test_a_checker_hit_in_passing_goes_to_the_bar_too() -> None:
    position = board("13:1", "14:1 15:2 1:2")  # only by way of 11, where a blot stands, to 8
    found = played(position, "32", "13/8", p11=Stack(0, 1), bar=Stack(0, 0))
    assert found == Explanation(Reason.HIT_NOT_ON_BAR, (11,), {"point": "11"})


def test_a_hit_checker_must_not_be_put_on_another_point() -> None:
    position = board("8:1 6:1", "20:1 1:2")
    found = played(position, "31", "8/5 6/5", bar=Stack(0, 0), p3=Stack(0, 1))
    assert found == Explanation(Reason.HIT_NOT_ON_BAR, (5,), {"point": "5"})


def test_each_of_two_hit_checkers_goes_to_the_bar() -> None:
    position = board("8:1 6:1", "20:1 22:1")
    found = played(position, "33", "8/5 6/3", p3=Stack(1, 1), bar=Stack(0, 1))
    assert found == Explanation(Reason.HIT_NOT_ON_BAR, (3,), {"point": "3"})


# 5 own-on-bar


def test_a_checker_borne_off_does_not_go_to_the_bar() -> None:
    found = played(board("6:1 5:1", "1:2"), "65", "6/off 5/off", bar=Stack(1, 0), tray=Stack(14, 13))
    assert found == Explanation(Reason.OWN_ON_BAR, (5,))


@pytest.mark.parametrize(("checkers", "play"), [("13:1 8:1", "13/7"), ("13:1 6:1", "13/12")])
def test_a_checker_is_not_taken_from_the_board_to_the_bar(checkers: str, play: str) -> None:
    taken = int(checkers.split()[1].removesuffix(":1"))
    found = played(board(checkers, "1:2"), "61", play, **{f"p{taken}": Stack(0, 0)}, bar=Stack(1, 0))
    assert found == Explanation(Reason.OWN_ON_BAR, (taken,), variant="moved")


# 6 backward


def test_checkers_move_forward_only() -> None:
    position = board("13:1 8:1", "1:2")
    after = picture_of(board("9:1 7:1", "1:2"))
    assert explain(position, Dice(6, 1), after) == Explanation(Reason.BACKWARD, (8, 9))


def test_a_checker_does_not_come_back_from_the_tray() -> None:
    position = board("6:1", "1:2")
    assert reason(explain(position, Dice(6, 1), picture_of(board("6:1 2:1", "1:2")))) is Reason.BACKWARD


def test_a_checker_does_not_go_back_after_another_moved_on() -> None:
    assert left(board("13:1 8:1 6:2", "1:2"), "61", "13:1 7:1 6:1 9:1", "1:2") == Explanation(Reason.BACKWARD, (6, 9))


# 7 bar-first


def test_the_bar_comes_first() -> None:
    assert reason(played(board("bar:1 13:1", "1:2"), "63", "13/4")) is Reason.BAR_FIRST


def test_all_checkers_on_the_bar_come_first() -> None:
    assert reason(played(board("bar:2 13:1", "1:2"), "63", "bar/22 13/7")) is Reason.BAR_FIRST


def test_an_entered_checker_does_not_go_on_while_another_is_on_the_bar() -> None:
    assert reason(played(board("bar:2 13:1", "1:2"), "63", "bar/16")) is Reason.BAR_FIRST


def test_the_bar_comes_first_where_nobody_can_come_in() -> None:
    position = board("bar:1 13:1", "6:2 4:2 1:2")  # both entry points of a 6 and a 4 are blocked
    assert reason(played(position, "64", "13/7")) is Reason.BAR_FIRST
    assert played(position, "64", "") is None


# 8 bear-off-outside


def test_no_bearing_off_with_a_checker_outside_home() -> None:
    found = played(board("9:1 6:3 4:2", "1:2"), "64", "6/off 4/off")
    assert found == Explanation(Reason.BEAR_OFF_OUTSIDE, (9,))


def test_no_bearing_off_with_a_checker_on_the_bar() -> None:
    position = board("bar:1 6:1", "1:2 3:2")
    found = played(position, "62", "6/off")
    assert reason(found) is Reason.BAR_FIRST  # the earlier of the two is named


def test_bearing_off_too_soon_is_seen_without_a_tray() -> None:
    assert reason(played(board("9:1 6:3 4:2", "1:2"), "64", "6/off 4/off", tray=None)) is Reason.BEAR_OFF_OUTSIDE


def test_box_leaflet_counts_twelve_points_as_home() -> None:
    position = board("9:1 6:3 4:2", "1:2")
    picture = picture_of(resolve(position, Play.from_text("6/off 4/off")))
    assert explain(position, Dice(6, 4), picture, RULE_SETS["box-leaflet"]) is None


def test_no_checker_is_borne_off_straight_from_the_bar() -> None:
    found = left(board("bar:2 6:1", "13:2"), "64", "bar:1 6:1", "13:2")
    assert found
    assert (found.text_key, found.points) == ("bear-off-outside.bar", ())


def test_no_checker_is_borne_off_straight_from_outside() -> None:
    found = left(board("18:1 3:2", "13:2"), "64", "3:2", "13:2")
    assert found == Explanation(Reason.BEAR_OFF_OUTSIDE, (18,))


def test_box_leaflet_does_not_bear_off_with_a_checker_beyond_twelve_points() -> None:
    position = board("13:1 6:3 4:2", "1:2")
    found = left(position, "64", "13:1 6:2 4:1", "1:2", rules="box-leaflet")
    assert found == Explanation(Reason.BEAR_OFF_OUTSIDE, (13,))


# 9 lower-checker-off


def test_a_larger_number_takes_off_the_farthest_checker_only() -> None:
    found = played(board("4:2 2:2", "1:2"), "54", "4/off 2/off")
    assert found == Explanation(Reason.LOWER_CHECKER_OFF, (2,), {"die": "5"})


def test_the_number_of_an_empty_point_takes_off_no_lower_checker() -> None:
    found = played(board("6:2 3:1 1:1", "2:2"), "41", "3/off 6/5")
    assert found == Explanation(Reason.LOWER_CHECKER_OFF, (3,), {"die": "4"})


def test_box_leaflet_counts_checkers_behind_within_twelve_points() -> None:
    found = left(board("11:1 4:1", "1:2"), "61", "11:1 3:1", "1:2", rules="box-leaflet")
    assert reason(found) is Reason.MOVE_LEFT
    found = left(board("11:1 4:1", "1:2"), "61", "10:1", "1:2", rules="box-leaflet")
    assert found == Explanation(Reason.LOWER_CHECKER_OFF, (4,), {"die": "6"})


# 10 blocked-point


def test_a_point_with_two_opposing_checkers_is_blocked() -> None:
    position = board("8:1 6:1", "20:2 1:2")
    found = played(board("8:1 6:1", "20:1 1:2"), "31", "8/5 6/5")
    assert found is None
    after = {**picture_of(board("", "20:2 1:2")), 5: Stack(2, 2), TRAY: Stack(13, 11)}
    assert explain(position, Dice(3, 1), after) == Explanation(Reason.BLOCKED_POINT, (5,), {"point": "5"})


def test_each_number_is_played_separately() -> None:
    position = board("13:1 2:1", "16:2 15:2 1:2")  # 9 and 10 are blocked
    found = played(position, "43", "13/6")
    assert found == Explanation(Reason.BLOCKED_POINT, (10, 9), {"a": "10", "b": "9"}, "both")


def test_a_blocked_point_is_no_stepping_stone_of_a_double() -> None:
    found = played(board("13:1 2:1", "16:2 1:2"), "44", "13/5")  # 9 is blocked
    assert found == Explanation(Reason.BLOCKED_POINT, (9,), {"point": "9"})


def test_a_checker_does_not_enter_on_a_blocked_point() -> None:
    after = {**picture_of(board("13:1", "4:2 1:2")), 21: Stack(1, 2), TRAY: Stack(13, 11)}
    found = explain(board("bar:1 13:1", "4:2 1:2"), Dice(4, 3), after)
    assert found == Explanation(Reason.BLOCKED_POINT, (21,), {"point": "21"})


def test_passing_over_a_blocked_point_breaks_no_rule() -> None:
    assert played(board("13:1 2:1", "16:2 1:2"), "43", "13/6") is None  # by way of 10


# 11 wrong-distance


def test_a_checker_goes_as_far_as_the_dice_show() -> None:
    found = played(board("16:1 13:2", "1:2"), "41", "16/10")
    assert found == Explanation(Reason.WRONG_DISTANCE, (16, 10), {"n": "6", "dice": "4-1"})


def test_a_checker_enters_on_the_point_of_a_die() -> None:
    found = played(board("bar:1 13:2", "2:2"), "41", "bar/22 13/12")
    assert found is not None
    assert (found.text_key, found.points) == ("wrong-distance.entry", (22,))


def test_one_number_is_not_played_twice_in_place_of_the_other() -> None:
    assert reason(played(board("13:1 24:1", "5:2"), "61", "13/7 24/18")) is Reason.WRONG_DISTANCE


def test_the_entry_point_that_is_named_is_that_of_an_unused_number() -> None:
    found = played(board("bar:2 13:2", "2:2"), "41", "bar/21 bar/22")
    assert found == Explanation(Reason.WRONG_DISTANCE, (22,), {"die": "1", "point": "24"}, "entry")


def test_a_checker_does_not_go_five_times_the_number_of_a_double() -> None:
    found = played(board("13:1 24:2", "2:2"), "22", "13/3")
    assert found == Explanation(Reason.WRONG_DISTANCE, (13, 3), {"n": "10", "dice": "2-2"})


def test_a_checker_that_hit_and_went_on_too_far_went_too_far() -> None:
    position = board("13:1 24:2", "14:1 2:2")  # 11 is hit with the 2, then 4 more instead of 1
    found = left(position, "21", "7:1 24:2", "bar:1 2:2")
    assert found == Explanation(Reason.WRONG_DISTANCE, (11, 7), {"n": "4", "dice": "2-1"})


def test_a_checker_is_not_borne_off_with_too_small_a_number() -> None:
    found = played(board("6:2", "1:2"), "41", "6/off 6/5")
    assert found == Explanation(Reason.WRONG_DISTANCE, (6,), {"n": "6", "dice": "4-1"})


# 12 wrong-number-of-moves


def test_no_more_is_moved_than_the_dice_allow() -> None:
    found = played(board("13:1 8:2", "1:2"), "43", "13/9 8/5 8/4")
    assert reason(found) is Reason.WRONG_NUMBER_OF_MOVES
    assert found is not None
    assert found.values == {"dice": "4-3"}


def test_a_double_is_not_played_five_times() -> None:
    assert reason(played(board("13:5", "1:2"), "22", "13/11(4) 13/11")) is Reason.WRONG_NUMBER_OF_MOVES


def test_who_can_move_must_move() -> None:
    found = played(START, "31", "")
    assert found == Explanation(Reason.WRONG_NUMBER_OF_MOVES, variant="none")


def test_one_number_is_not_played_after_both() -> None:
    found = played(board("13:1 8:1 6:1", "1:2"), "61", "13/7 8/7 6/5")
    assert reason(found) is Reason.WRONG_NUMBER_OF_MOVES


def test_not_even_a_checker_is_borne_off_beyond_the_roll() -> None:
    assert reason(played(board("6:1 5:2", "1:2"), "65", "6/off 5/off(2)")) is Reason.WRONG_NUMBER_OF_MOVES


def test_who_can_enter_must_enter() -> None:
    assert played(board("bar:1 13:1", "6:2 1:2"), "64", "") == Explanation(Reason.WRONG_NUMBER_OF_MOVES, variant="none")


# 13 larger-number


def test_the_larger_number_is_played_where_only_one_can_be() -> None:
    position = board("13:1", "19:2 20:2")
    assert played(position, "61", "13/12") == Explanation(Reason.LARGER_NUMBER, (), {"die": "6"})
    picture = picture_of(resolve(position, Play.from_text("13/12")))
    assert explain(position, Dice(6, 1), picture, RULE_SETS["box-leaflet"]) is None


def test_the_smaller_number_is_right_where_the_larger_cannot_be_played() -> None:
    assert played(board("13:1", "18:2 19:2"), "61", "13/12") is None  # 7 is blocked, and 6 after the 1


# 14 move-left


def test_a_number_that_can_still_be_played_must_be() -> None:
    assert played(START, "62", "24/18") == Explanation(Reason.MOVE_LEFT, (), {"die": "2"})


def test_a_double_that_can_still_be_played_must_be() -> None:
    assert played(START, "22", "13/11(3)") == Explanation(Reason.MOVE_LEFT, (), {"die": "2"})


def test_a_number_left_on_the_bar_must_be_played() -> None:
    assert played(board("bar:2 13:1", "1:2"), "63", "bar/22") == Explanation(Reason.MOVE_LEFT, (), {"die": "6"})


def test_of_a_double_as_many_are_played_as_can_be() -> None:
    position = board("13:1 24:1", "21:2 4:2 2:2")  # 13/10/7 and no more: 4 and 21 are blocked
    assert played(position, "33", "13/10") == Explanation(Reason.MOVE_LEFT, (), {"die": "3"})


# 15 both-numbers


def test_both_numbers_are_played_where_another_choice_allows_it() -> None:
    position = board("13:1 8:1", "22:2 21:2 1:11")  # 13/7 leaves no four, 8/2 13/9 plays both
    assert played(position, "64", "13/7") == Explanation(Reason.BOTH_NUMBERS)


def test_spoiling_the_second_number_is_allowed_where_a_leaflet_does_not_forbid_it() -> None:
    position = board("13:1 8:1", "22:2 21:2 1:11")
    picture = picture_of(resolve(position, Play.from_text("13/7")))
    weaker = replace(RULE_SETS["box-leaflet"], both_numbers=False)
    assert explain(position, Dice(6, 4), picture, weaker) is None


# All together


def test_every_reason_has_its_place_in_the_order() -> None:
    order = """
        checker-count dice-changed opponent-moved hit-not-on-bar own-on-bar backward bar-first bear-off-outside
        lower-checker-off blocked-point wrong-distance wrong-number-of-moves larger-number move-left both-numbers
    """
    assert [reason.value for reason in Reason] == order.split()


def test_the_first_reason_in_the_order_is_named_where_two_fit() -> None:
    position = board("13:1 8:1", "20:1 1:2")  # moved backward, and the hit checker left in its place
    after = {**picture_of(board("9:1 7:1", "20:1 1:2")), 9: Stack(0, 0), 5: Stack(1, 1)}
    assert reason(explain(position, Dice(3, 1), after)) is Reason.HIT_NOT_ON_BAR


def test_both_sides_are_judged_alike() -> None:
    position = board("16:1 13:2", "1:2").mirrored()
    found = explain(position, Dice(4, 1), picture_of(resolve(position, Play.from_text("16/10"))))
    assert found == Explanation(Reason.WRONG_DISTANCE, (9, 15), {"n": "6", "dice": "4-1"})


def test_the_referee_names_each_planted_illegal_play_and_accuses_nobody_else() -> None:
    truths = _truths("dev4")
    before: Position | None = None
    for truth in truths:
        turn = truth["turn"]
        position = _position(truth)
        if truth["kind"] == "after_roll":
            before = position
        elif truth["kind"] == "after_move" and before and turn["dice"]:
            for picture in (picture_of(position), _without_tray(position)):
                found = explain(before, Dice(*turn["dice"]), picture)
                assert (found.reason.value if found else None) == turn["illegal"], truth["image"]


def _truths(game: str) -> list[dict[str, Any]]:
    folder = RENDERS / game
    if not folder.is_dir():
        pytest.skip(f"the rendered game {game} is not beside the project")
    truths = [json.loads(path.read_text()) for path in sorted(folder.glob("[0-9]*.json"))]
    return [truth for truth in truths if truth["turn"]]


def _position(truth: dict[str, Any]) -> Position:
    seen = truth["position"]
    bar, off = (Stack(seen[place]["W"], seen[place]["B"]) for place in ("bar", "off"))
    return Position(tuple(seen["points"]), bar, off, Side.LIGHT if truth["turn"]["player"] == "W" else Side.DARK)


def _without_tray(position: Position) -> Picture:
    return {spot: stack for spot, stack in picture_of(position).items() if spot != TRAY}


# How the points are called


def test_a_text_calls_a_point_by_the_number_that_the_rules_give_it() -> None:
    position = replace(START, on_roll=Side.DARK)
    after = {**picture_of(position), 1: Stack(0, 1), 6: Stack(5, 1), 12: Stack(0, 2), 17: Stack(0, 6)}
    numbers = {}
    for name in ("tournament", "djeco"):
        found = explain(position, Dice.from_text("55"), after, RULE_SETS[name])
        assert found is not None
        assert (found.reason, found.points) == (Reason.BLOCKED_POINT, (6,))
        numbers[name] = found.values["point"]
    assert numbers == {"tournament": "19", "djeco": "6"}
