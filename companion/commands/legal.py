"""``companion legal``: lists all legal plays of a roll, or the legal moves of a position of draughts."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final

from companion.app.arguments import THE_DICE, add_rules_argument, position_and_dice
from companion.app.by_line import answer_lines
from companion.errors import InputError
from companion.games import draughts
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import (
    BACKGAMMON,
    DRAUGHTS,
    Game,
    backgammon_named,
    draughts_named,
    game_of_position,
)
from companion.games.draughts import notation


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="Position ID, PositionID:MatchID or XGID; or FEN, which has no dice"
    )
    parser.add_argument("dice", nargs="*", metavar="D", help=THE_DICE)
    parser.add_argument("--stdin", action="store_true", help="read lines 'ID D1 D2' or 'FEN' from standard input")
    add_rules_argument(parser, any_game=True)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the plays of one roll, or of every line of standard input; return 2 if a line was bad."""
    rules = options.rules
    if options.stdin:
        if options.id is not None:
            raise InputError(f"{options.id!r}: with --stdin the positions come from standard input only")
        return answer_lines("legal", sys.stdin, lambda words: _answer(words, rules), _plain, in_json=options.json)
    if options.id is None:
        raise InputError("nothing to play: expected ID D1 D2 or FEN, or --stdin with such lines")
    answer = _answer([options.id, *options.dice], rules)
    print(json.dumps(answer) if options.json else _plain(answer))
    return 0


def _answer(words: list[str], rules: str | None) -> dict[str, Any]:
    return _ANSWERS[game_of_position(words[0] if words else "")](words, rules)


def _plays(words: list[str], rules: str | None) -> dict[str, Any]:
    position, dice = position_and_dice(words)
    situation = Situation.from_text(position)
    ends = backgammon_named(rules or next(iter(BACKGAMMON))).legal_ends(situation.position, dice)
    return {
        "position": situation.text(),
        "dice": [dice.first, dice.second],
        "plays": [{"play": play.text(), "result": situation.after(end).text()} for end, play in ends.items()],
    }


def _moves(words: list[str], rules: str | None) -> dict[str, Any]:
    position = draughts.Position.from_fen("".join(words))
    ends = draughts_named(rules or next(iter(DRAUGHTS))).legal_ends(position)
    return {
        "position": position.fen(),
        "moves": [{"move": notation.text(move), "result": end.fen()} for end, move in ends.items()],
    }


_ANSWERS: Final = {Game.BACKGAMMON: _plays, Game.DRAUGHTS: _moves}


def _plain(answer: dict[str, Any]) -> str:
    if "moves" in answer:
        rows = [(row["move"], row["result"]) for row in answer["moves"]]
        head = answer["position"]
    else:
        rows = [(row["play"], row["result"]) for row in answer["plays"]]
        head = f"{answer['position']} {answer['dice'][0]} {answer['dice'][1]}"
    width = max((len(way) for way, _ in rows), default=0)
    return "\n".join([head, *(f"  {way:<{width}}  {result}" for way, result in rows)])
