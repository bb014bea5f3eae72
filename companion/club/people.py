"""Who is who: the names at the tables, and the people who decide that two names are one player, or none at all."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from companion.club.directing import ActError, keep_outcomes
from companion.club.models import Match, Name, Player, Result, Tournament

_HIDDEN: Final = "\ufdd0"
"""A character of no language, which no name has: a header has it, and the key of the name, in the place of a name that
was removed."""


def key_of(name: str) -> str:
    """Return what is stored of a name: without the secret of the server nobody can try names until one fits."""
    if name.startswith(_HIDDEN):
        return name.removeprefix(_HIDDEN)
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return hmac.new(settings.SECRET_KEY.encode(), plain.encode(), sha256).hexdigest()


def player_of(name: str) -> Player:
    """Return the player with a name; a name that was never seen is a new player."""
    key = key_of(name)
    found = Name.objects.select_related("player").filter(key=key).first()
    if found is not None:
        return found.player
    player = Player.objects.create(name="" if name.startswith(_HIDDEN) else name)
    Name.objects.create(key=key, player=player)
    return player


def stored_name(name: str) -> str:
    """Return a name as a header may have it: in its place its key, if its player is not to be named."""
    key = key_of(name)
    return _HIDDEN + key if Name.objects.filter(key=key, player__name="").exists() else name


def shown_name(name: str) -> str:
    """Return a name of a header as it is shown."""
    return "" if name.startswith(_HIDDEN) else name


def merge(player: Player, into: Player) -> None:
    """Let two players be one from now on, in all that was played.

    Raises :class:`ActError` if both are in one tournament, where they cannot be one.
    """
    with transaction.atomic():
        if Tournament.objects.filter(entrants__player=player).filter(entrants__player=into).exists():
            raise ActError("club.act.both-in")
        player.entrants.update(player=into)
        _rename(player, lambda name: name)
        _leave_the_log(player)
        player.names.update(player=into)
        player.delete()


def anonymise(player: Player) -> None:
    """Remove a player's name from everything that is stored, now and when it comes again; what was played stays."""
    with transaction.atomic():
        keys = frozenset(player.names.values_list("key", flat=True))
        _leave_the_log(player)
        player.name = ""
        player.save(update_fields=["name"])
        _rename(player, lambda name: _HIDDEN + key_of(name) if key_of(name) in keys else name)


def forget(player: Player) -> None:
    """Remove a player: matches and tournaments stay, as played by somebody without a name."""
    with transaction.atomic():
        keep_outcomes(player)
        _leave_the_log(player)
        keys = frozenset(player.names.values_list("key", flat=True))
        _rename(player, lambda name: "" if key_of(name) in keys else name)
        player.delete()


def _leave_the_log(player: Player) -> None:
    """Remove a player's name from what the admin pages tell of who has changed what."""
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id=str(player.pk)).update(object_repr=f"#{player.pk}")


def _rename(player: Player, renamed: Callable[[str], str]) -> None:
    """Change the names in the headers of a player's matches, whose results have to be derived again."""
    played = Result.objects.filter(Q(light=player) | Q(dark=player)).values("match")
    for match in Match.objects.select_for_update().filter(pk__in=played).iterator(chunk_size=1000):
        match.header = {**match.header, "names": [renamed(name) for name in match.header["names"]]}
        match.is_new = True
        match.save(update_fields=["header", "is_new"])
