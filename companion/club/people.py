"""Who is who: the names at the tables, and the people who decide that two names are one player, or none at all."""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from companion.club.directing import ActError, keep_outcomes
from companion.club.models import Match, Name, Player, Stream, Tournament
from companion.record.header import Header, Origin
from companion.record.header_lines import header_line
from companion.record.players import engines_side

_HIDDEN: Final = "\ufdd0"
"""A character of no language, which no name has: a header has it, and the key of the name, in the place of a name that
was removed."""


def key_of(name: str) -> str:
    """Return what is stored of a name: without the secret of the server nobody can try names until one fits."""
    if name.startswith(_HIDDEN):
        return name.removeprefix(_HIDDEN)
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return hmac.new(settings.SECRET_KEY.encode(), plain.encode(), sha256).hexdigest()


def players_of(names: Iterable[str]) -> dict[str, Player]:
    """Return the players with these names but the empty one; a name that was never seen is a new player."""
    keys = {name: key_of(name) for name in names if name}
    known = {one.key: one.player for one in Name.objects.select_related("player").filter(key__in=keys.values())}
    for name, key in keys.items():
        if key not in known:
            known[key] = Player.objects.create(name="" if name.startswith(_HIDDEN) else name)
            Name.objects.create(key=key, player=known[key])
    return {name: known[key] for name, key in keys.items()}


def player_of(name: str) -> Player:
    """Return the player with a name, as :func:`players_of`."""
    return players_of([name])[name]


def stored_name(name: str) -> str:
    """Return a name as a header may have it: in its place its key, if its player is not to be named."""
    key = key_of(name)
    return _HIDDEN + key if Name.objects.filter(key=key, player__name="").exists() else name


def stored_header(header: Header) -> dict[str, Any]:
    """Return what is stored of a header, in which nothing but ``names`` can name a person.

    Of the settings that is the engine's side, and of an imported match its day: a file's name and facts may name
    anybody, and so may an event.
    """
    engine, imported = engines_side(header), header.imported
    return header_line(
        replace(
            header,
            names=(stored_name(header.names[0]), stored_name(header.names[1])),
            terms={} if engine is None else {"opponent": {"side": engine.value}},
            imported=None if imported is None else Origin("", "", imported.day),
        )
    )


def names_after(before: Sequence[str], sent: Sequence[str]) -> list[str]:
    """Return the names of a header that comes again: a player who was forgotten stays so."""
    return [name if was else "" for was, name in zip(before, sent, strict=True)]


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
        _rename(_keys(player), lambda name: name)
        _leave_the_log(player)
        player.names.update(player=into)
        player.delete()


def anonymise(player: Player) -> None:
    """Remove a player's name from everything that is stored, now and when it comes again; what was played stays."""
    with transaction.atomic():
        _leave_the_log(player)
        player.name = ""
        player.save(update_fields=["name"])
        _rename(_keys(player), lambda name: _HIDDEN + key_of(name))


def forget(player: Player) -> None:
    """Remove a player: matches and tournaments stay, as played by somebody without a name."""
    with transaction.atomic():
        keep_outcomes(player)
        _leave_the_log(player)
        _rename(_keys(player), lambda _: "")
        player.delete()


def _leave_the_log(player: Player) -> None:
    """Remove a player's name from what the admin pages tell of who has changed what."""
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id=str(player.pk)).update(object_repr=f"#{player.pk}")


def _keys(player: Player) -> frozenset[str]:
    return frozenset(player.names.values_list("key", flat=True))


def _rename(keys: frozenset[str], renamed: Callable[[str], str]) -> None:
    """Change names in the headers of all matches, whose results have to be derived again.

    All are looked through: imported and deleted ones, and those that are not derived yet, have no player.
    """
    is_meant = cache(lambda name: key_of(name) in keys)
    headers = Match.objects.values_list("pk", "header__names").order_by("pk").iterator(chunk_size=1000)
    found = [number for number, names in headers if any(map(is_meant, names))]
    for match in Match.objects.select_for_update().filter(pk__in=found).order_by("pk").iterator(chunk_size=1000):
        names = [renamed(name) if is_meant(name) else name for name in match.header["names"]]
        match.header = {**match.header, "names": names}
        match.save(update_fields=["header"])
        Stream.objects.filter(match=match).renew()
