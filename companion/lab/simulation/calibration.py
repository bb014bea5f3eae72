"""How much had truly happened of what the belief reported at each probability."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon import Dice, Play
from companion.lab.shares import interval
from companion.lab.simulation.playing import Played
from companion.lab.simulation.session import LOOK_S, WrittenEntry
from companion.lab.simulation.truth import TrueCube, TrueTurn
from companion.record.entries import Kind

_FROM: Final = (0.0, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999)
_TURNS_BACK: Final = 4
"""A late report is about one of the last turns."""
_BEFORE_S: Final = 3.0
"""A turn may begin in the movement that ends the one before it."""

Held: TypeAlias = Counter[tuple[int, bool]]
"""The number of right and wrong reports by their place in the table of probabilities."""


def place(p: float) -> int:
    """The place in the table of what was held so likely."""
    return bisect(_FROM, p) - 1


def held(played: Played) -> Held:
    """The record lines that a look led to, by how likely the belief held them, and whether they were so."""
    seen = ((one, one.entry.confidence) for one in played.journal if one.entry.frame is not None)
    total = ((p, _happened(played, one)) for one, p in seen if p)  # 0: a roll that nobody saw
    return Counter((place(p), right) for p, right in total if right is not None)


def _happened(played: Played, written: WrittenEntry) -> bool | None:
    """Whether an entry is true by itself; None for an entry without roll, play, fault or cube."""
    entry, at_s = written.entry, written.at_s
    begun = [turn for turn in played.truth.turns if turn.rolled_s - _BEFORE_S <= at_s][-_TURNS_BACK:]
    match entry.event:
        case Kind.DOUBLE | Kind.TAKE:
            return any(cube.side is entry.side and cube.act == entry.event.value for cube in _cubes(played, at_s))
        case Kind.ROLL | Kind.EDIT | Kind.PLAY | Kind.CORRECTED | Kind.ILLEGAL if entry.dice is not None:
            roll = Dice(*entry.dice)
            turns = [turn for turn in begun if turn.side is entry.side and turn.dice.same_numbers(roll)]
        case _:
            return None
    match entry.event:
        case Kind.PLAY | Kind.CORRECTED:
            try:
                moved = _moved(Play.from_text(entry.play or ""))
            except InputError:  # nobody can read it, so it tells nothing true
                return False
            return any(moved == _moved_in(turn) for turn in turns)
        case Kind.ILLEGAL:
            return any(not turn.was_legal(at_s - LOOK_S) for turn in turns)
        case _:
            return bool(turns)


def _moved(play: Play) -> list[int]:
    """The change of the checkers on each point and the bar, so that an item is not blamed for earlier ones."""
    found = [0] * 26
    for step in play.steps:
        found[step.start] -= 1
        found[step.end] += 1
    return found[1:]


def _moved_in(turn: TrueTurn) -> list[int] | None:
    if turn.end is None:
        return None
    return [now - was for now, was in zip(turn.end.counts(turn.side), turn.before.counts(turn.side), strict=True)]


def _cubes(played: Played, at_s: float) -> Iterator[TrueCube]:
    """The cube actions in the last turns before a moment."""
    acts = played.truth.acts
    begun = [k for k, act in enumerate(acts) if isinstance(act, TrueTurn) and act.rolled_s <= at_s]
    since = acts[begun[-_TURNS_BACK:][0] :] if begun else acts
    until_now = takewhile(lambda act: not isinstance(act, TrueTurn) or act.rolled_s <= at_s, since)
    return (act for act in until_now if isinstance(act, TrueCube))


def rows(counted: Held) -> list[dict[str, float]]:
    """For each range of probabilities the number of reports, and of true ones; shares with 95 % intervals."""
    found = []
    for k, least in enumerate(_FROM):
        right, total = counted[k, True], counted[k, True] + counted[k, False]
        low, high = interval(right, total)
        found.append({"from": least, "told": total, "right": right, "low": round(low, 5), "high": round(high, 5)})
    return found


def table(counted: Held) -> list[str]:
    """The same as lines for a person."""
    lines = [f"{'held likely from (%)':<22}{'told':>8}{'right':>8}{'right (%)':>11}   may be (%)"]
    for row in rows(counted):
        share = f"{100 * row['right'] / row['told']:.2f}" if row["told"] else "-"
        may_be = f"{100 * row['low']:.2f} to {100 * row['high']:.2f}"
        lines.append(f"{100 * row['from']:<22g}{row['told']:>8}{row['right']:>8}{share:>11}   {may_be}")
    return lines
