"""A play being entered on the drawn board: whether it may be, and what the board shows of it.  No Kivy here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.rules import BAR, TRAY, Side, Spot, Stack
from companion.match.view import View, arrows_of
from companion.practice.view import ExerciseStage, practice_shown

_BY_A_PERSON: Final = frozenset({ExerciseStage.PLAY, ExerciseStage.PLAY_FOR_ME})
"""The stages of an exercise in which a play is chosen; in others the engine's is shown, or awaited."""


def roll_of(view: View) -> tuple[Dice, Position]:
    """The current roll, and the position before its play."""
    assert view.dice is not None
    assert view.on_roll is not None
    return Dice(*view.dice), Position(view.points, Stack(*view.bar), Stack(*view.off), view.on_roll)


def fresh_entry(view: View) -> PlayEntry:
    """The entry of the current roll, of which nothing is entered."""
    dice, before = roll_of(view)
    return PlayEntry.of(before, dice, view.rules.rules)


def entry_of(view: View, entered: PlayEntry | None = None) -> PlayEntry | None:
    """The entry on the game's own board: without a camera the current roll is played there.

    ``entered``: what was entered so far, which stays as long as the roll is the same.  None: nothing is to be played
    by a person.
    """
    practice = practice_shown(view)
    if not view.blind or not view.rolled or view.phase != "phase.play" or view.on_roll is None:
        return None
    if practice is not None and practice.stage not in _BY_A_PERSON:
        return None
    dice, before = roll_of(view)
    if entered is not None and (entered.turn.before, entered.turn.dice) == (before, dice):
        return entered
    return fresh_entry(view)


def entered_on(view: View, entry: PlayEntry, lifted: Spot | None = None, *, carried: bool = False) -> View:
    """The view with the board as entered so far, with arrows, and with the landings of a lifted checker.

    ``carried``: the lifted checker follows the finger, and is not where it was.
    """
    board, side = entry.board, entry.side
    lies = {BAR: board.bar, TRAY: board.off}
    points = list(board.points)
    if lifted is not None and carried:
        if lifted in lies:
            lies[lifted] = _one_fewer(lies[lifted], side)
        else:
            points[lifted - 1] -= 1 if side is Side.LIGHT else -1
    if entry.touches:
        view = replace(view, arrows=arrows_of(entry.steps, side), last_side=side)
    bar, off = lies[BAR], lies[TRAY]
    return replace(
        view,
        points=tuple(points),
        bar=(bar.light, bar.dark),
        off=(off.light, off.dark),
        on_roll=side,
        illegal=None,
        camera_lost=False,  # no veil over a board that is touched; the message says it
        lifted=None if carried else lifted,
        landings=() if lifted is None else tuple(sorted(entry.landings(lifted))),
    )


def _one_fewer(stack: Stack, side: Side) -> Stack:
    return Stack(stack.light - (side is Side.LIGHT), stack.dark - (side is Side.DARK))
