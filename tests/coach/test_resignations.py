"""Offers to lose, and answers to them: what each gave away, in no sum with plays and the cube."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.coach.analysis_json import judged_from, report_values, values_of
from companion.coach.analysis_page import page_of
from companion.coach.analysis_text import ReportSpeaker
from companion.coach.decisions import decisions
from companion.coach.engines.builtin import Builtin
from companion.coach.evaluation import Chances, CubeAdvice, Ranking
from companion.coach.report import MatchReport
from companion.coach.resignations import JudgedResignation, ResignAct, ResignFault, ResignJudged
from companion.errors import InputError
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.files.document import json_text, match_from_json
from companion.record.match import Match, Win
from companion.texts import Language
from tests.coach.fakes import ByNotation
from tests.coach.judged import report
from tests.record.playing import game_of

TURNS = ("light 31 8/5 6/5", "dark 42 8/4 6/4")
HALF_GAMMONS = Chances(0.0, 0.0, 0.0, 0.5, 0.0)
"""Lost for certain, every other game as a gammon: worth -1.5 for money."""
EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)


class Seeing(ByNotation):
    """Sees the same chances of who is on roll everywhere."""

    def __init__(self, chances: Chances) -> None:
        super().__init__()
        self._chances = chances

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        return replace(super().cube(situation, ply=ply, rules=rules), chances=self._chances)

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        found = super().ranking(situation, dice, ply=ply, rules=rules, also=also)
        return replace(found, candidates=tuple(replace(one, chances=self._chances) for one in found.candidates))


def money(*turns: str, **facts: Any) -> Match:
    return Match(("Anna", "Bob"), 0, (game_of(*turns, **facts),))


def resigned(match: Match) -> list[JudgedResignation]:
    return [one for one in decisions(match) if isinstance(one, JudgedResignation)]


def judged(match: Match, chances: Chances) -> list[ResignJudged]:
    return judged_in(report(match, Seeing(chances)))


def judged_in(found: MatchReport) -> list[ResignJudged]:
    return [one for one in found.decisions if isinstance(one, ResignJudged)]


# --- what there was to decide ----------------------------------------------------------------------


def test_an_offer_and_its_answer_are_decisions_of_their_own() -> None:
    offer, answer = resigned(money(*TURNS, "light resign gammon", "dark accept", win=Win(Side.DARK, 2)))
    assert [(one.turn, one.side, one.act, one.result, one.loser) for one in (offer, answer)] == [
        (3, Side.LIGHT, ResignAct.OFFERED, Result.GAMMON, Side.LIGHT),
        (3, Side.DARK, ResignAct.ACCEPTED, Result.GAMMON, Side.LIGHT),
    ]
    assert offer.situation == answer.situation
    assert (offer.situation.position.on_roll, offer.situation.state.dice) == (Side.LIGHT, None)


def test_who_is_not_on_roll_may_resign_too_and_the_cube_counts() -> None:
    turns = (*TURNS, "light double 2", "dark take", "dark resign single", "light refuse")
    offer, answer = resigned(money(*turns))
    assert (offer.loser, answer.loser, answer.act) == (Side.DARK, Side.DARK, ResignAct.REFUSED)
    assert (offer.situation.position.on_roll, offer.situation.state.cube) == (Side.LIGHT, 2)


def test_a_roll_that_waits_for_its_play_is_known() -> None:
    offer, _ = resigned(money(*TURNS, "light 65", "light resign single", "dark accept"))
    assert (offer.turn, offer.situation.state.dice) == (3, Dice(6, 5))
    assert offer.situation.position.on_roll is Side.LIGHT


def test_an_answer_to_nothing_is_passed_over() -> None:
    assert resigned(money(*TURNS, "light accept", "light resign single", "light accept"))[1:] == []


def test_a_game_that_only_ends_holds_no_resignation() -> None:
    assert resigned(money(*TURNS, win=Win(Side.LIGHT, 1))) == []


# --- what it gave away -----------------------------------------------------------------------------

Told = tuple[ResignAct, float, ResignFault | None, ResignAct]
OFFERED, ACCEPTED, REFUSED = ResignAct.OFFERED, ResignAct.ACCEPTED, ResignAct.REFUSED


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("single", "accept"), [(OFFERED, 0, ResignFault.TOO_LITTLE, OFFERED),
                                (ACCEPTED, 0.5, ResignFault.WRONG_ACCEPT, REFUSED)]),
        (("single", "refuse"), [(OFFERED, 0, ResignFault.TOO_LITTLE, OFFERED), (REFUSED, 0, None, REFUSED)]),
        (("gammon", "accept"), [(OFFERED, 0.5, ResignFault.TOO_MUCH, ResignAct.PLAYED_ON),
                                (ACCEPTED, 0, None, ACCEPTED)]),
        (("gammon", "refuse"), [(OFFERED, 0.5, ResignFault.TOO_MUCH, ResignAct.PLAYED_ON),
                                (REFUSED, 0.5, ResignFault.WRONG_REFUSE, ACCEPTED)]),
        (("backgammon", "accept"), [(OFFERED, 1.5, ResignFault.TOO_MUCH, ResignAct.PLAYED_ON),
                                    (ACCEPTED, 0, None, ACCEPTED)]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("on_roll", [True, False])
def test_too_much_too_little_and_the_wrong_answer(words: Sequence[str], told: Sequence[Told], on_roll: bool) -> None:
    offered, answer = words
    loser, other = ("light", "dark") if on_roll else ("dark", "light")
    chances = HALF_GAMMONS if on_roll else HALF_GAMMONS.mirrored()
    found = judged(money(*TURNS, f"{loser} resign {offered}", f"{other} {answer}"), chances)
    assert [(one.act, round(one.loss, 9), one.fault, one.best) for one in found] == told
    assert all(one.chances == HALF_GAMMONS for one in found), "told of who offers to lose"


def test_a_game_given_up_in_the_middle_is_what_it_was_worth() -> None:
    (offer, answer) = judged(money(*TURNS, "light resign single", "dark accept"), EVEN)
    assert offer.loss == pytest.approx(1)
    assert (offer.fault, answer.fault, answer.loss) == (ResignFault.TOO_MUCH, None, 0)


def test_after_a_roll_the_best_play_of_it_counts() -> None:
    match = money(*TURNS, "light 65", "light resign single", "dark accept")
    offer, answer = judged(match, Chances(0.9, 0.0, 0.0, 0.0, 0.0))
    assert offer.going_on > 0.8, "who resigns has rolled well"
    assert offer.loss == pytest.approx(offer.going_on + 1)
    assert answer.loss == 0


def test_without_the_cube_turned_a_gammon_counts_nothing_by_jacobys_rule() -> None:
    match = replace(money(*TURNS, "light resign single", "dark accept"), rules="tournament jacoby=true")
    assert [one.fault for one in judged(match, HALF_GAMMONS)] == [None, None]


@pytest.mark.parametrize("score", [(0, 0), (4, 2), (2, 5), (6, 5)])
def test_in_a_match_what_is_lost_for_certain_costs_nothing_to_resign(score: tuple[int, int]) -> None:
    certain = Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    match = replace(money(*TURNS, "light resign gammon", "dark accept", score=score), length=7)
    for one in judged(match, certain):
        assert one.loss == pytest.approx(0, abs=1e-9)
        assert one.fault is None


def test_where_a_gammon_wins_no_more_a_single_game_is_enough() -> None:
    match = replace(money(*TURNS, "light resign single", "dark accept", score=(3, 6), crawford=True), length=7)
    assert [one.fault for one in judged(match, HALF_GAMMONS)] == [None, None]


def test_our_own_engine_sees_a_gammon_that_cannot_be_saved() -> None:
    start = Position.from_xgid("XGID=-B----------o-------------:0:0:-1:00:0:0:0:0:10")
    match = money("dark resign single", "light accept", start=start)
    with Builtin() as engine:
        offer, answer = judged_in(report(match, engine))
    assert offer.fault is ResignFault.TOO_LITTLE
    assert answer.fault is ResignFault.WRONG_ACCEPT
    assert answer.loss == pytest.approx(1, abs=0.05)


# --- the sums --------------------------------------------------------------------------------------


def test_they_are_in_no_sum_of_plays_and_cube() -> None:
    turns = (*TURNS, "light 65 24/18 18/13")
    without = report(money(*turns), Seeing(EVEN))
    found = report(money(*turns, "dark resign gammon", "light accept"), Seeing(EVEN))
    for side in Side:
        before, after = without.totals(side), found.totals(side)
        assert (after.loss, after.rate, after.decisions, after.level) == (
            before.loss, before.rate, before.decisions, before.level,
        )  # fmt: skip
        assert found.cost(side) == without.cost(side)
    dark = found.totals(Side.DARK)
    assert (dark.resignations, dark.resign_faults) == (1, {ResignFault.TOO_MUCH: 1})
    assert dark.resign_loss > 1
    assert found.worst(1)[0].side is Side.DARK, "but it is the worst decision of all"


def test_the_record_of_a_table_holds_them() -> None:
    match = money(*TURNS, "light resign gammon", "dark accept", win=Win(Side.DARK, 2))
    assert resigned(match_from_json(json_text(match))) == resigned(match)


# --- written and told ------------------------------------------------------------------------------


def whole() -> MatchReport:
    turns = (*TURNS, "dark resign single", "light refuse", "light 65", "light resign gammon", "dark accept")
    return report(money(*turns, win=Win(Side.DARK, 2)), Seeing(EVEN))


def test_what_was_judged_is_the_same_when_it_is_read_again() -> None:
    for one in judged_in(whole()):
        again = judged_from(values_of(one))
        assert isinstance(again, ResignJudged)
        assert again.asked == one.asked
        assert again.loss == pytest.approx(one.loss, abs=1e-5)
    with pytest.raises(InputError, match="single or gammon or backgammon"):
        judged_from(values_of(judged_in(whole())[0]) | {"offered": "nothing"})


def test_the_sums_are_told_apart() -> None:
    light = report_values(whole())["players"]["light"]
    assert (light["resignations"], light["resign_faults"]) == (2, {"wrong-refuse": 1, "resigned-too-much": 1})
    assert light["resign_loss"] > 1


@pytest.mark.parametrize("language", Language)
def test_they_stand_in_the_summary_in_the_list_and_among_the_worst(language: Language) -> None:
    found = whole()
    speaker = ReportSpeaker(found, language.value)
    assert any(row.what == speaker.say("resignations") and row.light.startswith("2 (−") for row in speaker.summary)
    page = page_of(found, language=language.value)
    for act in ("accepted", "refused", "played-on"):
        assert speaker.say(f"act-{act}") in page
    assert speaker.reason(found.worst(1)[0]) in page


def test_a_match_without_any_does_not_speak_of_them() -> None:
    assert "esignation" not in page_of(report(money(*TURNS), Seeing(EVEN)))
