"""The reason for or against a play: one plain fact about the play.

The choice of the fact follows from the evaluation of all plays of the roll.  Each claim of the best play
(:mod:`companion.coach.claims`) divides the plays into those with and those without it; the claim that separates good
plays from bad ones best is the reason: the difference of the mean losses of both groups, times their standard share (as
in a point-biserial correlation), where bad plays count less, since nobody considers them.  If no claim separates them,
the reason names the chances of the evaluation itself: games and gammons won and lost.  A reason states a fact, never a
cause.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.coach.claims import Claim, claims
from companion.coach.evaluation import Candidate, PlayReason, Ranking
from companion.coach.features import Features
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.table import spot_of
from companion.games.backgammon.wording import point_number
from companion.games.rules import Spot

EVEN: Final = 0.01
"""Points of equity below which two plays are called equal: engines differ by as much."""
_MOST: Final = 20  # plays compared; the others lose more and would hardly count
_WORST: Final = 0.3  # points of equity: beyond, worse is no longer different
_THOUGHT_OF: Final = 0.15  # a play that loses this counts 1/e of the best
_SECOND: Final = 0.4  # share of the first claim's weight that a second one needs to be named with it

_MADE: Final = ("make-home", "make-point", "make-anchor", "cover")
# Claims named in one sentence: the first with the second.
_PAIRS: Final[Mapping[tuple[str, str], str]] = {
    ("hit", "safe"): "hit-safe",
    ("hit", "shots"): "hit-shots",
    **{(made, "safe"): "make-safe" for made in _MADE},
    **{(made, "shots"): "make-shots" for made in _MADE},
}


def why(ranking: Ranking, rules: RuleSet = STANDARD) -> PlayReason:
    """The one reason for the best play against the other possible plays.

    Keys ``coach.why.…``, about the player on roll in ``ranking.position``.
    """
    if ranking.is_forced:
        return PlayReason("coach.why.forced" if ranking.best.play.steps else "coach.why.no-move")
    others = [candidate for candidate in ranking.candidates if ranking.loss(candidate) >= EVEN]
    if not others:
        return PlayReason("coach.why.even")
    claims = sorted(_claims_for(ranking, rules), key=lambda each: -each.share)
    if not claims:
        return _by_chances("why", ranking.best, others[0], rules)
    first = claims[0]
    for second in claims[1:]:
        for one, two in ((first, second), (second, first)):
            if second.share >= _SECOND * first.share and (one.claim.name, two.claim.name) in _PAIRS:
                return _both(one, two)
    return first.reason("why", first.nearest)


def why_not(ranking: Ranking, candidate: Candidate, rules: RuleSet = STANDARD) -> PlayReason:
    """The advantage of the best play over ``candidate``, in a sentence about the two.

    Keys ``coach.not.…``, about the player of the candidate.
    """
    if ranking.is_forced:
        return why(ranking, rules)
    if candidate.end == ranking.best.end:
        return PlayReason("coach.not.best")
    if ranking.loss(candidate) < EVEN:
        return PlayReason("coach.not.even")
    against = Features.of(ranking.position, candidate.end, rules)
    claims = [each for each in _claims_for(ranking, rules, candidate) if each.claim.misses(against)]
    if not claims:
        return _by_chances("not", ranking.best, candidate, rules)
    return max(claims, key=lambda each: each.share).reason("not", against)


@dataclass(frozen=True, slots=True)
class _Support:
    """A claim with its share of the difference between the plays.   ``nearest``: the best play without it."""

    claim: Claim
    share: float
    best: Features
    nearest: Features

    def reason(self, form: str, other: Features) -> PlayReason:
        return PlayReason(f"coach.{form}.{self.claim.name}", self.values(other), self.spots)

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple([spot_of(point, self.best.side) for point in self.claim.points])

    def values(self, other: Features) -> dict[str, str]:
        values = {name: str(count) for name, count in self.claim.counts(other).items()}
        if self.claim.points:
            values["point"] = str(point_number(self.claim.points[0], self.best.side, self.best.rules))
        return values


def _claims_for(ranking: Ranking, rules: RuleSet, also: Candidate | None = None) -> Iterator[_Support]:
    """The claims of the best play that separate good plays from bad ones; ``also``: a play to include."""
    looked_at = list(ranking.candidates[:_MOST])
    if also is not None and also not in looked_at:
        looked_at.append(also)
    plays = [Features.of(ranking.position, candidate.end, rules) for candidate in looked_at]
    losses = [min(ranking.loss(candidate), _WORST) for candidate in looked_at]
    counting = [math.exp(-loss / _THOUGHT_OF) for loss in losses]
    for claim in claims(plays[0]):
        without = [k for k, play in enumerate(plays) if k and claim.misses(play)]
        if not without or min(losses[k] for k in without) < EVEN:
            continue
        share = claim.weight * _parted(losses, counting, frozenset(without))
        if share > 0:
            yield _Support(claim, share, plays[0], plays[min(without, key=lambda k: losses[k])])


def _parted(losses: list[float], counting: list[float], without: frozenset[int]) -> float:
    """The distance of the plays without a claim from those with it, weighed by their shares."""
    total = sum(counting)
    outside = sum(counting[k] for k in without)
    lost = sum(loss * weight for loss, weight in zip(losses, counting, strict=True))
    lost_outside = sum(losses[k] * counting[k] for k in without)
    apart = lost_outside / outside - (lost - lost_outside) / (total - outside)
    return apart * math.sqrt(outside * (total - outside)) / total


def _both(one: _Support, two: _Support) -> PlayReason:
    """Two claims in one sentence; the second is compared with the best play without it."""
    values = {**two.values(two.nearest), **one.values(one.nearest)}
    pair = _PAIRS[one.claim.name, two.claim.name]
    return PlayReason(f"coach.why.{pair}", values, one.spots)


def _by_chances(form: str, best: Candidate, other: Candidate, rules: RuleSet) -> PlayReason:
    """The last resort: which of the outcomes that the evaluation counts differs most, in games of 100."""
    gained = {"games": best.chances.win - other.chances.win}
    worth = {"games": 2 * gained["games"]}
    if rules.gammon:
        gained["gammons"] = best.chances.win_gammon - other.chances.win_gammon
        gained["gammons-saved"] = other.chances.lose_gammon - best.chances.lose_gammon
        worth |= {name: gained[name] for name in ("gammons", "gammons-saved")}
    most = max(worth, key=lambda name: worth[name])
    count = round(100 * gained[most])
    return PlayReason(f"coach.{form}.{most}", {"n": str(count)}) if count else PlayReason(f"coach.{form}.unclear")
