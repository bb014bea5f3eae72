"""``python -m companion.club analyse``: judges the matches that are over, until it is stopped."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import closing
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from companion.club.analysing import Analyser
from companion.club.lock import Work
from companion.club.models import Analysis
from companion.club.working import stopped_by_signals, work
from companion.coach.engines.choosing import AUTO, engine_named
from companion.errors import EngineError, InputError

_NICE: Final = 19
_EVERY_S: Final = 30.0
"""Looking for new matches goes through all of them."""


class Command(BaseCommand):
    help = "judge the matches of backgammon that are over, for the error rates of players, until it is stopped"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--engine", default=AUTO, help=f"default: {AUTO}, the strongest one that is installed")
        parser.add_argument("--ply", type=int, help="how deeply it looks ahead (default: as it usually does)")
        parser.add_argument("--anew", action="store_true", help="judge all matches again, and end then")
        parser.add_argument("--once", action="store_true", help="end when all matches are judged")

    def handle(self, *_: object, **options: Any) -> None:
        stopped, done = stopped_by_signals(), 0
        try:
            engine = engine_named(options["engine"], options["ply"])
        except (InputError, EngineError) as error:
            raise CommandError(str(error)) from error
        with closing(engine):
            analyser = Analyser(engine, options["ply"], lambda: not stopped.is_set())

            def step() -> float | None:
                nonlocal done
                if options["anew"] and not done:
                    Analysis.objects.all().delete()
                stored = analyser.analyse_new()
                done += stored
                return 0.0 if stored else None if options["once"] or options["anew"] else _EVERY_S

            work(self, Work.ANALYSING, _NICE, step, stopped)
        self.stdout.write(f"{done} matches were analysed.")
