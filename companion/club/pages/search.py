"""The search: by a position, or by the opening roll and play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.club.models import Turn
from companion.club.pages.keyed import SIZE, Page, number_in
from companion.club.pages.players import games
from companion.club.turns import opening_text
from companion.errors import InputError
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import legal_plays
from companion.games.backgammon.position import START
from companion.games.backgammon.ruleset import STANDARD
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game, game_of_position
from companion.games.draughts import START as DRAUGHTS_START
from companion.games.draughts import Position as DraughtsPosition
from companion.games.draughts import notation
from companion.record.replaying import legal_end

ROLLS: Final = tuple(f"{larger}{smaller}" for larger in range(6, 0, -1) for smaller in range(larger - 1, 0, -1))
"""The rolls with which a game can begin."""
_LONGEST: Final = 200


class UnknownError(ValueError):
    """What was asked for cannot be searched; its text is the key of a sentence."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """``GET search?position=`` or ``?roll=&play=``, ``&before=``: turns of matches that are over, newest first."""
    asked = {name: request.GET.get(name, "").strip()[:_LONGEST] for name in ("position", "roll", "play")}
    error, page = "", None
    try:
        wanted = _wanted(**asked)
        page = None if wanted is None else Page(_turns(*wanted, number_in(request, "before")))
    except UnknownError as unknown:
        error = str(unknown)
    context = {
        **asked, "rolls": ROLLS, "error": error, "page": page, "games": games(),
        "before": page.rows[-1].pk if page is not None and page.rows else None, "is_first": "before" not in request.GET,
    }  # fmt: skip
    return render(request, "club/search.html", context)


def _wanted(position: str, roll: str, play: str) -> tuple[str, Sequence[str]] | None:
    """The column to search, and the texts that it may have.  Raises :class:`UnknownError`."""
    if position:
        return "position", (_position(position),)
    if not roll and not play:
        return None
    return "opening", _openings(roll, play)


def _position(text: str) -> str:
    try:
        if game_of_position(text) is Game.DRAUGHTS:
            return DraughtsPosition.from_fen(text).fen()
        return Situation.from_text(text).position.id()
    except InputError:
        raise UnknownError("club.no-position") from None


def _openings(roll: str, play: str) -> Sequence[str]:
    """The openings of backgammon with a roll, of all plays or one; without a roll the first move of draughts."""
    try:
        if not roll:
            return (notation.text(notation.parse(play, DRAUGHTS_START), DRAUGHTS_START),)
        dice = Dice.from_text(roll)
        ends = [legal_end(STANDARD, START, dice, play)[1]] if play else list(legal_plays(START, dice))
    except InputError:
        raise UnknownError("club.no-play" if roll else "club.roll-needed") from None
    return [opening_text(START, dice, end) for end in ends]


def _turns(column: str, texts: Sequence[str], before: int | None) -> QuerySet[Turn]:
    turns = Turn.objects.all() if before is None else Turn.objects.filter(pk__lt=before)
    related = ("match__result__light", "match__result__dark")
    found = turns.filter(**{f"{column}__in": texts} if len(texts) > 1 else {column: texts[0]})
    if len(texts) > 1 and connection.features.supports_slicing_ordering_in_compound:
        # The newest of each text by its index; of all texts together PostgreSQL would sort every turn there is.
        each = [turns.filter(**{column: text}).order_by("-pk").values("pk")[: SIZE + 1] for text in texts]
        newest = each[0].union(*each[1:], all=True)
        found = Turn.objects.filter(pk__in=[row["pk"] for row in newest])
    return found.select_related(*related).defer("match__result__state").order_by("-pk")[: SIZE + 1]
