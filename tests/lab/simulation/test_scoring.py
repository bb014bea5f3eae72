"""Scoring: whatever the record tells otherwise than it happened is found, and nothing else is."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from companion.games.backgammon import Reason, picture_of
from companion.lab.simulation.behaviour import TIDY
from companion.lab.simulation.playing import Played, played_match
from companion.lab.simulation.report import case_of
from companion.lab.simulation.scoring import ActOutcome, Failure, scored
from companion.lab.simulation.session import WrittenEntry
from companion.lab.simulation.truth import TrueTurn
from companion.match.session import Terms
from companion.match.state import EndOfTurn
from companion.record.entries import Entry, Kind
from tests.lab.simulation.bank import stand_in

TERMS = Terms(length=7, asks=True, end_of_turn=EndOfTurn.LIFTED)


@pytest.fixture
def played() -> Played:
    """Seven turns, recorded exactly."""
    return copy.deepcopy(_played())


@cache
def _played() -> Played:
    match = played_match("9", TERMS, stand_in(0.0), behaviour=TIDY, most_turns=7, keeps_looks=True)
    assert scored(match).failures == []
    return match


def kinds(played: Played) -> list[str]:
    return [failure.kind for failure in scored(played).failures]


def nth_play(played: Played, n: int) -> int:
    """The place in the journal of the n-th play that is no dance."""
    plays = [
        k for k, one in enumerate(played.journal) if one.entry.event is Kind.PLAY and one.entry.play != "Cannot Move"
    ]
    return plays[n]


def changed(played: Played, place: int, change: Callable[[WrittenEntry], WrittenEntry]) -> None:
    played.journal[place] = change(played.journal[place])


def turn_of(played: Played, place: int) -> TrueTurn:
    at_s = played.journal[place].at_s
    return [turn for turn in played.truth.turns if turn.rolled_s <= at_s][-1]


def test_a_play_that_was_not_made_is_a_wrong_record(played: Played) -> None:
    place = nth_play(played, 4)
    turn = turn_of(played, place)
    turn.end = replace(turn.before, on_roll=turn.side.other)
    assert "wrong-record" in kinds(played)


def test_a_play_marked_as_uncertain_is_counted_apart(played: Played) -> None:
    place = nth_play(played, 4)
    turn = turn_of(played, place)
    turn.end = replace(turn.before, on_roll=turn.side.other)
    changed(played, place, lambda one: replace(one, entry=one.entry.with_details({"uncertain": True})))
    score = scored(played)
    assert score.uncertain == 1
    assert [failure.turn for failure in score.failures if failure.kind == "wrong-record"] == []


def test_a_ruling_before_the_turn_was_ended_is_early(played: Played) -> None:
    place = nth_play(played, 2)
    signal_s = turn_of(played, place).signal_s
    assert signal_s is not None
    changed(played, place, lambda one: replace(one, at_s=signal_s - 0.2))
    assert kinds(played) == ["early-ruling"]


def test_an_accusation_of_a_legal_play_is_false(played: Played) -> None:
    place = nth_play(played, 2)
    legal = played.journal[place]
    accusing = replace(legal.entry, event=Kind.ILLEGAL, play=None, reason="backward")
    played.journal.insert(place, replace(legal, entry=accusing))
    assert kinds(played) == ["false-accusation"]


def planted(played: Played, *entries: tuple[Kind, str | None]) -> ActOutcome:
    """What a planted act counts as where these entries are all that was written of it."""
    place = nth_play(played, 2)
    turn = turn_of(played, place)
    turn.planted, turn.wrong = Reason.BACKWARD, picture_of(turn.before)
    turn.board_states = [(turn.signal_s or 0.0, False), ((turn.signal_s or 0.0) + 5.0, True)]
    legal = played.journal[place]
    written = [replace(legal, entry=replace(legal.entry, event=kind, reason=reason)) for kind, reason in entries]
    played.journal[place : place + 1] = [*written, legal]
    (outcome,) = [outcome for (_, outcome), n in scored(played).planted.items() if n]
    return outcome


def test_an_act_that_nothing_was_said_of_is_missed(played: Played) -> None:
    assert planted(played) is ActOutcome.MISSED
    assert "missed" in kinds(played)


def test_an_act_that_was_told_and_put_right_is_corrected_and_no_false_accusation(played: Played) -> None:
    assert planted(played, (Kind.ILLEGAL, "backward")) is ActOutcome.CORRECTED
    assert "false-accusation" not in kinds(played)


def test_an_act_that_was_asked_about_is_asked(played: Played) -> None:
    assert planted(played, (Kind.ASKED, None)) is ActOutcome.ASKED


def test_a_question_is_counted_and_take_or_drop_is_none(played: Played) -> None:
    entry = Entry(900, 0.0, Kind.ASKED).with_details({"question": "phase.take-or-drop", "choices": ["take", "drop"]})
    at_s = played.journal[nth_play(played, 3)].at_s
    played.journal.append(WrittenEntry(entry, at_s))
    assert scored(played).questions == 0
    played.journal.append(WrittenEntry(entry.with_details({"question": "question.which-play", "choices": []}), at_s))
    assert scored(played).questions == 1


def test_the_time_to_a_verdict_counts_from_the_first_clear_still(played: Played) -> None:
    latencies = scored(played).latencies_s
    assert latencies
    assert all(0.2 <= latency <= 0.3 for latency in latencies), "one look after the board has settled"


def test_a_failure_is_told_with_all_that_is_needed_to_understand_it(played: Played) -> None:
    text = case_of(Failure("false-accusation", "9", 4, "illegal light backward"), played)
    assert "companion simulate --only 9" in text
    assert "turn 4 game 1" in text
    assert "what was written:" in text
    assert "on roll" in text


def test_a_record_that_cannot_be_read_again_is_a_crash(played: Played) -> None:
    entries = [written.entry for written in played.journal]
    number = next(k for k, entry in enumerate(entries) if entry.event is Kind.PLAY)
    spoilt = replace(played.journal[number], entry=replace(entries[number], play="6/5(9)"))
    journal = [*played.journal[:number], spoilt, *played.journal[number + 1 :]]
    assert [failure.kind for failure in scored(replace(played, journal=journal)).failures].count("crash") == 1
