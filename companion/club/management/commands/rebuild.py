"""``python -m companion.club rebuild``: derive everything anew from the entries."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from companion.club.rebuilding import rebuild


class Command(BaseCommand):
    help = "derive results, ratings, head to head and positions anew from what tables have sent"

    def handle(self, *_: object, **__: object) -> None:
        done = rebuild(lambda so_far: self.stdout.write(f"{so_far} matches"))
        self.stdout.write(f"{done} matches were derived.")
