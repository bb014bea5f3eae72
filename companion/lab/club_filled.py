"""A club of a federation: fills an empty database with as many matches as it may have after years.

Some matches are received and derived as all are; then the database copies them, each with other players, which a
million matches would take days to be otherwise.  Ratings, standings and pairs follow from all of them.  On PostgreSQL.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max, Model

from companion.club.deriving import Deriver
from companion.club.models import Entry, Match, Name, Player, Result, Stream, Table, Turn
from companion.club.people import key_of
from companion.club.receiving import Sent, receive_entries, receive_header
from companion.errors import InputError
from companion.games.backgammon.position import START
from companion.lab.random_matches import random_match
from companion.record.canonical import canonical
from companion.record.files.any_game import read_file
from companion.record.header import Header
from companion.record.header_lines import header_line
from companion.record.importing import foreign_matches
from companion.record.lines import row_of_entry
from companion.record.match import Match as PlayedMatch
from companion.record.match import Roll
from companion.record.rating import Rating, rated
from companion.record.unfolding import entries_of

_FIRST: Final = 300
"""Matches that are received; all others are copies of them."""
_PLAYERS_A_TABLE: Final = 100
_OPPONENTS: Final = 50
"""Of each player: people play against those of their own club."""
_AT_ONCE: Final = 100
"""Times that the first matches are copied by one command."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What is stored then; ``first``: matches that were received, of which all others are copies."""

    matches: int
    entries: int
    turns: int
    first: int


def played(chance: random.Random, folder: Path | None, most: int) -> list[PlayedMatch]:
    """Return matches to one point: games of the real matches in a folder, or random ones."""
    found = _games_in(folder) if folder else (random_match(chance, ("", ""), 1) for _ in count())
    return list(islice(found, most))


def _games_in(folder: Path) -> Iterator[PlayedMatch]:
    """Yield games of real matches to their ends, without cube, each as a match to one point."""
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        try:
            found = foreign_matches(read_file(path).found)
        except (InputError, OSError):
            continue
        for foreign in found:
            if isinstance(foreign.match, PlayedMatch) and foreign.refused is None:
                yield from _single_games(foreign.match)


def _single_games(match: PlayedMatch) -> Iterator[PlayedMatch]:
    for game in match.games:
        is_whole = game.win is not None and game.start == START and game.cube == 1
        if is_whole and game.actions and all(isinstance(action, Roll) for action in game.actions):
            yield PlayedMatch(match.names, 1, (replace(game, score=(0, 0), crawford=False),))


def fill(matches: int, tables: int, seed: str, folder: Path | None = None) -> Filled:
    """Fill the database, which has to be empty."""
    chance = random.Random(seed)
    of_club = [Table.objects.create(name=f"Table {number}") for number in range(1, tables + 1)]
    _receive(played(chance, folder, min(_FIRST, matches)), of_club, chance)
    first = Match.objects.count()
    players = _PLAYERS_A_TABLE * tables
    new = [Player(name=f"Player {number}") for number in range(Player.objects.count(), players)]
    Name.objects.bulk_create(Name(key=key_of(one.name), player=one) for one in Player.objects.bulk_create(new))
    copies = max(0, -(-matches // first) - 1)
    with _without_indexes(), transaction.atomic():
        ends = _ends()
        _keep_first()
        for begin in range(1, copies + 1, _AT_ONCE):
            _copy((begin, min(copies, begin + _AT_ONCE - 1)), ends, tables, players)
        _number_on(ends, copies)
    _rate_all()
    _count_all()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return Filled(Match.objects.count(), Entry.objects.count(), Turn.objects.count(), first)


def _receive(games: Sequence[PlayedMatch], tables: Sequence[Table], chance: random.Random) -> None:
    for number, game in enumerate(games, 1):
        table, uuid = tables[number % len(tables)], UUID(int=chance.getrandbits(128))
        names = (f"Member {2 * number}", f"Member {2 * number + 1}")
        header = header_line(Header(number, "2026-11-20T19:30:00+00:00", names, game.length))
        receive_header(table, uuid, 1, header, deleted=False, digest="")
        lines = [canonical(row_of_entry(entry)) for entry in entries_of(game)]
        receive_entries([Sent(table, uuid, 1, 1, lines)])
    deriver = Deriver()
    while deriver.derive_new():
        pass


def _ends() -> dict[type[Model], int]:
    """The highest numbers of what is copied."""
    return {model: model._default_manager.aggregate(last=Max("pk"))["last"] for model in (Match, Stream, Entry, Turn)}


def _keep_first() -> None:
    """Keep what is copied apart: the tables become long, and have no indexes meanwhile."""
    with connection.cursor() as cursor:
        for model in (Match, Stream, Entry, Turn, Result):
            name = model._meta.db_table
            cursor.execute(f"CREATE TEMP TABLE first_{name} ON COMMIT DROP AS SELECT * FROM {name}")


def _copy(copies: tuple[int, int], ends: Mapping[type[Model], int], tables: int, players: int) -> None:
    match, stream, entry, turn = (f"+ c * {ends[model]}" for model in (Match, Stream, Entry, Turn))
    light = f"1 + abs(hashint8({{m}} {match})::bigint) %% {players}"
    dark = f"1 + ({light} + abs(hashint8(-({{m}} {match}))::bigint) %% {_OPPONENTS}) %% {players}"
    names = "array_to_json(ARRAY['Member ' || ({}), 'Member ' || ({})])::jsonb"
    of_match, of_result = (names.format(light.format(m=number), dark.format(m=number)) for number in ("id", "match_id"))
    changes: dict[type[Model], dict[str, str]] = {
        Match: {"id": f"id {match}", "uuid": "gen_random_uuid()", "number": f"number {match}",
                "table_id": f"1 + (id + c) %% {tables}", "header": f"jsonb_set(header, '{{names}}', {of_match})"},
        Stream: {"id": f"id {stream}", "match_id": f"match_id {match}"},
        Entry: {"id": f"id {entry}", "stream_id": f"stream_id {stream}"},
        Turn: {"id": f"id {turn}", "match_id": f"match_id {match}"},
        Result: {"match_id": f"match_id {match}", "ended": f"ended {entry}", "revision": f"revision {match}",
                 "light_id": light.format(m="match_id"), "dark_id": dark.format(m="match_id"),
                 "state": f"jsonb_set(state, '{{names}}', {of_result})"},
    }  # fmt: skip
    with connection.cursor() as cursor:
        for model, changed in changes.items():
            columns = [str(one.column) for one in model._meta.concrete_fields]
            values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(map(connection.ops.quote_name, columns))})"
                f" SELECT {values} FROM first_{model._meta.db_table}, generate_series(%s, %s) c",
                copies,
            )


def _number_on(ends: Mapping[type[Model], int], copies: int) -> None:
    with connection.cursor() as cursor:
        for model, last in ends.items():
            name = f"pg_get_serial_sequence('{model._meta.db_table}', 'id')"
            cursor.execute(f"SELECT setval({name}, %s)", [last * (copies + 1)])


def _rate_all() -> None:
    """The ratings of all matches, in the order in which they ended."""
    ratings = defaultdict[int, Rating](Rating)
    results = Result.objects.filter(is_rated=True).order_by("ended")
    # All at once: the same connection takes their ratings.
    found = list(results.values_list("pk", "light", "dark", "winner", "length"))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE rated (id bigint, lr float8, le int, dr float8, de int) ON COMMIT DROP")
        with cursor.copy("COPY rated FROM STDIN") as copied:
            for row in _rated(found, ratings):
                copied.write_row(row)
        cursor.execute(
            "UPDATE club_result SET light_rating = lr, light_experience = le, dark_rating = dr, dark_experience = de"
            " FROM rated WHERE match_id = id"
        )
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE club_standing, club_pair")
        columns = "player_id, game, matches, won, lost, rating, experience"
        with cursor.copy(f"COPY club_standing ({columns}) FROM STDIN") as copied:
            for player, one in ratings.items():
                copied.write_row((player, "backgammon", 0, 0, 0, one.points, one.experience))


def _rated(results: Iterable[Any], ratings: dict[int, Rating]) -> Iterator[tuple[object, ...]]:
    for number, light, dark, winner, length in results:
        first, second = (light, dark) if winner == "light" else (dark, light)
        ratings[first], ratings[second] = rated(ratings[first], ratings[second], length)
        after, other = ratings[light], ratings[dark]
        yield number, after.points, after.experience, other.points, other.experience


def _count_all() -> None:
    both = (
        "SELECT light_id p, dark_id o, winner = 'light' w, winner = 'dark' l FROM club_result"
        " UNION ALL SELECT dark_id, light_id, winner = 'dark', winner = 'light' FROM club_result"
    )
    sums = "count(*), count(*) FILTER (WHERE w), count(*) FILTER (WHERE l)"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO club_pair (player_id, opponent_id, game, matches, won, lost, points)"
            f" SELECT p, o, 'backgammon', {sums}, 0 FROM ({both}) b GROUP BY p, o"
        )
        cursor.execute(
            "UPDATE club_standing s SET matches = n, won = a, lost = b FROM"
            f" (SELECT p, {sums} FROM ({both}) b GROUP BY p) c (p, n, a, b) WHERE s.player_id = p"
        )


@contextmanager
def _without_indexes() -> Iterator[None]:
    """Drop the indexes and constraints of what is copied, and make them again afterwards: each row costs less then."""
    tables = [model._meta.db_table for model in (Match, Stream, Entry, Turn, Result)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid::regclass::text = ANY(%s) OR confrelid::regclass::text = ANY(%s)"
            " ORDER BY contype = 'f' DESC", [tables, tables],
        )  # fmt: skip
        constraints = cursor.fetchall()
        for table, name, _ in constraints:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        cursor.execute(
            "SELECT quote_ident(indexname), indexdef FROM pg_indexes WHERE tablename = ANY(%s)", [tables]
        )  # fmt: skip
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
        yield
        cursor.execute("SET maintenance_work_mem = '2GB'")
        for _, made in indexes:
            cursor.execute(made)
        for table, name, said in reversed(constraints):
            cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {said}")
