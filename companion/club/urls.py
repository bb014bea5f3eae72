"""The addresses of the server, but for those of :mod:`companion.club.table_api`."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from companion.club.events import events
from companion.club.pages.matches import match, match_file
from companion.club.pages.players import against, player, players
from companion.club.pages.search import search
from companion.club.pages.static import static_file
from companion.club.pages.tables import pair, tables
from companion.club.pages.tournaments import tournament, tournaments

urlpatterns = [
    path("", tables, name="tables"),
    path("pair", pair, name="pair"),
    path("events", events, name="events"),
    path("players", players, name="players"),
    path("players/<int:number>", player, name="player"),
    path("players/<int:number>/against/<int:other>", against, name="against"),
    path("matches/<uuid:uuid>", match, name="match"),
    path("matches/<uuid:uuid>.<slug:form>", match_file, name="match-file"),
    path("tournaments", tournaments, name="tournaments"),
    path("tournaments/<int:number>", tournament, name="tournament"),
    path("search", search, name="search"),
    path("static/<path:path>", static_file),
    path("admin/", admin.site.urls),
]
