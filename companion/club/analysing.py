"""Judges the matches that are over, and stores what each decision of the players lost."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from companion.club.following import Followed, Following
from companion.club.models import Analysis, Match, Result
from companion.club.reading import entries_of
from companion.coach.analysing import analysed
from companion.coach.evaluator import Evaluator
from companion.coach.report import losses
from companion.errors import EngineError, InputError
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record.helping import helped
from companion.record.match import Match as PlayedMatch

log = logging.getLogger(__name__)

_AT_ONCE: Final = 20
"""Matches that are chosen together: so many may be judged before one that has ended since."""
_FAILURES: Final = 3
"""Matches in a row that the engine cannot judge: then it is the engine."""


class Analyser:
    """Judges matches by one engine; ``ply``: None = its usual depth.  ``go_on``: asked between decisions."""

    def __init__(self, evaluator: Evaluator, ply: int | None, go_on: Callable[[], bool] = lambda: True) -> None:
        self._evaluator: Final = evaluator
        self._ply: Final = evaluator.usual_ply if ply is None else ply
        self._go_on: Final = go_on
        self._failed: Final[set[int]] = set()
        self._in_a_row = 0

    def analyse_new(self, most: int = _AT_ONCE) -> int:
        """Judge matches that this engine has not judged at this depth, the newest first; return how many were stored.

        Before those that were judged otherwise come those that were not judged at all.  Raises :class:`EngineError`
        when the engine judges none.
        """
        by_this = Q(match__analysis__engine=self._evaluator.name, match__analysis__ply=self._ply)
        waiting = self._some(Q(match__analysis=None), most)
        waiting += self._some(Q(match__analysis__isnull=False) & ~by_this, most - len(waiting))
        return sum(map(self._analyse, waiting))

    def _some(self, condition: Q, most: int) -> list[int]:
        results: QuerySet[Result] = Result.objects.filter(condition, game=Game.BACKGAMMON.value, finished=True)
        return list(results.exclude(pk__in=self._failed).order_by("-pk").values_list("pk", flat=True)[:most])

    def _analyse(self, match: int) -> bool:
        followed = _followed(match)
        if followed is None:
            return False
        try:
            analysis = self._judged(match, followed)
        except (InputError, EngineError) as error:
            log.warning("match %d cannot be analysed: %s", match, error)
            self._failed.add(match)
            self._in_a_row += isinstance(error, EngineError)
            if self._in_a_row >= _FAILURES:
                raise
            return False
        self._in_a_row = 0
        return analysis is not None and self._store(match, analysis)

    def _store(self, match: int, analysis: Analysis) -> bool:
        """Store an analysis, unless something else was played meanwhile."""
        with transaction.atomic():
            # Until this is stored, nobody derives another result: who did would not see what has to go then.
            list(Result.objects.select_for_update().filter(pk=match))
            now = _followed(match)
            if now is None or now.digest != analysis.digest:
                return False
            analysis.save()
        return True

    def _judged(self, match: int, followed: Followed) -> Analysis | None:
        """Judge a match, None if that was to end before."""
        with_help = helped(entries_of(match, followed.header.epoch, followed.n))
        judged, played = [], followed.match
        assert isinstance(played, PlayedMatch), "only backgammon is chosen"
        for step in analysed(played, self._evaluator, ply=self._ply, luck_ply=None):
            if not self._go_on():
                return None
            judged.append(step.judged)
        light, dark = (None if turns else losses(judged, side) for side, turns in zip(Side, with_help, strict=True))
        return Analysis(match_id=match, digest=followed.digest, engine=self._evaluator.name, ply=self._ply,
                        light=light, dark=dark)  # fmt: skip


def _followed(match: int) -> Followed | None:
    """A match as far as it was played, None if it is not over."""
    followed = Following().matches(Match.objects.filter(pk=match)).get(match)
    return followed if followed is not None and followed.result.finished else None
