"""Imports match files into GNU Backgammon and steps through every game there.

Stepping shows the true positions.  The match from its Python module turns the board after
every roll, whoever rolls next, and assumes that a board that was set up is the next player's.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from companion.games.backgammon.position import START
from companion.games.rules import Side

Rolled: TypeAlias = tuple[Side, tuple[int, int], str]
"""The side, the roll, and the Position ID before the play."""

PROGRAM: Final = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
"""The path of GNU Backgammon, None if it is not installed."""

SIDES: Final = {"X": Side.LIGHT, "O": Side.DARK}
"""The players as its Python module names them: player 0, the left column and White, is X."""

_TIMEOUT_S: Final = 300
_SCRIPT: Final = """
import gnubg, json
tell = gnubg.command
for line in ("set display off", "set confirm new off", "set confirm save off"):
    tell(line)
with open({out!r}, "w") as out:
    for path in json.load(open({paths!r})):
        tell(("load match " if path.endswith(".sgf") else "import mat ") + '"' + path + '"')
        games = [game["game"] for game in gnubg.match(0, 0, 0, 0)["games"]]
        tell("first game")
        seen = []
        for number, game in enumerate(games):
            if number:
                tell("next game")
            seen.append([])
            for act in game:
                if act["action"] in ("move", "set") and "dice" in act:
                    before = {start!r}  # no board is shown before the first action of a game
                    if board := gnubg.board():
                        of_roller = "XO"[gnubg.posinfo()["turn"]] == act["player"]
                        before = gnubg.positionid(board if of_roller else (board[1], board[0]))
                    seen[-1].append([act["player"], act["dice"], before])
                tell("next")
        print(json.dumps(seen), file=out, flush=True)
"""


def as_gnubg_shows(paths: Sequence[Path]) -> list[list[list[Rolled]] | None]:
    """Per file and game the rolls in order; None for a file on which GNU Backgammon gives up."""
    shown: list[list[list[Rolled]] | None] = []
    while len(shown) < len(paths):
        shown += _shown(paths[len(shown) :])
        if len(shown) < len(paths):
            shown.append(None)  # it came through all files before this one
    return shown


def _shown(paths: Sequence[Path]) -> list[list[list[Rolled]]]:
    assert PROGRAM is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script, out = folder / "script.py", folder / "out.jsonl"
        (folder / "paths.json").write_text(json.dumps([str(path) for path in paths]))
        script.write_text(_SCRIPT.format(paths=str(folder / "paths.json"), out=str(out), start=START.id()))
        with contextlib.suppress(subprocess.TimeoutExpired):  # then what came through is there all the same
            subprocess.run(
                [PROGRAM, "-t", "-q", "-p", str(script)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                timeout=_TIMEOUT_S, env={**os.environ, "HOME": name}, check=False,
            )  # fmt: skip
        lines = out.read_text().splitlines() if out.exists() else []
    return [[[_rolled(*act) for act in game] for game in json.loads(line)] for line in lines]


def _rolled(player: str, dice: list[int], position: str) -> Rolled:
    return SIDES[player], (dice[0], dice[1]), position
