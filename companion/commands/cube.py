"""``companion cube``: says whether a position is a double, and whether it is a take."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.app.arguments import add_engine_arguments, add_rules_argument
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluation import IN_WORDS, CubeAdvice
from companion.coach.evaluator import Evaluator
from companion.errors import InputError
from companion.games.backgammon import RuleSet
from companion.games.backgammon.ruleset import STANDARD
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import backgammon_named


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="before the roll: Position ID, PositionID:MatchID or XGID")
    add_engine_arguments(parser)
    add_rules_argument(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the advice, in the view of the side on roll."""
    rules = backgammon_named(options.rules).rules
    situation = Situation.from_text(options.id)
    with engine_named(options.engine) as engine:
        advice = advised(situation, engine, ply=options.ply, rules=rules)
    print(json.dumps(advice_values(advice)) if options.json else advice_text(advice, situation))
    return 0


def advised(
    situation: Situation, engine: Evaluator, *, ply: int | None = None, rules: RuleSet = STANDARD
) -> CubeAdvice:
    """Return what a double is worth; raises InputError where the game is over."""
    if situation.position.winner is not None:
        raise InputError(f"position {situation.text()!r}: the game is over, and there is nothing to double")
    return engine.cube(situation, ply=ply, rules=rules)


def advice_values(advice: CubeAdvice) -> dict[str, Any]:
    """Return the advice as ``--json`` prints it."""
    equities = {"nd": advice.no_double, "dt": advice.double_take, "dp": advice.double_drop}
    return {
        "double": advice.doubling.value,
        "take": "take" if advice.takes else "pass",
        "eq": {name: round(equity, 5) for name, equity in equities.items()},
    }


def advice_text(advice: CubeAdvice, situation: Situation) -> str:
    """Return the advice in lines for a person."""
    win, win_gammon, _, lose_gammon, _ = (100 * chance for chance in advice.chances)
    verdict = IN_WORDS[advice.doubling]
    if advice.allowed:
        verdict += ", take" if advice.takes else ", drop"
    return "\n".join(
        [
            f"{situation.text()}   {advice.engine}, {advice.ply}-ply",
            f"  no double    {advice.no_double:+7.3f}",
            f"  double/take  {advice.double_take:+7.3f}",
            f"  double/drop  {advice.double_drop:+7.3f}",
            f"  wins {win:.1f}% ({win_gammon:.1f}% gammons), loses {100 - win:.1f}% ({lose_gammon:.1f}% gammons)",
            f"{verdict}",
        ]
    )
