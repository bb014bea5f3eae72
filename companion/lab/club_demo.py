"""``python -m companion.lab.club_demo``: a club on this machine whose tables play by themselves, to be looked at.

Each table has a journal of its own and sends it as a real one does.  The first matches are played at once, so that
there are results; then a turn takes a few seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.app.outbox import OutboxThread
from companion.app.pairing import Club
from companion.coach.engines.builtin.evaluator import boards_of
from companion.coach.engines.builtin.nets import outcomes
from companion.errors import DeviceError
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import Position
from companion.lab.club_processes import served
from companion.lab.random_matches import random_draughts, random_match
from companion.record import Journal
from companion.record.entries import Entry, Kind
from companion.record.unfolding import entries_of

_PORT: Final = 8080
_TABLES: Final = 6
_DRAUGHTS: Final = "draughts-box"
_BACKLOG: Final = 5
"""Matches of each table that are over when somebody looks."""
_TURN_S: Final = 3.0
_NAMES: Final = (
    "Ada Lind", "Bruno Kaczmarek", "Chiara Conti", "Dmitri Orlov", "Eva Novák", "Farid Haddad", "Greta Olsen",
    "Hugo Silva", "Ines Moreau", "Jan Kowalski", "Katka Horváthová", "Lev Sokolov",
)  # fmt: skip


def main() -> int:
    """Run until Ctrl-C."""
    parser = argparse.ArgumentParser(description="A club whose tables play by themselves.")
    parser.add_argument("--port", type=int, default=_PORT, metavar="N", help=f"of the server (default: {_PORT})")
    port = parser.parse_args().port
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="companion-club-") as scratch:
        try:
            _play(Path(scratch), port)
        except KeyboardInterrupt:
            return 0
        except DeviceError as error:
            sys.exit(str(error))
    return 0


def _play(folder: Path, port: int) -> None:
    (folder / "club").mkdir()
    os.environ |= {"COMPANION_CLUB_DATA": str(folder / "club"), "COMPANION_CLUB_PLAIN": "1"}
    password, tokens = _set_up()
    with served(port, beside=("derive", "analyse")):
        for number, token in enumerate(tokens, 1):
            club = Club(f"http://127.0.0.1:{port}", token)
            threading.Thread(target=_table, args=(folder, number, club), daemon=True).start()
        print(f"The club is at http://localhost:{port}/ and its director at http://localhost:{port}/admin/")
        print(f"(name: demo, password: {password}).  Ctrl-C ends it, and nothing of it is kept.", flush=True)
        signal.pause()


def _set_up() -> tuple[str, list[str]]:
    """Make the database; return the password of the director, and the tokens of the tables."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.club.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from django.contrib.auth.models import User

    from companion.club.models import Table
    from companion.club.tokens import pair

    password = secrets.token_urlsafe(8)
    User.objects.create_superuser("demo", password=password)
    return password, [pair(Table.objects.create(name=f"Table {number}")) for number in range(1, _TABLES + 1)]


def _table(folder: Path, number: int, club: Club) -> None:
    """Play one match after another at a table; the last one plays draughts."""
    chance, data = random.Random(number), folder / f"table-{number}"
    data.mkdir()
    with Journal(data) as journal, OutboxThread(data, lambda: club):
        for played in range(sys.maxsize):
            names = (chance.choice(_NAMES[number - 1 :: 2]), chance.choice(_NAMES[number % 2 :: 2]))
            light, dark = names if names[0] != names[1] else (_NAMES[0], _NAMES[1])
            for entry in _begun(journal, chance, (light, dark), number == _TABLES):
                if played >= _BACKLOG and entry.event in (Kind.PLAY, Kind.START):
                    time.sleep(chance.uniform(0.5, 1.5) * _TURN_S)
                journal.append(entry)


def _begun(journal: Journal, chance: random.Random, names: tuple[str, str], draughts: bool) -> tuple[Entry, ...]:
    if draughts:
        match = random_draughts(chance, names, 2)
        journal.begin(names=names, length=2, rules=_DRAUGHTS)
        return entries_of(match)
    length = chance.choice((1, 3, 5))
    journal.begin(names=names, length=length)
    return entries_of(random_match(chance, names, length, choose=_best))


def _best(plays: Mapping[Position, Play]) -> Position:
    """The end after which the opponent wins least often."""
    ends = list(plays)
    return ends[int(outcomes(boards_of(ends))[:, :3].sum(axis=1).argmin())]


if __name__ == "__main__":
    sys.exit(main())
