"""Lists and searches the recorded matches, and finds the entries of one turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, Final

from companion.errors import InputError
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record.draughts import DraughtsMatch
from companion.record.draughts_files import document as draughts_document
from companion.record.entries import Entry, Kind, is_move
from companion.record.facts import Halted, KeptForDirector, TurnAmended, TurnClaimed, TurnDisputed
from companion.record.files.document import document
from companion.record.journal import Header, Journal
from companion.record.lines import line
from companion.record.match import Cause
from companion.record.recorded import (
    AnyMatch,
    Result,
    games_of,
    quick_result,
    recorded_match,
    result_of,
)
from companion.texts import many

_BEFORE_TURN: Final = (
    Kind.ROLL, Kind.PLAY, Kind.CORRECTED, Kind.STOOD, Kind.GAME_OVER, Kind.START, Kind.UNDO, Kind.RESTORED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A recorded match in one line.  ``score`` as (light, dark), None if the record cannot be read.

    ``finished``: it has a winner; in money play: no game is open.  ``winner``: the player named first is Light; None in
    money play and before the end.  ``cause``: what decided it.
    """

    header: Header
    score: tuple[int, int] | None
    finished: bool
    winner: Side | None = None
    cause: Cause = Cause.PLAY

    def values(self) -> dict[str, object]:
        """Return the values that ``archive list --json`` prints."""
        header = self.header
        return {
            "id": header.id,
            "started": header.started,
            "players": list(header.names),
            "length": header.length,
            "score": list(self.score) if self.score is not None else None,
            "mode": header.mode.value,
            "rules": header.rules,
            "finished": self.finished,
            **({"imported": header.imported.values()} if header.imported is not None else {}),
        }


def listed(header: Header, entries: Sequence[Entry]) -> ListedMatch:
    """Return the line of the list for a match."""
    try:
        return _line(header, result_of(recorded_match(header, entries)))
    except InputError:
        return ListedMatch(header, None, finished=False)


def _line(header: Header, result: Result) -> ListedMatch:
    return ListedMatch(header, result.score, result.finished, result.winner, result.cause)


def listed_matches(
    journal: Journal, headers: Iterable[Header], in_full: Callable[[Header], ListedMatch]
) -> Iterator[ListedMatch]:
    """Yield the line of each match.

    ``in_full``: makes the line of a match whose score does not follow from the few entries that decide it.
    """
    scoring = journal.scoring()
    for header in headers:
        result = quick_result(header, scoring.get(header.id, ()))
        yield in_full(header) if result is None else _line(header, result)


def is_sought(header: Header, *, player: str | None = None, since: date | None = None) -> bool:
    """Return whether a player is in a match (part of a name is enough, case does not count) begun that day or later."""
    by_name = player is None or any(player.casefold() in name.casefold() for name in header.names)
    return by_name and (since is None or datetime.fromisoformat(header.started).date() >= since)


def match_document(match: AnyMatch, entries: Iterable[Entry], header: Header | None = None) -> dict[str, Any]:
    """Return the match document with its events, each as in an events file; ``header``: of a match in the archive."""
    own = draughts_document(match) if isinstance(match, DraughtsMatch) else document(match)
    named = {} if header is None else {"uuid": header.uuid, "epoch": header.epoch}
    return own | named | {"events": [line(entry) for entry in entries]}


@dataclass(frozen=True, slots=True)
class TurnEntries:
    """The entries about one turn: ``number`` counts rolls over the match, ``in_game`` turns as players count them.

    The numbers differ after an undone turn, whose roll counts again over the match.  In a game without dice moves are
    counted; ``roll`` is the move, None before it.  ``entries``: from the play before to the next roll, and later
    disputes and corrections about the turn.
    """

    number: int
    game: int
    in_game: int
    roll: Entry | None
    entries: tuple[Entry, ...]


def turn_entries(header: Header, entries: Sequence[Entry], turn: int) -> TurnEntries:
    """Return the entries of a turn, counted by rolls, or moves, over the whole match, from 1.

    Raises :class:`InputError` if the match has no such turn.
    """
    return _TURNS[header.game](header, entries, turn)


def _turn_of_moves(header: Header, entries: Sequence[Entry], turn: int) -> TurnEntries:
    """The turn in dispute may be one that was not played to its end."""
    moves = [at for at, entry in enumerate(entries) if is_move(entry)]
    about = [entry for entry in entries if about_dispute(entry) == turn]
    if not (1 <= turn <= len(moves) or about):
        raise InputError(f"turn {turn}: not found; the match has {many(len(moves), 'move')}")
    begin = moves[turn - 2] + 1 if turn > 1 else 0
    end = moves[turn - 1] + 1 if turn <= len(moves) else len(entries)
    games = games_of(header, entries[:end])
    mine = [one for at, one in enumerate(entries) if one in about or (begin <= at < end and about_dispute(one) is None)]
    move = entries[moves[turn - 1]] if turn <= len(moves) else None
    return TurnEntries(turn, len(games), len(games[-1].moves) + (move is None), move, tuple(mine))


def _turn_of_rolls(header: Header, entries: Sequence[Entry], turn: int) -> TurnEntries:
    rolls = [at for at, entry in enumerate(entries) if entry.event is Kind.ROLL]
    if not 1 <= turn <= len(rolls):
        raise InputError(f"turn {turn}: not found; the match has {many(len(rolls), 'turn')}")
    roll = rolls[turn - 1]
    games = games_of(header, entries[: roll + 1])
    in_game = len(games[-1].turns)
    begin = 1 + max((at for at in range(roll) if entries[at].event in _BEFORE_TURN), default=-1)
    end = rolls[turn] if turn < len(rolls) else len(entries)
    next_game = next((at for at in range(roll, len(entries)) if entries[at].event is Kind.START), len(entries))
    about = [
        entry for at, entry in enumerate(entries)
        if about_dispute(entry) == turn
        or (roll < at < next_game and amended(entry) == in_game)
        or (begin <= at < end and about_dispute(entry) is None and amended(entry) is None)
    ]  # fmt: skip
    return TurnEntries(turn, len(games), in_game, entries[roll], tuple(about))


_TURNS: Final[Mapping[Game, Callable[[Header, Sequence[Entry], int], TurnEntries]]] = MappingProxyType(
    {Game.BACKGAMMON: _turn_of_rolls, Game.DRAUGHTS: _turn_of_moves}
)


def disputed(entry: Entry) -> int | None:
    """Return the turn that a note says is in dispute, None for any other entry."""
    return entry.facts.dispute if isinstance(entry.facts, TurnDisputed | Halted) else None


def about_dispute(entry: Entry) -> int | None:
    """Return the turn whose dispute an entry is about: that it is in dispute, what a player says, how it ended."""
    match entry.facts:
        case TurnClaimed(claim_about=turn) | KeptForDirector(kept_for_director=turn):
            return turn
    return disputed(entry)


def amended(entry: Entry) -> int | None:
    """Return the turn of the game that is corrected afterwards, None for any other entry."""
    return entry.facts.turn if isinstance(entry.facts, TurnAmended) else None
