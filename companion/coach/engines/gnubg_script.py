"""Runs inside GNU Backgammon's own Python and answers questions until the pipe ends.

A question is one JSON object a line on the pipe whose number is in COMPANION_QUESTIONS; its answer is one line on the
pipe of COMPANION_ANSWERS (standard output is full of the program's own talk)::

    {"id": GNUbg ID, "ply": n, "cubeful": bool, "plays": bool, "boards": [Position ID, ...]}
    {"plays": [[play, equity, ply, [5 chances]], ...],
     "values": [[[5 chances], equity, [no double, doubled and taken, dropped] or null], ...]}

``plays``: all of the roll in the ID, in the view of the side on roll.  ``boards``: positions before a roll, each in the
view of the side that is on roll in the ID.  Errors are answered as ``{"error": text}``.
"""

from __future__ import annotations

import json
import os
from typing import Any

import gnubg

_QUIET = (
    "set display off", "set confirm new off", "set confirm save off", "set player 0 human", "set player 1 human",
    # Else it rolls, plays forced moves and starts games by itself.
    "set automatic roll off", "set automatic bearoff off", "set automatic move off", "set automatic game off",
    "set threads 1", "set beavers 0", "set jacoby off", "new session",
)  # fmt: skip


_valued_for: dict[str, Any] = {}
"""The stakes for which the cache holds values."""


def serve() -> None:
    for line in _QUIET:
        gnubg.command(line)
    questions = os.fdopen(int(os.environ["COMPANION_QUESTIONS"]))
    answers = os.fdopen(int(os.environ["COMPANION_ANSWERS"]), "w")
    for line in questions:
        try:
            answer = _answer(json.loads(line))
        except Exception as error:  # report any error to the caller, and answer the next question
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    gnubg.command(f"set gnubgid {question['id']}")
    if gnubg.gnubgid() != question["id"]:
        raise ValueError(f"{question['id']} was not set up, but {gnubg.gnubgid()}")
    _forget_other_stakes()
    ply, cubeful = question["ply"], question["cubeful"]
    plays = _plays(ply, cubeful) if question["plays"] else []
    return {"plays": plays, "values": [_value(board, ply, cubeful) for board in question["boards"]]}


def _forget_other_stakes() -> None:
    # Its cache takes values of money play for those of a match to one point, and the other way round.
    stakes = {key: value for key, value in gnubg.cubeinfo().items() if key != "move"}
    if stakes != _valued_for:
        gnubg.command("clear cache")
        _valued_for.clear()
        _valued_for.update(stakes)


def _plays(ply: int, cubeful: bool) -> list[list[Any]]:
    gnubg.command(f"set evaluation chequerplay evaluation plies {ply}")
    gnubg.command(f"set evaluation chequerplay evaluation cubeful {'on' if cubeful else 'off'}")
    hints = gnubg.hint(-1)["hint"]  # all plays, each once
    return [[h["move"], h["equity"], h["context"]["plies"], list(h["details"]["probs"])] for h in hints]


def _value(position: str, ply: int, cubeful: bool) -> list[Any]:
    board, stakes = gnubg.positionfromid(position), gnubg.cubeinfo()
    how = gnubg.evalcontext(int(cubeful), ply, 1, 1, 0.0)
    *chances, cubeless = gnubg.evaluate(board, stakes, how)
    if not cubeful:
        return [chances, cubeless, None]
    optimal, *cube = gnubg.cfevaluate(board, stakes, how)[:4]
    return [chances, optimal, cube]


serve()
os._exit(0)  # past the prompt that would come next
