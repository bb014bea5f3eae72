"""Assigns each checker to a side: similar checkers go together, and the net's judgement counts.

Both sides' checkers are compared with each other, not with a table of colours: under a lamp ivory
is orange, but all of it.  Starting from what the net says of each checker, every one is held against
all others and goes to the side whose members it is less unlike on average, in turn until nothing
changes (expectation maximisation: Dempster and others 1977).  Where the start position has told which
colours are whose, those faces take part as members that never change sides.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.colours import SideColours, Swatch, lightness

# The numbers below were chosen on boards that no net was trained on.
_SPREAD_L: Final = 12.0
_SPREAD_HUE: Final = 5.0
"""How far apart in lightness (L*, 0 to 255) and in hue (see ``_hues``) two faces of one side usually are."""
_MOST_BY_L: Final = 3.0
_MOST_BY_HUE: Final = 10.0
"""A lamp's reflection makes a dark face lighter than any light one, but no red face green (log-likelihood)."""
_MOST_BY_COLOUR: Final = 4.0
"""All that colours may tell of one checker, log-odds: the net also sees where the light falls."""
_GREY: Final = 30.0
"""Lightness below which hues fade: those of the blackest faces are noise."""
_REACH: Final = 250.0
"""Pixels of the view over which light falls alike; what lies farther off counts ``_FAR`` all the same."""
_FAR: Final = 0.3
_TRUST_NET: Final = 0.7
_TOGETHER: Final = 0.4
"""How much the others on its point tell of a checker, beside what it tells of itself."""
_ROUNDS: Final = 5
_SUREST: Final = 7.5
_CLUSTERS: Final = (9.0, 5.0, 5.0)

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Suspect:
    """A checker whose owner is asked for.

    ``net``: log-odds that it is Light's as the net sees it; the net may take the two sides for each
    other.  ``spot``: where it lies; checkers of one spot mostly belong to one side.
    """

    face: Swatch
    net: float
    spot: Hashable


def owners(suspects: Sequence[Suspect], known: SideColours | None = None) -> list[float]:
    """How likely each checker is Light's, 0 to 1.

    ``known``: faces whose owner is known; without them Light is the side with the lighter faces.
    """
    if not suspects:
        return []
    comparison = _Comparison(suspects, known)
    starts = [comparison.start(), comparison.turned_start()] if known else [comparison.start()]
    starts.append(comparison.clusters())
    odds = max((comparison.settled(start) for start in starts), key=lambda found: found[0])[1]
    if known is None and not _light_is_lighter(suspects, odds):
        odds = -odds
    return [float(p) for p in _likely(odds)]


class _Comparison:
    """Everything that is needed to weigh one way of telling the sides apart against another."""

    def __init__(self, suspects: Sequence[Suspect], known: SideColours | None) -> None:
        fixed = (*known.light, *known.dark) if known else ()
        faces = [s.face for s in suspects] + list(fixed)
        self._net = _TRUST_NET * np.array([s.net for s in suspects])
        spots = [s.spot for s in suspects]
        self._mates = np.array([[a == b and k != n for n, b in enumerate(spots)] for k, a in enumerate(spots)], float)
        self._colours = np.array([f.colour for f in faces])
        places = np.array([(f.x, f.y) for f in faces])
        count = len(suspects)
        lightness, hues = self._colours[:, 0], _hues(self._colours)
        by_lightness = (lightness[:count, None] - lightness[None]) ** 2 / (2 * _SPREAD_L**2)
        by_hue = ((hues[:count, None] - hues[None]) ** 2).sum(-1) / (2 * _SPREAD_HUE**2)
        unlike = np.minimum(by_lightness, _MOST_BY_L) + np.minimum(by_hue, _MOST_BY_HUE)
        distances = ((places[:count, None] - places[None]) ** 2).sum(-1)
        self._near = _FAR + np.exp(-distances / (2 * _REACH * _REACH))
        np.fill_diagonal(self._near, 0.0)
        self._unlike = self._near * unlike
        self._fixed = np.array([1.0] * len(known.light) + [0.0] * len(known.dark)) if known else np.zeros(0)

    def start(self) -> Values:
        return self._with_mates(self._net)

    def turned_start(self) -> Values:
        """For sides that are alike in lightness the net may name them the wrong way round."""
        return -self.start()

    def clusters(self) -> Values:
        """Two clusters of colour, named as the net would."""
        colours = (self._colours[: len(self._net)] / _CLUSTERS).astype(np.float32)
        if len(colours) < 2:
            return self.start()
        cv2.setRNGSeed(1)
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.01)
        _, labels, _ = cv2.kmeans(colours, 2, np.empty(0, np.int32), criteria, 5, cv2.KMEANS_PP_CENTERS)
        odds = labels.ravel().astype(np.float64) * 4.0 - 2.0
        return self._with_mates(odds if float((odds * self._net).sum()) >= 0 else -odds)

    def settled(self, odds: Values) -> tuple[float, Values]:
        """The log-odds to which a start leads, and how well they explain all that is seen (higher is better)."""
        for _ in range(_ROUNDS):
            from_light, from_dark = self._distances(odds)
            odds = self._with_mates(self._net + np.clip(from_dark - from_light, -_MOST_BY_COLOUR, _MOST_BY_COLOUR))
        from_light, from_dark = self._distances(odds)
        light = _likely(odds)
        # The net's names may be turned round as a whole, at a price.
        net = np.clip(self._net, -6, 6)
        said = np.where(odds > 0, -np.logaddexp(0, -net), -np.logaddexp(0, net)).sum()
        doubt = -(light * np.log(light) + (1 - light) * np.log(1 - light)).sum()
        return float(said + doubt - (light * from_light + (1 - light) * from_dark).sum()), odds

    def _distances(self, odds: Values) -> tuple[Values, Values]:
        """How unlike each checker is to Light's and to Dark's on average, near ones counting most."""
        light = np.concatenate([_likely(odds), self._fixed])
        return self._distance(light), self._distance(1 - light)

    def _distance(self, members: Values) -> Values:
        return np.asarray((self._unlike @ members) / (self._near @ members + 1e-6))

    def _with_mates(self, odds: Values) -> Values:
        return np.asarray(odds + _TOGETHER * (self._mates @ np.clip(odds, -4, 4)))


def _hues(colours: Values) -> Values:
    """The a* and b* of colours (n, 3) as they would be in bright light: light and shade scale both alike."""
    return np.asarray((colours[:, 1:] - 128) * 100 / (colours[:, :1] + _GREY))


def _likely(odds: Values) -> Values:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(odds, -_SUREST, _SUREST))))


def _light_is_lighter(suspects: Sequence[Suspect], odds: Values) -> bool:
    light = [s.face for s, o in zip(suspects, odds, strict=True) if o > 0]
    dark = [s.face for s, o in zip(suspects, odds, strict=True) if o <= 0]
    if not light or not dark:  # one side only: the net has seen how light such a side mostly is
        return True
    return lightness(light) >= lightness(dark)
