"""The end of a turn of draughts as a command line gives it: a FEN, a move, or a file of what was seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.games.catalogue import Game, game_of_position
from companion.games.draughts import DraughtsRuleSet, Position, after, legal_moves, picture_of
from companion.games.draughts.explain import agrees, explain, explain_move
from companion.games.draughts.notation import parse, squares_in, text
from companion.games.draughts.reason import Explanation
from companion.games.draughts.squares import SIZE
from companion.games.rules import Picture, Stack

_LONGEST: Final = 1_000_000
_SIGNS: Final = {".": Stack(0, 0), "l": Stack(1, 0), "d": Stack(0, 1)}


def draughts_verdict(before: Position, result: str, rules: DraughtsRuleSet) -> tuple[Explanation | None, str]:
    """Return the fault of the end of a turn, or else the move that was played.

    Raises :class:`InputError` for a result that is neither a FEN, nor a move, nor a reading as ``read --json`` has it.
    """
    if game_of_position(result) is Game.DRAUGHTS:
        end = Position.from_fen(result)
        if end.to_move is before.to_move:
            raise InputError(f"result {result!r}: the other side must be to move")
        return explain(before, end, rules), _played(before, picture_of(end))
    if Path(result).suffix == ".json":
        picture = reading_of(Path(result))
        return explain(before, picture, rules), _played(before, picture)
    fault = explain_move(before, squares_in(result), rules)
    return fault, "" if fault else text(parse(result, before))


def _played(before: Position, picture: Picture) -> str:
    """The move that ends on this board, the first if unseen squares leave several; empty where none does."""
    return next((text(move) for move in legal_moves(before) if agrees(after(before, move), picture)), "")


def reading_of(path: Path) -> Picture:
    """Return the board of a reading: ``rows``, 8 texts of ``l``, ``d`` and ``.``, the first one row 8.

    A ``?`` is a square that was not seen.  Raises :class:`InputError`, naming the file, for anything else.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            reading = json.loads(file.read(_LONGEST))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"result {str(path)!r}: not JSON as 'companion read --json' writes it ({error})") from None
    rows = reading.get("rows") if isinstance(reading, dict) else None
    fits = isinstance(rows, list) and [len(row) if isinstance(row, str) else 0 for row in rows] == [SIZE] * SIZE
    if not isinstance(rows, list) or not fits or not set("".join(rows)) <= {*_SIGNS, "?"}:
        raise InputError(f"result {str(path)!r}: expected 'rows' with {SIZE} texts of {SIZE} signs: l, d and .")
    return {
        (SIZE - 1 - row) * SIZE + file: _SIGNS[sign]
        for row, signs in enumerate(rows)
        for file, sign in enumerate(signs)
        if sign != "?"
    }
