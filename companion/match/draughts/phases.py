"""The phases that a match of draughts has, of those of :mod:`companion.match.phases`, and what may follow what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.match.phases import ASIDE, OVER, Phase

IN_PLAY: Final = frozenset({Phase.TRYING, Phase.CORRECTING})
"""A move is awaited, or is to be put right."""
_ENDS: Final = frozenset({Phase.GAME_OVER, Phase.MATCH_OVER})

TRANSITIONS: Final[Mapping[Phase, frozenset[Phase]]] = MappingProxyType(
    {
        Phase.SETTING_UP: frozenset({Phase.TRYING}),
        Phase.TRYING: frozenset({Phase.TRYING, Phase.CORRECTING}) | _ENDS,
        Phase.CORRECTING: frozenset({Phase.TRYING}) | _ENDS,
        Phase.GAME_OVER: frozenset({Phase.BETWEEN_GAMES, Phase.TRYING}),
        Phase.BETWEEN_GAMES: frozenset({Phase.TRYING}),
        Phase.MATCH_OVER: frozenset(),
    }
)
"""The course of a match; a game may be paused at any time, and an undo leads from its end back to it."""


def may_follow(before: Phase, after: Phase) -> bool:
    """Whether a phase may follow another in the course of a match, or by an interruption of it."""
    if after is before or before in ASIDE or after in TRANSITIONS[before]:
        return True
    if after in ASIDE:
        return before in IN_PLAY
    return before in OVER and after in IN_PLAY | OVER
