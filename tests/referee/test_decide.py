"""What is worth doing by what is believed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.decide import (
    ALONE,
    ASKED,
    About,
    Ask,
    Costs,
    Line,
    Outlook,
    Rest,
    Revise,
    Wait,
    Warn,
    Write,
    decide,
    is_asked_about,
    is_asked_outside_turn,
    is_changed,
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


def _lies_wrong(p: float, looks: int = 9, rest: Rest = Rest.TURN_OVER) -> Outlook:
    """A turn that is over, and so likely against the rules; the plays that are offered are all that is left."""
    doubts = ((p, Rest.UNDECIDED),)
    return Outlook(against=p, rest=rest, doubts=doubts, answers={About.PLAY: 1.0}, looks=looks)


@pytest.mark.parametrize(
    ("p", "costs", "act"),
    [
        (0.97, ASKED, Warn()),
        (0.96, ASKED, Ask(About.PLAY)),
        (0.05, ASKED, Wait()),
        (0.92, ALONE, Warn()),
        (0.90, ALONE, Wait()),
    ],
)
def test_a_fault_is_told_asked_about_or_let_go_by_what_that_costs(p: float, costs: Costs, act: object) -> None:
    assert decide(_lies_wrong(p), costs) == act


def test_nobody_is_told_or_asked_while_a_look_may_still_clear_it_up() -> None:
    assert decide(_lies_wrong(0.99, looks=1), ASKED) == Wait()
    assert decide(_lies_wrong(0.99, looks=1, rest=Rest.STILL), ASKED) == Warn()
    assert decide(_lies_wrong(0.5, looks=2), ASKED) == Wait()
    assert decide(_lies_wrong(0.5, looks=3), ASKED) == Ask(About.PLAY)


def test_what_is_asked_is_what_most_likely_has_a_true_answer() -> None:
    doubts = ((0.5, Rest.UNDECIDED),)
    answers = {About.TURN: 0.1, About.ROLL: 0.9, About.PLAY: 0.9}
    assert decide(Outlook(doubts=doubts, answers=answers, looks=9), ASKED) == Ask(About.ROLL)
    adrift = Outlook(doubts=doubts, answers=answers | {About.TURN: 0.95}, looks=4)
    assert decide(adrift, ASKED) == Wait(), "a lost thread is often found again"
    assert decide(replace(adrift, looks=5), ASKED) == Ask(About.TURN)


def test_the_record_is_brought_up_to_what_is_believed_before_anything_is_said() -> None:
    wrong = _lies_wrong(0.99)
    assert decide(replace(wrong, n=3, line=Line.PLAY, p=0.9), ASKED) == Write(3)
    assert decide(replace(wrong, n=2, line=Line.PLAY, p=0.9, was=0.1, late=True), ASKED) == Revise(2)
    assert decide(replace(wrong, n=3, line=Line.PLAY, p=0.5), ASKED) == Warn()


def test_what_cannot_become_clearer_is_written_however_unsure_it_is() -> None:
    assert decide(Outlook(line=Line.PLAY, p=0.4), ALONE) == Wait()
    assert decide(Outlook(line=Line.PLAY, p=0.4, late=True), ALONE) == Write(0)


def test_a_fault_is_asked_about_long_before_anybody_is_told_of_it_and_never_where_nobody_answers() -> None:
    assert is_asked_about(0.1, ASKED)
    assert not is_asked_about(0.05, ASKED)
    assert not is_asked_about(0.9, ALONE)


def test_a_line_that_may_still_change_back_is_changed_only_when_it_is_sure() -> None:
    assert is_changed(0.2, 0.7, Line.PLAY, ASKED, open_yet=False)
    assert not is_changed(0.2, 0.7, Line.PLAY, ASKED, open_yet=True)
    assert is_changed(0.01, 0.98, Line.PLAY, ASKED, open_yet=True)
    assert not is_changed(0.45, 0.5, Line.PLAY, ASKED, open_yet=False), "it would cost more than it saves"


@pytest.mark.parametrize("rest", [rest for rest in Rest if rest is not Rest.STILL])
def test_a_doubt_is_waited_with_for_some_looks_and_not_for_ever(rest: Rest) -> None:
    assert waits(1, rest, ASKED)
    assert not waits(20, rest, ASKED)


def test_who_thinks_over_a_roll_is_given_more_time_than_who_has_ended_a_turn() -> None:
    given = {rest: next(looks for looks in range(30) if not waits(looks, rest, ASKED)) for rest in Rest if rest.value}
    assert given[Rest.TURN_OVER] < given[Rest.UNDECIDED] < given[Rest.LOST_TRACK] < given[Rest.NEXT_THINKS]


def test_a_course_in_which_an_act_stood_that_nobody_was_told_of_is_less_welcome() -> None:
    assert 0.0 < unaccused(ASKED) < 1.0


def test_what_does_not_wait_for_the_turn_is_asked_by_what_that_saves() -> None:
    assert is_asked_outside_turn(0.29, ASKED)
    assert not is_asked_outside_turn(0.26, ASKED)
    assert not is_asked_outside_turn(1.0, ALONE), "where nobody answers, nothing is asked"
