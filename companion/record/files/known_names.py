"""The sides of the names in a file's games, which may change their places and their spelling."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from companion.games.rules import Side
from companion.record.match import Action, Game, Placed, Win

_RATING: Final = re.compile(r",\s*\d+(?:\.\d+)?$")
_CUT_NAME: Final = 8


class Standing(Enum):
    """The relation of a game's names to those of its match."""

    SAME = auto()
    SWAPPED = auto()
    OTHER = auto()


@dataclass(slots=True)
class KnownNames:
    """The names by which both players of a match are known so far; Light is the first player of the first game.

    ``first``: as written in the first game.  ``light`` and ``dark``: all of them, in plain form.
    """

    first: tuple[str, str]
    light: list[str] = field(default_factory=list)
    dark: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.add(self.first, Standing.SAME)

    def standing(self, names: tuple[str, str]) -> Standing:
        """Return how the names of a game stand to those known; a rating or capital letters make no other name."""
        left, right = (_plain(name) for name in names)
        for is_one_of in (_is_exactly, _is_one_of):
            if is_one_of(left, self.light) and is_one_of(right, self.dark):
                return Standing.SAME
            if is_one_of(left, self.dark) and is_one_of(right, self.light):
                return Standing.SWAPPED
        return Standing.OTHER

    def add(self, names: tuple[str, str], standing: Standing) -> None:
        """Take the names of a game for those of the players."""
        light, dark = reversed(names) if standing is Standing.SWAPPED else names
        for known, name in ((self.light, light), (self.dark, dark)):
            if _plain(name) not in known:
                known.append(_plain(name))

    def renamed(self, names: tuple[str, str], game: int) -> tuple[Standing, str] | None:
        """Return the sides of two names of which just one is known, and a sentence about the other; else None.

        ``game``: the number of their game, from 1.
        """
        found = [
            (place, was)
            for place, name in zip(Side, names, strict=True)
            for was, known in ((Side.LIGHT, self.light), (Side.DARK, self.dark))
            if _plain(name) and _plain(name) in known
        ]
        if len(found) != 1:
            return None
        ((place, was),) = found
        sides = list(Side)
        before, now = self.first[sides.index(was.other)], names[sides.index(place.other)]
        reason = f"{before} is {now} in game {game}; the score goes on, so it is one match"
        return (Standing.SAME if place is was else Standing.SWAPPED), reason


def swapped(game: Game) -> Game:
    """Return a game with the sides exchanged: Light's plays are Dark's."""
    return replace(
        game,
        score=(game.score[1], game.score[0]),
        actions=tuple(swapped_action(action) for action in game.actions),
        win=swapped_win(game.win),
        start=game.start.mirrored(),
    )


def swapped_action(action: Action) -> Action:
    """Return what the other side did."""
    if isinstance(action, Placed):
        return Placed(action.position.mirrored())
    return replace(action, side=action.side.other)


def swapped_win(win: Win | None) -> Win | None:
    """Return the same result for the other side."""
    return None if win is None else replace(win, side=win.side.other)


def won_by_score(before: tuple[int, int], after: tuple[int, int]) -> Win | None:
    """Return the result of a game by the scores before and after it, or None."""
    gained = [now - was for was, now in zip(before, after, strict=True)]
    if min(gained) != 0 or max(gained) <= 0:
        return None
    return Win(Side.LIGHT if gained[0] else Side.DARK, max(gained))


def _plain(name: str) -> str:
    return " ".join(_RATING.sub("", name).lower().split())


def _is_exactly(name: str, known: list[str]) -> bool:
    return name in known


def _is_one_of(name: str, known: list[str]) -> bool:
    return any(_is_same(name, other) for other in known)


def _is_same(name: str, other: str) -> bool:
    """Whether two names may be of one player; a long one may be cut."""
    shorter, longer = sorted((name, other), key=len)
    return name == other or not shorter or (len(shorter) >= _CUT_NAME and longer.startswith(shorter))
