"""``python -m companion.club backup FILE``: a copy of all that is stored; the server may run meanwhile."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from companion.club.copies import backup
from companion.errors import InputError


class Command(BaseCommand):
    help = "write the database and the secret of the server to a file; the server may run meanwhile"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file that is made, such as club.tar")

    def handle(self, *_: object, **options: object) -> None:
        file = Path(str(options["file"]))
        try:
            backup(file)
        except (InputError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes. Whoever has it can read all that is stored.")
