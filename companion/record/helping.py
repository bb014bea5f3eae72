"""Counts how often the coach helped in a match, from the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.games.rules import Side, Stack
from companion.record.entries import Entry, Kind, restored_to
from companion.record.facts import CoachHelped

GUARD: Final = "question.guard"
"""The question, in training, whether a play that would lose much was intended."""

_PLAYED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})


def helped(entries: Iterable[Entry]) -> Stack:
    """Return the turns with help of (light, dark): cube and roll count as one turn, answering a double as another."""
    turns: set[tuple[int, Side, int, bool]] = set()
    game, played, doubled = 0, Counter[Side](), None
    after: dict[int, tuple[int, Counter[Side], Side | None]] = {0: (game, played, doubled)}
    for entry in entries:
        to = restored_to(entry)
        if to is not None:
            game, played, doubled = after[max(n for n in after if n <= to)]
            played = played.copy()
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
            case Kind.NOTE, Side() as side if isinstance(entry.facts, CoachHelped):
                turns.add((game, side, played[side], doubled is side))
        after[entry.n] = (game, played.copy(), doubled)
    return Stack(*(sum(whose is side for _, whose, _, _ in turns) for side in Side))
