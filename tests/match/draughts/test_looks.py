"""A match of draughts that a camera follows."""

from __future__ import annotations

from functools import partial

from companion.games.draughts import START, Position, after, picture_of
from companion.games.draughts.notation import parse
from companion.games.draughts.squares import SQUARES, named
from companion.games.rules import Picture, Side
from companion.match.draughts.view import DraughtsView
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    CameraBack,
    CameraLost,
    GameResigned,
    PutBackAsked,
    Ticked,
)
from companion.match.terms import EndOfTurn
from tests.match.draughts.board import DARK, LIGHT, NOTHING, look_at, lying
from tests.match.draughts.play import Table


class Watched(Table):
    """A table that a camera sees."""

    frame = 0

    def __init__(self, **terms: object) -> None:
        super().__init__(**terms)
        self.state = self.state.with_seen(blind=False)

    def look(self, board: Position | Picture, *, times: int = 1, hand: bool = False) -> DraughtsView:
        """The board is looked at so often, and nothing moves meanwhile."""
        for number in range(times):
            self.frame += 1
            event = partial(BoardSeen, look_at(board, self.now_s, hand=hand), self.frame, unmoved=number > 0)
            self.do(event, after_s=0.5)
        return self.view

    def moves(self, *moves: str, times: int = 1) -> DraughtsView:
        """These moves are made on the board, one after the other."""
        for move in moves:
            position = self.state.record.position
            self.look(after(position, parse(move, position)), times=times)
        return self.view


def test_a_game_begins_once_the_start_position_is_set_up() -> None:
    table = Watched()
    assert table.look(lying(START, c3=NOTHING)).phase == "phase.start"
    view = table.look(lying(START, c3=NOTHING), times=4)
    assert view.message is not None
    assert (view.message.key, view.message.points) == ("notice.men-astray", (named("c3"),))
    assert view.message.values == {"squares": "c3"}
    view = table.look(START)
    assert (view.phase, view.to_move, view.light_at_bottom) == ("phase.play", Side.LIGHT, True)


def test_pieces_on_light_squares_are_no_start_position() -> None:
    table = Watched()
    chess = lying(START, a2=LIGHT, c2=LIGHT, e2=LIGHT, g2=LIGHT)
    view = table.look(chess, times=4)
    assert (view.phase, table.kinds) == ("phase.start", []), "though all men of draughts are there"
    assert view.message is not None
    assert (view.message.key, len(view.message.points)) == ("notice.light-squares", 4)
    assert table.look(START).phase == "phase.play"


def test_a_still_look_at_a_legal_move_ends_the_turn() -> None:
    table = Watched()
    table.look(START)
    view = table.moves("c3-d4", "f6-g5", "d4-c5", "b6xd4")
    assert [shown.text for shown in view.moves] == ["c3-d4", "f6-g5", "d4-c5", "b6xd4"]
    assert view.last is not None
    assert view.last.move.captured == (named("c5"),)


def test_nobody_is_asked_about_a_turn_that_is_on_record() -> None:
    table = Watched()
    table.look(START, times=8)
    view = table.moves("c3-d4", "f6-g5", times=8)
    assert (view.question, len(view.moves)) == (None, 2)
    assert "asked" not in table.kinds


def test_with_a_button_the_press_ends_the_turn() -> None:
    table = Watched(end_of_turn=EndOfTurn.BUTTON)
    table.look(START)
    view = table.moves("c3-d4", times=2)
    assert view.moves == ()
    view = table.do(ButtonPressed)
    assert [shown.text for shown in view.moves] == ["c3-d4"]


def test_without_a_press_the_opponents_move_ends_the_turn() -> None:
    table = Watched(end_of_turn=EndOfTurn.BUTTON)
    table.look(START, times=2)
    once = after(START, parse("c3-d4", START))
    table.look(once, times=2)
    view = table.look(after(once, parse("f6-g5", once)), times=3)
    assert view.moves
    assert view.moves[0].text == "c3-d4"


def test_an_illegal_move_is_named_until_it_is_put_right() -> None:
    table = Watched()
    table.look(START)
    view = table.look(lying(START, c3=NOTHING, c5=LIGHT), times=3)
    assert view.phase == "phase.correct"
    assert view.illegal is not None
    assert view.illegal.way == (named("c3"), named("c5"))
    assert view.message is not None
    assert view.message.alarm
    view = table.look(START, times=2)
    assert view.message is None
    view = table.moves("c3-d4", times=2)
    assert (view.phase, [shown.text for shown in view.moves]) == ("phase.play", ["c3-d4"])


def test_with_a_button_the_move_that_puts_an_illegal_one_right_is_ended_by_the_button() -> None:
    table = Watched(end_of_turn=EndOfTurn.BUTTON)
    table.look(START)
    wrong = lying(START, c3=NOTHING, c5=LIGHT)
    table.look(wrong, times=2)
    table.do(ButtonPressed)
    assert table.look(wrong, times=2).phase == "phase.correct"
    table.do(ButtonPressed)
    view = table.look(wrong, times=2)
    assert (view.phase, table.kinds) == ("phase.correct", ["start", "illegal"]), "it is not let pass by a press"
    table.look(START, times=2)
    view = table.do(Ticked, after_s=60.0)
    assert view.message is None, "nobody waits for the turn that was ended before it was found wrong"
    table.look(after(START, parse("e3-d4", START)), times=2)
    view = table.do(ButtonPressed)
    assert (view.phase, [shown.text for shown in view.moves]) == ("phase.play", ["e3-d4"])


def test_a_capture_that_is_passed_over_is_named() -> None:
    table = Watched()
    table.look(START)
    table.moves("c3-d4", "f6-g5", "d4-c5")
    view = table.look(lying(table.state.record.position, h6=NOTHING, g5=DARK, f6=DARK, e7=NOTHING), times=2)
    position = table.state.record.position
    quiet = lying(position, g7=NOTHING, f6=DARK)
    view = table.look(quiet, times=3)
    assert view.message is not None
    assert view.message.key.startswith("draughts.capture-compulsory")


def test_a_captured_man_left_lying_is_asked_about_never_reported() -> None:
    table = Watched(end_of_turn=EndOfTurn.BUTTON)
    table.look(START)
    for move in ("c3-d4", "f6-g5", "d4-c5"):
        table.moves(move, times=2)
        table.do(ButtonPressed)
    position = table.state.record.position
    left = lying(position, b6=NOTHING, d4=DARK)  # the man on c5 is still there
    table.look(left, times=2)
    table.do(ButtonPressed)
    view = table.look(left, times=4)
    assert view.question is not None
    assert view.message is None or not view.message.alarm
    assert view.question.key == "draughts.captured-left"
    view = table.do(partial(Answered, 0))
    assert view.last is not None
    assert view.last.text == "b6xd4"


def test_the_next_game_is_set_up_the_other_way_round_and_the_players_keep_their_seats() -> None:
    table = Watched()
    table.look(START)
    table.moves("c3-d4")
    table.do(partial(GameResigned, Side.DARK))
    turned = {len(SQUARES) - 1 - square: stack for square, stack in picture_of(START).items()}
    view = table.look(turned)
    assert (view.phase, view.names, view.light_at_bottom) == ("phase.play", ("Boris", "Anna"), False)
    once = after(START, parse("c3-d4", START))
    view = table.look({len(SQUARES) - 1 - square: stack for square, stack in picture_of(once).items()})
    assert [shown.text for shown in view.moves] == ["c3-d4"]


def test_a_hand_over_the_board_says_nothing() -> None:
    table = Watched()
    table.look(START)
    view = table.look(lying(START, c3=NOTHING, c5=LIGHT), hand=True)
    assert (view.phase, view.hand, view.message) == ("phase.play", True, None)


def test_a_spilled_board_is_put_back_square_by_square() -> None:
    table = Watched()
    table.look(START)
    table.moves("c3-d4")
    table.do(PutBackAsked)
    position = table.state.record.position
    view = table.look(lying(position, d4=NOTHING, e3=NOTHING))
    assert (view.phase, view.put_back) == ("phase.put-back", (named("e3"), named("d4")))
    assert table.look(position).phase == "phase.play"


def test_a_board_set_back_takes_moves_back_once_a_player_agrees() -> None:
    table = Watched(end_of_turn=EndOfTurn.BUTTON)
    table.look(START)
    for move in ("c3-d4", "f6-g5"):
        table.moves(move, times=2)
        table.do(ButtonPressed)
    view = table.look(START, times=8)
    assert view.question is not None
    assert view.question.key == "question.set-back"
    view = table.do(partial(Answered, 0))
    assert (view.moves, view.position) == ((), START)


def test_after_the_camera_is_back_the_board_is_compared_with_the_record() -> None:
    table = Watched()
    table.look(START)
    table.moves("c3-d4")
    table.do(lambda at_s: CameraLost("unplugged", at_s))
    assert table.play("f6-g5").blind
    table.do(CameraBack)
    position = table.state.record.position
    view = table.look(lying(position, g5=NOTHING))
    assert view.message is not None
    assert (view.message.key, view.message.points) == ("notice.differs.squares", (named("g5"),))
    view = table.look(position)
    assert view.message is None
    assert [shown.text for shown in table.moves("g3-f4").moves] == ["c3-d4", "f6-g5", "g3-f4"]
