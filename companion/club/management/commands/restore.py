"""``python -m companion.club restore FILE``: puts a copy in the place of all that is stored."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from companion.club.copies import restore
from companion.club.lock import Work, alone
from companion.club.models import Match
from companion.errors import InputError


class Command(BaseCommand):
    help = "put a copy, made by backup, in the place of all that is stored; stop serve, derive and analyse before"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even if that deletes matches that are stored")

    def handle(self, *_: object, **options: object) -> None:
        file = Path(str(options["file"]))
        stored = Match.objects.count() if Match._meta.db_table in connection.introspection.table_names() else 0
        if stored and not options["replace"]:
            raise CommandError(f"{stored} matches are stored here, which --replace would delete")
        try:
            with alone(Work.DERIVING), alone(Work.ANALYSING):
                restore(file)
        except (InputError, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        self.stdout.write(f"{Match.objects.count()} matches were restored.")
