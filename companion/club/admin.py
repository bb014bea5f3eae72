"""What the people who run a club do by hand: pair tables, decide conflicts, say who is who."""

from __future__ import annotations

from django.contrib import admin

from companion.club.models import Conflict, Match, Player, Table


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    list_display = ("name", "paired", "heard")
    readonly_fields = ("paired", "heard")


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    list_display = ("name", "id")
    search_fields = ("name",)


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    list_display = ("uuid", "table", "number", "epoch")


@admin.register(Conflict)
class ConflictAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no type arguments when it runs
    list_display = ("sentence", "found", "decision")
