"""Games of draughts as a row of digits, see :mod:`.short`.

First come names, header lines, results and starts of all games, then the moves.  A move is its place among the legal
ones, in the order of their squares; one digit of base 3 before it tells it from a setup and from the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.draughts import START, Move, Position, after, legal_routes
from companion.record.draughts_game import RESULTS, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.short_digits import Reader, Writer, chosen

_END, _MOVE, _BOARD = range(3)
_KINDS: Final = 3
_ROUND: Final = "Round"


def write(games: Sequence[WrittenGame], writer: Writer) -> None:
    """Write the games, without the comments."""
    writer.values([_head(game, games[0], number) for number, game in enumerate(games, start=1)])
    for game in games:
        _write_game(game, writer)


def read(reader: Reader) -> tuple[WrittenGame, ...]:
    """Return the games.  Raises ValueError if there are none."""
    games: list[WrittenGame] = []
    for number, head in enumerate(reader.values(), start=1):
        games.append(_read_game(_begun(head, games[0] if games else None, number), reader))
    return tuple(games)


def _head(game: WrittenGame, first: WrittenGame, number: int) -> list[Any]:
    """Its result, whether its colours are exchanged, and what is not as in the first game."""
    exchanged = game is not first and game.names == first.names[::-1] != first.names
    extras: dict[str, Any] = {}
    if game is first or not (exchanged or game.names == first.names):
        extras["names"] = list(game.names)
    facts = dict(game.header)
    if facts.get(_ROUND) == str(number):
        del facts[_ROUND]
        extras["r"] = 1
    if game is first or facts != {key: value for key, value in first.header.items() if key != _ROUND}:
        extras["header"] = facts
    if game.start != START:
        extras["start"] = game.start.fen()
    return [RESULTS.index(game.result), int(exchanged), *([extras] if extras else [])]


def _begun(head: Sequence[Any], first: WrittenGame | None, number: int) -> WrittenGame:
    result, exchanged, *rest = head
    extras: Mapping[str, Any] = rest[0] if rest else {}
    if "names" in extras or first is None:
        light, dark = extras["names"]
    else:
        light, dark = first.names[::-1] if exchanged else first.names
    if "header" in extras or first is None:
        facts = dict(extras["header"])
    else:
        facts = {key: value for key, value in first.header.items() if key != _ROUND}
    if extras.get("r"):
        facts[_ROUND] = str(number)
    start = Position.from_fen(extras["start"]) if "start" in extras else START
    return WrittenGame((str(light), str(dark)), start, (), chosen(RESULTS, result), facts)


def _write_game(game: WrittenGame, writer: Writer) -> None:
    position = game.start
    for act in game.acts:
        if isinstance(act, WrittenMove):
            moves = _moves(position)
            writer.digit(_MOVE, _KINDS)
            writer.digit(moves.index(_alike(act.move, moves)), len(moves))
            position = after(position, act.move)
        else:
            writer.digit(_BOARD, _KINDS)
            writer.values(act.position.fen())
            position = act.position
    writer.digit(_END, _KINDS)
    writer.also(position.fen())


def _read_game(game: WrittenGame, reader: Reader) -> WrittenGame:
    position = game.start
    acts: list[WrittenMove | WrittenBoard] = []
    while (kind := reader.digit(_KINDS)) != _END:
        if kind == _MOVE:
            moves = _moves(position)
            move: Move = chosen(moves, reader.digit(max(len(moves), 1)))
            acts.append(WrittenMove(move))
            position = after(position, move)
        else:
            position = Position.from_fen(reader.values())
            acts.append(WrittenBoard(position))
    reader.also(position.fen())
    return WrittenGame(game.names, game.start, tuple(acts), game.result, game.header)


def _moves(position: Position) -> list[Move]:
    """Every way of every legal move, in the order of its squares."""
    return sorted(legal_routes(position))


def _alike(move: Move, moves: Sequence[Move]) -> Move:
    """The equal move among these; captured pieces may be in another order."""
    return next(one for one in moves if one.route == move.route and set(one.captured) == set(move.captured))
