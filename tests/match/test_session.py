"""The table's rule book: what the session makes of what it sees, one rule a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START, Position, picture_of
from companion.games.backgammon.cube import Cube
from companion.games.catalogue import backgammon_named
from companion.games.rules import Side, Stack
from companion.match.any_seen import Camera
from companion.match.events import Answered, ButtonPressed, CameraBack, CameraLost, DiceRolled, FramesEnded, UndoAsked
from companion.match.message import Message
from companion.match.phases import PLAYING, TO_ROLL, Phase
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from companion.record.reports.transcript import transcript_line
from companion.texts import sentence
from tests.table import LEFT, RIGHT, Table, after, evidence, opened, position, staged
from vision.observation import BAR, TRAY, UNSEEN, CubePlace, Evidence

ELECTRONIC = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)


def at(board: Position, cube: Cube | None = None, terms: Terms | None = None) -> Table:
    """A table in the middle of a game, the side on roll of ``board`` to roll."""
    table = Table(terms or Terms())
    table.see(START)
    table.state = staged(table.state, board, cube).with_record(phase=Phase.MAY_DOUBLE)
    table.journal.clear()
    return table


# --- start and opening ---------------------------------------------------------------------------


def test_a_game_begins_when_the_start_position_stands() -> None:
    table = Table()
    table.see(position("6:5 13:5 24:2 | 1:-2 12:-5 17:-3 19:-5"))
    assert table.recorded() == []
    table.see(START)
    assert table.recorded() == ["start"]


@pytest.mark.parametrize("side", Side)
def test_whose_checkers_are_moved_under_the_first_roll_tells_who_starts(side: Side) -> None:
    table = Table()
    table.see(START)
    table.see(START, "52")
    assert table.recorded() == ["start"], "nobody knows yet whose roll it is"
    table.see(after(replace(START, on_roll=side), "52", "13/8 13/11"), "52")
    assert table.recorded() == ["start", f"{side.value} roll 52", f"{side.value} play 52 13/8 13/11"]


def test_equal_dice_in_the_roll_off_are_thrown_again() -> None:
    table = Table()
    table.see(START)
    table.see(START, "44", RIGHT)
    table.see(START, "31", LEFT)
    table.see(after(START, "31", "8/5 6/5"), "31", LEFT)
    assert table.recorded() == ["start", "light roll 31", "light play 31 8/5 6/5"]


# --- rolls ---------------------------------------------------------------------------------------


def test_dice_at_other_places_are_a_new_roll_even_with_the_same_values() -> None:
    table, board = opened()
    table.see(board, "31", LEFT)
    assert table.recorded()[-1] == "dark roll 31"


def test_dice_that_stay_where_they_lay_are_no_new_roll() -> None:
    table, board = opened()
    table.see(board, "31", ((0.705, 0.4), (0.8, 0.605)))
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_dice_taken_up_that_show_other_numbers_at_the_same_places_are_a_new_roll() -> None:
    table, board = opened()
    table.see(board)
    table.see(board, "64", RIGHT)
    assert table.recorded()[-1] == "dark roll 64"


def test_dice_that_were_hidden_for_a_look_are_no_new_roll() -> None:
    table, board = opened()
    table.see(board)
    table.see(board, "31", RIGHT)
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_roll_first_seen_with_the_moved_board_gives_roll_and_play_from_one_look() -> None:
    table, board = opened()
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert table.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]
    assert table.journal[-2].frame == table.journal[-1].frame == 3


def test_a_hand_over_the_board_is_not_judged() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(position("1:-2"), "65", LEFT, hand=True)
    assert table.recorded()[-1] == "dark roll 65"
    assert table.state.seen.hand


def test_a_play_seen_only_after_the_next_roll_is_recorded_before_it() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "42", RIGHT)
    assert table.recorded()[-3:] == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


def test_a_turn_whose_dice_were_never_seen_is_told_by_its_play() -> None:
    table, board = opened()
    moved = after(board, "66", "24/18(2) 13/7(2)")
    table.see(moved)
    table.see(moved, "42", LEFT)
    assert table.recorded()[-3:] == ["dark roll 66", "dark play 66 24/18(2) 13/7(2)", "light roll 42"]
    assert (table.last(Kind.PLAY).details or {}).get("uncertain")


def test_a_misread_die_is_put_right_by_the_play_and_said_so() -> None:
    table, board = opened()
    table.see(board, "64", LEFT, sure_of_dice=0.9)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert table.recorded()[-3:] == ["dark roll 64", "dark edit 65 dice-changed", "dark play 65 24/13"]
    assert table.last(Kind.EDIT).details == {"was": [6, 4]}


def test_a_die_that_is_not_flat_is_told_once_and_is_no_roll() -> None:
    table, board = opened()
    table.see(board, "65", LEFT, cocked=True)
    table.see(board, "65", LEFT, cocked=True)
    assert table.recorded()[-1] == "cocked"
    assert table.state.phase in TO_ROLL


def test_a_roll_without_a_legal_play_passes_at_once() -> None:
    kept_out = position("6:3 5:2 4:2 3:2 2:2 13:4 | bar:-1 19:-5 20:-5 21:-4", Side.DARK)
    table = at(kept_out)
    table.see(kept_out, "65")
    assert table.recorded() == ["dark roll 65", "dark play 65 Cannot Move"]
    table.see(kept_out, "65")
    table.see(kept_out, "31", LEFT)
    assert table.recorded()[2:] == ["light roll 31"]


# --- illegal plays -------------------------------------------------------------------------------


def moved(board: Position, *steps: tuple[int, int], side: Side) -> Position:
    """A board after checkers of a side went from one absolute point to another, rules or no rules."""
    points, sign = list(board.points), 1 if side is Side.LIGHT else -1
    for start, end in steps:
        points[start - 1] -= sign
        points[end - 1] += sign
    return replace(board, points=tuple(points), on_roll=side.other)


def test_an_illegal_play_is_told_with_its_reason_at_the_first_still_look() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    assert table.recorded()[-1] == "dark illegal 65 wrong-distance"
    assert table.journal[-1].frame == 4
    assert table.state.phase is Phase.CORRECTING
    assert table.state.shown.message is not None
    assert table.state.shown.message.alarm


def test_an_illegal_play_is_told_only_once_while_it_lies_there() -> None:
    table, board = opened()
    wrong = moved(board, (12, 16), (12, 17), side=Side.DARK)
    table.see(board, "65", LEFT)
    for _ in range(3):
        table.see(wrong, "65", LEFT)
    assert [line for line in table.recorded() if "illegal" in line] == ["dark illegal 65 wrong-distance"]


def test_a_legal_play_after_an_illegal_one_corrects_it() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    table.see(after(board, "65", "13/7 13/8"), "65", LEFT)
    assert table.recorded()[-1] == "dark corrected 65 13/7 13/8"
    assert table.state.phase in TO_ROLL
    assert table.state.side is Side.LIGHT


def test_an_opponents_checker_moved_is_told_where_both_points_are_seen_well() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    legal = after(board, "65", "24/13")
    meddled = moved(legal, (13, 14), side=Side.LIGHT)
    table.see(meddled, "65", LEFT)
    assert table.recorded()[-1] == "dark illegal 65 opponent-moved"


def test_an_opponents_checker_that_only_seems_to_have_moved_accuses_nobody() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    legal = after(board, "65", "24/13")
    badly = {13: Evidence({(4, 0): 0.6, (5, 0): 0.3}), 14: Evidence({(1, 0): 0.6, (0, 0): 0.3})}
    table.see(legal, "65", LEFT, misread=badly)
    assert not any("illegal" in line for line in table.recorded())


def test_who_doubles_after_an_illegal_play_lets_it_stand() -> None:
    table, board = opened()
    wrong = moved(board, (12, 16), (12, 17), side=Side.DARK)
    table.see(board, "65", LEFT)
    table.see(wrong, "65", LEFT)
    table.see(wrong, cube=CubePlace.OFFERED)
    assert table.recorded()[-2:] == ["dark stood 65 13/8 13/9 wrong-distance", "light double"]
    assert table.state.phase is Phase.DOUBLED


def test_a_cube_on_the_board_as_it_was_before_the_illegal_play_lets_nothing_stand() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    table.see(board, cube=CubePlace.OFFERED)
    assert table.recorded()[-1] == "dark illegal 65 wrong-distance"


def test_a_tray_seen_only_after_an_illegal_play_was_told_changes_nothing() -> None:
    table, board = opened()
    wrong = moved(board, (12, 16), (12, 17), side=Side.DARK)
    table.see(board, "65", LEFT)
    table.see(wrong, "65", LEFT)
    table.see(wrong, "65", LEFT, misread={TRAY: evidence((0, 0))})
    assert table.recorded()[-1] == "dark illegal 65 wrong-distance"
    other = moved(board, (12, 16), (12, 15), side=Side.DARK)
    table.see(other, "65", LEFT, misread={TRAY: evidence((0, 0))})
    assert table.state.phase is Phase.CORRECTING


def test_the_board_put_back_before_the_correction_is_no_new_act() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    table.see(board, "65", LEFT)
    assert table.state.shown.message is None
    table.see(after(board, "65", "13/7 13/8"), "65", LEFT)
    assert table.recorded()[-2:] == ["dark illegal 65 wrong-distance", "dark corrected 65 13/7 13/8"]


def test_an_illegal_play_stands_once_the_opponent_has_rolled() -> None:
    table, board = opened()
    wrong = moved(board, (12, 16), (12, 17), side=Side.DARK)
    table.see(board, "65", LEFT)
    table.see(wrong, "65", LEFT)
    table.see(wrong, "42", RIGHT)
    assert table.recorded()[-3:] == [
        "dark illegal 65 wrong-distance", "dark stood 65 13/8 13/9 wrong-distance", "light roll 42",
    ]  # fmt: skip
    assert table.state.record.position.points == wrong.points


def test_a_number_left_unplayed_is_illegal() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 18), side=Side.DARK), "65", LEFT)
    assert table.recorded()[-1] == "dark illegal 65 move-left"


def test_one_misread_point_accuses_nobody() -> None:
    table, board = opened(Terms(asks=True))
    table.see(board, "65", LEFT)
    end = after(board, "65", "24/13")
    for dice, places in (("65", LEFT), *[("42", RIGHT)] * 9):
        table.see(end, dice, places, misread={19: evidence((0, 4))})
    assert not [line for line in table.recorded() if "illegal" in line]
    question = table.state.shown.question
    assert question is not None
    assert question.choices[0] == "24/13"


def test_hidden_checkers_accuse_nobody() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    hidden = {point: evidence((0, 0), 0.99) for point in (5, 6, 8)}
    table.see(board, "65", LEFT, misread=hidden)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert table.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]


def test_a_hit_checker_taken_off_is_asked_about_and_not_accused() -> None:
    before = position("6:5 8:3 13:5 24:2 | 4:-1 1:-1 12:-5 17:-3 19:-5")
    table = at(before)
    table.see(before, "42")
    beside = {**picture_of(after(before, "42", "8/4* 6/4")), BAR: Stack(0, 0)}
    table.see(beside, "42")
    assert not [line for line in table.recorded() if "illegal" in line]


# --- unclear looks -------------------------------------------------------------------------------


def blurred(*points: int) -> dict[int, Evidence]:
    """Points of which nothing is seen: under 65 Dark may have played 24/13 or 24/18 13/8 then."""
    return dict.fromkeys(points, UNSEEN)


def test_an_unclear_play_waits_for_another_look() -> None:
    table, board = opened()
    end = after(board, "65", "24/13")
    table.see(board, "65", LEFT)
    table.see(end, "65", LEFT, misread=blurred(7, 12, 17))
    assert table.recorded()[-1] == "dark roll 65"
    table.see(end, "65", LEFT)
    assert table.recorded()[-1] == "dark play 65 24/13"
    assert "uncertain" not in (table.journal[-1].details or {})


def test_with_nobody_to_ask_the_likeliest_legal_play_is_taken_and_marked() -> None:
    table, board = opened()
    end = after(board, "65", "24/13")
    table.see(board, "65", LEFT)
    for dice, places in (("65", LEFT), ("42", RIGHT), ("42", RIGHT)):
        table.see(end, dice, places, misread=blurred(7, 12, 17))
    assert [entry.event for entry in table.journal[-2:]] == [Kind.PLAY, Kind.ROLL]
    assert (table.last(Kind.PLAY).details or {}).get("uncertain")


def test_a_play_taken_wrongly_is_put_right_when_the_board_is_seen_clearly() -> None:
    table, board = opened()
    end = after(board, "65", "24/13")
    table.see(board, "65", LEFT)
    for dice, places in (("65", LEFT), ("42", RIGHT)):
        table.see(end, dice, places, misread=blurred(7, 12, 17))
    table.see(after(end, "42", "8/4 6/4"), "42", RIGHT)
    assert table.state.record.position.points == after(end, "42", "8/4 6/4").points


def test_where_a_person_is_there_the_play_is_asked_for() -> None:
    table, board = opened(Terms(asks=True))
    end = after(board, "65", "24/13")
    table.see(board, "65", LEFT)
    for _ in range(2):
        table.see(end, "65", LEFT, misread=blurred(7, 12, 17))
    assert table.recorded()[-1] == "dark roll 65", "the next turn may tell"
    for _ in range(9):
        table.see(end, "42", RIGHT, misread=blurred(7, 12, 17))
    assert table.recorded()[-1] == "dark asked"
    question = table.state.shown.question
    assert question is not None
    table.happen(Answered(question.choices.index("24/13"), 9.0))
    assert table.recorded()[-3:-1] == ["answered", "dark play 65 24/13"]
    assert table.state.shown.question is None


def test_no_more_frames_settles_what_the_last_look_left_open() -> None:
    table, board = opened()
    end = after(board, "65", "24/13")
    table.see(board, "65", LEFT)
    table.see(end, "65", LEFT, misread=blurred(7, 12, 17))
    table.happen(FramesEnded(9.0))
    assert table.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]
    assert (table.journal[-1].details or {}).get("uncertain")


def test_no_more_frames_leaves_an_unplayed_roll_without_a_play() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.happen(FramesEnded(9.0))
    assert table.recorded()[-1] == "dark roll 65"


# --- the cube ------------------------------------------------------------------------------------


def test_a_cube_on_the_field_is_a_double_and_on_the_other_half_a_take() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    table.see(board, cube=CubePlace.LIGHT)
    table.see(board, "65", LEFT, cube=CubePlace.LIGHT)
    assert table.recorded()[-3:] == ["dark double", "light take", "dark roll 65"]
    assert table.state.record.cube == Cube(2, Side.LIGHT)


def test_only_the_owner_of_the_cube_may_double() -> None:
    table, board = opened()
    table.state = replace(staged(table.state, cube=Cube(2, Side.LIGHT)), seen=table.state.seen)
    table.see(board, cube=CubePlace.OFFERED)
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_roll_after_a_double_means_that_it_was_taken() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    table.see(board, "65", LEFT, cube=None)
    assert table.recorded()[-3:] == ["dark double", "light take", "dark roll 65"]


def test_one_look_at_a_cube_that_strayed_is_not_believed() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.LIGHT)
    table.see(board)
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_the_start_position_after_a_double_means_that_it_was_dropped() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    table.see(START)
    assert table.recorded()[-4:] == ["dark double", "light drop", "dark game_over", "start"]
    assert table.state.record.score == (0, 1)


# --- the end of a game ---------------------------------------------------------------------------


def test_bearing_off_the_last_checker_ends_the_game_a_gammon_counts_twice() -> None:
    last = position("1:2 | 19:-5 18:-5 17:-5")
    table = at(last, Cube(2, Side.LIGHT))
    table.see(last, "65")
    table.see(after(last, "65", "1/off(2)"), "65")
    assert table.recorded()[-2:] == ["light play 65 1/off(2)", "light game_over"]
    assert table.last(Kind.GAME_OVER).details == {"points": 4, "score": [4, 0]}


def test_the_next_game_begins_when_the_start_position_stands_again() -> None:
    last = position("1:2 | 24:-5 23:-5")
    table = at(last)
    table.see(last, "65")
    table.see(after(last, "65", "1/off(2)"), "65")
    table.see(START)
    assert table.recorded()[-2:] == ["light game_over", "start"]
    assert table.journal[-1].details == {"game": 2, "score": [1, 0], "crawford": False}


def test_a_match_ends_when_its_length_is_reached() -> None:
    last = position("1:2 | 24:-5 23:-5")
    table = at(last, Cube(4, Side.LIGHT), Terms(length=3))
    table.see(last, "65")
    table.see(after(last, "65", "1/off(2)"), "65")
    assert table.recorded()[-2:] == ["light game_over", "light match_over"]
    table.see(START)
    assert table.recorded()[-1] == "light match_over"


def test_the_game_after_a_player_comes_within_a_point_is_the_crawford_game() -> None:
    last = position("1:2 | 24:-5 23:-5")
    table = at(last, Cube(2, Side.LIGHT), Terms(length=3))
    table.see(last, "65")
    table.see(after(last, "65", "1/off(2)"), "65")
    table.see(START)
    assert table.state.record.crawford
    table.see(START, "31")
    board = after(START, "31", "8/5 6/5")
    table.see(board, "31")
    table.see(board, cube=CubePlace.OFFERED)
    assert table.recorded()[-1] == "light play 31 8/5 6/5", "nobody doubles in the Crawford game"


# --- the button ----------------------------------------------------------------------------------


def electronic() -> Table:
    """Light has opened 31 with electronic dice and played it on the board; the turn is not ended yet."""
    table = Table(ELECTRONIC)
    table.see(START)
    table.happen(ButtonPressed(1.0))
    table.happen(DiceRolled(3, 1, 1.0))
    table.see(after(START, "31", "8/5 6/5"))
    return table


def test_a_press_asks_for_a_roll_and_the_higher_die_starts() -> None:
    table = electronic()
    assert table.rolls_asked == 1
    assert table.recorded() == ["start", "light roll 31"]


@pytest.mark.parametrize("roll", [(3, 1), (2, 2)])
def test_under_a_rule_by_age_the_younger_player_starts_even_with_a_double(roll: tuple[int, int]) -> None:
    table = Table(replace(ELECTRONIC, rules=backgammon_named("box-leaflet"), younger=Side.DARK))
    table.see(START)
    table.happen(ButtonPressed(1.0))
    table.happen(DiceRolled(*roll, 1.0))
    assert table.recorded() == ["start", f"dark roll {roll[0]}{roll[1]}"]


def test_a_play_is_judged_only_when_the_button_ends_the_turn() -> None:
    table = electronic()
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    assert table.recorded()[-1] == "light roll 31", "trying plays is nobody's business"
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_board_seen_before_the_press_is_not_judged_if_a_hand_may_have_moved_since() -> None:
    table = electronic()
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    table.happen(ButtonPressed(table.state.t + 1.0))
    assert table.state.phase is Phase.ENDED
    assert table.recorded()[-1] == "light roll 31"
    table.see(after(START, "31", "8/5 6/5"))
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_ending_the_turn_and_rolling_are_two_presses_while_the_next_player_may_double() -> None:
    table = electronic()
    table.press()
    assert table.rolls_asked == 1
    table.press()
    assert table.rolls_asked == 2


def test_one_press_ends_the_turn_and_rolls_where_no_double_is_possible() -> None:
    table = electronic()
    table.state = replace(staged(table.state, cube=Cube(2, Side.LIGHT)), seen=table.state.seen)
    table.press()
    assert table.rolls_asked == 2


def test_the_opponents_own_button_neither_ends_a_turn_nor_rolls() -> None:
    table = electronic()
    table.press(Side.DARK)
    assert table.state.phase is not Phase.ENDED
    assert table.recorded()[-1] == "note"
    assert table.state.shown.message == Message("notice.out-of-turn", {"name": "Light"}, alarm=False)
    table.press(Side.LIGHT)
    assert table.recorded()[-1] == "light play 31 8/5 6/5"
    table.press(Side.LIGHT)
    assert (table.rolls_asked, table.state.shown.message and table.state.shown.message.values) == (1, {"name": "Dark"})
    table.press(Side.DARK)
    assert table.rolls_asked == 2


def test_a_press_out_of_turn_leaves_a_warning_as_it_is() -> None:
    table = electronic()
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    table.press(Side.LIGHT)
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    warning = table.state.shown.message
    assert warning is not None
    table.press(Side.DARK)
    assert table.state.shown.message is warning
    assert table.recorded()[-2:] == ["light illegal 31 move-left", "note"]


@pytest.mark.parametrize("looks_late", [False, True])
def test_a_players_own_button_ends_the_turn_and_rolls_nothing_for_the_opponent(looks_late: bool) -> None:
    table = electronic()
    table.state = replace(staged(table.state, cube=Cube(2, Side.LIGHT)), seen=table.state.seen)
    if looks_late:
        table.happen(ButtonPressed(table.state.t + 1.0, Side.LIGHT))
        table.see(after(START, "31", "8/5 6/5"))
    else:
        table.press(Side.LIGHT)
    assert (table.recorded()[-1], table.rolls_asked) == ("light play 31 8/5 6/5", 1)
    table.press(Side.DARK)
    assert table.rolls_asked == 2


def test_either_players_button_rolls_for_the_start() -> None:
    for side in Side:
        table = Table(ELECTRONIC)
        table.see(START)
        table.happen(ButtonPressed(1.0, side))
        assert table.rolls_asked == 1


def test_an_illegal_play_is_told_when_the_turn_is_ended() -> None:
    table = electronic()
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    table.press()
    table.see(moved(START, (8, 5), side=Side.LIGHT))
    assert table.recorded()[-1] == "light illegal 31 move-left"


def test_ending_a_turn_with_nothing_moved_is_illegal_where_a_move_is_possible() -> None:
    table = Table(ELECTRONIC)
    table.see(START)
    table.happen(ButtonPressed(1.0))
    table.happen(DiceRolled(3, 1, 1.0))
    table.see(START)
    table.press()
    assert table.recorded()[-1].startswith("light illegal 31")
    assert table.state.shown.message is not None
    assert sentence(table.state.shown.message.key) == "Nothing was moved, but a move is possible and must be made."
    assert transcript_line(table.journal[-1], ("Anna", "Ben")).endswith(sentence(table.state.shown.message.key))


def test_a_press_with_a_hand_over_the_board_judges_nothing() -> None:
    table = electronic()
    table.see(START, hand=True)
    table.press()
    assert table.recorded()[-1] == "hand"


def test_a_press_in_any_other_phase_changes_nothing_and_is_logged() -> None:
    table = Table(ELECTRONIC)
    before = table.state
    table.happen(ButtonPressed(0.0))
    assert table.recorded() == ["note"]
    assert table.state.phase is before.phase
    assert table.state.record.position == before.record.position


def test_dice_nobody_asked_for_are_no_roll() -> None:
    table = electronic()
    table.happen(DiceRolled(6, 6, 2.0))
    assert table.recorded()[-1] == "note"


def test_undo_brings_the_same_roll_back() -> None:
    table = electronic()
    table.press()
    table.happen(UndoAsked(1.2))
    assert table.recorded()[-1] == "dark asked", "nobody takes back a play by a stray touch"
    table.happen(Answered(0, 1.2))
    table.see(after(START, "31", "8/5 6/5"))
    assert table.recorded()[-1] == "light undo 31"
    assert table.state.phase in PLAYING
    table.press()
    assert table.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_roll_that_was_shown_comes_again_after_an_undo() -> None:
    table = electronic()
    table.press()
    table.press()
    table.happen(DiceRolled(6, 4, 1.2))
    table.happen(UndoAsked(1.2))
    table.happen(Answered(0, 1.2))
    table.see(after(START, "31", "8/5 6/5"))
    table.press()
    table.press()
    assert table.rolls_asked == 2, "the third roll is the second one again"
    assert table.recorded()[-2:] == ["light play 31 8/5 6/5", "dark roll 64"]


def test_there_is_nothing_to_undo_before_the_first_play() -> None:
    table = Table(ELECTRONIC)
    table.see(START)
    table.happen(UndoAsked(1.0))
    assert table.recorded()[-1] == "note"


# --- devices -------------------------------------------------------------------------------------


def test_a_lost_camera_is_told_and_its_return_too() -> None:
    table = Table()
    table.happen(CameraLost("the cable is out", 0.0))
    assert table.state.seen.camera is Camera.LOST
    table.happen(CameraBack(1.0))
    assert table.recorded() == ["camera_lost", "camera_back"]
    assert table.state.seen.camera is not Camera.LOST


def test_entries_are_numbered_and_time_never_runs_backward() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.happen(CameraLost("late news", 1.0))
    assert [entry.n for entry in table.journal] == list(range(1, len(table.journal) + 1))
    times = [entry.t for entry in table.journal]
    assert times == sorted(times)


# --- what was seen surely, and what was asked ---------------------------------------------------------


def test_a_die_that_was_read_surely_is_not_read_anew_without_asking() -> None:
    """Who turns a die that lies there and plays what it shows then is asked, however badly it is seen afterwards."""
    table, board = opened(Terms(asks=True, end_of_turn=EndOfTurn.LIFTED))
    table.see(board)
    table.see(board, "44", LEFT)
    table.see(board, "44", LEFT)
    turned = after(board, "64", "24/14")
    table.see(turned, "64", LEFT, sure_of_dice=0.85)
    for _ in range(3):
        table.see(turned)
    assert "dark edit 64 dice-changed" not in table.recorded()
    for _ in range(9):
        table.see(turned, "52", RIGHT)
    assert table.state.shown.question is not None
    assert set(table.state.shown.question.choices) == {"44", "64"}


def test_a_legal_play_and_the_opponents_illegal_one_in_the_same_look_accuse_the_opponent() -> None:
    table, board = opened(Terms(asks=True, end_of_turn=EndOfTurn.LIFTED))
    table.see(board)
    table.see(board, "65", LEFT)
    dark = after(board, "65", "24/13")
    wrong = moved(dark, (8, 5), (6, 5), (24, 22), side=Side.LIGHT)
    table.see(wrong, "31", ((0.1, 0.2), (0.15, 0.9)))
    for _ in range(4):
        table.see(wrong)
    assert table.recorded()[-3:-1] == ["dark play 65 24/13", "light roll 31"]
    assert table.recorded()[-1].startswith("light illegal 31")
