"""Calibration: what was told with so much belief is held against what happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

from companion.games.backgammon import Dice
from companion.lab.simulation.behaviour import TIDY
from companion.lab.simulation.calibration import held, rows, table
from companion.lab.simulation.draughts import playing as draughts
from companion.lab.simulation.playing import Played, played_match
from companion.lab.simulation.truth import Truth
from companion.match.session import Terms
from companion.match.state import EndOfTurn
from companion.record.entries import Kind
from tests.lab.simulation.bank import stand_in


@cache
def played() -> Played:
    terms = Terms(length=7, asks=True, end_of_turn=EndOfTurn.LIFTED)
    return played_match("9", terms, stand_in(0.0), behaviour=TIDY, most_turns=5)


def told(right: bool, match: Played) -> int:
    return sum(n for (_, was), n in held(match).items() if was is right)


def test_what_a_reader_that_never_errs_sees_of_tidy_people_is_all_right() -> None:
    rolls_and_plays = [one for one in played().journal if one.entry.event in (Kind.ROLL, Kind.PLAY)]
    assert told(False, played()) == 0
    assert told(True, played()) >= len(rolls_and_plays) - 1 >= 8


def test_a_turn_that_was_played_otherwise_makes_its_roll_and_its_play_wrong() -> None:
    match = played()
    other = next(roll for roll in map(Dice, range(1, 7), range(1, 7)) if roll != match.truth.turns[1].dice)
    turns = [replace(turn, dice=other) if turn.number == 2 else turn for turn in match.truth.turns]
    changed = replace(match, truth=Truth(list(turns)))
    assert told(False, changed) == 2
    left = [replace(turn, end=turn.before) if turn.number == 2 else turn for turn in match.truth.turns]
    assert told(False, replace(match, truth=Truth(list(left)))) == 1, "the play alone"


def test_the_table_says_how_much_of_what_was_held_so_likely_was_right() -> None:
    counted = Counter({(4, True): 97, (4, False): 3, (6, True): 10})
    of_95, of_999 = rows(counted)[4], rows(counted)[6]
    assert (of_95["from"], of_95["told"], of_95["right"]) == (0.95, 100, 97)
    assert of_95["low"] < 0.97 < of_95["high"]
    assert (of_999["told"], of_999["right"], of_999["high"]) == (10, 10, 1)
    assert any(line.split()[:4] == ["95", "100", "97", "97.00"] for line in table(counted))


def test_the_moves_of_draughts_that_are_read_right_are_right() -> None:
    score = draughts.played("1", 6, plants=False, misread=0.0)
    assert {right for _, right in score.held} == {True}
    assert score.held.total() >= 5
