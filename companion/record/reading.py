"""What a reader of match files hands back: the match, where each line stood, and what was wrong."""

from __future__ import annotations

from dataclasses import dataclass

from companion.record.match import Match


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a match file.

    ``game``: counted from 1, None outside any game.  ``line``: of the file, from 1, where it has lines.
    ``kind``: a short key, such as ``illegal`` or ``score``; ``reason``: a sentence.
    """

    game: int | None
    line: int | None
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A match as read.

    ``lines``: per game, the line of each action; empty for formats without lines.
    ``win_lines``: per game, the line of its end.  ``problems``: what could not be understood.
    """

    match: Match
    lines: tuple[tuple[int, ...], ...] = ()
    win_lines: tuple[int | None, ...] = ()
    problems: tuple[Problem, ...] = ()

    def line(self, game: int, action: int) -> int | None:
        """The line of an action (both counted from 0), None where the format has no lines."""
        return self.lines[game][action] if self.lines else None
