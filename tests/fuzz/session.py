"""Half a million random events at the tables of both games, with restarts in between, by one command.

    python -m tests.fuzz.session --events 500000

Each session has a seed, and the same seed is the same session.  What was done is kept (``--kept``), so that the next
call goes on where the one before was ended; ``--only SEED`` plays one session again, and shows its error in full.  It
ends with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.fuzz.sessions import EVENTS, Counts, FuzzedSession, fuzzed

_EVERY: Final = 20
_MOST_TOLD: Final = 30


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.session", description=__doc__)
    parser.add_argument("--events", type=int, default=500_000, help="so many in all (default: 500000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first session (default: 0)")
    parser.add_argument("--kept", type=Path, default=Path("build/fuzz-session.json"), help="what was done so far")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after so many, and go on another time")
    parser.add_argument("--only", type=int, metavar="SEED", help="this one session again")
    options = parser.parse_args(words)
    if options.only is not None:
        FuzzedSession(options.only).go_on(EVENTS)
        return 0
    seed, counts = _so_far(options)
    until_s = time.monotonic() + options.seconds
    while counts.events.total() < options.events and time.monotonic() < until_s:
        counts.add(fuzzed(seed))
        seed += 1
        if seed % _EVERY == 0:
            _keep(options.kept, seed, counts)
    _keep(options.kept, seed, counts)
    print("\n".join(told(counts)))
    return 1 if counts.found else 0


def told(counts: Counts) -> list[str]:
    """The counts as lines."""
    return [
        f"sessions {counts.sessions}, events {counts.events.total()}, entries {counts.entries}",
        "events: " + ", ".join(f"{name} {many}" for name, many in counts.events.most_common()),
        f"restarts {counts.restarts.total()}: "
        + ", ".join(f"{name} {many}" for name, many in counts.restarts.most_common()),
        f"found {len(counts.found)}",
        *counts.found[:_MOST_TOLD],
    ]


def _so_far(options: argparse.Namespace) -> tuple[int, Counts]:
    if not options.kept.exists():
        return options.seed, Counts()
    told: dict[str, Any] = json.loads(options.kept.read_text())
    counts = Counts(told["sessions"], Counter(told["events"]), Counter(told["restarts"]), told["entries"])
    counts.found += told["found"]
    return told["seed"], counts


def _keep(file: Path, seed: int, counts: Counts) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "seed": seed, "sessions": counts.sessions, "events": counts.events, "restarts": counts.restarts,
        "entries": counts.entries, "found": counts.found,
    }  # fmt: skip
    file.write_text(json.dumps(content))


if __name__ == "__main__":
    sys.exit(main())
