"""Combines several looks at a board on which nothing moves.

The reader's mistakes last from look to look, so looks that agree are no surer than one of them; if the
reading changes, each of its opinions counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.match.events import BoardSeen
from companion.referee.stack_readings import as_it_may_be
from vision.observation import UNSEEN, Counts, Evidence, Spot

_LEAST: Final = 1e-12


@dataclass(frozen=True, slots=True)
class RepeatedLooks:
    """The looks at a board since something last moved on it.

    ``opinions``: for each spot and each pair of counts that it was taken for, the last evidence of it.
    """

    opinions: Mapping[Spot, Mapping[Counts, Evidence]] = field(default_factory=dict)

    def with_look(self, event: BoardSeen) -> RepeatedLooks:
        """The gathered looks with one more; this one alone if something has moved before it."""
        known = self.opinions if event.unmoved else {}
        seen = event.observation.unbiased
        opinions = {
            spot: {**known.get(spot, {}), evidence.best: evidence} for spot, evidence in seen.items() if evidence.seen
        }
        return RepeatedLooks({**known, **opinions})

    def shown_by(self, event: BoardSeen) -> BoardSeen:
        """The newest look, with the combined evidence at each spot; a spot it does not show is as seen before."""
        seen = event.observation.unbiased
        several = {
            spot: together(opinions)
            for spot, opinions in self.opinions.items()
            if len(opinions) > 1 or not seen.get(spot, UNSEEN).seen
        }
        shown = {spot: as_it_may_be(spot, evidence) for spot, evidence in {**seen, **several}.items()}
        return replace(event, observation=replace(event.observation, alone=shown))


def together(opinions: Mapping[Counts, Evidence]) -> Evidence:
    """Opinions combined as independent evidence, the likeliest counts as likely as in the best opinion."""
    pairs = {pair for evidence in opinions.values() for pair in evidence.likelihoods}
    logs = {pair: sum(evidence.log_likelihood(*pair) for evidence in opinions.values()) for pair in pairs}
    most = max(logs.values())
    floor = sum(math.log(evidence.floor) for evidence in opinions.values()) - most
    total = sum(math.exp(weight - most) for weight in logs.values())
    likelihoods = {pair: math.exp(weight - most) / total for pair, weight in logs.items()}
    return Evidence(likelihoods, max(math.exp(floor) / total, _LEAST))
