"""Which board lies there after a play against the rules."""

from __future__ import annotations

from companion.games.backgammon import RULE_SETS, START, BackgammonRules, Dice, picture_of
from companion.games.rules import BAR, TRAY, Side, Stack
from companion.referee.attempted_play import as_played, boards_by_numbers
from companion.referee.ruling import Reading
from tests.table import evidence, observed, position
from vision.observation import Evidence

RULES = BackgammonRules(RULE_SETS["tournament"])
OUTSIDE = position("8:3 6:4 5:1 4:1 3:5 1:1 | 21:-5 23:-4 24:-6")
"""Light has three checkers outside, and nothing may be borne off."""


def test_numbers_are_played_onto_blocked_points_past_the_bar_and_off_too_soon() -> None:
    boards = list(boards_by_numbers(position("bar:1 6:1 5:1 | 1:-2 24:-1"), Dice(5, 4)))
    assert any(board[1] == Stack(1, 2) for board in boards), "onto a blocked point"
    assert any(board[BAR] == Stack(1, 0) and board[TRAY].light for board in boards), "off while one waits on the bar"


def test_a_blot_that_a_number_reaches_goes_to_the_bar_whichever_side_plays() -> None:
    dark = position("24:1 6:2 | 20:-1 1:-2", Side.DARK)
    assert any(board[24] == Stack(0, 1) and board[BAR] == Stack(1, 0) for board in boards_by_numbers(dark, Dice(4, 1)))
    light = position("6:2 | 2:-1 19:-2")
    assert any(board[2] == Stack(1, 0) and board[BAR] == Stack(0, 1) for board in boards_by_numbers(light, Dice(4, 1)))


def test_each_checker_is_still_there_after_any_numbers() -> None:
    for board in boards_by_numbers(START, Dice(5, 5)):
        assert [sum(stack[side] for stack in board.values()) for side in (0, 1)] == [15, 15]


def test_of_two_readings_the_one_to_which_the_numbers_lead_is_taken() -> None:
    """6/2 and 5/off: a fourth checker on the 8-point would have come there backward."""
    off, backward = _ends()
    seen = observed(
        off, misread={8: Evidence({(3, 0): 0.95, (4, 0): 0.05}), TRAY: Evidence({(0, 0): 0.96, (1, 0): 0.02})}
    )
    taken = as_played(OUTSIDE, Dice(5, 4), RULES, Reading(backward, Stack(0, 0), 0.0), seen, habits={})
    assert taken.picture == off
    assert taken.missing == Stack(0, 0)


def test_a_reading_that_is_far_likelier_than_what_the_numbers_lead_to_stays() -> None:
    _, backward = _ends()
    seen = observed(backward, misread={8: evidence((4, 0), 0.99), TRAY: Evidence({(0, 0): 0.99})})
    reading = Reading(backward, Stack(0, 0), 0.0)
    assert as_played(OUTSIDE, Dice(5, 4), RULES, reading, seen, habits={}) is reading


def test_a_legal_end_is_never_taken_for_a_play_against_the_rules() -> None:
    legal = [RULES.picture(end) for end in RULES.legal_ends(START, Dice(3, 1))]
    seen = observed(legal[0])
    reading = Reading(picture_of(START), Stack(0, 0), 0.0)
    taken = as_played(START, Dice(3, 1), RULES, reading, seen, habits={})
    assert taken.picture not in [{spot: board[spot] for spot in taken.picture} for board in legal]


def _ends() -> tuple[dict[int, Stack], dict[int, Stack]]:
    common = {**picture_of(OUTSIDE), 6: Stack(3, 0), 5: Stack(0, 0), 2: Stack(1, 0)}
    return {**common, TRAY: Stack(1, 0)}, {**common, 8: Stack(4, 0)}
