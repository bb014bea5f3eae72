"""The phases of a match and the transitions between them: the only table of phases."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final


class Phase(Enum):
    """The phases of a table."""

    SETTING_UP = "setting-up"  # the checkers in the start position
    OPENING = "opening"  # the first roll, and the play that shows whose it is
    MAY_DOUBLE = "may-double"  # a roll, or a double before it
    DOUBLED = "doubled"  # take, drop, or a beaver
    ROLLING = "rolling"  # a roll; no double is possible
    TRYING = "trying"  # the play of a roll
    COMPLETE = "complete"  # the end of a turn whose play is on the board, complete and legal
    ENDED = "ended"  # a clear look at the play of a turn that is over
    RULED = "ruled"  # whether an illegal play is to be corrected or condoned
    CORRECTING = "correcting"  # a legal play in place of an illegal one
    CLEARED = "cleared"  # whether the game is over: many checkers left the board at once
    GAME_OVER = "game-over"  # a word that the result is right, or the next game
    BETWEEN_GAMES = "between-games"  # the next game
    MATCH_OVER = "match-over"  # another match
    PAUSED = "paused"  # the players, who come back
    PUTTING_BACK = "putting-back"  # the checkers on their recorded spots


TO_ROLL: Final = frozenset({Phase.MAY_DOUBLE, Phase.ROLLING})
"""The turn has begun, and the dice are still to be rolled."""
PLAYING: Final = frozenset({Phase.TRYING, Phase.COMPLETE, Phase.ENDED})
"""The dice are rolled, and the turn is not ruled on."""
WRONG: Final = frozenset({Phase.RULED, Phase.CORRECTING})
"""An illegal play is on the board."""
OVER: Final = frozenset({Phase.GAME_OVER, Phase.BETWEEN_GAMES, Phase.MATCH_OVER})
BEFORE_PLAY: Final = frozenset({Phase.SETTING_UP, Phase.OPENING})
INTERRUPTED: Final = frozenset({Phase.PAUSED, Phase.PUTTING_BACK, Phase.CLEARED})
"""The game is paused, and resumes in the phase in which it was."""

IN_GAME: Final = frozenset({Phase.OPENING, Phase.DOUBLED}) | TO_ROLL | PLAYING | WRONG

_TURN_OVER: Final = TO_ROLL | {Phase.GAME_OVER, Phase.MATCH_OVER}

TRANSITIONS: Final[Mapping[Phase, frozenset[Phase]]] = MappingProxyType(
    {
        Phase.SETTING_UP: frozenset({Phase.OPENING}),
        Phase.OPENING: frozenset({Phase.TRYING}),
        Phase.MAY_DOUBLE: frozenset({Phase.DOUBLED, Phase.TRYING}) | TO_ROLL,
        Phase.DOUBLED: _TURN_OVER,
        Phase.ROLLING: frozenset({Phase.TRYING}) | TO_ROLL,
        Phase.TRYING: frozenset({Phase.COMPLETE, Phase.ENDED, Phase.CORRECTING}) | _TURN_OVER,
        Phase.COMPLETE: frozenset({Phase.TRYING, Phase.ENDED, Phase.CORRECTING}) | _TURN_OVER,
        Phase.ENDED: frozenset({Phase.TRYING, Phase.COMPLETE, Phase.CORRECTING}) | _TURN_OVER,
        Phase.RULED: frozenset({Phase.CORRECTING}) | _TURN_OVER,
        Phase.CORRECTING: frozenset({Phase.RULED}) | _TURN_OVER,
        Phase.GAME_OVER: frozenset({Phase.BETWEEN_GAMES, Phase.OPENING}),
        Phase.BETWEEN_GAMES: frozenset({Phase.OPENING}),
        Phase.MATCH_OVER: frozenset(),
        Phase.PAUSED: frozenset(),
        Phase.PUTTING_BACK: frozenset(),
        Phase.CLEARED: frozenset({Phase.GAME_OVER, Phase.MATCH_OVER}),
    }
)
"""The course of a match.  Interruptions and corrections lead out of it and back, see :func:`may_follow`."""

INTERRUPTIONS: Final = INTERRUPTED | {Phase.GAME_OVER, Phase.MATCH_OVER}
"""The phases that may follow any phase of a game: a pause, a spilled or cleared board, a game given up."""
CORRECTED: Final = frozenset({Phase.OPENING, Phase.DOUBLED, Phase.TRYING}) | TO_ROLL
"""The phases in which the game resumes after a correction of the record, whichever phase it was in."""


def may_follow(before: Phase, after: Phase) -> bool:
    """Whether a phase may follow another in the course of a match, or by an interruption of it."""
    if after is before or after in TRANSITIONS[before]:
        return True
    if before in INTERRUPTED:
        return after in IN_GAME | INTERRUPTED | OVER | {Phase.SETTING_UP}  # where it was
    return after in INTERRUPTIONS and (before in IN_GAME or after is Phase.PAUSED)
