"""The figures of simulated matches of draughts, and the command that prints them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from companion.lab.bench.figure import Figure, as_json, as_table
from companion.lab.simulation import calibration
from companion.lab.simulation.draughts.playing import DraughtsScore, played
from companion.match.terms import EndOfTurn

_BOTH: tuple[EndOfTurn, ...] = (EndOfTurn.STILL, EndOfTurn.BUTTON)


def figures_of(score: DraughtsScore) -> list[Figure]:
    """The figures of simulated turns, with the limits that a referee has to keep."""
    acts = sum(score.acts.values())
    missed = sum(count for (_, outcome), count in score.acts.items() if outcome == "missed")
    uncalled = score.questions - score.called_for
    return [
        Figure.unlimited("turns", score.turns, "turns"),
        Figure.unlimited("broken rules", acts, "turns"),
        Figure.at_most("wrong records", score.wrong, "turns", 0),
        Figure.at_most("false accusations", score.false, "turns", 0),
        Figure.at_most("broken rules missed", 100 * missed / max(acts, 1), "%", 5),
        Figure.at_most("questions that were not called for", 100 * uncalled / max(score.turns, 1), "in 100", 2),
        Figure.at_least("games exact", 100 * score.exact / max(score.games, 1), "%", 100),
        Figure.at_most("verdict after the end of the turn, median", float(np.median(score.delays or [0])), "s", 1),
        Figure.at_most("verdict after the end of the turn, 95 of 100", _at(score.delays, 95), "s", 1),
        Figure.unlimited("a look, median", 1000 * _at(score.looks_s, 50), "ms"),
        Figure.unlimited("a look, 99 of 100", 1000 * _at(score.looks_s, 99), "ms"),
    ]


def _at(values: list[float], percent: float) -> float:
    return float(np.percentile(values, percent)) if values else 0.0


def run(options: argparse.Namespace) -> int:
    """Simulate draughts, half of it with still pictures and half with a button; 1 where a figure misses its limit."""
    total = DraughtsScore()
    for end in _BOTH:
        total.add(played(f"{options.seed}-{end.value}", -(-options.turns // len(_BOTH)), end=end))
    figures = figures_of(total)
    if options.json:
        print(as_json("simulate-draughts", figures))
    else:
        print("\n".join((*_acts(total.acts), *calibration.table(total.held), as_table(figures), *total.cases)))
    if options.keep is not None and total.cases:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        (Path(options.keep) / "cases.txt").write_text("\n".join(total.cases) + "\n", encoding="utf-8")
        print(f"companion simulate: cases in {options.keep}", file=sys.stderr)
    return 0 if all(figure.ok for figure in figures) else 1


def _acts(acts: Counter[tuple[str, str]]) -> list[str]:
    return [f"{kind:<22}{outcome:<32}{count:>5}" for (kind, outcome), count in sorted(acts.items())]
