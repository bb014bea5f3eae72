"""What the rule set's lines of conduct change at the table: premature rolls, dice that count, final rolls, results."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.backgammon import START
from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.scoring import Result
from companion.match.phases import Phase
from companion.match.session import resumed
from companion.match.state import DiceSource, EndOfTurn
from companion.match.view import view_of
from companion.record import Header, match_from_entries
from companion.record.entries import Kind
from companion.record.match import Win
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.games.boards import board
from tests.table import LEFT, RIGHT
from vision.observation import CubePlace

STARTS = ("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")
RE_ROLL = "tournament premature_roll=re-roll"
RIGHT_OF_BAR = "tournament roll_area=right-of-bar"
BUTTON: dict[str, Any] = {"end_of_turn": EndOfTurn.BUTTON, "dice": DiceSource.ELECTRONIC}


# --- a roll that comes too soon ------------------------------------------------------------------


def rolled_early(rules: str) -> Scene:
    scene = Desk().opened(rules)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.throws("42", RIGHT, looks=2)
    return scene


@pytest.mark.slow
def test_a_premature_roll_that_is_annulled_is_none_even_while_its_dice_lie_there() -> None:
    scene = rolled_early(RE_ROLL)
    assert scene.question == "question.premature"
    question = view_of(scene.state).question
    assert question is not None
    assert question.to == frozenset({BEN})
    scene.answers("answer.yes")
    assert scene.last(Kind.PREMATURE).details == {"annulled": True}
    scene.moves(BEN, "18/13", looks=3)
    scene.lifts()
    scene.throws("53", LEFT, looks=2)
    assert scene.recorded() == ["dark roll 65", "light premature 42", "dark play 65 24/13", "light roll 53"]


@pytest.mark.slow
def test_a_premature_roll_that_is_let_stand_is_not_asked_about_again() -> None:
    scene = rolled_early(RE_ROLL)
    scene.answers("answer.no")
    scene.look(times=2)
    assert scene.question == ""
    scene.moves(BEN, "18/13", looks=2)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.recorded() == [
        "dark roll 65", "dark play 65 24/13", "light premature 42", "light roll 42", "light play 42 8/4 6/4",
    ]  # fmt: skip


def test_nothing_is_said_of_a_roll_over_a_play_that_was_whole() -> None:
    scene = Desk().opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.throws("42", RIGHT, looks=3)
    assert (scene.message, scene.question) == ("", "")


# --- a double that comes too soon ----------------------------------------------------------------


def test_a_double_over_half_a_play_is_refused() -> None:
    scene = Desk().opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.recorded() == ["dark roll 65"]
    assert scene.message == "notice.out-of-turn"


def test_a_double_that_comes_too_soon_can_be_made_again_where_it_may_be_annulled() -> None:
    scene = Desk().opened(RE_ROLL)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.acts(Act.DOUBLE, ANNA)
    assert (scene.recorded(), scene.message) == (["dark roll 65"], "notice.out-of-turn")
    scene.lifts()
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.recorded()[-1] == "light double"


def test_who_doubles_by_touch_lets_an_illegal_play_stand() -> None:
    scene = Desk().wrongly_played()
    assert view_of(scene.state).may_double_next
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light double"]


def test_the_opponent_of_who_is_shut_out_may_double_by_touch() -> None:
    scene = Desk().at("6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14", on_roll=BEN)
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.recorded() == ["dark play", "light double"]


# --- dice that count -----------------------------------------------------------------------------


def test_the_right_hand_is_that_of_who_rolls() -> None:
    scene = Desk().opened(RIGHT_OF_BAR)
    scene.throws("65", RIGHT, looks=2)
    assert (scene.recorded(), scene.message) == ([], "notice.roll-area")
    scene.lifts()
    scene.throws("42", LEFT, looks=2)
    assert (scene.recorded(), scene.message) == (["dark roll 42"], "")


def test_a_die_too_near_to_the_bar_to_say_counts() -> None:
    scene = Desk().opened(RIGHT_OF_BAR)
    scene.throws("65", ((0.2, 0.4), (0.54, 0.6)), looks=2)
    assert scene.recorded() == ["dark roll 65"]


def test_a_throw_in_the_wrong_half_does_not_let_an_illegal_play_stand() -> None:
    scene = Desk().wrongly_played(RIGHT_OF_BAR)
    scene.throws("42", LEFT, looks=2)
    assert scene.recorded()[-1] == "dark illegal 65 wrong-distance"
    assert scene.phase == "correcting"
    scene.lifts()
    scene.throws("42", RIGHT, looks=2)
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light roll 42"]


@pytest.mark.parametrize(("side", "told"), [(None, ["light roll 65"]), ("light", ["light roll 65"]), ("dark", [])])
def test_only_dice_that_are_certainly_the_opponents_are_no_roll(side: str | None, told: list[str]) -> None:
    scene = Desk().at(*STARTS, "gamez")
    scene.dice_side = side  # type: ignore[assignment]
    scene.throws("65", looks=2)
    assert scene.recorded() == told


def test_the_opponents_dice_roll_for_who_is_shut_out() -> None:
    scene = Desk().at("6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14", "gamez", on_roll=BEN)
    scene.dice_side = "light"
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 43", "light play 43 13/9 13/10"]


# --- electronic rolls ----------------------------------------------------------------------------


def test_an_electronic_roll_stays_final_after_a_restart() -> None:
    scene = Desk().opened(**BUTTON)
    scene.presses()
    scene.electronic("65")
    scene.state = resumed(scene.terms, scene.journal)
    scene.touches("RollEntered", 6, 6)
    assert scene.message == "notice.roll-final"
    assert scene.recorded() == ["dark roll 65"]


def test_an_electronic_roll_of_an_earlier_turn_is_not_edited_but_its_play_is() -> None:
    scene = Desk().opened(**BUTTON)
    scene.presses()
    scene.electronic("65")
    scene.moves(BEN, "24/13", looks=2)
    scene.presses()
    scene.look()
    scene.touches("Edited", 2, dice=(6, 6), play="24/18(2) 13/7(2)")
    assert scene.recorded()[-1] == "dark play 65 24/13"
    assert scene.message == "notice.refused"
    scene.touches("Edited", 2, play="24/18 13/8")
    assert scene.recorded()[-1] == "edit 65 24/18 13/8"


def test_a_roll_that_the_camera_has_read_may_be_entered_anew_beside_electronic_ones() -> None:
    scene = Desk().opened(dice=DiceSource.BOTH)
    scene.throws("65", LEFT, looks=2)
    scene.touches("RollEntered", 6, 4)
    assert scene.recorded()[-1] == "dark edit 64 dice-changed"


# --- one die, thrown twice -------------------------------------------------------------------------


@pytest.mark.slow
def test_one_die_thrown_twice_is_a_roll_in_every_turn() -> None:
    scene = Desk().at(*STARTS, "box-leaflet")
    for first, second, side, play in (("3", "1", ANNA, "8/5 6/5"), ("6", "5", BEN, "24/13")):
        scene.throws(first, looks=2)
        assert scene.recorded()[-1:] == ([] if side is ANNA else ["light play 31 8/5 6/5"])
        scene.lifts(looks=1)
        scene.throws(second, looks=2)
        scene.moves(side, play, looks=2)
        scene.lifts()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5", "dark roll 65", "dark play 65 24/13"]


def test_a_die_that_is_nudged_has_not_been_thrown_again() -> None:
    scene = Desk().at(*STARTS, "box-leaflet")
    scene.throws("3", ((0.2, 0.4), (0.3, 0.6)), looks=2)
    scene.throws("3", ((0.22, 0.4), (0.3, 0.6)), looks=3)
    assert scene.recorded() == []
    scene.throws("1", ((0.7, 0.4), (0.3, 0.6)), looks=1)
    assert scene.recorded() == ["light roll 31"]


def test_one_die_alone_is_no_roll_where_two_are_thrown() -> None:
    scene = Desk().at(*STARTS)
    scene.throws("3", looks=2)
    scene.lifts()
    scene.throws("1", looks=2)
    assert scene.recorded() == []


# --- results -------------------------------------------------------------------------------------


def won(length: int = 0) -> Scene:
    scene = Desk().at("1:2", "6:5 5:5 4:4", cube=Cube(2, ANNA), length=length)
    scene.throws("65")
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.lifts()
    return scene


def test_a_result_that_the_players_have_changed_is_that_of_the_match() -> None:
    scene = won()
    scene.touches("Ended", ANNA, Result.GAMMON)
    scene.touches("Ended", BEN, Result.SINGLE)
    assert scene.state.record.score == (0, 2)
    match = match_from_entries(Header(1, "2026-11-20T19:30:00+00:00"), scene.journal)
    assert [game.win for game in match.games] == [Win(BEN, 2)]
    again = resumed(scene.terms, scene.journal)
    assert (again.record.score, again.record.result, again.phase) == ((0, 2), Win(BEN, 2), Phase.GAME_OVER)


def test_a_match_that_was_not_won_after_all_goes_on() -> None:
    scene = won(length=2)
    assert scene.phase == "match-over"
    scene.touches("Ended", BEN, Result.SINGLE)
    assert (scene.phase, scene.state.record.score) == ("match-over", (0, 2))
    scene = won(length=3)
    assert scene.phase == "game-over"
    scene.touches("Ended", ANNA, Result.GAMMON)
    assert (scene.phase, scene.state.record.score) == ("match-over", (4, 0))
    scene.touches("Ended", ANNA, Result.SINGLE)
    assert (scene.phase, scene.state.record.score) == ("game-over", (2, 0))


def test_a_result_that_was_agreed_on_is_not_changed_any_more() -> None:
    scene = won()
    scene.touches("NextGame")
    scene.touches("Ended", BEN, Result.SINGLE)
    assert scene.state.record.score == (2, 0)


# --- a start that is a checker short -------------------------------------------------------------


def short_start(**facts: Any) -> Scene:
    scene = Desk().table(**facts)
    scene.sure = 0.99
    scene.sets_up(board("6:5 8:3 13:5 24:2", "6:4 8:3 13:5 24:2"), looks=6)
    return scene


def test_who_rolls_though_a_checker_seems_to_be_missing_begins() -> None:
    scene = short_start()
    assert scene.recorded() == []
    scene.throws("31", RIGHT)
    assert (scene.recorded(), scene.phase) == (["start"], "opening")


def test_who_presses_though_a_checker_seems_to_be_missing_begins() -> None:
    scene = short_start(**BUTTON)
    scene.presses()
    assert (scene.recorded(), scene.rolls_asked) == (["start"], 1)


def test_a_press_begins_nothing_while_the_board_is_being_set_up() -> None:
    scene = Desk().table(**BUTTON)
    scene.sets_up(board("6:5 8:3", "6:5"))
    scene.presses()
    assert (scene.recorded(), scene.rolls_asked, scene.phase) == ([], 0, "setting-up")


# --- rulings that nobody is told -----------------------------------------------------------------


@pytest.mark.parametrize("told", ["on-request", "silent"])
def test_the_screen_keeps_silent_on_an_illegal_play(told: str) -> None:
    scene = Desk().wrongly_played(f"tournament illegal_play=responsible-moves told={told}")
    view = view_of(scene.state)
    assert (view.phase, view.on_roll, view.message, view.question) == ("phase.roll", ANNA, None, None)
    assert (view.last_side, view.last_play) == (BEN, "13/9 13/10")
    assert view.may_double
    assert view.points[14] == -1, "it lies on Ben's 10-point"


@pytest.mark.parametrize("told", ["on-request", "silent"])
def test_no_tick_tells_a_legal_play_where_an_illegal_one_is_not_told(told: str) -> None:
    ticks = []
    for rules in ("tournament", f"tournament illegal_play=responsible-moves told={told}"):
        scene = Desk().opened(rules)
        scene.throws("65", LEFT)
        scene.moves(BEN, "24/13", looks=2)
        scene.lifts()
        ticks.append(view_of(scene.state).tick)
    assert ticks == [True, False]


def test_the_choice_of_the_opponent_comes_back_after_a_restart() -> None:
    scene = Desk().wrongly_played("tournament illegal_play=responsible-moves told=on-request")
    scene.touches("RulingAsked")
    again = resumed(scene.terms, scene.journal)
    assert again.phase is Phase.RULED
    assert again.shown.question is not None
    assert again.shown.question.key == "question.stands"
    question = view_of(again).question
    assert question is not None
    assert question.to == frozenset({ANNA})


# --- the cube's face -----------------------------------------------------------------------------


def taken_and_not_turned() -> Scene:
    scene = Desk().opened()
    scene.face = 64
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.moves_cube(CubePlace.LIGHT)
    assert scene.recorded() == ["dark double", "light take"]
    return scene


def test_a_face_is_named_after_several_looks_and_no_more_once_it_is_right() -> None:
    scene = taken_and_not_turned()
    scene.look()
    assert scene.message == ""
    scene.look(times=2)
    assert scene.message == "notice.cube-value"
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.values == {"seen": "64", "value": "2"}
    scene.face = 2
    scene.look()
    assert scene.message == ""


def test_nothing_is_said_of_the_cube_in_the_middle_of_a_roll() -> None:
    scene = taken_and_not_turned()
    scene.throws("65", LEFT, looks=5)
    assert scene.message == ""


# --- the camera comes back -----------------------------------------------------------------------


def test_nothing_is_said_where_the_board_lies_as_on_record_when_the_camera_is_back() -> None:
    scene = Desk().opened()
    scene.touches("CameraLost", "no picture")
    scene.touches("CameraBack")
    scene.look(times=3)
    assert scene.message == ""
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]


def test_a_difference_is_named_until_it_is_put_right() -> None:
    scene = Desk().opened()
    scene.touches("CameraLost", "no picture")
    scene.touches("CameraBack")
    stood = dict(scene.board)
    scene.puts(BEN, 24, 22, looks=2)
    assert scene.state.shown.message is not None
    assert (scene.message, set(scene.state.shown.message.points)) == ("notice.differs", {1, 3})
    scene.sets_up(stood)
    assert scene.message == ""
    assert scene.state.record.position.points != START.points


def test_the_next_game_is_begun_by_a_press_as_well() -> None:
    scene = short_start(**BUTTON)
    scene.presses()
    scene.electronic("31")
    scene.touches("Ended", ANNA, Result.SINGLE)
    scene.touches("NextGame")
    scene.look(times=6)
    assert (scene.phase, scene.message) == ("between-games", "notice.not-start")
    scene.presses()
    assert (scene.recorded().count("start"), scene.rolls_asked) == (2, 2)
