"""What a picture of a board leaves open, and the positions that fit."""

from __future__ import annotations

import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.coach.engines.gnubg import program
from companion.errors import InputError
from companion.games.backgammon import START, Position
from companion.games.rules import BAR, Side, Stack
from companion.photograph.backgammon import PicturedBoard
from companion.photograph.open_reading import Key
from companion.photograph.ways import WAYS
from tests.photograph.lying import counts_of, cube_at, empty, observed, pictured
from vision.observation import UNSEEN, CubePlace, Evidence, Orientation

MIDDLE_GAME = Position.from_id("mHPkBRAzTvABMA")
"""Light has a checker on the bar."""


def keys(board: PicturedBoard) -> list[Key]:
    return [question.key for question in board.questions()]


def options(board: PicturedBoard, key: Key) -> list[str]:
    return [option.value for question in board.questions() if question.key is key for option in question.options]


def xgids(board: PicturedBoard) -> list[str]:
    return [fitting.xgid for fitting in board.fitting()]


@pytest.mark.parametrize("way", WAYS)
def test_where_the_checkers_gather_tells_which_way_round_the_board_is(way: Orientation) -> None:
    board = pictured(START, way)
    assert list(board.ways()) == [way]
    assert keys(board) == [Key.ON_ROLL, Key.LENGTH, Key.CUBE]
    assert xgids(board) == [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
    ]


def test_what_the_checkers_do_not_tell_is_asked_and_home_halves_it() -> None:
    board = pictured(Position.from_xgid("XGID=------a-a--A---------A----:0:0:1:00:0:0:0:0:10"))
    assert len(board.ways()) > 1
    assert Key.WAY in keys(board)
    for half in ("left", "right"):
        assert {way.home_at_right for way in board.answered(Key.HOME, half).ways()} == {half == "right"}
    told = board.answered(Key.WAY, "top left")
    assert list(told.ways()) == [Orientation(False, False)]
    assert Key.WAY not in keys(told)


@given(st.sampled_from(WAYS), st.data())
def test_the_true_position_is_among_those_that_fit_whatever_lies_there(way: Orientation, data: st.DataObject) -> None:
    owners = data.draw(st.lists(st.sampled_from([1, -1, 0]), min_size=24, max_size=24))
    left = {1: 15, -1: 15, 0: 0}
    points = []
    for owner in owners:
        n = data.draw(st.integers(0, left[owner]))
        left[owner] -= n
        points.append(owner * n)
    position = Position(tuple(points), off=Stack(left[1], left[-1]))
    if not any(points):
        return
    board = pictured(position, way)
    for key, value in ((Key.WAY, way_text(way)), (Key.MISSING, "off")):
        board = board.answered(key, value)
    assert position.xgid() in xgids(board)


def way_text(way: Orientation) -> str:
    return f"{'bottom' if way.light_at_bottom else 'top'} {'right' if way.home_at_right else 'left'}"


def test_sides_about_equally_light_are_asked_about_and_may_be_exchanged() -> None:
    board = pictured(MIDDLE_GAME, alike=True)
    assert keys(board)[0] is Key.COLOURS
    assert MIDDLE_GAME.xgid() in xgids(board)
    exchanged = xgids(board.answered(Key.COLOURS, "exchanged"))
    assert MIDDLE_GAME.mirrored().xgid() in exchanged
    assert MIDDLE_GAME.xgid() not in exchanged


# --- checkers that are not seen ---------------------------------------------------------------------------------------


def test_a_missing_checker_is_likelier_on_the_bar_while_others_are_outside() -> None:
    hit = Position.from_xgid("XGID=-b----E-C---eE---c-e----A-:0:0:1:00:0:0:0:0:10")
    board = pictured(hit).answered(Key.ON_ROLL, "light")
    assert options(board, Key.MISSING) == ["bar", "off"]
    assert [one.situation.position.bar for one in board.fitting()] == [(1, 0), (0, 0)]
    off = board.answered(Key.MISSING, "off").fitting()
    assert [(one.situation.position.off, one.assumes["missing"]) for one in off] == [((1, 0), "off")]


def test_many_missing_while_all_others_are_home_are_borne_off_without_a_question() -> None:
    race = Position.from_xgid("XGID=-BBB-----------------ccbb-:0:0:1:00:0:0:0:0:10")
    board = pictured(race)
    assert Key.MISSING not in keys(board)
    assert {one.situation.position.off for one in board.fitting()} == {race.off}


# --- the cube ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "number", "way", "field"),
    [
        (CubePlace.MIDDLE, 64, WAYS[0], "0:0"),
        (CubePlace.LIGHT, 2, WAYS[0], "1:1"),
        (CubePlace.DARK, 4, WAYS[0], "2:-1"),
        (CubePlace.LIGHT, 2, Orientation(False, True), "1:-1"),  # as read: nearer to the bottom, where Dark is
    ],
)
def test_the_place_of_the_cube_tells_whose_it_is(place: CubePlace, number: int, way: Orientation, field: str) -> None:
    board = pictured(START, way, cube=cube_at(place, number))
    assert Key.CUBE not in keys(board)
    assert {xgid.split(":", 1)[1].rsplit(":", 7)[0] for xgid in xgids(board)} == {field}


def test_an_offered_cube_is_to_be_answered() -> None:
    board = pictured(START, cube=cube_at(CubePlace.OFFERED, 2)).answered(Key.ON_ROLL, "light")
    assert xgids(board)[0] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
    assert board.fitting()[0].situation.state.to_act is Side.DARK


def test_a_cube_that_is_not_seen_is_assumed_in_the_middle_until_somebody_says_otherwise() -> None:
    board = pictured(START).answered(Key.ON_ROLL, "light")
    assert xgids(board) == [START.xgid()]
    assert ":1:-1:1:" in xgids(board.answered(Key.CUBE, "2,dark"))[0]
    assert len(board.answered(Key.CUBE, "2").fitting()) == 2
    assert options(board.answered(Key.CUBE, "2"), Key.CUBE) == ["2,light", "2,dark"]


# --- match and dice ---------------------------------------------------------------------------------------------------


def test_at_match_point_it_may_be_the_crawford_game_or_a_later_one() -> None:
    board = pictured(START, cube=cube_at(CubePlace.LIGHT, 2)).answered(Key.ON_ROLL, "light")
    board = board.answered(Key.LENGTH, "5").answered(Key.SCORE, "4-2")
    assert options(board, Key.CRAWFORD) == ["yes", "no"]
    crawford = board.answered(Key.CRAWFORD, "yes")
    assert xgids(crawford) == ["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10"]
    assert xgids(board.answered(Key.CRAWFORD, "no")) == ["XGID=-b----E-C---eE---c-e----B-:1:1:1:00:4:2:0:5:10"]


@pytest.mark.parametrize(
    ("dice", "field"),
    [((3, 6), "63"), ((5,), "00"), ((1, 2, 3, 4), "00"), ((), "00")],
    ids=["two", "one", "four", "none"],
)
def test_two_dice_are_a_roll_and_any_other_number_of_them_is_none(dice: tuple[int, ...], field: str) -> None:
    assert {xgid.split(":")[4] for xgid in xgids(pictured(START, dice=dice))} == {field}
    assert {xgid.split(":")[4] for xgid in xgids(pictured(START, dice=dice).answered(Key.DICE, "52"))} == {"52"}


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({Key.ON_ROLL: "me"}, "expected light or dark"),
        ({Key.LENGTH: "-1"}, "expected a number of points"),
        ({Key.LENGTH: "7", Key.SCORE: "three"}, "such as 3,5"),
        ({Key.LENGTH: "7", Key.SCORE: "7,0"}, "expected fewer points"),
        ({Key.LENGTH: "7", Key.SCORE: "3,2", Key.CRAWFORD: "yes"}, "one side is a point away"),
        ({Key.CUBE: "3"}, "expected 1, 2, 4"),
        ({Key.CUBE: "1,light"}, "nobody owns it"),
        ({Key.DICE: "77"}, "7"),
    ],
)  # fmt: skip
def test_an_answer_that_makes_no_sense_is_refused(answers: dict[Key, str], words: str) -> None:
    *right, wrong = answers.items()
    board = pictured(START)
    for key, value in right:
        board = board.answered(key, value)
    with pytest.raises(InputError, match=re.escape(words)):
        board.answered(*wrong)


# --- what was read ----------------------------------------------------------------------------------------------------


def unsure() -> PicturedBoard:
    """The start with a sixth light checker on the 6-point by itself, which the sum makes five."""
    certain = {spot: Evidence({counts: 0.999}) for spot, counts in counts_of(START).items()}
    alone = {**certain, 6: Evidence({(6, 0): 0.6, (5, 0): 0.4})}
    return PicturedBoard(observed({**certain, 6: Evidence({(5, 0): 0.9})}, alone))


def test_what_the_sum_has_changed_is_named() -> None:
    (changed,) = unsure().changed
    assert (changed.spot, changed.read, changed.used) == (6, (6, 0), (5, 0))
    assert unsure().doubtful == (6,)


def test_a_correction_is_certain_and_the_others_are_counted_anew() -> None:
    board = unsure().corrected(8, (2, 0))
    assert (board.counts[8], board.counts[6]) == ((2, 0), (6, 0))
    assert board.changed == ()
    assert board.corrected(6, (5, 0)).counts[6] == (5, 0)


def test_a_hidden_spot_is_doubtful() -> None:
    held = {spot: Evidence({counts: 0.999}) for spot, counts in counts_of(START).items()}
    assert PicturedBoard(observed({**held, 3: UNSEEN})).doubtful == (3,)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (empty((6, (9, 0)), (8, (7, 0))), "picture.over"),
        (empty((6, (5, 1)), (8, (7, 0))), "picture.both-sides"),
        (empty(), "picture.nothing"),
    ],
    ids=["too many", "both on a point", "none"],
)
def test_a_board_that_is_no_position_fits_nothing_and_says_why(held: dict[int, tuple[int, int]], words: str) -> None:
    board = PicturedBoard(observed({spot: Evidence({counts: 0.99}) for spot, counts in held.items()}))
    assert board.fitting() == ()
    assert words in dict(board.problems)


def test_both_sides_may_be_on_the_bar() -> None:
    both = Position.from_xgid("XGID=ab----D-C---eE---c-d----BA:0:0:1:00:0:0:0:0:10")
    assert counts_of(both)[BAR] == (1, 1)
    assert both.xgid() in xgids(pictured(both))


@pytest.mark.skipif(program() is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_takes_the_xgids_and_gives_the_same_ids() -> None:
    board = pictured(MIDDLE_GAME, dice=(6, 3)).answered(Key.ON_ROLL, "light")
    boards = [board, board.answered(Key.CUBE, "2,dark"), board.answered(Key.LENGTH, "7").answered(Key.SCORE, "3,5")]
    fitting = [board.fitting()[0] for board in boards]
    typed = "".join(f"set xgid {one.xgid}\n" for one in fitting)
    answer = subprocess.run(
        [str(program()), "-t", "-q"], input=f"{typed}quit\ny\n", capture_output=True, text=True, check=False, timeout=60
    ).stdout
    told = [":".join(ids) for ids in re.findall(r"Position ID: (\S+)\s+Match ID\s+: (\S+)", answer)]
    for one in fitting:
        assert one.gnubg_id in told


def test_a_correction_is_of_the_colours_as_they_were_answered() -> None:
    board = pictured(START, alike=True).answered(Key.COLOURS, "exchanged").corrected(13, (4, 0))
    assert board.counts[13] == (4, 0)
