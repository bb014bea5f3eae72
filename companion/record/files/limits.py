"""The limits of one match file: far more than any match, little enough to be read in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.errors import InputError, quoted

VARIATION_KEY: Final = "Variation"
_VARIATION: Final = "backgammon"
MOST_BYTES: Final = 64 * 2**20
MOST_GAMES: Final = 5_000
MOST_ACTIONS: Final = 50_000
MOST_LINES: Final = 200_000
MOST_PROBLEMS: Final = 10_000
MOST_REPORTED: Final = 1_000
"""The most broken rules that are reported; the reason of each takes time to find."""

MOST_DIGITS: Final = 6
MOST_CUBE: Final = 2**19
"""The greatest value of a cube: the last with this many digits."""


def check_variation(header: Mapping[str, str]) -> None:
    """Raise :class:`InputError` for a match of another variation than backgammon from the usual start.

    Every reader and every writer calls this, so that all of them accept the same matches.
    """
    variation = header.get(VARIATION_KEY, _VARIATION)
    if variation.strip().lower() != _VARIATION:
        raise InputError(f"variation {quoted(variation)}: expected a match of backgammon from the usual start")


def check_games(games: int) -> None:
    """Raise :class:`InputError` for more games than a file may hold."""
    if games > MOST_GAMES:
        raise InputError(f"more than {MOST_GAMES:,} games, expected no more in one file")


def check_actions(actions: int) -> None:
    """Raise :class:`InputError` for more rolls and cube actions, in all games, than a file may hold."""
    if actions > MOST_ACTIONS:
        raise InputError(f"more than {MOST_ACTIONS:,} rolls and cube actions, expected no more in one file")


def check_lines(lines: int) -> None:
    """Raise :class:`InputError` for more lines than a file may hold."""
    if lines > MOST_LINES:
        raise InputError(f"more than {MOST_LINES:,} lines, expected no more in one file")


def check_problems(problems: int) -> None:
    """Raise :class:`InputError` if so little makes sense that it is no match file."""
    if problems > MOST_PROBLEMS:
        raise InputError(f"more than {MOST_PROBLEMS:,} places make no sense, expected a match file")
