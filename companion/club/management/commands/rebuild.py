"""``python -m companion.club rebuild``: derive everything anew from the entries."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from companion.club.lock import Work, alone
from companion.club.rebuilding import rebuild
from companion.errors import InputError


class Command(BaseCommand):
    help = "derive results, ratings, head to head and positions anew from what tables have sent"

    def handle(self, *_: object, **__: object) -> None:
        try:
            with alone(Work.DERIVING):
                done = rebuild(lambda so_far: self.stdout.write(f"{so_far} matches"))
        except InputError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{done} matches were derived.")
