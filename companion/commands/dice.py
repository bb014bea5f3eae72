"""``companion dice``: prints the log of electronic rolls, and whether they fall as fair dice do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from companion.record import Journal
from companion.record.dice_log import Count, Draw, counted, never_used, verdict
from companion.record.journal import FILE_NAME
from companion.settings.reading import load_settings


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["audit"], help="audit: the log, the counts and what is usual for fair dice")
    parser.add_argument("--match", type=int, metavar="ID", help="only the rolls of this match")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the log and the counts.  Raises :class:`companion.errors.StorageError` for a match that is not there."""
    settings = load_settings(arguments.settings, data_dir=arguments.data_dir)
    draws: tuple[Draw, ...] = ()
    if arguments.match is not None or (settings.data_dir / FILE_NAME).exists():
        with Journal(settings.data_dir) as journal:
            if arguments.match is not None:
                journal.header(arguments.match)
            draws = journal.draws(arguments.match)
    counts = counted(draws)
    print(_as_json(draws, counts) if arguments.json else "\n".join(_lines(draws, counts)))
    return 0


def _lines(draws: Sequence[Draw], counts: Sequence[Count]) -> Iterator[str]:
    if draws:
        yield f"{'drawn (UTC)':<23}  match  turn  roll"
        yield from (_log_line(draw) for draw in draws)
        yield ""
        yield "counts, and between which numbers fair dice keep them in 99 of 100 such logs:"
        yield from (count.text() for count in counts)
        yield ""
    unused = never_used(draws)
    yield f"drawn and never used: {len(unused)}"
    yield from (f"  match {draw.match_id}, {draw.first}{draw.second}, drawn {_when(draw)}" for draw in unused)
    yield verdict(draws, counts)


def _log_line(draw: Draw) -> str:
    turn = "" if draw.turn is None else str(draw.turn)
    recorded = "" if draw.is_kept or draw.recorded is None else f"  recorded as {draw.recorded[0]}{draw.recorded[1]}"
    use = "  never used" if draw.entry_n is None else "" if draw.recorded else "  rolled off again"
    return f"{_when(draw):<23}  {draw.match_id:>5}  {turn:>4}    {draw.first}{draw.second}{recorded}{use}"


def _when(draw: Draw) -> str:
    return draw.drawn.removesuffix("+00:00").replace("T", " ")


def _as_json(draws: Sequence[Draw], counts: Sequence[Count]) -> str:
    return json.dumps(
        {
            "draws": [_drawn(draw) for draw in draws],
            "counts": [
                {"name": c.name, "count": c.count, "of": c.of, "usual": list(c.usual), "ok": c.is_usual} for c in counts
            ],
            "unused": [draw.id for draw in never_used(draws)],
            "verdict": verdict(draws, counts),
        }
    )


def _drawn(draw: Draw) -> dict[str, object]:
    return {
        "id": draw.id,
        "drawn": draw.drawn,
        "match": draw.match_id,
        "turn": draw.turn,
        "dice": list(draw.numbers),
        "recorded": list(draw.recorded) if draw.recorded else None,
        "used": draw.entry_n is not None,
    }
