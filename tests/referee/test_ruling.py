"""How evidence is weighed: stories, margins, accusations."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.backgammon import START, BackgammonRules, Dice, Play, Position, picture_of
from companion.games.rules import BAR, Side, Stack
from companion.referee.ruling import (
    Ambiguous,
    Clear,
    Hypothesis,
    Illegal,
    Ruling,
    TurnHypothesis,
    Unreadable,
    accustomed,
    habits_of,
    read_freely,
    ruling,
    turn_stories,
)
from tests.table import after, evidence, observed, position
from vision.observation import POINTS, UNSEEN, Evidence, Observation

RULES = BackgammonRules()
Judged = Ruling[TurnHypothesis[Dice, Play, Position]]


def judged(before: Position, rolls: dict[Dice, float], seen: Observation) -> Judged:
    hypotheses = turn_stories(RULES, before, rolls)
    return ruling(hypotheses, seen, standing=RULES.picture(before))


def test_every_legal_end_is_a_story_and_so_is_the_unplayed_roll() -> None:
    hypotheses = turn_stories(RULES, START, {Dice(3, 1): 0.0})
    assert len(hypotheses) == 17
    assert sum(hypothesis.meaning.play is None for hypothesis in hypotheses) == 1


def test_a_roll_that_cannot_be_played_has_one_story() -> None:
    closed_out = position("6:2 5:2 4:2 3:2 2:2 1:2 13:3 | bar:-1 19:-14", Side.DARK)
    (hypothesis,) = turn_stories(RULES, closed_out, {Dice(6, 5): 0.0})
    assert hypothesis.meaning.play == Play()


def test_a_legal_play_is_found_among_all_legal_ends() -> None:
    found = judged(START, {Dice(3, 1): 0.0}, observed(after(START, "31", "8/5 6/5")))
    assert isinstance(found, Clear)
    assert str(found.hypothesis.meaning.play) == "8/5 6/5"
    assert found.confidence > 0.9


def test_an_unchanged_board_is_an_unplayed_roll() -> None:
    found = judged(START, {Dice(3, 1): 0.0}, observed(START))
    assert isinstance(found, Clear)
    assert found.hypothesis.meaning.play is None


def test_when_the_roll_is_not_known_the_play_tells_it() -> None:
    rolls = {Dice(a, b): 0.0 for a in range(1, 7) for b in range(1, a + 1)}
    found = judged(START, rolls, observed(after(START, "66", "24/18(2) 13/7(2)")))
    assert isinstance(found, Clear)
    assert found.hypothesis.meaning.roll == Dice(6, 6)


def test_when_two_rolls_lead_to_the_same_board_it_is_ambiguous() -> None:
    found = judged(START, {Dice(4, 1): 0.0, Dice(3, 2): 0.0}, observed(after(START, "41", "13/8")))
    assert isinstance(found, Ambiguous)
    assert {hypothesis.meaning.roll for hypothesis in found.hypotheses} == {Dice(4, 1), Dice(3, 2)}
    assert not found.doubtful


def test_a_board_that_no_legal_play_leads_to_is_illegal() -> None:
    picture = dict(picture_of(START))
    picture[13], picture[10] = Stack(4, 0), Stack(1, 0)
    found = judged(START, {Dice(5, 1): 0.0}, observed(picture))
    assert isinstance(found, Illegal)
    assert found.reading.picture[10] == Stack(1, 0)
    assert found.reading.missing == Stack(0, 0)


def test_no_accusation_rests_on_one_spot() -> None:
    seen = observed(after(START, "31", "8/5 6/5"), misread={13: evidence((4, 0), 0.999)})
    found = judged(START, {Dice(3, 1): 0.0}, seen)
    assert not isinstance(found, Illegal)


def test_a_misread_die_is_likelier_than_an_illegal_play_only_where_the_die_was_unclear() -> None:
    board = observed(after(START, "41", "13/8"))
    unclear = judged(START, {Dice(6, 1): 0.0, Dice(4, 1): -1.5}, board)
    assert isinstance(unclear, Clear)
    assert unclear.hypothesis.meaning.roll == Dice(4, 1)
    clear = judged(START, {Dice(6, 1): 0.0, Dice(4, 1): -9.0}, board)
    assert isinstance(clear, Illegal)


def test_between_a_misread_die_and_an_illegal_play_nothing_is_certain() -> None:
    found = judged(START, {Dice(6, 1): 0.0, Dice(4, 1): -4.5}, observed(after(START, "41", "13/8")))
    assert isinstance(found, Ambiguous)
    assert found.doubtful


def test_a_board_mostly_hidden_is_not_judged() -> None:
    hidden = dict.fromkeys(range(1, 10), UNSEEN)
    assert judged(START, {Dice(3, 1): 0.0}, observed(START, misread=hidden)) == Unreadable(15)


def test_a_hand_over_the_board_is_not_judged() -> None:
    assert isinstance(judged(START, {Dice(3, 1): 0.0}, observed(START, hand=True)), Unreadable)


def test_no_story_is_believed_where_much_of_the_board_looks_otherwise() -> None:
    hidden = {point: evidence((0, 0), 0.9999) for point in (6, 8, 13)}
    found = judged(START, {Dice(3, 1): 0.0}, observed(START, misread=hidden))
    assert isinstance(found, Ambiguous | Illegal)


def test_a_ruling_needs_a_story() -> None:
    with pytest.raises(ValueError, match="at least one story"):
        ruling([], observed(START), standing=RULES.picture(START))


# --- reading without the rules -------------------------------------------------------------------


def test_a_free_reading_invents_no_checker() -> None:
    seen = observed(START, misread={4: Evidence({(1, 0): 0.6, (0, 0): 0.4})}).evidence
    reading, _ = read_freely(seen, Stack(15, 15), cost_of_missing=6.0)
    assert reading.picture[4] == Stack(0, 0)
    assert reading.missing == Stack(0, 0)


def test_a_free_reading_knows_all_that_a_tall_stack_may_be() -> None:
    looks = {(0, n): share for n, share in ((6, 0.5), (7, 0.2), (8, 0.1), (9, 0.08), (10, 0.06), (5, 0.05))}
    seen = observed(START, misread={12: Evidence(looks)}).unbiased
    reading, _ = read_freely({spot: seen[spot] for spot in POINTS}, Stack(15, 15), cost_of_missing=6.0)
    assert reading.picture == {point: RULES.picture(START)[point] for point in POINTS}


def test_a_free_reading_may_leave_a_checker_unseen_at_a_cost() -> None:
    seen = observed(START, misread={13: evidence((4, 0), 0.9999)}).evidence
    reading, weight = read_freely(seen, Stack(15, 15), cost_of_missing=3.0)
    assert reading.missing == Stack(1, 0)
    dear, without = read_freely(seen, Stack(15, 15), cost_of_missing=50.0)
    assert dear.missing == Stack(0, 0)
    assert without < weight


def test_both_sides_may_lie_on_one_point() -> None:
    under = {**picture_of(START), 5: Stack(1, 1), 6: Stack(4, 0), 19: Stack(0, 4)}
    mixed = {5: Evidence({(1, 1): 0.95, (1, 0): 0.03})}
    reading, _ = read_freely(observed(under, misread=mixed).evidence, Stack(15, 15), cost_of_missing=6.0)
    assert reading.picture[5] == Stack(1, 1)


# --- what is known from earlier looks ------------------------------------------------------------


def test_what_was_misread_before_and_looks_the_same_is_as_good_as_unchanged() -> None:
    blind = {17: evidence((0, 2), 0.97)}
    habits = habits_of(observed(START, misread=blind), picture_of(START))
    seen = accustomed(observed(START, misread=blind).evidence, habits, sameness=1.0)
    assert seen[17].best == (0, 3)


def test_a_mistake_stays_the_same_one_while_its_certainty_swings() -> None:
    habits = habits_of(
        observed(START, misread={17: Evidence({(0, 3): 0.2, (0, 4): 0.5, (0, 5): 0.3})}), picture_of(START)
    )
    again = observed(START, misread={17: Evidence({(0, 3): 0.05, (0, 4): 0.45, (0, 5): 0.5})})
    seen = accustomed(again.evidence, habits, sameness=1.0)
    assert seen[17].best == (0, 3)


def test_another_mistake_than_before_is_no_sign_that_nothing_changed() -> None:
    habits = habits_of(observed(START, misread={17: evidence((0, 2), 0.97)}), picture_of(START))
    seen = accustomed(observed(START, misread={17: evidence((0, 4), 0.97)}).evidence, habits, sameness=1.0)
    assert seen[17].best == (0, 4)


def test_the_referee_goes_by_what_each_spot_shows_by_itself() -> None:
    settled = observed(after(START, "31", "8/5 6/5"))
    look = replace(settled, alone=observed(START).evidence)
    hypotheses = [
        Hypothesis("still", picture_of(START)),
        Hypothesis("played", picture_of(after(START, "31", "8/5 6/5"))),
    ]
    found = ruling(hypotheses, look, standing=picture_of(START))
    assert isinstance(found, Clear)
    assert found.hypothesis.meaning == "still"


def test_what_looks_different_from_before_is_taken_as_it_looks() -> None:
    habits = habits_of(observed(START), picture_of(START))
    seen = accustomed(observed(after(START, "31", "8/5 6/5")).evidence, habits, sameness=1.0)
    assert seen[5].best == (2, 0)
    assert seen[13].confidence > 0.9


def test_a_story_without_evidence_weighs_nothing() -> None:
    nothing = observed(START, misread=dict.fromkeys((*range(1, 5), BAR), UNSEEN))
    one, two = Hypothesis("one", picture_of(START)), Hypothesis("two", {**picture_of(START), 2: Stack(9, 0)})
    found = ruling([one, two], nothing, standing=picture_of(START))
    assert isinstance(found, Ambiguous)
    assert math.isclose(found.margin, 0.0)


# --- the order of throw and play -----------------------------------------------------------------

PLAYED = after(START, "31", "8/5 6/5")


def test_what_lay_there_before_the_dice_fell_was_not_played_with_them() -> None:
    late = Hypothesis("late", picture_of(PLAYED), lay=picture_of(START))
    before = Hypothesis("before", picture_of(PLAYED), lay=picture_of(PLAYED))
    found = ruling([late, before], observed(PLAYED), standing=picture_of(START), thrown_over=observed(PLAYED))
    assert isinstance(found, Clear)
    assert found.hypothesis is before
    unknown = ruling([late, before], observed(PLAYED), standing=picture_of(START))
    assert isinstance(unknown, Ambiguous)
    assert math.isclose(unknown.margin, 0.0)


def test_by_how_much_the_order_tells_is_limited_for_a_look_may_come_late() -> None:
    hypotheses = [
        Hypothesis(name, picture_of(PLAYED), lay=picture_of(lay)) for name, lay in (("a", PLAYED), ("b", START))
    ]
    found = ruling(hypotheses, observed(PLAYED), standing=picture_of(START), thrown_over=observed(PLAYED))
    assert isinstance(found, Clear)
    assert found.margin == pytest.approx(3.0)


def test_of_who_did_what_one_should_not_the_order_tells_all_that_it_can() -> None:
    lawful = Hypothesis("lawful", picture_of(PLAYED), lay=picture_of(PLAYED))
    irregular = Hypothesis("irregular", picture_of(PLAYED), lay=picture_of(START), irregular=-0.1)
    found = ruling([lawful, irregular], observed(PLAYED), standing=picture_of(START), thrown_over=observed(PLAYED))
    assert isinstance(found, Clear)
    assert found.margin > 6.0


def test_the_order_tells_nothing_by_spots_that_a_story_leaves_as_they_were() -> None:
    hypotheses = [
        Hypothesis("rolled", picture_of(START), lay=picture_of(START)),
        Hypothesis("nothing", picture_of(START)),
    ]
    over = observed(START, misread={13: evidence((2, 0), 0.999)})
    found = ruling(hypotheses, observed(START), standing=picture_of(START), thrown_over=over)
    assert isinstance(found, Ambiguous)
    assert math.isclose(found.margin, 0.0)


# --- what people should not do -------------------------------------------------------------------


def test_an_irregular_course_is_less_likely_than_a_lawful_one_that_leaves_the_same_board() -> None:
    lawful, irregular = (
        Hypothesis("lawful", picture_of(START)),
        Hypothesis("irregular", picture_of(START), irregular=-3.4),
    )
    found = ruling([irregular, lawful], observed(START), standing=picture_of(START))
    assert isinstance(found, Clear)
    assert found.hypothesis is lawful
    assert found.margin == pytest.approx(3.4)


def test_an_irregular_course_is_weighed_against_a_broken_rule_and_an_unusual_one_is_not() -> None:
    unusual, irregular = (
        Hypothesis("it", picture_of(PLAYED), prior=-9.0),
        Hypothesis("it", picture_of(PLAYED), irregular=-9.0),
    )
    assert isinstance(ruling([unusual], observed(PLAYED), standing=picture_of(START)), Clear)
    found = ruling([irregular], observed(PLAYED), standing=picture_of(START))
    assert isinstance(found, Ambiguous)
    assert found.doubtful


# --- checkers that lie nowhere -------------------------------------------------------------------


def test_a_clear_ruling_says_which_checkers_seem_to_lie_nowhere() -> None:
    found = judged(START, {Dice(3, 1): 0.0}, observed(PLAYED, misread={24: evidence((1, 0), 0.995)}))
    assert isinstance(found, Clear)
    assert found.gone == Stack(1, 0)
    whole = judged(START, {Dice(3, 1): 0.0}, observed(PLAYED))
    assert isinstance(whole, Clear)
    assert whole.gone == Stack(0, 0)


def test_a_spot_that_is_only_a_little_likelier_to_lack_a_checker_lacks_none() -> None:
    found = judged(START, {Dice(3, 1): 0.0}, observed(PLAYED, misread={24: evidence((1, 0), 0.98)}))
    assert isinstance(found, Clear)
    assert found.gone == Stack(0, 0)


def test_a_checker_that_lies_beside_no_other_on_the_bar_is_not_overlooked() -> None:
    before = position("6:5 8:3 13:4 20:1 24:2 | 1:-2 12:-5 17:-3 19:-5", Side.DARK)
    unseen = observed(after(before, "31", "8/5* 6/5"), misread={BAR: Evidence({(0, 0): 0.995, (1, 0): 0.001})})
    found = judged(before, {Dice(3, 1): 0.0}, unseen)
    assert isinstance(found, Clear)
    assert found.gone == Stack(1, 0)


def test_what_was_read_rightly_as_it_lies_is_not_misread_later_on_by_habit() -> None:
    lies = picture_of(START)
    known = habits_of(observed(START), lies)
    changed = observed(START, misread={17: evidence((0, 2), 0.97)})
    seen = accustomed(changed.evidence, habits_of(changed, lies, known), sameness=1.0)
    assert seen[17].best == (0, 2)


def test_a_story_that_accuses_has_to_fit_as_well_as_any_accusation() -> None:
    misread = {24: evidence((1, 0), 0.99), 1: evidence((0, 1), 0.99)}
    likely, other = Hypothesis("it", picture_of(START)), Hypothesis("other", picture_of(PLAYED))
    regular = ruling([likely, other], observed(START, misread=misread), standing=picture_of(START))
    accusing = ruling(
        [replace(likely, irregular=-0.1), other], observed(START, misread=misread), standing=picture_of(START)
    )
    assert not isinstance(accusing, Clear)
    assert not isinstance(regular, Illegal) or isinstance(accusing, Illegal)


def test_where_the_tray_is_not_seen_who_breaks_a_rule_may_take_off_as_many_as_the_dice_may() -> None:
    before = position("1:4 2:4 3:1 4:4 | 24:-2 21:-13")
    wrong = {4: evidence((3, 0), 0.995), 3: evidence((0, 0), 0.995)}
    found = judged(before, {Dice(6, 4): 0.0}, observed(before, misread=wrong))
    assert isinstance(found, Illegal)
    assert found.reading.missing == Stack(2, 0)
