"""The page of a match: as it stands while it is played; afterwards its games turn by turn, and its files."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from companion.club.cards import CARDS, TableNow
from companion.club.drawing import drawing, empty_boards
from companion.club.error_rates import rates_in
from companion.club.middleware import language_of
from companion.club.models import Result
from companion.club.pages.keyed import number_in
from companion.club.reading import ReadMatch, names_in, read_match
from companion.errors import InputError
from companion.games.catalogue import Game
from companion.live.match_page import match_parts
from companion.live.shown import forms_shown
from companion.live.words import speaker
from companion.record.exporting import export_text, file_stem
from companion.record.reports.event_words import Narrator


@require_safe
def match(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """``GET matches/UUID?game=&turn=``, or ``?at=``: the turn with this number in the search."""
    result = _found(uuid)
    language = language_of(request)
    if not result.state:
        return render(request, "club/match_later.html", {"names": names_in(result.match)})
    if not result.state["over"]:
        players = (result.light_id, result.dark_id)
        table = result.match.table
        now = TableNow(table.pk, table.name, uuid, result.revision, result.state, players)
        context = {"card": CARDS.html(now, language), "table": table, "empty_boards": empty_boards(), "uuid": uuid}
        return render(request, "club/match_now.html", context | {"names": names_in(result.match)})
    try:
        read = _read(result)
    except InputError:
        context = {"names": names_in(result.match)}
        return render(request, "club/match_later.html", context | {"unreadable": True})
    parts, judged = _parts(read, language), rates_in(result.pk)
    rates = zip(parts["names"], judged.rates, judged.with_help, strict=True) if judged is not None else ()
    context = {"result": result, "judged": judged, "rates": rates, **_replay(request, read), **parts}
    return render(request, "club/match.html", context)


@require_safe
def match_file(_: HttpRequest, uuid: UUID, form: str) -> HttpResponse:
    """``GET matches/UUID.FORM``: a match that is over, as a file."""
    result = _found(uuid)
    if not result.state or not result.state["over"]:
        raise Http404
    try:
        read = _read(result)
        text = export_text(form, read.played, ()) if form in forms_shown(read.played) else None
    except InputError as error:  # it cannot be read, or not be written in this form
        raise Http404 from error
    if text is None:
        raise Http404
    name = f"{file_stem(read.header)}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _found(uuid: UUID) -> Result:
    results = Result.objects.select_related("match__table", "light", "dark")
    return get_object_or_404(results, match__uuid=uuid)


def _read(result: Result) -> ReadMatch:
    return read_match(result.match_id, result.match.epoch, result.state["n"], names_in(result.match))


def _parts(read: ReadMatch, language: str) -> dict[str, Any]:
    parts = match_parts(read.shown, language)
    say = speaker(language)
    names = tuple(Narrator(language).name(name) for name in read.header.names)
    score = say("score.money", own=str(read.shown.score[0]), other=str(read.shown.score[1]))
    return {
        "names": names, "score": score, "about": parts["about"], "result_words": parts["result"],
        "by_game": parts["score_by_game"], "forms": forms_shown(read.played), "empty_boards": empty_boards(),
    }  # fmt: skip


def _replay(request: HttpRequest, read: ReadMatch) -> dict[str, Any]:
    """What fills the part in which one steps through the games."""
    if not read.games:
        return {}
    place = read.step_of_turn(number_in(request, "at") or 0)
    number = min(max(1, number_in(request, "game") or (place or (1, 0))[0]), len(read.games))
    game = read.games[number - 1]
    asked = number_in(request, "turn")
    at = asked if asked is not None else place[1] if place is not None and place[0] == number else 0
    at = min(at, len(game.steps) - 1)
    narrator = Narrator(language_of(request), read.rules)
    step, names = game.steps[at], (narrator.name(game.names[0]), narrator.name(game.names[1]))
    say = speaker(narrator.language, "" if read.header.game is Game.DRAUGHTS else read.rules.terms)
    return {
        "number": number,
        "numbers": range(1, len(read.games) + 1),
        "at": at,
        "turns": [(read.turn_words(game, one, narrator), read.marks(one, narrator)) for one in game.steps],
        "turn_words": read.turn_words(game, step, narrator),
        "said": read.sentences(game, step, narrator),
        "svg": "" if step.board is None else drawing(step.board, step.board.summary(names, say)),
        "facts": "" if step.board is None else step.board.facts(names, say),
        "kind": read.header.game.value,
        "previous": _place(read, number, at, -1),
        "next": _place(read, number, at, 1),
    }


def _place(read: ReadMatch, number: int, at: int, by: int) -> tuple[int, int] | None:
    """The game and the turn before or after one."""
    if 0 <= at + by < len(read.games[number - 1].steps):
        return number, at + by
    if 1 <= number + by <= len(read.games):
        return number + by, 0 if by > 0 else len(read.games[number - 2].steps) - 1
    return None
