from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import AnswerShown, ClockShown, QuestionShown, View
from companion.record.journal import Mode
from companion.screen.facts import facts_of, seated
from companion.screen.half_facts import DieShown, MessageKind
from companion.settings.tree import Lower
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY


def test_each_player_reads_the_own_score_first() -> None:
    assert facts_of(UNDER_WAY, Side.LIGHT).score == "2–5 to 7"
    assert facts_of(UNDER_WAY, Side.DARK).score == "5–2 to 7"


def test_money_play_has_no_length_and_a_crawford_game_says_so() -> None:
    assert facts_of(replace(UNDER_WAY, length=0), Side.LIGHT).score == "2–5"
    assert facts_of(replace(UNDER_WAY, crawford=True), Side.LIGHT).score.startswith("Crawford")


def test_a_turn_without_a_play_is_told_in_the_readers_language() -> None:
    danced = replace(UNDER_WAY, last_side=Side.LIGHT, last_play="Cannot Move", tick=True)
    assert facts_of(danced, Side.DARK).last_play == "No move"
    assert facts_of(danced, Side.LIGHT, language="sk").last_play == "Bez ťahu"


def test_only_the_player_on_roll_acts() -> None:
    dark, light = facts_of(UNDER_WAY, Side.DARK), facts_of(UNDER_WAY, Side.LIGHT)
    assert (dark.turn, dark.acts, dark.fields["action"].words, dark.dice) == (
        "Play 6-3",
        True,
        "Done",
        (DieShown(6), DieShown(3)),
    )
    assert (light.turn, light.acts, light.dice) == ("Waits", False, ())
    assert "action" not in light.fields


def test_either_player_may_begin() -> None:
    assert [facts_of(START, side).fields["action"].words for side in Side] == ["Roll", "Roll"]


def test_who_was_doubled_answers() -> None:
    assert answers(DOUBLED, Side.DARK) == ["Take", "Drop"]
    assert answers(DOUBLED, Side.LIGHT) == []
    assert facts_of(DOUBLED, Side.LIGHT).turn == "Waits"


def test_an_illegal_play_is_said_to_both_and_corrected_by_its_player() -> None:
    for side in Side:
        facts = facts_of(ILLEGAL, side)
        assert facts.message == "The 12-point is blocked: two or more opposing checkers stand there."
        assert facts.message_kind is MessageKind.WARNING
    assert facts_of(ILLEGAL, Side.DARK).acts


def test_the_two_choices_after_an_illegal_play_are_named_for_those_who_have_them() -> None:
    light, dark = (facts_of(replace(ILLEGAL, may_stand=True), side).fields["action"] for side in Side)
    assert (light.words, dark.words) == ("Play on as it stands", "Restore position")
    assert "action" not in facts_of(ILLEGAL, Side.LIGHT).fields


def test_a_question_is_answered_by_who_is_asked_and_read_by_both() -> None:
    asked = replace(UNDER_WAY, question=question("question.which-play", "24/18", "answer.other", to={Side.DARK}))
    assert answers(asked, Side.DARK) == ["24/18", "None of these"]
    assert answers(asked, Side.LIGHT) == []
    for side in Side:
        facts = facts_of(asked, side)
        assert (facts.message, facts.message_kind) == ("Which play was it?", MessageKind.QUESTION)
        assert facts.acts is (side is Side.DARK)


def test_who_is_asked_reads_the_question_and_not_the_notice_of_something_else() -> None:
    asked = question("question.which-play", "24/18", "answer.other", to={Side.DARK})
    view = replace(UNDER_WAY, question=asked, message=Message("awaited.answer", alarm=False))
    dark, light = facts_of(view, Side.DARK), facts_of(view, Side.LIGHT)
    assert (dark.message, dark.message_kind) == ("Which play was it?", MessageKind.QUESTION)
    assert (light.message, light.message_kind) == ("Please answer the question first.", MessageKind.NOTICE)


def test_a_reason_is_not_covered_by_the_question_that_follows_from_it() -> None:
    facts = facts_of(replace(ILLEGAL, question=question("question.stands", "answer.yes", "answer.no")), Side.LIGHT)
    assert facts.message.startswith("The 12-point is blocked")
    assert facts.message_kind is MessageKind.WARNING
    asked = replace(ILLEGAL, question=question("question.stands", "answer.yes", "answer.no"))
    assert answers(asked, Side.LIGHT) == ["Play on as it stands", "Restore position"]


def test_a_legal_turn_is_answered_by_a_small_tick_beside_the_play_and_by_nothing_else() -> None:
    view = replace(UNDER_WAY, tick=True)
    ticked, not_ticked = facts_of(view, Side.LIGHT), facts_of(view, Side.DARK)
    assert (ticked.tick, ticked.message) == (True, "")
    assert not_ticked.tick is False, "it is beside the player's own score"


def test_each_player_sees_the_own_reserve_and_who_runs_the_delay() -> None:
    view = replace(UNDER_WAY, clock=ClockShown((754, 59), 9, Side.DARK))
    light, dark = facts_of(view, Side.LIGHT), facts_of(view, Side.DARK)
    assert (light.clock, light.delay, light.clock_runs, light.clock_low) == ("12:34", "", False, False)
    assert (dark.clock, dark.delay, dark.clock_runs, dark.clock_low) == ("0:59", "+9", True, True)


def test_without_a_reserve_no_time_is_shown() -> None:
    facts = facts_of(replace(UNDER_WAY, clock=ClockShown(None, 0, Side.DARK)), Side.DARK)
    assert (facts.clock, facts.delay) == ("", "")


def test_nobody_acts_while_the_game_stands_still_and_either_lets_it_go_on() -> None:
    for phase, words in (("phase.paused", "Resume"), ("phase.put-back", "Continue"), ("phase.cleared", "Continue")):
        view = replace(UNDER_WAY, phase=phase, on_roll=None)
        for side in Side:
            facts = facts_of(view, side)
            assert (facts.acts, facts.fields["action"].words) == (False, words)


def test_a_record_that_is_in_memory_only_is_said_in_place_of_the_last_play() -> None:
    facts = facts_of(replace(UNDER_WAY, trouble="the disk is full"), Side.LIGHT)
    assert (facts.last_play, facts.trouble) == ("Record not saved", True)


def test_a_refereed_match_shows_the_seal_and_others_do_not() -> None:
    shown = {mode: facts_of(replace(UNDER_WAY, mode=mode), Side.LIGHT).sealed for mode in Mode}
    assert shown == {Mode.REFEREED: True, Mode.RECORDED: False, Mode.TRAINING: False}


def test_a_notice_is_no_alarm() -> None:
    assert (
        facts_of(replace(START, message=Message("notice.unseen", alarm=False)), Side.LIGHT).message_kind
        is MessageKind.NOTICE
    )


@pytest.mark.parametrize(("points", "said"), [(1, "Anna wins 1 point"), (6, "Anna wins 6 points")])
def test_the_end_of_a_game_names_winner_and_points(points: int, said: str) -> None:
    for side in Side:
        assert facts_of(replace(OVER, points_won=points), side).result == said
    assert facts_of(OVER, Side.LIGHT).won
    assert not facts_of(OVER, Side.DARK).acts


def test_who_sits_at_the_lower_edge_is_as_the_board_lies_or_as_it_is_set() -> None:
    dark_below = replace(START, light_at_bottom=False)
    assert seated(START, Lower.AUTO) is START
    assert seated(dark_below, Lower.AUTO).at_bottom is Side.DARK
    for view in (START, dark_below):
        assert seated(view, Lower.LIGHT).at_bottom is Side.LIGHT
        assert seated(view, Lower.DARK).at_bottom is Side.DARK


def test_the_board_is_turned_with_the_players() -> None:
    turned = seated(START, Lower.DARK)
    assert (turned.light_at_bottom, turned.home_at_right) == (False, False)
    assert seated(turned, Lower.LIGHT) == START


def answers(view: View, side: Side) -> list[str]:
    return [each.words for place, each in facts_of(view, side).fields.items() if place.startswith("answer")]


def question(key: str, *words: str, to: set[Side] | None = None) -> QuestionShown:
    return QuestionShown(key, tuple(AnswerShown(word) for word in words), frozenset(to or Side))


def test_a_roll_is_written_with_the_larger_number_first() -> None:
    assert facts_of(replace(UNDER_WAY, dice=(3, 6)), Side.DARK).turn == "Play 6-3"
