"""How often the coach helped in a match, as the journal tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.rules import Side, Stack
from companion.record.entries import Entry, Kind

HELP: Final = "help"
"""The key of a note's details by which ``side`` has had help of the coach."""

GRADED: Final = "graded"
"""The key of a note's details by which it tells what a play gave up, in points of equity."""

GUARD: Final = "question.guard"
"""The question, in training, whether a play that would lose much is the one that was meant."""

_PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})


def helped(entries: Iterable[Entry]) -> Stack:
    """In how many turns (light, dark) had help: of the cube and the roll together, to answer a double is one more."""
    turns: set[tuple[int, Side, int, bool]] = set()
    game, played, doubled = 0, Counter[Side](), None
    for entry in entries:
        match entry.event, entry.side:
            case Kind.START, _:
                game, played, doubled = game + 1, Counter(), None
            case Kind.DOUBLE, Side() as side:
                doubled = side.other
            case Kind.TAKE | Kind.DROP, _:
                doubled = None
            case event, Side() as side if event in _PLAYED:
                played[side] += 1
            case Kind.UNDO, Side() as side:
                played[side] -= 1
            case Kind.NOTE, Side() as side if HELP in (entry.details or {}):
                turns.add((game, side, played[side], doubled is side))
    return Stack(*(sum(whose is side for _, whose, _, _ in turns) for side in Side))
