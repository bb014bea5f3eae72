"""The result of reading a match file: the match, the line of each action, and the problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.record.match import Match
from companion.texts import sentence

KINDS: Final = (
    "parse", "illegal", "turn", "opening-double", "cube", "points", "score", "no-winner-line", "after-end",
    "unreadable", "skipped", "note",
)  # fmt: skip
"""Every kind of problem, as ``companion verify`` names it; ``docs/files.md`` says what each means."""
NO_FAULTS: Final = frozenset({"skipped", "note"})
"""The kinds that break no rule and lose no play: a file with only these is in order."""


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a broken rule for the screen.

    ``reason``: the sentence for programs.  ``key``: of the screen's text, see :func:`companion.texts.sentence`;
    ``about``: of the words before it, which name the play or the player; ``then``: of a sentence behind it.
    ``values``: for the blanks of all of them; ``terms``: the rule set's words.
    """

    reason: str
    about: str
    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    terms: str = ""
    then: str = ""

    def text(self, language: str = "en") -> str:
        """Return what it is about, and what the screen says of it."""
        about, why, *then = (
            sentence(key, self.values, language=language, terms=self.terms)
            for key in (self.about, self.key, self.then)
            if key
        )
        return " ".join([f"{about}: {why}", *then])


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a match file, or a note of its reader.

    ``game``: counted from 1, None outside any game.  ``line``: of the file, from 1, if it has lines.  ``kind``: one of
    :data:`KINDS`; ``reason``: a sentence.  ``column``: its first character in the line, from 1; None if it is about the
    line or the file as a whole.  ``said``: its words for the screen, if any.
    """

    game: int | None
    line: int | None
    kind: str
    reason: str
    column: int | None = None
    said: Said | None = None

    def __post_init__(self) -> None:
        assert self.kind in KINDS, f"problem of kind {self.kind!r}"

    @classmethod
    def of(cls, game: int | None, line: int | None, kind: str, reason: str | Said) -> Problem:
        """Return a problem whose reason the screen may say too."""
        if isinstance(reason, Said):
            return cls(game, line, kind, reason.reason, said=reason)
        return cls(game, line, kind, reason)

    @property
    def is_fault(self) -> bool:
        """Whether a play, a rule or a part of the file is at stake; notes are no faults."""
        return self.kind not in NO_FAULTS

    def text(self, language: str = "en") -> str:
        """Return the sentence for a person: as the screen says it in this language, else the reason."""
        return self.said.text(language) if self.said is not None else self.reason


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match as it was read from a file.

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
        """Return the line of an action (game and action counted from 0), None if the format has no lines."""
        return self.lines[game][action] if self.lines else None

    def win_line(self, game: int) -> int | None:
        """Return the line of a game's end, if it is written and the format has lines."""
        return self.win_lines[game] if self.win_lines else None

    def game_line(self, game: int) -> int | None:
        """Return the line a game begins with, None if the format has no lines."""
        return self.game_lines[game] if self.game_lines else None
