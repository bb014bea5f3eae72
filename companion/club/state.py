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
from companion.record.recorded import AnyMatch, Result
from companion.record.replaying import board_of
from companion.record.table import table_of

State = dict[str, object]


def state_of(
    header: Header, match: AnyMatch, result: Result, last: Entry | None, clock: Mapping[str, object] | None
) -> State:
    """Return the state after the entry ``last``; ``clock``: as it stood in the last entry that has one.

    ``n``: the number of that entry.  ``position``: of the checkers, with the side to play on roll; None before the
    first game.  ``dice``: the roll that is not played yet.  ``last``: the turn played last.
    """
    shared: State = {
        "names": [shown_name(name) for name in header.names],
        "kind": header.game.value,
        "length": header.length,
        "rules": header.rules,
        "mode": header.mode.value,
        "score": list(result.score),
        "over": result.finished,
        "winner": None if result.winner is None else result.winner.value,
        "cause": result.cause.value,
        "game": len(match.games),
        "clock": None if clock is None else _clock(clock),
        "n": 0 if last is None else last.n,
    }
    return shared | (_draughts(match) if isinstance(match, DraughtsMatch) else _backgammon(match))


def _clock(details: Mapping[str, object]) -> State | None:
    """The seconds that (light, dark) have ``left``, whose clock runs, and the ``delay`` before it does."""
    match details:
        case {"left": [int() | float() as light, int() | float() as dark]}:
            pass
        case _:
            return None
    clock: State = {"left": [light, dark], "runs": None, "delay": 0}
    match details:
        case {"turn": {"side": side, "used": int() | float() as used}, "stopped": None, "delay": int() | float() as s}:
            return clock | {"runs": side, "delay": max(0, s - used)}
    return clock


def _backgammon(match: Match) -> State:
    if not match.games:
        return {"position": None, "to_act": None}
    game = match.games[-1]
    table = table_of(game)
    board = board_of(game, RuleSet.from_text(match.rules))
    # A roll counts as the whole turn at the table: its player is to act until it is played, or has to be answered.
    is_rolled = game.is_turn_open and table.resignation is None
    to_act = board.position.on_roll if is_rolled else table.to_act
    last = board.last
    made = None if last is None or last.play is None else last.play.text()
    return {
        "position": board.position.id(),
        "on_roll": board.position.on_roll.value,
        "to_act": None if to_act is None or game.win is not None else to_act.value,
        "dice": _numbers(game.turns[-1].dice) if game.is_turn_open else None,
        "cube": table.cube.value,
        "cube_owner": None if table.cube.owner is None else table.cube.owner.value,
        "offered": None if table.cube.offer is None else table.cube.offer.by.value,
        "crawford": game.crawford,
        "last": None if last is None else {"side": last.roll.side.value, "dice": last.roll.dice.text(), "play": made},
    }


def _numbers(dice: Dice) -> list[int]:
    return [dice.first, dice.second]


def _draughts(match: DraughtsMatch) -> State:
    if not match.games:
        return {"position": None, "to_act": None}
    game = match.games[-1]
    to_move = None if game.is_over else game.position.to_move
    last = game.moves[-1] if game.moves else None
    return {
        "position": game.position.fen(),
        "to_act": None if to_move is None else to_move.value,
        "exchanged": game.exchanged,
        "last": None
        if last is None
        else {"side": last.side.value, "play": last.text, "squares": list(last.move.route)},
    }
