"""The tag by which templates say texts, in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import template
from django.template import Context
from django.urls import reverse

from companion.club.cards import length_words
from companion.club.error_rates import Judged
from companion.club.middleware import language_of
from companion.coach.error_rates import ErrorRate
from companion.coach.rate_words import number_words
from companion.live.languages import NAMES
from companion.live.words import speaker
from companion.record.reports.event_words import Narrator, day_words
from companion.texts import label, sentence

register: Final = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, key: str, **values: Any) -> str:
    """Say the text of a key, as :func:`companion.texts.sentence` does."""
    said = {name: str(value) for name, value in values.items()}
    return sentence(key, said, language=language_of(context["request"]))


@register.simple_tag(takes_context=True)
def player_name(context: Context, player: Any) -> str:
    """Say the name of a player; of one who is not named or not there any more, that."""
    language = language_of(context["request"])
    name = getattr(player, "name", "")
    return label(name, language=language) if name else sentence("players.nobody", language=language)


@register.simple_tag(takes_context=True)
def language(context: Context) -> str:
    """Return the language's code."""
    return language_of(context["request"])


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return the languages as (code, own name)."""
    return [(code.value, name) for code, name in NAMES.items()]


@register.simple_tag(takes_context=True)
def here_with(context: Context, **changed: Any) -> str:
    """Return the query of this page with some of its values changed; an empty one is left out."""
    values = context["request"].GET.copy()
    for name, value in changed.items():
        values.pop(name, None)
        if value not in (None, ""):
            values[name] = str(value)
    return f"?{values.urlencode()}"


@register.simple_tag(takes_context=True)
def day(context: Context, started: datetime | None) -> str:
    """Say a day as the language writes it."""
    if started is None:
        return sentence("club.day-unknown", language=language_of(context["request"]))
    return day_words(started.date(), Narrator(language_of(context["request"])))


@register.simple_tag(takes_context=True)
def length(context: Context, result: Any) -> str:
    """Say how long a match is."""
    return length_words(result.game, result.length, speaker(language_of(context["request"])))


@register.simple_tag
def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"{number:+}".replace("-", "−")


@register.simple_tag(takes_context=True)
def name(context: Context, said: str) -> str:
    """Say a name as it was written at the table; a player without one is Light or Dark."""
    return label(said, language=language_of(context["request"]))


@register.simple_tag(takes_context=True)
def side_name(context: Context, result: Any, side: str) -> str:
    """Say who had a side of a match; who is not named is Light or Dark."""
    player = getattr(result, side)
    language = language_of(context["request"])
    return player.name if player is not None and player.name else sentence(f"name.{side}", language=language)


@register.simple_tag(takes_context=True)
def say_with(context: Context, key: str, values: Mapping[str, str]) -> str:
    """Say the text of a key with blanks that the page has not named itself."""
    return sentence(key, values, language=language_of(context["request"]))


@register.simple_tag(takes_context=True)
def rate(context: Context, rate: ErrorRate) -> str:
    """Say an error rate, in millipoints per decision, with its range."""
    language = language_of(context["request"])
    mean, low, high = (number_words(value, 1, language) for value in (rate.rate, rate.low, rate.high))
    return f"{mean} ({sentence('players.range', {'low': low, 'high': high}, language=language)})"


@register.simple_tag(takes_context=True)
def judged_by(context: Context, judged: Judged) -> str:
    """Say which engine judged, and how deeply it looked ahead."""
    language = language_of(context["request"])
    engine = label(f"analysis.engine-{judged.engine}", language=language)
    return sentence("players.judged-by", {"engine": engine, "ply": str(judged.ply)}, language=language)


@register.simple_tag
def act_url(act: Any, found: Any) -> str:
    """Return the address of an act in the admin pages."""
    return reverse(f"admin:{found._meta.model_name}-{act.name}", args=[found.pk])
