"""Weighs the evidence of a look against the hypotheses: evidence in, a ruling out.

Vision reports evidence, the referee decides.  A :class:`Hypothesis` is one hypothesis of what
happened, with the board it leaves; the hypothesis under which the evidence is likeliest wins, if
it beats the runner-up by a margin.  The board is also read without any hypothesis: if that free
reading is much likelier than every hypothesis, the rules do not explain the board.

All weights are natural logarithms of likelihoods.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from companion.games.rules import BAR, TRAY, Picture, Rules, Spot, Stack
from vision.observation import POINTS, UNSEEN, Counts, Evidence, Observation

Meaning = TypeVar("Meaning", covariant=True)
PositionT = TypeVar("PositionT")
RollT = TypeVar("RollT")
PlayT = TypeVar("PlayT")

# Readings of one spot that are this much less likely than its best one are not tried: less than 1 in 5,000.
_DEEPEST: Final = 8.5
# The lead of a hypothesis that has no other beside it.
_ALONE: Final = 12.0
# A tall stack may be any of them.
_MOST_READINGS: Final = 12
_ROLLS_REMEMBERED: Final = 1024
# A reading of the board is dropped where the spots so far are this much likelier otherwise: it would be all strain.
_FARTHEST_BEHIND: Final = 14.0
# How likely dice are first seen when their play has begun, or while the play before goes on.
_SEEN_LATE: Final = -3.0
# Two looks at a spot of which no likelihoods differ by more than this in all show the same.
_SAME_LOOK: Final = 0.2
# Two misreadings of a spot that overlap by more than this (Bhattacharyya's coefficient) are the same mistake.
_SAME_MISTAKE: Final = 0.8
FIFTEEN: Final = Stack(15, 15)
NOBODY: Final = Stack(0, 0)

Habits: TypeAlias = Mapping[Spot, tuple[Stack, Evidence]]
"""Persistent misreadings: what was on each spot at an earlier look, and the evidence of it then."""


@dataclass(frozen=True, slots=True)
class Margins:
    """How much likelier one hypothesis has to be than another before it is believed (log-likelihoods).

    ``certain``: a hypothesis over the next one.  ``lawful``: a hypothesis over a broken rule, beyond
    ``illegal``, for few turns are played illegally.  ``illegal``: the free reading over every hypothesis,
    before a rule counts as broken.  ``missing``: the cost in a free reading of each checker that it leaves
    unaccounted for.  ``strain``: how much less likely a reading that accuses somebody may be than the
    spots each taken alone; ``hidden``: the same for a hypothesis that is simply believed, twice as much if
    it is far ahead of any other; beyond, something hides part of the board.  The tray, whose content follows from
    the board, does not count.  ``support``: the evidence needed against every hypothesis even if the worst of all
    spots was misread: no accusation rests on one spot.
    ``dice``: how unlikely the dice must be under a hypothesis that only takes other dice.
    ``gone``: the cost in a reading of each missing checker before that is examined.
    ``least_seen``: points of 24 that must be seen for any ruling.
    ``sameness``: how much likelier a spot that looks as before is unchanged.
    """

    certain: float
    lawful: float
    illegal: float
    missing: float
    strain: float
    hidden: float
    support: float
    dice: float
    least_seen: int
    gone: float
    sameness: float


# None of them was measured by itself: they were set while looking at the recorded games and the simulated matches (see
# docs/internals/figures.md).  Beside each stand the odds that it means, and what else is known of it.
MARGINS: Final = Margins(
    certain=2.5,  # 12 : 1
    lawful=1.5,  # 4 : 1
    illegal=5.0,  # 150 : 1
    missing=6.0,  # 400 : 1 a checker
    strain=3.0,  # 20 : 1
    hidden=8.0,  # 3,000 : 1
    support=1.5,  # 4 : 1
    dice=7.0,  # 1,100 : 1
    least_seen=20,  # all but four
    gone=2.5,  # 12 : 1; with 3 it was asked too late, with 1.5 without need
    sameness=1.0,  # 3 : 1
)
"""The margins of every ruling."""


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[Meaning]):
    """A hypothesis of what happened, and the board it leaves.

    ``prior``: the log-likelihood of such a course of events before the look.  ``dice``: that of the dice as
    seen if they show the roll of the hypothesis.  ``irregular``: that of people doing what they should not,
    if the hypothesis says they did.  ``lay``: the board when the last dice fell.
    """

    meaning: Meaning
    board: Picture
    prior: float = 0.0
    dice: float = 0.0
    irregular: float = 0.0
    lay: Picture | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The likeliest board regardless of the rules: the spots that were seen, and checkers that were not.

    ``strain``: how much likelier the spots would be if each were taken alone, without counting
    checkers.  If it is large, something hides part of the board.
    """

    picture: Picture
    missing: Stack
    strain: float


@dataclass(frozen=True, slots=True)
class Clear(Generic[Meaning]):
    """One hypothesis explains the evidence, and no other comes near.

    ``gone``: checkers that seem to be missing; a single surely misread spot looks the same.
    """

    hypothesis: Hypothesis[Meaning]
    margin: float
    confidence: float
    gone: Stack = NOBODY


@dataclass(frozen=True, slots=True)
class Illegal(Generic[Meaning]):
    """No hypothesis explains the evidence.  ``hypotheses``: the nearest ones, best first.

    ``ahead``: the lead of the best hypothesis over the next.
    """

    reading: Reading
    hypotheses: tuple[Hypothesis[Meaning], ...]
    margin: float
    confidence: float
    ahead: float


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[Meaning]):
    """Several hypotheses explain the evidence, or one does, but badly.  ``hypotheses``: the likely ones, best first.

    ``doubtful``: a broken rule is nearly as likely as any of them.
    """

    hypotheses: tuple[Hypothesis[Meaning], ...]
    margin: float
    confidence: float
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Too little of the board is seen to judge."""

    seen: int


Ruling: TypeAlias = Clear[Meaning] | Illegal[Meaning] | Ambiguous[Meaning] | Unreadable


@dataclass(frozen=True, slots=True)
class TurnHypothesis(Generic[RollT, PlayT, PositionT]):
    """The turn of a hypothesis: the roll, the play (None: not played yet) and the position after it."""

    roll: RollT
    play: PlayT | None
    end: PositionT


def ruling(
    hypotheses: Sequence[Hypothesis[Meaning]],
    observation: Observation,
    *,
    standing: Picture,
    checkers: Stack | None = None,
    margins: Margins = MARGINS,
    habits: Habits | None = None,
    thrown_over: Observation | None = None,
    doable: Callable[[Picture], bool] = lambda _: True,
) -> Ruling[Meaning]:
    """The ruling which of the hypotheses happened, by one look at the board.

    ``standing``: the board before them.  ``checkers``: how many each side has in this game, 15 by
    default.  ``habits``: see :func:`accustomed`.  ``thrown_over``: the first look that showed the last
    dice: what has changed since then was played with them.  ``doable``: whether people may have left
    such a board, legally or not; a board that nobody leaves is misread, and no reason to doubt a hypothesis.
    Raises ValueError without hypotheses.
    """
    if not hypotheses:
        raise ValueError("a ruling needs at least one story")
    seen = sum(observation.spot(point).seen for point in POINTS)
    if observation.hand or seen < margins.least_seen:
        return Unreadable(seen)
    evidence = accustomed(observation.unbiased, habits or {}, sameness=margins.sameness)
    weights = _Weights(evidence)
    at_throw = _Weights(thrown_over.unbiased) if thrown_over is not None else None
    courses = [(hypothesis.prior + _in_order(hypothesis, at_throw), hypothesis) for hypothesis in hypotheses]
    ranked = sorted(
        (
            (course + hypothesis.dice + hypothesis.irregular + weights.of(hypothesis.board), course, hypothesis)
            for course, hypothesis in courses
        ),
        key=_weight,
    )
    best, course, hypothesis = ranked[0]
    in_view = _in_view(checkers or FIFTEEN, standing, evidence)
    likely_rolls = [hypothesis.board for hypothesis in hypotheses if hypothesis.dice >= -margins.certain]
    borne_off = _borne_off_unseen(likely_rolls, standing, evidence)
    free_reading, free = read_freely(evidence, in_view, cost_of_missing=margins.missing, borne_off=borne_off)
    ahead = best - ranked[1][0] if len(ranked) > 1 else _ALONE
    # How much likelier a broken rule is: a misread die is weighed against that, an unusual course is not.
    broken = free - margins.illegal - (best - course)
    confidence = _share(best, [weight for weight, _, _ in ranked] + [best + broken])
    likely = tuple(hypothesis for weight, _, hypothesis in ranked if weight > best - margins.certain)
    sound = free_reading.strain <= margins.strain and _is_supported(free_reading, hypothesis, weights, margins)
    if broken >= 0 and free - best >= margins.illegal and sound:
        return Illegal(free_reading, likely, broken, 1 - confidence, ahead)
    strain = weights.alone() - weights.of(hypothesis.board)
    # A hypothesis far ahead of all others may look odd at a spot or two: tall stacks do.
    far_ahead = len(ranked) > 1 and min(-broken, ahead) > margins.certain
    bearable = 2 * margins.hidden if far_ahead else margins.hidden
    on_board = strain - weights.against(TRAY, hypothesis.board)
    strained = on_board > (margins.strain if hypothesis.irregular else bearable)  # that accuses somebody as well
    suspect = broken >= 0 or (-broken < margins.lawful and doable(free_reading.picture))
    doubtful = suspect or strained
    if ahead < margins.certain or doubtful:
        return Ambiguous(likely, ahead, confidence, doubtful)
    gone = NOBODY
    if on_board > margins.gone + margins.certain:
        gone = _gone(evidence, checkers or FIFTEEN, hypothesis.board, weights, margins)
    return Clear(hypothesis, ahead, confidence, gone)


def as_it_lies(
    observation: Observation, *, standing: Picture, habits: Habits, checkers: Stack = FIFTEEN,
    margins: Margins = MARGINS,
) -> Reading:  # fmt: skip
    """The likeliest board in a look, whatever the rules say."""
    evidence = accustomed(observation.unbiased, habits, sameness=margins.sameness)
    in_view = _in_view(checkers, standing, evidence)
    return read_freely(evidence, in_view, cost_of_missing=margins.missing)[0]


def likelier(
    reading: Reading, boards: Iterable[Picture], observation: Observation, *, lead: float, habits: Habits
) -> Reading:
    """The reading, or the likeliest of some boards if that is less likely by no more than ``lead``."""
    weights = _Weights(accustomed(observation.unbiased, habits, sameness=MARGINS.sameness))
    weight = weights.of(reading.picture) - MARGINS.missing * sum(reading.missing)
    seen = [{spot: stack for spot, stack in board.items() if spot in reading.picture} for board in boards]
    best = max(seen, key=weights.of, default=None)
    if best is None or best == reading.picture or weights.of(best) + lead < weight:
        return reading
    light, dark = (
        reading.missing[k] + sum(stack[k] - best[spot][k] for spot, stack in reading.picture.items()) for k in (0, 1)
    )
    return Reading(best, Stack(light, dark), weights.alone() - weights.of(best))


def turn_stories(
    rules: Rules[PositionT, RollT, PlayT], before: PositionT, rolls: Mapping[RollT, float], *, prior: float = 0.0
) -> list[Hypothesis[TurnHypothesis[RollT, PlayT, PositionT]]]:
    """All hypotheses of a turn: for each possible roll, unplayed and every legal end.

    ``rolls``: the log-likelihood of each roll that the dice may show.  A roll that cannot be played is
    played at once, by doing nothing.
    """
    hypotheses: list[Hypothesis[TurnHypothesis[RollT, PlayT, PositionT]]] = []
    for roll, weight in rolls.items():
        key: tuple[Any, Any, Any] = (rules, before, roll)
        standing, boards = _outcomes(*key)
        if all(board != standing for _, _, board in boards):
            hypotheses.append(Hypothesis(TurnHypothesis(roll, None, before), standing, prior, weight))
        hypotheses += [Hypothesis(TurnHypothesis(roll, play, end), board, prior, weight) for play, end, board in boards]
    return hypotheses


@lru_cache(maxsize=_ROLLS_REMEMBERED)
def _outcomes(rules: Any, before: Any, roll: Any) -> tuple[Picture, list[tuple[Any, Any, Picture]]]:
    """The board before a roll is played, and every play of it with its end: the same at each look at a turn."""
    ends = rules.legal_ends(before, roll)
    return rules.picture(before), [(play, end, rules.picture(end)) for end, play in ends.items()]


def accustomed(evidence: Mapping[Spot, Evidence], habits: Habits, *, sameness: float) -> Mapping[Spot, Evidence]:
    """The evidence, corrected by the last look at a known board.

    A spot that looks as it did then is as good as unchanged: what was there is at least as likely
    as anything else, and more so by ``sameness`` if it was read correctly.
    """
    seen_anew = dict(evidence)
    for spot, (lay, looked) in habits.items():
        now = evidence.get(spot, UNSEEN)
        counts = lay.light, lay.dark
        if now.seen and _looks_like(now, looked, counts):
            seen_anew[spot] = _as_before(now, counts, sameness)
    return seen_anew


def _looks_like(now: Evidence, before: Evidence, lay: Counts) -> bool:
    pairs = now.likelihoods.keys() | before.likelihoods.keys()
    both = [(now.likelihoods.get(pair, 0.0), before.likelihoods.get(pair, 0.0)) for pair in pairs]
    if lay == before.best:
        return now.best == lay and sum(abs(one - other) for one, other in both) < _SAME_LOOK
    # Misread then and misread now: the certainty of a mistake swings with every shadow.
    return now.best != lay and sum(math.sqrt(one * other) for one, other in both) > _SAME_MISTAKE


def _as_before(now: Evidence, lay: Counts, sameness: float) -> Evidence:
    if now.best != lay:
        return Evidence({**now.likelihoods, lay: now.likelihoods[now.best] * 1.001}, now.floor)
    damped = {pair: likelihood * math.exp(-sameness) for pair, likelihood in now.likelihoods.items()}
    return Evidence({**damped, lay: now.likelihoods[lay]}, now.floor)


def likelihood(board: Picture, observation: Observation) -> float:
    """The log-likelihood of the evidence given a board (natural logarithm), to compare boards quickly."""
    return _Weights(observation.unbiased).of(board)


def habits_of(observation: Observation, board: Picture, known: Habits | None = None) -> Habits:
    """How each spot looks in a look at a known board.

    ``known``: the persistent misreadings so far.  A stack that has been read correctly is not misread later on.
    """
    found: dict[Spot, tuple[Stack, Evidence]] = {}
    for spot, seen in observation.unbiased.items():
        if seen.seen and spot in board:
            lay, looked = (known or {}).get(spot, (board[spot], seen))
            kept = lay == board[spot] and looked.best == lay and seen.best != lay
            found[spot] = board[spot], looked if kept else seen
    return found


def read_freely(
    evidence: Mapping[Spot, Evidence], checkers: Stack, *, cost_of_missing: float, borne_off: Stack = NOBODY
) -> tuple[Reading, float]:
    """The likeliest board without any rules, and its weight.

    ``checkers``: how many of each side are on the seen spots.  None is invented; a checker may stay
    unseen at a cost, except those that may have been ``borne_off``.
    """
    spots = [(spot, _readings(seen)) for spot, seen in sorted(evidence.items()) if seen.seen]
    courses: dict[Counts, _Course] = {(0, 0): _Course(0.0)}
    for _, readings in spots:
        courses = _extended(courses, readings, checkers)

    def weight_of(total: Counts) -> float:
        lost = sum(max(checkers[k] - total[k] - borne_off[k], 0) for k in (0, 1))
        return courses[total].weight - cost_of_missing * lost

    total = max(courses, key=weight_of)
    picture = {spot: Stack(*counts) for (spot, _), counts in zip(spots, courses[total].chosen(), strict=True)}
    missing = Stack(checkers.light - total[0], checkers.dark - total[1])
    alone = sum(readings[0][1] for _, readings in spots)
    return Reading(picture, missing, alone - courses[total].weight), weight_of(total)


def _in_order(hypothesis: Hypothesis[object], at_throw: _Weights | None) -> float:
    """How well a hypothesis fits the board when the last dice fell: nobody plays a roll before it is made.

    Only spots that the hypothesis changes since then count; the effect is limited, for that look may be late.
    """
    if at_throw is None or hypothesis.lay is None:
        return 0.0
    regret = 0.0
    for spot, stack in hypothesis.lay.items():
        if spot != TRAY and stack != hypothesis.board.get(spot, stack):
            regret += at_throw.at(spot, stack) - at_throw.most(spot)
    return regret if hypothesis.irregular else max(regret, _SEEN_LATE)


def _gone(
    evidence: Mapping[Spot, Evidence], checkers: Stack, lawful: Picture, weights: _Weights, margins: Margins
) -> Stack:
    """The checkers that seem to be missing, if that is likelier than a misread legal board.

    A checker beside another one on the bar is easily overlooked, and the content of the tray follows from the board.
    """
    on_board = {spot: seen for spot, seen in evidence.items() if spot != TRAY}
    expected = {spot: stack for spot, stack in lawful.items() if spot != TRAY}
    reading, weight = read_freely(on_board, _in_view(checkers, lawful, on_board), cost_of_missing=margins.gone)
    overlooked = reading.picture.get(BAR, NOBODY) not in (NOBODY, lawful.get(BAR))
    return reading.missing if weight - weights.of(expected) > margins.certain and not overlooked else NOBODY


def _is_supported(reading: Reading, hypothesis: Hypothesis[object], weights: _Weights, margins: Margins) -> bool:
    """Whether enough evidence contradicts a hypothesis without the spot, or the dice, that contradicts it most."""
    # A hypothesis says nothing about a spot that was unseen when its board was read.
    gains = [
        weights.at(spot, stack) - weights.at(spot, hypothesis.board[spot])
        for spot, stack in reading.picture.items()
        if spot in hypothesis.board
    ]
    gains.append(-hypothesis.dice)
    return sum(gains) - max(gains) >= margins.support or -hypothesis.dice >= margins.dice


def _in_view(checkers: Stack, standing: Picture, evidence: Mapping[Spot, Evidence]) -> Stack:
    if evidence.get(TRAY, UNSEEN).seen:
        return checkers
    off = standing[TRAY]
    return Stack(checkers.light - off.light, checkers.dark - off.dark)


def _borne_off_unseen(boards: Iterable[Picture], standing: Picture, evidence: Mapping[Spot, Evidence]) -> Stack:
    """How many checkers the dice may bear off if the tray is not seen: an illegal play may take as many."""
    if evidence.get(TRAY, UNSEEN).seen:
        return NOBODY
    off = [standing[TRAY], *(board[TRAY] for board in boards if TRAY in board)]
    light, dark = (max(column) for column in zip(*off, strict=True))
    return Stack(light - standing[TRAY].light, dark - standing[TRAY].dark)


class _Course(NamedTuple):
    """The reading of the spots so far: its likelihood, the last spot, and the others before it."""

    weight: float
    last: Counts = (0, 0)
    before: _Course | None = None

    def chosen(self) -> list[Counts]:
        """The counts of all spots, in order."""
        found, course = [], self
        while course.before is not None:
            found.append(course.last)
            course = course.before
        return found[::-1]


def _extended(
    courses: Mapping[Counts, _Course], readings: Iterable[tuple[Counts, float]], limit: Stack
) -> dict[Counts, _Course]:
    """The likeliest course to each total, one spot later; courses far behind are dropped."""
    weights: dict[Counts, tuple[float, Counts, _Course]] = {}
    for counts, more in readings:
        light, dark = counts
        for (so_far_light, so_far_dark), course in courses.items():
            total = (so_far_light + light, so_far_dark + dark)
            if total[0] > limit.light or total[1] > limit.dark:
                continue
            weight = course.weight + more
            known = weights.get(total)
            if known is None or known[0] < weight:
                weights[total] = (weight, counts, course)
    least = max(weight for weight, _, _ in weights.values()) - _FARTHEST_BEHIND
    return {total: _Course(*found) for total, found in weights.items() if found[0] >= least}


def _readings(seen: Evidence) -> list[tuple[Counts, float]]:
    """The readings of a spot, likeliest first; an empty one is always among them, so that totals fit."""
    ranked = sorted(((seen.log_likelihood(*counts), counts) for counts in seen.likelihoods), reverse=True)
    kept = [(counts, weight) for weight, counts in ranked[:_MOST_READINGS] if weight >= ranked[0][0] - _DEEPEST]
    if all(counts != (0, 0) for counts, _ in kept):
        kept.append(((0, 0), seen.log_likelihood(0, 0)))
    return kept


@dataclass(frozen=True, slots=True)
class _Weights:
    """The likelihoods of boards, each spot's counts looked up once."""

    evidence: Mapping[Spot, Evidence]
    known: dict[tuple[Spot, Stack], float] = field(default_factory=dict)

    def of(self, board: Picture) -> float:
        return sum([self.at(spot, stack) for spot, stack in board.items()])

    def alone(self) -> float:
        """The likeliest counts of each spot taken alone."""
        return sum(seen.log_likelihood(*seen.best) for seen in self.evidence.values())

    def most(self, spot: Spot) -> float:
        """The likelihood of the likeliest counts of a spot."""
        seen = self.evidence.get(spot, UNSEEN)
        return seen.log_likelihood(*seen.best)

    def against(self, spot: Spot, board: Picture) -> float:
        """How strongly a spot contradicts a board."""
        return self.most(spot) - self.at(spot, board[spot]) if spot in board else 0.0

    def at(self, spot: Spot, stack: Stack) -> float:
        weight = self.known.get((spot, stack))
        if weight is None:
            weight = self.known[spot, stack] = self.evidence.get(spot, UNSEEN).log_likelihood(*stack)
        return weight


def _weight(weighed: tuple[float, float, object]) -> float:
    return -weighed[0]


def _share(best: float, all_weights: Sequence[float]) -> float:
    return 1.0 / sum(math.exp(min(weight - best, 700.0)) for weight in all_weights)
