"""``companion legal``: lists all legal plays of a roll."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from companion.app.arguments import THE_DICE, add_rules_argument, position_and_dice
from companion.app.by_line import answer_lines
from companion.errors import InputError
from companion.games.backgammon import BackgammonRules
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import backgammon_named


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="Position ID, PositionID:MatchID or XGID")
    parser.add_argument("dice", nargs="*", metavar="D", help=THE_DICE)
    parser.add_argument("--stdin", action="store_true", help="read lines 'ID D1 D2' from standard input")
    add_rules_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the plays of one roll, or of every line of standard input; return 2 if a line was bad."""
    rules = backgammon_named(options.rules)
    if options.stdin:
        if options.id is not None:
            raise InputError(f"{options.id!r}: with --stdin the positions come from standard input only")
        return answer_lines("legal", sys.stdin, lambda words: _answer(words, rules), _plain, in_json=options.json)
    if options.id is None:
        raise InputError("nothing to play: expected ID D1 D2, or --stdin with such lines")
    answer = _answer([options.id, *options.dice], rules)
    print(json.dumps(answer) if options.json else _plain(answer))
    return 0


def _answer(words: list[str], rules: BackgammonRules) -> dict[str, Any]:
    position, dice = position_and_dice(words)
    situation = Situation.from_text(position)
    ends = rules.legal_ends(situation.position, dice)
    return {
        "position": situation.text(),
        "dice": [dice.first, dice.second],
        "plays": [{"play": play.text(), "result": situation.after(end).text()} for end, play in ends.items()],
    }


def _plain(answer: dict[str, Any]) -> str:
    width = max(len(row["play"]) for row in answer["plays"])
    rows = [f"  {row['play']:<{width}}  {row['result']}" for row in answer["plays"]]
    return "\n".join([f"{answer['position']} {answer['dice'][0]} {answer['dice'][1]}", *rows])
