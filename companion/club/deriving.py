"""Derives how each match stands from its entries, and from that who has won against whom."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from companion.club.changes import Change
from companion.club.following import Followed, Following
from companion.club.models import Analysis, Held, Match, Player, Result, Stream, Turn
from companion.club.people import players_of
from companion.club.showing import show
from companion.club.standings import count_again, keep_ratings
from companion.club.state import state_of
from companion.club.turns import turns_of
from companion.games.rules import Side
from companion.record.header import Header, Mode
from companion.record.players import NAMELESS, engines_side

log = logging.getLogger(__name__)

_AT_ONCE: Final = 200
"""Matches that are derived together."""
_UNREACHABLE: Final = (OperationalError, InterfaceError)


class Deriver:
    """Derives results; keeps the matches in play in memory, so that each entry is read once."""

    def __init__(self) -> None:
        self._following: Final = Following()

    def derive_new(self, most: int = _AT_ONCE) -> int:
        """Derive matches of which something is new, and return how many there were."""
        found = Stream.objects.filter(changes__gt=F("derived")).order_by("pk")
        streams = list(found.values_list("pk", "match", "changes")[:most])
        if not streams:
            return 0
        seen = {number: changes for number, _, changes in streams}
        matches = {match: [pk for pk, of, _ in streams if of == match] for _, match, _ in streams}
        try:
            self._derive(matches, seen)
        except _UNREACHABLE:
            raise
        except Exception:  # whatever one table has sent, the matches of the others are derived
            for match, numbers in matches.items():
                self._derive_alone(match, {number: seen[number] for number in numbers})
        return len(matches)

    def _derive_alone(self, match: int, seen: Mapping[int, int]) -> None:
        try:
            self._derive([match], seen)
        except _UNREACHABLE:
            raise
        except Exception:
            log.exception("match %d cannot be derived before there is more of it", match)
            _mark(seen)

    def _derive(self, matches: Iterable[int], seen: Mapping[int, int]) -> None:
        """Derive matches together; ``seen``: the changes of their streams that this covers."""
        try:
            changes = self._changes(list(matches))
            with transaction.atomic():
                _write(changes)
            # A transaction of its own, because tables that send wait for it.
            _mark(seen)
        except BaseException:
            self._following.forget()  # what was read need not be what is stored
            raise

    def _changes(self, numbers: list[int]) -> list[Change]:
        stored = Match.objects.select_related("table").in_bulk(numbers)
        matches = {number: stored[number] for number in numbers if number in stored}
        before = Result.objects.in_bulk(numbers)
        followed = self._following.matches(matches.values())
        players = players_of(name for one in followed.values() for name in _named(one.header))
        return [_change(match, before.get(pk), followed.get(pk), players) for pk, match in matches.items()]


def _change(match: Match, before: Result | None, followed: Followed | None, players: Mapping[str, Player]) -> Change:
    if followed is None:
        return Change(match, before, None)
    after = _result(match, followed, players)
    if not after.finished:
        return Change(match, before, after)
    turns = [Turn(match=match, number=number, position=position, opening=opening)
             for number, (position, opening) in enumerate(turns_of(followed.match), 1)]  # fmt: skip
    return Change(match, before, after, turns, followed.digest)


def _named(header: Header) -> list[str]:
    """The names of light and dark; empty for an engine, without a name, and in a match that was imported."""
    engine = engines_side(header)
    return [
        "" if header.imported is not None or side is engine or name == nobody else name
        for name, nobody, side in zip(header.names, NAMELESS, Side, strict=True)
    ]


def _result(match: Match, followed: Followed, players: Mapping[str, Player]) -> Result:
    header, result = followed.header, followed.result
    light, dark = (players.get(name) for name in _named(header))
    return Result(
        match=match,
        epoch=match.epoch,
        n=followed.n,
        game=header.game.value,
        length=header.length,
        started=None if header.clock_doubtful else datetime.fromisoformat(header.started),
        light=light,
        dark=dark,
        light_score=result.score[0],
        dark_score=result.score[1],
        finished=result.finished,
        winner="" if result.winner is None else result.winner.value,
        cause=result.cause.value,
        ended=followed.ended,
        is_rated=(
            result.winner is not None and header.mode is not Mode.TRAINING and None not in (light, dark)
            and light != dark
        ),
        state=state_of(header, followed.match, result, followed.last, followed.clock),
        trouble=followed.trouble,
    )  # fmt: skip


def _write(changes: Sequence[Change]) -> None:
    show(changes)
    keep_ratings(changes)
    gone = [change.match.pk for change in changes if change.after is None]
    # Also if the end of a match was taken back: only what is over is searched.
    Turn.objects.filter(match__in=[c.match.pk for c in changes if c.before is not None and c.before.finished]).delete()
    Held.objects.filter(match__in=gone).delete()
    Result.objects.filter(match__in=gone).delete()
    results = [change.after for change in changes if change.after is not None]
    fields = [one.name for one in Result._meta.fields if not one.primary_key]
    Result.objects.bulk_create(results, update_conflicts=True, unique_fields=["match"], update_fields=fields)
    Turn.objects.bulk_create([turn for change in changes for turn in change.turns])
    # After the results are locked: whoever stores an analysis has locked them, too.
    _keep_analyses({change.match.pk: change.digest for change in changes})
    count_again(changes)


def _keep_analyses(digests: Mapping[int, str]) -> None:
    """Delete the analyses of matches in which something else was played, by what is known now."""
    found = Analysis.objects.filter(match__in=digests).values_list("match", "digest")
    Analysis.objects.filter(match__in=[match for match, digest in found if digests[match] != digest]).delete()


def _mark(seen: Mapping[int, int]) -> None:
    """Say up to where streams are derived; what has come since they were read is still new."""
    rows = ", ".join(["(%s, %s)"] * len(seen))
    with transaction.atomic(), connection.cursor() as cursor:
        # In the order in which those who store lock them.
        list(Stream.objects.select_for_update().filter(pk__in=seen).order_by("pk").values_list("pk"))
        cursor.execute(
            f"WITH seen (id, changes) AS (VALUES {rows})"
            " UPDATE club_stream SET derived = seen.changes FROM seen WHERE club_stream.id = seen.id",
            [value for one in seen.items() for value in one],
        )
