"""GNU Backgammon as an engine: one process that is kept running, in which our script answers.

Its equities are used unchanged: cubeful, and in a match normalised as ours are.  Each call of its Python takes 10 ms at
least, so one call lists and values all plays of a roll.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.coach.engines.child import Child
from companion.coach.engines.engine import Engine
from companion.coach.engines.situation import EngineSituation
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking, Stakes
from companion.errors import EngineError
from companion.games.backgammon import START, Dice, Play, Position, legal_plays, match_id
from companion.games.backgammon.generator import advance
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.plays import position_of, view_of
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation

_SCRIPT: Final = Path(__file__).with_name("gnubg_script.py")
_LONGEST: Final = 64
"""Its longest match."""
_PATIENCE_S: Final = {0: 15.0, 1: 20.0, 2: 60.0, 3: 600.0}
"""By depth: many times what the slowest question takes on a small computer, its start included."""


def program() -> str | None:
    """The path of GNU Backgammon, None if it is not installed; Debian puts it into an unusual folder."""
    return shutil.which("gnubg", path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/games")


_Question: TypeAlias = dict[str, Any]
"""A question in the script's form."""


class Gnubg(Engine):
    """Looks 0 to 3 plies ahead; deeply at those plays only that it keeps at first sight: 8 within 0.16 of the best.

    For unknown rule sets: a play that only they allow is valued by its end, and the rest is judged by tournament rules.
    Where gammons or the cube count differently, equities are ours, of its chances.
    """

    name = "gnubg"
    usual_ply = 2
    called = "GNU Backgammon"
    depths = _PATIENCE_S.keys()

    def __init__(self, command: str | None = None, *, patience_s: float | None = None) -> None:
        """``command``: the program, if not the one that is installed; ``patience_s``: for each question.

        Raises :class:`EngineError` where it is not installed.
        """
        command = command or program()
        if command is None:
            raise EngineError("GNU Backgammon is not installed: apt-get install gnubg, or use another engine")
        self._patience_s = patience_s
        self._child = Child(self.called, [command, "-t", "-q", "-r", "-p", str(_SCRIPT)])

    def ranking(
        self,
        situation: Situation,
        dice: Dice,
        *,
        ply: int | None = None,
        rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:
        position, depth = situation.position, self.depth(ply)
        legal = legal_plays(position, dice, rules)
        game = EngineSituation.of(situation, rules, _LONGEST)
        asking = _Asking(game.given, depth)
        found = self._listed(position, dice, legal, asking) if len(legal) > 1 else {}
        # A play that stands out at first sight is not looked at again by itself.
        deeply = {also, *[best.end for best in _best_first(found.values())[:1]]}
        again = [end for end in legal if end not in found or (end in deeply and found[end].ply < depth)]
        if again:
            found |= self._valued(again, legal, asking)
        return Ranking(position, dice, self.name, depth, _best_first(game.valued(found.values())))

    def cube(self, situation: Situation, *, ply: int | None = None, rules: RuleSet = STANDARD) -> CubeAdvice:
        game, depth = EngineSituation.of(situation, rules, _LONGEST), self.depth(ply)
        ((chances, _, cube),) = self._values([situation.position], _Asking(game.given, depth))
        return game.advice(Chances(*chances), cube, engine=self.name, ply=depth)

    def close(self) -> None:
        self._child.close()

    def _listed(
        self, position: Position, dice: Dice, legal: Mapping[Position, Play], asking: _Asking
    ) -> dict[Position, Candidate]:
        """The legal plays that it lists itself, by their ends."""
        found: dict[Position, Candidate] = {}
        for text, equity, ply, chances in self._ask(asking.about(position, dice), plays=True)["plays"]:
            end = _end_of(position, text)
            if end in legal:
                found[end] = Candidate(legal[end], end, equity, Chances(*chances), ply)
        return found

    def _valued(
        self, ends: Sequence[Position], legal: Mapping[Position, Play], asking: _Asking
    ) -> dict[Position, Candidate]:
        """These plays, each valued by its end, where the opponent is on roll."""
        return {
            end: Candidate(legal[end], end, -equity, Chances(*chances).mirrored(), asking.ply)
            for end, (chances, equity, _) in zip(ends, self._values(ends, asking), strict=True)
        }

    def _values(self, positions: Sequence[Position], asking: _Asking) -> list[Any]:
        """Its values of each position, in the view of the side on roll, which is the same in all of them."""
        # The board in the ID is any: one on which the game is over could not be set up.
        question = asking.about(replace(START, on_roll=positions[0].on_roll))
        values: list[Any] = self._ask(question, boards=[position.id() for position in positions])["values"]
        return values

    def _ask(self, question: _Question, *, plays: bool = False, boards: Sequence[str] = ()) -> dict[str, Any]:
        patience_s = self._patience_s or _PATIENCE_S[question["ply"]]
        return self._child.ask({**question, "plays": plays, "boards": list(boards)}, patience_s=patience_s)


@dataclass(frozen=True, slots=True)
class _Asking:
    """For which stakes it is asked, and how deeply."""

    stakes: Stakes
    ply: int

    def about(self, position: Position, dice: Dice | None = None) -> _Question:
        stakes, mover = self.stakes, position.on_roll
        state = MatchState(
            cube=stakes.cube,
            owner=stakes.owner,
            on_roll=mover,
            to_act=mover,
            dice=dice,
            length=stakes.length,
            score=stakes.score,
            crawford=stakes.crawford,
            jacoby=stakes.jacoby and not stakes.length,
        )
        return {"id": f"{position.id()}:{match_id.encode(state)}", "ply": self.ply, "cubeful": stakes.doubling}


def _end_of(position: Position, play: str) -> Position:
    board = list(view_of(position))
    for step in Play.from_text(play).steps:
        advance(board, step.start, step.start - step.end)
    return position_of(tuple(board), position)


def _best_first(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The best of those that were looked at most deeply, then all others by their equity.

    A play that was dismissed at first sight may have a higher equity than the best one has at a second; it is not
    better.
    """
    by_equity = sorted(candidates, key=lambda candidate: -candidate.equity)
    deepest_first = sorted(by_equity, key=lambda candidate: -candidate.ply)
    return tuple(sorted(by_equity, key=lambda candidate: candidate is not deepest_first[0]))
