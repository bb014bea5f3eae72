"""The page of all tables."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.club.cards import CARDS
from companion.club.drawing import empty_boards
from companion.club.middleware import language_of
from companion.club.watching import newest, tables_now


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """``GET /``: all tables as they are now."""
    language = language_of(request)
    cards = [(table, CARDS.html(now, language)) for table, now in tables_now(newest()).items()]
    return render(request, "club/tables.html", {"cards": cards, "empty_boards": empty_boards()})
