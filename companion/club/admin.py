"""What the people who run a club do by hand: pair tables, decide conflicts, say who is who, and direct tournaments."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import segno
from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from companion.club.acting import Act, ActsAdmin, Fields, Values
from companion.club.conflicts import keep, take
from companion.club.directing import ActError
from companion.club.models import Conflict, Entry, Match, Player, Table, Tournament
from companion.club.people import anonymise, forget, key_of, merge
from companion.club.tokens import pair, revoke
from companion.club.tournament_acts import ACTS as TOURNAMENT_ACTS
from companion.live.state import Say

admin.site.site_header = admin.site.site_title = "Club"
admin.site.index_title = "What the club decides"


def _pair(request: HttpRequest, table: Table, _values: Values) -> HttpResponse:
    """Show the code of a table, the only time that it can be seen."""
    address = f"{request.build_absolute_uri(reverse('pair'))}#{pair(table)}"
    context = {
        **admin.site.each_context(request),
        "title": table.name,
        "table": table,
        "address": address,
        "picture": segno.make(address, micro=False, error="m").svg_data_uri(scale=6, dark="#000", light="#fff"),
        "back": reverse("admin:club_table_change", args=[table.pk]),
    }
    return TemplateResponse(request, "club/admin/paired.html", context)


def _other_player(_player: Player, say: Say) -> Fields:
    return {"other": forms.CharField(label=say("club.act.other"), max_length=80)}


def _merge(_request: HttpRequest, player: Player, values: Values) -> None:
    other = Player.objects.filter(names__key=key_of(values["other"])).exclude(pk=player.pk).first()
    if other is None:
        raise ActError("club.nobody-found")
    merge(player, other)


@admin.register(Table)
class TableAdmin(ActsAdmin):
    list_display = ("name", "paired", "heard")
    readonly_fields = ("paired", "heard")
    acts: ClassVar = (Act("pair", _pair), Act("revoke", lambda _request, table, _values: revoke(table)))


class _AsDerived(ActsAdmin):
    """What tables have sent is read here and not written."""

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _found: Model | None = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(_AsDerived):
    """A player is not deleted but forgotten: the name would come back with the next match."""

    list_display = ("name", "id")
    search_fields = ("name",)
    formfield_overrides: ClassVar = {models.CharField: {"required": True}}  # a name is removed by an act
    acts: ClassVar = (
        Act("merge", _merge, _other_player, lambda player: {"name": str(player)}),
        Act("anonymise", lambda _request, player, _values: anonymise(player)),
        Act("forget", lambda _request, player, _values: forget(player)),
    )


@admin.register(Match)
class MatchAdmin(_AsDerived):
    list_display = ("uuid", "table", "number", "epoch")

    def has_change_permission(self, _request: HttpRequest, _found: Model | None = None) -> bool:
        return False


@admin.register(Conflict)
class ConflictAdmin(_AsDerived):
    list_display = ("sentence", "found", "decision")
    list_filter = ("decision",)
    fields = readonly_fields = ("sentence", "match", "table", "found", "stored", "sent", "decision", "decided")
    acts: ClassVar = (
        Act("keep", lambda _request, conflict, _values: keep(conflict)),
        Act("take", lambda _request, conflict, _values: take(conflict)),
    )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """There is nothing to save: it is decided by the acts."""
        without = {"show_save": False, "show_save_and_continue": False}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **without})

    def stored(self, conflict: Conflict) -> str:
        """What is stored: the entry as it came."""
        found = Entry.objects.filter(stream__match=conflict.match_id, stream__epoch=conflict.epoch, n=conflict.n)
        return "\n".join(_readable(entry.line) for entry in found.order_by("pk"))

    def sent(self, conflict: Conflict) -> str:
        """What was sent."""
        return _readable(conflict.line)


@admin.register(Tournament)
class TournamentAdmin(ActsAdmin):
    list_display = ("name", "game", "length", "rounds", "lives", "made")
    acts: ClassVar = TOURNAMENT_ACTS

    def get_readonly_fields(self, _request: HttpRequest, found: Tournament | None = None) -> tuple[str, ...]:
        """Of what is drawn the kind stays, and which matches count."""
        return ("game", "length", "lives", "again") if found is not None and found.pairings.exists() else ()


def _readable(line: bytes | memoryview) -> str:
    """What an entry says, each part in a line of its own."""
    values = json.loads(bytes(line)) if line else {}
    said = {key: json.dumps(value, ensure_ascii=False) for key, value in values.items() if value is not None}
    return "\n".join(f"{key}: {value}" for key, value in said.items())
