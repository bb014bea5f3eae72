"""What is worth doing by what is believed."""

from __future__ import annotations

import pytest

from companion.referee.decide import (
    ALONE,
    ASKED,
    Line,
    Rest,
    is_asked_about,
    is_changed,
    is_told_of,
    is_worth_asking,
    is_written,
    unaccused,
    waits,
)  # fmt: skip


@pytest.mark.parametrize(("line", "least"), [(Line.ROLL, 0.7), (Line.PLAY, 0.85), (Line.OTHER, 0.9)])
def test_a_line_is_written_the_sooner_the_seldomer_a_wrong_one_stays(line: Line, least: float) -> None:
    assert is_written(least + 0.01, line, ASKED)
    assert not is_written(least - 0.01, line, ASKED)


def test_a_play_is_not_written_over_a_likely_act_against_the_rules() -> None:
    assert is_written(0.92, Line.PLAY, ASKED, fault=0.04)
    assert not is_written(0.88, Line.PLAY, ASKED, fault=0.12)


def test_a_player_is_told_of_a_fault_where_a_false_accusation_costs_less_than_a_question() -> None:
    assert is_told_of(0.97, ASKED)
    assert not is_told_of(0.96, ASKED)


def test_where_nobody_answers_a_missed_act_is_weighed_against_a_false_accusation() -> None:
    assert is_told_of(0.92, ALONE)
    assert not is_told_of(0.9, ALONE)


def test_a_fault_is_asked_about_long_before_anybody_is_told_of_it_and_never_where_nobody_answers() -> None:
    assert is_asked_about(0.1, ASKED)
    assert not is_asked_about(0.05, ASKED)
    assert not is_asked_about(0.9, ALONE)


def test_nobody_is_asked_where_hardly_an_answer_can_be_true() -> None:
    assert is_worth_asking(0.2, ASKED)
    assert not is_worth_asking(0.05, ASKED)


def test_a_line_that_may_still_change_back_is_changed_only_when_it_is_sure() -> None:
    assert is_changed(0.2, 0.7, Line.PLAY, ASKED, open_yet=False)
    assert not is_changed(0.2, 0.7, Line.PLAY, ASKED, open_yet=True)
    assert is_changed(0.01, 0.98, Line.PLAY, ASKED, open_yet=True)
    assert not is_changed(0.45, 0.5, Line.PLAY, ASKED, open_yet=False), "it would cost more than it saves"


@pytest.mark.parametrize("rest", Rest)
def test_a_doubt_is_waited_with_for_some_looks_and_not_for_ever(rest: Rest) -> None:
    assert waits(1, rest, ASKED)
    assert not waits(20, rest, ASKED)


def test_who_thinks_over_a_roll_is_given_more_time_than_who_has_ended_a_turn() -> None:
    given = {rest: next(looks for looks in range(30) if not waits(looks, rest, ASKED)) for rest in Rest}
    assert given[Rest.TURN_OVER] < given[Rest.UNDECIDED] < given[Rest.ADRIFT] < given[Rest.NEXT_THINKS]


def test_a_course_in_which_an_act_stood_that_nobody_was_told_of_is_less_welcome() -> None:
    assert 0.0 < unaccused(ASKED) < 1.0
