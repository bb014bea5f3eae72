"""Several looks at a board on which nothing moves: what they show together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.backgammon import START
from companion.match.events import BoardSeen
from companion.referee.repeated_looks import RepeatedLooks, together
from companion.referee.stack_readings import as_it_may_be
from tests.table import evidence, observed
from vision.observation import UNSEEN, Evidence

NINE = 9
ONE = evidence((1, 0), 0.8)
NONE = evidence((0, 0), 0.9)


def look(at_nine: Evidence, *, unmoved: bool = True, alone: Evidence | None = None) -> BoardSeen:
    seen = observed(START, misread={NINE: at_nine})
    if alone is not None:
        seen = replace(seen, alone={**seen.evidence, NINE: alone})
    return BoardSeen(seen, 0, 0.0, unmoved)


def after_looks(*looks: BoardSeen) -> RepeatedLooks:
    gathered = RepeatedLooks()
    for each in looks:
        gathered = gathered.with_look(each)
    return gathered


def test_looks_that_agree_are_no_surer_than_the_last_of_them() -> None:
    first, last = look(evidence((1, 0), 0.9)), look(ONE)
    gathered = after_looks(first, last, last)
    assert gathered.opinions[NINE] == {(1, 0): ONE}


def test_looks_that_disagree_are_weighed_against_each_other() -> None:
    last = look(ONE)
    shown = after_looks(look(NONE), last).shown_by(last).observation
    assert shown.alone is not None
    assert shown.alone[NINE].best == (0, 0), "the surer look counts for more, though it is the older one"
    assert shown.alone[NINE].confidence < NONE.confidence
    assert shown.alone[8] == as_it_may_be(8, last.observation.evidence[8]), (
        "where all agree it is as the last one has it"
    )
    assert shown.evidence == last.observation.evidence, "how many checkers there are changes nothing of that"


def test_an_opinion_counts_once_however_often_it_is_held() -> None:
    last = look(ONE)
    once = after_looks(look(NONE), last).shown_by(last)
    often = after_looks(look(NONE), last, last, last, last).shown_by(last)
    assert once.observation == often.observation


def test_once_something_has_moved_earlier_looks_tell_nothing() -> None:
    last = look(ONE, unmoved=False)
    gathered = after_looks(look(NONE), last)
    assert gathered.opinions[NINE] == {(1, 0): ONE}


def test_a_spot_that_is_hidden_for_a_look_is_as_it_was_seen_before() -> None:
    last = look(UNSEEN)
    gathered = after_looks(look(NONE), look(ONE), last)
    assert gathered.opinions[NINE] == {(0, 0): NONE, (1, 0): ONE}
    once = after_looks(look(NONE), last).shown_by(last).observation
    assert once.alone is not None
    assert once.alone[NINE].best == (0, 0)


def test_of_one_opinion_a_hidden_spot_is_as_sure_as_when_it_was_seen() -> None:
    last = look(UNSEEN)
    shown = after_looks(look(NONE), last).shown_by(last).observation
    assert shown.alone is not None
    assert shown.alone[NINE].seen
    assert shown.alone[NINE].log_likelihood(0, 0) - shown.alone[NINE].log_likelihood(1, 0) == pytest.approx(
        NONE.log_likelihood(0, 0) - NONE.log_likelihood(1, 0)
    )


def test_a_tall_stack_may_be_another_one_than_it_looks() -> None:
    high = look(evidence((9, 0), 0.96))
    shown = after_looks(high).shown_by(high).observation
    assert shown.alone is not None
    surer = high.observation.evidence[NINE]
    assert shown.alone[NINE].log_likelihood(9, 0) < surer.log_likelihood(9, 0)
    assert shown.alone[NINE].log_likelihood(7, 0) >= surer.log_likelihood(7, 0)


def test_a_spot_that_is_hidden_once_something_has_moved_is_unseen() -> None:
    last = look(UNSEEN, unmoved=False)
    shown = after_looks(look(NONE), last).shown_by(last).observation
    assert shown.alone is not None
    assert not shown.alone[NINE].seen


def test_what_is_gathered_is_what_each_spot_shows_by_itself() -> None:
    gathered = after_looks(look(NONE, alone=ONE))
    assert gathered.opinions[NINE] == {(1, 0): ONE}


def test_opinions_together_are_evidence_that_sums_to_one_at_most() -> None:
    both = together({(0, 0): NONE, (1, 0): ONE})
    assert sum(both.likelihoods.values()) == pytest.approx(1.0)
    assert 0 < both.floor < min(both.likelihoods.values())
    odds = both.log_likelihood(0, 0) - both.log_likelihood(1, 0)
    apart = sum(one.log_likelihood(0, 0) - one.log_likelihood(1, 0) for one in (NONE, ONE))
    assert odds == pytest.approx(apart)
