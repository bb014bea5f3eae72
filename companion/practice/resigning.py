"""Resignations in a game against the engine: when it offers one, and what it says to the learner's.

Both go by what the game is worth (:mod:`companion.coach.resignations`), at any strength: the engine gives nothing away,
and asks for no more than is its due.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.coach.at_the_table.decisions import standing
from companion.coach.at_the_table.events import HintReady
from companion.coach.at_the_table.state import coaching_in
from companion.coach.features import FeatureBoard
from companion.coach.resignations import JudgedResignation, ResignAct, ResignJudged, resignation_judged
from companion.coach.teaching import Decision
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.in_play import MatchInPlay
from companion.match.phases import IN_GAME
from companion.match.state import State
from companion.practice.exercise import Practice
from companion.record.entries import Entry, Kind
from companion.record.facts import OfferAnswered

MARGIN: Final = 0.01
"""Points of equity; the engine accepts no resignation that is farther below what the game is worth."""
NO_CHANCE: Final = 0.001
"""Who wins no more often has lost beyond doubt."""


def offerer(state: State) -> Side | None:
    """Who has offered to lose the game that is being played, and waits for the answer."""
    offer = state.record.resignation if state.phase in IN_GAME else None
    return offer[0] if offer is not None else None


def to_judge(state: State, practice: Practice) -> Decision | None:
    """What an engine has still to be asked about the learner's resignation."""
    if offerer(state) is not practice.learner or judging(state, practice) is not None:
        return None
    return standing(state)


def judging(state: State, practice: Practice) -> HintReady | None:
    """The last word of an engine on the position as it stands; None as long as there is none."""
    decision = standing(state)
    answers = (coaching_in(state).answer, practice.heard)
    return next((one for one in answers if one is not None and one.decision == decision and _is_last_word(one)), None)


def _is_last_word(answer: HintReady) -> bool:
    return answer.refined and (answer.ranking is not None or answer.advice is not None)


def accepts(state: State, answer: HintReady) -> bool:
    """Whether the engine accepts the resignation on offer: it is worth no less than the game is."""
    assert state.record.resignation is not None
    loser, result = state.record.resignation
    judged = _judged(state, answer, loser.other, ResignAct.ACCEPTED, result)
    return judged.going_on - judged.given_up >= -MARGIN


def offered(state: State, practice: Practice) -> Result | None:
    """What the engine resigns now: a game that it has lost beyond doubt, for exactly what that is worth.

    As long as the sides can still meet, there is a doubt.  What was refused is not offered again in the game.
    """
    answer = judging(state, practice)
    if answer is None or not practice.is_match or FeatureBoard.of(state.record.position, practice.opponent).is_contact:
        return None
    due = next((result for result in Result if _is_due(state, answer, practice.opponent, result)), None)
    return due if due is not None and due > (practice.refused or 0) else None


def _is_due(state: State, answer: HintReady, side: Side, result: Result) -> bool:
    judged = _judged(state, answer, side, ResignAct.OFFERED, result)
    return judged.chances.win <= NO_CHANCE and abs(judged.going_on - judged.given_up) <= MARGIN


def replayed(practice: Practice, before: MatchInPlay, entry: Entry) -> Practice:
    """What the engine remembers of an entry: which of its resignations was refused in this game."""
    if entry.event is Kind.START:
        return replace(practice, refused=None)
    is_refused = isinstance(entry.facts, OfferAnswered) and not entry.facts.accepted
    if is_refused and before.resignation is not None and before.resignation[0] is practice.opponent:
        return replace(practice, refused=before.resignation[1])
    return practice


def _judged(state: State, answer: HintReady, side: Side, act: ResignAct, result: Result) -> ResignJudged:
    situation, record = answer.decision.situation, state.record
    situation = replace(situation, state=replace(situation.state, dice=answer.decision.dice))
    chances = answer.ranking.best.chances if answer.ranking is not None else None
    if chances is None:
        assert answer.advice is not None
        chances = answer.advice.chances
    asked = JudgedResignation(record.game, sum(record.rolls), side, situation, act, result)
    return resignation_judged(asked, chances, answer.decision.rules)
