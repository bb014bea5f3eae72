"""Finds the positions that a turn may end in, each with a play that leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon import generator
from companion.games.backgammon.dice import FACES, Dice
from companion.games.backgammon.generator import OWN_BAR, View
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side, Stack

BAR_POINT: Final = OWN_BAR
OFF_POINT: Final = 0
MOST_STEPS: Final = 16
"""The most steps of a written play: no roll allows more than four, but an illegal play may hold more."""
_MOST_COUNTED: Final = 4
_LONGEST: Final = 200
_KEPT: Final = 2048
"""Texts that were read last: a match is read play by play several times over."""
_CLOSED: Final = 2
_PLACES: Final = {"bar": BAR_POINT, "b": BAR_POINT, "off": OFF_POINT, "o": OFF_POINT}
_NOTHING: Final = ("", "cannot move", "dance", "pass", "-")


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """One checker's move in the mover's own numbering: 25 = the bar, 0 = off; ``hit``: a blot is hit at its end."""

    start: int
    end: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """The play of a roll, as steps in the order of playing; no steps = no legal move.

    A step is one number of the roll if :func:`legal_plays` made it, and may be several
    (``24/14``) if it was read from text.

    >>> Play.from_text("bar/20* 8/5(2)").text()
    'bar/20* 8/5(2)'
    """

    steps: tuple[CheckerMove, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> Play:
        """Read standard notation, tolerantly.

        Bar as ``bar``, ``b`` or ``25``, off as ``off``, ``o`` or ``0``, in any case; ``(2)`` repeats; ``*`` marks a
        hit and may be missing; chains ``24/18*/13``; empty text or ``Cannot Move`` is the empty play.
        Raises :class:`InputError` naming the text.
        """
        return cls(_steps_in(text))

    def text(self) -> str:
        """Return standard notation: ``8/5 6/5``, ``13/7*/5``, ``bar/20``, ``6/off(2)``, ``Cannot Move``."""
        if not self.steps:
            return "Cannot Move"
        words = [_word(chain) for chain in _chains(self.steps)]
        return " ".join(_counted(word, len(list(same))) for word, same in groupby(words))

    def ways(self) -> list[tuple[int, int]]:
        """Return (start, end) of every checker moved, whatever it passed or hit in between, the farthest first."""
        return [(chain[0].start, chain[-1].end) for chain in _chains(self.steps)]

    def __str__(self) -> str:
        return self.text()


def legal_plays(position: Position, dice: Dice, rules: RuleSet = STANDARD) -> dict[Position, Play]:
    """Return every position in which the turn may end, each with one play that leads there.

    The side on roll plays; in the results the opponent is on roll.  A player who cannot move gets
    one entry: the unchanged checkers with the empty play.

    >>> from companion.games.backgammon.position import START
    >>> len(legal_plays(START, Dice(3, 1)))
    16
    """
    larger, smaller = max(dice.first, dice.second), min(dice.first, dice.second)
    before = view_of(position)
    ends = generator.ends(before, larger, smaller, rules)
    return {_position(view, position, _own(before)): play_of(before, steps) for view, steps in ends.items()}


def is_closed_out(position: Position, side: Side) -> bool:
    """Return whether a side is closed out: it has a checker on the bar, and all six points of entry are closed.

    A player who is closed out need not roll (Unified Clock Rules of 2001, 3.4).
    """
    closed = all(count >= _CLOSED for count in position.counts(side.other)[: len(FACES)])
    return closed and position.bar.of(side) > 0


def view_of(position: Position) -> View:
    """Return the board as the side on roll sees it: see :data:`generator.View`."""
    if position.on_roll is Side.LIGHT:
        return (-position.bar.dark, *position.points, position.bar.light)
    return (-position.bar.light, *[-count for count in reversed(position.points)], position.bar.dark)


def position_of(view: View, before: Position) -> Position:
    """Return the position of a view reached by the side on roll in ``before``: the opponent is on roll."""
    return _position(view, before, _own(view_of(before)))


def play_of(before: View, steps: generator.Steps) -> Play:
    """Return the play of the generator's steps, the farthest checker first, with its hits."""
    board = list(before)
    if len(steps) == 2 and steps[0][0] < steps[1][0]:
        steps = steps[::-1]  # the farthest checker first: always legal too, and how players write it
    return Play(
        tuple([CheckerMove(start, max(start - n, 0), generator.advance(board, start, n)) for start, n in steps])
    )


def _own(view: View) -> int:
    return sum([count for count in view if count > 0])


def _position(view: View, before: Position, own_before: int) -> Position:
    light_off, dark_off = before.off
    if before.on_roll is Side.LIGHT:
        off = Stack(light_off + own_before - _own(view), dark_off)
        return Position(view[1:25], Stack(view[25], -view[0]), off, Side.DARK)
    off = Stack(light_off, dark_off + own_before - _own(view))
    return Position(tuple([-count for count in view[24:0:-1]]), Stack(-view[0], view[25]), off, Side.LIGHT)


@lru_cache(maxsize=_KEPT)
def _steps_in(text: str) -> tuple[CheckerMove, ...]:
    if text.strip().lower() in _NOTHING:
        return ()
    words = text.replace(",", " ").split() if len(text) <= _LONGEST else []
    steps = tuple(step for word in words for step in _steps_of(text, word))
    if not 0 < len(steps) <= MOST_STEPS:
        raise InputError(f"play {quoted(text)}: expected at most {MOST_STEPS} moves of a checker")
    return steps


def _steps_of(text: str, word: str) -> Iterator[CheckerMove]:
    found = re.fullmatch(r"(\w+\*?(?:/\w+\*?)+)(?:\(([1-4])\)\*?)?", word)
    if not found:
        raise InputError(f"play {quoted(text)}: {quoted(word)} is no checker's way such as 8/5, bar/20*, 6/off(2)")
    stops = [(_point(text, stop.rstrip("*")), stop.endswith("*")) for stop in found[1].split("/")]
    pairs = list(pairwise(stops))
    if any(start <= end for (start, _), (end, _) in pairs):
        raise InputError(f"play {quoted(text)}: {quoted(word)} does not go from a higher point to a lower one")
    for _ in range(int(found[2] or 1)):
        for (start, _), (end, hit) in pairs:
            yield CheckerMove(start, end, hit)


def _point(text: str, word: str) -> int:
    number = _PLACES.get(word.lower())
    if number is None and re.fullmatch("[0-9]{1,2}", word) and int(word) <= BAR_POINT:
        number = int(word)
    if number is None:
        raise InputError(f"play {quoted(text)}: {quoted(word)} is no point, expected 1 to 24, bar (25) or off (0)")
    return number


def _chains(steps: tuple[CheckerMove, ...]) -> list[tuple[CheckerMove, ...]]:
    """The steps, joined if one checker continues from where it landed, the farthest checkers first."""
    chains: list[tuple[CheckerMove, ...]] = []
    for step in steps:
        landed = next((k for k, chain in enumerate(chains) if chain[-1].end == step.start), None)
        if landed is None:
            chains.append((step,))
        else:
            chains[landed] = (*chains[landed], step)
    return sorted(chains, key=lambda chain: (-chain[0].start, chain[-1].end))


def _word(chain: tuple[CheckerMove, ...]) -> str:
    *passed, last = chain
    stops = [step for step in passed if step.hit] + [last]
    return "/".join([_name(chain[0].start), *(_name(stop.end) + "*" * stop.hit for stop in stops)])


def _name(point: int) -> str:
    return {BAR_POINT: "bar", OFF_POINT: "off"}.get(point, str(point))


def _counted(word: str, count: int) -> str:
    """A word for so many checkers; more than four times the same way is no play of a roll, and takes another word."""
    parts = [_MOST_COUNTED] * (count // _MOST_COUNTED) + [count % _MOST_COUNTED] * bool(count % _MOST_COUNTED)
    return " ".join(word if part == 1 else f"{word}({part})" for part in parts)
