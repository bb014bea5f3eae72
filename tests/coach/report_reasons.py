"""How often each reason is told, over the decisions of the reference data: ``python -m tests.coach.report_reasons``.

Nothing is tuned by it: it shows whether the reasons vary, and how often only the evaluation was left to tell.
``--show N`` prints the first N decisions.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping
from statistics import median

from companion.coach.evaluation import PlayReason, Ranking
from companion.coach.reasons import EVEN, why, why_not
from companion.coach.themes import ErrorTheme, theme_of
from companion.texts import sentence
from tests.coach.oracle import rankings

_NEXT = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    show = parser.parse_args().show

    told: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    times: list[float] = []
    for k, ranking in enumerate(rankings()):
        begin = time.process_time()
        reason = why(ranking)
        times.append(1000 * (time.process_time() - begin))
        told[_class(reason)] += 1
        others = [candidate for candidate in ranking.candidates[1 : 1 + _NEXT] if ranking.loss(candidate) >= EVEN]
        against = [why_not(ranking, candidate) for candidate in others]
        compared.update(_class(each) for each in against)
        if k < show:
            _print(ranking, reason, against[:2])
    _table("why the best play", told)
    _table(f"why not one of the next {_NEXT} that lose {EVEN} or more", compared)
    print(f"processor time of why: median {median(times):.1f} ms, longest {max(times):.0f} ms")


def _class(reason: PlayReason) -> str:
    theme = theme_of(reason)
    evaluated = theme is ErrorTheme.LOOKING or theme is ErrorTheme.GAMMONS
    return f"{'evaluation' if evaluated else theme.value}: {reason.key.rpartition('.')[2]}"


def _table(title: str, counted: Mapping[str, int]) -> None:
    total = sum(counted.values())
    resort = sum(n for name, n in counted.items() if name.startswith("evaluation") and not name.endswith("even"))
    print(f"\n{title}: {total} told, last resort {resort / total:.1%}")
    for name, n in sorted(counted.items(), key=lambda item: -item[1]):
        print(f"  {n / total:6.1%}  {name}")


def _print(ranking: Ranking, reason: PlayReason, against: list[PlayReason]) -> None:
    print(ranking.position, ranking.dice)
    for candidate in ranking.candidates[:4]:
        print(f"   {candidate.equity:+.3f} {candidate.play.text()}")
    for each in (reason, *against):
        print(f"   {sentence(each.key, each.values)}  [{each.key} {dict(each.values)} {each.spots}]")


if __name__ == "__main__":
    main()
