"""The coach's process with engines that know nothing: some dice are the death of it, some take their time.

66 ends the process each time, 55 the first time that this folder (``--engine``) sees it; over 44 the deeper engine
thinks until there is a file ``go`` in the folder; 33 the deeper engine cannot answer.  Each time that the process
waits for a question it writes how many it has had into the file ``had``, a line each.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.coach.evaluation import Ranking
from companion.coach.worker import serve
from companion.errors import EngineError
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from tests.coach.fakes import ByNotation


class Moody(ByNotation):
    def __init__(self, folder: Path) -> None:
        super().__init__("deep", usual_ply=2)
        self._folder = folder

    def ranking(
        self, situation: Situation, dice: Dice, *, ply: int | None = None, rules: RuleSet = STANDARD,
        also: Position | None = None,
    ) -> Ranking:  # fmt: skip
        with (self._folder / "asked").open("a") as asked:
            asked.write(f"{dice.text()}\n")
        died = self._folder / "died"
        if dice.numbers[0] == 6 == dice.numbers[1] or (dice.numbers[:2] == (5, 5) and not died.exists()):
            died.touch()
            os._exit(1)
        while dice.numbers[:2] == (4, 4) and not (self._folder / "go").exists():
            time.sleep(0.005)
        if dice.numbers[:2] == (3, 3):
            raise EngineError("deep: is out of its depth")
        return super().ranking(situation, dice, ply=ply, rules=rules, also=also)


class Counting(Connection):
    """Counts the questions, which are all with the deeper engine when the next one is waited for."""

    folder: Path
    count = 0

    def recv(self) -> Any:
        with (self.folder / "had").open("a") as had:
            had.write(f"{self.count}\n")
        question = super().recv()
        self.count += 1
        return question


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", type=Path)
    parser.add_argument("descriptor", type=int)
    told = parser.parse_args(arguments)
    with Counting(told.descriptor) as connection:
        connection.folder = told.engine
        serve(
            connection, lambda: [ByNotation("quick")], lambda: (Moody(told.engine), ByNotation("fallback", usual_ply=1))
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
