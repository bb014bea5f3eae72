"""A board as it was read, whether the rules allow it or not: as a position, and as the moves that led to it."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import InputError
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import CHECKERS, Position
from companion.games.rules import BAR, Picture, Side, Stack


def position_read(before: Position, picture: Picture) -> Position | None:
    """A read board as a position with the same side on roll; None if both sides share a point."""
    stacks = [picture.get(point, Stack(0, 0)) for point in range(1, 25)]
    if any(stack.light and stack.dark for stack in stacks):
        return None
    bar = picture.get(BAR, before.bar)
    light = bar.light + sum(stack.light for stack in stacks)
    dark = bar.dark + sum(stack.dark for stack in stacks)
    if light > CHECKERS or dark > CHECKERS:
        return None
    off = Stack(CHECKERS - light, CHECKERS - dark)
    return Position(tuple(stack.light - stack.dark for stack in stacks), bar, off, before.on_roll)


def literal_play(before: Position, after: Position, side: Side) -> Play | None:
    """The moves of a side's checkers, farthest first, ignoring the dice.

    None if a checker went backward, if there are more moves than notation has room for, or if they do not explain the
    whole board.
    """
    was, now = before.counts(side), after.counts(side)
    left = [k + 1 for k in range(24, -1, -1) for _ in range(max(was[k] - now[k], 0))]
    came = [k + 1 for k in range(24, -1, -1) for _ in range(max(now[k] - was[k], 0))]
    came += [0] * (len(left) - len(came))
    if len(came) != len(left) or any(start <= end for start, end in zip(left, came, strict=True)):
        return None
    words = [f"{_name(start)}/{_name(end)}" for start, end in zip(left, came, strict=True)]
    play = Play.from_text(" ".join(words)) if words else Play()
    return play if _leads_to(before, play, after, side) else None


def _leads_to(before: Position, play: Play, after: Position, side: Side) -> bool:
    """Whether a play explains the whole board: the other side's checkers may have been moved too."""
    try:
        end = resolve(replace(before, on_roll=side), play)
    except InputError:
        return False
    return (end.points, end.bar) == (after.points, after.bar)


def _name(point: int) -> str:
    return {25: "bar", 0: "off"}.get(point, str(point))
