"""The built-in engine behind the port of all engines."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from companion.coach.cubeful import CubefulGame, advice
from companion.coach.engines.builtin.boards import Boards, Flags, Floats
from companion.coach.engines.builtin.doubling import after_a_roll, as_chances
from companion.coach.engines.builtin.looking import outcomes_after_a_roll
from companion.coach.engines.builtin.nets import Outcomes, outcomes
from companion.coach.engines.engine import Engine
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking, Stakes
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation

MOST_LOOKED_AT: Final = 8
NEAR: Final = 0.16
"""Equity: a play that seems to lose more than this is not looked at more deeply."""
DEEPER_SHARE: Final = 0.5
"""The weight of the value after a roll in the value of a play; the rest is the value without.  The two err in opposite
directions, so together they err less (measured on decisions of our own, docs/internals/evaluator.md).
"""
APART: Final = 1e-3
"""Of the equity without a cube in what plays are chosen by."""


class Builtin(Engine):
    """Our networks, without look-ahead (``ply`` 0) or one roll deep (1).  Loads its weights at the first question."""

    name = "builtin"
    usual_ply = 1
    called = "the built-in engine"
    depths = (0, 1)

    def __init__(self) -> None:
        self._is_closed = False

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:
        ply = self._checked(ply)
        position = situation.position
        mover = position.on_roll
        stakes = Stakes.of(situation.state, rules)
        theirs, ours = CubefulGame.of(stakes, mover.other), CubefulGame.of(stakes, mover)
        plays = legal_plays(position, dice, rules)
        boards = boards_of(list(plays))
        found = outcomes(boards)
        deeper = np.zeros(len(plays), bool)
        if ply and len(plays) > 1:
            deeper = _worth_a_look(-_preference(theirs, found)) | np.array([end == also for end in plays])
            ahead = outcomes_after_a_roll(boards[deeper], partial(_preference, ours))
            found[deeper] += DEEPER_SHARE * (ahead - found[deeper])
        equities = -np.round(_equity(theirs, found), 6)
        order = np.lexsort((np.asarray(as_chances(found).equity()), -equities, ~deeper))
        entries = list(plays.items())
        candidates = [
            Candidate(
                entries[k][1], entries[k][0], float(equities[k]), chances_of(found[k, ::-1]), ply * int(deeper[k])
            )
            for k in order
        ]
        return Ranking(position, dice, self.name, ply, tuple(candidates))

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        ply = self._checked(ply)
        position = situation.position
        side = position.on_roll
        stakes = Stakes.of(situation.state, rules)
        board = boards_of([position])
        before = outcomes(board)[0]
        plain = advice(chances_of(before), stakes, side, engine=self.name, ply=ply)
        if not ply or position.winner:
            return plain
        ahead = after_a_roll(board, stakes, side)
        share = 1 if ahead.is_last_roll else DEEPER_SHARE
        return replace(
            plain,
            no_double=_mixed(plain.no_double, ahead.no_double, share),
            double_take=_mixed(plain.double_take, ahead.double_take, share),
            chances=chances_of(before + share * (ahead.outcomes - before)),
        )

    def chances(self, position: Position, stakes: Stakes, *, ply: int = 0) -> Chances:
        """Those of the side on roll, before it rolls."""
        board = boards_of([position])
        found = outcomes(board)
        if ply:
            theirs = CubefulGame.of(stakes, position.on_roll.other)
            found += DEEPER_SHARE * (outcomes_after_a_roll(board, partial(_preference, theirs)) - found)
        return chances_of(found[0])

    def close(self) -> None:
        self._is_closed = True

    def _checked(self, ply: int | None) -> int:
        if self._is_closed:
            raise EngineError("the built-in engine is closed")
        return self.depth(ply)


def boards_of(positions: list[Position]) -> Boards:
    """The boards as the side on roll in each sees them."""
    return np.array([view_of(position) for position in positions], np.int8)


def chances_of(outcomes: Floats) -> Chances:
    """(6,) exclusive outcomes as the port counts them."""
    win_backgammon, win_gammon, win, _, lose_gammon, lose_backgammon = (float(share) for share in outcomes)
    gammon = min(win_gammon + win_backgammon, 1.0)
    won = min(gammon + win, 1.0)
    lost_gammon = min(lose_gammon + lose_backgammon, 1 - won)
    return Chances(won, gammon, win_backgammon, lost_gammon, min(lose_backgammon, lost_gammon))


def _worth_a_look(preferences: Floats) -> Flags:
    chosen = np.zeros(len(preferences), bool)
    chosen[np.argsort(-preferences, kind="stable")[:MOST_LOOKED_AT]] = True
    near: Flags = chosen & (preferences >= preferences.max() - NEAR)
    return near


def _mixed(before: float, deeper: float, share: float) -> float:
    """Rounded, so that the errors of single precision do not separate equal values."""
    return round(before + share * (deeper - before), 6)


def _equity(game: CubefulGame, found: Outcomes) -> Floats:
    """The cubeful equities of positions for the player on roll, of whom the outcomes and the game are."""
    return np.asarray(game.equity(as_chances(found)), np.float32)


def _preference(game: CubefulGame, found: Outcomes) -> Floats:
    """The value by which plays are chosen.  If the next double ends the game, the cube makes different positions equal:
    a small part of the equity without a cube separates them.
    """
    return _equity(game, found) + np.float32(APART) * np.asarray(as_chances(found).equity(), np.float32)
