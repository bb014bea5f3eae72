"""Reasons to double or wait, to take or drop: by the chances of winning, and in a race by the lead."""

from __future__ import annotations

from typing import Final, assert_never

from companion.coach.cube_model import EFFICIENCY
from companion.coach.evaluation import Chances, CubeAdvice, Doubling, PlayReason, Stakes
from companion.coach.features import FeatureBoard
from companion.games.backgammon import Position

EVEN: Final = 0.01
"""Points of equity below which two acts are called equal."""


def why_cube(advice: CubeAdvice, position: Position | None = None) -> PlayReason:
    """Why the player on roll doubles or not, keys ``coach.cube.…`` about that player.

    ``position``: before the roll; if no contact is left, the reason names the lead in the race.
    """
    match advice.doubling:
        case Doubling.NOT_ALLOWED:
            return PlayReason("coach.cube.not-allowed")
        case Doubling.TOO_GOOD:
            return PlayReason("coach.cube.too-good", {"n": hundred(advice.chances.win_gammon)})
        case Doubling.DOUBLE | Doubling.NO_DOUBLE:
            return _double(advice, position)
    assert_never(advice.doubling)


def why_take(advice: CubeAdvice, stakes: Stakes | None = None) -> PlayReason:
    """Why the player who is offered the double takes or drops, keys ``coach.cube.…`` about that player.

    ``stakes``: in money play the reason also names the share of wins that a take needs.
    """
    theirs = advice.chances.mirrored()
    values = {"n": hundred(theirs.win)}
    if abs(advice.double_take - advice.double_drop) < EVEN:
        return PlayReason("coach.cube.take-or-drop", values)
    if stakes is not None and stakes.length == 0:
        needed = take_point(theirs)
        if (theirs.win >= needed) is advice.takes and hundred(theirs.win) != hundred(needed):
            values["m"] = hundred(needed)
    return PlayReason("coach.cube.take" if advice.takes else "coach.cube.drop", values)


def take_point(chances: Chances) -> float:
    """The share of games to be won for a take in money play, 0..1, by Janowski's formula for a live cube.

    With W the value of an average win and L that of an average loss it is (L - 1/2) / (W + L + x/2); x is the share of
    its full value that the cube has for its owner (Rick Janowski, Take-Points in Money Games, 1993).  ``chances``: of
    the player who is offered the double.

    >>> round(take_point(Chances(0.25, 0.0, 0.0, 0.0, 0.0)), 3)
    0.214
    """
    won = _worth(chances.win, chances.win_gammon, chances.win_backgammon)
    lost = _worth(chances.lose, chances.lose_gammon, chances.lose_backgammon)
    return (lost - 0.5) / (won + lost + EFFICIENCY / 2)


def lead_percent(position: Position) -> int | None:
    """In a race, the lead of the side on roll in percent of its own pips, below 0 if it is behind.

    None where there is contact, or nothing left to bear off.
    """
    board = FeatureBoard.of(position, position.on_roll)
    return None if board.is_contact or not board.pips else round(100 * board.lead / board.pips)


def _double(advice: CubeAdvice, position: Position | None) -> PlayReason:
    values = {"n": hundred(advice.chances.win)}
    if abs(advice.doubled - advice.no_double) < EVEN:
        return PlayReason("coach.cube.even", values)
    doubles = advice.doubling is Doubling.DOUBLE
    lead = lead_percent(position) if position is not None else None
    if lead is not None and lead > 0:
        return PlayReason("coach.cube.race" if doubles else "coach.cube.race-wait", {"n": str(lead)})
    if not doubles:
        return PlayReason("coach.cube.wait", values)
    return PlayReason("coach.cube.double" if advice.takes else "coach.cube.cash", values)


def _worth(games: float, gammons: float, backgammons: float) -> float:
    """The mean worth of a game won so, a single game 1; 1 where none is."""
    return 1 + (gammons + backgammons) / games if games > 0 else 1.0


def hundred(share: float) -> str:
    """A share as games of 100."""
    return str(round(100 * share))
