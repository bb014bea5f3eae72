"""``companion bench club``: what the server of a club loses when everything is cut and killed."""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.lab.bench.figure import Figure


def figures(options: argparse.Namespace) -> Iterator[Figure]:
    """Kill table, server and connection, ``--kills`` times together; on SQLite unless ``COMPANION_CLUB_DATABASE``."""
    with tempfile.TemporaryDirectory(prefix="companion-club-") as scratch:
        _set_up(Path(scratch) / "club")
        from companion.lab.bench.club_kills import kill_all

        toll = kill_all(Path(scratch) / "table", random.Random(str(options.seed)), options.kills)
    yield Figure.unlimited("connections cut", toll.cut, "")
    yield Figure.unlimited("tables killed", toll.tables, "")
    yield Figure.unlimited("servers killed", toll.servers, "")
    yield Figure.unlimited("entries of the table", toll.entries, "")
    yield Figure.exactly("entries lost", toll.lost, "", 0)
    yield Figure.exactly("entries doubled", toll.doubled, "", 0)
    yield Figure.exactly("entries changed", toll.changed, "", 0)
    yield Figure.exactly("matches in another order", toll.in_disorder, "", 0)
    yield Figure.unlimited("caught up after the last kill", toll.caught_up_s, "s")


def _set_up(folder: Path) -> None:
    folder.mkdir()
    os.environ |= {"COMPANION_CLUB_DATA": str(folder), "COMPANION_CLUB_PLAIN": "1"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.club.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
