"""The running companion, killed at any moment: what it printed is on disk, and it goes on from there."""

from __future__ import annotations

import json
import random
from pathlib import Path

from companion.lab.bench import service
from companion.lab.bench.service import ServiceToll, killed
from companion.record import Journal, line
from companion.record.entries import Entry, Kind


def test_kills_of_the_running_companion_lose_nothing(tmp_path: Path) -> None:
    seed = random.randrange(10_000)
    *_, toll = killed(tmp_path, random.Random(seed), 2)
    assert (toll.lost, toll.failed, toll.parted) == (0, 0, 0), f"seed {seed}: {toll.where}"
    assert toll.printed > 0


class _Ran:
    """A run that printed this, and first said that things stand so."""

    def __init__(self, printed: list[Entry], first: dict[str, object], on_disk: dict[int, dict[str, object]]) -> None:
        self.printed = [json.loads(json.dumps(line(entry))) for entry in printed]
        self.first, self.on_disk = first, on_disk


def test_what_a_kill_costs_is_found(tmp_path: Path) -> None:
    kept = Entry(1, 0.0, Kind.NOTE)
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(kept)
    stood = {**dict.fromkeys(service._THE_SAME), "match": 1, "phase": "trying", "turn": 4}

    def toll(printed: list[Entry], **first: object) -> tuple[int, int]:
        counted = ServiceToll()
        service._compare(tmp_path, _Ran(printed, stood | first, {1: dict(stood)}), counted, sees=False)  # type: ignore[arg-type]
        return counted.lost, counted.parted

    assert toll([kept]) == (0, 0)
    assert toll([kept, Entry(2, 0.0, Kind.NOTE)]) == (1, 0)
    assert toll([kept], phase="ended") == (0, 1)
    assert toll([kept], match=2) == (0, 1)
