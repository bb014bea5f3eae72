"""The port of every engine."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from companion.coach.evaluation import CubeAdvice, Ranking
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation


class Evaluator(Protocol):
    """Values plays and cube decisions.  One thread asks at a time; ``close`` may be called twice.

    ``name``: as in settings and answers, ``builtin``, ``gnubg``, ``sage``.  ``usual_ply``: the default depth; ``ply``
    is counted as GNU Backgammon counts: 0 = no look-ahead.
    """

    name: str
    usual_ply: int

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:
        """All legal plays of the side on roll, the best first.

        ``also``: the end position of a play that is looked at as deeply as the best ones.  Raises ``EngineError``, and
        ``InputError`` for an unknown depth, both of :mod:`companion.errors`.
        """
        ...

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        """The advice on a double before the roll.  Raises as :meth:`ranking` does."""
        ...

    def close(self) -> None:
        """Give back what it holds; a later question raises ``EngineError``."""
        ...

    def __enter__(self) -> Evaluator: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
