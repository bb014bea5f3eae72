"""What a reader of match files hands back: the match, where each line stood, and what was wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.record.match import Match

KINDS: Final = (
    "parse", "illegal", "turn", "opening-double", "cube", "points", "score", "no-winner-line", "after-end",
    "unreadable",
)  # fmt: skip
"""Every kind of problem, as ``companion verify`` names it; ``docs/files.md`` says what each means."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a match file.

    ``game``: counted from 1, None outside any game.  ``line``: of the file, from 1, where it has lines.
    ``kind``: one of :data:`KINDS`; ``reason``: a sentence.
    """

    game: int | None
    line: int | None
    kind: str
    reason: str

    def __post_init__(self) -> None:
        assert self.kind in KINDS, f"problem of kind {self.kind!r}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as read.

    ``lines``: per game, the line of each action; empty for formats without lines.
    ``win_lines``: per game, the line of its end.  ``game_lines``: per game, the line it begins with.
    ``problems``: what could not be understood.
    """

    match: Match
    lines: tuple[tuple[int, ...], ...] = ()
    win_lines: tuple[int | None, ...] = ()
    problems: tuple[Problem, ...] = ()
    game_lines: tuple[int, ...] = ()

    def line(self, game: int, action: int) -> int | None:
        """The line of an action (both counted from 0), None where the format has no lines."""
        return self.lines[game][action] if self.lines else None

    def win_line(self, game: int) -> int | None:
        """The line of a game's end, where it is written and the format has lines."""
        return self.win_lines[game] if self.win_lines else None

    def game_line(self, game: int) -> int | None:
        """The line a game begins with, None where the format has no lines."""
        return self.game_lines[game] if self.game_lines else None
