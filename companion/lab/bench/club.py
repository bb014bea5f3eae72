"""``companion bench club``: what a club's server loses when everything is cut and killed, and how quickly it stores."""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.lab.bench.figure import Figure
from companion.lab.club_processes import free_port, served

_SECONDS: Final = 20.0
_PAGES: Final = ("/", "/players")
_SLOWEST_ENTRY_S: Final = 0.05
_SLOWEST_PAGE_S: Final = 0.2
_SLOWEST_RESULT_S: Final = 1.0
_CLUB_TABLES: Final = 200


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Kill table, server and connection, ``--kills`` times together; then derive ``--rebuilt`` matches twice, fill the
    database with ``--stored``, and let ``--tables`` send at once while ``--spectators`` watch.

    On SQLite unless ``COMPANION_CLUB_DATABASE`` names an empty database.
    """
    with tempfile.TemporaryDirectory(prefix="companion-club-") as scratch:
        _set_up(Path(scratch) / "club")
        seed = str(options.seed)
        yield from _kill_figures(Path(scratch) / "table", random.Random(seed), options.kills)
        if options.rebuilt:
            _empty()
            yield from _rebuilt_figures(options.rebuilt, options.match_files, seed)
        if options.stored:
            _empty()
            yield from _filled_figures(options.stored, options.match_files, seed)
        if options.tables:
            yield from _load_figures(options.tables, options.spectators, seed)


def _kill_figures(table: Path, chance: random.Random, kills: int) -> Iterator[Figure]:
    from companion.lab.bench.club_kills import kill_all

    toll = kill_all(table, chance, kills)
    yield Figure.unlimited("connections cut", toll.cut, "")
    yield Figure.unlimited("tables killed", toll.tables, "")
    yield Figure.unlimited("servers killed", toll.servers, "")
    yield Figure.unlimited("entries of the table", toll.entries, "")
    yield Figure.exactly("entries lost", toll.lost, "", 0)
    yield Figure.exactly("entries doubled", toll.doubled, "", 0)
    yield Figure.exactly("entries changed", toll.changed, "", 0)
    yield Figure.exactly("matches in another order", toll.in_disorder, "", 0)
    yield Figure.unlimited("caught up after the last kill", toll.caught_up_s, "s")


def _load_figures(tables: int, spectators: int, seed: str) -> Iterator[Figure]:
    from django.db.models import F

    from companion.club.models import Stream, Table
    from companion.club.tokens import pair
    from companion.lab.bench.club_load import Load, measured

    tokens = [pair(Table.objects.create(name=f"Sending {number}")) for number in range(tables)]
    port, pages_port = free_port(), free_port()
    with served(port, pages_port):
        took = measured(Load(port, pages_port, tokens, 1.0, _SECONDS, spectators, pages=_PAGES), seed)
        waiting = Stream.objects.filter(changes__gt=F("derived")).count()
    yield Figure.unlimited("tables with an entry a second each", tables, "")
    yield Figure.unlimited("spectators of all of them", spectators, "")
    yield Figure.unlimited("sent to a spectator", took.followed / max(1, spectators) / _SECONDS / 1000, "kB/s")
    yield Figure.at_most("an entry is stored, 95 of 100", _percentile(took.entries), "s", _SLOWEST_ENTRY_S)
    for page, times in took.pages.items():
        yield Figure.at_most(f"page {page} meanwhile, 95 of 100", _percentile(times), "s", _SLOWEST_PAGE_S)
    yield Figure.unlimited("matches not derived yet at the end", waiting, "")


def _rebuilt_figures(matches: int, folder: Path | None, seed: str) -> Iterator[Figure]:
    from companion.lab.bench.club_rebuilt import rebuilt

    found = rebuilt(matches, folder, seed)
    yield Figure.unlimited("matches derived as they came", matches, "")
    yield Figure.unlimited("rows of results, standings, pairs and positions", found.rows, "")
    yield Figure.exactly("rows that are others when rebuilt", found.differing, "", 0)
    yield Figure.unlimited("rebuilding took", found.rebuilt_s, "s")


def _filled_figures(matches: int, folder: Path | None, seed: str) -> Iterator[Figure]:
    from companion.lab.bench.club_pages import page_times, result_times
    from companion.lab.club_filled import fill

    filled, port = fill(matches, _CLUB_TABLES, seed, folder), free_port()
    yield Figure.unlimited("matches stored", filled.matches, "")
    yield Figure.unlimited("entries stored", filled.entries, "")
    yield Figure.unlimited("positions to search", filled.turns, "")
    with served(port):
        for page, times in page_times(port, seed).items():
            yield Figure.at_most(f"{page}, 95 of 100", _percentile(times), "s", _SLOWEST_PAGE_S)
        yield Figure.at_most("a result is in the standings, 95 of 100", _percentile(result_times(port, seed)), "s",
                             _SLOWEST_RESULT_S)  # fmt: skip


def _percentile(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def _empty() -> None:
    from django.core.management import call_command

    call_command("flush", interactive=False, verbosity=0)


def _set_up(folder: Path) -> None:
    folder.mkdir()
    os.environ |= {"COMPANION_CLUB_DATA": str(folder), "COMPANION_CLUB_PLAIN": "1"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.club.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
