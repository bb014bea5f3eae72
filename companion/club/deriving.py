"""Derives how each match stands from its entries, and from that who has won against whom."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import DatabaseError, transaction

from companion.club.models import Entry, Held, Match, Result, Stream, Turn
from companion.club.people import player_of
from companion.club.showing import show
from companion.club.standings import count_again
from companion.club.state import state_of
from companion.club.turns import turns_of
from companion.errors import InputError
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record import recorded
from companion.record.draughts import DraughtsMatch
from companion.record.entries import Entry as JournalEntry
from companion.record.header import Header, Mode
from companion.record.header_lines import header_from_line
from companion.record.lines import entry_from_line
from companion.record.match import Match as PlayedMatch
from companion.record.players import NAMELESS, engines_side

log = logging.getLogger(__name__)

_FOLLOWED: Final = 500
"""Matches whose games are kept in memory from one entry to the next: more than a club has tables."""
_LONGEST_TROUBLE: Final = 300


@dataclass(slots=True)
class _Followed:
    """The games of one epoch of a match as far as they were read.  ``ended``: the entry that decided the match."""

    header: Header
    fold: recorded.Fold
    n: int = 0
    last: JournalEntry | None = None
    ended: int | None = None
    trouble: str = ""
    clock: Mapping[str, object] | None = None
    result: recorded.Result = field(default_factory=lambda: recorded.Result((0, 0), finished=False))

    @property
    def match(self) -> recorded.AnyMatch:
        kind = DraughtsMatch if self.header.game is Game.DRAUGHTS else PlayedMatch
        return kind(self.header.names, self.header.length, self.fold.games, self.header.rules)

    def follow(self, stored: Entry) -> None:
        """Read one more entry; after one that cannot be read the match stands where it was."""
        if self.trouble:
            return
        try:
            values: dict[str, Any] = json.loads(bytes(stored.line))
            details = values.pop("details", None)
            entry = entry_from_line(values, details)
            self.fold.tell(entry)
            self.result = recorded.result_of(self.match)
        except InputError as error:
            self.trouble = str(error)[:_LONGEST_TROUBLE]
            return
        self.n, self.last, self.clock = entry.n, entry, entry.clock or self.clock
        if not (self.header.length and self.result.finished):
            self.ended = None
        elif self.ended is None:
            self.ended = stored.pk


class Deriver:
    """Derives results; keeps the matches in play in memory, so that each entry is read once."""

    def __init__(self) -> None:
        self._followed: Final[OrderedDict[tuple[int, int, int], _Followed]] = OrderedDict()

    def derive_new(self, most: int = 1000) -> int:
        """Derive the matches of which something is new, and return how many there were."""
        found = Match.objects.filter(is_new=True).order_by("pk").values_list("pk", flat=True)[:most]
        numbers = list(found)
        for number in numbers:
            try:
                self.derive(number)
            except DatabaseError:
                raise
            except Exception:  # whatever one table has sent, the matches of the others are derived
                log.exception("match %d cannot be derived before there is more of it", number)
                Match.objects.filter(pk=number).update(is_new=False)
        return len(numbers)

    def derive(self, number: int) -> None:
        """Derive one match anew from what is stored of it."""
        try:
            with transaction.atomic():
                # First of all: what comes from now on waits for the end of this, and then says again that it is there.
                Match.objects.filter(pk=number).update(is_new=False)
                self._derive(Match.objects.get(pk=number))
        except BaseException:
            self._followed.clear()  # what was read need not be what is stored
            raise

    def _derive(self, match: Match) -> None:
        before = Result.objects.filter(match=match).first()
        after = None if match.is_deleted else self._result(match)
        if after is None:
            Turn.objects.filter(match=match).delete()
            Held.objects.filter(match=match).delete()
            Result.objects.filter(match=match).delete()
        else:
            show(after, before)
            after.save()
            if before is not None and before.finished and not after.finished:
                Turn.objects.filter(match=match).delete()  # its end was taken back
        count_again(before, after)

    def _result(self, match: Match) -> Result | None:
        stream = Stream.objects.filter(match=match, epoch=match.epoch).first()
        try:
            header = header_from_line(match.header, str(match.uuid), match.epoch)
        except InputError:
            return None
        followed = self._read(match, stream, header)
        game, result = followed.match, followed.result
        light, dark = self._players(header)
        if result.finished:
            _write_turns(match, game)
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
                result.winner is not None
                and header.mode is not Mode.TRAINING
                and None not in (light, dark)
                and light != dark
            ),
            state=state_of(header, game, result, followed.last, followed.clock),
            trouble=followed.trouble,
        )

    def _read(self, match: Match, stream: Stream | None, header: Header) -> _Followed:
        key = (match.pk, match.epoch, 0 if stream is None else stream.taken)
        followed = self._followed.pop(key, None)
        if followed is None or followed.header != header:
            followed = _Followed(header, recorded.Fold(header))
        if stream is not None:
            new = Entry.objects.filter(stream=stream, replaced=None, n__gt=followed.n).order_by("n")
            for entry in new.iterator(chunk_size=1000):
                followed.follow(entry)
        self._followed[key] = followed
        while len(self._followed) > _FOLLOWED:
            self._followed.popitem(last=False)
        return followed

    def _players(self, header: Header) -> tuple[Any, Any]:
        """The players of light and dark; None for an engine, without a name, and in a match that was imported."""
        if header.imported is not None:
            return None, None
        engine = engines_side(header)
        return tuple(
            None if side is engine or name in ("", nobody) else player_of(name)
            for name, nobody, side in zip(header.names, NAMELESS, Side, strict=True)
        )  # type: ignore[return-value]


def _write_turns(match: Match, game: recorded.AnyMatch) -> None:
    Turn.objects.filter(match=match).delete()
    Turn.objects.bulk_create(
        Turn(match=match, number=number, position=position, opening=opening)
        for number, (position, opening) in enumerate(turns_of(game), 1)
    )
