"""``companion hint``: lists all legal plays of a roll with their equity, the best first."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from companion.app.arguments import THE_DICE, add_engine_arguments, add_rules_argument, position_and_dice
from companion.app.by_line import answer_lines
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import Candidate, Ranking
from companion.coach.evaluator import Evaluator
from companion.errors import InputError
from companion.games.backgammon import Dice, RuleSet
from companion.games.backgammon.ruleset import STANDARD
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import backgammon_named


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="Position ID, PositionID:MatchID or XGID")
    parser.add_argument("dice", nargs="*", metavar="D", help=THE_DICE)
    parser.add_argument("--stdin", action="store_true", help="read lines 'ID D1 D2' from standard input")
    add_engine_arguments(parser)
    add_rules_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the plays of one roll, or of every line of standard input; return 2 if a line was bad."""
    rules = backgammon_named(options.rules).rules
    if options.stdin and options.id is not None:
        raise InputError(f"{options.id!r}: with --stdin the positions come from standard input only")
    if not options.stdin and options.id is None:
        raise InputError("nothing to play: expected ID D1 D2, or --stdin with such lines")
    with engine_named(options.engine) as engine:

        def answer(words: list[str]) -> dict[str, Any]:
            return _answer(words, engine, options.ply, rules)

        if options.stdin:
            return answer_lines("hint", sys.stdin, answer, hint_text, in_json=options.json)
        hint = answer([options.id, *options.dice])
    print(json.dumps(hint) if options.json else hint_text(hint))
    return 0


def _answer(words: list[str], engine: Evaluator, ply: int | None, rules: RuleSet) -> dict[str, Any]:
    position, dice = position_and_dice(words)
    return hinted(Situation.from_text(position), dice, engine, ply=ply, rules=rules)


def hinted(
    situation: Situation, dice: Dice, engine: Evaluator, *, ply: int | None = None, rules: RuleSet = STANDARD
) -> dict[str, Any]:
    """Return the plays as they are printed; raises InputError where the game is over."""
    if situation.position.winner is not None:
        raise InputError(f"position {situation.text()!r}: the game is over, and nothing is left to play")
    ranking = engine.ranking(situation, dice, ply=ply, rules=rules)
    return {
        "position": situation.text(),
        "dice": [dice.first, dice.second],
        "engine": ranking.engine,
        "ply": ranking.ply,
        "plays": [_row(candidate, ranking, situation) for candidate in ranking.candidates],
    }


def _row(candidate: Candidate, ranking: Ranking, situation: Situation) -> dict[str, Any]:
    return {
        "play": candidate.play.text(),
        "result": situation.after(candidate.end).text(),
        "equity": round(candidate.equity, 5),
        "loss": round(ranking.loss(candidate), 5),
        "probs": [round(chance, 5) for chance in candidate.chances],
    }


def hint_text(hint: dict[str, Any]) -> str:
    """Return the plays as a table for a person."""
    dice = Dice(*hint["dice"])
    width = max(len("play"), *(len(row["play"]) for row in hint["plays"]))
    rows = [
        f"{number:4}. {row['play']:<{width}}  {row['equity']:+7.3f}  {_loss(row['loss']):>7}  {_chances(row['probs'])}"
        for number, row in enumerate(hint["plays"], start=1)
    ]
    head = f"      {'play':<{width}}   equity     loss    win  gammon  lose  gammon (%)"
    return "\n".join([f"{hint['position']} {dice}   {hint['engine']}, {hint['ply']}-ply", head, *rows])


def _loss(loss: float) -> str:
    return f"-{loss:.3f}" if loss else ""


def _chances(probs: list[float]) -> str:
    win, win_gammon, _, lose_gammon, _ = (100 * chance for chance in probs)
    return f"{win:5.1f}  {win_gammon:6.1f} {100 - win:5.1f}  {lose_gammon:6.1f}"
