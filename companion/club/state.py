"""How a match stands now, as values for JSON: what the page of all tables shows of it, and what spectators get."""

from __future__ import annotations

from collections.abc import Mapping

from companion.club.people import shown_name
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.ruleset import RuleSet
from companion.record.draughts import DraughtsMatch
from companion.record.entries import Entry
from companion.record.header import Header
from companion.record.match import Match
from companion.record.recorded import AnyMatch
from companion.record.replaying import board_of
from companion.record.table import table_of

State = dict[str, object]


def state_of(header: Header, match: AnyMatch, last: Entry | None, clock: Mapping[str, object] | None) -> State:
    """Return the state after the entry ``last``; ``clock``: as it stood in the last entry that has one.

    ``position``: of the checkers, with the side to play on roll; None before the first game.  ``dice``: the roll that
    is not played yet.
    """
    shared: State = {
        "names": [shown_name(name) for name in header.names],
        "length": header.length,
        "rules": header.rules,
        "game": len(match.games),
        "clock": None if clock is None else dict(clock),
        "t": 0.0 if last is None else last.t,
    }
    return shared | (_draughts(match) if isinstance(match, DraughtsMatch) else _backgammon(match))


def _backgammon(match: Match) -> State:
    if not match.games:
        return {"position": None, "to_act": None, "dice": None, "cube": 1, "cube_owner": None, "crawford": False}
    game = match.games[-1]
    table = table_of(game)
    board = board_of(game, RuleSet.from_text(match.rules))
    return {
        "position": board.position.id(),
        "on_roll": board.position.on_roll.value,
        "to_act": None if table.to_act is None or game.win is not None else table.to_act.value,
        "dice": _numbers(game.turns[-1].dice) if game.is_turn_open else None,
        "cube": table.cube.value,
        "cube_owner": None if table.cube.owner is None else table.cube.owner.value,
        "offered": None if table.cube.offer is None else table.cube.offer.value,
        "crawford": game.crawford,
        "play": None if board.last is None or board.last.play is None else board.last.play.text(),
    }


def _numbers(dice: Dice) -> list[int]:
    return [dice.first, dice.second]


def _draughts(match: DraughtsMatch) -> State:
    if not match.games:
        return {"position": None, "to_act": None}
    game = match.games[-1]
    to_move = None if game.is_over else game.position.to_move
    return {
        "position": game.position.fen(),
        "to_act": None if to_move is None else (to_move.other if game.exchanged else to_move).value,
        "exchanged": game.exchanged,
        "play": game.moves[-1].text if game.moves else None,
    }
