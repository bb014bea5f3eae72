"""``python -m companion.club serve``: the server itself, over HTTP; TLS is the business of the one before it."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand

from companion.club.serving import serve


class Command(BaseCommand):
    help = "serve the pages and take in what tables send"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8080, help="default: 8080")
        parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")

    def handle(self, *_: object, **options: object) -> None:
        call_command("migrate", verbosity=0)
        serve(str(options["host"]), int(str(options["port"])), int(str(options["workers"])))
