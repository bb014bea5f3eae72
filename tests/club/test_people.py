"""A name that was removed is nowhere, wherever a header had it, and does not come back with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client

from companion.club.deriving import Deriver
from companion.club.models import Entry, Match, Player, Result
from companion.club.people import anonymise, forget, player_of
from companion.record.header import Origin
from companion.record.header_lines import header_line
from tests.club.evening import content
from tests.club.sending import Played, Sender

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

IMPORTED = Origin("anna-zofia.mat", "0" * 64, date(2020, 5, 4), {"Transcriber": "Zofia", "Event": "Zofia's cup"})


def evening() -> dict[str, Played]:
    """Matches of somebody, each in another state."""
    found = {
        "played": Played(1, ("Zofia", "Bert")),
        "imported": Played(2, (" ZOFIA", "Bert")),
        "deleted": Played(3, ("Bert", "zofia")),
        "not derived": Played(4, ("Zofia", "Bert")),
    }
    header = found["imported"].header
    found["imported"].header = replace(header, imported=IMPORTED, clock_doubtful=True)
    for played in found.values():
        played.header = replace(played.header, terms={"event": "for Zofia", "opponent": None, "board": "Zofia's"})
    return found


def sent(table: Sender, evening: dict[str, Played]) -> None:
    for state, played in evening.items():
        table.header(played, deleted=state == "deleted")
        table.entries(played)
        if state == "deleted":
            Deriver().derive_new()


def everything() -> str:
    """All that is stored, and each page of a match."""
    models: list[type[Model]] = [*apps.get_app_config("club").get_models(), LogEntry]
    rows = [repr(list(model._default_manager.values())) for model in models]
    pages = [content(f"/matches/{result.match}") for result in Result.objects.select_related("match")]
    files = [Client().get(f"/matches/{result.match}.{form}").content.decode(errors="replace")
             for result in Result.objects.select_related("match") for form in ("mat", "json", "sgf")]  # fmt: skip
    return " ".join([*rows, *pages, *files, content("/"), content("/players")]).casefold()


@pytest.mark.parametrize("removed", [anonymise, forget])
def test_a_removed_name_is_nowhere_and_no_header_brings_it_back(removed: Callable[[Player], None]) -> None:
    table, matches = Sender(), evening()
    sent(table, matches)
    assert "zofia" in everything()
    removed(player_of("Zofia"))
    Deriver().derive_new()
    assert "zofia" not in everything()
    for played in matches.values():
        played.header, played.epoch = replace(played.header, started="2026-11-21T19:30:00+01:00"), 2
    sent(table, matches)
    Deriver().derive_new()
    assert "zofia" not in everything()
    assert Entry.objects.count() == 2 * sum(len(played.entries) for played in matches.values())
    assert Player.objects.exclude(name="").get().name == "Bert"


def test_of_a_header_is_kept_what_is_needed_and_the_table_knows_it_again() -> None:
    table, played = Sender(), Played(1, ("Anna", "GNU"))
    opponent = {"side": "dark", "engine": "gnubg", "by": "Zofia"}
    played.header = replace(played.header, terms={"opponent": opponent, "event": "Zofia's cup"}, imported=IMPORTED)
    said = {"epoch": 1, "deleted": False, "header": header_line(played.header) | {"annotator": "Zofia"}}
    assert table._put(f"/api/matches/{played.uuid}", json.dumps(said).encode())[0] == 200
    kept: dict[str, Any] = Match.objects.get().header
    assert kept == header_line(played.header) | {
        "terms": {"opponent": {"side": "dark"}},
        "imported": {"file": "", "sha256": "", "day": "2020-05-04", "facts": {}},
    }
