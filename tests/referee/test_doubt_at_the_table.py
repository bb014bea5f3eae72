"""What the table makes of looks that leave doubt: it waits, asks, or rules on what lay there; and whose roll it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon import Dice, Play
from companion.games.backgammon.cube import Act
from companion.match.events import BoardSeen
from companion.match.narrowing import is_said
from companion.match.state import Answer
from companion.record.entries import Kind
from companion.referee.boards import number_of
from companion.referee.course import Played
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT, RIGHT, after, die, evidence, observed
from vision.observation import CubePlace, Evidence, SeenDie

BLURRED = {
    1: Evidence({(0, 1): 0.48, (0, 2): 0.48}),
    12: Evidence({(0, 6): 0.48, (0, 4): 0.48}),
    23: Evidence({(0, 1): 0.48, (0, 0): 0.48}),
}
"""Whether Ben has played 24/13 or 13/2."""
ONE_GONE = {19: evidence((0, 4))}


def rolled(**facts: Any) -> Scene:
    """Ben has thrown 65, which is on record."""
    scene = Desk().opened(**facts)
    scene.throws("65", LEFT, looks=2)
    return scene


# --- a play that could not be told, when the opponent throws ---------------------------------------------


def in_doubt() -> Scene:
    """Nobody can tell what Ben has played, and Anna has thrown 42."""
    scene = rolled()
    scene.moves(BEN, "24/13", looks=0)
    scene.dice = ""
    scene.look(misread=BLURRED, times=2)
    assert scene.question == "", "the next look may tell"
    scene.dice, scene.places = "42", RIGHT
    scene.look(misread=BLURRED, times=5)
    assert scene.question == "", "what the next player plays may tell"
    scene.look(misread=BLURRED, times=4)
    return scene


def test_what_was_played_is_asked_once_the_opponent_throws_for_it_gets_no_clearer() -> None:
    scene = in_doubt()
    assert scene.question == "question.which-play"
    assert sorted(scene.choices) == ["13/2", "24/13", "answer.other"]
    assert scene.recorded() == ["dark roll 65"]


def test_the_opponents_roll_is_kept_while_the_question_is_answered() -> None:
    scene = in_doubt()
    scene.answers("24/13")
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


def test_an_illegal_play_is_ruled_on_as_it_lay_as_soon_as_the_opponent_has_rolled_over_it() -> None:
    scene = rolled()
    scene.moves(BEN, "24/18 13/7", looks=0)
    scene.lifts(looks=1)
    assert scene.accused == [], "one look may have missed the dice"
    scene.throws("42", RIGHT)
    assert scene.recorded() == [
        "dark roll 65", "dark illegal 65 wrong-distance", "dark stood 65 24/18 13/7 wrong-distance", "light roll 42",
    ]  # fmt: skip


def test_none_of_the_plays_that_were_asked_about_means_the_board_as_it_lay_when_it_was_asked() -> None:
    scene = rolled()
    scene.moves(BEN, "24/18 13/7", looks=0)
    scene.dice = ""
    hidden = {18: Evidence({(0, 1): 0.35, (0, 0): 0.6}), 24: Evidence({(0, 1): 0.3, (0, 0): 0.1, (2, 0): 0.6})}
    scene.look(misread=hidden, times=2)
    scene.throws("42", RIGHT, looks=0)
    scene.look(misread=hidden, times=9)
    assert scene.question
    scene.moves(ANNA, "8/4 6/4", looks=0)
    scene.answers("answer.other")
    scene.look()
    assert scene.recorded()[1:] == [
        "dark illegal 65 wrong-distance", "dark stood 65 24/18 13/7 wrong-distance", "light roll 42",
    ]  # fmt: skip


# --- more than one turn can have done --------------------------------------------------------------------

TOO_MUCH = "24/18 24/18 13/9 13/9 8/3"


def after_too_much() -> Scene:
    """Five of Ben's checkers lie otherwise after a roll of two numbers."""
    scene = rolled()
    scene.moves(BEN, TOO_MUCH, looks=2)
    scene.dice = ""
    scene.look(times=5)
    return scene


def test_more_than_a_turn_can_have_moved_is_asked_about_and_accuses_nobody() -> None:
    scene = after_too_much()
    assert scene.accused == []
    assert scene.question == "question.which-play"
    assert "answer.other" in scene.choices


def test_a_checker_more_than_the_dice_allow_is_an_illegal_play() -> None:
    scene = rolled()
    scene.moves(BEN, "24/18 13/9 8/3", looks=2)
    scene.lifts()
    assert len(scene.accused) == 1


@pytest.mark.parametrize("put_right", [False, True])
def test_where_none_of_the_legal_plays_was_made_it_is_asked_whose_turn_it_is_unless_it_is_put_right(
    *, put_right: bool
) -> None:
    scene = after_too_much()
    scene.answers("answer.other")
    assert scene.message == "", "nothing is said before that look"
    if put_right:
        scene.sets_up(scene.state.record.position, looks=0)
        scene.moves(BEN, "24/13")
        scene.throws("42", RIGHT, looks=2)
        assert scene.recorded()[-2:] == ["dark play 65 24/13", "light roll 42"]
    else:
        scene.look()
        assert (scene.question, scene.accused) == ("question.adrift", [])


def test_an_answer_names_a_play_wherever_else_checkers_lie() -> None:
    state = rolled().state
    before = state.record.position
    elsewhere = replace(before, points=(*before.points[:7], 2, 1, *before.points[9:]))  # Anna has one on 9 instead of 8
    played = {place: after(place, "65", "24/13") for place in (before, elsewhere)}
    answer = Answer("24/13", Play.from_text("24/13"), played[before])
    roll = number_of(Dice(6, 5))
    assert all(is_said(state, Played(place, roll, end), answer) for place, end in played.items())
    assert not is_said(state, Played(elsewhere, roll, after(elsewhere, "65", "13/2")), answer)


def test_dice_that_were_moved_aside_are_not_the_opponents_roll() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=0)
    scene.dice, scene.places = "65", RIGHT
    scene.look(misread=BLURRED, times=2)
    scene.dice = ""
    scene.look(misread=BLURRED, times=3)
    scene.dice, scene.places = "31", LEFT
    scene.look(misread=BLURRED, times=9)
    assert scene.question == "question.which-play"
    scene.answers("24/13")
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 31"]


# --- checkers that lie nowhere ---------------------------------------------------------------------------


def one_gone(looks: int) -> Scene:
    """Ben has played 24/13, and one of his checkers seems to have gone from his six-point."""
    scene = rolled()
    scene.moves(BEN, "24/13", looks=2)
    scene.dice = ""
    scene.look(misread=ONE_GONE, times=looks)
    return scene


def test_a_checker_that_seems_gone_puts_the_turn_off_for_a_few_looks() -> None:
    scene = one_gone(2)
    assert (scene.recorded(), scene.question) == (["dark roll 65"], "")
    scene.look()
    assert scene.recorded()[-1] == "dark play 65 24/13"


def test_a_checker_that_stays_gone_is_asked_after() -> None:
    scene = one_gone(6)
    assert (scene.question, scene.choices) == ("checker-count", ["24/13", "answer.other"])
    scene.answers("24/13")
    assert scene.recorded()[-1] == "dark play 65 24/13"


def test_a_play_that_a_person_says_was_not_made_is_not_believed_when_the_opponent_throws() -> None:
    scene = one_gone(6)
    scene.answers("answer.other")
    scene.dice, scene.places = "42", RIGHT
    scene.look(misread=ONE_GONE, times=2)
    assert "dark play 65 24/13" not in scene.recorded()


def test_once_the_opponent_throws_over_a_checker_that_seems_gone_it_is_asked_what_was_played() -> None:
    scene = one_gone(1)
    scene.dice = "31"
    scene.look(misread=ONE_GONE, times=9)
    assert (scene.question, scene.choices) == ("checker-count", ["24/13", "answer.other"])
    scene.answers("24/13")
    assert scene.recorded()[-2:] == ["dark play 65 24/13", "light roll 31"]


def test_a_look_that_shows_every_checker_begins_the_wait_anew() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=2)
    scene.look(misread=ONE_GONE, times=5)
    scene.look()
    scene.dice = ""
    scene.look(misread=ONE_GONE, times=5)
    assert scene.question == ""


def test_where_nobody_can_be_asked_a_checker_that_seems_gone_accuses_nobody() -> None:
    scene = rolled(asks=False)
    scene.moves(BEN, "24/13", looks=2)
    scene.dice = ""
    scene.look(misread=ONE_GONE, times=2)
    scene.throws("31", RIGHT, looks=0)
    scene.look(misread=ONE_GONE, times=2)
    assert scene.recorded()[-2:] == ["dark play 65 24/13", "light roll 31"]


# --- the opening -----------------------------------------------------------------------------------------


def test_equal_dice_that_open_no_game_are_forgotten_once_they_are_taken_up() -> None:
    scene = Desk().started()
    scene.throws("44", LEFT, looks=2)
    scene.lifts(looks=1)
    assert scene.recorded() == []
    scene.throws("31", LEFT, looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5"]


@pytest.mark.parametrize("one", ["3", ""])
def test_an_opening_roll_of_which_one_die_was_seen_is_told_by_its_play_and_the_opponents_roll(one: str) -> None:
    scene = Desk().started()
    scene.places = RIGHT
    scene.dice = one
    scene.look(times=2)
    scene.moves(ANNA, "8/5 6/5")
    scene.throws("65", LEFT, looks=2)
    opened = ["light roll 31", "light play 31 8/5 6/5", "dark roll 65"]
    assert (scene.recorded() == opened) == bool(one), "dice of which none was seen have opened nothing"


# --- dice that are none, or were only moved --------------------------------------------------------------


@pytest.mark.parametrize("hand", [False, True])
def test_a_die_that_appears_beside_a_roll_disturbs_no_turn(*, hand: bool) -> None:
    scene = rolled()
    look = scene.state.seen.look
    assert look is not None
    if hand:
        scene.look(hand=True)
    stray = replace(look.observation, dice=(*look.observation.dice, die(1, (0.9, 0.9))))
    scene.happens(BoardSeen(stray, 60, scene.now + 1.0, unmoved=True))
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_a_roll_of_the_same_numbers_elsewhere_is_the_opponents_where_the_opponent_plays_it() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=2)
    scene.throws("65", RIGHT, looks=2)
    assert scene.recorded() == ["dark roll 65"], "it may be the same dice, moved aside"
    scene.moves(ANNA, "8/2 13/8", looks=2)
    scene.lifts()
    assert scene.recorded()[1:] == ["dark play 65 24/13", "light roll 65", "light play 65 13/2"]


# --- who is shut out -------------------------------------------------------------------------------------

SIX_PRIME = "6:2 5:2 4:2 3:2 2:2 1:2 13:3"
ON_BAR = "bar:1 6:5 5:5 4:4"


def closed_out() -> Scene:
    """It is Ben's turn, and no number lets him in."""
    return Desk().at(SIX_PRIME, ON_BAR, on_roll=BEN)


def test_who_is_shut_out_passes_and_the_throw_is_the_opponents() -> None:
    scene = closed_out()
    scene.throws("43", RIGHT, looks=2)
    scene.moves(ANNA, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark play", "light roll 43", "light play 43 13/9 13/10"]


def test_who_is_shut_out_may_throw_all_the_same_as_the_next_throw_tells() -> None:
    scene = closed_out()
    scene.throws("43", RIGHT, looks=2)
    scene.lifts()
    scene.throws("52", LEFT, looks=2)
    scene.moves(ANNA, "13/8 13/11", looks=2)
    scene.lifts()
    assert scene.recorded()[-4:] == [
        "dark roll 43",
        "dark play 43 Cannot Move",
        "light roll 52",
        "light play 52 13/8 13/11",
    ]


def test_who_is_shut_out_does_not_double_so_the_cube_is_the_opponents() -> None:
    seen, touched = closed_out(), closed_out()
    seen.moves_cube(CubePlace.OFFERED, looks=2)
    seen.moves_cube(CubePlace.DARK, looks=2)
    touched.acts(Act.DOUBLE, ANNA)
    touched.acts(Act.TAKE, BEN)
    assert seen.recorded() == touched.recorded() == ["dark play", "light double", "dark take"]


def test_a_roll_that_nobody_saw_and_that_could_not_be_played_is_told_by_the_opponents_play() -> None:
    scene = Desk().at("6:2 5:2 4:2 3:2 2:2 13:4 8:1", ON_BAR, on_roll=BEN)
    scene.throws("43", RIGHT, looks=2)
    scene.moves(ANNA, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 43", "light play 43 13/9 13/10"]
    assert scene.accused == []


# --- rolls that were not seen whole, and whose the opening is --------------------------------------------


def test_a_die_that_lay_there_alone_was_thrown_and_the_next_dice_are_the_opponents() -> None:
    scene = Desk().opened()
    scene.dice, scene.places = "6", LEFT
    scene.look(times=2)
    scene.moves(BEN, "24/13", looks=0)
    scene.throws("42", RIGHT)
    assert scene.recorded()[0].startswith("dark roll")
    assert scene.recorded()[1].endswith("24/13")
    assert scene.recorded()[2] == "light roll 42"


def test_an_opening_play_against_the_rules_is_told_once_its_dice_are_up() -> None:
    scene = Desk().started()
    scene.throws("31", RIGHT, looks=2)
    scene.moves(ANNA, "24/20 8/7 6/5", looks=2)
    scene.lifts(looks=3)
    assert scene.recorded()[0] == "light roll 31"
    assert len(scene.accused) == 1


def test_whose_turn_it_is_is_not_asked_while_somebody_moves() -> None:
    scene = rolled()
    scene.moves(BEN, "24/18 24/18 13/9 13/9 8/3 6/4", looks=4)
    assert scene.question == ""


# --- what people do, and what nobody does -----------------------------------------------------------------


def test_a_roll_over_which_the_opponent_plays_another_one_stands_unplayed() -> None:
    scene = rolled()
    scene.dice = ""
    scene.look()
    scene.throws("42", RIGHT, looks=2)
    scene.moves(ANNA, "13/9 24/22", looks=3)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 42", "light play 42 24/22 13/9"]
    assert scene.last(Kind.STOOD).reason == "wrong-number-of-moves"


def test_dice_that_were_moved_aside_may_be_read_otherwise_there() -> None:
    start = "6:5 8:3 13:5 24:2"
    scene = Desk().at(start, start, on_roll=BEN)
    scene.throws("65", LEFT, looks=2)
    look = scene.state.seen.look
    assert look is not None
    aside = replace(look.observation, dice=(die(6, (0.1, 0.2)), die(4, (0.3, 0.8), sure=0.4)))
    scene.happens(BoardSeen(aside, 60, scene.now + 1.0))
    scene.moves(BEN, "24/13", looks=0)
    scene.dice = ""
    scene.look(times=2)
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]


def test_a_tall_stack_that_looks_low_is_no_cleared_board() -> None:
    scene = Desk().at("1:2", "1:12", on_roll=BEN)
    scene.throws("51", LEFT)
    scene.look(misread={24: evidence((0, 4))}, times=3)
    assert scene.phase != "cleared"


def test_a_board_that_nobody_leaves_is_misread_and_casts_no_doubt_on_a_legal_play() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=0)
    scene.dice = ""
    colours = {24: Evidence({(0, 2): 0.99, (2, 0): 0.004}), 17: Evidence({(3, 0): 0.3, (0, 3): 0.6})}
    scene.look(misread=colours, times=2)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_two_plays_between_two_looks_are_told_apart_once_the_second_turn_is_over() -> None:
    """Ben hits on his way, and Anna comes in where her checker stood: it looks as if only Ben had played."""
    scene = Desk().at("6:5 8:3 13:4 16:1 24:2", "6:5 8:3 13:5 24:2", on_roll=BEN)
    scene.throws("42", LEFT, looks=2)
    scene.moves(BEN, "13/11/7", looks=0)
    scene.throws("54", RIGHT, looks=2)
    assert scene.recorded()[-2:] == ["dark play 42 13/7", "light roll 54"]
    scene.lifts(looks=4)
    assert scene.accused == []
    assert scene.question == "question.which-play"
    scene.answers("42: 13/9*/7")
    assert scene.recorded()[-2:] == ["light roll 54", "light play 54 bar/16"]


def test_who_puts_a_play_right_may_still_be_at_it_until_the_opponent_throws() -> None:
    scene = rolled()
    scene.moves(BEN, "24/18 13/7", looks=0)
    scene.lifts(looks=3)
    assert len(scene.accused) == 1
    scene.puts(BEN, 7, 8, looks=3)
    assert scene.recorded()[-1] == "dark corrected 65 24/18 13/8"
    scene.puts(BEN, 18, 24, looks=0)
    scene.puts(BEN, 8, 2, looks=3)
    scene.throws("31", RIGHT)
    assert scene.recorded()[-2:] == ["dark play 65 13/2", "light roll 31"]


def test_a_die_beside_the_standing_roll_may_be_the_opponents_who_has_played_already() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=0)
    scene.moves(ANNA, "8/4 6/4", looks=0)
    scene.waits(5)
    seen = observed(scene.board, "65", LEFT, at_s=scene.now)
    scene.happens(BoardSeen(replace(seen, dice=(*seen.dice, die(4, RIGHT[0]))), scene.frame, scene.now))
    scene.lifts()
    assert scene.accused == []
    assert scene.recorded()[1:] == ["dark play 65 24/13", "light roll 42", "light play 42 8/4 6/4"]


def test_a_play_with_one_number_stands_once_the_opponent_has_rolled() -> None:
    scene = rolled()
    scene.moves(BEN, "13/6", looks=2)
    scene.dice = ""
    scene.look(times=3)
    scene.throws("42", RIGHT)
    scene.moves(ANNA, "8/4 6/4")
    assert scene.last(Kind.STOOD).reason == "wrong-distance"
    assert scene.recorded()[-1] == "light roll 42"


def test_what_was_misread_and_asked_about_is_not_asked_about_again_while_it_looks_the_same() -> None:
    scene = one_gone(6)
    scene.answers("24/13")
    scene.dice, scene.places = "31", RIGHT
    scene.look(misread=ONE_GONE, times=2)
    scene.moves(ANNA, "8/5 6/5", looks=0)
    scene.look(misread=ONE_GONE, times=2)
    scene.dice = ""
    scene.look(misread=ONE_GONE, times=7)
    assert scene.question == ""
    assert scene.recorded()[-1] == "light play 31 8/5 6/5"


def test_a_play_that_was_denied_is_not_on_record_for_the_opponents_throwing() -> None:
    scene = one_gone(6)
    scene.answers("answer.other")
    scene.dice, scene.places = "31", RIGHT
    scene.look(misread=ONE_GONE)
    assert "dark play 65 24/13" not in scene.recorded()


def test_an_opening_turn_whose_dice_nobody_saw_is_asked_about_and_the_thread_goes_on() -> None:
    scene = Desk().started()
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.throws("64", LEFT, looks=2)
    scene.moves(BEN, "24/14", looks=2)
    scene.lifts(looks=4)
    scene.throws("21", RIGHT, looks=3)
    assert scene.state.side is ANNA
    assert scene.recorded()[-2:] == ["dark play 64 24/14", "light roll 21"]


def test_a_play_of_the_only_number_that_can_be_played_is_whole() -> None:
    scene = Desk().at("13:2 8:2 6:2 5:2", "bar:1 3:5", on_roll=BEN)
    scene.throws("51", LEFT, looks=2)
    scene.moves(BEN, "bar/24", looks=2)
    scene.lifts(looks=3)
    assert scene.question == ""
    assert scene.recorded()[-1] == "dark play 51 bar/24"


def test_something_that_lay_there_before_a_throw_and_goes_during_it_is_no_die_of_it() -> None:
    scene = Desk().opened()
    stray = die(3, (0.9, 0.9))

    def looks(dice: str, *more: SeenDie, times: int) -> None:
        for _ in range(times):
            scene.waits(0.4)
            seen = observed(scene.board, dice, LEFT, at_s=scene.now)
            scene.happens(BoardSeen(replace(seen, dice=(*seen.dice, *more)), scene.frame, scene.now, unmoved=True))

    looks("", stray, times=2)
    scene.look(hand=True)
    looks("65", stray, times=2)
    looks("65", times=2)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts(looks=3)
    assert scene.question == ""
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


def test_a_checker_borne_off_half_way_through_a_play_is_what_the_turn_is_told_for() -> None:
    scene = Desk().opened()
    scene.throws("66", LEFT, looks=2)
    scene.moves(BEN, "24/18", looks=2)
    scene.loses(BEN, 6)
    scene.moves(BEN, "13/7", looks=2)
    scene.moves(BEN, "13/7", looks=2)
    scene.lifts(looks=3)
    assert scene.last(Kind.ILLEGAL).reason == "bear-off-outside"


def test_a_turn_that_is_told_otherwise_leaves_the_double_before_it_as_it_is() -> None:
    scene = rolled()
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.throws("31", RIGHT, looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.moves_cube(CubePlace.LIGHT, looks=2)
    scene.throws("64", LEFT, looks=2)
    scene.moves(BEN, "24/14", looks=2)
    scene.lifts(looks=2)
    scene.puts(BEN, 14, 24, looks=0)
    scene.puts(BEN, 13, 7, looks=0)
    scene.puts(BEN, 13, 9, looks=2)
    scene.throws("52", RIGHT, looks=9)
    scene.moves(ANNA, "13/8 13/11", looks=2)
    scene.lifts(looks=2)
    cube = [line for line in scene.recorded() if "double" in line or "take" in line]
    assert cube == ["dark double", "light take"]
    assert "dark play 64 13/7 13/9" in scene.recorded()
    assert scene.state.record.cube.owner is ANNA
