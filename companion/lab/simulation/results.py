"""The figures of simulated matches, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median

from companion.games.backgammon import Reason
from companion.lab.bench.figure import Figure, as_table
from companion.lab.simulation import calibration
from companion.lab.simulation.scoring import ActOutcome, SimulationScore

_MOST_SHOWN = 30
_WIDTH = 160


def figures_of(score: SimulationScore) -> list[Figure]:
    """The figures and their limits."""
    planted = sum(score.planted.values())
    missed = sum(n for (_, outcome), n in score.planted.items() if outcome is ActOutcome.MISSED)
    wrong = score.count("wrong-record") + score.count("lost") + score.count("crash")
    figures = [
        Figure.unlimited("turns", score.turns, ""),
        Figure.unlimited("planted acts", planted, ""),
        Figure.at_most("wrong records", wrong, "", 0),
        Figure.at_most("false accusations", score.count("false-accusation"), "", 0),
        Figure.at_most("rulings before the turn's end", score.count("early-ruling"), "", 0),
        Figure.at_most("threads lost", score.count("lost"), "", 0),
        Figure.at_most("questions", 100 * score.questions / max(score.turns, 1), "per 100", 2),
        Figure.unlimited("of them called for", 100 * score.called_for / max(score.turns, 1), "per 100"),
    ]
    if planted:
        figures.append(Figure.at_most("acts missed", 100 * missed / planted, "%", 0.5))
    if score.finished_wholes:
        figures.append(Figure.unlimited("whole matches", score.finished_wholes, ""))
        figures.append(Figure.at_least("whole matches exact", 100 * score.whole / score.finished_wholes, "%", 95))
    if score.latencies_s:
        figures += [
            Figure.unlimited("verdict, median", median(score.latencies_s), "s"),
            Figure.at_most("verdict, 95 of 100", _share(score.latencies_s, 0.95), "s", 1.0),
            Figure.unlimited("verdict, longest", max(score.latencies_s), "s"),
        ]
    return figures


def _share(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def as_text(score: SimulationScore, figures: Sequence[Figure]) -> str:
    """For each act what became of it, then what else happened where something failed, the calibration, the figures."""
    heads = ["planted", *(outcome.value for outcome in ActOutcome), "named so"]
    lines = [f"{'act':<24}" + "".join(f"{head:>11}" for head in heads)]
    for reason in Reason:
        counts = [score.planted[reason.value, outcome] for outcome in ActOutcome]
        named = score.named[reason.value, reason.value]
        lines.append(f"{reason.value:<24}" + "".join(f"{n:>11}" for n in (sum(counts), *counts, named)))
    lines += ["", "beside the rules, and harmless: " + _listed(score.harmless)]
    if score.failures:
        lines.append("where something failed: " + _listed(score.stumbles))
        lines += ["", "the first failure of each match (again with --only SEED):"]
        lines += [
            f"  {f.seed} turn {f.turn}: {f.kind}: {f.detail[:_WIDTH]}" for f in score.first_failures()[:_MOST_SHOWN]
        ]
    return "\n".join([*lines, "", *calibration.table(score.held), "", as_table(figures)])


def _listed(counts: dict[str, int]) -> str:
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {n}" for name, n in ranked) or "nothing"


def as_json(score: SimulationScore, figures: Sequence[Figure]) -> str:
    """The schema that others build on, and what else was counted."""
    planted: dict[str, int] = dict.fromkeys((reason.value for reason in Reason), 0)
    outcomes: dict[str, dict[str, int]] = {}
    for (kind, outcome), n in score.planted.items():
        planted[kind] += n
        outcomes.setdefault(kind, dict.fromkeys((o.value for o in ActOutcome), 0))[outcome.value] += n
    latencies = score.latencies_s or [0.0]
    return json.dumps(
        {
            "turns": score.turns,
            "planted": planted,
            "missed": sum(counts[ActOutcome.MISSED.value] for counts in outcomes.values()),
            "false_accusations": score.count("false-accusation"),
            "wrong_records": score.count("wrong-record") + score.count("lost") + score.count("crash"),
            "questions": score.questions,
            "latency_s": {
                "median": round(median(latencies), 3), "p95": round(_share(latencies, 0.95), 3),
                "max": round(max(latencies), 3),
            },
            "early_rulings": score.count("early-ruling"),
            "questions_called_for": score.called_for,
            "outcomes": outcomes,
            "calibration": calibration.rows(score.held),
            "matches": {"whole": score.finished_wholes, "exact": score.whole},
            "harmless": dict(score.harmless),
            "failures": [[f.kind, f.seed, f.turn] for f in score.failures],
            "figures": [
                {"name": f.name, "value": round(f.value, 4), "unit": f.unit, "limit": f.limit, "ok": f.ok}
                for f in figures
            ],
        },
        ensure_ascii=False,
    )  # fmt: skip
