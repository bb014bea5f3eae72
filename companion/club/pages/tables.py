"""The page of all tables, and the one to which the pairing code of a table leads."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from companion.club.cards import CARDS
from companion.club.drawing import empty_boards
from companion.club.middleware import language_of
from companion.club.watching import WATCHER


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """``GET /``: all tables as they are now."""
    language = language_of(request)
    cards = [(table, CARDS.html(now, language)) for table, now in WATCHER.tables().items()]
    return render(request, "club/tables.html", {"cards": cards, "empty_boards": empty_boards()})


@require_safe
def pair(request: HttpRequest) -> HttpResponse:
    """``GET /pair``: what to do with a pairing code.  Its secret is behind the ``#``, which no browser sends."""
    return render(request, "club/pair.html", {"here": request.build_absolute_uri(reverse("pair"))})
