"""Open Sage (``bgsage`` on PyPI) as an engine, where it is installed.

It counts plies from one, so that its 1-ply is our 0.  Its boards are 26 numbers in the view of the side on roll: own
checkers positive on 24 to 1 and on the bar, 25; index 0 counts the opponent's checkers on the bar, positive as well.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Final, TypeAlias

from companion.coach.engines.engine import Engine
from companion.coach.engines.situation import EngineSituation
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking, Stakes
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position, legal_plays
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side

Board: TypeAlias = list[int]
_LEVELS: Final = {0: "1ply", 1: "2ply", 2: "3ply"}
_LONGEST: Final = 25
"""It knows scores so far from the end of a match, and answers nonsense farther away."""
_PACKAGE: Final = "bgsage"


def is_installed() -> bool:
    return importlib.util.find_spec(_PACKAGE) is not None


class Sage(Engine):
    """Looks 0 to 2 plies ahead, at all plays alike.

    For unknown rule sets: a play that only they allow is valued by its end, and the rest is judged by tournament rules.
    Where gammons or the cube count differently, equities are ours, of its chances.
    """

    name = "sage"
    usual_ply = 1
    called = "Open Sage"
    depths = _LEVELS.keys()

    def __init__(self) -> None:
        """Raises :class:`EngineError` where the package is missing or cannot be loaded."""
        try:
            self._package = importlib.import_module(_PACKAGE)
        except ImportError as error:
            raise EngineError(f"the engine sage needs the Python package {_PACKAGE} ({error})") from error
        self._analyzers: dict[int, Any] = {}
        self._closed = False

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,  # noqa: ARG002  every play is looked at as deeply as the best
    ) -> Ranking:
        position, depth = situation.position, self.depth(ply)
        game, analyzer = EngineSituation.of(situation, rules, _LONGEST), self._analyzer(depth)
        asked = _asked(game.given, position.on_roll)
        listed = analyzer.checker_play(_own_view(position), dice.first, dice.second, beaver=False, **asked).moves
        known = {tuple(move.board): (move.equity, move.probs) for move in listed}
        candidates = []
        for end, play in legal_plays(position, dice, rules).items():
            board = _other_view(end)
            equity, chances = known.get(tuple(board)) or _value(analyzer.post_move_analytics(board, **asked))
            candidates.append(Candidate(play, end, equity, Chances(*chances.to_list()), depth))
        best_first = sorted(game.valued(candidates), key=lambda candidate: -candidate.equity)
        return Ranking(position, dice, self.name, depth, tuple(best_first))

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        position, depth = situation.position, self.depth(ply)
        game = EngineSituation.of(situation, rules, _LONGEST)
        asked = _asked(game.given, position.on_roll)
        said = self._analyzer(depth).cube_action(_own_view(position), beaver=False, **asked)
        equities = said.equity_nd, said.equity_dt, said.equity_dp
        return game.advice(Chances(*said.probs.to_list()), equities, engine=self.name, ply=depth)

    def close(self) -> None:
        self._closed = True
        self._analyzers.clear()

    def _analyzer(self, depth: int) -> Any:
        if self._closed:
            raise EngineError("Open Sage was closed; start it again to ask it")
        if depth not in self._analyzers:
            try:
                self._analyzers[depth] = self._package.BgBotAnalyzer(eval_level=_LEVELS[depth])
            except (OSError, RuntimeError, ValueError) as error:
                raise EngineError(f"Open Sage could not be started ({error}); install {_PACKAGE} again") from error
        return self._analyzers[depth]


def _asked(stakes: Stakes, mover: Side) -> dict[str, Any]:
    """The stakes as its functions take them."""
    owners = {None: "centered", mover: "player", mover.other: "opponent"}
    away = (stakes.length - stakes.score.of(mover), stakes.length - stakes.score.of(mover.other))
    return {
        "cube_value": stakes.cube,
        "cube_owner": owners[stakes.owner],
        "away1": away[0] if stakes.length else 0,
        "away2": away[1] if stakes.length else 0,
        "is_crawford": stakes.crawford,
        "jacoby": stakes.jacoby,
    }


def _value(said: Any) -> tuple[float, Any]:
    return said.cubeful_equity, said.probs


def _own_view(position: Position) -> Board:
    view = view_of(position)
    return [-view[0], *view[1:]]


def _other_view(position: Position) -> Board:
    """The board as the side sees it that has just played."""
    view = view_of(position)
    return [view[25], *[-count for count in view[24:0:-1]], -view[0]]
