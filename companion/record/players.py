"""The players of the recorded matches: opponents, results, and the rating that follows from them.

A player without a name and an engine are opponents only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.games.rules import Side
from companion.record.journal import Header, Journal, Mode
from companion.record.rating import Rating, rated
from companion.record.recorded import Result, quick_result, recorded_match, result_of

NAMELESS: Final = ("Light", "Dark")
"""The names of (light, dark) in a match whose players gave none."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A recorded match with its result.

    ``names``: the players of (light, dark) after merging, None without a name.  ``engine``: the side of an engine.
    """

    header: Header
    result: Result
    names: tuple[str | None, str | None]
    engine: Side | None = None

    @property
    def is_rated(self) -> bool:
        """Whether the ratings follow from it: won by one of two people who gave a name, without a coach."""
        light, dark = self.names
        named = self.engine is None and None not in (light, dark) and light != dark
        return named and self.result.winner is not None and self.header.mode is not Mode.TRAINING

    def side_of(self, player: str) -> Side | None:
        """Return the side of a player, None if he did not play, or against himself."""
        sides = [
            side for side, name in zip(Side, self.names, strict=True) if name == player and side is not self.engine
        ]
        return sides[0] if len(sides) == 1 else None


@dataclass(frozen=True, slots=True)
class PlayersMatch:
    """A match as one of its players sees it.

    ``opponent``: None without a name; ``engine``: the opponent is an engine.  ``score``: (own, the opponent's).
    ``won``: None in money play and before the end.  ``rating``: after it, None if it is not rated.
    """

    header: Header
    side: Side
    opponent: str | None
    engine: bool
    score: tuple[int, int]
    finished: bool
    won: bool | None
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """The results against one opponent; ``points``: of money play, (own, the opponent's)."""

    opponent: str | None
    engine: bool
    matches: int
    won: int
    lost: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player with all matches, the first one first.  ``names``: all names of the player, the shown one first.

    ``rating``: None before the first match that is rated.
    """

    names: tuple[str, ...]
    matches: tuple[PlayersMatch, ...]
    rating: Rating | None = None

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def won(self) -> int:
        return sum(match.won is True for match in self.matches)

    @property
    def lost(self) -> int:
        return sum(match.won is False for match in self.matches)

    def against(self) -> tuple[Against, ...]:
        """Return the results by opponent, the most frequent first."""
        by: dict[tuple[bool, str | None], list[PlayersMatch]] = {}
        for match in self.matches:
            by.setdefault((match.engine, match.opponent), []).append(match)
        found = [_against(*who, matches) for who, matches in by.items()]
        return tuple(sorted(found, key=lambda one: (-one.matches, one.engine, one.opponent or "")))


@dataclass(slots=True)
class _PlayerSoFar:
    """A player after some of the matches."""

    names: dict[str, None] = field(default_factory=dict)
    matches: list[PlayersMatch] = field(default_factory=list)
    rating: Rating | None = None


def players_of(played: Iterable[PlayedMatch]) -> Mapping[str, PlayerRecord]:
    """Return all players by name, the most recent first.  ``played``: all matches, in order."""
    players: dict[str, _PlayerSoFar] = {}
    for match in played:
        ratings = _ratings_after(match, players)
        for side in Side:
            name = match.names[side is Side.DARK]
            if name is None or match.side_of(name) is not side:
                continue
            player = players.pop(name) if name in players else _PlayerSoFar({name: None})
            players[name] = player  # at the end
            player.names[match.header.names[side is Side.DARK]] = None
            rating = ratings.get(side)
            player.rating = rating or player.rating
            player.matches.append(_seen_by(side, match, rating))
    return {
        name: PlayerRecord(tuple(player.names), tuple(player.matches), player.rating)
        for name, player in reversed(players.items())
    }


def played_matches(journal: Journal, merged: Mapping[str, str]) -> Iterator[PlayedMatch]:
    """Yield all matches played here that are not deleted, in order, but for those that cannot be read.

    ``merged``: as :meth:`companion.record.merged_names.MergedNames.all` answers.
    """
    scoring = journal.scoring()
    for header in journal.matches():
        if header.imported is not None:
            continue  # nobody here says that these are the same people
        result = quick_result(header, scoring.get(header.id, ()))
        if result is None:  # the plays are needed
            try:
                result = result_of(recorded_match(header, journal.entries(header.id)))
            except ValueError:
                continue
        yield _played(header, result, merged)


def engines_side(header: Header) -> Side | None:
    """Return the side the engine plays, None in a match between people."""
    opponent = header.terms.get("opponent")
    if not isinstance(opponent, Mapping):
        return None
    return next((side for side in Side if side.value == opponent.get("side")), None)


def people_of(header: Header) -> tuple[str, ...]:
    """Return the names of the players who are people."""
    engine = engines_side(header)
    return tuple(name for name, side in zip(header.names, Side, strict=True) if side is not engine)


def merged_name(name: str, merged: Mapping[str, str]) -> str:
    """Return the name under which the matches of a name count.

    >>> merged_name("Ania", {"Ania": "Anna", "Anna": "Anna Maria"})
    'Anna Maria'
    """
    while name in merged:
        name = merged[name]
    return name


def _played(header: Header, result: Result, merged: Mapping[str, str]) -> PlayedMatch:
    engine = engines_side(header)
    light, dark = (
        name if side is engine else None if name == nobody else merged_name(name, merged)
        for name, nobody, side in zip(header.names, NAMELESS, Side, strict=True)
    )
    return PlayedMatch(header, result, (light, dark), engine)


def _ratings_after(match: PlayedMatch, players: Mapping[str, _PlayerSoFar]) -> Mapping[Side, Rating]:
    if not match.is_rated or match.result.winner is None:
        return {}
    before = {
        side: (players[name].rating if name in players else None) or Rating()
        for side, name in zip(Side, match.names, strict=True)
        if name is not None
    }
    winner, loser = match.result.winner, match.result.winner.other
    after = rated(before[winner], before[loser], match.header.length)
    return dict(zip((winner, loser), after, strict=True))


def _seen_by(side: Side, match: PlayedMatch, rating: Rating | None) -> PlayersMatch:
    own, other = match.result.score if side is Side.LIGHT else match.result.score[::-1]
    won = None if match.result.winner is None else match.result.winner is side
    opponent = match.names[side is Side.LIGHT]
    return PlayersMatch(
        match.header, side, opponent, match.engine is side.other, (own, other), match.result.finished, won, rating
    )


def _against(engine: bool, opponent: str | None, matches: Sequence[PlayersMatch]) -> Against:
    money = [match.score for match in matches if not match.header.length]
    return Against(
        opponent, engine, len(matches), sum(match.won is True for match in matches),
        sum(match.won is False for match in matches), (sum(own for own, _ in money), sum(other for _, other in money)),
    )  # fmt: skip
