"""What a screen is given to draw."""

from __future__ import annotations

from dataclasses import replace

from companion.games.backgammon import START, picture_of
from companion.games.backgammon.arrows import arrows_of_opponent
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.match.events import CameraLost, CubeActed, Paused, PutBackAsked, Resigned
from companion.match.phases import Phase
from companion.match.session import Terms, begun
from companion.match.view import Arrow, view_of
from companion.record.match import Game, Win
from tests.match.test_session import moved
from tests.table import LEFT, RIGHT, after, opened
from vision.observation import CubePlace


def test_before_anything_is_seen_the_start_position_is_awaited() -> None:
    view = view_of(begun(Terms(names=("Ann", "Bob"), length=5)))
    assert (view.phase, view.names, view.length) == ("phase.start", ("Ann", "Bob"), 5)
    assert view.on_roll is None
    assert view.confidence is None


def test_the_table_after_a_play() -> None:
    table, board = opened()
    view = view_of(table.state)
    assert view.points == board.points
    assert (view.phase, view.on_roll, view.dice) == ("phase.roll", Side.DARK, None)
    assert (view.last_side, view.last_play) == (Side.LIGHT, "8/5 6/5")
    assert view.arrows == (Arrow(8, 5), Arrow(6, 5))
    assert view.confidence is not None
    assert len(view.confidence) == 24


def test_a_roll_is_shown_and_darks_arrows_are_absolute() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    assert view_of(table.state).dice == (6, 5)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    assert {(arrow.start, arrow.end) for arrow in view_of(table.state).arrows} == {(1, 7), (7, 12)}


def test_the_bar_and_the_tray_have_spots_of_their_own() -> None:
    from companion.games.backgammon.table import spot_of

    assert [spot_of(own, Side.LIGHT) for own in (25, 24, 1, 0)] == [0, 24, 1, 25]
    assert [spot_of(own, Side.DARK) for own in (25, 24, 1, 0)] == [0, 1, 24, 25]


def test_an_illegal_play_is_a_band_with_its_points() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    view = view_of(table.state)
    assert view.phase == "phase.correct"
    assert view.message is not None
    assert (view.message.key, view.message.alarm) == ("wrong-distance", True)
    assert view.points == board.points, "the position on record, not the wrong one"
    assert view.illegal is not None
    assert view.illegal.side is Side.DARK
    assert view.illegal.picture[16] == Stack(0, 1)
    assert {(way.start, way.end) for way in view.illegal.ways} == {(12, 16), (12, 17)}
    assert [(way.start, way.end) for way in view.illegal.against] == [(12, 16)], "4 is no number of 65"


def test_no_way_is_blamed_for_a_fault_that_names_no_point() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    message = table.state.shown.message
    assert message is not None
    view = view_of(table.state.with_shown(message=replace(message, points=())))
    assert view.illegal is not None
    assert (len(view.illegal.ways), view.illegal.against) == (2, ())


def test_an_opposing_checker_that_was_moved_has_a_way_and_no_lawful_one_is_blamed_for_it() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(after(board, "65", "24/13"), (13, 14), side=Side.LIGHT), "65", LEFT)
    assert table.recorded()[-1] == "dark illegal 65 opponent-moved"
    message = table.state.shown.message
    assert message is not None
    for points in (message.points, (*message.points, 12)):
        illegal = view_of(table.state.with_shown(message=replace(message, points=points))).illegal
        assert illegal is not None
        assert illegal.others == illegal.against == (Arrow(13, 14),)
        assert illegal.ways == (Arrow(1, 12),)


def test_an_opposing_checker_that_was_taken_off_has_a_way_off_the_board() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    wrong = after(board, "65", "24/13")
    points = list(wrong.points)
    points[7] -= 1
    before = replace(board, on_roll=Side.DARK)
    assert arrows_of_opponent(before, picture_of(replace(wrong, points=tuple(points)))) == (Arrow(8, TRAY),)
    assert arrows_of_opponent(before, picture_of(wrong)) == ()


def test_a_hit_checker_on_the_bar_is_no_opposing_checker_moved_wrongly() -> None:
    before = replace(START, on_roll=Side.LIGHT, points=(-1, *START.points[1:4], -1, *START.points[5:]))
    hit = after(before, "31", "8/5* 6/5")
    assert arrows_of_opponent(before, picture_of(hit)) == (Arrow(5, BAR),)


def test_the_board_of_a_warning_follows_the_checkers_that_are_put_back() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(moved(board, (12, 16), (12, 17), side=Side.DARK), "65", LEFT)
    table.see(half := moved(board, (12, 17), side=Side.DARK), "65", LEFT)
    view = view_of(table.state)
    assert view.illegal is not None
    assert view.illegal.picture == {spot: stack for spot, stack in picture_of(half).items() if sum(stack)}
    assert (view.illegal.ways, view.illegal.against) == ((Arrow(12, 17),), ())


def test_an_offered_cube_names_who_offers_it() -> None:
    table, board = opened()
    table.see(board, cube=CubePlace.OFFERED)
    view = view_of(table.state)
    assert (view.phase, view.cube_offered_by) == ("phase.take-or-drop", Side.DARK)


def test_the_winner_is_shown_when_a_game_is_over() -> None:
    table, _ = opened()
    table.see(START)
    state = table.state.with_record(games=(Game(win=Win(Side.DARK, 2)),))
    assert (view_of(state).winner, view_of(state).points_won) == (Side.DARK, 2)


def test_the_turns_of_the_game_are_there_to_be_corrected_in_the_order_played() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    turns = view_of(table.state).history
    assert [(turn.number, turn.side, turn.dice.text(), turn.play) for turn in turns] == [
        (1, Side.LIGHT, "31", "8/5 6/5"),
        (2, Side.DARK, "65", "24/13"),
    ]
    assert turns[0].before.points == START.points
    assert turns[0].after.points == turns[1].before.points == board.points


def test_a_legal_turn_is_ticked_until_the_next_roll_and_an_illegal_one_that_stood_is_not() -> None:
    table, board = opened()
    assert view_of(table.state).tick
    table.see(board, "65", LEFT)
    assert not view_of(table.state).tick
    wrong = moved(board, (12, 16), (12, 17), side=Side.DARK)
    table.see(wrong, "65", LEFT)
    table.see(wrong, "42", RIGHT)
    table.see(wrong, "42", RIGHT)
    assert view_of(table.state.with_record(phase=Phase.ROLLING, turn=None)).tick is False


def test_a_resignation_is_answered_by_the_other_player() -> None:
    table, _ = opened(Terms(asks=True))
    table.happen(Resigned(Side.LIGHT, Result.GAMMON, 9.0))
    question = view_of(table.state).question
    assert question is not None
    assert (question.key, question.to) == ("question.resigned", frozenset({Side.DARK}))
    assert [answer.text for answer in question.answers] == ["answer.yes", "answer.no"]


def test_a_double_is_offered_only_where_it_is_allowed_and_answered_by_the_other_player() -> None:
    table, _ = opened(Terms(length=5, asks=True))
    assert view_of(table.state).may_double
    table.happen(CubeActed(Act.DOUBLE, Side.DARK, 9.0))
    view = view_of(table.state)
    assert (view.may_double, view.phase, view.double_back) == (False, "phase.take-or-drop", None)
    assert view.question is not None
    assert view.question.to == {Side.LIGHT}


def test_what_the_camera_reads_is_there_apart_from_the_record() -> None:
    table, _ = opened()
    lies = view_of(table.state).board_read
    assert lies is not None
    assert lies[6] == (4, 0)
    assert sum(stack.light for stack in lies if stack) == 15


def test_a_clock_is_shown_in_whole_seconds_with_the_delay_of_who_is_to_act() -> None:
    table, _ = opened(Terms(length=7, clock=True))
    clock = view_of(table.state).clock
    assert clock is not None
    assert clock.runs is Side.DARK
    assert clock.left_s == (840, 840)
    assert 0 < clock.delay_left_s <= 12
    assert view_of(opened()[0].state).clock is None


def test_a_pause_a_blind_table_and_trouble_are_told_apart() -> None:
    table, _ = opened()
    table.happen(CameraLost("gone", 8.0))
    table.happen(Paused(9.0))
    view = view_of(table.state, trouble="the disk is full")
    assert (view.phase, view.blind, view.trouble, view.on_roll) == ("phase.paused", True, "the disk is full", None)


def test_a_board_being_put_back_names_the_spots_that_are_left() -> None:
    table, board = opened()
    table.see(moved(board, (19, 2), side=Side.DARK))
    table.happen(PutBackAsked(8.0))
    view = view_of(table.state)
    assert view.phase == "phase.put-back"
    assert view.put_back is not None
    assert set(view.put_back.left) == {2, 19}
